"""Instances -> FlatModel: every variable under its flat name, every equation in terms of them."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from simnon.model import (
    SECOND,
    AnyFunction,
    Apply,
    Assignment,
    Declared,
    Equation,
    Expression,
    FlatModel,
    ForeignDefinition,
    FunctionDefinition,
    Limit,
    Name,
    Number,
    Range,
    Require,
    Requirement,
    Role,
    Sampler,
    Section,
    StopCondition,
    SystemKind,
    Table,
    Unit,
    UnitMismatch,
    Variable,
    VersionChoice,
    convert,
    parts_of,
    path_text,
    print_expression,
    rewrite,
)
from simnon.source import Related, Report, Span, nearest

from .connections import Endpoint, References, is_interface
from .event_references import EventReferences, below, event_below
from .fixed_values import check_fixed
from .given_units import converted_range, unit_of_time
from .instances import Instance, Override
from .limits import check_limit, outside_of, unit_of_derivative
from .orders import DeclaredEvent, Orders
from .requirements import Computed, find_requirements
from .roles import state_pairs
from .terminals import Sets
from .versions import VERSION

Rename = Callable[[Expression], Expression]
ZERO = Number(0.0)


_COMPUTED = (Role.DERIVATIVE, Role.NEW, Role.OUTPUT, Role.AUXILIARY)


@dataclass(slots=True)
class _ModelDraft:
    """What has been collected for the model so far."""

    variables: list[Variable] = field(default_factory=list)
    equations: list[Equation] = field(default_factory=list)
    initial: list[Equation] = field(default_factory=list)
    states: list[tuple[str, str]] = field(default_factory=list)
    stops: list[StopCondition] = field(default_factory=list)
    functions: list[FunctionDefinition] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    foreign: list[ForeignDefinition] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    structural: list[str] = field(default_factory=list)
    sizes: list[Expression] = field(default_factory=list)
    requirements: list[Requirement] = field(default_factory=list)


class Flattening:
    def __init__(self, tops: list[Instance], *, is_single: bool, report: Report) -> None:
        self.tops = tops
        self.instances = [instance for top in tops for instance in top.below()]
        self.is_single = is_single
        self.report = report
        self.time = self._name_of_time()
        connected = {} if is_single else {top.path.casefold(): top for top in tops}
        self.references = References(connected, report)
        self.sets = Sets(self.references, self.flat, report)
        self.orders = Orders(report)
        self.event_references = EventReferences(self.orders, self.flat, report)
        self.connected: dict[str, Span] = {}
        self.sampled: dict[str, list[tuple[str, str]]] = {}
        self.samplers: list[Sampler] = []
        self.replaced: dict[tuple[str, str], tuple[AnyFunction, Instance]] = {}
        self.position_of_name: dict[str, int] = {}
        self.relations = 0
        self.conditions = 0
        self.given: dict[str, Span] = {}
        self.parts = _ModelDraft()

    def model(self) -> FlatModel:
        for instance in self.instances:
            self._add_variables(instance)
            self._find_replaced_functions(instance)
        for instance in self.instances:
            self._add(instance)
        self._add_connections()
        self._add_samplers()
        self._default_inputs()
        return self._finished()

    def flat(self, instance: Instance, local: str) -> str:
        return f"{instance.prefix}{local}{instance.suffix}"

    def _name_of_time(self) -> str:
        if not self.is_single:
            return "t"
        variables = self.tops[0].definition.variables
        declared = [name for name, variable in variables.items() if variable.role is Role.TIME]
        return declared[0] if declared else "t" if "t" not in variables else "time of the run"

    def _flat_variable(self, instance: Instance, variable: Variable) -> str:
        return self.time if variable.role is Role.TIME else self.flat(instance, variable.local)

    def _owner(self, instance: Instance) -> str:
        return instance.path or instance.definition.system.name

    def _add_variables(self, instance: Instance) -> None:
        owner, given = self._owner(instance), instance.given_by_local()
        orders = instance.definition.orders
        for local, variable in instance.definition.variables.items():
            if variable.role is Role.TIME or local in orders:
                continue
            name = self.flat(instance, local)
            start, unit = variable.start, variable.unit
            value = given.get(local.casefold())
            if value is not None and not value.choice:
                start, unit = self._in_unit_of(value, variable), unit or value.unit
                if value.redefinition is not None:
                    self.given[name] = value.span
            sampler = instance.sampler if variable.sampler else ""
            self.position_of_name[name] = len(self.parts.variables)
            self.parts.variables.append(
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
                )
            )
        self.parts.structural += [self.flat(instance, local) for local in instance.definition.structural]
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
            if name in locals_ or path[0] in instance.children or given.redefinition is None:
                continue
            if name == VERSION and (instance.versions or given.choice):
                continue
            target = given.redefinition.target
            self.report.error(
                "unknown-variable",
                f"'{self._owner(instance)}' has no parameter '{target.name}'",
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
                f"'{self.flat(instance, variable.local)}' has a value, but an equation computes it",
                given.span,
                "only parameters and states take values",
                (Related("the equation is here", equation.span),),
            )

    def _find_replaced_functions(self, instance: Instance) -> None:
        for definition in instance.definition.system.replaced_functions:
            child = below(instance, definition.part)
            known = [d.name for d in child.definition.system.replaceable_functions] if child is not None else []
            match = next((name for name in known if name.casefold() == definition.name.casefold()), None)
            if child is None or match is None:
                self.report.error(
                    "undefined-function",
                    f"'{path_text(definition.part)}' has no function '{definition.name}' to replace",
                    definition.span,
                    f"it has {', '.join(known)}" if known else "check the name of the part",
                )
            else:
                self.replaced[(child.path, match)] = (definition, instance)

    def _add(self, instance: Instance) -> None:
        """Add the equations of one instance."""
        system = instance.definition.system
        rename = self._renamer(instance)
        for assignment in system.assignments:
            self._add_assignment(instance, assignment, rename)
        for relation in system.relations:
            self._add_relation(instance, rename(relation.left), rename(relation.right), relation.span)
        for connect in system.connects:
            self.sets.add(connect, instance)
        self._add_states(instance)
        self._add_events(instance, rename)
        self._add_functions(instance)
        self._add_limits(instance)
        self.parts.sizes += map(rename, instance.definition.sizes)
        for require in system.requires:
            self._add_requirement(instance, require, rename)

    def _add_requirement(self, instance: Instance, require: Require, rename: Rename) -> None:
        written = rewrite(require.condition, lambda node: self._as_path(node, instance))
        condition = rename(require.condition)
        pairs = [
            (print_expression(shown), flat.name)
            for shown, flat in zip(parts_of(written), parts_of(condition), strict=True)
            if isinstance(flat, Name)
        ]
        is_known = all(name in self.position_of_name or name == self.time for _, name in pairs)
        # A name that does not exist is reported elsewhere.
        if is_known and sum(isinstance(node, Name) for node in parts_of(written)) == len(pairs):
            owner, shown = self._owner(instance), print_expression(written)
            names = tuple(dict.fromkeys(pairs))
            self.parts.requirements.append(
                Requirement(owner, condition, shown, names, frozenset(), require.message, require.span)
            )

    def _as_path(self, node: Expression, instance: Instance) -> Expression | None:
        """`cell[1].R` instead of `R[cell[1]]`, as users write it in a system with parts."""
        if not isinstance(node, Name) or not node.path or not instance.definition.parts:
            return None
        return Name(f"{node.owner}.{node.name}", node.span)

    def _add_limits(self, instance: Instance) -> None:
        """A parameter outside its range is an error; for a variable, the run notes when it leaves its range."""
        for written in instance.definition.system.ranges:
            own = instance.definition.variables.get(written.name)
            if own is not None and own.role is Role.TIME:
                self._count_leaving(Limit(self.time, written.low, written.high, written.span), instance)
                continue
            position = self.position_of_name.get(self.flat(instance, written.name))
            if position is None:
                hint = f"did you mean '{nearest(written.name, list(instance.definition.variables))}'?"
                self.report.error("undefined-name", f"'{written.name}' is never defined", written.span, hint)
                continue
            each = self._in_known_unit(written, position, instance)
            variable = self.parts.variables[position]
            limit = Limit(variable.name, each.low, each.high, each.span)
            if variable.role is Role.PARAMETER:
                check_limit(variable, limit, instance, self.report)
                self.parts.limits.append(limit)
            else:
                self._count_leaving(limit, instance)

    def _in_known_unit(self, range_: Range, position: int, instance: Instance) -> Range:
        """A range in a unit gives it to a variable that has none; that of a derivative follows from its state."""
        variable = self.parts.variables[position]
        if range_.unit is None or variable.unit is not None:
            return range_
        unit = unit_of_derivative(variable, instance, self._unit_of_time() or SECOND)
        if unit is None:
            self.parts.variables[position] = replace(variable, unit=range_.unit)
            return range_
        return converted_range(range_, unit, self.report)

    def _count_leaving(self, limit: Limit, instance: Instance) -> None:
        outside = outside_of(limit)
        if outside is None:
            return
        span = limit.span
        assert span is not None
        condition = self._condition(self._owner(instance), outside, span)
        count = f"{limit.name} outside {limit.shown}"
        self.parts.variables.append(Variable(count, Role.HELD, "", count, 0.0, None, span))
        one_more = Apply("+", (Apply("pre", (Name(count, span),), span), Number(1.0, span)), span)
        self.orders.add_when(condition, (Equation(count, one_more, span),), [], span)
        self.parts.limits.append(replace(limit, count=count))

    def _add_relation(self, instance: Instance, left: Expression, right: Expression, span: Span) -> None:
        self.relations += 1
        name = f"relation.{self.relations}"
        value = left if right == ZERO else Apply("+", (left, Apply("neg", (right,), right.span)), span)
        self.parts.variables.append(Variable(name, Role.RESIDUAL, self._owner(instance), name, span=span))
        self.parts.equations.append(Equation(name, value, span))

    def _add_functions(self, instance: Instance) -> None:
        for definition in instance.definition.system.function_definitions:
            name = self._function(instance, definition.name)
            chosen, scope = self.replaced.get((instance.path, definition.name), (definition, instance))
            if isinstance(chosen, FunctionDefinition):
                body = self._renamer(scope, chosen.parameters)(chosen.body)
                self.parts.functions.append(replace(chosen, name=name, body=body, part=()))
            elif isinstance(chosen, Table):
                self.parts.tables.append(replace(chosen, name=name, part=()))
            else:
                owner = self._owner(instance) if chosen.results else ""
                jacobian = self._function(instance, chosen.jacobian) if chosen.jacobian else ""
                self.parts.foreign.append(replace(chosen, name=name, part=(), owner=owner, jacobian=jacobian))

    def _finished(self) -> FlatModel:
        events = self.orders.events(lambda condition, span: self._condition("", condition, span))
        connecting = [top for top in self.tops if top.definition.system.kind is SystemKind.CONNECTING]
        named = (connecting or self.tops or (None,))[0]
        parts = self.parts
        connected = {top.path for top in self.tops}
        return FlatModel(
            name=named.definition.system.name if named is not None else "",
            variables=(*parts.variables, self._time()),
            equations=tuple(parts.equations),
            initial_equations=tuple(parts.initial),
            time=self.time,
            states=tuple(parts.states),
            samplers=tuple(self.samplers),
            events=tuple(events),
            stops=tuple(parts.stops),
            functions=tuple(parts.functions),
            tables=tuple(parts.tables),
            foreign=tuple(parts.foreign),
            limits=tuple(parts.limits),
            parts=tuple((i.path, i.definition.system.name) for i in self.instances if i.path not in connected),
            versions=tuple(self._versions()),
            structural=tuple(parts.structural),
            sizes=tuple(parts.sizes),
            fixed_sets=tuple(check_fixed(self.sets.fixed, parts.variables, parts.equations, self.report)),
            requirements=find_requirements(
                parts.requirements,
                Computed((*parts.variables, self._time()), parts.equations, parts.initial, parts.functions),
                self.given,
                self.report,
            ),
        )

    def _time(self) -> Variable:
        return Variable(self.time, Role.TIME, local=self.time, unit=self._unit_of_time())

    def _unit_of_time(self) -> Unit | None:
        systems = {id(i.definition): i.definition.system for i in self.instances}
        return unit_of_time(systems.values(), self.report)

    def _versions(self) -> list[VersionChoice]:
        return [
            VersionChoice(self.flat(i, VERSION), i.version or i.versions[0], i.versions)
            for i in self.instances
            if i.versions
        ]

    def _function(self, instance: Instance, name: str) -> str:
        return f"{name}[{instance.path}]" if instance.path else name

    def _renamer(self, instance: Instance, hidden: tuple[str, ...] = ()) -> Rename:
        """From local to flat names; those in `hidden` are parameters of a function and stay."""
        system = instance.definition.system
        flat_of_local = {
            name: self._flat_variable(instance, variable) for name, variable in instance.definition.variables.items()
        }
        flat_of_local.update(zip(hidden, hidden, strict=True))
        functions = {
            definition.name: self._function(instance, definition.name) for definition in system.function_definitions
        }
        for foreign in system.foreign:
            renamed = replace(foreign, name=self._function(instance, foreign.name))
            functions |= zip(foreign.elements, renamed.elements, strict=True)
        is_alone = self.is_single and not instance.path and not instance.children
        is_alone = is_alone and system.kind is not SystemKind.CONNECTING
        if is_alone and all(local == flat for local, flat in flat_of_local.items()):
            return lambda expression: expression

        def change(node: Expression) -> Expression | None:
            match node:
                case Name(name, span, ()):
                    return Name(flat_of_local.get(name, name), span)
                case Name(_, span, _):
                    endpoint = self.references.variable(node, instance) if self._can_refer(instance) else None
                    if endpoint is None or endpoint.variable is None:
                        return Number(0.0, span)
                    return Name(self._flat_variable(endpoint.instance, endpoint.variable), span)
                case Apply(function, arguments, span) if function in functions:
                    return Apply(functions[function], tuple(rewrite(a, change) for a in arguments), span)
                case _:
                    return None

        return lambda expression: rewrite(expression, change)

    def _add_assignment(self, instance: Instance, assignment: Assignment, rename: Rename) -> None:
        target = assignment.target
        if not target.path:
            variable = instance.definition.variables[target.name]
            if target.name in instance.definition.orders:
                return
            self._add_equation(self._flat_variable(instance, variable), rename(assignment.value), assignment)
            return
        if not self._can_refer(instance):
            self.report.error(
                "misplaced-reference",
                f"only a connecting system can assign '{target.name}[{target.owner}]'",
                assignment.span,
                "move the equation to the connecting system",
            )
            return
        if event_below(target, instance) is not None:
            self.event_references.connect(instance, assignment)
            return
        endpoint = self.references.variable(target, instance)
        if endpoint is not None:
            self._assign_below(endpoint, assignment, rename(assignment.value), instance)

    def _can_refer(self, instance: Instance) -> bool:
        """Whether it can name variables of its parts, or of the systems it connects."""
        return instance.definition.system.kind is SystemKind.CONNECTING or bool(instance.definition.parts)

    def _assign_below(self, endpoint: Endpoint, assignment: Assignment, value: Expression, scope: Instance) -> None:
        """Assign a variable of a part, or of a different system, from outside."""
        assert endpoint.variable is not None
        name = self._flat_variable(endpoint.instance, endpoint.variable)
        is_initial = assignment.section is Section.INITIAL
        if is_initial and endpoint.variable.role in (Role.STATE, Role.PARAMETER):
            self._add_equation(name, value, assignment)
            if endpoint.variable.role is Role.PARAMETER:
                self._change_role(name, Role.CONSTANT)
        elif not is_interface(endpoint) or (not scope.children and endpoint.variable.role is not Role.INPUT):
            self._reject_target(endpoint, assignment)
        elif endpoint.variable.role in (Role.INPUT, Role.PARAMETER):
            if self._connect(name, assignment.span):
                self._add_equation(name, value, assignment)
                if endpoint.variable.role is Role.PARAMETER:
                    self._change_role(name, Role.AUXILIARY)
        else:
            self._add_relation(scope, Name(name, assignment.target.span), value, assignment.span)

    def _reject_target(self, endpoint: Endpoint, assignment: Assignment) -> None:
        variable = endpoint.variable
        assert variable is not None
        self.report.error(
            "not-an-input",
            f"'{variable.local}' of '{self._owner(endpoint.instance)}' is not an input but its {variable.role.value}",
            assignment.target.span,
            f"declare INPUT {variable.local} in {endpoint.instance.definition.system.name}",
        )

    def _change_role(self, name: str, role: Role) -> None:
        position = self.position_of_name[name]
        self.parts.variables[position] = replace(self.parts.variables[position], role=role, start=None)

    def _connect(self, name: str, span: Span) -> bool:
        """Record the connection; whether it is the only one."""
        if name in self.connected:
            self.report.error(
                "duplicate-definition",
                f"'{name}' is connected twice",
                span,
                "keep one of them",
                (Related("first connected here", self.connected[name]),),
            )
            return False
        self.connected[name] = span
        return True

    def _add_equation(self, target: str, value: Expression, assignment: Assignment) -> None:
        equations = self.parts.initial if assignment.section is Section.INITIAL else self.parts.equations
        equations.append(Equation(target, value, assignment.span, assignment.section))

    def _add_connections(self) -> None:
        top = self.tops[0] if self.tops else None
        for connected in self.sets.relations(self.tops):
            assert top is not None
            target = connected.target
            if target is None or target.variable is None:
                self._add_relation(top, connected.left, connected.right, connected.span)
                continue
            name = self.flat(target.instance, target.variable.local)
            source = connected.source
            if target.variable.local in target.instance.definition.orders and source is not None and source.variable:
                self.orders.connect(name, self.flat(source.instance, source.variable.local))
            elif target.variable.role is not Role.INPUT:
                self._reject_end(target, connected.span)
            elif self._connect(name, connected.span):
                self.parts.equations.append(Equation(name, connected.right, connected.span))

    def _reject_end(self, endpoint: Endpoint, span: Span) -> None:
        assert endpoint.variable is not None
        self.report.error(
            "improper-connection",
            f"'{endpoint.variable.local}' of '{self._owner(endpoint.instance)}' is not an input "
            f"but its {endpoint.variable.role.value}",
            span,
            "CONNECT takes the signal first, then its inputs",
        )

    def _add_states(self, instance: Instance) -> None:
        system, variables = instance.definition.system, instance.definition.variables
        pairs = [
            (self.flat(instance, state), self.flat(instance, target))
            for state, target in state_pairs(system)
            if state in variables and target in variables
        ]
        if system.kind is not SystemKind.DISCRETE:
            self.parts.states += pairs
            return
        self.sampled.setdefault(instance.sampler, []).extend(pairs)
        if instance.sampler != (instance.path or system.name):
            return
        next_sample = [self.flat(instance, d.name) for d in system.declared(Declared.TSAMP)]
        events = tuple(self.flat(instance, declaration.name) for declaration in system.declared(Declared.EVENT))
        for declaration in system.declared(Declared.EVENT):
            self._add_indicator(instance, declaration.name, declaration.span)
        self.samplers.append(
            Sampler(instance.sampler, (), next_sample[0] if next_sample else None, events, system.span)
        )

    def _add_samplers(self) -> None:
        """The samplers with all states sampled at their instants, and with their trigger conditions."""
        found = []
        for sampler in self.samplers:
            conditions = [condition for event in sampler.triggers for condition in self.orders.conditions_of(event)]
            triggers = tuple(dict.fromkeys(conditions))
            found.append(replace(sampler, states=tuple(self.sampled[sampler.name]), triggers=triggers))
        self.samplers = found

    def _condition(self, owner: str, condition: Expression, span: Span) -> str:
        self.conditions += 1
        name = f"condition.{self.conditions}"
        self.parts.variables.append(Variable(name, Role.CONDITION, owner, name, span=span, is_condition=True))
        self.parts.equations.append(Equation(name, condition, span))
        return name

    def _add_events(self, instance: Instance, rename: Rename) -> None:
        system, variables = instance.definition.system, instance.definition.variables
        if system.kind is not SystemKind.DISCRETE:
            for declaration in system.declared(Declared.EVENT):
                self._add_indicator(instance, declaration.name, declaration.span)
        events = {declaration.name for declaration in system.declared(Declared.EVENT)}
        for when in system.whens:
            equations = tuple(
                Equation(self.flat(instance, a.target.name), rename(a.value), a.span)
                for a in when.assignments
                if a.target.name in variables and not a.target.path
            )
            ordered = [name for order in when.orders for name in self.event_references.ordered(order, instance)]
            if isinstance(when.condition, Name) and when.condition.name in events and not when.condition.path:
                event = self.flat(instance, when.condition.name)
                during = rename(when.during) if when.during is not None else None
                self.orders.add_receiver(event, equations, ordered, when.span, during)
            else:
                expression = rename(when.condition)
                if when.during is not None:
                    expression = Apply("and", (rename(when.during), expression), when.span)
                condition = self._condition(self._owner(instance), expression, when.span)
                self.orders.add_when(condition, equations, ordered, when.span)
        for stop in system.stops:
            condition = self._condition(self._owner(instance), rename(stop.condition), stop.span)
            version = self.flat(instance, VERSION) if stop.versions else ""
            self.parts.stops.append(StopCondition(condition, stop.message, stop.span, version, stop.versions))

    def _add_indicator(self, instance: Instance, local: str, span: Span) -> None:
        """An EVENT occurs_when when its expression rises through zero, or when it is ordered."""
        name = self.flat(instance, local)
        if local in instance.definition.orders:
            path = "" if any(instance is top for top in self.tops) else instance.path
            declared = DeclaredEvent(local, instance.definition.system.name, path, span)
            self.orders.declare(name, declared)
            return
        above_zero = Apply(">", (Name(name, span), Number(0.0, span)), span)
        self.orders.occurs_when(name, self._condition(self._owner(instance), above_zero, span))

    def _default_inputs(self) -> None:
        """An unconnected input keeps its given value; an input without one is an error."""
        for i, variable in enumerate(self.parts.variables):
            if variable.role is not Role.INPUT or variable.name in self.connected:
                continue
            if variable.start is not None:
                self.parts.variables[i] = replace(variable, role=Role.PARAMETER)
            else:
                path = f"{variable.owner}.{variable.local}" if self.is_single else f"{variable.local}[{variable.owner}]"
                self.report.error(
                    "input-not-connected",
                    f"the input '{variable.local}' of '{variable.owner}' is never connected",
                    variable.span,
                    f"write {path} = expression in the connecting system, or give it a value: {variable.local}: number",
                )
