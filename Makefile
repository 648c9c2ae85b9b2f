# Everything here needs Python 3.11 or later, make and the package index; nothing has to be installed first.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test lint style types test-compiled test-plain test-bounds test-apart test-lowest test-cluster \
	test-libraries golden docs site bench bench-peers checkpoints dist clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 16

# The environment, made again when what it holds changes. An interrupted install leaves no stamp.
$(STAMP): pyproject.toml constraints.txt
	@echo "== installing into .venv (a few minutes the first time)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[all,dev]"
	@touch $@

demo: $(STAMP) ## see the suite at work
	@$(BIN)/python examples/demo.py

test: export OMP_NUM_THREADS = 1
test: style site test-compiled test-plain test-bounds test-apart types ## everything that has to pass before a commit

lint: style types ## style and types

style: $(STAMP) ## ruff's rules and format
	@echo "== style"
	@$(BIN)/ruff check --quiet --output-format concise .
	@$(BIN)/ruff format --check --quiet .

# The games are compiled once before the test processes start, or each of them would compile all of them.
test-compiled: $(STAMP) ## the whole suite of tests, compiled
	@echo "== tests, compiled"
	@$(BIN)/cosmozoo compile
	@$(BIN)/pytest tests -n 2 -W error

test-plain: $(STAMP) ## the tests marked `plain` with the compiler off, under coverage
	@echo "== tests, compiler off"
	@$(BIN)/coverage erase
	@NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest tests -n 2 -m plain -W error
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

# Bounds checks are no part of Numba's own cache key: code compiled without them must not be found here. The two
# processes get whole files, so that they seldom compile the same.
test-bounds: $(STAMP) ## the tests marked `boundscheck` with Numba's bounds checks on
	@echo "== tests, bounds checked"
	@NUMBA_BOUNDSCHECK=1 COSMOZOO_CACHE_DIR="$(CURDIR)/build/boundscheck-cache" \
		$(BIN)/pytest tests -n 2 --dist loadfile -m boundscheck -W error

test-apart: $(STAMP) ## test-lowest and test-cluster, at the same time
	@echo "== tests, lowest versions, and a cluster of two workers"
	@$(BIN)/nox -s apart

test-lowest: $(STAMP) ## the core tests with the oldest Gymnasium and PettingZoo that are supported
	@echo "== tests, lowest versions"
	@$(BIN)/nox -s "core(lowest)"

test-cluster: $(STAMP) ## runs with RLlib on a cluster of two workers on this machine
	@echo "== tests, a cluster of two workers"
	@$(BIN)/nox -s cluster

test-libraries: $(STAMP) ## the suite inside other libraries and with the newest versions (ten minutes, and the installing)
	@$(BIN)/nox -s library "core(newest)"

# The wheel is built from the sdist, so both are tried. mypy sees it as a user's mypy would: installed in
# an environment of its own, which borrows the libraries of .venv.
types: dist ## mypy on the installed wheel
	@echo "== types of the installed wheel"
	@$(BIN)/python -m venv --clear --without-pip build/wheel-env
	@$(BIN)/python -m pip --python build/wheel-env/bin/python install --quiet --disable-pip-version-check \
		--no-deps build/dist/*.whl
	@$(BIN)/python -c "import sysconfig; print(sysconfig.get_path('purelib'))" > build/libraries.pth
	@mv build/libraries.pth "$$(build/wheel-env/bin/python -c "import sysconfig; print(sysconfig.get_path('purelib'))")"
	@cd build/wheel-env && "$(CURDIR)/$(BIN)/mypy" --config-file "$(CURDIR)/pyproject.toml" \
		--cache-dir "$(CURDIR)/.mypy_cache" --python-executable bin/python -p cosmozoo

dist: $(STAMP) ## sdist and wheel, in build/dist
	@mkdir -p build && rm -rf build/dist
	@$(BIN)/python -m build --no-isolation --outdir build/dist . > build/dist.log 2>&1 \
		|| { cat build/dist.log; exit 1; }

golden: $(STAMP) ## write the golden transcripts anew; read their diff before committing it
	@$(BIN)/python tests/golden/regenerate.py

docs: $(STAMP) ## write the generated parts of docs/ anew, then build the site into build/site
	@$(BIN)/python docs/generate.py
	@$(MAKE) site

# Not with --quiet, which would hide the warnings from --strict as well.
site: $(STAMP) ## build the site strictly: a dead link or a broken page is an error
	@echo "== site"
	@mkdir -p build
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict > build/site.log 2>&1 || { cat build/site.log; exit 1; }

PEERS_STAMP := build/peers/.installed

# The comparison follows where its peers are installed (bench-peers installs them).
bench: $(STAMP) ## measure the speed of every game, and its peers if bench-peers has been made
	@$(BIN)/cosmozoo bench
	@test ! -e $(PEERS_STAMP) || $(BIN)/python benchmarks/peers.py

$(PEERS_STAMP): $(STAMP) benchmarks/peers_requirements.txt
	@PYTHON=$(BIN)/python benchmarks/peers_environment.sh build/peers
	@touch $@

bench-peers: $(PEERS_STAMP) ## install other libraries apart, measure the suite beside them, write it up
	@$(BIN)/python benchmarks/peers.py

checkpoints: $(STAMP) ## train every run of configs/ anew and ship the checkpoints (hours)
	@$(BIN)/python -m cosmozoo.train.shipping configs/*.yaml
	@$(BIN)/python docs/generate.py

clean: ## remove what the other targets made, .venv included
	@rm -rf .venv build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find envs wrappers train play configs suite tests -name __pycache__ -prune -exec rm -rf {} +
