"""DATA: the integration methods, one line each."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Method:
    """`module` is the kernel; errors go with the step to the power `order`.

    `last_stage` is the array of `work` that holds the derivatives at the end of a step, 0 for none.
    """

    name: str
    module: str
    order: int
    last_stage: int
    is_fixed: bool = False


METHODS: dict[str, Method] = {method.name: method for method in (Method("dopri5", "dopri5", 5, 6),)}
