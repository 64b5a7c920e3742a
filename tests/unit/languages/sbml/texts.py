"""Short descriptions -> SBML texts, with formulas in infix."""

import libsbml

CELL = '<compartment id="cell" spatialDimensions="3" size="1" constant="true"/>'


def math(formula: str) -> str:
    node = libsbml.parseL3Formula(formula)
    assert node is not None, libsbml.getLastParseL3Error()
    return str(libsbml.writeMathMLToString(node)).partition("?>")[2].strip()


def species(identifier: str, more: str = 'initialConcentration="0"', compartment: str = "cell") -> str:
    flags = {"hasOnlySubstanceUnits": "false", "boundaryCondition": "false", "constant": "false"}
    words = " ".join(f'{name}="{value}"' for name, value in flags.items() if name not in more)
    return f'<species id="{identifier}" compartment="{compartment}" {words} {more}/>'


def parameter(identifier: str, value: float | None = None, constant: str = "true") -> str:
    given = "" if value is None else f'value="{value!r}"'
    return f'<parameter id="{identifier}" {given} constant="{constant}"/>'


def reaction(identifier: str, reactants: str, products: str, law: str) -> str:
    """`reactants` are words `S` or `2*S`."""

    def references(words: str) -> str:
        found = []
        for word in words.split():
            count, _, name = word.rpartition("*")
            found.append(f'<speciesReference species="{name}" stoichiometry="{count or 1}" constant="true"/>')
        return "".join(found)

    lists = ""
    if reactants:
        lists += f"<listOfReactants>{references(reactants)}</listOfReactants>"
    if products:
        lists += f"<listOfProducts>{references(products)}</listOfProducts>"
    return (
        f'<reaction id="{identifier}" reversible="false" fast="false">{lists}'
        f"<kineticLaw>{math(law)}</kineticLaw></reaction>"
    )


def rule(kind: str, variable: str, formula: str) -> str:
    name = f' variable="{variable}"' if variable else ""
    return f"<{kind}Rule{name}>{math(formula)}</{kind}Rule>"


def event(identifier: str, trigger: str, assignments: dict[str, str], delay: str = "", flags: str = "") -> str:
    words = flags or 'initialValue="true" persistent="true"'
    at_trigger = "false" if "late" in words else "true"
    words = words.replace("late", "")
    changes = "".join(
        f'<eventAssignment variable="{name}">{math(formula)}</eventAssignment>' for name, formula in assignments.items()
    )
    waiting = f"<delay>{math(delay)}</delay>" if delay else ""
    return (
        f'<event id="{identifier}" useValuesFromTriggerTime="{at_trigger}">\n<trigger {words}>{math(trigger)}</trigger>'
        f"{waiting}<listOfEventAssignments>{changes}</listOfEventAssignments></event>"
    )


def function(identifier: str, formula: str) -> str:
    return f'<functionDefinition id="{identifier}">{math(formula)}</functionDefinition>'


def initial(symbol: str, formula: str) -> str:
    return f'<initialAssignment symbol="{symbol}">{math(formula)}</initialAssignment>'


def constraint(formula: str) -> str:
    return f"<constraint>{math(formula)}</constraint>"


LISTS = {
    "functions": "listOfFunctionDefinitions",
    "units": "listOfUnitDefinitions",
    "compartments": "listOfCompartments",
    "species": "listOfSpecies",
    "parameters": "listOfParameters",
    "initial": "listOfInitialAssignments",
    "rules": "listOfRules",
    "constraints": "listOfConstraints",
    "reactions": "listOfReactions",
    "events": "listOfEvents",
}


def sbml(model: str = 'id="described"', version: int = 1, **lists: list[str]) -> str:
    lists = {"compartments": [CELL], **lists}
    inside = "\n".join(
        f"<{LISTS[name]}>\n" + "\n".join(lists[name]) + f"\n</{LISTS[name]}>" for name in LISTS if lists.get(name)
    )
    space = f"http://www.sbml.org/sbml/level3/version{version}/core"
    opening = f'<?xml version="1.0"?>\n<sbml xmlns="{space}" level="3" version="{version}">\n<model {model}>'
    return f"{opening}\n{inside}\n</model></sbml>\n"
