# Everything the project needs, its own files install: two commands are enough, `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORES := $(shell nproc 2>/dev/null || echo 2)
HOT := $(wildcard src/cloudtop/core/*.py src/cloudtop/bots/search.py \
	$(foreach part,moves fast effects state score bot,src/cloudtop/games/*/$(part).py))

# Neighbours stay together, so that what a file sets up is set up once; who is done early takes over from the others.
SHARED := -n $(CORES) --dist worksteal

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

$(VENV)/installed: pyproject.toml setup.py
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	CLOUDTOP_PURE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable .
	touch $@

$(VENV)/compiled: $(VENV)/installed $(HOT) setup.py
	$(BIN)/python setup.py --quiet build_ext --inplace --parallel $(CORES) || \
		echo "No compiled code: the plain Python source runs instead, slower."
	$(BIN)/cloudtop --version
	touch $@

.PHONY: build
build: $(VENV)/compiled ## Install into .venv and compile the rules where a C compiler is at hand

.PHONY: play
play: build ## Open the house in the browser and play
	$(BIN)/cloudtop

.PHONY: test
test: build services lint web-types test-plain test-compiled sample wheels ## Everything: set-up, lint, types, all tests

.PHONY: lint
lint: build ## Style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.wire_types --check

.PHONY: test-plain
test-plain: build ## The tests on plain Python; those of the web run once, on compiled code
	CLOUDTOP_PURE=1 $(BIN)/pytest $(SHARED) --ignore=tests/web

.PHONY: test-compiled
test-compiled: build ## The tests that compiled code decides, and those of the web
	$(BIN)/pytest $(SHARED) -m "not plain_once"

.PHONY: wheels
wheels: build ## Build the wheels, compiled and pure, and try them in clean environments; and the steps of the container
	$(BIN)/python -m tools.clean_install
	$(BIN)/python -m tools.container_steps

.PHONY: sample
sample: build ## A sample of the conformance run, plain against compiled
	$(BIN)/python -m cloudtop.testing --games 10

.PHONY: conformance
conformance: build ## 2,000 random games for each game, player count and option, plain against compiled
	$(BIN)/python -m cloudtop.testing --games 2000 $(if $(GAME),--game $(GAME))

$(VENV)/outsider: $(VENV)/compiled
	CLOUDTOP_PURE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation \
		--editable ".[outsider]"
	touch $@

.PHONY: outsider-check
outsider-check: $(VENV)/outsider ## Install OpenSpiel and let its conformance run over the four games
	PYTHONPATH=benchmarks $(BIN)/python -m openspiel.check

.PHONY: soak
soak: build ## A night of five minutes: 200 tables, everybody who is not nice, and a power cut every few seconds
	PYTHONPATH=benchmarks $(BIN)/python benchmarks/fuzz_wire.py --frames $(if $(FRAMES),$(FRAMES),200000)
	PYTHONPATH=benchmarks $(BIN)/python benchmarks/soak.py --seconds $(if $(SECONDS),$(SECONDS),300)

.PHONY: wire-types
wire-types: build ## Write the types of the messages for the browser's scripts
	$(BIN)/python -m tools.wire_types

.PHONY: boards
boards: build ## Draw the boards that the documentation shows, from their records
	for record in docs/pictures/*.cloudtop; do \
		$(BIN)/cloudtop show $$record --seat 0 --svg $${record%.cloudtop}.svg || exit 1; done

.PHONY: format
format: build ## Put the source into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: clean
clean: ## Remove everything that was built or installed
	rm -rf $(VENV) build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.so' -delete -o -name compiled.json -delete

include web.mk
