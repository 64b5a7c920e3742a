"""The friction of a sliding body, for the example `friction.t`: a function a model can call."""

from math import exp, tanh


def friction(v: float) -> float:
    """The force against the speed v: high at rest, lower once it slides (Stribeck), then growing."""
    level = 1.0 + 0.5 * exp(-((v / 0.1) ** 2))
    return level * tanh(v / 0.01) + 0.2 * v
