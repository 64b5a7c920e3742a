"""The pass `solve_relations`: relations, which have no direction, become equations for all unknowns."""

from .solve_relations import solve_relations

__all__ = ["solve_relations"]
