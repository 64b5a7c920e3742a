"""generalise: what the compiler finds out from a few parts holds for many, and the arrays stay whole."""

import pytest

from simnon.compiler import analyse
from simnon.model import Arrays
from simnon.source import Report, Source
from tests.targets.models_of_parts import MODELS


@pytest.mark.parametrize("name", MODELS)
def test_arrays_of_parts_stay_whole(name: str) -> None:
    source = Source("text.t", MODELS[name])
    whole, expanded = (analyse([source], Report(), arrays=way) for way in (Arrays.AUTO, Arrays.EXPANDED))
    assert whole is not None
    assert expanded is not None

    assert whole.declared.whole.expanded_because == ""
    assert whole.model.whole
    assert not expanded.model.whole
    assert len(whole.model.states) < len(expanded.model.states)
