"""The servo of the reference, compiled with its model."""


def dynamics(angle: float, speed: float, r: float, k: float, d: float) -> tuple[float, float]:
    return speed, k * (r - angle) - d * speed


def output(angle: float) -> float:
    return angle
