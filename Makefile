# Every target makes its own .venv from the locked requirements where there is none.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PLAY := $(VENV)/.play
SERVE := $(VENV)/.serve
DEV := $(VENV)/.dev
# The page is plain JavaScript; npm only brings its type checker and axe-core for the tests.
NODE := $(if $(shell command -v npm),node_modules/.stamp)
ARGS ?=
LOCK_FLAGS ?=

PIP := $(PY) -m pip --disable-pip-version-check --quiet
UV_LOCK := $(VENV)/bin/uv pip compile pyproject.toml --quiet --universal --generate-hashes \
	--python-version 3.11 --no-emit-index-url --no-emit-find-links --group build \
	--custom-compile-command "make lock" $(LOCK_FLAGS)

.PHONY: help play serve quick test checks lint format rules bench tournament soak lock clean
.DEFAULT_GOAL := help

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  PYTHON=python3.13 chooses the Python of a new .venv; ARGS=\"...\" goes to the program."

serve: $(SERVE) ## serve games to others (docs/hosting.md)
	$(VENV)/bin/hexfront serve $(ARGS)

play: $(PLAY) ## play in the browser
	$(VENV)/bin/hexfront play $(ARGS)

# The tests that decide most: the kernel, every rule, golden games, and a little of engine, server and page.
QUICK := tests/kernel tests/breakout tests/oder tests/games/test_golden.py tests/games/test_refusals.py \
	tests/games/test_page_data.py tests/project/test_imports.py tests/project/test_docs.py \
	tests/project/test_engine.py tests/project/test_make.py tests/project/test_page_source.py tests/server/test_games.py \
	tests/server/test_page.py
# Random and whole games that are left to `make test`.
LONG := tests/games/test_refusals.py::test_what_is_not_offered tests/project/test_engine.py::test_whatever \
	tests/server/test_page.py::test_a_whole_game

quick: checks ## lint, types and the tests that decide most: two minutes, before every commit
	$(PY) -m pytest -n 2 -q $(QUICK) $(LONG:%=--deselect %) $(ARGS)

test: lint ## lint, types and all tests
	@tools/chromium.sh
	@tools/postgres.sh
	$(PY) -m pytest -n 2 --dist worksteal -q $(ARGS)

checks: $(DEV) $(NODE)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) tools/page_types.py --check

lint: checks ## ruff, mypy, the page's types and an audit of the requirements
	$(PY) tools/audit.py

format: $(DEV) ## put the code in its one format, write the page's types
	$(PY) -m ruff check --fix-only --quiet .
	$(PY) -m ruff format .
	$(PY) tools/page_types.py

rules: $(DEV) ## the cases of the rulebooks without a test or a citation
	$(PY) -m tests.rules $(ARGS)

bench: $(DEV) ## measure, as ratios to a peer in the same run
	$(PY) -m bench.bench $(ARGS)
	$(PY) -m bench.bots
	@tools/chromium.sh
	$(PY) -m bench.page
	@tools/postgres.sh
	$(PY) -m bench.server --postgres

# Hours. What was played is kept, and the same command goes on; with other code it wants other files.
RESULTS ?= docs/results
tournament: $(DEV) ## measure the bots against each other, into docs/results
	@mkdir -p $(RESULTS)
	$(VENV)/bin/hexfront lab match planner random --games 100 --out $(RESULTS)/planner-random.jsonl $(ARGS)
	$(VENV)/bin/hexfront lab match planner greedy --games 200 --out $(RESULTS)/planner-greedy.jsonl $(ARGS)
	$(VENV)/bin/hexfront lab match strategist:5 planner --games 400 --sprt 0,100 \
		--out $(RESULTS)/strategist-planner.jsonl $(ARGS)

soak: $(DEV) ## a thousand random games, 2,000 positions read twice, the server killed 100 times, 20 whole games searched for leaks
	$(PY) -m tests.games.soak --games 1000 $(ARGS)
	HEXFRONT_SLOW_POSITIONS=2000 $(PY) -m pytest -n 2 -q tests/kesselschlacht/test_slow_reading.py
	@tools/postgres.sh
	HEXFRONT_KILLS=100 $(PY) -m pytest -q tests/server/test_kill.py
	HEXFRONT_LEAK_GAMES=20 $(PY) -m pytest -q tests/server/test_leaks.py

lock: $(DEV) ## pin the requirements again (LOCK_FLAGS=--upgrade for newer versions)
	$(UV_LOCK) --extra draw --extra web --output-file requirements/play.txt
	$(UV_LOCK) --extra draw --extra web --extra serve --constraint requirements/play.txt --no-annotate \
		--output-file requirements/serve.txt
	$(UV_LOCK) --extra draw --extra web --extra serve --extra ray --extra dev --constraint requirements/play.txt --no-annotate \
		--output-file requirements/dev.txt

clean: ## remove .venv and everything made
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis test-evidence
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

node_modules/.stamp: package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@

$(PY):
	$(PYTHON) -m venv $(VENV)

# The build backend is in the lock, so the editable install fetches nothing by itself.
$(PLAY) $(SERVE) $(DEV): $(VENV)/.%: requirements/%.txt pyproject.toml | $(PY)
	$(PIP) install --require-hashes -r $<
	$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@
