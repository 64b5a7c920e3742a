"""A process -> a PID regulator by the rules of Ziegler and Nichols (1942), or by a chosen closed-loop time constant."""

import math

from simnon.source import UserError, arguments

from ..frequency import margins
from ..realisation import Model, positive
from .pid import PID
from .process import fitted_process, steepest_tangent

KINDS = ("P", "PI", "PID")


def ziegler_nichols(process: Model, kind: str = "PID", method: str = "step") -> PID[Model]:
    """From the steepest tangent of the step response, or from the gain at which the loop oscillates (`frequency`)."""
    _check_kind(kind, KINDS)
    if method == "step":
        a, lag = steepest_tangent(process)
        if lag <= 0.0 or a == 0.0:
            raise UserError("no-delay", "the step response has no apparent delay", "use the frequency method or lambda")
        gain, integral, derivative = {"P": (1.0, math.inf, 0.0), "PI": (0.9, 3.0, 0.0), "PID": (1.2, 2.0, 0.5)}[kind]
        return PID(process, gain / a, integral * lag, derivative * lag, rule="Ziegler-Nichols, step response")
    if method != "frequency":
        raise arguments.refusal("method", "'step' or 'frequency'", method)
    found = [(at, margin) for at, margin in margins(process).phase_crossings if at > 0.0]
    if not found:
        raise UserError(
            "no-crossing", "the phase of the process never reaches -180 degrees", "use the step method or lambda"
        )
    frequency, ultimate = found[0]
    time = 2 * math.pi / frequency
    gain, integral, derivative = {"P": (0.5, math.inf, 0.0), "PI": (0.4, 0.8, 0.0), "PID": (0.6, 0.5, 0.125)}[kind]
    return PID(process, gain * ultimate, integral * time, derivative * time, rule="Ziegler-Nichols, frequency response")


def lambda_tuning(process: Model, time_constant: float, kind: str = "PI") -> PID[Model]:
    """For a closed loop with about this time constant (IMC, Rivera, Morari and Skogestad 1986).

    The process is fitted by a first-order one with a delay, or by an integrating one.
    """
    _check_kind(kind, ("PI", "PID"))
    wanted = positive(time_constant, "time_constant", "a positive time")
    fit = fitted_process(process)
    kp, T, L = fit.gain, fit.time_constant, fit.delay
    # The PID treats half of the delay as a lag that it can invert.
    rest = L / 2 if kind == "PID" else L
    if fit.is_integrating:
        K, TI = (2 * wanted + L) / (kp * (wanted + rest) ** 2), 2 * wanted + L
        TD = (wanted * L + L * L / 4) / (2 * wanted + L) if kind == "PID" else 0.0
    elif kind == "PID":
        K, TI, TD = (T + L / 2) / (kp * (wanted + rest)), T + L / 2, T * L / (2 * T + L)
    else:
        K, TI, TD = T / (kp * (wanted + rest)), T, 0.0
    return PID(process, K, TI, TD, rule=f"lambda tuning, time constant {wanted:g} s")


def _check_kind(kind: str, kinds: tuple[str, ...]) -> None:
    if kind not in kinds:
        raise arguments.refusal("kind", f"one of {', '.join(kinds)}", kind)
