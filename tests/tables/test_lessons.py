"""Every lesson can be played: its answers lead on, its mistakes get words of their own, its texts fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.features.lessons import lessons
from bot.features.lessons.lessons import Answer, Lesson, LessonError, lessons_of, read
from bot.games import record
from bot.games.core import CHANCE, AnyGame, AnyState, Placement, Seat
from data import lessons as data
from data.lessons import lesson_files
from tests.games.registry import GAMES

FILES = [(key, name) for key in GAMES for name in lesson_files(key)]


@cache
def lesson_in(key: str, name: str) -> Lesson:
    return read(key, GAMES[key].rules, name, lesson_files(key)[name].read_text(encoding="utf-8"))


def replied(game: AnyGame, state: AnyState, answer: Answer) -> AnyState:
    """The position after the replies of ``answer``, which have to be possible."""
    for reply in answer.reply:
        who, _, text = reply.partition(" ")
        state = state.play(Seat(who), game.parse(text))
    return state


def moves(lesson: Lesson, state: AnyState) -> tuple[Seat, Sequence[Any]]:
    """Whom the reader plays now, and the moves to choose from."""
    (seat,) = (each for each in lesson.seats if each in state.to_act)
    legal = state.legal(seat)
    assert not isinstance(legal, Placement)
    return seat, legal


@pytest.mark.parametrize(("key", "name"), FILES)
def test_every_move_gets_what_its_file_says_and_each_mistake_words_of_its_own(key: str, name: str) -> None:
    game, lesson = GAMES[key], lesson_in(key, name)
    assert "\\n" not in repr(lesson.steps), "where a file's lines end doesn't matter"
    state = record.replay(lesson.start, GAMES)[-1]
    for number, step in enumerate(lesson.steps, 1):
        seat, legal = moves(lesson, state)
        every, reached = (*step.answers, *step.mistakes), dict[Answer, AnyState]()
        assert {move for each in every for move in each.moves} <= set(map(str, legal))
        said = [step.otherwise, *(mistake.say for mistake in step.mistakes)]
        assert len(set(said)) == len(said)
        for action in legal:
            answer = step.judged(state, seat, action)
            words = step.otherwise if answer is None else answer.say
            assert words or answer in step.answers, f"{action} is refused without a word"
            if answer is not None:
                after = replied(game, state.play(seat, action), answer)
                if answer in step.answers and number < len(lesson.steps):
                    assert CHANCE not in after.to_act, "the reply has the dice that fall next"
                reached.setdefault(answer, after)
        assert reached.keys() == {*every}, "each is somebody's move"
        state = reached[step.answers[0]]


@pytest.mark.parametrize(("key", "name"), FILES)
def test_every_right_move_leads_on_to_the_end(key: str, name: str) -> None:
    game, lesson = GAMES[key], lesson_in(key, name)
    states = [record.replay(lesson.start, GAMES)[-1]]
    for number, step in enumerate(lesson.steps, 1):
        reached: dict[Any, Any] = {}
        for state in states:
            seat, legal = moves(lesson, state)
            right = [each for each in legal if step.judged(state, seat, each) in step.answers]
            assert right, f"step {number}: nothing is right at {game.text(state.view_for(seat))}"
            for action in right:
                answer = step.judged(state, seat, action)
                assert answer is not None
                after = replied(game, state.play(seat, action), answer)
                assert number == len(lesson.steps) or after.outcome is None
                reached[str(after.view_for(seat))] = after
        states = list(reached.values())[:20]


@pytest.mark.parametrize("key", sorted({key for key, _ in FILES}))
def test_a_game_with_lessons_has_six_to_ten_in_their_order(key: str) -> None:
    names = list(lesson_files(key))
    assert 6 <= len(names) <= 10
    assert [name[:2] for name in names] == [f"{number:02}" for number in range(1, len(names) + 1)]
    found = [lesson_in(key, name) for name in names]
    assert len({lesson.slug for lesson in found}) == len(names)
    assert len(found[0].steps) == 1, "the first one is won in the first minute"


def test_checkers_first_lessons_are_short_and_no_capture_warns_of_what_a_later_one_teaches() -> None:
    game, names = GAMES["checkers"], list(lesson_files("checkers"))
    (step,) = lesson_in("checkers", names[0]).steps
    assert len(f"{step.say} {step.press}".replace("**", "")) <= 4 * 34, "four lines on a phone"
    for name in names[:4]:
        lesson = lesson_in("checkers", name)
        state = record.replay(lesson.start, GAMES)[-1]
        for step in lesson.steps:
            seat, legal = moves(lesson, state)
            labels = [game.label(state.view_for(seat), each.path[:-1], each.path[-1]) for each in legal]
            assert not [each for each in labels if "Takes" in each and "Risks" in each]
            (action,) = (each for each in legal if str(each) == step.answers[0].moves[0])
            state = replied(game, state.play(seat, action), step.answers[0])


@pytest.mark.parametrize("name", lesson_files("checkers"))
def test_no_button_of_a_checkers_lesson_looks_better_than_the_one_that_is_wanted(name: str) -> None:
    game, lesson = GAMES["checkers"], lesson_in("checkers", name)
    state = record.replay(lesson.start, GAMES)[-1]
    for step in lesson.steps:
        seat, legal = moves(lesson, state)
        labels = {each: game.label(state.view_for(seat), each.path[:-1], each.path[-1]) for each in legal}
        right = [each for each in legal if step.judged(state, seat, each) in step.answers]
        for action in right:
            assert "Risks" not in labels[action] or "risks" in step.say, "a bait is called one"
            if "Takes" in labels[action]:
                safe = [each for each in labels.values() if "Takes" in each and "Risks" not in each]
                most = max(int(each.partition("Takes ")[2].split(",")[0]) for each in safe)
                assert f"Takes {most}" in labels[action]
        state = replied(game, state.play(seat, right[0]), step.answers[0])


GOOD = """
title = "A Lesson"
options = { pie = "off" }
seats = ["purple"]
start = "purple d4, green a1"
[[steps]]
say = "Play on e4."
hint = "On e4."
otherwise = "Not there."
[[steps.answers]]
moves = ["e4"]
reply = ["green a2"]
[[steps.mistakes]]
moves = ["c4"]
say = "That’s c4."
"""


def test_a_good_lesson_is_read() -> None:
    lesson = read("snorkels", 1, "01-good.toml", GOOD)
    assert (lesson.slug, lesson.subject, lesson.steps[0].say) == ("good", "snorkels/good", "Play on e4.")


@pytest.mark.parametrize(
    ("change", "to", "complaint"),
    [
        ("title", "titel", "there’s no titel"),
        ('"A Lesson"', '"A Lesson', "line 2"),
        ('"purple d4, green a1"', '"purple"', "isn't a seat followed by its move"),
        ('moves = ["e4"]', "moves = [4]", "4 isn’t a text in quotes @ file.steps[0].answers[0].moves[0]"),
        ('moves = ["e4"]', 'moves = "e4"', "isn’t a list in brackets @ file.steps[0].answers[0].moves"),
        ('{ pie = "off" }', '"pie"', "file.options"),
        ('moves = ["e4"]', 'when = "shines"', "file.steps[0].answers[0].when"),
        ('moves = ["e4"]', "", "says which moves are meant"),
        ('hint = "On e4."', "", "this is missing @ file.steps[0].hint"),
        ('say = "That’s c4."', "", "this is missing @ file.steps[0].mistakes[0].say"),
        ('say = "Play on e4."', f'say = "{"e4 " * 300}"', "must be <= 700"),
    ],
)
def test_a_lesson_with_an_error_is_refused_with_where_it_is(change: str, to: str, complaint: str) -> None:
    assert change in GOOD
    with pytest.raises(LessonError, match=r"snorkels/01-bad\.toml") as error:
        read("snorkels", 1, "01-bad.toml", GOOD.replace(change, to))
    assert complaint in str(error.value)


def test_the_bot_leaves_out_a_lesson_with_an_error_and_logs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(lessons, "kept", lessons.kept.__wrapped__)
    files = [tmp_path / name for name in ("01-good.toml", "02-bad.toml", "03-odd.toml", "04-gone.toml")]
    texts = (GOOD.encode(), GOOD.replace("hint", "hnt").encode(), b"\xff")
    for file, text in zip(files, texts, strict=False):
        file.write_bytes(text)
    monkeypatch.setattr(data, "lesson_files", lambda _game: {file.name: file for file in files})
    assert [lesson.slug for lesson in lessons_of(GAMES["snorkels"])] == ["good"]
    for file in files[1:]:
        assert f"a lesson is left out: snorkels/{file.name}: " in caplog.text
