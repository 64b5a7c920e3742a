"""Joins the phases of the compiler."""

from .compile import Analysed, analyse, compile_sources, lower, read_sources, read_systems

__all__ = ["Analysed", "analyse", "compile_sources", "lower", "read_sources", "read_systems"]
