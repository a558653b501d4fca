# One environment in .venv, made with nothing but Python, git and make.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q

# Each of the tests' processes would compile the whole program anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play help test contract check bench balance tune campaigns pages setup dev requirements long clean

play: setup ## set everything up and open the terminal program; plain `make` does the same
	@$(BIN)/wardiary play

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/.ready ## set up .venv for playing
dev: .venv/.ready-dev ## set up .venv for tests and checks too

.venv/bin/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else "War Diary needs Python 3.11 or newer; %s is %d.%d. Try: make PYTHON=python3.12" % (sys.executable, v[0], v[1]))'
	@$(PYTHON) -m venv .venv

.venv/.ready: .venv/bin/python requirements.txt pyproject.toml
	@echo "Setting up War Diary in .venv (once) ..."
	@$(PIP) install --require-hashes -r requirements.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/.ready-dev: .venv/.ready requirements-dev.txt
	@echo "Setting up the tools for tests and checks ..."
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@touch $@

.venv/.ready-bench: .venv/.ready-dev requirements-bench.txt
	@$(PIP) install --require-hashes -r requirements-bench.txt
	@touch $@

# One more than there are processors, since tests also wait: for servers, other processes and the disk.
WORKERS = $$($(BIN)/python -c 'import os; print(1 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1))')

# What hangs is told by its name and loses no other test.
test: dev ## run every test
	@$(BIN)/python -m pytest -n $(WORKERS) --timeout 900

long: dev ## run every test at length: thousands of battles, hundreds of kills; the better part of an hour
	@HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest -n $(WORKERS)

contract: dev ## ask a server all that its description says, as everybody, for a quarter of an hour
	@$(BIN)/python -m tests.api.contract

check: dev ## run ruff and pyright
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/pyright

bench: .venv/.ready-bench ## print the benchmarks
	@$(BIN)/python -m tests.bench

balance: dev ## fight every scenario with every bot, and write docs/balance.md; hours, but it goes on where it stopped
	@$(BIN)/python -m tests.balance

# SYSTEM names the rule system; ARGUMENTS as `python -m tests.tune --help` lists them.
tune: dev ## look for better constants of a bot: make tune SYSTEM=combat-veteran; hours
	@$(BIN)/python -m tests.tune $(SYSTEM) $(ARGUMENTS)

campaigns: dev ## fight 40 campaigns of every sample between bots, and put the figures into docs/campaign.md
	@$(BIN)/python -m tests.campaigns

pages: dev ## write docs/packs.md, and into docs/rules the readings, code and tests of each rule, as the code has them
	@$(BIN)/python -m tests.packs_page
	@$(BIN)/python -m tests.systems.readings_pages
	@$(BIN)/python -m tests.systems.rule_pages

# Carries no index or host address.
COMPILE := $(BIN)/pip-compile -q --allow-unsafe --generate-hashes --strip-extras --no-header --no-annotate \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options
requirements: .venv/bin/python ## pin every dependency with its hashes, after a change of pyproject.toml
	@$(PIP) install pip-tools
	@$(COMPILE) --build-deps-for editable -o requirements.txt pyproject.toml
	@$(COMPILE) --extra dev -c requirements.txt -o requirements-dev.txt pyproject.toml
	@$(COMPILE) --extra dev --extra bench -c requirements-dev.txt -o requirements-bench.txt pyproject.toml

clean: ## remove .venv and whatever was built or cached
	rm -rf .venv build dist .pytest_cache .ruff_cache .hypothesis .schemathesis
