#!/bin/sh
# The system packages that the tests are run with: each that is missing is named, with what is skipped without it.
# They are installed where CI=true or TEST_SERVICES=install says so, or where the person at the terminal agrees.

missing=""

need() { # PACKAGE WHAT-IS-SKIPPED
	missing="$missing $1"
	echo "MISSING $1: $2."
}

have() {
	command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ]
}

have chromium || have chromium-browser ||
	need chromium "the tests in the browser are skipped"
# A machine that comes with Chromium need not have the letters: Japanese would be boxes, and wider letters would not fit.
ls /usr/share/fonts/*/noto/NotoSansCJK* >/dev/null 2>&1 || fc-list 2>/dev/null | grep --quiet "Noto Sans CJK" ||
	need fonts-noto-cjk "texts may not fit in the tests in the browser"
have initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 ||
	need postgresql "the tests of the shared store are skipped"
have nginx ||
	need nginx-light "the tests behind a proxy are skipped"
have promtool ||
	need prometheus "the alert rules are not checked by promtool"
have buildah ||
	need buildah "the container is not built by make test-all"
have debootstrap ||
	need debootstrap "the container is not built by make test-all"

[ -n "$missing" ] || exit 0
command="apt-get install --yes --quiet --no-install-recommends$missing"
have apt-get || { echo "This system has no apt-get: install them with its own tool."; exit 0; }
[ "$(id -u)" = 0 ] || { echo "With them nothing is skipped: sudo $command"; exit 0; }
if [ "$CI" != true ] && [ "$TEST_SERVICES" != install ]; then
	if ! (: </dev/tty) 2>/dev/null; then
		echo "Nothing is installed unasked. With them nothing is skipped: $command"
		exit 0
	fi
	printf "Install them now, as root (%s)? [y/N] " "$command" >/dev/tty
	read -r answer </dev/tty
	case "$answer" in
	y | Y | yes) ;;
	*) exit 0 ;;
	esac
fi
$command || { apt-get update --quiet && $command; } ||
	echo "They could not be installed: the tests that need them say so."
