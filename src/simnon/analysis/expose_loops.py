"""HybridModel -> HybridModel: the unknowns of its algebraic loops become states, and nothing is iterated.

The "derivative" of such a state is the residual of its equation: its value minus itself, or the expression that must be
zero. A method for differential-algebraic equations makes that zero and finds states and unknowns together. The Jacobian
of the exposed model covers all its rows, and is sparse if the loops are.
"""

from dataclasses import replace

from simnon.model import Equation, HybridModel, Iteration, Name, Role, Stage, Variable, apply

from .find_stages import find_stages


def loops_to_expose(model: HybridModel) -> tuple[Iteration, ...]:
    """The iterations run at every step: not those of discrete systems, parameters and events."""
    iterations = [part for part in model.solutions if isinstance(part, Iteration)]
    if not iterations:
        return ()
    stage_of_name = find_stages(model)
    sampler_of_name = {variable.name: variable.sampler for variable in model.variables}
    return tuple(
        iteration
        for iteration in iterations
        if not sampler_of_name[iteration.unknowns[0]] and stage_of_name[iteration.unknowns[0]] > Stage.HELD
    )


def expose_loops(model: HybridModel) -> HybridModel:
    """The model with the unknowns of its loops after its states, in the order of the loops."""
    exposed = loops_to_expose(model)
    taken = set(map(id, exposed))
    residuals = [residual for iteration in exposed for residual in _residuals(iteration)]
    residual_of_unknown = dict(zip(_unknowns(exposed), (equation.target for equation in residuals), strict=True))
    # A derivative can be an unknown: then it is a state too, and the state it belongs to changes by its value.
    found = {name: state for state, name in model.states if name in residual_of_unknown}
    slopes = [Equation(_slope_of(state), Name(name)) for name, state in found.items()]
    states = [(state, _slope_of(state) if name in found else name) for state, name in model.states]
    variables = [replace(v, role=Role.STATE) if v.name in residual_of_unknown else v for v in model.variables]
    variables += [Variable(equation.target, Role.DERIVATIVE) for equation in (*slopes, *residuals)]
    return replace(
        model,
        variables=tuple(variables),
        equations=(*model.equations, *_chains(model, exposed), *slopes, *residuals),
        solutions=tuple(part for part in model.solutions if id(part) not in taken),
        states=(*states, *residual_of_unknown.items()),
    )


def _chains(model: HybridModel, iterations: tuple[Iteration, ...]) -> list[Equation]:
    """The equations that follow from the unknowns and are computed only within the loops."""
    given = {equation.target for equation in model.equations}
    return [
        equation
        for iteration in iterations
        for equation in iteration.equations
        if equation.target in iteration.members and equation.target not in given
    ]


def _slope_of(state: str) -> str:
    return f"slope of {state}"


def _unknowns(iterations: tuple[Iteration, ...]) -> list[str]:
    return [unknown for iteration in iterations for unknown in iteration.unknowns]


def _residuals(iteration: Iteration) -> list[Equation]:
    rows = zip(iteration.unknowns, iteration.values, iteration.marks, strict=True)
    return [
        Equation(
            f"residual of {unknown}",
            value if is_zero else apply("+", value, apply("neg", Name(unknown))),
            iteration.span,
        )
        for unknown, value, is_zero in rows
    ]
