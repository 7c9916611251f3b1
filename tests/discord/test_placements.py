"""Every placement of every game, made square by square with the buttons, with all options that change one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from random import Random
from typing import Any, Final

import pytest

from bot.components.cards.text import place_label
from bot.components.play.autocomplete import suggestions
from bot.games.core import AnyGame, Game, IntOption, OptionValue, Placement
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from tests.games.registry import GAMES
from tests.tables import folded
from tests.tables.harness import ANN, BOB

from .playing import chart, close_dms, manned
from .simulation import Member, Seen, Simulation, click

Press = Callable[[str], Awaitable[Seen]]


def values(game: Game[Any, Any], name: str) -> list[OptionValue]:
    """The bounds of an option, its default and the value above its least one; or all its choices."""
    option = game.options[name]
    if isinstance(option, IntOption):
        return list(dict.fromkeys((option.low, option.low + 1, option.default, option.high)))
    return list(option.choices)


def placements(game: Game[Any, Any], options: dict[str, OptionValue]) -> tuple[tuple[str, str, int], ...]:
    """The placements that a game begins with: seat, verb and number of squares of each."""
    state, found = game.start(options), []
    while state.to_act:
        seat = min(state.to_act)
        legal = state.legal(seat)
        if not isinstance(legal, Placement):
            break
        found.append((seat, legal.verb, legal.count))
        state = state.play(seat, game.parse(legal.text(legal.squares[: legal.count])))
    return tuple(found)


def cases() -> Iterator[Any]:
    """Each game, with one set of options for each sequence of placements that one option brings."""
    for game in GAMES.values():
        seen: set[tuple[Any, ...]] = set()
        usual = {name: option.default for name, option in game.options.items()}
        for chosen, value in ((each, value) for each in usual for value in values(game, each)):
            options = usual | {chosen: value}
            found = placements(game, options)
            if found and found not in seen:
                seen.add(found)
                name = "-".join([game.key, *(f"{seat}-{count}-{verb}" for seat, verb, count in found)])
                yield pytest.param(game.key, options, id=name)


CASES: Final = tuple(cases())
WAYS: Final = ("direct message", "private card")
"""Where somebody places in secret."""


async def place_by_hand(seen: Seen, press: Press, game: AnyGame, legal: Placement, rng: Random) -> None:
    """Pick square after square of ``legal`` with the buttons, the first one twice more, and lay them."""
    verb = game.name_of(legal.verb)
    picked: set[str] = set()

    def counted(seen: Seen) -> bool:
        return f"{verb}: {len(picked)} of {legal.count} picked" in seen.text.replace("*", "")

    assert counted(seen)
    while len(picked) < legal.count:
        assert place_label(game, legal.verb) not in seen.buttons
        free = [label for label in seen.buttons if label in legal.squares and label not in picked]
        square = rng.choice(free)
        presses = 3 if not picked else 1
        for _ in range(presses):
            seen = await press(square)
            picked ^= {square}
            assert counted(seen), "a press picks a square, the next one unpicks it"
    await press(place_label(game, legal.verb))


async def controls(sim: Simulation, who: Member, way: str) -> tuple[Seen, Press]:
    """The chart of ``who`` in their direct messages or on a private card, and how to press its buttons."""
    mine = await who.press(sim.card(), "My View") if way == "private card" else None

    async def press(label: str) -> Seen:
        await click(who if mine else who.user, (mine or chart(who)), label=label)
        return mine or chart(who)

    return mine or chart(who), press


def placing(table: Table) -> list[tuple[Person, Placement]]:
    """Who has something to place now, and what."""
    found = [(table.holder(seat), table.legal(seat)) for seat in table.acting]
    return [(who, legal) for who, legal in found if who is not None and isinstance(legal, Placement)]


def test_no_two_placements_of_a_seat_have_the_same_verb() -> None:
    for case in CASES:
        key, options = case.values
        made = [(seat, verb) for seat, verb, _ in placements(GAMES[key], options)]
        assert len(set(made)) == len(made), "what is picked for one would count for the other"


@pytest.mark.parametrize(
    ("key", "options", "way"),
    # A case in one way, the next one in the other.
    [
        pytest.param(
            *case.values,
            WAYS[number % 2],
            id=f"{case.id}-{WAYS[number % 2]}",
            marks=[pytest.mark.thorough] * (number % 3 > 1),
        )
        for number, case in enumerate(CASES)
    ],
)
async def test_all_that_is_placed_in_secret_can_be_placed_by_hand(
    sim: Simulation, key: str, options: dict[str, OptionValue], way: str
) -> None:
    rng = Random(5)
    people = {who.id: who for who in (sim.ann, sim.bob, sim.cid)}
    if way == "private card":
        for who in people.values():
            close_dms(sim, who)
    given = {name: value for name, value in options.items() if value is not None}
    await manned(sim, key, *people.values(), **given)
    table = await sim.table()
    made = 0
    while waiting := placing(table):
        person, legal = waiting[-1]
        seen, press = await controls(sim, people[person.id], way)
        await place_by_hand(seen, press, table.game, legal, rng)
        await sim.settled()
        before, table = table, await sim.table()
        assert len(table.turns) == len(before.turns) + 1, "what was picked is laid"
        made += 1
    assert made == len(placements(GAMES[key], dict(table.options)))


@pytest.mark.parametrize(
    ("typed", "first"),
    [("d2-d4", "d2-d4"), ("d2 d4", "d2-d4"), ("D2d4", "d2-d4"), ("d2 to d", ""), ("d2–d", "d2-d4")],
)
def test_typed_moves_are_suggested_however_their_squares_are_joined(typed: str, first: str) -> None:
    table = folded.begun(BOB, game=GAMES["checkers"])
    found = [value for _, value in suggestions(table, ANN.id, typed)]
    assert next(iter(found), "") == first


def test_captures_are_suggested_first_and_say_what_they_take() -> None:
    table = folded.begun(BOB, game=GAMES["checkers"])
    for move in ("d2-d4", "d7-d5", "a1-a3", "a8-a6"):
        table = folded.played(table, move)
    found = [name for name, _ in suggestions(table, ANN.id, "")]
    assert found[0].startswith("d4-d5/1 · top 1: takes 2")
    assert found[1] == "a2-a4 · empty square"


def test_a_typed_placement_is_completed_square_by_square() -> None:
    table = folded.begun(BOB, game=GAMES["depthcharge"])
    seat = table.acting_seat(ANN.id)
    assert seat is not None
    legal = table.legal(seat)
    assert isinstance(legal, Placement)

    def offered(*typed: str) -> list[str]:
        return [value for _, value in suggestions(table, ANN.id, " ".join((legal.verb, *typed)))]

    whole = legal.squares[: legal.count]
    assert offered(*whole) == [legal.text(whole)]
    for typed in (" ".join(whole), ", ".join(whole)):
        assert [value for _, value in suggestions(table, ANN.id, typed)] == [legal.text(whole)]
    assert offered(*legal.squares[: legal.count + 1]) == offered(whole[0], whole[0]) == []
    begun_with = " ".join((legal.verb, *whole[:-1]))
    assert offered(*whole[:-1])[0] == f"{begun_with} {whole[-1]}"
    column = [square for square in legal.squares if square[0] == "f" and square not in whole]
    assert offered(*whole[:-1], "f") == [f"{begun_with} {square}" for square in column]
