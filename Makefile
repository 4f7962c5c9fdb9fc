# Two commands set everything up: `make play` and `make test`. They need Python 3.11+ and make.
.DEFAULT_GOAL := help
.PHONY: help play test check bench format pins clean

PYTHON ?= python3
BIN := .venv/bin
PLAYING := .venv/.playing
READY := .venv/.ready
WORKERS ?= auto

help:  ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 14

play: $(PLAYING)  ## open the browser on a game against the house
	@$(BIN)/volto

test: $(READY)  ## run the tests
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --cov --cov-report=

check: $(READY)  ## lint, type-check, check the layers and how much the last tests covered
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	@if [ -x node_modules/.bin/tsc ]; then echo node_modules/.bin/tsc && node_modules/.bin/tsc; \
		else echo "NO TSC, SO THE PAGES' SCRIPTS ARE NOT TYPE-CHECKED: npm install --no-save typescript@5"; fi
	@if [ -f .coverage ]; then echo $(BIN)/coverage report && $(BIN)/coverage report --format=total; \
		else echo "NO COVERAGE DATA, SO ITS FLOOR IS NOT CHECKED: make test"; fi

bench: $(READY)  ## measure, side by side with a yardstick in C++ (needs g++)
	$(BIN)/python bench/simulator.py

format: $(READY)  ## put the code in the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

pins: $(READY)  ## choose the newest versions of everything again and write constraints.txt
	$(BIN)/python -m pip install --quiet --dry-run --ignore-installed --report .venv/report.json \
		'.[dev,ray,research,train]'
	$(BIN)/python -c 'import json; installs = json.load(open(".venv/report.json"))["install"]; \
		found = sorted((i["metadata"]["name"].lower(), i["metadata"]["version"]) for i in installs); \
		print("# Written by make pins: the versions that make play and make test install."); \
		[print(f"{name}=={version}") for name, version in found if name != "volto"]' > constraints.txt

clean:  ## remove what the other commands made
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# Playing needs little; the tests need every extra.
$(PLAYING): pyproject.toml constraints.txt
	$(call install,.,a minute)
	@touch $@

$(READY): pyproject.toml constraints.txt
	$(call install,.[dev$(comma)ray$(comma)research],some minutes)
	@touch $(PLAYING) $@

comma := ,
define install
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "volto needs Python 3.11 or later; say make PYTHON=python3.12 or the like" >&2; exit 1; }
	@echo "Setting up .venv; this takes $(2) the first time …"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '$(1)'
endef
