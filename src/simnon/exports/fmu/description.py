"""Variables of an FMU -> modelDescription.xml of FMI 2.0 or 3.0."""

from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from simnon.kernels import fmu
from simnon.source import frozen
from simnon.version import __version__

from .units import unit_definitions
from .variables import (
    CALCULATED,
    ENUMERATION,
    INDEPENDENT,
    INPUT,
    LOCAL,
    OUTPUT,
    REAL,
    STRUCTURAL,
    WHOLE,
    Scalar,
)

_SOURCE = "simnon.source"
"""The kind of annotation that says where the text declares a variable."""
_ELEMENT2 = {REAL: "Real", WHOLE: "Integer", ENUMERATION: "Enumeration"}
_ELEMENT3 = {REAL: "Float64", WHOLE: "UInt64", ENUMERATION: "Enumeration"}


@frozen
class Description:
    """Everything that the file says."""

    name: str
    identifier: str
    token: str
    text: str
    scalars: tuple[Scalar, ...]
    states: tuple[str, ...]
    guards: int
    start: float
    stop: float
    tolerance: float
    step: float | None
    has_model_exchange: bool
    has_derivatives: bool
    """Whether directional derivatives are provided."""
    dependencies: dict[str, tuple[str, ...]]
    """For each unknown, the states and inputs it depends on directly."""
    clocks: tuple[str, ...] = ()
    """The discrete systems, if an importer schedules their samples: they have a clock each."""
    first_derivative: int = fmu.DERIVATIVES
    first_guard: int = fmu.GUARDS
    """The references of the derivative of the first state, and of the first event indicator; the others follow."""


def derivative_name(state: str) -> str:
    return f"der({state})"


def describe(description: Description, version: int) -> bytes:
    root = _root3(description) if version == 3 else _root2(description)
    ElementTree.indent(root)
    text: str = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def _truth(is_true: bool) -> str:
    return "true" if is_true else "false"


def _capabilities(description: Description, version: int) -> dict[str, str]:
    name = "FMUState" if version == 3 else "FMUstate"
    found = {
        "modelIdentifier": description.identifier,
        f"canGetAndSet{name}": "true",
        f"canSerialize{name}": "true",
    }
    if version == 3:
        found["providesDirectionalDerivatives"] = found["providesAdjointDerivatives"] = _truth(
            description.has_derivatives
        )
    else:
        found["providesDirectionalDerivative"] = _truth(description.has_derivatives)
    return found


def _interfaces(root: Element, description: Description, version: int) -> None:
    capabilities = _capabilities(description, version)
    if description.clocks:
        SubElement(root, "ScheduledExecution", capabilities)
        return
    if description.has_model_exchange:
        SubElement(root, "ModelExchange", capabilities)
    steps = {**capabilities, "canHandleVariableCommunicationStepSize": "true"}
    if version == 3:
        steps |= {
            "providesIntermediateUpdate": "true",
            "mightReturnEarlyFromDoStep": "true",
            "canReturnEarlyAfterIntermediateUpdate": "true",
        }
    SubElement(root, "CoSimulation", steps)


def _root(description: Description, version: int, token: str) -> Element:
    return Element(
        "fmiModelDescription",
        {
            "fmiVersion": f"{version}.0",
            "modelName": description.name,
            token: description.token,
            "description": description.text,
            "generationTool": f"Simnon {__version__}",
            "variableNamingConvention": "flat",
        },
    )


def _experiment(root: Element, description: Description) -> None:
    found = {
        "startTime": repr(description.start),
        "stopTime": repr(description.stop),
        "tolerance": repr(description.tolerance),
    }
    if description.step is not None:
        found["stepSize"] = repr(description.step)
    SubElement(root, "DefaultExperiment", found)


def _categories(root: Element) -> None:
    categories = SubElement(root, "LogCategories")
    SubElement(categories, "Category", name="logStatusError", description="why a run cannot continue")


def _units(root: Element, description: Description) -> None:
    unit_definitions(root, [scalar.unit for scalar in description.scalars if scalar.unit is not None])


