"""Settings of all tests."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

# Where the environment keeps no byte code, every worker, and every process of a test, would compile all modules again:
# this comes before any import of Simnon.
CACHE = Path(__file__).parents[1] / ".pytest_cache"
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(CACHE / "byte-code")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

from hypothesis import settings  # noqa: E402

from tests.contracts import check_passes  # noqa: E402
from tests.examples import ALL, FAST  # noqa: E402
from tests.kept_objects import keep_objects, kept_folders, remove_unused  # noqa: E402

# What a busy machine makes slow is not wrong; benchmarks measure times.
settings.register_profile("all", max_examples=ALL, deadline=None)
settings.register_profile("fast", max_examples=FAST, deadline=None)
settings.load_profile("all")


# Most of what a test makes is released by itself: the rest need not be looked for so often.
gc.set_threshold(20_000)


def pytest_configure(config: pytest.Config) -> None:
    # A shell makes what it starts in the background ignore Ctrl-C, and processes of tests would inherit that and hang.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.option.markexpr == "not slow":
        settings.load_profile("fast")
    if not hasattr(config, "workerinput"):
        remove_unused(OBJECTS[0])


SECONDS_OF_A_SLOW_TEST = 600
OBJECTS = kept_folders(CACHE / "objects")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that hangs fails; the limit of the others is in pyproject.toml."""
    for item in items:
        if item.get_closest_marker("slow") is not None:
            item.add_marker(pytest.mark.timeout(SECONDS_OF_A_SLOW_TEST))


@pytest.fixture(autouse=True, scope="session")
def state_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What Simnon remembers of its user is not that of whoever runs the tests."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


@pytest.fixture(autouse=True, scope="session")
def contracts_of_passes() -> Iterator[None]:
    """Whatever model a test compiles keeps the contracts of its stages."""
    with pytest.MonkeyPatch.context() as patch:
        check_passes(patch)
        yield


@pytest.fixture(autouse=True, scope="session")
def objects_of_earlier_tests() -> Iterator[None]:
    """LLVM compiles the same text only once for all tests, whatever the checkout."""
    with pytest.MonkeyPatch.context() as patch:
        keep_objects(patch, OBJECTS)
        yield


@pytest.fixture(autouse=True, scope="session")
def no_wait_for_the_disk() -> Iterator[None]:
    """What a test writes need not survive a loss of power; processes that are killed write as users' do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _file: None)
        yield


@pytest.fixture(autouse=True)
def handler_of_interrupts() -> Iterator[None]:
    """A test that leaves Ctrl-C handled otherwise than it found it fails; the tests after it do not."""
    before = signal.getsignal(signal.SIGINT)
    yield
    after = signal.getsignal(signal.SIGINT)
    if after is not before:
        signal.signal(signal.SIGINT, before)
        pytest.fail(f"the test leaves Ctrl-C to {after}")


@pytest.fixture(autouse=True)
def no_trust_remains() -> Iterator[None]:
    """A folder that a test has trusted is not trusted in the next one, which may be inside it."""
    yield
    Path(os.environ["XDG_STATE_HOME"], "simnon", "trusted-folders").unlink(missing_ok=True)


@pytest.fixture
def only_new_garbage() -> None:
    """What was there before the test is not looked at when it collects garbage."""
    gc.freeze()


def pytest_collection_finish() -> None:
    """What is there now stays to the end: it need not be looked at again and again for garbage."""
    gc.collect()
    gc.freeze()
