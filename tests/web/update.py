"""`python -m tests.web.update`: write the examples of messages and the pictures of the manual anew."""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from simnon.frontends.web.messages import encode
from tests.web import zooms
from tests.web.browsers import launch
from tests.web.messages import MESSAGES
from tests.web.pictures import VIEWS, path_of, pictures_of, write

EXAMPLES = Path(__file__).parent / "examples"


def main() -> None:
    write_messages()
    write_pictures()


def write_pictures() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        assert browser is not None, "there is no Chromium"
        zooms.picture_of(browser, Path(folder) / "zooms").save(zooms.PATH, optimize=True)
        for name in VIEWS:
            for theme, picture in pictures_of(browser, name, Path(folder) / name):
                write(picture, path_of(name, theme))
        browser.close()


def write_messages() -> None:
    for path in EXAMPLES.glob("*.*"):
        path.unlink()
    for message in MESSAGES:
        data = encode(message)
        name = type(message).__name__
        if isinstance(data, str):
            (EXAMPLES / f"{name}.json").write_text(data, encoding="utf-8")
        else:
            (EXAMPLES / f"{name}.bin").write_bytes(data)


if __name__ == "__main__":
    main()
