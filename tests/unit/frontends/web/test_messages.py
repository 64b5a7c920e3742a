"""Messages travel as text or binary frames; the examples in tests/web/examples are theirs."""

import json
from dataclasses import is_dataclass
from pathlib import Path

import numpy as np
import pytest

from simnon.frontends.web import messages
from simnon.frontends.web.messages import ProgressPart, Zoomed, encode
from tests.web.messages import MESSAGES

EXAMPLES = Path(__file__).parents[3] / "web" / "examples"


def test_there_is_an_example_of_every_message() -> None:
    sent = {
        name
        for name, kind in vars(messages).items()
        if is_dataclass(kind) and not name.endswith("Item") and kind.__module__ == messages.__name__
    }

    assert {type(message).__name__ for message in MESSAGES} == sent


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_the_kept_example_is_what_is_sent(message: object) -> None:
    name, data = type(message).__name__, encode(message)
    path = EXAMPLES / (f"{name}.json" if isinstance(data, str) else f"{name}.bin")

    assert path.read_bytes() == (data.encode() if isinstance(data, str) else data)


@pytest.mark.parametrize(("value", "word"), [(np.nan, "nan"), (np.inf, "inf"), (-np.inf, "-inf")])
def test_a_number_that_is_not_finite_is_a_word(value: float, word: str) -> None:
    assert json.loads(encode(ProgressPart(value, "")))["share"] == word


def test_columns_follow_the_text_on_a_boundary_of_eight_bytes() -> None:
    frame = encode(Zoomed(1, "é", 0, (np.array([1.0, np.nan]),), (np.array([2.5, 3.0]),)))

    assert isinstance(frame, bytes)
    length = int.from_bytes(frame[:4], "little")
    head = json.loads(frame[4 : 4 + length])
    numbers = np.frombuffer(frame[4 + length :], dtype="<f8")
    assert (4 + length) % 8 == 0
    assert head["y"] == [{"column": 2, "length": 2}]
    assert numbers.tolist()[2:] == [2.5, 3.0]
