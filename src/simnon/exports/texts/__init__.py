"""Models -> texts of other languages."""

from simnon.doors import front_door

with front_door(__name__):
    from .graphviz import write_graphviz
    from .latex import write_latex
    from .modelica import write_modelica
    from .sbml import write_sbml

__all__ = ["write_graphviz", "write_latex", "write_modelica", "write_sbml"]
