import threading

from simnon.frontends.web.worker import Worker


def test_a_thread_that_was_interrupted_does_what_comes_next() -> None:
    done = threading.Event()
    worker = Worker("test")

    def interrupted() -> None:
        raise KeyboardInterrupt

    worker.submit(interrupted)
    worker.submit(done.set)

    assert done.wait(20.0)
    worker.close()


def test_what_waits_is_not_done_after_the_end() -> None:
    worker, begun, may_end, done = Worker("test"), threading.Event(), threading.Event(), list[int]()

    def first() -> None:
        begun.set()
        may_end.wait(20.0)

    worker.submit(first)
    worker.submit(lambda: done.append(1))
    begun.wait(20.0)
    threading.Timer(0.05, may_end.set).start()
    worker.close()

    assert done == []
