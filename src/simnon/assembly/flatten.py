"""Instances -> FlatModel: every variable under its flat name, every equation in terms of them."""

from dataclasses import dataclass, field, replace

from simnon.doors import loaded_on_use
from simnon.model import (
    ARRAY_PREFIX,
    AnyFunction,
    Apply,
    Arrays,
    Assignment,
    Box,
    Convention,
    Declared,
    Equation,
    Expression,
    FlatModel,
    ForeignDefinition,
    FunctionDefinition,
    Limit,
    Name,
    NotWhole,
    Number,
    Require,
    Requirement,
    Role,
    Sampler,
    Section,
    StopCondition,
    SystemKind,
    Table,
    Variable,
    VersionChoice,
    WholeArrays,
    parts_of,
    path_text,
    print_expression,
    rewrite,
)
from simnon.source import Related, Report, Span, nearest

from .arrays import Expanded, expand_arrays, has_arrays
from .connections import Endpoint, is_interface
from .event_references import EventReferences, below, event_below
from .fixed_values import check_fixed
from .flat_names import FlatNames, Rename
from .flat_variables import FlatVariables
from .instances import Instance
from .loops import box_of
from .orders import DeclaredEvent, Orders
from .requirements import Computed, find_requirements
from .roles import state_pairs
from .terminals import Sets
from .versions import VERSION

with loaded_on_use(__name__):
    from .arrays import keep_whole
    from .limits import check_limit, outside_of

ZERO = Number(0.0)
_OF_ANY_SHAPE = (Role.AUXILIARY, Role.CONSTANT, Role.HELD)
"""Their shape may follow from their equations."""


@dataclass(slots=True)
class _ModelDraft:
    """What has been collected for the model so far."""

    equations: list[Equation] = field(default_factory=list)
    initial: list[Equation] = field(default_factory=list)
    states: list[tuple[str, str]] = field(default_factory=list)
    stops: list[StopCondition] = field(default_factory=list)
    functions: list[FunctionDefinition] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    foreign: list[ForeignDefinition] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    sizes: list[Expression] = field(default_factory=list)
    requirements: list[Requirement] = field(default_factory=list)


