"""The stories in which the simulator found a fault, at their shortest: they must come right from now on."""

from __future__ import annotations

from .run import run
from .story import Event


def test_a_move_is_shown_whose_commit_lost_its_answer() -> None:
    story = (
        Event(16.41, "turn", 2093426146),
        Event(29.08, "commit is lost", 1334967360),
        Event(30.23, "turn", 4156360021),
    )
    assert run(39, story).wrong == []


def test_a_table_is_shown_whose_first_commit_lost_its_answer() -> None:
    story = (
        Event(379.32, "commit is lost", 2869203638),
        Event(385.99, "join", 2586220079),
        Event(603.4, "turn", 1382043089),
    )
    assert run(24, story).wrong == []


def test_a_table_is_moved_whose_thread_is_deleted_while_the_database_fails() -> None:
    story = (
        Event(1.0, "open", 2752462553),
        Event(15352.65, "commit is lost", 3304431320),
        Event(15353.31, "event is late", 2345217188),
        Event(15354.68, "turn", 2816236457),
        Event(15355.89, "thread is deleted", 610268903),
    )
    assert run(257, story).wrong == []


def test_presses_in_the_last_moment_of_a_bot_that_stops_are_no_errors() -> None:
    story = (
        Event(9.0, "turn", 3342834822),
        Event(10.52, "turn", 1423967812),
        Event(10.98, "bot restarts", 83609361),
        Event(10.98, "turn", 2532051227),
    )
    assert run(4, story).wrong == []
