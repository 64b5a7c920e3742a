"""Models -> Modelica."""

from .write import write_modelica

__all__ = ["write_modelica"]
