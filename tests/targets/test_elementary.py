"""The elementary functions give the same bits as plain Python, on the interpreter and as machine code."""

import itertools
from random import Random

import numpy as np
import pytest

from tests.seeds import these_fast
from tests.targets.comparing import same_bits
from tests.unit.kernels.elementary.test_special_values import NUMBERS
from tests.unit.kernels.elementary.true_values import FUNCTIONS, on_target


@pytest.mark.parametrize("target", these_fast(["interpreter", "llvm", "ready"], "llvm"))
@pytest.mark.parametrize("name", FUNCTIONS)
def test_targets_agree_with_plain_python(name: str, target: str) -> None:
    function, random = FUNCTIONS[name], Random(1977)  # noqa: S311  nothing here is secret
    points = [draw(random) for draw in function.draws for _ in range(60)]
    points += list(itertools.product(NUMBERS, repeat=len(points[0])))
    columns = np.array(points).T.copy()
    expected = np.array([function.plain(*arguments) for arguments in points])
    assert same_bits((on_target(name, target)(columns[0], columns[-1]),), (expected,))
