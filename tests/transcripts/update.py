"""`python -m tests.transcripts.update PAGE ...`: write present replies and pictures; then look at the diff."""

import sys
import tempfile
from pathlib import Path

from tests.transcripts.pictures import has_pictures, pictures_of
from tests.transcripts.python_page import replay_python
from tests.transcripts.transcript import replay, with_replies

for name in sys.argv[1:]:
    page = Path(name)
    for replay_page in (replay, replay_python):
        with tempfile.TemporaryDirectory() as folder:
            page.write_text(with_replies(page.read_text("utf-8"), replay_page(page, Path(folder))), "utf-8")
    if has_pictures(page):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in pictures_of(page, Path(folder)).items():
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, "utf-8")
