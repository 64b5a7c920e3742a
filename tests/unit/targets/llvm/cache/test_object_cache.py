"""Object code on disk: kept, read back, and compiled again if the file is not what this user wrote."""

import hashlib
import os
import stat
from pathlib import Path

import pytest

from simnon import load
from simnon.lowering import method_program
from simnon.program import Program, SharedProgram
from simnon.source import state_folder
from simnon.targets.llvm import ObjectCode
from simnon.targets.llvm.cache import cache_key as cache_key_module
from simnon.targets.llvm.cache import cached_objects, keep_objects, kept_objects, object_cache
from simnon.targets.llvm.cache.cache_key import cache_key
from simnon.targets.llvm.run_code import ready, shared_objects


def euler(calls: list[int] | None = None) -> SharedProgram:
    """Notes in `calls` when it is built."""

    def make() -> Program:
        if calls is not None:
            calls.append(1)
        return method_program("euler", is_complete=True)

    return SharedProgram("euler", make)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIMNON_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "cache"


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_compiled_code_is_read_back_and_nothing_else_is_left(folder: Path) -> None:
    calls: list[int] = []
    first = cached_objects(euler(calls))
    second = cached_objects(euler(calls))

    assert second.objects == first.objects
    assert len(calls) == 1
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize(
    "damage", [lambda b: b[:200], lambda b: b[:-9] + b"x" + b[-8:], lambda _b: b"", lambda b: b"{}\n" + b]
)
def test_a_damaged_file_is_compiled_again(folder: Path, damage: object) -> None:
    assert callable(damage)
    calls: list[int] = []
    first = cached_objects(euler(calls))
    (file,) = folder.iterdir()
    file.write_bytes(damage(file.read_bytes()))

    assert cached_objects(euler(calls)).objects == first.objects
    assert len(calls) == 2


def test_an_unwritable_folder_does_no_harm(folder: Path) -> None:
    folder.write_text("", encoding="utf-8")

    assert cached_objects(euler()).objects


def test_only_the_most_recent_code_for_models_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(object_cache, "MAX_MODELS", 3)
    code = cached_objects(euler())
    for number in range(5):
        keep_objects(f"model-{number}", code)
        for path in folder.glob(f"model-{number}*"):
            os.utime(path, (number, number))

    kept = [number for number in range(5) if kept_objects(f"model-{number}") is not None]
    assert kept == [2, 3, 4]
    assert kept_objects("euler") is not None


def test_the_folder_and_the_key_are_for_the_user_alone(folder: Path) -> None:
    cached_objects(euler())

    own = state_folder()
    assert own is not None
    assert mode_of(folder) == mode_of(own) == 0o700
    assert mode_of(own / "cache-key") == 0o600
    assert [mode_of(path) for path in folder.iterdir()] == [0o600]


def is_kept_when_read(folder: Path) -> bool:
    calls: list[int] = []
    cached_objects(euler(calls))
    return not calls


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777, 0o1777])
def test_nothing_is_read_from_a_folder_that_others_can_change(folder: Path, mode: int) -> None:
    cached_objects(euler())
    folder.chmod(mode)

    assert not is_kept_when_read(folder)
    folder.chmod(0o755)
    assert is_kept_when_read(folder)


def test_nothing_is_read_from_the_folder_of_a_different_user(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cached_objects(euler())
    cache_key()
    other = os.geteuid() + 1
    monkeypatch.setattr("os.geteuid", lambda: other)

    assert not is_kept_when_read(folder)


def test_a_file_of_somebody_else_is_compiled_again_even_if_its_digest_is_right(folder: Path) -> None:
    cached_objects(euler())
    (file,) = folder.iterdir()
    signed = file.read_bytes().partition(b"\n")[2]
    digest = hashlib.blake2b(file.name.encode() + b"\0" + signed, digest_size=32).hexdigest()
    file.write_bytes(digest.encode() + b"\n" + signed)

    assert not is_kept_when_read(folder)
    assert is_kept_when_read(folder)


def test_the_code_of_one_model_does_not_pass_for_that_of_a_different_one(folder: Path) -> None:
    code = cached_objects(euler())
    keep_objects("model-1", code)
    (file,) = folder.glob("model-1-*")
    file.rename(folder / file.name.replace("model-1-", "model-2-"))

    assert kept_objects("model-2") is None


@pytest.mark.parametrize("spoil", ["readable", "short", "link"])
def test_a_key_that_others_may_know_is_replaced(folder: Path, spoil: str, tmp_path: Path) -> None:
    cached_objects(euler())
    own = state_folder()
    assert own is not None
    key = own / "cache-key"
    before = key.read_bytes()
    if spoil == "readable":
        key.chmod(0o644)
    elif spoil == "short":
        key.write_bytes(b"short")
    else:
        key.rename(tmp_path / "elsewhere")
        key.symlink_to(tmp_path / "elsewhere")
    object_cache_key_forgotten()

    assert not is_kept_when_read(folder)
    assert key.read_bytes() != before
    assert mode_of(key) == 0o600
    assert not key.is_symlink()


def object_cache_key_forgotten() -> None:
    """As in a new process."""
    cache_key_module._key_in.cache_clear()


def test_without_a_home_nothing_is_cached(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_STATE_HOME", "SIMNON_CACHE"):
        monkeypatch.delenv(name)
    monkeypatch.setattr(Path, "home", without_home)

    assert cached_objects(euler()).objects
    assert kept_objects("euler") is None


def without_home() -> Path:
    raise RuntimeError("no home")


TEXT = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -k*SIN(x)\nk: 1\nx: 1\nEND\n"


def all_kept(folder: Path) -> list[str]:
    """The names under which objects are cached."""
    return [path.name.rpartition("-")[0] for path in folder.glob("*.object")]


@pytest.mark.slow
def test_objects_that_cannot_be_linked_are_discarded_and_compiled_again(folder: Path) -> None:
    def results() -> list[float]:
        shared_objects.cache_clear()
        ready.cache_clear()
        model = load(TEXT)
        run = model.simulate(0, 1, method="dopri5")
        model.finish_compiling()
        again = model.simulate(0, 1, method="dopri5")
        model.sweep({"k": [1.0, 2.0]}, 0, 1, method="dopri5")
        model.finish_compiling()
        members = model.sweep({"k": [1.0, 2.0]}, 0, 1, method="dopri5")
        return [run["x"][-1], again["x"][-1], *members["final(x)"].tolist()]

    expected = results()
    names = all_kept(folder)
    assert {"elementary-functions", "run-loop"} <= set(names)
    assert any(name.startswith("model-lanes") for name in names)
    assert any(name.startswith("model-dopri5") for name in names)
    good_of_name = {name: kept_objects(name) for name in names}
    for name, good in good_of_name.items():
        assert good is not None
        keep_objects(name, ObjectCode((b"no object at all",), good.entries, good.undefined))
        assert results() == expected


def test_files_left_by_a_killed_process_are_removed(folder: Path) -> None:
    code = cached_objects(euler())
    left, present = folder / ".part-old", folder / ".part-new"
    left.write_bytes(b"")
    present.write_bytes(b"")
    os.utime(left, (1, 1))

    keep_objects("model-1", code)

    assert not left.exists()
    assert present.exists()
