"""Front doors: every name leads to what it names, and a process loads no more than it uses."""

import builtins
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import simnon
from simnon import doors
from simnon.doors import load_the_rest

ROOT = Path(simnon.__file__).parent
DOORS = sorted(
    ".".join(("simnon", *path.parent.relative_to(ROOT).parts))
    for path in ROOT.rglob("__init__.py")
    if "with front_door(__name__):" in path.read_text("utf-8")
)
LOADED = "import sys; print(*[name for name in sys.modules if name in ('numpy', 'llvmlite', 'simnon.studies')])"


def printed(statements: str) -> str:
    return subprocess.run([sys.executable, "-c", statements], check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.parametrize("package", DOORS)
def test_every_public_name_can_be_loaded_and_is_listed(package: str) -> None:
    module = import_module(package)

    for name in module.__all__:
        assert getattr(module, name) is not module
    assert set(module.__all__) <= set(dir(module))


def test_importing_simnon_loads_no_library() -> None:
    assert printed(f"import simnon; {LOADED}") == ""


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"module 'simnon\.studies' has no attribute 'swoop'"):
        import_module("simnon.studies").swoop  # noqa: B018


def test_a_function_is_not_hidden_by_the_module_of_the_same_name() -> None:
    statements = "import simnon.studies.sweep; from simnon.studies import sweep; print(callable(sweep))"

    assert printed(statements) == "True"


def test_a_door_promises_names_and_keeps_the_import_of_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from simnon.doors import front_door\nwith front_door(__name__):\n    from .room import chair as seat\n"
    )
    (folder / "room.py").write_text("import json\nchair = 'a chair'\n")
    monkeypatch.syspath_prepend(tmp_path)
    plain_import = builtins.__import__

    house = import_module("house")

    assert "house.room" not in sys.modules
    assert house.seat == "a chair"
    assert "house.room" in sys.modules
    assert builtins.__import__ is plain_import


def test_a_session_starts_without_the_compiler_and_the_studies() -> None:
    loaded = (
        "import sys; print(*[name for name in ('llvmlite', 'simnon.analysis', 'simnon.studies', 'simnon.graphics') "
    )
    statements = f"from simnon.session import Session; from pathlib import Path; Session(Path('.')); {loaded}"

    assert printed(f"{statements} if name in sys.modules])") == ""


HOUSE = """
from collections.abc import Mapping
from simnon.doors import loaded_on_use
with loaded_on_use(__name__):
    from .room import Chair, sit

def rest(chairs: Mapping[str, Chair] | None, one: Chair | None = None) -> str:
    return sit(Chair("red"))
"""
ROOM = """
class Chair:
    legs = 4
    def __init__(self, colour):
        self.colour = colour

def sit(chair, *, where="at"):
    return f"{where} {chair.colour}"
"""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    folder = tmp_path / "later"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "hall.py").write_text(HOUSE)
    (folder / "room.py").write_text(ROOM)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(doors, "_stand_ins", [])
    yield import_module("later.hall")
    for name in ("later", "later.hall", "later.room"):
        sys.modules.pop(name, None)


def test_a_module_loads_what_it_notes_when_it_calls_it(house: Any) -> None:
    assert "later.room" not in sys.modules

    assert house.rest({}) == "at red"
    assert house.sit(house.Chair("blue"), where="on") == "on blue"


def test_a_stand_in_is_asked_like_the_class_it_stands_for(house: Any) -> None:
    chair = house.Chair("red")

    assert isinstance(chair, house.Chair)
    assert not isinstance("chair", house.Chair)
    assert house.Chair.legs == 4


def test_what_was_noted_can_be_loaded_beforehand(house: Any) -> None:
    load_the_rest()

    assert "later.room" in sys.modules


def test_a_name_loaded_on_use_takes_the_place_of_what_stands_for_it(house: Any) -> None:
    stand_in = house.sit

    assert house.rest(None) == "at red"

    assert house.sit is sys.modules["later.room"].sit
    assert stand_in(house.Chair("blue")) == "at blue"


def test_a_run_loads_only_the_part_of_the_compiler_that_its_text_needs() -> None:
    absent = (
        "simnon.analysis.relations.choose_states",
        "simnon.analysis.families",
        "simnon.assembly.arrays.keep_whole",
        "simnon.exports.fmu",
        "simnon.kernels.run",
        "simnon.simulation.tables",
        "simnon.targets.interpreter.interpret",
        "simnon.targets.llvm.libraries",
        "simnon.targets.mock_up",
        "xml.etree.ElementTree",
    )
    text = "CONTINUOUS SYSTEM s\\nSTATE x\\nDER dx\\ndx = -x\\nEND\\n"
    statements = f"import sys, simnon; simnon.load('{text}').simulate(0, 1); print(*{{*sys.modules}} & {{*{absent}}})"

    assert printed(statements) == ""
