"""A thread that does one thing after the other."""

import queue
import threading
from collections.abc import Callable

SECONDS_TO_END = 10.0

Task = Callable[[], None]


class Worker:
    """Interruptions that come after what they meant are ignored: the thread goes on."""

    def __init__(self, name: str) -> None:
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._is_closed = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """The number of things to do."""
        return self._tasks.qsize()

    def submit(self, task: Task) -> None:
        self._tasks.put(task)

    def close(self) -> None:
        """What waits is not done."""
        self._is_closed = True
        self._tasks.put(None)
        self._thread.join(SECONDS_TO_END)

    def _work(self) -> None:
        while not self._is_closed:
            task: Task | None = None
            try:
                task = self._tasks.get()
                if task is not None:
                    task()
            except KeyboardInterrupt:
                continue