class Flattening:
    def __init__(
        self,
        tops: list[Instance],
        *,
        is_single: bool,
        report: Report,
        are_open: bool = False,
        arrays: Arrays = Arrays.EXPANDED,
    ) -> None:
        self.tops = tops
        self.arrays = arrays
        self.are_inputs_open = are_open
        self.instances = [instance for top in tops for instance in top.below()]
        self.report = report
        self.names = FlatNames(tops, is_single=is_single, report=report)
        self.variables = FlatVariables(self.names, self.instances, report)
        self.sets = Sets(self.names.references, self.names.flat, report)
        self.orders = Orders(report)
        self.event_references = EventReferences(self.orders, self.names.flat, report)
        self.connected: dict[str, Span] = {}
        self.sampled: dict[str, list[tuple[str, str]]] = {}
        self.samplers: list[Sampler] = []
        self.replaced: dict[tuple[str, str], tuple[AnyFunction, Instance]] = {}
        self.relations = 0
        self.conditions = 0
        self.parts = _ModelDraft()

    def model(self) -> FlatModel:
        for instance in self.instances:
            self.variables.add(instance)
            self._find_replaced_functions(instance)
        for instance in self.instances:
            self._add(instance)
        self._add_connections()
        self._add_samplers()
        self.variables.default_inputs(self.connected, are_open=self.are_inputs_open)
        return self._finished()

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
        rename = self.names.renamer(instance)
        for assignment in system.assignments:
            self._add_assignment(instance, assignment, rename)
        for relation in system.relations:
            sides = rename(relation.left), rename(relation.right)
            self._add_relation(instance, *sides, relation.span, box_of(relation.loop))
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
        is_known = all(name in self.variables.position_of_name or name == self.names.time for _, name in pairs)
        # A name that does not exist is reported elsewhere.
        if is_known and sum(isinstance(node, Name) for node in parts_of(written)) == len(pairs):
            owner, shown = self.names.owner(instance), print_expression(written)
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
                self._count_leaving(Limit(self.names.time, written.low, written.high, written.span), instance)
                continue
            position = self.variables.position_of_name.get(self.names.flat(instance, written.name))
            if position is None:
                hint = f"did you mean '{nearest(written.name, list(instance.definition.variables))}'?"
                self.report.error("undefined-name", f"'{written.name}' is never defined", written.span, hint)
                continue
            each = self.variables.in_known_unit(written, position, instance)
            variable = self.variables.found[position]
            limit = Limit(variable.name, each.low, each.high, each.span)
            if variable.role is Role.PARAMETER:
                check_limit(variable, limit, instance, self.report)
                self.parts.limits.append(limit)
            else:
                is_scalar = not variable.shape and variable.role not in _OF_ANY_SHAPE
                self._count_leaving(limit, instance, is_scalar=is_scalar)

    def _count_leaving(self, limit: Limit, instance: Instance, *, is_scalar: bool = True) -> None:
        outside = outside_of(limit)
        if outside is None:
            return
        if not is_scalar:
            outside = Apply(f"{ARRAY_PREFIX}any", (outside,), outside.span)
        span = limit.span
        assert span is not None
        condition = self._condition(self.names.owner(instance), outside, span)
        count = f"{limit.name} outside {limit.shown}"
        self.variables.found.append(Variable(count, Role.HELD, "", count, 0.0, None, span))
        one_more = Apply("+", (Apply("pre", (Name(count, span),), span), Number(1.0, span)), span)
        self.orders.add_when(condition, (Equation(count, one_more, span),), [], span)
        self.parts.limits.append(replace(limit, count=count))

    def _add_relation(self, instance: Instance, left: Expression, right: Expression, span: Span, box: Box = ()) -> None:
        self.relations += 1
        name = f"relation.{self.relations}"
        value = left if right == ZERO else Apply("+", (left, Apply("neg", (right,), right.span)), span)
        self.variables.found.append(Variable(name, Role.RESIDUAL, self.names.owner(instance), name, span=span))
        self.parts.equations.append(Equation(name, value, span, box=box))

    def _add_functions(self, instance: Instance) -> None:
        for definition in instance.definition.system.function_definitions:
            name = self.names.function(instance, definition.name)
            chosen, scope = self.replaced.get((instance.path, definition.name), (definition, instance))
            if isinstance(chosen, FunctionDefinition):
                body = self.names.renamer(scope, chosen.parameters)(chosen.body)
                self.parts.functions.append(replace(chosen, name=name, body=body, part=()))
            elif isinstance(chosen, Table):
                self.parts.tables.append(replace(chosen, name=name, part=()))
            else:
                is_shared = bool(chosen.results) or chosen.convention is Convention.FMU
                owner = self.names.owner(instance) if is_shared else ""
                jacobian = self.names.function(instance, chosen.jacobian) if chosen.jacobian else ""
                self.parts.foreign.append(replace(chosen, name=name, part=(), owner=owner, jacobian=jacobian))

    def _finished(self) -> FlatModel:
        events = self.orders.events(lambda condition, span: self._condition("", condition, span))
        connecting = [top for top in self.tops if top.definition.system.kind is SystemKind.CONNECTING]
        named = (connecting or self.tops or (None,))[0]
        parts = self.parts
        connected = {top.path for top in self.tops}
        whole = FlatModel(
            name=named.definition.system.name if named is not None else "",
            variables=(*self.variables.found, self._time()),
            equations=tuple(parts.equations),
            initial_equations=tuple(parts.initial),
            time=self.names.time,
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
            structural=tuple(self.variables.structural),
            sizes=tuple(parts.sizes),
        )
        expanded = self._with_arrays(whole)
        model = expanded.model
        computed = Computed(model.variables, model.equations, model.initial_equations, model.functions)
        return replace(
            model,
            fixed_sets=tuple(check_fixed(self.sets.fixed, model.variables, model.equations, self.report)),
            requirements=find_requirements(expanded.requirements, computed, self.variables.given, self.report),
        )

    def _with_arrays(self, model: FlatModel) -> Expanded:
        """Arrays stay whole if they can, and if that is wanted."""
        requirements = self.parts.requirements
        if self.arrays is Arrays.EXPANDED or self.report.has_errors or not has_arrays(model):
            return expand_arrays(model, requirements, self.report)
        try:
            kept = keep_whole(model, requirements, is_forced=self.arrays is Arrays.WHOLE)
            return Expanded(kept, requirements)
        except NotWhole as reason:
            expanded = expand_arrays(model, requirements, self.report)
            is_shaped = any(variable.shape for variable in model.variables)
            because = WholeArrays(expanded_because=str(reason) if is_shaped else "")
            return Expanded(replace(expanded.model, whole=because), expanded.requirements)

    def _time(self) -> Variable:
        return Variable(self.names.time, Role.TIME, local=self.names.time, unit=self.variables.unit_of_time())

    def _versions(self) -> list[VersionChoice]:
        return [
            VersionChoice(self.names.flat(i, VERSION), i.version or i.versions[0], i.versions)
            for i in self.instances
            if i.versions
        ]

    def _add_assignment(self, instance: Instance, assignment: Assignment, rename: Rename) -> None:
        target = assignment.target
        if not target.path:
            variable = instance.definition.variables[target.name]
            if target.name in instance.definition.orders:
                return
            assignment = replace(assignment, places=tuple(map(rename, assignment.places)))
            self._add_equation(self.names.flat_variable(instance, variable), rename(assignment.value), assignment)
            return
        if not self.names.can_refer(instance):
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
        endpoint = self.names.references.variable(target, instance)
        assignment = replace(assignment, places=tuple(map(rename, assignment.places)))
        if endpoint is not None:
            self._assign_below(endpoint, assignment, rename(assignment.value), instance)

    def _assign_below(self, endpoint: Endpoint, assignment: Assignment, value: Expression, scope: Instance) -> None:
        """Assign a variable of a part, or of a different system, from outside."""
        assert endpoint.variable is not None
        name = self.names.flat_variable(endpoint.instance, endpoint.variable)
        is_initial = assignment.section is Section.INITIAL
        if is_initial and endpoint.variable.role in (Role.STATE, Role.PARAMETER):
            self._add_equation(name, value, assignment)
            if endpoint.variable.role is Role.PARAMETER:
                self.variables.change_role(name, Role.CONSTANT)
        elif not is_interface(endpoint) or (not scope.children and endpoint.variable.role is not Role.INPUT):
            self._reject_target(endpoint, assignment)
        elif endpoint.variable.role in (Role.INPUT, Role.PARAMETER):
            if self._connect(name, assignment.span, has_elements=bool(assignment.places)):
                self._add_equation(name, value, assignment)
                if endpoint.variable.role is Role.PARAMETER:
                    self.variables.change_role(name, Role.AUXILIARY)
        else:
            self._add_relation(scope, Name(name, assignment.target.span), value, assignment.span)

    def _reject_target(self, endpoint: Endpoint, assignment: Assignment) -> None:
        variable = endpoint.variable
        assert variable is not None
        owner = self.names.owner(endpoint.instance)
        self.report.error(
            "not-an-input",
            f"'{variable.local}' of '{owner}' is not an input but its {variable.role.value}",
            assignment.target.span,
            f"declare INPUT {variable.local} in {endpoint.instance.definition.system.name}",
        )

    def _connect(self, name: str, span: Span, *, has_elements: bool = False) -> bool:
        """Record the connection; whether it is the only one, or one of several to elements of an array."""
        if name in self.connected and not has_elements:
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
        box = box_of(assignment.loop)
        equations.append(Equation(target, value, assignment.span, assignment.section, assignment.places, box))

    def _add_connections(self) -> None:
        top = self.tops[0] if self.tops else None
        for connected in self.sets.relations(self.tops):
            assert top is not None
            target = connected.target
            if target is None or target.variable is None:
                self._add_relation(top, connected.left, connected.right, connected.span)
                continue
            name = self.names.flat(target.instance, target.variable.local)
            source = connected.source
            if target.variable.local in target.instance.definition.orders and source is not None and source.variable:
                self.orders.connect(name, self.names.flat(source.instance, source.variable.local))
            elif target.variable.role is not Role.INPUT:
                self._reject_end(target, connected.span)
            elif self._connect(name, connected.span):
                self.parts.equations.append(Equation(name, connected.right, connected.span))

    def _reject_end(self, endpoint: Endpoint, span: Span) -> None:
        assert endpoint.variable is not None
        self.report.error(
            "improper-connection",
            f"'{endpoint.variable.local}' of '{self.names.owner(endpoint.instance)}' is not an input "
            f"but its {endpoint.variable.role.value}",
            span,
            "CONNECT takes the signal first, then its inputs",
        )

    def _add_states(self, instance: Instance) -> None:
        system, variables = instance.definition.system, instance.definition.variables
        pairs = [
            (self.names.flat(instance, state), self.names.flat(instance, target))
            for state, target in state_pairs(system)
            if state in variables and target in variables
        ]
        if system.kind is not SystemKind.DISCRETE:
            self.parts.states += pairs
            return
        self.sampled.setdefault(instance.sampler, []).extend(pairs)
        if instance.sampler != (instance.path or system.name):
            return
        next_sample = [self.names.flat(instance, d.name) for d in system.declared(Declared.TSAMP)]
        events = tuple(self.names.flat(instance, declaration.name) for declaration in system.declared(Declared.EVENT))
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
        self.variables.found.append(Variable(name, Role.CONDITION, owner, name, span=span, is_condition=True))
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
                Equation(
                    self.names.flat(instance, a.target.name),
                    rename(a.value),
                    a.span,
                    places=tuple(map(rename, a.places)),
                )
                for a in when.assignments
                if a.target.name in variables and not a.target.path
            )
            ordered = [name for order in when.orders for name in self.event_references.ordered(order, instance)]
            if isinstance(when.condition, Name) and when.condition.name in events and not when.condition.path:
                event = self.names.flat(instance, when.condition.name)
                during = rename(when.during) if when.during is not None else None
                self.orders.add_receiver(event, equations, ordered, when.span, during)
            else:
                expression = rename(when.condition)
                if when.during is not None:
                    expression = Apply("and", (rename(when.during), expression), when.span)
                condition = self._condition(self.names.owner(instance), expression, when.span)
                self.orders.add_when(condition, equations, ordered, when.span)
        for stop in system.stops:
            condition = self._condition(self.names.owner(instance), rename(stop.condition), stop.span)
            version = self.names.flat(instance, VERSION) if stop.versions else ""
            self.parts.stops.append(StopCondition(condition, stop.message, stop.span, version, stop.versions))

    def _add_indicator(self, instance: Instance, local: str, span: Span) -> None:
        """An EVENT occurs_when when its expression rises through zero, or when it is ordered."""
        name = self.names.flat(instance, local)
        if local in instance.definition.orders:
            path = "" if any(instance is top for top in self.tops) else instance.path
            declared = DeclaredEvent(local, instance.definition.system.name, path, span)
            self.orders.declare(name, declared)
            return
        above_zero = Apply(">", (Name(name, span), Number(0.0, span)), span)
        self.orders.occurs_when(name, self._condition(self.names.owner(instance), above_zero, span))
