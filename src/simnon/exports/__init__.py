"""Models -> files of other programs; `FORMATS` is their table."""

from simnon.doors import front_door

with front_door(__name__):
    from .c import NUMBERS, CCode, Processor, Stream, write_c, write_fixed_c, write_pil
    from .fmu import FmuOptions, fmu_files, write_fmu
    from .formats import FORMATS, ExportOptions, Format, c_code, export_model, format_of
    from .texts import write_graphviz, write_latex, write_modelica, write_sbml

__all__ = [
    "FORMATS",
    "NUMBERS",
    "CCode",
    "ExportOptions",
    "FmuOptions",
    "Format",
    "Processor",
    "Stream",
    "c_code",
    "export_model",
    "fmu_files",
    "format_of",
    "write_c",
    "write_fixed_c",
    "write_fmu",
    "write_graphviz",
    "write_latex",
    "write_modelica",
    "write_pil",
    "write_sbml",
]
