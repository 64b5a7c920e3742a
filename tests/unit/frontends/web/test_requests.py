"""Requests are read strictly: what differs is refused with the field that is wrong."""

import json

import pytest

from simnon.frontends.web.requests import BadRequest, Execute, Try, read_request


def test_a_request_is_read_into_its_class() -> None:
    assert read_request('{"kind": "Execute", "id": 3, "line": "SIMU"}') == Execute(3, "SIMU")
    tried = read_request('{"kind": "Try", "number": 1, "parameters": {"TI": 30}, "initial": {}}')
    assert tried == Try(1, {"TI": 30.0}, {})


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ("[1]", "object"),
        ('{"kind": 3}', "object"),
        ("no json", "JSON"),
        ("[" * 100_000, "JSON"),
        ({"kind": "Format", "disk": "c"}, "Format"),
        ({"kind": "Execute", "id": 1}, "line"),
        ({"kind": "Execute", "id": 1, "line": "x", "more": 1}, "line"),
        ({"kind": "Execute", "id": "1", "line": "x"}, "id"),
        ({"kind": "Execute", "id": True, "line": "x"}, "id"),
        ({"kind": "Execute", "id": 1.5, "line": "x"}, "id"),
        ({"kind": "Try", "number": 1, "parameters": {"TI": "30"}, "initial": {}}, "parameters"),
        ({"kind": "Try", "number": 1, "parameters": [], "initial": {}}, "parameters"),
        ('{"kind": "Try", "number": 1, "parameters": {"TI": NaN}, "initial": {}}', "parameters"),
        ('{"kind": "Try", "number": 1, "parameters": {"TI": 1e999}, "initial": {}}', "parameters"),
    ],
)
def test_what_is_no_request_is_refused_with_the_field(given: object, wrong: str) -> None:
    with pytest.raises(BadRequest, match=wrong):
        read_request(given if isinstance(given, str) else json.dumps(given))
