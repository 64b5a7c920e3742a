"""DATA: the windows that are open around a session, and the pages of its graphics windows.

Only their names are here: where a window is on the screen, and how it looks, is up to the front end.
"""

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum

from simnon.source import UserError, did_you_mean, frozen

from .workspace import AT_THE_START, Page, Window, WindowKind, Workspace

FIRST_PAGE = ""
"""The name of the page that is there without MKWIN."""


class Placing(Enum):
    """What a command about a window asks for."""

    OPEN = "open"
    ICON = "icon"
    CLOSE = "close"


@frozen
class WindowRequest:
    window: Window
    placing: Placing


def place(workspace: Workspace, requested: WindowRequest) -> None:
    """Open the window, close it to an icon, or remove it."""
    window = replace(requested.window, is_icon=requested.placing is Placing.ICON)
    others = tuple(each for each in workspace.windows if each.key != window.key)
    if requested.placing is Placing.OPEN:
        is_there = len(others) < len(workspace.windows)
        workspace.windows = _exchanged(workspace.windows, window) if is_there else (*others, window)
        return
    if requested.placing is Placing.CLOSE and window == Window(WindowKind.GRAPHICS, FIRST_PAGE):
        raise UserError("no-window", "the first graphics window is always there", "MKWIN -ICON minimises it")
    if len(others) == len(workspace.windows):
        raise UserError(
            "no-window",
            f"there is no window '{window.title}'",
            did_you_mean(window.title, _titles(workspace.windows), f"the windows are {_listed(workspace.windows)}"),
        )
    workspace.windows = _exchanged(workspace.windows, window) if window.is_icon else others


def _exchanged(windows: Iterable[Window], window: Window) -> tuple[Window, ...]:
    return tuple(window if each.key == window.key else each for each in windows)


def _titles(windows: Iterable[Window]) -> list[str]:
    return [window.title for window in windows]


def _listed(windows: Iterable[Window]) -> str:
    return ", ".join(_titles(windows)) or "none"


def choose_page(workspace: Workspace, name: str) -> None:
    """Make the page of a graphics window the current one; the one before keeps its contents."""
    if name == workspace.page_name:
        return
    pages = {**workspace.pages, workspace.page_name: workspace.page}
    workspace.page = pages.pop(name, Page())
    workspace.pages, workspace.page_name = pages, name


def discard_page(workspace: Workspace, name: str) -> None:
    """The page of a graphics window that is closed; the first page becomes the current one."""
    if name == workspace.page_name:
        choose_page(workspace, FIRST_PAGE)
    workspace.pages = {each: page for each, page in workspace.pages.items() if each != name}


def page_of(workspace: Workspace, name: str) -> Page | None:
    return workspace.page if name == workspace.page_name else workspace.pages.get(name)


__all__ = [
    "AT_THE_START",
    "FIRST_PAGE",
    "Placing",
    "Window",
    "WindowKind",
    "WindowRequest",
    "choose_page",
    "discard_page",
    "page_of",
    "place",
]
