"""Linear models -> figures: frequency curves with their margins, poles and zeros, root loci, responses."""

from .bode import bode, sigma
from .nichols import nichols
from .nyquist import nyquist
from .pole_map import pole_zero_map
from .root_locus import RootLocus, follow_poles, locus_figure, root_locus, root_locus_figure
from .time_curves import step_figure, time_figure

__all__ = [
    "RootLocus",
    "bode",
    "follow_poles",
    "locus_figure",
    "nichols",
    "nyquist",
    "pole_zero_map",
    "root_locus",
    "root_locus_figure",
    "sigma",
    "step_figure",
    "time_figure",
]
