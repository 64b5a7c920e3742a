"""The numbers of sliding in `values`: each array has space for all that kernels write there."""

from simnon.compiler import analyse, lower
from simnon.kernels import Shape
from simnon.source import Report, Source

TWO_SURFACES_OF_ONE_STATE = """CONTINUOUS SYSTEM s
STATE x
DER dx
dx = -SIGN(x) - SIGN(2*x - a)
x: 1
a: 0
END
"""


def test_a_number_for_each_surface_fits_where_rates_of_states_are() -> None:
    report = Report()
    analysed = analyse((Source("s.t", TWO_SURFACES_OF_ONE_STATE),), report)
    assert analysed is not None
    sliding = lower(analysed, slides=True).layout.sliding
    assert sliding is not None
    shape = Shape(list(sliding.numbers))

    assert shape.most == 2
    assert shape.first - shape.rates >= shape.most
