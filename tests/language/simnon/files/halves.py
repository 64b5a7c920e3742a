"""Systems that compute a part of their equations here, and some that cannot be used."""


def text_initial() -> float:
    return 5


def text_dynamics(x: float) -> float:
    return x


def direct_output(x: float, u: float) -> tuple[float, float]:
    return x + 1, u - 1


def any_dynamics(*names: float) -> tuple[float, ...]:
    return names


def starred_dynamics(*, x: float) -> float:
    return x


def narrow_dynamics(x: float, y: float) -> tuple[float, float]:
    return x, y


def narrow_jacobian() -> tuple[tuple[float, float], tuple[float]]:
    return (1, 0), (0,)


def wide_dynamics(x: float) -> float:
    return -x


def wide_jacobian(k: float) -> float:
    return -k
