"""The types of records that kernels can use."""

from .control import Control
from .instance import Fmu
from .job import Job, Own
from .points import Sheet
from .shares import Shape
from .subset import Record

RECORDS: dict[str, type[Record]] = {
    "Control": Control,
    "Shape": Shape,
    "Job": Job,
    "Own": Own,
    "Sheet": Sheet,
    "Fmu": Fmu,
}
"""The record types kernels can use: arrays whose elements have names."""
