"""The regulator of the reference."""


def output(e: float, i: float, k: float) -> float:
    return k * (e + i)


def dynamics(e: float, i: float, h: float, ti: float) -> float:
    return i + h / ti * e
