"""Relations, which have no direction, become equations for all unknowns: the pass `solve_relations`."""

from .solve_relations import solve_relations

__all__ = ["solve_relations"]
