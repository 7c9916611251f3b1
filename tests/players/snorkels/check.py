"""The fast positions of Snorkels against the rules."""

from __future__ import annotations

from random import Random

from bot.games.core import CHANCE, Outcome, Place
from bot.games.core.grid import bits
from bot.games.snorkels import GAME
from bot.games.snorkels.actions import BOARD, COLOURS
from bot.games.snorkels.rules import SnorkelsState
from bot.games.snorkels.view import Cell, groups
from bot.players.snorkels.board import SnorkelsBoard, name


def colour(state: SnorkelsState) -> Cell:
    """The colour whose turn it is."""
    return "green" if state.mover == COLOURS[1] else "purple"


def tubes(position: SnorkelsBoard) -> tuple[set[int], set[int]]:
    """The open tubes of the mover's and of the other's groups."""
    return (
        {group & position.empty for group in position.mine},
        {group & position.empty for group in position.theirs},
    )


def tubes_by_rules(state: SnorkelsState) -> tuple[set[int], set[int]]:
    """The same, found by the rules."""
    mover, other = (
        {sum(1 << square for square in found) for _, found in groups(state.cells, each)}
        for each in (colour(state), "purple" if colour(state) == "green" else "green")
    )
    return mover, other


def compare(state: SnorkelsState) -> int:
    """Plays every action of a position both ways; the number of positions compared.

    :raises AssertionError: where the two differ.
    """
    seat = state.mover
    position = SnorkelsBoard.read(state.view_for(seat).cells, colour(state))
    legal = state.legal(seat)
    assert [*legal] == [Place(name(square)) for square in bits(position.empty)]
    assert tubes(position) == tubes_by_rules(state)
    sensible = 0
    for action in legal:
        assert isinstance(action, Place)
        square = 1 << BOARD.read(action.square)
        after = state.play(seat, action)
        assert position.verdict(square) == won(after.outcome, seat), (state, action)
        if after.outcome is None:
            following = position.after(square)
            assert tubes(following) == tubes_by_rules(after), (state, action)
            sensible |= 0 if following.wins else square
    assert position.wins or position.sensible == sensible, state
    return len(legal)


def won(outcome: Outcome | None, seat: str) -> bool | None:
    """Whether ``seat`` has won; None while nobody has."""
    return None if outcome is None else seat in outcome.winners


def check(count: int, rng: Random) -> None:
    """Compares at least ``count`` positions of random games with all options."""
    compared = 0
    while compared < count:
        options = {"stones": str(rng.randrange(4)), "pie": rng.choice(["on", "off"])}
        state = GAME.start(GAME.read_options(options))
        while state.to_act and compared < count:
            assert isinstance(state, SnorkelsState)
            seat = min(state.to_act)
            if seat == CHANCE:
                state = state.play(seat, state.sample_chance(rng))
                continue
            legal = state.legal(seat)
            if state.phase == "play":
                compared += compare(state)
                position = SnorkelsBoard.read(state.cells, colour(state))
                if position.sensible and rng.random() < 0.95:
                    # Random games end early; these reach full boards.
                    legal = [Place(name(square)) for square in bits(position.sensible)]
            state = state.play(seat, rng.choice(legal))
