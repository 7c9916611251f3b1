"""What every game says about itself fits where it is shown, and its menus reach exactly what is legal."""

from __future__ import annotations

import contextlib
import re
from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

from bot.games.core import CHANCE, NotationError, Placement, Seat, State
from tests.discord.limits import check_text
from tests.games.registry import AnyGame

from .cases import Case, assert_sentence, each_case, each_game, fewer, listed, positions, sampled
from .playing import walks, watchers

MENU = 25
"""Options that one of Discord's menus holds, and buttons that one card can show in rows."""
CUSTOM_ID = 100


@each_case
def test_a_position_in_words_fits_the_card_and_its_details_the_message(case: Case) -> None:
    for game, state in positions(case, 20):
        for viewer in watchers(game):
            view = state.view_for(viewer)
            words = game.describe(view)
            assert 20 <= len(words) <= 1024, f"{len(words)} characters: {words}"
            assert words.isprintable() or set(words) & {"\n"}, repr(words)
            assert words.endswith((".", "…", "!")), f"cut off: {words[-40:]!r}"
            headline, summary = game.headline(view), game.summary(view)
            assert 1 <= len(headline) <= 60, headline
            assert headline.isprintable(), repr(headline)
            assert len(summary) <= 300, summary
            assert summary.isprintable(), repr(summary)
            lines = game.details(view)
            assert len("\n".join(lines)) <= 1800
            for line in lines:
                assert line.isprintable(), repr(line)


@each_case
def test_a_finished_game_says_why_it_ended(case: Case) -> None:
    for walk in walks(case):
        if walk.last.outcome is None:
            continue
        for viewer in watchers(walk.game):
            assert_sentence(walk.game.ending(walk.last.view_for(viewer)))


@each_case
def test_everybody_is_told_of_every_action_in_a_sentence(case: Case) -> None:
    for walk in walks(case):
        for moment in sampled(list(walk.moments), 25):
            for viewer in watchers(walk.game):
                told = moment.before.narrate(moment.seat, moment.action, viewer)
                assert_sentence(told)
            heard = moment.before.announcement(moment.seat, moment.action)
            assert heard.isprintable()
            assert heard == heard.strip()


@each_case
def test_no_sentence_calls_people_by_a_slot_that_no_seat_has_the_name_of(case: Case) -> None:
    # Of the pie rule, people read who picked and what: not what a host or a guest did.
    for walk in walks(case):
        names = {slot for slot in walk.game.seat_styles if slot not in walk.game.seats}
        said = []
        for moment in walk.moments[:25]:
            for viewer in watchers(walk.game):
                said.append(moment.before.narrate(moment.seat, moment.action, viewer))
                said.append(walk.game.describe(moment.before.view_for(viewer)))
            said += [moment.before.whose_turn(slot) for slot in names]
        for told in said:
            assert not names & {*re.findall(r"\w+", told.lower())}, told


@each_case
def test_a_diagram_is_text_of_a_message(case: Case) -> None:
    for game, state in positions(case, 12):
        for viewer in watchers(game):
            diagram = game.text(state.view_for(viewer))
            assert 10 <= len(diagram) <= 1990, f"{len(diagram)} characters"
            assert all(line.isprintable() for line in diagram.split("\n")), repr(diagram)
            assert "```" not in diagram


SQUARES = tuple(f"{file}{rank}" for file in "abcdefghijkl" for rank in range(1, 13))
"""The squares of the largest board."""
LOOKS: dict[str, tuple[str, ...]] = {
    "curse": (*map(str, range(1, 37)), "coin", "SKULL", "k", "line A", "Gull Perch", "widow's sigh"),
}
"""What there is to look at, where it is not the squares of a board."""


def to_look_at(game: AnyGame, view: Any) -> list[str]:
    """All that a game has something to say about."""
    if game.key in LOOKS:
        return [*LOOKS[game.key]]
    found = []
    for name in SQUARES:
        with contextlib.suppress(NotationError):
            game.describe_square(view, name)
            found.append(name)
    return found


@each_case
def test_every_square_can_be_looked_at(case: Case) -> None:
    names: list[str] = []
    for game, state in sampled([*positions(case, 4)], fewer(case, 8)):
        # A board has the same squares all the time.
        names = names or to_look_at(game, state.view_for(None))
        assert len(names) >= 36
        for viewer in watchers(game):
            view = state.view_for(viewer)
            for number, name in enumerate(names):
                told = game.describe_square(view, name)
                assert told.isprintable(), repr(told)
                assert told.endswith("."), told
                assert 10 <= len(told) <= 1500, f"{len(told)} characters: {told}"
                if number % 12 == 0:
                    assert game.describe_square(view, f" {name.upper()} ") == told


