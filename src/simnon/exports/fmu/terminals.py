"""Terminals of the parts of a model -> terminalsAndIcons.xml of FMI 3.0: which variables belong together."""

from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from simnon.model import Variable
from simnon.simulation import Simulator

from .variables import Variables

_ACROSS, _THROUGH = "signal", "inflow"


def terminals_of(simulator: Simulator, variables: Variables) -> bytes | None:
    """The file; None for a model without terminals."""
    names = variables.by_name()
    members: dict[tuple[str, str], list[Variable]] = {}
    for variable in simulator.variables:
        if variable.terminal and variable.name in names:
            members.setdefault((variable.owner, variable.terminal), []).append(variable)
    if not members:
        return None
    root = Element("fmiTerminalsAndIcons", fmiVersion="3.0")
    parent = SubElement(root, "Terminals")
    for (owner, terminal), found in members.items():
        kind = next((variable.across_of for variable in found if variable.across_of), "")
        attributes = {"name": f"{owner}.{terminal}" if owner else terminal, "matchingRule": "plug"}
        attributes |= {"terminalKind": kind} if kind else {}
        entry = SubElement(parent, "Terminal", attributes)
        for variable in found:
            SubElement(
                entry,
                "TerminalMemberVariable",
                variableName=variable.name,
                memberName=variable.local.removeprefix(f"{terminal}."),
                variableKind=_ACROSS if variable.across_of or not kind else _THROUGH,
            )
    ElementTree.indent(root)
    text: str = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()
