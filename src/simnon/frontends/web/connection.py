"""One socket: requests in, replies and parts out, until one of the two sides ends it for a reason."""

import asyncio
import secrets
from collections.abc import Callable
from typing import TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect

from simnon.doors import loaded_on_use
from simnon.source import SimnonError, UserError
from simnon.version import __version__

from ..internal_error import explain_internal_error
from .desk import Desk
from .messages import PROTOCOL, Greeting, Refused
from .parts import browsed, folder_part, model_part
from .requests import (
    Arrange,
    BadRequest,
    Browse,
    Check,
    CheckJoin,
    Complete,
    CompleteText,
    Describe,
    DrawDiagram,
    EndTrial,
    Execute,
    Explain,
    FieldOfArrows,
    Interrupt,
    Manual,
    Open,
    Operate,
    Outline,
    Request,
    Restore,
    Save,
    Tabulate,
    Try,
    Zoom,
    read_request,
)
from .view import TooSlow, View

with loaded_on_use(__name__):
    from .answers import completed, opened, outlined, saved, tabulated, zoomed
    from .completing import completed_text
    from .describing import described
    from .diagram import drawn, join_checked
    from .explaining import explained
    from .language import checked
    from .manual import read_manual
    from .phase_plane import field_of_arrows

BAD_REQUEST, TOO_SLOW, TOO_MANY = 4400, 4408, 4429
"""The codes with which a socket is closed."""
MAX_NAME = 40
MAX_LOST_SHOWN = 1000
"""Lines of a lost session that the browser is told; all of them can be restored."""

MAX_QUESTIONS = 1000
"""Of one browser that wait for an answer; one that asks for more is not listened to meanwhile."""
BETWEEN_LOOKS = 1.0
"""Seconds between two looks at the times of the texts."""
Questions: TypeAlias = "asyncio.Queue[Request]"


async def converse(socket: WebSocket, desk: Desk) -> None:
    """Until the browser leaves."""
    await socket.accept()
    if desk.is_full:
        await socket.close(TOO_MANY, "too many browsers show this session")
        return
    view = View(_browser(socket))
    view.reply(_greeting(desk, view.browser))
    desk.join(view)
    questions: Questions = asyncio.Queue(MAX_QUESTIONS)
    tasks = [
        asyncio.create_task(view.deliver(lambda data: _send(socket, data))),
        asyncio.create_task(_listen(socket, desk, view, questions)),
        asyncio.create_task(_answer_in_turn(desk, view, questions)),
        asyncio.create_task(_look_at_texts(desk, view)),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except (WebSocketDisconnect, asyncio.CancelledError):
        # The browser has left, or the server is about to: nobody is left to be told.
        pass
    except TooSlow:
        await socket.close(TOO_SLOW, "the browser does not keep up")
    except BadRequest as error:
        await socket.close(BAD_REQUEST, str(error)[:100])
    finally:
        desk.leave(view)
        for task in tasks:
            task.cancel()


def _browser(socket: WebSocket) -> str:
    """The name under which a browser counts its lines; it keeps it when it connects anew."""
    given = socket.query_params.get("browser", "")
    return given if given.isalnum() and len(given) <= MAX_NAME else secrets.token_hex(8)


def _greeting(desk: Desk, browser: str) -> Greeting:
    journal = desk.journal
    folder = str(desk.session.workspace.folder)
    arrangement = journal.arrangement if journal is not None else ""
    lost = journal.lost[-MAX_LOST_SHOWN:] if journal is not None else ()
    return Greeting(PROTOCOL, __version__, folder, browser, arrangement, lost, desk.earlier)


async def _send(socket: WebSocket, data: str | bytes) -> None:
    if isinstance(data, str):
        await socket.send_text(data)
    else:
        await socket.send_bytes(data)


async def _listen(socket: WebSocket, desk: Desk, view: View, questions: Questions) -> None:
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        if message.get("text") is None:
            raise BadRequest("a request is text")
        request = read_request(message["text"])
        if not _obey(request, desk, view):
            await questions.put(request)


def _obey(request: Request, desk: Desk, view: View) -> bool:
    """Whether it was something to do, which waits for no answer; the others are questions."""
    match request:
        case Execute(id, line):
            desk.submit(view.browser, id, line)
        case Interrupt():
            desk.interrupt()
        case Try():
            desk.attempt(request)
        case EndTrial():
            desk.end_trial()
            desk.show_pages()
        case Operate(parameter, value):
            desk.operate(parameter, value)
        case Arrange(tree):
            desk.arrange(tree)
        case Restore(accepts):
            desk.restore(accepts=accepts)
        case _:
            return False
    return True


ANSWERS: dict[type, Callable[..., object]] = {
    Complete: completed,
    Open: opened,
    Save: saved,
    Check: checked,
    Explain: explained,
    CompleteText: completed_text,
    Zoom: zoomed,
    Tabulate: tabulated,
    Outline: outlined,
    FieldOfArrows: field_of_arrows,
    Browse: browsed,
    Manual: read_manual,
    Describe: described,
    DrawDiagram: drawn,
    CheckJoin: join_checked,
}
"""What is answered beside the lines of the session, one line for each."""


async def _look_at_texts(desk: Desk, view: View) -> None:
    """Show it when another program has changed a text of the model; after a line this is shown anyway."""
    while True:
        await asyncio.sleep(BETWEEN_LOOKS)
        if not desk.is_executing:
            view.show(await asyncio.to_thread(model_part, desk.session))


async def _answer_in_turn(desk: Desk, view: View, questions: Questions) -> None:
    while True:
        request = await questions.get()
        await _answer(request, desk, view)
        if isinstance(request, Check) and request.follows:
            desk.follow(request)
        if isinstance(request, Save):
            # No command tells the others: their editors and lists of files follow it.
            desk.show_all(await asyncio.to_thread(folder_part, desk.session))


async def _answer(request: Request, desk: Desk, view: View) -> None:
    answer = ANSWERS.get(type(request), _unanswered)
    try:
        view.reply(await asyncio.to_thread(answer, desk.session, request))
    except UserError as error:
        view.reply(Refused(request.id, error.message, error.hint))  # type: ignore[union-attr]
    except (SimnonError, OSError) as error:
        view.reply(Refused(request.id, str(error), ""))  # type: ignore[union-attr]
    except Exception as error:  # noqa: BLE001
        explanation = explain_internal_error(error, type(request).__name__)
        view.reply(Refused(request.id, explanation, ""))  # type: ignore[union-attr]


def _unanswered(_session: object, request: Request) -> object:
    raise UserError("not-there", f"nothing answers {type(request).__name__}")
