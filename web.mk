# The browser's side: tools that only development needs. Nothing here is needed to play.

WEB := build/web
NPM_TOOLS := $(WEB)/node_modules/.installed

$(NPM_TOOLS): tools/web/package.json
	mkdir -p $(WEB)
	cp tools/web/package.json $(WEB)/
	npm install --prefix $(WEB) --no-audit --no-fund --silent
	touch $@

.PHONY: web-tools
web-tools: ## Fetch the type checker for the scripts and the accessibility checker for the tests (needs npm)
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(NPM_TOOLS); \
	else echo "No npm here: the scripts are not type-checked, and the tests do without axe-core."; fi

.PHONY: web-types
web-types: web-tools ## Check the types of the browser's scripts
	@if [ -e $(NPM_TOOLS) ]; then $(WEB)/node_modules/.bin/tsc --project tools/web/tsconfig.json; fi

.PHONY: services
services: ## Install what the tests are run with, where that is allowed: Chromium, PostgreSQL and nginx
	@tools/services.sh

.PHONY: pictures
pictures: workshop ## Make the pictures of docs/pictures/ from the running program, in Chromium
	PYTHONPATH=benchmarks $(BIN)/python -m tools.pictures
