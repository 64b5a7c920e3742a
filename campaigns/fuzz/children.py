"""Processes that try cases: started when needed, killed if they take too long, replaced if they die."""

import json
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from ..findings import ROOT
from ..home import environment_at
from .case import Case, Verdict

SECONDS_OF_A_CASE = 30.0
SECONDS_OF_A_START = 120.0
"""More for the first case of a child, which loads and compiles first."""


class Child:
    """Tries one case after the other. Children keep what they compile in `home` instead of the user's home."""

    def __init__(self, home: Path, seconds: float = SECONDS_OF_A_CASE) -> None:
        self._home = home
        self._seconds = seconds
        self._folder = Path(tempfile.mkdtemp(dir=home))
        self._complaints = (self._folder / "stderr").open("w+b")
        self._process: subprocess.Popen[bytes] | None = None
        self._is_new = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.end()
        self._complaints.close()

    def judge(self, case: Case) -> Verdict:
        """The verdict on the case; if its process hung or crashed, a new one takes over."""
        process = self._process = self._process or self._start()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(case.as_json()).encode() + b"\n")
            process.stdin.flush()
            reply = self._reply(process)
        except BrokenPipeError:
            reply = b""
        if reply is None:
            self.end()
            return Verdict("hang", f"does not end: {case.kind}", "it neither ends nor reacts to Ctrl-C")
        if not reply:
            status = process.wait()
            self.end()
            name = signal.Signals(-status).name if status < 0 else f"status {status}"
            account = self._last_words()
            return Verdict("crash", f"the process ended: {name}: {case.kind}", account)
        self._is_new = False
        return Verdict(**json.loads(reply))

    def end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    stream.close()
        self._process, self._is_new = None, True

    def _start(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-X", "faulthandler", "-m", "campaigns.fuzz.child", str(self._folder / "study")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            cwd=ROOT,
            env=environment_at(self._home),
            # Ctrl-C goes to the campaign, which ends its children itself.
            start_new_session=True,
        )

    def _reply(self, process: "subprocess.Popen[bytes]") -> bytes | None:
        """A line; empty if the process has ended, None if it takes too long."""
        assert process.stdout is not None
        seconds = self._seconds + (SECONDS_OF_A_START if self._is_new else 0.0)
        ready, _, _ = select.select([process.stdout], [], [], seconds)
        return process.stdout.readline() if ready else None

    def _last_words(self) -> str:
        self._complaints.flush()
        self._complaints.seek(0)
        text = self._complaints.read().decode(errors="replace")[-3000:]
        self._complaints.seek(0)
        self._complaints.truncate()
        return text
