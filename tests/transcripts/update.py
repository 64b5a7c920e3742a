"""`python -m tests.transcripts.update PAGE ...`: write the replies of now into pages; then look at the diff."""

import sys
import tempfile
from pathlib import Path

from tests.transcripts.python_page import replay_python
from tests.transcripts.transcript import replay, with_replies

for name in sys.argv[1:]:
    page = Path(name)
    for replay_page in (replay, replay_python):
        with tempfile.TemporaryDirectory() as folder:
            page.write_text(with_replies(page.read_text("utf-8"), replay_page(page, Path(folder))), "utf-8")
