# make class, make lab and make test: each works on a fresh machine and can be repeated.
PYTHON ?= python3
BIN = .venv/bin

.PHONY: class lab test

class: .venv/ready
	$(BIN)/dikkat sample
	$(BIN)/dikkat grade || test $$? = 1

lab: .venv/ready
	$(BIN)/dikkat start

test: .venv/ready-to-test
	$(BIN)/python -m pytest -n 2 --dist loadfile --durations 25

.venv/ready: requirements.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --disable-pip-version-check -r requirements.txt
	touch $@

.venv/ready-to-test: .venv/ready
	$(BIN)/python -m pip install --disable-pip-version-check -e '.[test]'
	touch $@
