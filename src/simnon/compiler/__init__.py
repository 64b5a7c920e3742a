"""Joins the phases of the compiler."""

from simnon.assembly import Choices
from simnon.doors import front_door

with front_door(__name__):
    from .chosen_functions import functions_among, is_function
    from .compile import Analysed, analyse, gather_systems, lower, read_sources, read_systems
    from .compile_model import CompiledModel, Recipe, compile_for, compile_model, compile_to_slide
    from .convert import convert
    from .ensembles import program_of_ensemble
    from .explain import STAGES, explain, explain_arrays
    from .exposed import compile_exposed, largest_exposed
    from .gradients import compile_gradients, compile_points
    from .information import InfoLine, Information, descriptions, information, information_on_part
    from .inputs import Formula, PythonFunction, Ramp, Samples, Signal, names_of_ramp
    from .jacobian import compile_jacobian, compile_tangents, is_matrix_too_large
    from .loop_matrix import loop_matrix
    from .opened import closed_name, compile_opened, input_name
    from .outline import OutlinedName, SystemOutline, outline
    from .runs import KERNEL, MAX_EXPANDED_STATES, ExposedCode, MethodCode, compile_formulas, compile_run
    from .sensitivities import compile_sensitivities
    from .sorted_equations import loops_of, print_sorted_equations
    from .trust import Trust, note_code_not_run
    from .watched import Counter, Watch, compile_watched

__all__ = [
    "KERNEL",
    "MAX_EXPANDED_STATES",
    "STAGES",
    "Analysed",
    "Choices",
    "CompiledModel",
    "Counter",
    "ExposedCode",
    "Formula",
    "InfoLine",
    "Information",
    "MethodCode",
    "OutlinedName",
    "PythonFunction",
    "Ramp",
    "Recipe",
    "Samples",
    "Signal",
    "SystemOutline",
    "Trust",
    "Watch",
    "analyse",
    "closed_name",
    "compile_exposed",
    "compile_for",
    "compile_formulas",
    "compile_gradients",
    "compile_jacobian",
    "compile_model",
    "compile_opened",
    "compile_points",
    "compile_run",
    "compile_sensitivities",
    "compile_tangents",
    "compile_to_slide",
    "compile_watched",
    "convert",
    "descriptions",
    "explain",
    "explain_arrays",
    "functions_among",
    "gather_systems",
    "information",
    "information_on_part",
    "input_name",
    "is_function",
    "is_matrix_too_large",
    "largest_exposed",
    "loop_matrix",
    "loops_of",
    "lower",
    "names_of_ramp",
    "note_code_not_run",
    "outline",
    "print_sorted_equations",
    "program_of_ensemble",
    "read_sources",
    "read_systems",
]
