"""Long work beside a widget: how it is told, cancelled and replaced, and how it fails."""

import logging
import threading

import pytest

from mastermind_edu.widgets.background import Background, Cancelled, Job, WorkingWidget, share

PATIENCE = 20


class Listener:
    """Keeps what the work says."""

    def __init__(self) -> None:
        self.progress: list[tuple[int, int]] = []
        self.results: list[object] = []
        self.errors: list[Exception] = []

    def start(self, background: Background, work) -> None:
        background.start(
            work,
            progress=lambda part, whole: self.progress.append((part, whole)),
            done=self.results.append,
            failed=self.errors.append,
        )


def test_the_result_is_told_when_the_work_is_done() -> None:
    background, listener = Background(), Listener()
    listener.start(background, lambda job: [job(1, 2), job(2, 2), 7][-1])
    background.wait(PATIENCE)
    assert listener.results == [7]
    assert listener.progress[-1] == (2, 2)
    assert not background.running


def test_the_caller_goes_on_while_the_work_runs() -> None:
    background, listener = Background(), Listener()
    go = threading.Event()
    listener.start(background, lambda _: go.wait(PATIENCE))
    assert background.running
    assert listener.results == []
    go.set()
    background.wait(PATIENCE)
    assert listener.results == [True]


def endless(job: Job, started: threading.Event) -> None:
    while True:
        job(0, 1)
        started.set()


def test_cancelled_work_stops_and_says_nothing_more() -> None:
    background, listener = Background(), Listener()
    started = threading.Event()
    listener.start(background, lambda job: endless(job, started))
    assert started.wait(PATIENCE)
    background.cancel()
    told = len(listener.progress)
    background.wait(PATIENCE)
    assert not background.running
    assert (listener.results, listener.errors) == ([], [])
    assert len(listener.progress) == told


def test_new_work_cancels_the_work_before() -> None:
    background, first, second = Background(), Listener(), Listener()
    started = threading.Event()
    first.start(background, lambda job: endless(job, started))
    assert started.wait(PATIENCE)
    stopped = background._thread
    second.start(background, lambda _: "second")
    background.wait(PATIENCE)
    stopped.join(PATIENCE)
    assert not stopped.is_alive()
    assert (first.results, second.results) == ([], ["second"])


def test_a_result_that_comes_after_the_cancel_is_dropped() -> None:
    background, listener = Background(), Listener()
    go = threading.Event()
    listener.start(background, lambda _: go.wait(PATIENCE))
    background.cancel()
    go.set()
    background.wait(PATIENCE)
    assert listener.results == []


def test_an_error_that_comes_after_the_cancel_is_dropped() -> None:
    background, listener = Background(), Listener()
    go = threading.Event()

    def work(_: Job) -> None:
        go.wait(PATIENCE)
        raise KeyError("lost")

    listener.start(background, work)
    background.cancel()
    go.set()
    background.wait(PATIENCE)
    assert listener.errors == []


def test_without_threads_the_work_is_done_at_once(monkeypatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    background, listener = Background(), Listener()
    listener.start(background, lambda job: [job(2, 2), 7][-1])
    assert (listener.results, listener.progress) == ([7], [(2, 2)])
    assert not background.running
    background.wait()


def test_an_error_is_told() -> None:
    background, listener = Background(), Listener()
    listener.start(background, lambda _: 1 // 0)
    background.wait(PATIENCE)
    assert [type(error) for error in listener.errors] == [ZeroDivisionError]
    assert listener.results == []


def test_fast_steps_do_not_flood_the_page_but_the_last_is_told() -> None:
    told: list[tuple[int, int]] = []
    job = Job(lambda part, whole: told.append((part, whole)))
    for part in range(1, 10_001):
        job(part, 10_000)
    assert told[0] == (1, 10_000)
    assert told[-1] == (10_000, 10_000)
    assert len(told) < 1_000


def test_news_of_a_job_that_is_not_wanted_is_not_told() -> None:
    told: list[str] = []
    job = Job(lambda *_: None)
    job.tell(told.append, "first")
    job.wanted = False
    with pytest.raises(Cancelled):
        job.tell(told.append, "second")
    with pytest.raises(Cancelled):
        job(1, 1_000)
    assert told == ["first"]


def test_shares_of_a_work_add_up_to_the_whole() -> None:
    told: list[float] = []
    for place in range(4):
        part = share(lambda done, whole: told.append(done / whole), place, 4)
        part(5, 10)
        part(10, 10)
    assert told == [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0]


class Working(WorkingWidget):
    resting = 0

    def rest(self) -> None:
        self.resting += 1


def test_what_is_wrong_with_the_input_is_said_in_the_page_and_not_logged(caplog) -> None:
    widget = Working()

    def work(_: Job) -> None:
        raise ValueError("There is no such code.")

    widget.begin(work, lambda _: None)
    widget.wait(PATIENCE)
    assert widget.comm.notice == "There is no such code."
    assert widget.resting == 1
    assert caplog.records == []


def test_a_failure_is_said_in_the_page_and_logged_with_its_cause(caplog) -> None:
    widget = Working()
    widget.begin(lambda _: {}["missing"], lambda _: None)
    with caplog.at_level(logging.ERROR):
        widget.wait(PATIENCE)
    assert widget.comm.notice.startswith("Something went wrong here.")
    assert "missing" not in widget.comm.notice
    assert widget.resting == 1
    assert [record.exc_info[0] for record in caplog.records] == [KeyError]


def test_new_work_takes_back_what_was_said_of_the_work_before() -> None:
    widget = Working()
    widget.begin(lambda _: 1 // 0, lambda _: None)
    widget.wait(PATIENCE)
    assert widget.comm.notice
    widget.begin(lambda _: 1, lambda _: None)
    widget.wait(PATIENCE)
    assert widget.comm.notice == ""


def test_progress_reaches_the_page_as_a_fraction() -> None:
    widget = Working()
    widget.begin(lambda job: job(3, 3), lambda _: None)
    widget.wait(PATIENCE)
    assert widget.comm.state["_progress"] == 1.0
    widget.on_progress(1, 4)
    assert widget.comm.state["_progress"] == 0.25
