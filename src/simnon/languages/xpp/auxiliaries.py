"""`aux` lines -> equations under names that nothing else has.

For XPP the name of an auxiliary is only the label of a column, so it can be that of a variable or a parameter.
"""

import re
from collections.abc import Iterator

from simnon.model import Name

from .formulas import Spelling
from .program import Auxiliary, NamedValue, Program


def auxiliary_equations(program: Program, spelling: Spelling) -> Iterator[NamedValue]:
    """A label that is taken becomes `label_aux`; `aux v=v` adds nothing, because `v` can be seen already."""
    taken = _names(program)
    for auxiliary in program.auxiliaries:
        name = _identifier(auxiliary)
        if name.casefold() not in taken:
            taken.add(name.casefold())
            yield NamedValue(spelling(name), auxiliary.value, auxiliary.span)
        elif not (isinstance(auxiliary.value, Name) and auxiliary.value.name.casefold() == name.casefold()):
            yield NamedValue(spelling.free(f"{name}_aux"), auxiliary.value, auxiliary.span)


def _identifier(auxiliary: Auxiliary) -> str:
    name = re.sub(r"\W+", "_", auxiliary.label).strip("_")
    return name if name and not name[0].isdigit() else f"aux_{name}"


def _names(program: Program) -> set[str]:
    lists = (
        program.states, program.fixed, program.derived, program.parameters, program.constants, program.inputs,
        program.unknowns, program.integral_equations,
    )  # fmt: skip
    names = [definition.name for definitions in lists for definition in definitions]
    names += [wiener.name for wiener in program.wieners] + [markov.name for markov in program.markovs]
    names += [function.name for function in program.functions] + [table.name for table in program.tables]
    return {"t", "pi", *(name.casefold() for name in names)}
