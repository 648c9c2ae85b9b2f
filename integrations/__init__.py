"""Tests of the suite inside other libraries, each in an environment of its own: `nox` makes and runs them."""
