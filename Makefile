# One environment in .venv, made with nothing but Python, git and make.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: play test check bench setup dev requirements long clean

play: setup
	@$(BIN)/wardiary play

setup: .venv/.ready
dev: .venv/.ready-dev

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

test: dev
	@$(BIN)/python -m pytest -n auto

# The long profile: thousands of whole battles, hundreds of kills. Takes the better part of an hour.
long: dev
	@HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest -n auto

check: dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/pyright

bench: .venv/.ready-bench
	@$(BIN)/python -m tests.bench

# Pins every dependency with its hashes; carries no index or host address.
COMPILE := $(BIN)/pip-compile -q --allow-unsafe --generate-hashes --strip-extras --no-header --no-annotate \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options
requirements: .venv/bin/python
	@$(PIP) install pip-tools
	@$(COMPILE) --build-deps-for editable -o requirements.txt pyproject.toml
	@$(COMPILE) --extra dev -c requirements.txt -o requirements-dev.txt pyproject.toml
	@$(COMPILE) --extra dev --extra bench -c requirements-dev.txt -o requirements-bench.txt pyproject.toml

clean:
	rm -rf .venv build dist .pytest_cache .ruff_cache .hypothesis
