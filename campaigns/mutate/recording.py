"""A pytest plugin: records the lines of one package that each test reaches, and its processor time."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage

VARIABLE = "SIMNON_RECORD_INTO"
"""The folder to write into, and the folder of the package, separated like those of PATH."""


class _Recorder:
    def __init__(self, folder: Path, package: Path) -> None:
        self._folder = folder
        self._seconds_of_test: dict[str, float] = {}
        self._coverage = Coverage(
            data_file=str(folder / "lines"), include=[f"{package}/*"], config_file=False, messages=False
        )
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        began = time.process_time()
        try:
            return (yield)
        finally:
            self._seconds_of_test[item.nodeid] = time.process_time() - began

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        self._coverage.save()
        (self._folder / "seconds.json").write_text(json.dumps(self._seconds_of_test), "utf-8")


def pytest_configure(config: pytest.Config) -> None:
    folder, package = os.environ[VARIABLE].split(os.pathsep)
    config.pluginmanager.register(_Recorder(Path(folder), Path(package)))