@each_game
def test_what_is_not_there_can_not_be_looked_at(game: AnyGame) -> None:
    view = game.start(game.read_options({})).view_for(None)
    for name in ("", "z99", "d d", "99", "d4 d5", "\x00", "ⅳ4", "d٤", "x" * 5000, "null"):
        with pytest.raises(NotationError) as caught:
            game.describe_square(view, name)
        assert_sentence(str(caught.value))


@each_game
def test_nobody_is_to_act_once_the_people_have_ended_the_game(game: AnyGame) -> None:
    view = replace(walks((game.key, ()))[0].moments[0].before.reveal(), to_act=())
    assert " to act" not in game.describe(view)
    assert " is to " not in game.describe(view)
    assert "’s turn" not in game.describe(view)


@each_game
def test_the_rule_book_fits_its_pages(game: AnyGame) -> None:
    keys = [page.key for page in game.book]
    assert keys, "The book is empty."
    assert len(set(keys)) == len(keys)
    for page in game.book:
        assert 1 <= len(page.title) <= 80, page.key
        assert 1 <= len(page.text) <= 1800, f"{page.key}: {len(page.text)} characters"
        assert len(page.diagrams) <= 10, page.key
        check_text(page.title)
        check_text(page.text)
        for diagram in page.diagrams:
            assert_sentence(diagram.caption)
            check_text(diagram.caption)
            assert len(game.describe(diagram.view)) <= 1024
            assert game.text(diagram.view)


@each_case
def test_the_rule_book_opens_at_a_page_that_it_has(case: Case) -> None:
    for game, state in positions(case, 12):
        for viewer in watchers(game):
            key = game.page_for(state.view_for(viewer))
            assert key in {page.key for page in game.book}, f"The book has no page “{key}”."


def steps_after(state: State[Any, Any], seat: Seat) -> dict[tuple[str, ...], set[str]]:
    """The menu of ``seat``: the next steps after each prefix; an action's own path has none."""
    menu: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for action in listed(state, seat):
        path = state.path(action)
        for depth, step in enumerate(path):
            menu[path[:depth]].add(step)
        menu[path]
    return menu


@each_case
def test_a_menu_reaches_exactly_the_legal_actions_by_paths_that_fit_a_custom_id(case: Case) -> None:
    for _, state in positions(case, 12):
        for seat in state.to_act - {CHANCE}:
            legal = listed(state, seat)
            if not legal:
                continue
            paths = [state.path(action) for action in legal]
            assert len(set(paths)) == len(paths), "two actions share a path"
            for path in paths:
                assert path
                assert all(step and "|" not in step and step.isprintable() for step in path), path
                joined = "|".join(path)
                assert len(joined) <= 60, joined
                assert len(f"ct:pick:{10**9 - 1}:{10**6 - 1}:{seat}:{joined}") <= CUSTOM_ID, joined
            menu = steps_after(state, seat)
            ends = {prefix for prefix, steps in menu.items() if not steps}
            assert ends == set(paths), "an action’s path goes on to another"
            for prefix, steps in menu.items():
                assert len(steps) <= MENU, f"{len(steps)} steps after {prefix}"


@each_case
def test_every_question_and_button_of_a_menu_fits_and_differs(case: Case) -> None:
    for game, state in positions(case, 8):
        for seat in state.to_act - {CHANCE}:
            view = state.view_for(seat)
            if isinstance(state.legal(seat), Placement):
                assert_sentence(game.ask(view, ()))
                continue
            for prefix, steps in sampled(sorted(steps_after(state, seat).items()), 40):
                if not steps:
                    continue
                question = game.ask(view, prefix)
                assert_sentence(question)
                labels = [game.label(view, prefix, step) for step in sorted(steps)]
                for label in labels:
                    assert 1 <= len(label) <= 80, label
                    assert label.isprintable(), repr(label)
                assert len(set(labels)) == len(labels), f"buttons look alike after {prefix}: {labels}"


@each_case
def test_a_preview_shows_the_action_without_what_it_would_teach(case: Case) -> None:
    for walk in walks(case):
        for moment in sampled(list(walk.moments), fewer(case, 20)):
            if moment.seat == CHANCE:
                continue
            view = moment.before.preview(moment.seat, moment.action)
            assert view.viewer == moment.seat
            assert len(walk.game.describe(view)) <= 1024
            assert walk.game.text(view)