def _types(root: Element, scalars: Sequence[Scalar], version: int) -> None:
    """An enumeration for each set of versions."""
    found = dict.fromkeys(scalar.items for scalar in scalars if scalar.kind == ENUMERATION)
    if not found:
        return
    types = SubElement(root, "TypeDefinitions")
    for items in found:
        if version == 3:
            parent = SubElement(types, "EnumerationType", name=_type_name(items))
        else:
            parent = SubElement(SubElement(types, "SimpleType", name=_type_name(items)), "Enumeration")
        for number, name in enumerate(items, start=1):
            SubElement(parent, "Item", name=name, value=str(number))


def _type_name(items: Sequence[str]) -> str:
    return " or ".join(items)


def _numbers(scalar: Scalar) -> dict[str, str]:
    """What follows the name: the type of an enumeration, or the unit and the limits."""
    if scalar.kind == ENUMERATION:
        return {"declaredType": _type_name(scalar.items)}
    found = {}
    if scalar.unit is not None and scalar.kind == REAL:
        found["unit"] = scalar.unit.text
    if scalar.causality == STRUCTURAL:
        only = _start(scalar)
        return found | {"min": only, "max": only}
    for key, value in (("min", scalar.low), ("max", scalar.high)):
        if value is not None and abs(value) != float("inf"):
            found[key] = repr(value)
    return found


def _start(scalar: Scalar) -> str:
    number = scalar.start or 0.0
    return repr(number) if scalar.kind == REAL else str(int(number))


def _initial(scalar: Scalar) -> str:
    if scalar.causality in (INDEPENDENT, INPUT):
        return ""
    return "exact" if scalar.start is not None else "calculated"


def _all_scalars(description: Description) -> list[Scalar]:
    """Those of the text, and the derivatives of its states."""
    units = {scalar.name: scalar for scalar in description.scalars}
    derivatives = [
        Scalar(
            derivative_name(state), description.first_derivative + i, "local", "continuous", None, None,
            f"the derivative of {state}", state if state in units else "",
        )
        for i, state in enumerate(description.states)
    ]  # fmt: skip
    return [*description.scalars, *derivatives]


def _root2(description: Description) -> Element:
    root = _root(description, 2, "guid")
    root.set("numberOfEventIndicators", str(description.guards))
    _interfaces(root, description, 2)
    _units(root, description)
    _types(root, description.scalars, 2)
    _categories(root)
    _experiment(root, description)
    variables = SubElement(root, "ModelVariables")
    scalars = _all_scalars(description)
    index_of_name = {scalar.name: i for i, scalar in enumerate(scalars, start=1)}
    for scalar in map(_constant_if_structural, scalars):
        numbers = _numbers(scalar) | ({"start": _start(scalar)} if scalar.start is not None else {})
        if scalar.derivative_of and scalar.name == derivative_name(scalar.derivative_of):
            numbers["derivative"] = str(index_of_name[scalar.derivative_of])
        variable = SubElement(variables, "ScalarVariable", _attributes(scalar))
        SubElement(variable, _ELEMENT2[scalar.kind], numbers)
        if scalar.place:
            tool = SubElement(SubElement(variable, "Annotations"), "Tool", name="Simnon")
            SubElement(tool, "source", place=scalar.place)
    _structure2(SubElement(root, "ModelStructure"), description, scalars, index_of_name)
    return root


def _constant_if_structural(scalar: Scalar) -> Scalar:
    """FMI 2 has no structural parameters."""
    if scalar.causality != STRUCTURAL:
        return scalar
    return replace(scalar, causality=LOCAL, variability="constant")


def _attributes(scalar: Scalar) -> dict[str, str]:
    found = {"name": scalar.name, "valueReference": str(scalar.reference), "causality": scalar.causality}
    found["variability"] = scalar.variability
    found |= {"description": scalar.description} if scalar.description else {}
    return found | ({"initial": _initial(scalar)} if _initial(scalar) else {})


