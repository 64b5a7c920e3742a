"""Variables of instances -> variables of the flat model, with the values and units given from above."""

from collections.abc import Container
from dataclasses import replace

from simnon.doors import loaded_on_use
from simnon.model import SECOND, Name, Range, Role, Unit, UnitMismatch, Variable, convert
from simnon.source import Related, Report, Span

from .flat_names import FlatNames
from .given_units import converted_range, unit_of_time
from .instances import Instance, Override
from .versions import VERSION

with loaded_on_use(__name__):
    from .arrays import given_starts
    from .limits import unit_of_derivative

_COMPUTED = (Role.DERIVATIVE, Role.NEW, Role.OUTPUT, Role.AUXILIARY)


class FlatVariables:
    """The variables of the flat model so far, by position; later equations can change their roles."""

    def __init__(self, names: FlatNames, instances: list[Instance], report: Report) -> None:
        self.names = names
        self.instances = instances
        self.report = report
        self.found: list[Variable] = []
        self.structural: list[str] = []
        self.position_of_name: dict[str, int] = {}
        self.given: dict[str, Span] = {}

    def add(self, instance: Instance) -> None:
        owner, given = self.names.owner(instance), instance.given_by_local()
        orders = instance.definition.orders
        parts, part = instance.array if instance.array is not None and self.names.is_single else ("", None)
        for local, variable in instance.definition.variables.items():
            if variable.role is Role.TIME or local in orders:
                continue
            name = self.names.flat(instance, local)
            start, unit = variable.start, variable.unit
            value = given.get(local.casefold())
            starts = variable.starts
            if variable.shape:
                start, starts = given_starts(variable, given, self.report)
            elif value is not None and not value.choice:
                start, unit = self._in_unit_of(value, variable), unit or value.unit
                if value.redefinition is not None:
                    self.given[name] = value.span
            sampler = instance.sampler if variable.sampler else ""
            self.position_of_name[name] = len(self.found)
            self.found.append(
                Variable(
                    name,
                    variable.role,
                    owner,
                    local,
                    start,
                    unit,
                    variable.span,
                    sampler,
                    terminal=variable.terminal,
                    across_of=variable.across_of,
                    shape=variable.shape,
                    starts=starts,
                    units=variable.units,
                    parts=parts,
                    part=part,
                )
            )
        self.structural += [self.names.flat(instance, local) for local in instance.definition.structural]
        self._check_given(instance)

    def _in_unit_of(self, given: Override, variable: Variable) -> float:
        """The value given from above, as a number in the unit of the variable."""
        if given.unit is None or variable.unit is None or given.unit.factors == variable.unit.factors:
            return given.value
        try:
            return convert(given.value, given.unit, variable.unit)
        except UnitMismatch:
            self.report.error(
                "wrong-dimension",
                f"'{variable.local}' is given in [{given.unit.text}], but it is declared in [{variable.unit.text}]",
                given.span,
                f"give it in [{variable.unit.text}] or a unit of the same dimension",
                (Related("it is declared here", variable.span),) if variable.span is not None else (),
            )
            return given.value

    def _check_given(self, instance: Instance) -> None:
        """Values given from above must be for variables that the system has."""
        locals_ = {local.casefold(): variable for local, variable in instance.definition.variables.items()}
        for path, given in instance.given.items():
            name = ".".join(path)
            if given.choice and name in locals_ and name != VERSION:
                self.report.error(
                    "number-expected", f"'{name}' cannot be '{given.choice}'", given.span, "give it a number"
                )
            self._check_is_free(instance, locals_.get(name), given)
            if (
                name in locals_
                or name.partition("[")[0] in locals_
                or path[0] in instance.children
                or given.redefinition is None
            ):
                continue
            if name == VERSION and (instance.versions or given.choice):
                continue
            target = given.redefinition.target
            self.report.error(
                "unknown-variable",
                f"'{self.names.owner(instance)}' has no parameter '{target.name}'",
                given.span,
                "check its name: INFO shows the parameters of a type",
            )

    def _check_is_free(self, instance: Instance, variable: Variable | None, given: Override) -> None:
        """A value cannot be given to a variable that an equation of the system computes."""
        system = instance.definition.system
        if variable is None or given.redefinition is None or system.is_relational or variable.role not in _COMPUTED:
            return
        equation = next((a for a in system.assignments if a.target == Name(variable.local)), None)
        if equation is not None and not (variable.role is Role.OUTPUT and variable.sampler):
            self.report.error(
                "duplicate-definition",
                f"'{self.names.flat(instance, variable.local)}' has a value, but an equation computes it",
                given.span,
                "only parameters and states take values",
                (Related("the equation is here", equation.span),),
            )

    def change_role(self, name: str, role: Role) -> None:
        position = self.position_of_name[name]
        self.found[position] = replace(self.found[position], role=role, start=None)

    def in_known_unit(self, range_: Range, position: int, instance: Instance) -> Range:
        """A range in a unit gives it to a variable that has none; that of a derivative follows from its state."""
        variable = self.found[position]
        if range_.unit is None or variable.unit is not None:
            return range_
        unit = unit_of_derivative(variable, instance, self.unit_of_time() or SECOND)
        if unit is None:
            self.found[position] = replace(variable, unit=range_.unit)
            return range_
        return converted_range(range_, unit, self.report)

    def unit_of_time(self) -> Unit | None:
        systems = {id(i.definition): i.definition.system for i in self.instances}
        return unit_of_time(systems.values(), self.report)

    def default_inputs(self, connected: Container[str], *, are_open: bool) -> None:
        """An unconnected input keeps its given value; one without is an error, or zero if inputs `are_open`."""
        for i, variable in enumerate(self.found):
            if variable.role is not Role.INPUT or variable.name in connected:
                continue
            has_values = None not in variable.starts if variable.starts else variable.start is not None
            if has_values or are_open:
                self.found[i] = _free_input(variable)
            else:
                path = (
                    f"{variable.owner}.{variable.local}"
                    if self.names.is_single
                    else f"{variable.local}[{variable.owner}]"
                )
                self.report.error(
                    "input-not-connected",
                    f"the input '{variable.local}' of '{variable.owner}' is never connected",
                    variable.span,
                    f"write {path} = expression in the connecting system, or give it a value: {variable.local}: number",
                )


def _free_input(variable: Variable) -> Variable:
    """A parameter in place of an input that nothing connects; zero where no value is given."""
    if variable.starts:
        given = tuple(start or 0.0 for start in variable.starts)
        return replace(variable, role=Role.PARAMETER, starts=given, is_free_input=True)
    return replace(variable, role=Role.PARAMETER, start=variable.start or 0.0, is_free_input=True)
