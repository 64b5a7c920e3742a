"""The tank of Elmqvist (1977): the levels of figures 3 to 6 of his paper."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from simnon.simulation import Trajectory
from tests.answers.running import ADAPTIVE_CASES, loaded

TANK = """CONTINUOUS SYSTEM TANK
INPUT V AOUT
STATE H
DER DH
DYNAMICS
VALVE = IF V<0 THEN 0 ELSE IF V>1 THEN 1 ELSE V
QIN = QMAX*VALVE
QOUT = AOUT*SQRT(2*G*MAX(H,0))
DH = (QIN - QOUT)/AREA
QMAX:1
G:9.81
AREA:10
END
"""
DPID = """DISCRETE SYSTEM DPID
INPUT Y YREF
OUTPUT U
STATE INTE YOLD
NEW NINTE NYOLD
TIME T
TSAMP TS
OUTPUT
E = YREF - Y
U = GAIN*(E + INTE + TD/DT*(YOLD-Y))
DYNAMICS
NINTE = INTE + DT/TI*E
NYOLD = Y
TS = T + DT
GAIN:1
TI:1E10
TD:0
DT:1
END
"""
REGTANK = """CONNECTING SYSTEM REGTANK
TIME T
AOUT[TANK] = IF T<100 THEN A1 ELSE A2
A1:0.01
A2:0.05
YREF[DPID] = HREF
HREF:2
Y[DPID] = H[TANK]
V[TANK] = U[DPID]
END
"""
CONDITIONAL = DPID.replace("INTE + DT/TI*E", "INTE+(IF ABS(E)<ELIM THEN DT/TI*E ELSE 0)\nELIM:1")


@dataclass(frozen=True, slots=True)
class Figure:
    """The largest level and when it is reached, the smallest after t = 100, and levels at some times."""

    name: str
    parameters: dict[str, float]
    levels: dict[float, float]
    is_conditional: bool = False
    highest: tuple[float, float] | None = None
    lowest: float | None = None
    texts: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "texts", (TANK, CONDITIONAL if self.is_conditional else DPID, REGTANK))


PI = {"DT": 5.0, "TI": 50.0}
FIGURES = [
    Figure("3", {"DT": 5.0}, {20: 1.69549, 50: 1.93480, 100: 1.93833, 200: 1.71036}),
    Figure("4", PI, {100: 2.09762, 200: 1.97342}, highest=(2.38668, 40), lowest=1.84885),
    Figure("5", PI, {100: 2.01537, 200: 1.96792}, True, (2.03928, 55), 1.80534),
    Figure("6_5", PI, {200: 1.96792}, True, (2.03928, 55)),
    Figure("6_15", PI | {"DT": 15.0}, {200: 1.97808}, True, (2.18732, 30)),
    Figure("6_25", PI | {"DT": 25.0}, {200: 2.01035}, True, (2.38531, 25)),
]


def simulate(figure: Figure, method: str) -> Trajectory:
    return loaded(*figure.texts).simulate(
        0, 200, parameters=figure.parameters, method=method, rtol=1e-9, atol=1e-9, spacing=0.05, store=["H"]
    )


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_the_level_has_the_values_of_the_figure(figure: Figure, method: str) -> None:
    found = simulate(figure, method)
    level = found["H"]

    assert {time: round(float(level[round(20 * time)]), 5) for time in figure.levels} == figure.levels
    if figure.highest is not None:
        highest = int(np.argmax(level))
        assert (round(float(level[highest]), 5), found.t[highest]) == pytest.approx(figure.highest, abs=1e-9)
    if figure.lowest is not None:
        assert round(float(np.min(level[found.t > 100])), 5) == figure.lowest


def test_the_session_of_the_paper_runs_at_the_usual_tolerance() -> None:
    figure = FIGURES[1]
    found = loaded(*figure.texts).simulate(0, 200, parameters=figure.parameters)

    assert found.final["H[TANK]"] == pytest.approx(1.97342, abs=1e-5)
    assert found.statistics.samples == 41
