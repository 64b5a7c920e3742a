"""The elementary functions give the same bits as plain Python, on the interpreter and as machine code."""

import itertools
from random import Random

import numpy as np
import pytest

from tests.seeds import first_fast
from tests.targets.comparing import same_bits
from tests.unit.kernels.elementary.test_special_values import NUMBERS
from tests.unit.kernels.elementary.true_values import FUNCTIONS, on_target


@pytest.mark.parametrize(("target", "is_shared"), first_fast([("llvm", False), ("llvm", True), ("interpreter", False)]))
@pytest.mark.parametrize("name", FUNCTIONS)
def test_targets_agree_with_plain_python(name: str, target: str, is_shared: bool) -> None:
    function, random = FUNCTIONS[name], Random(1977)  # noqa: S311  nothing here is secret
    points = [draw(random) for draw in function.draws for _ in range(60)]
    points += list(itertools.product(NUMBERS, repeat=len(points[0])))
    columns = np.array(points).T.copy()
    expected = np.array([function.plain(*arguments) for arguments in points])
    assert same_bits((on_target(name, target, is_shared=is_shared)(columns[0], columns[-1]),), (expected,))
