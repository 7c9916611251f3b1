"""Autocomplete for typed actions."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.games.core import Placement, Seat, normalize
from bot.tables.model.table import Table

MAX_CHOICES = 25
"""Choices that Discord shows at once."""


def suggestions(table: Table, person: int, typed: str) -> list[app_commands.Choice[str]]:
    """The legal actions of ``person`` that fit ``typed``; the last choice says when there are more."""
    seat = table.acting_seat(person)
    if seat is None:
        return []
    legal = table.legal(seat)
    actions: dict[str, Any] = {}
    if isinstance(legal, Placement):
        texts = _placements(legal, normalize(typed))
    else:
        wanted = normalize(typed)
        actions = {str(action): action for action in legal}
        # Labels of lines are capitals, and typed text is forgiven its case.
        texts = [text for text in actions if text.lower().startswith(wanted)]
        texts += [text for text in actions if wanted in text.lower() and text not in texts]
    fitting = texts if len(texts) <= MAX_CHOICES else texts[: MAX_CHOICES - 1]
    shown = [
        app_commands.Choice(name=_named(table, seat, text, actions.get(text))[:100], value=text[:100])
        for text in fitting
    ]
    if len(fitting) == len(texts):
        return shown
    rest = len(texts) - len(shown)
    return [
        *shown,
        app_commands.Choice(name=f"… and {rest} more: type on", value=typed[:100] or texts[0][:100]),
    ]


def _named(table: Table, seat: Seat, text: str, action: Any) -> str:
    """An action’s text, and what the picker’s buttons say of it besides: where it leads, what it costs."""
    if action is None or table.state is None:
        return text
    view, path = table.view_for(seat), table.state.path(action)
    if table.game.choice is not None:
        return f"{text} · {table.game.choice(view, action)}"
    labels = [table.game.label(view, path[:order], step) for order, step in enumerate(path)]
    words = text.lower().split()
    more = []
    for label in labels:
        # What the action names itself is not said again: lists are read aloud.
        first, _, rest = label.partition(" ")
        if label.lower().startswith(text):
            text += label[len(text) :]
        elif rest and first.lower().rstrip(":") in words[1:]:
            more.append(rest)
        elif label.lower() not in text.lower() and not _said(label, words[0]):
            more.append(label)
    return " · ".join([text, *more])


def _said(label: str, verb: str) -> bool:
    """Whether a button only names the file of a square, or what an action of this verb does."""
    plain = label.isascii() and not any(sign in label for sign in "(,:")
    return label.startswith("File ") or (plain and verb in label.lower().split())


def _placements(legal: Placement, typed: str) -> list[str]:
    """What ``typed`` could become with one more square; whole once the number is right."""
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
