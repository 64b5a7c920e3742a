"""The pattern of a Jacobian -> how its matrix is stored, so that factoring and solving take the least time.

Structural: estimates are of products, weighted by how fast the kernels get through them.
"""

from collections.abc import Sequence

from .bands import Band, band_of, neighbours_of, reverse_cuthill_mckee
from .fill import Fill, minimum_degree, products_of

SOLUTIONS_OF_A_FACTOR = 9
"""With each matrix that is factored, about so many systems are solved."""
MAX_IN_FULL = 8
"""Up to this size a full matrix is as good as any."""
WEIGHT_OF_SPARSE = 8
"""A product in a sparse matrix, whose place is looked up, takes as long as so many in a row."""
NARROW = 8
"""For a band with no more diagonals on each side nothing else is tried."""
MAX_PRODUCTS_OF_SPARSE = 2_000_000
"""An order that leads to more is given up: looking for it would take too long."""


def choose_matrix(size: int, entries: Sequence[tuple[int, int]]) -> Band | Fill | None:
    """A band, the unknowns as they are or reordered; a sparse matrix with its fill; None for a full matrix."""
    if size <= MAX_IN_FULL:
        return None
    neighbours = neighbours_of(size, entries)
    given = band_of(range(size), entries)
    band = min(given, band_of(reverse_cuthill_mckee(neighbours), entries), key=cost_of_band)
    best, least = (band, cost_of_band(band)) if cost_of_band(band) < cost_in_full(size) else (None, cost_in_full(size))
    if best is not None and max(band.below, band.above) <= NARROW:
        return best
    fill = minimum_degree(neighbours, min(least // WEIGHT_OF_SPARSE, MAX_PRODUCTS_OF_SPARSE))
    return fill if fill is not None and cost_of_fill(fill) < least else best


def cost_of_band(band: Band) -> int:
    """With room for exchanges of rows."""
    reach = band.below + band.above
    return len(band.order) * ((band.below + SOLUTIONS_OF_A_FACTOR) * reach + SOLUTIONS_OF_A_FACTOR)


def cost_in_full(size: int) -> int:
    return size**3 // 3 + SOLUTIONS_OF_A_FACTOR * size**2


def cost_of_fill(fill: Fill) -> int:
    of_factor, of_solution = products_of(fill)
    return WEIGHT_OF_SPARSE * (of_factor + SOLUTIONS_OF_A_FACTOR * of_solution)
