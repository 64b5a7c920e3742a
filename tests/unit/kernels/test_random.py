"""Random numbers: reproducible to the bit, and as random as they claim to be."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from simnon.kernels import random
from simnon.kernels.subset import wrap
from simnon.program import Array

from .translated import kernel

COUNT = 20_000
WORST = 4.0
"""Standard deviations; the seeds are fixed, so a test that passes keeps passing."""

GOLDEN = {
    (0, 0, 0): (0.33805245419550545, -0.4177841938225655),
    (0, 0, 1): (0.2691302712263999, -0.6154455127259176),
    (0, 1, 0): (0.6344404865186533, 0.34363735690071523),
    (1, 0, 0): (0.4327449275927212, -0.16939004260198787),
    (1977, 3, 100): (0.3455244653347129, -0.3974319881241379),
    (-1, -1, -1): (0.864393136363688, 1.1002717721738964),
    (2**63 - 1, 2**62, 2**40): (0.6810371930967226, 0.4706011114204829),
}


def uniforms(seed: int, stream: int) -> Array:
    return np.array([random.uniform(seed, stream, i) for i in range(COUNT)])


def correlation(left: Array, right: Array) -> float:
    """In standard deviations of that of independent numbers."""
    return float(np.corrcoef(left, right)[0, 1]) * math.sqrt(len(left))


@pytest.mark.parametrize("key", GOLDEN)
def test_the_numbers_are_always_these(key: tuple[int, int, int]) -> None:
    uniform, normal = GOLDEN[key]
    assert (random.uniform(*key), random.normal(*key)) == (uniform, normal)
    for target in ("interpreter", "llvm"):
        assert kernel("uniform", target)(key) == uniform
        assert kernel("normal", target)(key) == normal


def test_the_mixing_function_agrees_with_splitmix64() -> None:
    """The first numbers of SplitMix64 from the seed 1234567, known from its published tests."""
    state, outputs = 1234567, []
    for _ in range(3):
        state = wrap(state + random.GAMMA)
        outputs.append(random.mix(state) % 2**64)
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize(("seed", "stream"), [(0, 0), (1, 0), (0, 1), (-7, 12)])
def test_uniform_numbers_have_the_right_moments_and_fill_their_interval(seed: int, stream: int) -> None:
    numbers = uniforms(seed, stream)
    assert numbers.min() > 0.0
    assert numbers.max() < 1.0
    assert abs(numbers.mean() - 0.5) * math.sqrt(12 * COUNT) < WORST
    assert abs(numbers.var() - 1 / 12) * math.sqrt(180 * COUNT) < WORST
    counts, _ = np.histogram(numbers, bins=100, range=(0.0, 1.0))
    chi_square = ((counts - COUNT / 100) ** 2 / (COUNT / 100)).sum()
    assert abs(chi_square - 99) / math.sqrt(2 * 99) < WORST


def test_neighbouring_seeds_streams_and_counts_are_not_correlated() -> None:
    numbers = uniforms(5, 5)
    for other in (uniforms(6, 5), uniforms(5, 6), uniforms(4, 6), uniforms(-5, 5)):
        assert abs(correlation(numbers, other)) < WORST
    for lag in (1, 2, 3, 64):
        assert abs(correlation(numbers[lag:], numbers[:-lag])) < WORST


@pytest.mark.parametrize("place", [0, 1, 2])
def test_numbers_along_seeds_streams_and_counts_are_uniform(place: int) -> None:
    keys = np.zeros((COUNT, 3), dtype=int)
    keys[:, place] = np.arange(COUNT)
    numbers = np.sort([random.uniform(*map(int, key)) for key in keys])
    distance = np.abs(numbers - (np.arange(COUNT) + 0.5) / COUNT).max()
    # Kolmogorov: exceeded once in ten thousand.
    assert distance * math.sqrt(COUNT) < 2.23


def test_every_bit_of_the_key_changes_half_of_the_bits() -> None:
    key = [123, 45, 678]
    base = int(random.uniform(*key) * 2**53)
    flips = []
    for place in range(3):
        for bit in range(63):
            changed = list(key)
            changed[place] ^= 1 << bit
            flips.append((base ^ int(random.uniform(*changed) * 2**53)).bit_count())
    assert abs(np.mean(flips) - 26.5) < 1.0
    assert min(flips) > 10


def test_normal_numbers_follow_the_normal_distribution() -> None:
    numbers = np.array([random.normal(3, 1, i) for i in range(COUNT)])
    assert abs(numbers.mean()) * math.sqrt(COUNT) < WORST
    assert abs(numbers.var() - 1.0) * math.sqrt(COUNT / 2) < WORST
    assert abs((numbers**3).mean()) * math.sqrt(COUNT / 15) < WORST
    assert abs((numbers**4).mean() - 3.0) * math.sqrt(COUNT / 96) < WORST
    distribution = np.array([NormalDist().cdf(x) for x in np.sort(numbers)])
    distance = np.abs(distribution - (np.arange(COUNT) + 0.5) / COUNT).max()
    assert distance * math.sqrt(COUNT) < 2.23


@pytest.mark.parametrize(
    ("p", "x"),
    [
        # From the paper of AS 241, and the quantiles of tables.
        (0.25, -0.6744897501960817),
        (0.001, -3.090232306167814),
        (1e-20, -9.262340089798408),
        (0.975, 1.959963984540054),
        (0.5, 0.0),
        (0.999, 3.090232306167814),
    ],
)
def test_quantiles_are_the_known_ones(p: float, x: float) -> None:
    assert random.normal_quantile(p) == pytest.approx(x, rel=1e-15, abs=1e-300)
    for target in ("interpreter", "llvm"):
        assert kernel("normal_quantile", target)((p,)) == random.normal_quantile(p)


@pytest.mark.parametrize("p", [0.0749, 0.0751, 0.2, 0.41, 0.9, 1e-3, 1e-11, 1.39e-11, 1.38e-11, 1e-100])
def test_the_distribution_function_gives_the_quantile_back(p: float) -> None:
    x = random.normal_quantile(p)
    assert 0.5 * math.erfc(-x / math.sqrt(2)) == pytest.approx(p, rel=2e-15 * max(1.0, x * x))
