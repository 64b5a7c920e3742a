"""FlatModel -> FlatModel with a scalar for each element of an array; this expansion defines what arrays mean.

Variables keep their order, and the elements of an array follow each other with the first index fastest. An equation
with FOR is one equation for each value of its indices, in the same order.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from simnon.model import (
    ARRAY_PREFIX,
    ELEMENT,
    WRITTEN_ARRAYS,
    Apply,
    Convention,
    Equation,
    Event,
    Expression,
    FlatModel,
    ForeignDefinition,
    Limit,
    Name,
    Requirement,
    Role,
    Sampler,
    Shape,
    Variable,
    counts_of,
    counts_text,
    element,
    functions_in,
    names_in,
    numbers_of,
    offset_of,
    positions,
    print_expression,
    shape_text,
)
from simnon.source import Related, Report

from ..whens import check_elements
from .coverage import absent_elements, check_once
from .evaluate import Environment, Evaluator
from .infer import infer_shapes
from .memory import has_memory
from .operators import OPERATOR_RULES
from .templates import Templates
from .value import Mistake, Value
from .written import WRITTEN_RULES


@dataclass(slots=True)
class Expanded:
    """The model of scalars, and the requirements in terms of them."""

    model: FlatModel
    requirements: list[Requirement] = field(default_factory=list)


def expand_arrays(model: FlatModel, requirements: list[Requirement], report: Report) -> Expanded:
    if report.has_errors:
        return Expanded(model, requirements)
    if not has_arrays(model) and not any(map(_has_array_function, (each.condition for each in requirements))):
        return Expanded(model, requirements)
    return _Expansion(model, report).expanded(requirements)


def has_arrays(model: FlatModel) -> bool:
    if any(variable.shape for variable in model.variables):
        return True
    return any(
        equation.places or equation.box or any(map(_is_of_arrays, equation.functions))
        for equation in (*model.equations, *model.initial_equations, *(e for v in model.events for e in v.equations))
    )


def _is_of_arrays(function: str) -> bool:
    return function in WRITTEN_ARRAYS or function.startswith(ARRAY_PREFIX)


def _has_array_function(expression: Expression) -> bool:
    return any(map(_is_of_arrays, functions_in(expression)))


class _Expansion:
    def __init__(self, model: FlatModel, report: Report) -> None:
        self.model = model
        self.report = report
        self.variables = model.by_name()
        self.shapes: dict[str, Shape] = {v.name: v.shape for v in model.variables if v.shape}
        starts = {v.name: v.start for v in model.variables if v.name in set(model.structural)}
        numbers = {name: start for name, start in starts.items() if start is not None}
        functions = {function.name: function for function in model.functions}
        rules = {**WRITTEN_RULES, **OPERATOR_RULES}
        self.evaluator = Evaluator(
            self.variables, self.shapes, functions, numbers, self._hoist, self._matrix_function, rules
        )
        self.added: list[Variable] = []
        self.hoisted: list[Equation] = []
        self.known: dict[Expression, Name] = {}
        self.foreign: dict[str, ForeignDefinition] = {}
        self.count = 0
        self.target: Variable | None = None

    def expanded(self, requirements: list[Requirement]) -> Expanded:
        infer_shapes(self.model, self.shapes, self.evaluator)
        model = self.model
        if not has_memory(model, self.shapes, self.evaluator, self.report):
            return Expanded(model, requirements)
        initial = self._equations(model.initial_equations)
        equations = self._equations(model.equations)
        events = tuple(self._event(event) for event in model.events)
        elements = {name: self._names(name) for name in self.shapes}
        check_once(initial, elements, self.report)
        check_once(equations, elements, self.report)
        for event in events:
            check_once(event.equations, elements, self.report)
            check_elements(event.equations, set().union(*elements.values()), self.report)
        everything = (*equations, *initial, *(e for event in events for e in event.equations))
        absent = self._absent(everything, elements)
        made = replace(
            model,
            variables=(
                *(each for v in model.variables for each in self._elements(v) if each.name not in absent),
                *self.added,
            ),
            equations=equations,
            initial_equations=initial,
            states=self._pairs(model.states),
            samplers=tuple(self._sampler(sampler) for sampler in model.samplers),
            events=events,
            foreign=(*model.foreign, *self.foreign.values()),
            functions=tuple(f for f in model.functions if not self.evaluator.has_arrays(f.body)),
            limits=tuple(each for limit in model.limits for each in self._limits(limit)),
        )
        return Expanded(made, [each for requirement in requirements for each in self._requirements(requirement)])

    def _absent(self, equations: tuple[Equation, ...], elements: dict[str, list[str]]) -> set[str]:
        """In a relational model, relations determine what has no equation."""
        is_relational = any(variable.role is Role.RESIDUAL for variable in self.variables.values())
        if self.report.has_errors or is_relational:
            return set()
        return absent_elements(equations, elements, self.variables, self.report)

    def _elements(self, variable: Variable) -> Iterator[Variable]:
        shape = self.shapes.get(variable.name)
        if not shape:
            yield variable
            return
        whole = replace(variable, shape=shape)
        for i, numbers in enumerate(numbers_of(shape)):
            yield element(whole, numbers, i)

    def _equations(self, equations: Iterable[Equation]) -> tuple[Equation, ...]:
        found: list[Equation] = []
        for equation in equations:
            found += self._scalars(equation)
        self.known = {}
        return tuple(found)

    def _event(self, event: Event) -> Event:
        found: list[Equation] = []
        for equation in event.equations:
            found += self._scalars(equation)
        self.known = {}
        return replace(event, equations=tuple(found))

    def _scalars(self, equation: Equation) -> list[Equation]:
        """The equation for each of its elements, after those that it needs."""
        self.target = self.variables[equation.target]
        try:
            if not equation.box and equation.target not in self.shapes and not equation.places:
                return self._one(equation)
            made = list(self._many(equation))
        except Mistake as mistake:
            self.report.error(
                mistake.code, mistake.message, mistake.span or equation.span, mistake.hint, mistake.related
            )
            return []
        waiting, self.hoisted = self.hoisted, []
        return [*waiting, *made]

    def _one(self, equation: Equation) -> list[Equation]:
        value = self.evaluator.value(equation.value, {})
        if not value.is_scalar:
            raise self._wrong_shape(equation, (), value)
        scalar = value.scalar
        waiting, self.hoisted = self.hoisted, []
        return [*waiting, equation if scalar is equation.value else replace(equation, value=scalar)]

    def _many(self, equation: Equation) -> Iterator[Equation]:
        axes = equation.box
        fast = self._by_template(equation)
        if fast is not None:
            yield from fast
            return
        is_relation = self.variables[equation.target].role is Role.RESIDUAL
        for values in product(*(range(axis.first, axis.last + 1) for axis in reversed(axes))):
            around = {axis.index: float(k) for axis, k in zip(reversed(axes), values, strict=True)}
            value = self.evaluator.value(equation.value, around)
            if is_relation:
                names = self._elements_of_relation(equation, [*reversed(values)], value)
            else:
                names = self._targets(equation, around, value)
            for name, item in zip(names, value.items, strict=True):
                yield Equation(name, item, equation.span, equation.section)

    def _by_template(self, equation: Equation) -> Iterator[Equation] | None:
        """The same for an equation that gives one element at a time and reads single elements."""
        axes = equation.box
        if not axes or not equation.places or self.variables[equation.target].role is Role.RESIDUAL:
            return None
        templates = Templates([axis.index for axis in axes], self.evaluator)
        target = templates.element(Apply(ELEMENT, (Name(equation.target), *equation.places), equation.span))
        value = templates.maker(equation.value)
        if target is None or value is None:
            return None
        points = product(*(range(axis.first, axis.last + 1) for axis in reversed(axes)))
        return (
            Equation(name.name, value(point[::-1]), equation.span, equation.section)
            for point in points
            if isinstance(name := target(point[::-1]), Name)
        )

    def _elements_of_relation(self, equation: Equation, numbers: list[int], value: Value) -> list[str]:
        """A relation with FOR gives a residual for each value of its indices and each element of its sides."""
        shape = self.shapes.get(equation.target)
        if not shape:
            return [equation.target]
        outer = [number - axis.first for number, axis in zip(numbers, equation.box, strict=True)]
        names = self.evaluator.elements(equation.target)
        found = []
        for position in positions(value.counts):
            element = names[offset_of([*outer, *position], counts_of(shape))]
            assert isinstance(element, Name)
            found.append(element.name)
        return found

    def _targets(self, equation: Equation, around: Environment, value: Value) -> list[str]:
        """The elements that the equation gives."""
        shape = self.shapes.get(equation.target, ())
        if not equation.places:
            if equation.box:
                message = f"FOR gives '{self._local(equation)}' several times"
                hint = f"write an index on the left: {self._local(equation)}[i] = ..."
                raise Mistake("duplicate-definition", message, equation.span, hint)
            if counts_of(shape) != value.counts:
                raise self._wrong_shape(equation, counts_of(shape), value)
            return [element.name for element in self.evaluator.elements(equation.target) if isinstance(element, Name)]
        variable = self.variables[equation.target]
        base = Name(equation.target, variable.span)
        chosen = Apply(ELEMENT, (base, *equation.places), equation.span)
        target = self.evaluator.value(chosen, around)
        if target.counts != value.counts:
            raise self._wrong_shape(equation, target.counts, value)
        return [item.name for item in target.items if isinstance(item, Name)]

    def _local(self, equation: Equation) -> str:
        return self.variables[equation.target].local

    def _wrong_shape(self, equation: Equation, counts: tuple[int, ...], value: Value) -> Mistake:
        variable = self.variables[equation.target]
        related = [*self.evaluator.origins(value.span)]
        if variable.role is Role.CONDITION:
            hint = "a condition is one truth value: use ANY or ALL"
            return Mistake("different-shapes", value.text, value.span, hint, tuple(related))
        if variable.span is not None and variable.shape:
            related.append(
                Related(f"'{variable.local}' has the shape {shape_text(variable.shape)} from here", variable.span)
            )
        places = "" if not equation.places else "[" + ", ".join(map(_written, equation.places)) + "]"
        message = f"'{variable.local}{places}' is {counts_text(counts)}, but its value is {counts_text(value.counts)}"
        hint = "give both the same shape"
        if value.counts and not counts and not variable.shape:
            sizes = ", ".join(f"1..{count}" for count in value.counts)
            hint = f"declare it with the shape of its value: {variable.local}[{sizes}]"
        if counts and not value.counts:
            hint = f"to give all elements one number, write ONES({', '.join(map(str, counts))})*number, or use FOR"
        return Mistake("different-shapes", message, equation.span, hint, tuple(related))

    def _hoist(self, expression: Expression) -> Expression:
        """A variable for an expression that is read several times, computed at the same moments."""
        known = self.known.get(expression)
        if known is not None and not {"rect", "norm"} & functions_in(expression):
            return known
        assert self.target is not None
        self.count += 1
        name = f"array.{self.count}"
        target = self.target
        self.added.append(
            Variable(name, Role.INTERMEDIATE, target.owner, name, span=expression.span, sampler=target.sampler)
        )
        self.hoisted.append(Equation(name, expression, expression.span))
        made = Name(name, expression.span)
        if not target.sampler and target.role is not Role.CONSTANT:
            self.known[expression] = made
        return made

    def _matrix_function(self, kind: str, rows: int, columns: int) -> str:
        """The kernel of this kind for matrices with `rows` rows, which has `rows*columns` results."""
        name = f"{kind} of {rows}"
        count = rows * columns
        if kind == "determinant":
            count = 1
        given = rows * rows if kind != "substitution" else rows * (rows + 1) + rows
        if name not in self.foreign:
            parameters = tuple(f"a{i + 1}" for i in range(given))
            results = tuple(f"{name}.{i + 1}" for i in range(count))
            span = next(v.span for v in self.model.variables if v.span is not None)
            self.foreign[name] = ForeignDefinition(
                name, parameters, "", kind, Convention.KERNEL, span, results=results, arrays=(rows,)
            )
        return name

    def _pairs(self, states: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        found: list[tuple[str, str]] = []
        for state, following in states:
            left, right = (self.shapes.get(name, ()) for name in (state, following))
            if counts_of(left) != counts_of(right):
                self._report_pair(state, following)
                continue
            found += zip(self._names(state), self._names(following), strict=True)
        return tuple(found)

    def _report_pair(self, state: str, following: str) -> None:
        first, second = self.variables[state], self.variables[following]
        shown = [counts_text(counts_of(self.shapes.get(name, ()))) for name in (state, following)]
        self.report.error(
            "different-shapes",
            f"'{first.local}' is {shown[0]}, but its {second.role.value} '{second.local}' is {shown[1]}",
            second.span,
            "give both the same shape: they are matched in the order in which they are declared",
            (Related(f"'{first.local}' is declared here", first.span),) if first.span is not None else (),
        )

    def _names(self, name: str) -> list[str]:
        if name not in self.shapes:
            return [name]
        return [element.name for element in self.evaluator.elements(name) if isinstance(element, Name)]

    def _sampler(self, sampler: Sampler) -> Sampler:
        return replace(sampler, states=self._pairs(sampler.states))

    def _limits(self, limit: Limit) -> list[Limit]:
        if limit.name not in self.shapes or limit.count:
            return [limit]
        return [replace(limit, name=name) for name in self._names(limit.name)]

    def _requirements(self, requirement: Requirement) -> list[Requirement]:
        """None if it has a mistake, which is reported."""
        try:
            value = self.evaluator.value(requirement.condition, {})
            if not value.is_scalar:
                raise Mistake(
                    "different-shapes", value.text, value.span, "a condition is one truth value: use ANY or ALL"
                )
        except Mistake as mistake:
            self.report.error(mistake.code, mistake.message, mistake.span, mistake.hint, mistake.related)
            return []
        read = set(names_in(value.scalar))
        names = [each for shown, name in requirement.names for each in self._shown(shown, name, read)]
        return [replace(requirement, condition=value.scalar, names=tuple(names))]

    def _shown(self, shown: str, name: str, read: set[str]) -> list[tuple[str, str]]:
        if name not in self.shapes:
            return [(shown, name)]
        return [
            (f"{shown.partition('[')[0]}{each.removeprefix(name)}", each) for each in self._names(name) if each in read
        ]


def _written(place: Expression) -> str:
    return print_expression(place).replace("FOR ", "")
