"""What can be asked of the user: picks, rubber bands, texts, menus; each gives a line of text."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from ..given import Given
from ..scene import Column, Menu, Request, RequestKind
from ..theatre import Theatre


def request_pick(theatre: Theatre, given: Given) -> None:
    _add(theatre, RequestKind.PICK, given.word("name"), given.text("line"))


def request_line(theatre: Theatre, given: Given) -> None:
    _add(theatre, RequestKind.LINE, "", given.text("line"))


def request_rectangle(theatre: Theatre, given: Given) -> None:
    _add(theatre, RequestKind.RECTANGLE, "", given.text("line"))


def request_shape(theatre: Theatre, given: Given) -> None:
    name = given.word("segment")
    if theatre.segment(name, given.act.span) is not None:
        _add(theatre, RequestKind.SHAPE, name, given.text("line"), _place(theatre, 0.0, 0.0))


def request_string(theatre: Theatre, given: Given) -> None:
    place = _place(theatre, *given.numbers("x", "y"))
    _add(theatre, RequestKind.STRING, given.text("question"), given.text("line"), place)


def _place(theatre: Theatre, x: Column, y: Column) -> tuple[float, float]:
    """On the page, at the first moment."""
    column, row = theatre.easel.place(x, y)
    return float(np.ravel(column)[0]), float(np.ravel(row)[0])


def _add(
    theatre: Theatre, kind: RequestKind, subject: str, line: str, place: tuple[float, float] | None = None
) -> None:
    easel = theatre.easel
    theatre.requests.append(Request(kind, subject, line, easel.window, place, easel.state.visible))


def new_menu(theatre: Theatre, given: Given) -> None:
    name = given.word("name")
    theatre.menus[name] = Menu(name, given.text("title"), ())


def add_to_menu(theatre: Theatre, given: Given) -> None:
    menu = theatre.menu(given.word("name"), given.act.span)
    if menu is not None:
        item = given.text("item"), given.text("line")
        theatre.menus[menu.name] = replace(menu, items=(*menu.items, item))


def request_menu(theatre: Theatre, given: Given) -> None:
    menu = theatre.menu(given.word("name"), given.act.span)
    if menu is not None:
        theatre.menus[menu.name] = replace(menu, markers=(*menu.markers, given.word("marker")))


def main_menu(theatre: Theatre, given: Given) -> None:
    menu = theatre.menu(given.word("name"), given.act.span)
    if menu is not None:
        theatre.menus[menu.name] = replace(menu, is_main=True)


REQUESTS: Mapping[str, Callable[[Theatre, Given], None]] = {
    "requestpick": request_pick,
    "requestline": request_line,
    "requestrectangle": request_rectangle,
    "requestshape": request_shape,
    "requeststring": request_string,
    "newmenu": new_menu,
    "addtomenu": add_to_menu,
    "requestmenu": request_menu,
    "mainmenu": main_menu,
}
