# hoodwink: all targets work on a machine with only Python 3.11 or newer and make.

STAMP := .venv/.installed
DEV_STAMP := .venv/.installed-dev
BIN := .venv/bin
ARGS ?=

# Two workers where there are two cores: each compiles the games on its own, and torch gets one thread.
PYTEST := OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n auto --maxprocesses=2 --dist loadfile

# The Python that makes .venv. Those that all dependencies have packages for come first.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null \
	&& echo $$p && exit; done; echo python3)

.PHONY: help setup dev train test lint wheel-check clean force

help:
	@echo "make setup        make .venv with what training and the tests need"
	@echo "make train        setup, then train Warumono 2 (4 to 6 minutes); options in ARGS=\"--seed 2\""
	@echo "make test         setup, then all tests; options in ARGS=\"-k kuhn\""
	@echo "make dev          setup, with linters, type checkers, OpenSpiel and the peers of bench"
	@echo "make lint         ruff, mypy --strict and pyright"
	@echo "make wheel-check  build the wheel, install it elsewhere, play a game from it"
	@echo "make clean        remove .venv and everything built; runs/ stays"

setup: $(STAMP)

dev: $(DEV_STAMP)

train: $(STAMP)
	$(BIN)/python train.py --env warumono2 $(ARGS)

test: $(STAMP)
	$(PYTEST) $(ARGS)

lint: $(DEV_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict -p hoodwink
	$(BIN)/pyright --pythonpath $(BIN)/python

wheel-check: $(DEV_STAMP)
	$(BIN)/python tools/check_wheel.py

clean:
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps hold the path of the checkout. A .venv that does not start, or came here by a move, is none.
ifneq ($(shell $(BIN)/python -c 'print(open("$(STAMP)").read())' 2>/dev/null),$(CURDIR))
$(STAMP): force
endif

INPUTS := pyproject.toml configs/constraints.txt tools/setup_venv.py

$(STAMP): $(INPUTS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	echo "setup: hoodwink needs Python 3.11 or newer; here $(PYTHON) is: $$($(PYTHON) --version 2>&1)" >&2; \
	echo "setup: install one, or name it: make setup PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) tools/setup_venv.py train,test $@

$(DEV_STAMP): $(STAMP)
	@$(PYTHON) tools/setup_venv.py train,test,dev,openspiel,bench $(STAMP) $@
