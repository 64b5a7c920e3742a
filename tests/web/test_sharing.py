"""A session at another address: the passphrase lets in, and nothing else does."""

import http.client
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import give, prompt_of
from tests.web.serving import ROOT, Served, served

pytestmark = pytest.mark.slow

WORDS = "four quiet green lakes"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, built_page: None) -> Iterator[Served]:
    base = tmp_path_factory.mktemp("shared")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIMNON_PASSPHRASE", WORDS)
        with served(ROOT / "examples" / "tank-study", base / "state", "--share", "localhost") as found:
            yield found


def answer(shared: Served, method: str, path: str, body: str = "", **headers: str) -> tuple[int, dict[str, str], str]:
    given = {"Host": shared.host, "Origin": f"http://{shared.host}", **headers}
    with closing(http.client.HTTPConnection("localhost", shared.port, timeout=30)) as connection:
        connection.request(method, path, body, {name: value for name, value in given.items() if value})
        found = connection.getresponse()
        return found.status, {name.lower(): value for name, value in found.getheaders()}, found.read().decode()


def entered(shared: Served, words: str, **headers: str) -> tuple[int, dict[str, str], str]:
    return answer(shared, "POST", "/enter", urlencode({"passphrase": words}), **headers)


def test_whoever_has_no_cookie_is_asked(shared: Served) -> None:
    status, headers, body = answer(shared, "GET", "/")

    assert status == 401
    assert "Passphrase" in body
    assert "form-action 'self'" in headers["content-security-policy"]
    assert "set-cookie" not in headers


def test_the_passphrase_becomes_a_cookie(shared: Served) -> None:
    status, headers, _ = entered(shared, WORDS)

    assert (status, headers["location"]) == (303, "/")
    assert "HttpOnly; SameSite=Strict" in headers["set-cookie"]
    assert WORDS not in headers["set-cookie"]


@pytest.mark.parametrize("words", ["", "four quiet green lake", WORDS.upper(), f"{WORDS} ", "x" * 5000])
def test_other_words_are_refused(shared: Served, words: str) -> None:
    status, headers, _ = entered(shared, words)

    assert status == 401
    assert "set-cookie" not in headers


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", ""])
def test_a_form_of_another_site_is_refused(shared: Served, origin: str) -> None:
    status, headers, _ = entered(shared, WORDS, Origin=origin)

    assert status == 403
    assert "set-cookie" not in headers


@pytest.mark.parametrize("host", ["127.0.0.1", "elsewhere.example"])
def test_another_name_is_refused(shared: Served, host: str) -> None:
    name = f"{host}:{shared.port}"

    assert entered(shared, WORDS, Host=name, Origin=f"http://{name}")[0] == 421


@pytest.mark.parametrize(("method", "path"), [("POST", "/"), ("PUT", "/enter"), ("POST", "/assets/x.js")])
def test_nothing_else_can_be_posted(shared: Served, method: str, path: str) -> None:
    assert answer(shared, method, path, urlencode({"passphrase": WORDS}))[0] == 405


def test_the_files_of_the_page_need_the_cookie(shared: Served) -> None:
    assert answer(shared, "GET", "/assets/index.js")[0] == 401


def test_a_person_joins_by_the_passphrase(shared: Served, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.goto(shared.url.partition("?")[0])
    page.get_by_label("Passphrase").fill("something else")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("alert")).to_have_text("That is not the passphrase.")
    page.get_by_label("Passphrase").fill(WORDS)
    page.get_by_role("button", name="Enter").click()
    expect(prompt_of(page)).to_be_enabled()
    give(page, "DISP 6*7")
    expect(page.get_by_role("log")).to_contain_text("42")
    context.close()


def test_what_sharing_means_is_said(shared: Served) -> None:
    assert shared.process.stdout is not None
    said = [shared.process.stdout.readline() for _ in range(4)]

    assert any("Others open http://localhost" in line for line in said)
    assert any("Whoever knows the passphrase" in line for line in said)
