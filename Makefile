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

.PHONY: api release help play serve quick test checks lint format rules bench tournament soak lock clean
.DEFAULT_GOAL := help

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  PYTHON=python3.13 chooses the Python of a new .venv; ARGS=\"...\" goes to the program."

serve: $(SERVE) ## serve games to others (docs/hosting.md)
	$(VENV)/bin/hexfront serve $(ARGS)

play: $(PLAY) ## play in the browser
	$(VENV)/bin/hexfront play $(ARGS)

# The tests that decide most: the kernel, every rule (of Kesselschlacht, which has the most, those that touch every
# chapter), golden games, and a little of engine, server and page.
QUICK := tests/kernel tests/breakout tests/oder tests/games/test_golden.py tests/games/test_refusals.py \
	tests/kesselschlacht/test_traps.py tests/kesselschlacht/test_traps_combat.py tests/kesselschlacht/test_doubtful_readings.py \
	tests/kesselschlacht/test_movement.py tests/kesselschlacht/test_supply.py tests/kesselschlacht/test_odds.py \
	tests/kesselschlacht/test_retreat.py tests/kesselschlacht/test_activation.py tests/kesselschlacht/test_fuel.py \
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
	$(PY) -m bench.envs
	@tools/chromium.sh
	$(PY) -m bench.page
	$(PY) -m bench.first_turn
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
	for game in breakout oder kesselschlacht; do \
		$(VENV)/bin/hexfront lab league greedy cadet lieutenant captain planner --game $$game --games 20 \
			--out $(RESULTS)/$$game-levels.jsonl $(ARGS) || exit 1; done
	$(VENV)/bin/hexfront lab styles planner --games 40 --out $(RESULTS)/styles.jsonl $(ARGS)
	$(VENV)/bin/hexfront lab styles planner --game oder --games 40 --out $(RESULTS)/oder-styles.jsonl $(ARGS)
	$(VENV)/bin/hexfront lab styles planner --game kesselschlacht --games 40 \
		--out $(RESULTS)/kesselschlacht-styles.jsonl $(ARGS)
	$(VENV)/bin/hexfront lab match planner ./tools/baseline_planner.py:60 --games 200 \
		--out $(RESULTS)/planner-baseline.jsonl $(ARGS)
	$(VENV)/bin/hexfront lab match planner ./tools/baseline_planner.py:60 --game oder --games 200 \
		--out $(RESULTS)/oder-planner-baseline.jsonl $(ARGS)
	$(VENV)/bin/hexfront lab match planner ./tools/baseline_planner.py:60 --game kesselschlacht --games 200 \
		--out $(RESULTS)/kesselschlacht-planner-baseline.jsonl $(ARGS)

soak: $(DEV) ## a thousand random games, 100,000 refusals, 2,000 positions read twice, the server killed 100 times, 30 whole games searched for leaks
	$(PY) -m tests.games.soak --games 1000 $(ARGS)
	HEXFRONT_WHOLE=1 $(PY) -m pytest -n 2 -q tests/games/test_refusals.py tests/games/test_views.py
	HEXFRONT_SLOW_POSITIONS=2000 $(PY) -m pytest -n 2 -q tests/kesselschlacht/test_slow_reading.py
	HEXFRONT_REASON_GAMES=20 $(PY) -m pytest -n 2 -q tests/bots/test_reasons.py
	HEXFRONT_ENV_CYCLES=3000 $(PY) -m pytest -q tests/env
	@tools/postgres.sh
	HEXFRONT_KILLS=200 $(PY) -m pytest -q tests/server/test_kill.py
	HEXFRONT_LEAK_GAMES=20 $(PY) -m pytest -q tests/server/test_leaks.py tests/server/test_kesselschlacht.py
	HEXFRONT_PAIRS=500 $(PY) -m pytest -q tests/server/test_worlds.py
	HEXFRONT_MALFORMED=20000 $(PY) -m pytest -q tests/server/test_wire.py
	$(PY) -m bench.soak --minutes $(MINUTES)

lock: $(DEV) ## pin the requirements again (LOCK_FLAGS=--upgrade for newer versions)
	$(UV_LOCK) --output-file requirements/play.txt
	$(UV_LOCK) --extra serve --constraint requirements/play.txt --no-annotate \
		--output-file requirements/serve.txt
	$(UV_LOCK) --extra serve --extra ray --extra env --extra dev --constraint requirements/play.txt --no-annotate \
		--output-file requirements/dev.txt

api: $(DEV) ## the API reference from the docstrings, into out/api
	$(PY) tools/api.py

release: $(DEV) ## check and build the packages of a release; nothing is uploaded
	$(PY) tools/release.py $(ARGS)

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
