"""The pass `solve_relations`: relations, which have no direction, become equations for all unknowns."""

from simnon.doors import front_door

with front_door(__name__):
    from .solve_relations import solve_relations

__all__ = ["solve_relations"]
