"""FlatModel -> notes: lines at which the 1977 program, which evaluated each section in text order, would warn.

It computed connections in text order too. To read an output it first computed the output section of that system, whose
inputs had to be connected further up.
"""

from simnon.model import FlatModel, Role, Section
from simnon.source import Report, listed

_HINT = "the 1977 program evaluated the lines in order; here they are sorted"


def note_classic_order(model: FlatModel, report: Report) -> None:
    """Note each equation that reads a value which its system computes further down, or in a later section."""
    order = _ClassicOrder(model)
    for position, equation in enumerate(model.equations):
        if equation.section is Section.SORT or equation.span is None:
            continue
        for name in equation.reads:
            if order.is_below(name, position):
                what = f"'{equation.target}' reads '{name}', which is assigned further down"
                report.note("classic-order", what, equation.span, _HINT)
            needed = [f"'{each}'" for each in order.inputs_not_connected_above(name, position)]
            if needed:
                what = f"'{equation.target}' reads '{name}', which needs {listed(needed)}, not connected further up"
                report.note("classic-order", what, equation.span, _HINT)


class _ClassicOrder:
    def __init__(self, model: FlatModel) -> None:
        self._model = model
        self._variable_of_name = model.by_name()
        self._position_of_target = {equation.target: i for i, equation in enumerate(model.equations)}
        self._inputs_of_output: dict[str, list[str]] = {}

    def is_below(self, name: str, position: int) -> bool:
        """Whether the system of the equation at the position assigns the name further down."""
        needed = self._variable_of_name.get(name)
        if needed is None or needed.role is Role.STATE:
            return False
        assigned = self._position_of_target.get(name, -1)
        return assigned > position and self._system(assigned) == self._system(position)

    def inputs_not_connected_above(self, name: str, position: int) -> list[str]:
        """The inputs that the output section needs for `name`, if it is an output that a connection reads."""
        needed = self._variable_of_name.get(name)
        if needed is None or needed.owner == self._system(position) or not self._is_connection(position):
            return []
        return [each for each in self._inputs(name) if self._position_of_target.get(each, -1) >= position]

    def _is_connection(self, position: int) -> bool:
        """Structured models, which have parts, are younger."""
        target = self._variable_of_name[self._model.equations[position].target]
        return not self._model.parts and (target.role is Role.INPUT or target.owner == self._model.name)

    def _system(self, position: int) -> str:
        """The system in whose text the equation is: connections are in the connecting system."""
        target = self._variable_of_name[self._model.equations[position].target]
        return self._model.name if self._is_connection(position) else target.owner

    def _inputs(self, output: str) -> list[str]:
        """The inputs of its system on which it depends."""
        if output not in self._inputs_of_output:
            found: dict[str, None] = {}
            seen, stack = {output}, [output]
            while stack:
                for read in self._reads(stack.pop()):
                    variable = self._variable_of_name.get(read)
                    if read in seen or variable is None:
                        continue
                    seen.add(read)
                    if variable.role is Role.INPUT:
                        found[read] = None
                    else:
                        stack.append(read)
            self._inputs_of_output[output] = list(found)
        return self._inputs_of_output[output]

    def _reads(self, name: str) -> list[str]:
        """What the equation for the name reads, if it has one."""
        position = self._position_of_target.get(name)
        return [] if position is None else self._model.equations[position].reads
