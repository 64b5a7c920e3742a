"""Attacks on the server of the window: each is refused, and the session goes on."""

import json
import resource
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.attacking import (
    answer_of,
    answer_to,
    end_of,
    raw_answer,
    refusal_of_socket,
    status_of,
)
from tests.web.conftest import give, prompt_of
from tests.web.serving import ROOT, Served, read_message, replies_to, served

pytestmark = pytest.mark.slow

BAD_REQUEST = 4400
OUTSIDE = "the secret outside the folder"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study with links out of it, and a secret beside it."""
    base = tmp_path_factory.mktemp("attacks")
    (base / "secret.txt").write_text(OUTSIDE)
    (base / "elsewhere").mkdir()
    study = base / "study"
    shutil.copytree(ROOT / "examples" / "tank-study", study)
    (study / "link.t").symlink_to(base / "secret.txt")
    (study / "linked").symlink_to(base / "elsewhere")
    (study / "code.py").write_text("import os\ndef f(x):\n    os.system('touch broken-in')\n    return x\n")
    (study / "foreign.t").write_text(
        "CONTINUOUS SYSTEM foreign\nFUNCTION f(x) FROM 'code.py'\nSTATE x\nDER dx\ndx = f(x)\nEND\n"
    )
    return study


@pytest.fixture(scope="module")
def server(place: Path, built_page: None) -> Iterator[Served]:
    with served(place, place.parent / "state") as found:
        yield found


@pytest.fixture(autouse=True)
def goes_on(server: Served) -> Iterator[None]:
    """After each attack the session answers as before."""
    yield
    with server.connect("honest") as connection:
        said = replies_to(connection, time.time_ns() // 1000, "DISP 6*7")
    assert any(message["kind"] == "Reply" and "42" in str(message["text"]) for message in said)


# Who asks


def test_the_page_is_given_to_whoever_has_the_cookie(server: Served) -> None:
    status, headers, body = answer_to(server)

    assert status == 200
    assert b"<script type=" in body
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "no-referrer"
    policy = dict(rule.strip().split(" ", 1) for rule in headers["content-security-policy"].split(";"))
    assert policy["script-src"] == "'self'"
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert "server" not in headers


@pytest.mark.parametrize(
    "token", ["", "token=", "token=wrong", "token={token}&token={token}", "token={token}x", "Token={token}"]
)
def test_no_other_token_is_an_entrance(server: Served, token: str) -> None:
    assert status_of(server, path=f"/?{token.format(token=server.token)}", Cookie="") == 401


def test_the_token_leaves_the_address_and_becomes_a_cookie_that_scripts_cannot_read(server: Served) -> None:
    status, headers, _ = answer_to(server, path=f"/?token={server.token}", Cookie="")

    assert (status, headers["location"]) == (303, "/")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(headers["set-cookie"].split("; "))


def test_the_token_opens_nothing_but_the_entrance(server: Served) -> None:
    assert status_of(server, path=f"/assets/x.js?token={server.token}", Cookie="") == 401
    assert refusal_of_socket(server, f"/session?token={server.token}", Cookie="") == 403


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        "simnon-1={token}",
        "simnon-{port}=wrong",
        "simnon-{port}",
        "simnon-{port}={token}x",
        "simnon-{port}={token}; simnon-{port}=wrong",
        'simnon-{port}="{token}\\"; x=',
        "a=\x80; simnon-{port}=\xff",
        "Simnon-{port}={token}",
    ],
)
def test_a_stale_or_forged_cookie_is_none(server: Served, cookie: str) -> None:
    given = cookie.format(port=server.port, token=server.token)

    assert status_of(server, Cookie=given) == 401
    assert refusal_of_socket(server, Cookie=given.encode("latin-1").decode("latin-1")) == 403


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.0.0.1:{port}.evil.example",
        "localhost.evil.example:{port}",
        "127.0.0.1:{port}@evil.example",
        "0.0.0.0:{port}",
        "127.1:{port}",
    ],
)
def test_under_another_name_nothing_is_answered(server: Served, host: str) -> None:
    """A name that its owner has pointed at this machine (DNS rebinding)."""
    given = host.format(port=server.port)

    assert status_of(server, Host=given) == 421
    assert status_of(server, path=f"/?token={server.token}", Host=given, Cookie="") == 421
    assert refusal_of_socket(server, Host=given, Origin=f"http://{given}") == 403


def test_a_request_without_a_host_or_with_two_is_refused(server: Served) -> None:
    one = f"Host: {server.host}\r\nCookie: {server.cookie}\r\n"

    assert b" 400 " in raw_answer(server, f"GET / HTTP/1.1\r\n{one}Host: evil.example\r\n\r\n".encode())
    assert b" 400 " in raw_answer(server, f"GET / HTTP/1.1\r\nCookie: {server.cookie}\r\n\r\n".encode())
    assert b" 421 " in raw_answer(server, f"GET / HTTP/1.0\r\nCookie: {server.cookie}\r\n\r\n".encode())


def test_an_absolute_address_in_the_request_opens_nothing(server: Served) -> None:
    head = f"Host: {server.host}\r\nCookie: {server.cookie}\r\n\r\n"

    assert b" 404 " in raw_answer(server, f"GET http://evil.example/ HTTP/1.1\r\n{head}".encode())
    assert b" 401 " in raw_answer(
        server, f"GET http://{server.host}/?token={server.token} HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode()
    )


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        "http://localhost:1",
        "https://{host}",
        "http://{host}/",
        "file://",
    ],
)
def test_a_page_of_another_site_is_refused(server: Served, origin: str) -> None:
    given = origin.format(host=server.host)

    assert status_of(server, Origin=given) == 403
    assert refusal_of_socket(server, Origin=given) == 403


def test_a_socket_without_origin_is_refused(server: Served) -> None:
    assert refusal_of_socket(server, Origin="") == 403
    assert refusal_of_socket(server) == 101


@pytest.mark.parametrize("site", ["cross-site", "same-site", "anything"])
def test_a_request_that_another_site_has_caused_is_refused(server: Served, site: str) -> None:
    """A program on another port of this machine is of the same site."""
    assert status_of(server, Sec_Fetch_Site=site) == 403
    assert refusal_of_socket(server, Sec_Fetch_Site=site) == 403


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"])
def test_other_methods_are_refused(server: Served, method: str) -> None:
    assert status_of(server, method) == 405


def test_what_a_proxy_would_say_is_not_believed(server: Served) -> None:
    assert status_of(server, Host="evil.example", X_Forwarded_Host=server.host) == 421
    assert status_of(server, Cookie="", X_Forwarded_For="127.0.0.1", Forwarded="for=127.0.0.1") == 401


def test_no_other_socket_is_open(server: Served) -> None:
    assert refusal_of_socket(server, "/") == 403
    assert refusal_of_socket(server, "/assets/x") in (403, 404, 500)


def test_a_long_address_or_head_is_refused(server: Served) -> None:
    assert status_of(server, path="/?" + "a" * 1000) == 414
    assert b" 400 " in raw_answer(server, b"GET / HTTP/1.1\r\n" + b"a: " + b"b" * 200_000 + b"\r\n\r\n")


def test_bytes_that_are_no_request_are_refused(server: Served) -> None:
    for rubbish in (
        b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
        b"GET\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ):
        assert b"200 OK" not in raw_answer(server, rubbish)


# Files


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../index.html",
        "/assets/%2e%2e/digest",
        "/assets/..%2fdigest",
        "/assets/%2e%2e%2f%2e%2e%2fserver.py",
        "/assets/..\\digest",
        "/assets/..%5cdigest",
        "/assets//etc/passwd",
        "/assets/%2fetc%2fpasswd",
        "/assets/%00",
        "/assets/%252e%252e/digest",
        "/assets/%ff%fe",
        "/assets/",
        "/index.html",
        "/../../etc/passwd",
        "/session",
    ],
)
def test_no_file_beside_the_page_is_given(server: Served, path: str) -> None:
    assert status_of(server, path=path) in (400, 404)


@pytest.mark.parametrize(
    "name",
    [
        "../secret.txt",
        "{base}/secret.txt",
        "/etc/passwd",
        "~/.bashrc",
        "link.t",
        "linked/x.t",
        "study/../../secret.txt",
        "..",
        "/",
        "/proc/self/environ",
        "/dev/zero",
        "secret\0.t",
        "a\nb.t",
        "",
    ],
)
def test_no_file_outside_the_folder_is_read_or_written(server: Served, place: Path, name: str) -> None:
    given = name.format(base=place.parent)
    read = answer_of(server, kind="Open", file=given)
    written = answer_of(server, kind="Save", file=given, text="broken in", before="")

    assert read["kind"] == "Refused" or read["text"] == ""
    assert OUTSIDE not in json.dumps(read)
    assert written["kind"] == "Refused"
    assert (place.parent / "secret.txt").read_text() == OUTSIDE
    assert list((place.parent / "elsewhere").iterdir()) == []


@pytest.mark.parametrize(
    "name", ["code.py", "new.py", "lib.so", ".git/config", ".bashrc", ".t", "x.sh", "simnon", "Makefile", ".vscode/x.t"]
)
def test_nothing_that_another_program_would_run_is_written(server: Served, place: Path, name: str) -> None:
    before = (place / "code.py").read_text()

    assert answer_of(server, kind="Save", file=name, text="broken in", before="")["kind"] == "Refused"
    assert (place / "code.py").read_text() == before
    assert name == "code.py" or not (place / name).exists()


def test_a_text_is_written_only_over_the_one_that_was_read(server: Served, place: Path) -> None:
    refused = answer_of(server, kind="Save", file="tank.t", text="broken in", before="0" * 64)
    assert refused["kind"] == "Refused"
    assert "broken" not in (place / "tank.t").read_text()

    assert answer_of(server, kind="Save", file="new.t", text='"new', before="")["kind"] == "FileText"
    assert (place / "new.t").read_text() == '"new'


def test_a_file_of_any_size_does_not_fill_the_memory(server: Served, place: Path) -> None:
    with (place / "huge.t").open("wb") as file:
        file.truncate(10**11)
    try:
        assert answer_of(server, kind="Open", file="huge.t")["kind"] == "Refused"
    finally:
        (place / "huge.t").unlink()


def test_commands_keep_to_the_folder_too(server: Served, place: Path) -> None:
    with server.connect("files") as connection:
        for number, line in enumerate(
            ("LIST ../secret.txt", "LIST link.t", "SYST ../secret.txt", "JOURNAL ../x"), start=1
        ):
            said = replies_to(connection, number, line)
            assert said[-1]["has_failed"], line
            assert OUTSIDE not in json.dumps(said)
    assert not (place.parent / "x.t").exists()


# Code


def test_foreign_code_does_not_run_and_no_page_can_allow_it(server: Served, place: Path) -> None:
    lines = (
        "SYST FOREIGN",
        "TRUST .",
        "ALLOW ..",
        "> TRUST .",
        "MACRO A",
        "TRUST .",
        "END",
        "A",
        "SYST FOREIGN",
        "SIMU 0 1",
    )
    with server.connect("code") as connection:
        failed = {
            line for number, line in enumerate(lines, 1) if replies_to(connection, number, line)[-1]["has_failed"]
        }
        listed = replies_to(connection, len(lines) + 1, "TRUST")

    assert failed >= {"SYST FOREIGN", "TRUST .", "ALLOW ..", "> TRUST .", "A", "SIMU 0 1"}
    assert "no folder is trusted" in json.dumps(listed)
    assert not (place / "broken-in").exists()
    assert not Path("broken-in").exists()


# Messages


@pytest.mark.parametrize(
    "message",
    [
        "",
        "no JSON",
        "[]",
        "null",
        '"Execute"',
        "{}",
        '{"kind": 1}',
        '{"kind": "Unknown"}',
        '{"kind": "__class__"}',
        '{"kind": "Execute"}',
        '{"kind": "Execute", "id": 1}',
        '{"kind": "Execute", "id": "1", "line": "STOP"}',
        '{"kind": "Execute", "id": true, "line": "STOP"}',
        '{"kind": "Execute", "id": 1.5, "line": "STOP"}',
        '{"kind": "Execute", "id": 1, "line": ["STOP"]}',
        '{"kind": "Execute", "id": 1, "line": "STOP", "more": 1}',
        '{"kind": "Execute", "id": 1' + 100 * "0" + ', "line": "STOP"}',
        '{"kind": "Execute", "id": 1' + 9999 * "0" + ', "line": "STOP"}',
        '{"kind": "Execute", "id": 1, "line": "\\ud800"}',
        '{"kind": "Zoom", "id": 1, "window": "", "area": 0, "low": NaN, "high": 1}',
        '{"kind": "Zoom", "id": 1, "window": "", "area": 0, "low": 1e999, "high": 1}',
        '{"kind": "Zoom", "id": 1, "window": "", "area": 0, "low": 1' + 400 * "0" + ', "high": 1}',
        '{"kind": "Try", "number": 1, "parameters": {"a": "b"}, "initial": {}}',
        '{"kind": "Try", "number": 1, "parameters": [], "initial": {}}',
        100_000 * "[",
        100_000 * '{"a":',
    ],
)
def test_what_is_no_request_ends_the_socket(server: Served, message: str) -> None:
    assert end_of(server, message) == BAD_REQUEST


def test_a_binary_message_ends_the_socket(server: Served) -> None:
    assert end_of(server, b"\0" * 100) == BAD_REQUEST


def test_a_message_of_100_megabytes_is_not_taken(server: Served) -> None:
    assert end_of(server, '{"kind": "Complete", "id": 1, "text": "' + "a" * 100_000_000 + '"}') in (1009, 1006)


def test_a_message_in_endless_pieces_is_not_taken(server: Served) -> None:
    def pieces() -> Iterator[str]:
        while True:
            yield "a" * 100_000

    with server.connect("attacker") as connection, pytest.raises(Exception, match=r"1009|closed|frame|pipe|reset"):
        connection.send(pieces())


def test_a_flood_of_requests_is_answered_or_ended(server: Served) -> None:
    assert end_of(server, *(20_000 * ['{"kind": "EndTrial"}'])) == 0
    assert end_of(server, *(2000 * ['{"kind": "Try", "number": 1, "parameters": {"nothing": 1}, "initial": {}}'])) == 0


@pytest.mark.parametrize(
    "request_",
    [
        {"kind": "Zoom", "window": "nothing", "area": 0, "low": 0, "high": 1},
        {"kind": "Zoom", "window": "", "area": -1, "low": 0, "high": 1},
        {"kind": "Zoom", "window": "", "area": 10**9, "low": 1, "high": -1},
        {"kind": "Tabulate", "names": [], "first": -5, "count": -1},
        {"kind": "Tabulate", "names": ["nothing"], "first": 0, "count": 10**9},
        {"kind": "Tabulate", "names": ["t"] * 100_000, "first": 0, "count": 1000},
        {"kind": "Complete", "text": "(" * 1_000_000},
        {"kind": "Complete", "text": "SIMU " + "A," * 4000},
        {"kind": "Complete", "text": "\0\x1b[2J\u202e"},
        {"kind": "Manual", "word": "../../etc/passwd"},
    ],
)
def test_a_question_with_wild_values_has_an_answer(server: Served, request_: dict[str, object]) -> None:
    assert answer_of(server, **request_)["kind"] in ("Refused", "Suggestions", "Rows", "ManualPage", "Zoomed")


@pytest.mark.parametrize(
    "line", ["DISP 1\nTRUST .", "DISP 1\r", "DISP\u2028STOP", "DISP \0", "A" * 1_000_000, "(" * 50_000, "\x1b[2J"]
)
def test_what_is_not_one_line_is_not_executed(server: Served, line: str) -> None:
    with server.connect("lines") as connection:
        said = replies_to(connection, time.time_ns() // 1000, line)

    assert said[-1]["has_failed"]


def test_an_arrangement_that_is_rubbish_or_too_long_is_harmless(server: Served) -> None:
    assert end_of(server, json.dumps({"kind": "Arrange", "tree": "x" * 7_000_000})) == 0
    assert end_of(server, json.dumps({"kind": "Arrange", "tree": "{rubbish"})) == 0
    with server.connect("look") as connection:
        assert read_message(connection.recv(timeout=20))["arrangement"] == "{rubbish"
    assert end_of(server, json.dumps({"kind": "Arrange", "tree": ""})) == 0


# Time and room


def test_a_request_that_never_ends_is_cut_off_and_keeps_nobody_out(server: Served) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(150)]
        for connection in slow:
            connection.settimeout(30.0)
            connection.sendall(b"GET / HTTP/1.1\r\nHost: ")
        begun = time.monotonic()
        assert status_of(server) == 200
        assert time.monotonic() - begun < 3.0

        dripping = slow[-1]
        with pytest.raises(OSError, match=r"reset|pipe"):  # noqa: PT012
            while time.monotonic() - begun < 20.0:
                dripping.sendall(b"a")
                time.sleep(0.2)
        assert time.monotonic() - begun < 15.0


def test_a_body_that_never_ends_is_cut_off(server: Served) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30.0) as connection:
        connection.sendall(f"POST / HTTP/1.1\r\nHost: {server.host}\r\nContent-Length: 1000000000\r\n\r\n".encode())
        begun = time.monotonic()
        with pytest.raises(OSError, match=r"reset|pipe"):  # noqa: PT012
            while time.monotonic() - begun < 20.0:
                connection.sendall(b"a" * 1000)
                time.sleep(0.1)


def test_a_thousand_connections_keep_nobody_out(server: Served) -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, most[1]), most[1]))
    try:
        with ExitStack() as stack:
            for _ in range(1000):
                stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=20.0))
            assert status_of(server) == 200
            with server.connect("crowd") as connection:
                assert not replies_to(connection, time.time_ns() // 1000, "DISP 1")[-1]["has_failed"]
        assert len(list(Path(f"/proc/{server.process.pid}/fd").iterdir())) < 300
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, most)


def test_so_many_browsers_are_served_and_no_more(server: Served) -> None:
    with ExitStack() as stack:
        for number in range(50):
            stack.enter_context(server.connect(f"crowd{number}"))
        with server.connect("onetoomany") as connection, pytest.raises(Exception, match="too many browsers"):
            connection.recv(timeout=20.0)


# Script

COLLECTING = """
window.violations = []
addEventListener('securitypolicyviolation', (e) => violations.push(`${e.violatedDirective} ${e.blockedURI}`))
"""
IMAGE = "<img src=x onerror=window.broken=1>"


def test_script_is_shown_as_text_wherever_it_stands(place: Path, tmp_path: Path, browser: Browser) -> None:
    """In a line, a reply, a file name, a name of a window, a label, a unit, a description, the arrangement."""
    (place / f"{IMAGE.replace('/', '')}.t").write_text("")
    (place / "script.t").write_text(
        f'CONTINUOUS SYSTEM script\nSTATE x\nDER dx\na: 1 [m] "{IMAGE}\ndx = -a*x "{IMAGE}\nx: 1\nEND\n'
    )
    lines = (
        IMAGE,
        f"DISP '{IMAGE}'",
        f"LET A = '{IMAGE}'",
        "SYST SCRIPT",
        f"MKWIN '{IMAGE}'",
        f"AXES H 0 1 '{IMAGE}' V 0 1 '{IMAGE}'",
        "SIMU 0 1",
        "ASHOW x",
        f"TEXT '{IMAGE}'",
        f"WEDIT '{IMAGE}'",
        "WFDIR",
        "WDISP",
        "WPAR",
        "WRUNS",
        "WEVENT",
        f"WHELP '{IMAGE}'",
        f"WPRINT '{IMAGE}'",
    )
    with served(place, tmp_path / "state") as server:
        context = browser.new_context(viewport={"width": 1280, "height": 720})
        context.add_init_script(COLLECTING)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(server.url)
        expect(prompt_of(page)).to_be_enabled()
        give(page, *lines)
        expect(page.get_by_role("log")).to_contain_text(IMAGE)
        page.reload()
        expect(page.get_by_role("log")).to_contain_text(IMAGE)
        page.wait_for_function("() => document.querySelectorAll('.dv-tab').length > 3")

        assert page.evaluate("window.broken") is None
        # CodeMirror puts empty images beside its own widgets.
        assert page.evaluate("document.querySelectorAll('img:not(.cm-widgetBuffer)').length") == 0
        assert page.evaluate("violations") == []
        assert errors == []
        context.close()
