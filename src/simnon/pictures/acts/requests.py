"""What can be asked of the user: picks, rubber bands, texts, menus; each gives a line of text."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from ..given import Given
from ..scene import Menu, Request, RequestKind
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
        _add(theatre, RequestKind.SHAPE, name, given.text("line"))


def request_string(theatre: Theatre, given: Given) -> None:
    x, y = theatre.easel.place(*given.numbers("x", "y"))
    place = float(np.ravel(x)[0]), float(np.ravel(y)[0])
    _add(theatre, RequestKind.STRING, given.text("question"), given.text("line"), place)


def _add(
    theatre: Theatre, kind: RequestKind, subject: str, line: str, place: tuple[float, float] | None = None
) -> None:
    theatre.requests.append(Request(kind, subject, line, theatre.easel.window, place))


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
