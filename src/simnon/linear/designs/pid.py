"""DATA: a PID regulator designed for a process, its closed loop, and its text with limits and anti-windup."""

from dataclasses import replace
from typing import Generic

import numpy as np

from simnon.source import frozen, has_same_fields, no_hash

from ..frequency import Margins, margins
from ..interconnection import feedback, series, static
from ..poles import poles
from ..realisation import ComplexArray, Model, positive
from ..system_text import SystemText, declare, sample


@frozen
class PID(Generic[Model]):
    """u = K (B yref - y + integral of (yref - y)/TI - TD dy/dt filtered with TD/N).

    TI of inf is no integral part, TD of 0 no derivative part.
    """

    process: Model
    K: float
    TI: float = float("inf")
    TD: float = 0.0
    N: float = 10.0
    B: float = 1.0
    rule: str = ""

    __eq__ = has_same_fields
    __hash__ = no_hash

    def __repr__(self) -> str:
        return f"PID(K={self.K:.6g}, TI={self.TI:.6g}, TD={self.TD:.6g}, N={self.N:g}, B={self.B:g})"

    @property
    def has_integral(self) -> bool:
        return float("inf") > self.TI

    def regulator(self) -> Model:
        """From the error to the control signal, with B = 1; sampled like the process."""
        A, C, direct = [], [], self.K
        h = self.process.period
        if self.has_integral:
            A.append(1.0 if h else 0.0)
            C.append(self.K * h / self.TI if h else self.K / self.TI)
        if self.TD > 0.0:
            rest = self.TD / (self.TD + self.N * h) if h else -self.N / self.TD
            gain = self.K * self.N * (rest if h else 1.0)
            A.append(rest)
            # K N (1 - 1/(1 + s TD/N)), or its backward difference.
            C.append(gain * (rest - 1.0) if h else gain * rest)
            direct += gain
        names = tuple(name for name, has in (("i", self.has_integral), ("d", self.TD > 0.0)) if has)
        gain_only = static(self.process, np.array([[direct]]), self.process.outputs, self.process.inputs)
        return replace(
            gain_only, A=np.diag(A), B=np.ones((len(A), 1)), C=np.array([C]).reshape(1, len(A)), states=names
        )

    def loop(self) -> Model:
        """The loop transfer function."""
        return series(self.regulator(), self.process)

    @property
    def poles(self) -> ComplexArray:
        """Of the closed loop."""
        loop = self.loop()
        return poles(feedback(loop, static(loop, np.eye(1), loop.outputs, loop.inputs)))

    @property
    def margins(self) -> Margins:
        return margins(self.loop())

    @property
    def tracking_time(self) -> float:
        """How fast the integral follows a limited output."""
        if not self.has_integral:
            return 0.0
        return float(np.sqrt(self.TI * self.TD)) if self.TD > 0.0 else self.TI

    def text(self, name: str, period: float | None = None) -> str:
        """A continuous system, or a discrete one if the process is sampled or a period is given."""
        h = self.process.period if period is None else positive(period, "period", "a positive time")
        title = f"a {self.kind} regulator with limited output and anti-windup{f', {self.rule}' if self.rule else ''}"
        text = SystemText("DISCRETE" if h else "CONTINUOUS", name, title)
        text.names(("y", "yref", "u"))
        states = text.names(name for name, has in (("i", self.has_integral), ("d", self.TD > 0.0)) if has)
        states += text.names(["yold"] if h and self.TD > 0.0 else [])
        rates = text.names(f"{'n' if h else 'd'}{state}" for state in states)
        declare(text, ["y", "yref"], ["u"], states, rates, is_sampled=h > 0.0)
        if h:
            sample(text, h)
        self._write(text, h)
        return text.finish()

    @property
    def kind(self) -> str:
        return f"P{'I' if self.has_integral else ''}{'D' if self.TD > 0.0 else ''}"

    def _write(self, text: SystemText, h: float) -> None:
        has_derivative = self.TD > 0.0
        if has_derivative:
            start = "yold = y" if h else "d = y"
            for line in ("INITIAL", start, "SORT"):
                text.line(line)
        parts = ["K*(B*yref - y)", *(["i"] if self.has_integral else [])]
        if has_derivative:
            parts.append("nd" if h else "-K*N*(y - d)")
        text.equation("v", [*parts, "ubias"])
        text.line("u = MAX(ulow, MIN(v, uhigh))")
        if self.has_integral:
            text.line("ni = i + h*(K*(yref - y)/TI + (u - v)/TT)" if h else "di = K*(yref - y)/TI + (u - v)/TT")
        if has_derivative and h:
            text.line("nd = TD/(TD + N*h)*(d - K*N*(y - yold))")
            text.line("nyold = y")
        elif has_derivative:
            text.line("dd = N*(y - d)/TD")
        self._parameters(text)

    def _parameters(self, text: SystemText) -> None:
        text.parameter("K", self.K, "gain")
        text.parameter("B", self.B, "weight of the reference in the proportional part")
        if self.has_integral:
            text.parameter("TI", self.TI, "integral time, in seconds")
            text.parameter("TT", self.tracking_time, "tracking time of the integral while u is limited, in seconds")
        if self.TD > 0.0:
            text.parameter("TD", self.TD, "derivative time, in seconds")
            text.parameter("N", self.N, "limits the derivative gain to N times the gain")
        text.parameter("ubias", 0.0, "output without error")
        text.parameter("ulow", -1e30, "lower limit")
        text.parameter("uhigh", 1e30, "upper limit")
