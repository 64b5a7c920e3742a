"""Rules for files: meaningful names, a docstring first, no paths of one machine."""

import ast
from pathlib import Path

import pytest

from tests.architecture.file_rules import find_empty_names, find_forbidden_words, find_missing_docstrings

ROOT = Path(__file__).parents[2]


def test_every_module_and_folder_has_a_meaningful_name() -> None:
    assert [
        name for part in ("src", "tests", "benchmarks", "campaigns") for name in find_empty_names(ROOT / part)
    ] == []


def test_every_package_and_module_opens_with_a_docstring() -> None:
    assert find_missing_docstrings(ROOT / "src" / "simnon") == []


def test_no_file_names_a_path_of_one_machine_or_a_registry() -> None:
    assert find_forbidden_words(ROOT) == []


def test_run_can_be_read_by_an_old_python() -> None:
    ast.parse((ROOT / "run.py").read_text("utf-8"), feature_version=(3, 6))


def test_meaningless_names_are_found(tmp_path: Path) -> None:
    (tmp_path / "misc").mkdir()
    for name in ("utils.py", "misc/span.py", "database.py", "data.csv"):
        (tmp_path / name).write_text("")

    assert find_empty_names(tmp_path) == ["misc", "utils.py"]


def test_missing_docstrings_are_found(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "__init__.py").write_text('"""Said."""')
    (tmp_path / "span.py").write_text("x = 1")
    (tmp_path / "model" / "variable.py").write_text('# A comment.\n\n"""Said,\nat length."""\nx = 1\n')
    (tmp_path / "model" / "empty.py").write_text("")
    (tmp_path / "model" / "silent.py").write_text('""""""\nx = 1\n')
    (tmp_path / "model" / "sum.py").write_text('"a" + "b"\n')

    silent = ["model/__init__.py", "model/empty.py", "model/silent.py", "model/sum.py", "span.py"]
    assert find_missing_docstrings(tmp_path) == silent


@pytest.mark.parametrize(
    "line",
    [
        "see /" + "home/ada/models",
        "see '/" + "work/shared'",
        "C:\\Users" + "\\ada",
        "https://py" + "pi.org/simple",
        "files.python" + "hosted.org",
    ],
)
def test_paths_and_registries_are_found(tmp_path: Path, line: str) -> None:
    (tmp_path / "notes.md").write_text(f"fine\n{line}\n", "utf-8")

    assert [found.rsplit(":", 1)[0] for found in find_forbidden_words(tmp_path)] == ["notes.md:2"]


def test_ordinary_paths_are_not_reported(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("src/work/x, #!/usr/bin/env bash, a/home/b, ~/work/models\n", "utf-8")
    (tmp_path / "picture.png").write_bytes(b"\xff\xfe/" + b"root/")

    assert find_forbidden_words(tmp_path) == []
