"""Targets: no other package uses their types, and the table of the architecture page has a line for each."""

import re
from pathlib import Path

import pytest

from simnon.targets import TARGETS
from tests.architecture.import_rules import public_names
from tests.architecture.target_rules import find_types_of_targets, types_of_targets
from tests.architecture.test_imports import ROOT, TREE, write_tree


def test_no_other_package_names_a_type_of_a_target() -> None:
    assert find_types_of_targets(TREE) == []


def test_the_package_targets_exports_none_either() -> None:
    assert not set(public_names(TREE / "targets" / "__init__.py")) & set(types_of_targets(TREE))


def test_types_that_were_once_used_elsewhere_are_checked() -> None:
    assert {"CompiledProgram", "ObjectCode", "LaneProgram", "InterpretedProgram"} <= set(types_of_targets(TREE))


@pytest.mark.parametrize(
    "text",
    [
        "from simnon.targets import MachineCode",
        "def f(x): return isinstance(x, MachineCode)",
        "def f(x: 'MachineCode') -> None: ...",
        "import simnon.targets\nx: simnon.targets.MachineCode",
    ],
)
def test_a_type_of_a_target_is_found_wherever_it_is_named(tmp_path: Path, text: str) -> None:
    tree = write_tree(
        tmp_path, program__target="class Target: ...", targets__llvm="", simulation__run=text, compiler__load="Target"
    )
    (tree / "targets" / "llvm").mkdir()
    (tree / "targets" / "llvm" / "engine.py").write_text("class MachineCode: ...\nclass Target: ...", "utf-8")

    line = len(text.splitlines())
    assert find_types_of_targets(tree) == [f"simulation/run.py:{line}: MachineCode is a type of the target llvm"]


def test_a_target_is_a_folder_with_a_line_in_the_table_and_on_the_page() -> None:
    folders = {path.name for path in (TREE / "targets").iterdir() if (path / "__init__.py").exists()}
    written = re.findall(r"^  \| `(\w+)` \|", (ROOT / "ARCHITECTURE.md").read_text("utf-8"), re.MULTILINE)

    assert set(TARGETS) == folders
    assert written == list(TARGETS)
