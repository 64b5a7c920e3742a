"""Short descriptions -> CellML texts, with formulas in infix; numbers have no dimension."""

import libsbml

PROLOGUE = (
    '<?xml version="1.0"?>\n<model xmlns="http://www.cellml.org/cellml/2.0#" '
    'xmlns:cellml="http://www.cellml.org/cellml/2.0#" name="model">'
)
MATH = '<math xmlns="http://www.w3.org/1998/Math/MathML">'


def formula(text: str) -> str:
    node = libsbml.parseL3Formula(text)
    assert node is not None, libsbml.getLastParseL3Error()
    written = str(libsbml.writeMathMLToString(node)).partition("?>")[2].strip()
    inside = written.partition(">")[2].removesuffix("</math>")
    return inside.replace(' type="integer"', "").replace("<cn", '<cn cellml:units="dimensionless"')


def rate(state: str, value: str, time: str = "t") -> str:
    left = f"<apply><diff/><bvar><ci>{time}</ci></bvar><ci>{state}</ci></apply>"
    return f"<apply><eq/>{left}{formula(value)}</apply>"


def equation(left: str, right: str) -> str:
    return f"<apply><eq/>{formula(left)}{formula(right)}</apply>"


def variable(name: str, initial: str = "", units: str = "dimensionless") -> str:
    given = f'initial_value="{initial}"' if initial else ""
    return f'<variable name="{name}" units="{units}" interface="public_and_private" {given}/>'


def component(name: str, variables: list[str], equations: list[str]) -> str:
    lines = "\n".join(variables) + (f"\n{MATH}\n" + "\n".join(equations) + "\n</math>" if equations else "")
    return f'<component name="{name}">\n{lines}\n</component>'


def connection(first: str, second: str, *names: str) -> str:
    maps = "".join(f'<map_variables variable_1="{name}" variable_2="{name}"/>' for name in names)
    return f'<connection component_1="{first}" component_2="{second}">{maps}</connection>'


def cellml(*parts: str) -> str:
    return "\n".join((PROLOGUE, *parts, "</model>"))
