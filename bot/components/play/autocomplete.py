"""What options of commands offer: typed moves, games, time limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from discord import app_commands

from bot.components.cards.text import pace_choices
from bot.components.hooks import Interaction
from bot.components.interactions.card import MENU
from bot.components.interactions.routing import autocomplete_handler
from bot.games import GAMES
from bot.games.core import AnyGame, Placement, Seat, normalize, squares_apart
from bot.languages import gettext
from bot.tables.model.table import Table


def game_choices(
    fits: Callable[[AnyGame], bool] = lambda _game: True,
) -> list[app_commands.Choice[str]]:
    """The games that fit."""
    return [app_commands.Choice(name=game.title, value=game.key) for game in GAMES.values() if fits(game)]


@autocomplete_handler
async def complete_pace(_interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Choices for ``pace``: what is typed, if it is a time limit, and the usual ones."""
    return pace_choices(typed)


def suggestions(table: Table, person: int, typed: str) -> list[tuple[str, str]]:
    """The legal moves of ``person`` that fit ``typed``; the last choice says if there are more."""
    seat = table.acting_seat(person)
    if seat is None:
        return []
    legal = table.legal(seat)
    actions: dict[str, Any] = {}
    if isinstance(legal, Placement):
        texts = _placements(legal, normalize(typed.replace(",", " ")))
    else:
        wanted = normalize(typed)
        # Captures first, and what is in vain last.
        view, paths = table.view_for(seat), table.paths(seat)
        ranked = sorted(paths, key=lambda steps: table.game.rank(view, steps[:-1], steps[-1]))
        actions = {str(paths[steps]): paths[steps] for steps in ranked}
        # Case does not matter.
        texts = [each for each in actions if each.lower().startswith(wanted)]
        texts += [each for each in actions if wanted in each.lower() and each not in texts]
        # Nor does how squares are joined.
        texts = texts or [each for each in actions if squares_apart(each).startswith(squares_apart(typed))]
    fitting = texts if len(texts) <= MENU else texts[: MENU - 1]
    shown = [(_named(table, seat, each, actions.get(each)), each[:100]) for each in fitting]
    if len(fitting) == len(texts):
        return shown
    more = gettext("… and {number} more (keep typing)", number=len(texts) - len(shown))
    # Whoever picks this line is told how moves are typed; it may not be empty.
    return [*shown, (more, typed[:100] or "…")]


def _named(table: Table, seat: Seat, typed: str, action: Any) -> str:
    """A move's text, and what the game remarks beside it: where it leads, what it costs."""
    remark = table.game.choice(table.view_for(seat), action) if action is not None else ""
    return f"{typed} · {remark}" if remark else typed


def _placements(legal: Placement, typed: str) -> list[str]:
    """``typed`` with one more square, or the whole placement once the number of squares is right."""
    words = typed.split()
    squares = words[1:] if words[:1] == [legal.verb] else words
    whole = [word for word in squares if word in legal.squares]
    begun = squares[-1] if squares and squares[-1] not in legal.squares else ""
    if len(set(whole)) != len(whole) or len(whole) > legal.count:
        return []
    if len(whole) == legal.count:
        return [legal.text(whole)]
    start = " ".join((legal.verb, *whole))
    return [
        f"{start} {square}" for square in legal.squares if square not in whole and square.startswith(begun)
    ]
