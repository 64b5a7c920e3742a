"""The fault campaign finds nothing if all is well, finds deliberate mistakes, and keeps them as cases."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaigns.faults.bench import Bench
from campaigns.faults.case import Fault, keep, kept_faults
from campaigns.faults.kinds import try_full, try_kill
from campaigns.faults.streams import stream_seconds, try_killed_stream
from campaigns.home import own_home
from simnon.session import cases

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are copied and killed as on Linux"),
]
WRITERS = ("SAVE", "EDIT", "JOURNAL -FORCE", "EXPORT nc", "EXPORT many zarr", "EXPORT many parquet", "LOGGER")


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    home = tmp_path_factory.mktemp("home")
    with own_home(home):
        yield Bench(home)


@pytest.mark.parametrize("writer", WRITERS)
def test_a_kill_at_any_step_leaves_the_old_file_or_the_new_one(bench: Bench, writer: str) -> None:
    events = bench.known(writer)[3]
    for event in range(1, events + 1, max(1, events // 8)):
        assert try_kill(bench, Fault("kill", writer, event=event)) == []


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("room", [1, 4000])
def test_a_full_disk_leaves_the_old_file_and_the_session(bench: Bench, writer: str, room: int) -> None:
    assert try_full(bench, Fault("full", writer, room=room)) == []


@pytest.mark.parametrize("name", ["new.nc", "over.zarr"])
def test_members_that_count_as_done_in_a_killed_stream_are_complete(bench: Bench, name: str) -> None:
    for part in (0.3, 0.6, 0.9):
        seconds = part * stream_seconds(bench, name)
        assert try_killed_stream(bench, Fault("stream", name, seconds=seconds)) == []


def test_a_writer_that_writes_in_place_is_found(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def write_in_place(path: Path, content: str, *, force: bool) -> None:
        assert isinstance(force, bool)
        with path.open("w") as file:
            file.write(content[: len(content) // 2])
        with path.open("a") as file:
            file.write(content[len(content) // 2 :])

    bench.known("SAVE")
    monkeypatch.setattr(cases, "write_file", write_in_place)
    found = [try_kill(bench, Fault("kill", "SAVE", event=event)) for event in range(1, 6)]

    assert any("neither the old nor the new" in complaint for complaints in found for complaint in complaints)


def test_a_finding_is_kept_as_a_case_that_is_replayed(tmp_path: Path) -> None:
    fault = Fault("kill", "EXPORT many zarr", event=7)
    path = keep(fault, ["many.zarr is gone"], tmp_path)

    assert kept_faults(tmp_path) == {path.stem: fault}
