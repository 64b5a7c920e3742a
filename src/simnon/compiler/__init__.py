"""Joins the phases of the compiler."""

from simnon.assembly import Choices

from .chosen_functions import functions_among, is_function
from .compile import Analysed, analyse, gather_systems, lower, read_sources, read_systems
from .convert import convert
from .ensembles import compile_ensemble
from .explain import STAGES, explain
from .information import Information, information, information_on_part
from .jacobian import compile_jacobian
from .load import CompiledModel, compile_for, compile_to_slide, load
from .loop_matrix import loop_matrix
from .opened import compile_opened, largest_opened
from .runs import MethodCode, OpenedCode, compile_run
from .trust import Trust, note_code_not_run

__all__ = [
    "STAGES",
    "Analysed",
    "Choices",
    "CompiledModel",
    "Information",
    "MethodCode",
    "OpenedCode",
    "Trust",
    "analyse",
    "compile_ensemble",
    "compile_for",
    "compile_jacobian",
    "compile_opened",
    "compile_run",
    "compile_to_slide",
    "convert",
    "explain",
    "functions_among",
    "gather_systems",
    "information",
    "information_on_part",
    "is_function",
    "largest_opened",
    "load",
    "loop_matrix",
    "lower",
    "note_code_not_run",
    "read_sources",
    "read_systems",
]
