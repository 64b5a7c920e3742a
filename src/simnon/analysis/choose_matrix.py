"""The pattern of a Jacobian -> the storage of its matrix for which factoring and solving are fastest.

Structural: costs are counts of products, weighted by the speed of the kernels.
"""

from collections.abc import Sequence

from .bands import Band, band_of, neighbours_of, reverse_cuthill_mckee
from .fill import Fill, minimum_degree, products_of

SOLUTIONS_OF_A_FACTOR = 9
"""About how many systems are solved with each factored matrix."""
MAX_IN_FULL = 8
"""Up to this size a full matrix is as good as any."""
WEIGHT_OF_SPARSE = 8
"""The time of a product in a sparse matrix, whose index is looked up, in products of consecutive elements."""
NARROW = 8
"""If a band has no more diagonals than this on each side, nothing else is tried."""
MAX_PRODUCTS_OF_SPARSE = 2_000_000
"""An order that needs more products is abandoned: searching on would take too long."""


def choose_matrix(size: int, entries: Sequence[tuple[int, int]]) -> Band | Fill | None:
    """A band, with the unknowns as they are or reordered; a sparse matrix with its fill; None for a full matrix."""
    if size <= MAX_IN_FULL:
        return None
    given = band_of(range(size), entries)
    if is_narrowest(given):
        return given
    neighbours = neighbours_of(size, entries)
    band = _narrower(given, neighbours, entries)
    best, least = (band, cost_of_band(band)) if cost_of_band(band) < cost_in_full(size) else (None, cost_in_full(size))
    if best is not None and max(band.below, band.above) <= NARROW:
        return best
    fill = minimum_degree(neighbours, min(least // WEIGHT_OF_SPARSE, MAX_PRODUCTS_OF_SPARSE))
    return fill if fill is not None and cost_of_fill(fill) < least else best


def best_band(size: int, entries: Sequence[tuple[int, int]]) -> Band:
    """With the unknowns as they are or reordered."""
    given = band_of(range(size), entries)
    return given if is_narrowest(given) else _narrower(given, neighbours_of(size, entries), entries)


def _narrower(given: Band, neighbours: Sequence[Sequence[int]], entries: Sequence[tuple[int, int]]) -> Band:
    return min(given, band_of(reverse_cuthill_mckee(neighbours), entries), key=cost_of_band)


def is_narrowest(band: Band) -> bool:
    """Whether no other order is worth a search: the neighbours of each unknown are next to it."""
    return max(band.below, band.above) <= 1


def cost_of_band(band: Band) -> int:
    """Including the space for row exchanges."""
    reach = band.below + band.above
    return len(band.order) * ((band.below + SOLUTIONS_OF_A_FACTOR) * reach + SOLUTIONS_OF_A_FACTOR)


def cost_in_full(size: int) -> int:
    return size**3 // 3 + SOLUTIONS_OF_A_FACTOR * size**2


def cost_of_fill(fill: Fill) -> int:
    of_factor, of_solution = products_of(fill)
    return WEIGHT_OF_SPARSE * (of_factor + SOLUTIONS_OF_A_FACTOR * of_solution)
