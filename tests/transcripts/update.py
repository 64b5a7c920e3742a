"""`python -m tests.transcripts.update PAGE ...`: write the replies of now into pages; then look at the diff."""

import sys
import tempfile
from pathlib import Path

from tests.transcripts.transcript import replay, with_replies

for name in sys.argv[1:]:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(name)
        page.write_text(with_replies(page.read_text("utf-8"), replay(page, Path(folder))), "utf-8")
