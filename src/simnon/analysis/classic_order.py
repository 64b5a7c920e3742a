"""FlatModel -> notes: lines at which the 1977 program, which evaluated each section in text order, would warn."""

from simnon.model import FlatModel, Role, Section
from simnon.source import Report


def note_classic_order(model: FlatModel, report: Report) -> None:
    """Note each equation that reads a value which its system computes further down, or in a later section."""
    variable_of_name = model.by_name()
    position_of_target = {equation.target: i for i, equation in enumerate(model.equations)}
    for position, equation in enumerate(model.equations):
        if equation.section is Section.SORT or equation.span is None:
            continue
        owner = variable_of_name[equation.target].owner
        for name in equation.reads:
            needed = variable_of_name.get(name)
            if needed is None or needed.owner != owner or needed.role in (Role.STATE, Role.INPUT):
                continue
            if position_of_target.get(name, -1) > position:
                report.note(
                    "classic-order",
                    f"'{equation.target}' reads '{name}', which is assigned further down",
                    equation.span,
                    "the 1977 program evaluated the lines in order; here they are sorted",
                )
