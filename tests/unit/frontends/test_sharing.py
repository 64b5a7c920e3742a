"""`--share`: addresses by which others reach the machine, and passphrases that are worth the name."""

import pytest

from simnon.frontends.sharing import ask_passphrase, check_address
from simnon.source import UserError


@pytest.mark.parametrize("given", ["192.168.1.20", "lab.example", "fe80::1", "[fe80::1]"])
def test_an_address_is_a_name_or_a_number(given: str) -> None:
    assert check_address(given) == given.strip("[]")


@pytest.mark.parametrize("given", ["0.0.0.0", "::", "host:80", "http://host", " ", "a b", "me@host"])  # noqa: S104
def test_what_nobody_could_open_is_refused(given: str) -> None:
    with pytest.raises(UserError):
        check_address(given)


def test_the_passphrase_is_taken_from_the_environment() -> None:
    assert ask_passphrase({"SIMNON_PASSPHRASE": "four quiet lakes"}) == "four quiet lakes"


@pytest.mark.parametrize("words", ["", "too short"])
def test_without_a_good_one_nothing_is_shared(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    with pytest.raises(UserError, match="passphrase"):
        ask_passphrase({"SIMNON_PASSPHRASE": words})
