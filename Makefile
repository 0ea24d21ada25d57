# Everything the project needs, its own files install: two commands are enough, `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORES := $(shell nproc 2>/dev/null || echo 2)
HOT := $(wildcard src/cloudtop/core/*.py src/cloudtop/bots/search.py \
	$(foreach part,moves fast effects state score bot observe,src/cloudtop/games/*/$(part).py))

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Tests of one file stay on one worker, so that its fixtures are set up once; an idle worker steals from busy ones.
SHARED := -n $(CORES) --dist worksteal

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

# What runs the house as plain Python: nobody who wants to play waits for more.
$(VENV)/installed: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) "setuptools>=77"
	CLOUDTOP_PURE=1 $(PIP) --no-build-isolation --editable .
	touch $@

$(VENV)/tools: $(VENV)/installed
	$(PIP) --upgrade "pip>=25.1"
	CLOUDTOP_PURE=1 $(PIP) --no-build-isolation --group dev --editable ".[lab,postgres]"
	touch $@

# 800 MB more: Ray, OpenSpiel, pyarrow and matplotlib.
$(VENV)/everything: $(VENV)/tools
	CLOUDTOP_PURE=1 $(PIP) --no-build-isolation --editable ".[cluster,openspiel,parquet,report]"
	touch $@

$(VENV)/mypyc: $(VENV)/installed
	$(PIP) --upgrade "pip>=25.1"
	$(PIP) --group compile
	touch $@

$(VENV)/compiled: $(VENV)/mypyc $(HOT) setup.py
	$(BIN)/python setup.py --quiet build_ext --inplace --parallel $(CORES)
	$(BIN)/cloudtop --version
	touch $@

.PHONY: build
build: $(VENV)/compiled ## Install into .venv and compile the rules where a C compiler is at hand

.PHONY: workshop
workshop: build $(VENV)/tools ## Install the tools of `make test` into .venv

.PHONY: set-up
set-up: workshop services web-tools ## Install all that `make test` needs, of the system too where that is allowed

.PHONY: everything
everything: set-up $(VENV)/everything ## Install what `make test-all` needs besides: Ray, OpenSpiel, pyarrow, matplotlib

.PHONY: play
play: $(VENV)/installed ## Open the house in the browser and play; the rules are compiled meanwhile
	$(BIN)/python -m tools.play

# Areas of tests/fast that run on plain Python too: those that compiled modules decide.
PLAIN := bots cloud_city cloudy_kingdom compiled conformance core lab rooms skybridge strange_world table

# Examples that need OpenSpiel.
NEED_ALL := docs/research.md src/cloudtop/lab/spiel.py

TEST := set-up lint test-fast sample
TEST_ALL := $(TEST) everything sample-more test-plain test-full

.PHONY: test
test: ## Set-up, lint, types, the tests in tests/fast, and a game of each kind on both builds
	@$(PYTHON) tools/parts.py $(TEST)

.PHONY: test-all
test-all: ## Everything: make test, then plain Python, and tests/full with installs and the container
	@$(PYTHON) tools/parts.py $(TEST_ALL)

.PHONY: quick
quick: workshop ## Lint, and the tests of the files that changed: about a minute
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.quick $(SHARED)

.PHONY: lint
lint: workshop web-types ## Style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.wire_types --check
	$(BIN)/python -m tools.contract_tables --check

.PHONY: test-fast
test-fast: set-up ## The tests in tests/fast and the examples in the documents, on compiled code
	$(BIN)/pytest $(SHARED) $(addprefix --ignore=,$(NEED_ALL))

.PHONY: test-full
test-full: everything ## The tests in tests/full: browsers, processes, PostgreSQL, notebooks, guests
	$(BIN)/pytest $(SHARED) tests/full $(NEED_ALL)

.PHONY: test-plain
test-plain: workshop ## The tests of rules, tables and bots on plain Python
	CLOUDTOP_PURE=1 $(BIN)/pytest $(SHARED) $(addprefix tests/fast/,$(PLAIN))

.PHONY: dist
dist: workshop ## Build the source archive and both wheels, compiled and plain, into dist/
	$(BIN)/python -m build --outdir dist .
	CLOUDTOP_PURE=1 $(BIN)/python -m build --wheel --outdir dist .

.PHONY: sample
sample: workshop ## A random game for each game, player count and option, plain against compiled
	$(BIN)/python -m cloudtop.testing --games 1

.PHONY: sample-more
sample-more: workshop ## Ten random games for each of them
	$(BIN)/python -m cloudtop.testing --games 10

.PHONY: conformance
conformance: workshop ## 2,000 random games for each game, player count and option, plain against compiled
	$(BIN)/python -m cloudtop.testing --games 2000 $(if $(GAME),--game $(GAME))

.PHONY: outsider-check
outsider-check: everything ## Let OpenSpiel's conformance run over all games, and its bots decide
	PYTHONPATH=benchmarks $(BIN)/python -m openspiel.check

.PHONY: soak
soak: workshop ## A night of five minutes: 200 tables, everybody who is not nice, and a power cut every few seconds
	PYTHONPATH=benchmarks $(BIN)/python benchmarks/fuzz_wire.py --frames $(if $(FRAMES),$(FRAMES),200000)
	PYTHONPATH=benchmarks $(BIN)/python benchmarks/soak.py --seconds $(if $(SECONDS),$(SECONDS),300) \
		$(if $(SHARE),--share $(SHARE)) $(if $(RUNS),--runs $(RUNS))

.PHONY: pace
pace: build ## 200 tables at 50 moves a second: from sent to seen, and what an idle socket weighs
	PYTHONPATH=benchmarks $(BIN)/python benchmarks/pace.py --seconds $(if $(SECONDS),$(SECONDS),30) \
		$(if $(SHARE),--share $(SHARE))

.PHONY: wire-types
wire-types: workshop ## Write the types of the messages for the browser's scripts
	$(BIN)/python -m tools.wire_types

.PHONY: contract-tables
contract-tables: workshop ## Write the tables of docs/contract.md from the code
	$(BIN)/python -m tools.contract_tables

.PHONY: boards
boards: build ## Draw the boards that the documentation shows, from their records
	for record in docs/pictures/*.cloudtop; do \
		$(BIN)/cloudtop show $$record --seat 0 --svg $${record%.cloudtop}.svg || exit 1; done

.PHONY: drawings
drawings: workshop ## Write the images that drawings are compared with (tests/drawings) again
	PYTHONPATH=. $(BIN)/python -m tests.support.pictures

.PHONY: lock
lock: everything ## Write the versions that are installed here, and so are tested, to constraints.txt
	$(BIN)/python -m tools.lock

.PHONY: format
format: workshop ## Put the source into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: clean
clean: ## Remove everything that was built or installed
	rm -rf $(VENV) build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.so' -delete -o -name compiled.json -delete

include web.mk
