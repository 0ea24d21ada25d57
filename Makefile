# Everything the project needs, its own files install: two commands are enough, `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORES := $(shell nproc 2>/dev/null || echo 2)
HOT := $(wildcard src/cloudtop/core/*.py src/cloudtop/bots/search.py \
	$(foreach part,moves fast effects state score bot observe,src/cloudtop/games/*/$(part).py))

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Neighbours stay together, so that what a file sets up is set up once; who is done early takes over from the others.
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
	CLOUDTOP_PURE=1 $(PIP) --no-build-isolation --group dev --editable ".[cluster,openspiel,parquet,postgres,report]"
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
workshop: build $(VENV)/tools ## Install what tests and developers need besides

.PHONY: play
play: $(VENV)/installed ## Open the house in the browser and play; the rules are compiled meanwhile
	$(BIN)/python -m tools.play

.PHONY: test
test: workshop lint web-types test-fast sample ## Set-up, lint, types and the tests in tests/fast

.PHONY: test-all
test-all: test services test-full test-plain wheels ## Everything: make test, tests/full, plain Python, wheels and container

.PHONY: lint
lint: workshop ## Style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.wire_types --check
	$(BIN)/python -m tools.contract_tables --check

.PHONY: test-fast
test-fast: workshop ## The tests in tests/fast and the examples in the documents, on compiled code
	$(BIN)/pytest $(SHARED)

.PHONY: test-full
test-full: workshop services ## The tests in tests/full: browsers, processes, PostgreSQL, notebooks, guests
	$(BIN)/pytest $(SHARED) tests/full

.PHONY: test-plain
test-plain: workshop ## The tests in tests/fast on plain Python, but those of the web
	CLOUDTOP_PURE=1 $(BIN)/pytest $(SHARED) --ignore=tests/fast/web

.PHONY: wheels
wheels: workshop ## Build the wheels, compiled and pure, and try them in clean environments; and the steps of the container
	$(BIN)/python -m tools.clean_install
	$(BIN)/python -m tools.container_steps

.PHONY: sample
sample: workshop ## A sample of the conformance run, plain against compiled
	$(BIN)/python -m cloudtop.testing --games 10

.PHONY: conformance
conformance: workshop ## 2,000 random games for each game, player count and option, plain against compiled
	$(BIN)/python -m cloudtop.testing --games 2000 $(if $(GAME),--game $(GAME))

.PHONY: outsider-check
outsider-check: workshop ## Let OpenSpiel's conformance run over all games, and its bots decide
	PYTHONPATH=benchmarks $(BIN)/python -m openspiel.check

.PHONY: soak
soak: workshop ## A night of five minutes: 200 tables, everybody who is not nice, and a power cut every few seconds
	PYTHONPATH=benchmarks $(BIN)/python benchmarks/fuzz_wire.py --frames $(if $(FRAMES),$(FRAMES),200000)
	PYTHONPATH=benchmarks $(BIN)/python benchmarks/soak.py --seconds $(if $(SECONDS),$(SECONDS),300)

.PHONY: pace
pace: build ## 200 tables at 50 moves a second: from sent to seen, and what an idle socket weighs
	PYTHONPATH=benchmarks $(BIN)/python benchmarks/pace.py --seconds $(if $(SECONDS),$(SECONDS),30)

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

.PHONY: lock
lock: workshop ## Write the versions that are installed here, and so are tested, to constraints.txt
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
