"""The ball of the reference."""


def dynamics(g: float) -> float:
    return -g
