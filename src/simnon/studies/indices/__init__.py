"""Which parameters matter: Sobol indices and Morris' elementary effects of numbers computed from many runs."""

from simnon.doors import front_door

with front_door(__name__):
    from .estimates import estimate
    from .indices import Indices
    from .methods import IndexMethods
    from .plans import MORRIS, SOBOL, IndexPlan, morris_plan, sobol_plan

__all__ = ["MORRIS", "SOBOL", "IndexMethods", "IndexPlan", "Indices", "estimate", "morris_plan", "sobol_plan"]
