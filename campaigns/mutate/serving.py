"""A pytest plugin: collects the tests once, then runs them for each request in a process forked from this one.

Requests and replies are lines of JSON through two pipes. A request has the functions that a mutant changes, if it can
be put into modules that are already imported, and the order of the tests; they end at the first that fails.
"""

import json
import os
import resource
import signal
import time
from dataclasses import asdict, dataclass

import pytest

from .replacing import replace, replacements

VARIABLE = "SIMNON_MUTATE_PIPES"
"""The file descriptors of requests and replies."""
MAX_MEMORY = 8 << 30
TIMES_LONGER = 10.0
SECONDS_LONGER = 20.0
"""A test hangs if it takes this much processor time more than `TIMES_LONGER` times its usual."""


@dataclass(frozen=True, slots=True)
class Request:
    """The tests to run, by index, with their usual seconds; `path` is empty if no module is changed."""

    path: str
    before: str
    after: str
    order: list[int]
    seconds: list[float]
    max_seconds: float
    """Of processor time: what is not noticed by then is not noticed."""

    def to_line(self) -> str:
        return json.dumps(asdict(self)) + "\n"


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    reading, writing = (int(number) for number in os.environ[VARIABLE].split())
    # Collecting has failed: the end of the replies reports it.
    if session.testsfailed:
        return True
    _reply(writing, tests=[item.nodeid for item in session.items])
    with os.fdopen(reading, encoding="utf-8") as requests:
        for line in requests:
            child = os.fork()
            if child == 0:
                os.setsid()
                _serve(session, Request(**json.loads(line)), writing)
            _reply(writing, child=child)
            _, status = os.waitpid(child, 0)
            _reply(writing, status=os.waitstatus_to_exitcode(status))
    return True


def _serve(session: pytest.Session, request: Request, writing: int) -> None:
    """Never returns."""
    status = 70
    try:
        # A campaign in the background ignores Ctrl-C, and its children would inherit that.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        if request.path:
            found = replacements(request.path, request.before, request.after)
            assert found, "only functions can be replaced"
            replace(found)
        status = _run_tests(session, request, writing)
    finally:
        os._exit(status)


def _run_tests(session: pytest.Session, request: Request, writing: int) -> int:
    began = time.process_time()
    items = [session.items[index] for index in request.order]
    for number, (item, seconds) in enumerate(zip(items, request.seconds, strict=True)):
        if time.process_time() - began > request.max_seconds:
            break
        _reply(writing, test=item.nodeid)
        signal.setitimer(signal.ITIMER_PROF, TIMES_LONGER * seconds + SECONDS_LONGER)
        following = items[number + 1] if number + 1 < len(items) else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return int(pytest.ExitCode.TESTS_FAILED)
    return int(pytest.ExitCode.OK)


def _reply(writing: int, **content: object) -> None:
    os.write(writing, (json.dumps(content) + "\n").encode())