def _structure2(
    structure: Element, description: Description, scalars: Sequence[Scalar], index_of_name: dict[str, int]
) -> None:
    def listed(title: str, names: Sequence[str], *, has_dependencies: bool) -> None:
        if names:
            group = SubElement(structure, title)
            for name in sorted(names, key=index_of_name.__getitem__):
                entry = SubElement(group, "Unknown", index=str(index_of_name[name]))
                known = description.dependencies.get(name)
                if has_dependencies and known is not None:
                    entry.set("dependencies", " ".join(str(index_of_name[each]) for each in known))

    outputs = [scalar.name for scalar in scalars if scalar.causality == OUTPUT]
    derivatives = [derivative_name(state) for state in description.states]
    listed("Outputs", outputs, has_dependencies=True)
    listed("Derivatives", derivatives, has_dependencies=True)
    states = frozenset(description.states)
    unknown = [s for s in scalars if s.causality in (OUTPUT, CALCULATED) or s.name in states]
    computed = [scalar.name for scalar in unknown if scalar.start is None]
    listed("InitialUnknowns", [*computed, *derivatives], has_dependencies=False)


def _root3(description: Description) -> Element:
    root = _root(description, 3, "instantiationToken")
    _interfaces(root, description, 3)
    _units(root, description)
    _types(root, description.scalars, 3)
    _categories(root)
    _experiment(root, description)
    variables = SubElement(root, "ModelVariables")
    scalars = _with_own_references(_all_scalars(description))
    reference_of_name = {scalar.name: scalar.reference for scalar in scalars}
    for scalar in scalars:
        variable = SubElement(variables, _ELEMENT3[scalar.kind], _attributes3(scalar, reference_of_name))
        if scalar.place:
            SubElement(SubElement(variable, "Annotations"), "Annotation", type=_SOURCE).text = scalar.place
    for i, name in enumerate(description.clocks):
        attributes = {"name": f"clock of {name}", "valueReference": str(fmu.CLOCKS + i), "causality": "input"}
        SubElement(variables, "Clock", {**attributes, "intervalVariability": "changing"})
    for i in range(description.guards):
        attributes = {"name": f"event indicator {i + 1}", "valueReference": str(description.first_guard + i)}
        SubElement(variables, "Float64", {**attributes, "causality": "local", "initial": "calculated"})
    _structure3(SubElement(root, "ModelStructure"), description, scalars, reference_of_name)
    return root


def _with_own_references(scalars: Sequence[Scalar]) -> list[Scalar]:
    """In FMI 3 no two variables share a reference: names of one number get references that lead to the same."""
    used: dict[int, int] = {}
    found = []
    for scalar in scalars:
        number = used.get(scalar.reference, 0)
        used[scalar.reference] = number + 1
        if number <= fmu.MAX_ALIASES:
            found.append(replace(scalar, reference=scalar.reference + number * fmu.ALIASES))
    return found


def _attributes3(scalar: Scalar, reference_of_name: dict[str, int]) -> dict[str, str]:
    attributes = _attributes(scalar) | _numbers(scalar)
    if scalar.clocks:
        attributes["clocks"] = " ".join(map(str, scalar.clocks))
    if scalar.start is not None:
        attributes["start"] = _start(scalar)
    if scalar.derivative_of and scalar.name == derivative_name(scalar.derivative_of):
        attributes["derivative"] = str(reference_of_name[scalar.derivative_of])
    return attributes


def _structure3(
    structure: Element, description: Description, scalars: Sequence[Scalar], reference_of_name: dict[str, int]
) -> None:
    def entry(title: str, name: str, *, has_dependencies: bool) -> None:
        found = SubElement(structure, title, valueReference=str(reference_of_name[name]))
        known = description.dependencies.get(name)
        if has_dependencies and known is not None:
            found.set("dependencies", " ".join(str(reference_of_name[each]) for each in known))

    states = frozenset(description.states)
    for scalar in (each for each in scalars if each.causality == OUTPUT):
        entry("Output", scalar.name, has_dependencies=True)
    for state in description.states:
        entry("ContinuousStateDerivative", derivative_name(state), has_dependencies=True)
    for scalar in scalars:
        is_unknown = scalar.causality in (OUTPUT, CALCULATED) or scalar.name in states
        if scalar.start is None and is_unknown:
            entry("InitialUnknown", scalar.name, has_dependencies=False)
    for state in description.states:
        entry("InitialUnknown", derivative_name(state), has_dependencies=False)
    for i in range(description.guards):
        SubElement(structure, "EventIndicator", valueReference=str(description.first_guard + i))
