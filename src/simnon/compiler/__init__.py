"""Joins the phases of the compiler."""

from .compile import Analysed, analyse, compile_sources, lower, read_sources, read_systems
from .convert import convert
from .ensembles import compile_ensemble
from .explain import STAGES, explain
from .jacobian import compile_jacobian
from .load import CompiledModel, load
from .runs import MethodCode, compile_run

__all__ = [
    "STAGES",
    "Analysed",
    "CompiledModel",
    "MethodCode",
    "analyse",
    "compile_ensemble",
    "compile_jacobian",
    "compile_run",
    "compile_sources",
    "convert",
    "explain",
    "load",
    "lower",
    "read_sources",
    "read_systems",
]
