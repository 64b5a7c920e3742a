"""Joins the phases of the compiler."""

from simnon.assembly import Choices

from .chosen_functions import functions_among, is_function
from .compile import Analysed, analyse, gather_systems, lower, read_sources, read_systems
from .compile_model import CompiledModel, Recipe, compile_for, compile_model, compile_to_slide
from .convert import convert
from .ensembles import compile_ensemble
from .explain import STAGES, explain
from .exposed import compile_exposed, largest_exposed
from .gradients import compile_gradients
from .information import Information, information, information_on_part
from .inputs import Formula, PythonFunction, Samples, Signal
from .jacobian import compile_jacobian
from .loop_matrix import loop_matrix
from .opened import closed_name, compile_opened, input_name
from .runs import ExposedCode, MethodCode, compile_formulas, compile_run
from .sensitivities import compile_sensitivities
from .sorted_equations import loops_of, print_sorted_equations
from .trust import Trust, note_code_not_run

__all__ = [
    "STAGES",
    "Analysed",
    "Choices",
    "CompiledModel",
    "ExposedCode",
    "Formula",
    "Information",
    "MethodCode",
    "PythonFunction",
    "Recipe",
    "Samples",
    "Signal",
    "Trust",
    "analyse",
    "closed_name",
    "compile_ensemble",
    "compile_exposed",
    "compile_for",
    "compile_formulas",
    "compile_gradients",
    "compile_jacobian",
    "compile_model",
    "compile_opened",
    "compile_run",
    "compile_sensitivities",
    "compile_to_slide",
    "convert",
    "explain",
    "functions_among",
    "gather_systems",
    "information",
    "information_on_part",
    "input_name",
    "is_function",
    "largest_exposed",
    "loop_matrix",
    "loops_of",
    "lower",
    "note_code_not_run",
    "print_sorted_equations",
    "read_sources",
    "read_systems",
]
