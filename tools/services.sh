#!/bin/sh
# What the tests use of the system: installed where that is allowed, named loudly where it is not.

install() {
	command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] && {
		apt-get install --yes --quiet --no-install-recommends "$@" ||
			{ apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends "$@"; }
	}
}

command -v chromium >/dev/null || command -v chromium-browser >/dev/null ||
	install chromium ||
	echo "NO CHROMIUM: the tests in the browser will be skipped; install the system package chromium."

# A machine that comes with Chromium need not have the letters: Japanese would be boxes, and wider letters would not fit.
ls /usr/share/fonts/*/noto/NotoSansCJK* >/dev/null 2>&1 || fc-list 2>/dev/null | grep --quiet "Noto Sans CJK" ||
	install fonts-noto-cjk ||
	echo "NO NOTO FONTS: texts may not fit in the tests in the browser; install the system package fonts-noto-cjk."

command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 ||
	install postgresql ||
	echo "NO POSTGRESQL: the tests of the shared store will be skipped; install the system package postgresql."

command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] ||
	install nginx-light ||
	echo "NO NGINX: the tests behind a proxy will be skipped; install the system package nginx-light."
