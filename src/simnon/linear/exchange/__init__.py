"""Linear models <-> those of other programs: dictionaries, scipy.signal, python-control, files of MATLAB."""

from .dictionaries import Fields, from_dictionary, to_dictionary
from .libraries import from_control, from_scipy, to_control, to_scipy
from .matlab import read_mat, write_mat

__all__ = [
    "Fields",
    "from_control",
    "from_dictionary",
    "from_scipy",
    "read_mat",
    "to_control",
    "to_dictionary",
    "to_scipy",
    "write_mat",
]
