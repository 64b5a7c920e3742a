"""The resources of the machine: read from the system, and compared with the request."""

from pathlib import Path

import pytest

from simnon.source import UserError, resources


def test_this_machine_reports_its_resources(tmp_path: Path) -> None:
    available, free = resources.memory_available(), resources.disk_free(tmp_path)

    assert available is None or available > 2**20
    assert free is not None


def test_the_smallest_limit_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "memory.max").write_text("3000000\n", "ascii")
    (tmp_path / "memory.current").write_text("2000000\n", "ascii")
    (tmp_path / "memory.stat").write_text("anon 5\ninactive_file 500000\n", "ascii")
    monkeypatch.setattr(resources, "_CONTROL_GROUP", tmp_path)

    assert resources.memory_available() == 1_500_000


def test_a_limit_of_the_process_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "limits").write_text(
        "Limit  Soft Limit  Hard Limit\nMax address space  409600  unlimited bytes\n", "ascii"
    )
    (tmp_path / "statm").write_text("1 1 1\n", "ascii")
    monkeypatch.setattr(resources, "_PROCESS", tmp_path)

    available = resources.memory_available()

    assert available is not None
    assert available < 409600


def test_nothing_is_refused_if_nothing_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(resources, "memory_available", lambda: None)

    resources.check_memory(1e300, "it", "")
    resources.check_disk(1e300, tmp_path / "nosuch", "it", "")


def test_a_request_that_does_not_fit_is_refused_with_what_is_available(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(resources, "memory_available", lambda: 2_000_000_000)
    monkeypatch.setattr(resources, "disk_free", lambda _: 3_000_000)

    resources.check_memory(1e9, "a sweep", "")
    with pytest.raises(UserError) as caught:
        resources.check_memory(7.7e9, "a sweep", "keep less")
    assert caught.value.message == "a sweep would need 7.7 GB of memory, but 2 GB is available"
    with pytest.raises(UserError, match=r"a file would need 4 MB in .*, where 3 MB is free"):
        resources.check_disk(4e6, tmp_path, "a file", "")


@pytest.mark.parametrize(
    ("count", "text"),
    [(12, "12 bytes"), (1500, "1.5 kB"), (7.7e9, "7.7 GB"), (9.9e15, "9.9 PB"), (2e301, "2e+301 bytes")],
)
def test_sizes_are_short(count: float, text: str) -> None:
    assert resources.size_text(count) == text
