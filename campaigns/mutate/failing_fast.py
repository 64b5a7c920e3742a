"""A pytest plugin: the tests that are likeliest to fail come first, and none takes all the memory."""

import os
import resource
import signal

import pytest

VARIABLE = "SIMNON_LIKELIEST_TESTS"
"""Substrings of test names, one per line, the likeliest first."""
MAX_MEMORY = 8 << 30


def pytest_configure() -> None:
    # A campaign in the background ignores Ctrl-C, and its children would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The sort is stable."""
    parts = os.environ[VARIABLE].split("\n")
    items.sort(key=lambda item: rank(item.nodeid, parts))


def rank(name: str, parts: list[str]) -> int:
    return next((i for i, part in enumerate(parts) if part in name), len(parts))
