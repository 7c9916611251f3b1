"""Somebody who presses the buttons that lead to given moves, as a person does who knows what they want."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from bot.components.interactions.routing import CUSTOM_ID
from bot.tables.model.table import Table
from tests.discord.limits import parts
from tests.discord.simulation import Seen, Simulation

PART, STEP = ";", "|"
"""What stands between the parts of a turn, and between the steps of a part, in a button's custom_id."""
SUGGESTED: Final = "~"
"""What ends it where the game chooses the rest at first."""
WORD: Final = re.compile(r"\w+(?:[’'-]\w+)*")
MOST: Final = 40
"""Presses after which a player gives up."""
Parts = list[list[str]]


def wanted(table: Table, moves: Sequence[str]) -> Parts:
    """The steps of each of ``moves``, played one after another at ``table``."""
    state, found = table.state, []
    assert state is not None
    for move in moves:
        (seat,) = state.to_act
        action = table.game.parse(move)
        found.append(list(state.path(action)))
        state = state.play(seat, action)
    return found


def _leads(chosen: Parts, goal: Parts, *, whole: bool) -> bool:
    """Whether ``chosen`` is on the way to ``goal``; with ``whole``, all its parts are complete."""
    if len(chosen) > len(goal):
        return False
    *done, last = chosen
    end = goal[len(chosen) - 1]
    return done == goal[: len(done)] and (last == end if whole else last == end[: len(last)])


class Player:
    """One person at table 1."""

    def __init__(self, sim: Simulation, who: Any) -> None:
        self._sim = sim
        self._who = who
        self.pressed: list[str] = []
        """The labels of the latest turn, in order."""
        self.cards: list[tuple[int, int]] = []
        """How many buttons and words the cards had that they saw."""
        self._card: Seen | None = None
        """The private card that stays."""

    async def take(self, moves: Sequence[str]) -> None:
        """Play ``moves``, from the public card on, or the private card that a turn before has left."""
        table = await self._sim.table()
        begun, card = len(played(table)), self._card or self._sim.card()
        progress, self.pressed = 0.0, []
        for _ in range(MOST):
            left = list(moves[len(played(table)) - begun :])
            if not left:
                assert played(table)[begun:] == list(moves)
                self._card = card
                return
            buttons = [part for part in parts(card.components) if part["type"] == 2 and "list" not in part]
            self.cards.append((len(buttons), len(WORD.findall(card.text))))
            button, length = self._choose(card, wanted(table, left), progress)
            result = await self._who.click(card, custom_id=button["custom_id"])
            self.pressed.append(button["label"])
            after = await self._sim.table()
            progress = 0 if after.version != table.version else length
            table = after
            if result.followups:
                card = result.followups[-1]
            elif result.response is not None:
                card = result.seen
        raise AssertionError(f"it never ended: {self.pressed}")

    def _choose(self, card: Seen, goal: Parts, progress: float) -> tuple[dict[str, Any], float]:
        """The button of ``card`` that leads farthest towards ``goal``, and how many steps that makes."""
        found: list[tuple[float, dict[str, Any]]] = []
        for part in parts(card.components):
            match = CUSTOM_ID.fullmatch(part.get("custom_id", ""))
            if match is None or part.get("disabled"):
                continue
            chosen = [
                each.split(STEP) if each else [] for each in match["rest"].removesuffix(SUGGESTED).split(PART)
            ]
            length = float(sum(map(len, chosen)))
            if match["verb"] == "play" and _leads(chosen, goal, whole=True):
                # A part of the goal alone is confirmed only where nothing else leads on.
                found.append((MOST if len(chosen) == len(goal) else 0.5, part))
            elif match["verb"] in ("pick", "first") and length >= progress:
                if match["rest"] and _leads(chosen, goal, whole=False):
                    found.append((length, part))
            elif match["verb"] == "move":
                found.append((0, part))
        assert found, f"nothing on this card leads to {goal}: {card.buttons}"
        length, button = max(found, key=lambda each: each[0])
        return button, length


def played(table: Table) -> list[str]:
    """What people played so far."""
    return [str(turn.action) for turn in table.turns if turn.seat != "chance"]
