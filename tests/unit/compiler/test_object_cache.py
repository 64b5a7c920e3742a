"""Object code on disk: kept, read back, and made again where the file is not what was written."""

import os
from pathlib import Path

import pytest

from simnon.compiler import object_cache
from simnon.compiler.object_cache import cached_objects, keep_objects, kept_objects
from simnon.lowering import method_program
from simnon.program import Program


def made(calls: list[int]) -> Program:
    calls.append(1)
    return method_program("euler", is_whole=True)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIMNON_CACHE", str(tmp_path))
    return tmp_path


def test_what_was_compiled_is_read_back_and_nothing_else_is_left(folder: Path) -> None:
    calls: list[int] = []
    first = cached_objects("euler", lambda: made(calls))
    second = cached_objects("euler", lambda: made(calls))

    assert second.objects == first.objects
    assert len(calls) == 1
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize(
    "damage", [lambda b: b[:200], lambda b: b[:-9] + b"x" + b[-8:], lambda _b: b"", lambda b: b"{}\n" + b]
)
def test_a_damaged_file_is_made_again(folder: Path, damage: object) -> None:
    assert callable(damage)
    calls: list[int] = []
    first = cached_objects("euler", lambda: made(calls))
    (file,) = folder.iterdir()
    file.write_bytes(damage(file.read_bytes()))

    assert cached_objects("euler", lambda: made(calls)).objects == first.objects
    assert len(calls) == 2


def test_a_folder_that_cannot_be_written_is_no_harm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocker = folder / "file"
    blocker.write_text("", encoding="utf-8")
    monkeypatch.setenv("SIMNON_CACHE", str(blocker))

    assert cached_objects("euler", lambda: made([])).objects


def test_of_the_code_for_models_the_last_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(object_cache, "MOST_MODELS", 3)
    code = cached_objects("euler", lambda: made([]))
    for number in range(5):
        keep_objects(f"model-{number}", code)
        for path in folder.glob(f"model-{number}*"):
            os.utime(path, (number, number))

    kept = [number for number in range(5) if kept_objects(f"model-{number}") is not None]
    assert kept == [2, 3, 4]
    assert kept_objects("euler") is not None
