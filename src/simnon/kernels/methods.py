"""DATA: the integration methods, one line each."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Method:
    """`module` is the kernel; the error of one step is proportional to its length to the power `order`.

    `last_stage` is the array of `work` that holds the derivatives at the end of a step, 0 for none; `history_degree` is
    the degree of the polynomials that store delayed signals; `parts` are the modules the kernel calls, callees first. A
    method that `has_library_steps` leaves the steps to a library; its kernel only interpolates. One that
    `proposes_steps` chooses the length of its next step itself. One that `exposes_loops` solves for the unknowns of
    algebraic loops together with the states. One that
    `interpolates_parts` can do so for some of the states, by a polynomial of degree 4.
    """

    name: str
    module: str
    order: int
    last_stage: int
    is_fixed: bool = False
    has_jacobian: bool = False
    parts: tuple[str, ...] = ()
    has_library_steps: bool = False
    history_degree: int = 4
    proposes_steps: bool = False
    exposes_loops: bool = False
    interpolates_parts: bool = False


METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method("dopri5", "dopri5", 5, 6, parts=("stages",), interpolates_parts=True),
        Method("dop853", "dop853", 8, 4, parts=("stages", "interpolants"), history_degree=7),
        Method("hampc", "hampc", 5, 12, parts=("steps", "interpolants"), history_degree=5, proposes_steps=True),
        Method(
            "rodas5p",
            "rodas5p",
            5,
            0,
            has_jacobian=True,
            parts=("steps", "jacobians", "constant_states"),
            proposes_steps=True,
        ),
        Method("cvode", "quintic", 5, 0, has_library_steps=True, history_degree=5),
        Method("ida", "quintic", 5, 0, has_library_steps=True, history_degree=5, exposes_loops=True),
        Method("euler", "euler", 2, 0, is_fixed=True, parts=("stages",)),
        Method("heun", "heun", 3, 2, is_fixed=True, parts=("stages", "interpolants", "cubic")),
        Method("rk4", "rk4", 5, 4, is_fixed=True, parts=("stages", "interpolants", "cubic")),
        Method("adams2", "adams2", 3, 2, is_fixed=True, parts=("interpolants", "cubic")),
        Method("simpson", "simpson", 3, 3, is_fixed=True, parts=("stages", "interpolants", "cubic")),
    )
}
