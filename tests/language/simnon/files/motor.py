"""The motor of the reference, compiled with its model."""


def dynamics(speed: float, u: float, gain: float, drag: float) -> tuple[float, float]:
    return speed, gain * u - drag * speed


def output(speed: float) -> float:
    return speed
