"""Analysed model -> the program of its Jacobian; made only when a method asks for it."""

from simnon.analysis import differentiate, find_band
from simnon.lowering import lower_jacobian
from simnon.program import BandSlots, Program

from .compile import Analysed
from .garbage import paused_collection


def compile_jacobian(analysed: Analysed) -> Program:
    """The program with the entry `jacobian`."""
    with paused_collection():
        jacobian = differentiate(analysed.model, analysed.schedule)
        band = find_band(len(analysed.model.states), [(row, column) for row, column, _ in jacobian.entries])
        return lower_jacobian(
            analysed.model,
            analysed.schedule,
            analysed.foreign_texts,
            jacobian.equations,
            jacobian.variable_of_target,
            jacobian.entries,
            jacobian.by_time,
            None if band is None else BandSlots(band.order, band.below, band.above),
        )
