"""The clock as arithmetic, and the pace as text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.model import pace
from bot.tables.model.clock import Clock
from bot.tables.model.pace import DAY, HOUR, MAX_LENGTH_MS, MINUTE, NONE, Pace, PaceError

T = 1_760_000_000_000
TURN = Pace(12 * HOUR)
BANK = Pace(2 * DAY, 6 * HOUR)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("none", NONE),
        (" None ", NONE),
        ("0", NONE),
        ("1m", Pace(MINUTE)),
        ("90m", Pace(90 * MINUTE)),
        ("12H", Pace(12 * HOUR)),
        ("1d12h", Pace(36 * HOUR)),
        ("14d", Pace(14 * DAY)),
        ("2d+6h", Pace(2 * DAY, 6 * HOUR)),
        ("2d + 6h", Pace(2 * DAY, 6 * HOUR)),
        ("1h+0m", Pace(HOUR, 0)),
    ],
)
def test_a_pace_is_read_as_people_write_it(text: str, meant: Pace) -> None:
    assert pace.read(text) == meant
    assert pace.read(str(meant)) == meant


@pytest.mark.parametrize("text", ["3", "d", "-1d", "1.5h", "2d+", "+6h", "2d+6h+1h", "²d", "1d1d", "x" * 90])
def test_what_is_no_pace_is_refused_with_its_forms(text: str) -> None:
    with pytest.raises(PaceError, match=r"a time limit the bot understands\. Try `none`"):
        pace.read(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [("0m", "from one minute"), ("15d", "to 14 days"), ("337h", "to 14 days"), ("1h+15d", "at most 14 days")],
)
def test_a_pace_has_bounds(text: str, why: str) -> None:
    with pytest.raises(PaceError, match=why):
        pace.read(text)


def test_the_usual_paces_are_written_as_they_are_read() -> None:
    assert [str(pace.read(text)) for text in pace.SUGGESTED] == list(pace.SUGGESTED)


@pytest.mark.parametrize(
    ("measure", "spent", "left_then", "left_after"),
    [
        (TURN, 5 * HOUR, 7 * HOUR, 12 * HOUR),
        (TURN, 20 * HOUR, 0, 12 * HOUR),
        (BANK, 10 * HOUR, 38 * HOUR, 44 * HOUR),
        (BANK, 90 * HOUR, 0, 6 * HOUR),
        (Pace(DAY, 0), 23 * HOUR, HOUR, HOUR),
    ],
)
def test_a_turn_takes_its_time_and_gives_the_next(
    measure: Pace, spent: int, left_then: int, left_after: int
) -> None:
    clock = Clock.started(measure, 2, {0}, T)
    assert clock.at(T + spent).left == (left_then, measure.time)
    after = clock.acted(0, {1}, T + spent, finished=True)
    assert after.left == (left_after, measure.time), "the other side has lost nothing"
    assert after.running == {1}


def test_what_a_side_has_used_counts_from_nothing() -> None:
    clock = Clock.started(TURN, 2, {0}, T)
    assert clock.used == (0, 0)
    clock = clock.acted(0, {1}, T + HOUR, finished=True).at(T + 3 * HOUR, paused=True)
    assert clock.at(T + 9 * HOUR, paused=False).used == (HOUR, 2 * HOUR)


@pytest.mark.parametrize(
    ("measure", "gift"),
    [
        (TURN, 12 * HOUR),
        (BANK, 12 * HOUR),
        (Pace(HOUR, 5 * MINUTE), 15 * MINUTE),
        (Pace(MINUTE, 0), MINUTE),
        (Pace(MINUTE, DAY), DAY),
    ],
)
def test_what_is_granted_is_a_turn_or_a_part_of_the_bank(measure: Pace, gift: int) -> None:
    assert measure.grant == gift


SECOND = 1000


@pytest.mark.parametrize(
    ("time", "before_the_end"),
    [
        (MINUTE - 1, []),
        (MINUTE, [30 * SECOND]),
        (2 * MINUTE, [30 * SECOND]),
        (8 * MINUTE, [MINUTE]),
        (HOUR - 1, [(HOUR - 1) // 8]),
        (HOUR, [30 * MINUTE, 450 * SECOND]),
    ],
)
def test_every_limit_has_a_reminder_and_none_comes_with_the_turn_itself(
    time: int, before_the_end: list[int]
) -> None:
    bank = replace(Clock.started(Pace(HOUR, 0), 1, {0}, T), left=(time,), had=(time,))
    assert [T + time - moment for _, moment in bank.reminders(0)] == before_the_end
    assert all(moment >= T + 29 * SECOND for _, moment in bank.reminders(0))


lengths = st.integers(0, 40 * DAY)
paces = st.builds(
    Pace,
    st.integers(1, MAX_LENGTH_MS // MINUTE).map(MINUTE.__mul__),
    st.none() | st.integers(0, MAX_LENGTH_MS),
)


@given(paces, lengths, st.integers(-40 * DAY, 40 * DAY), lengths)
def test_time_that_is_given_back_or_was_too_much_costs_nothing(
    measure: Pace, before: int, down: int, after: int
) -> None:
    straight = Clock.started(measure, 2, {0}, T).at(T + before + after)
    given_back = Clock.started(measure, 2, {0}, T).at(T + before + down, missed=down)
    assert given_back.at(T + before + down + after).left == straight.left


steps = st.lists(
    st.tuples(
        st.sampled_from(["act", "part", "grant", "stop", "go", "missed", "turn", "renew", "away", "back"]),
        st.integers(-DAY, 9 * DAY),
        st.integers(0, 1),
    ),
    max_size=30,
)


@given(paces, steps)
def test_no_time_is_ever_negative_and_what_is_taken_was_used(
    measure: Pace, plan: list[tuple[str, int, int]]
) -> None:
    clock, now, forward = Clock.started(measure, 2, {0}, T), T, 0
    gifts = 0
    for verb, step, side in plan:
        now, forward = now + step, forward + max(0, step)
        match verb:
            case "act":
                gifts += measure.increment or 0
                clock = clock.acted(side, {1 - side}, now, finished=True)
            case "part":
                clock = clock.acted(side, {side}, now, finished=False)
            case "grant":
                gifts += measure.grant
                clock = clock.granted(side, now)
            case "stop":
                clock = clock.at(now, paused=True)
            case "go":
                clock = clock.at(now, paused=False)
            case "missed":
                clock = clock.at(now, missed=abs(step) // 2)
            case "turn":
                clock = clock.turned({side}, now)
            case "renew":
                clock = clock.renewed(side, now)
            case "away":
                clock = clock.at(now, away=frozenset({side}))
            case "back":
                clock = clock.at(now, away=frozenset())
        assert min(clock.left) >= 0
        assert clock.since == now
        assert all(deadline is None or deadline >= now for deadline in map(clock.deadline, (0, 1)))
    if measure.increment is not None:
        assert 2 * measure.time + gifts - forward <= sum(clock.left) + forward
        assert sum(clock.left) <= 2 * measure.time + gifts
