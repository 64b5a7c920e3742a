"""What the description of an FMU says about versions, structural parameters, terminals and places in the text."""

import zipfile
from pathlib import Path
from typing import Any

import fmpy
import pytest
from fmpy.fmi2 import FMU2Slave
from fmpy.fmi3 import FMU3Slave
from fmpy.validation import validate_fmu
from lxml import etree  # type: ignore[import-untyped]

import simnon
from tests.unit.exports.fmu.importing import columns, names_in, own_numbers, simulate

EXAMPLES = Path(__file__).parents[4] / "examples"
HERE = ("x86_64-linux",)
PLANT = """CONTINUOUS SYSTEM valve
INPUT u
OUTPUT y
STATE x
DER dx
dx = u - x
VERSION linear
y = x
VERSION quadratic
y = x*x
END
CONTINUOUS SYSTEM fuse
OUTPUT y
STATE x
DER dx
VERSION whole
y = x
dx = 1 - x
WHEN x > 0.5
  VERSION broken
END
VERSION broken
y = 0
dx = -x
END
CONNECTING SYSTEM plant
TIME t
SYSTEM v: valve
SYSTEM f: fuse
SYSTEM c[1..n]: valve
v.u = t
c[i].u = scale*t/n FOR i = 1..n
n: 3
v.version: quadratic
INITIAL
scale = 2*k
k: 1
END
"""


def exported(text: str | Path, folder: Path, version: int) -> tuple[simnon.Model, Path]:
    model = simnon.load(text)
    path = model.to_fmu(folder / "plant.fmu", version=version, stop=4.0, method="dopri5", machines=HERE)
    assert validate_fmu(str(path)) == []
    return model, path


def described(path: Path) -> dict[str, Any]:
    return {v.name: v for v in fmpy.read_model_description(str(path)).modelVariables}


@pytest.mark.slow
@pytest.mark.parametrize("version", [2, 3])
def test_versions_are_enumerations_that_can_be_read(version: int, tmp_path: Path) -> None:
    model, path = exported(PLANT, tmp_path, version)
    found = described(path)
    names = ["v.version", "f.version", "c[2].version"]
    result = simulate(path, 4.0, "CoSimulation", names)

    assert [(found[name].type, found[name].variability) for name in names] == [
        ("Enumeration", "constant"),
        ("Enumeration", "discrete"),
        ("Enumeration", "constant"),
    ]
    assert [item.name for item in found["v.version"].declaredType.items] == ["linear", "quadratic"]
    assert columns(result, names)[[0, -1]].tolist() == [[2, 1, 1], [2, 2, 1]]
    shown = names_in(path, [v.name for v in model.variables])
    assert (
        columns(simulate(path, 4.0, "CoSimulation", shown), shown) == own_numbers(model, 4.0, "dopri5", shown)
    ).all()


def _slave(path: Path, folder: Path, kind: type[FMU2Slave] | type[FMU3Slave]) -> Any:
    description = fmpy.read_model_description(str(path))
    unzipped = fmpy.extract(str(path), str(folder / "unzipped"))
    slave = kind(guid=description.guid, unzipDirectory=unzipped, modelIdentifier="plant", instanceName="p")
    slave.instantiate()
    return slave


@pytest.mark.slow
def test_a_structural_parameter_is_one_in_fmi_3_and_keeps_its_value(tmp_path: Path) -> None:
    _, path = exported(PLANT, tmp_path, 3)
    found = described(path)["n"]
    slave = _slave(path, tmp_path, FMU3Slave)
    slave.enterConfigurationMode()
    slave.setUInt64([found.valueReference], [3])

    assert (found.type, found.causality, found.variability, found.start) == (
        "UInt64", "structuralParameter", "fixed", "3",
    )  # fmt: skip
    assert slave.getUInt64([found.valueReference]) == [3]
    with pytest.raises(Exception, match="fmi3SetUInt64"):
        slave.setUInt64([found.valueReference], [4])
    slave.freeInstance()


@pytest.mark.slow
def test_a_structural_parameter_is_a_constant_in_fmi_2(tmp_path: Path) -> None:
    _, path = exported(PLANT, tmp_path, 2)
    found = described(path)["n"]
    slave = _slave(path, tmp_path, FMU2Slave)

    assert (found.type, found.causality, found.variability) == ("Integer", "local", "constant")
    assert slave.getInteger([found.valueReference]) == [3]
    with pytest.raises(Exception, match="fmi2SetInteger"):
        slave.setInteger([found.valueReference], [4])
    slave.freeInstance()


@pytest.mark.slow
@pytest.mark.parametrize("version", [2, 3])
def test_a_number_of_initial_is_a_calculated_parameter_with_its_place(version: int, tmp_path: Path) -> None:
    _, path = exported(PLANT, tmp_path, version)
    found = described(path)["scale"]
    with zipfile.ZipFile(path) as archive:
        text = archive.read("modelDescription.xml").decode()
    place = '<source place="text 1:' if version == 2 else '<Annotation type="simnon.source">text 1:'

    assert (found.causality, found.variability) == ("calculatedParameter", "tunable")
    assert text.count(place) > 10


@pytest.mark.slow
def test_the_terminals_of_parts_are_listed_as_the_schema_wants_them(tmp_path: Path) -> None:
    _, path = exported(EXAMPLES / "drive.t", tmp_path, 3)
    with zipfile.ZipFile(path) as archive:
        document = etree.fromstring(archive.read("terminalsAndIcons/terminalsAndIcons.xml"))
    schema = Path(fmpy.__file__).parent / "schema" / "fmi3" / "fmi3TerminalsAndIcons.xsd"
    etree.XMLSchema(etree.parse(schema)).assertValid(document)
    shaft = document.find("Terminals/Terminal[@name='motor.shaft']")

    assert shaft.get("terminalKind") == "rotation.flange"
    assert [dict(member.attrib) for member in shaft] == [
        {"variableName": "motor.shaft.angle", "memberName": "angle", "variableKind": "signal"},
        {"variableName": "motor.shaft.torque", "memberName": "torque", "variableKind": "inflow"},
    ]
    assert {member.get("variableName") for member in document.iter("TerminalMemberVariable")} <= set(described(path))
