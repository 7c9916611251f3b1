"""Players who know only what they see: they open tables, press buttons, and remember what they were told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from bot.local.api.interactions import Interaction, ResponseType
from bot.local.errors import InvalidInput, Refusal
from bot.local.world.model import Channel, Member, Message
from tests.local.fault_injection import FaultyDiscord
from tests.patience import PATIENCE

from .seen import BEGINS, ON_CARD, Button, awaited, buttons, find, lines, must_find, refused, thinking

SHORT: Final[dict[str, dict[str, Any]]] = {
    "checkers": {"quiet": 6},
    "depthcharge": {"quiet": 20},
    "crackers": {"rounds": 3},
}
"""Options that end a random game soon."""
BACK: Final = ("Back", "Another Treasure", "Another Space", "Another Line")
FAULT: Final = "your game is safe"


class Unanswered(AssertionError):
    """Somebody pressed and nothing came."""


@dataclass(slots=True)
class Act:
    """One press that should play an action."""

    interaction: int
    person: int
    button: Button
    acknowledged: bool = False
    """Whether the player was told that it is played."""


@dataclass(slots=True)
class History:
    """All that the players did and were told, over all lives of the bot."""

    acts: list[Act] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Apologies that players got."""
    pending: dict[int, tuple[Member, Message, Button]] = field(default_factory=dict)
    """By table: the last confirmation that was pressed and not acknowledged."""
    pressed: set[int] = field(default_factory=set)
    """The interactions of all presses; a choice without an alternative plays without a confirmation."""


class Players:
    """Everybody on the server, playing at random."""

    pause = 0.1
    """Seconds before they look again at a card that is behind."""

    def __init__(self, local: FaultyDiscord, history: History, rng: Random) -> None:
        self.local = local
        self.history = history
        self._rng = rng
        self._people = [one for one in local.world.people.values() if not one.bot]
        self.on_pressed: Callable[[Act], None] = lambda _act: None
        self.on_acknowledged: Callable[[Act], None] = lambda _act: None

    async def press(
        self, who: Member, post: Message, button: Button, *, twice: bool = False
    ) -> Message | None:
        """Press, and what is seen then: the private answer, or the message itself; None when nothing came.

        With *twice* Discord delivers the same press a second time.

        :raises Unanswered: when the answer was promised and did not come.
        """
        try:
            asked = self.local.play.press(who, post, button.custom_id, strict=False)
        except (Refusal, InvalidInput):
            return None  # the message has changed under the finger, or is gone
        self.history.pressed.add(asked.id)
        act = None
        if button.verb in ("play", "lay"):
            act = Act(asked.id, who.id, button)
            self.history.acts.append(act)
            self.history.pending[button.table_id] = (who, post, button)
            self.on_pressed(act)
        if twice:
            self.local.world.tell_bot("INTERACTION_CREATE", asked.event())
        seen = await self._answered(asked, post, button)
        if act is not None and seen is not None and _played(seen, button):
            act.acknowledged = True
            self.history.pending.pop(button.table_id, None)
            self.on_acknowledged(act)
        return seen

    def life(self) -> int:
        """Which life of the bot this is: a later one can't answer what an earlier one was asked."""
        return 1

    async def _answered(self, asked: Interaction, post: Message, button: Button) -> Message | None:
        before, life = post.components, self.life()
        await asked.settled()
        if asked.failed or asked.answer is None:
            return None

        def done() -> bool:
            if asked.answer in (ResponseType.THINKING, ResponseType.MESSAGE):
                return asked.original is not None and not thinking(asked.original)
            # by its own reply alone: others may change the same card meanwhile
            if asked.answer == ResponseType.UPDATE:
                return True
            # A turn on everybody's card is shown there like any other.
            shown = post.reader is None and post.components is not before and life == self.life()
            return asked.reply_count > 0 or shown or post.id not in self.local.world.messages

        if button.verb not in ("join", "start", "leave", "cancel"):
            try:
                async with asyncio.timeout(PATIENCE):
                    await self.local.world.until(done)
            except TimeoutError:
                raise Unanswered(f"{button.custom_id} by {asked.person.name}") from None
            if not asked.reply_count and post.id not in self.local.world.messages:
                return None  # what it showed last may be the answer to another press
        told = asked.followups[-1] if asked.followups else asked.original
        if told is not None and any(FAULT in line for line in lines(told)):
            self.history.faults.append(f"{button.custom_id}: {lines(told)[-1]}")
        return told

    # Tables.

    async def open(self, key: str, place: Channel) -> bool:
        """Somebody opens a table of that game; whether its lobby came."""
        who = self._rng.choice(self._people)
        asked = self.local.play.slash(who, place, f"{key} start", SHORT.get(key, {}))
        await asked.settled()
        if asked.failed:
            return False
        await self.local.world.until(lambda: asked.original and not thinking(asked.original))
        return True

    async def begin(self, key: str, **options: Any) -> None:
        """Finn opens the first table, and Pearl joins; its board is there afterwards."""
        world = self.local.world
        await self.local.play.slash("Finn", "games", f"{key} start", options).settled()
        await world.until(lambda: self.lobby(1))
        lobby = self.lobby(1)
        assert lobby is not None
        await self.press(world.person("Pearl"), lobby, must_find(lobby, "join"))
        await world.until(lambda: self.board(1))

    def lobby(self, table_id: int) -> Message | None:
        """The newest card on which one can join a table."""
        return self._newest(table_id, "join")

    def board(self, table_id: int) -> Message | None:
        """The newest card of a table that is played."""
        return self._newest(table_id, *ON_CARD)

    def _newest(self, table_id: int, *verbs: str) -> Message | None:
        for post in reversed(self.local.world.messages.values()):
            if post.reader is None and not post.channel.is_dm:
                found = find(post, *verbs)
                if found is not None and found.table_id == table_id:
                    return post
        return None

    def charts(self, person: Member) -> list[Message]:
        """The private charts on which somebody can place."""
        place = self.local.world.dms.get(person.id)
        return [post for post in place.messages.values() if find(post, "scatter")] if place else []

    async def play(self, table_id: int) -> None:
        """Play at a table for as long as it goes on."""
        await self._press_again(table_id)
        while True:
            board, lobby = self.board(table_id), self.lobby(table_id)
            if board is not None:
                people = [self.local.world.people[one] for one in awaited(board)]
                if not people:
                    return
                await self._turn(self._rng.choice(people), board, table_id)
            elif lobby is not None:
                await self._join(lobby)
            else:
                return
            await asyncio.sleep(self.pause)

    async def to_confirm(self, table_id: int) -> tuple[Member, Message, Button]:
        """**Move** and every step but the last: who, the private card, and its green button."""
        private = self.board(table_id)
        assert private is not None
        who = self.local.world.people[awaited(private)[0]]
        while (confirm := find(private, "play")) is None:
            button = must_find(private, "pick", *BEGINS)
            private = await self.press(who, private, button)
            assert private is not None
        return who, private, confirm

    async def _press_again(self, table_id: int) -> None:
        """Who was not told whether the action was played tries the same button once more."""
        if (left := self.history.pending.pop(table_id, None)) is not None:
            who, post, button = left
            if post.id in self.local.world.messages:
                await self.press(who, post, button)

    async def _join(self, lobby: Message) -> None:
        offered = [one for one in buttons(lobby) if one.verb == "join"]
        before = lobby.components
        for who in self._rng.sample(self._people, len(self._people)):
            await self.press(who, lobby, self._rng.choice(offered))
            await asyncio.sleep(2 * self.pause)
            if lobby.components is not before:
                break
        start = find(lobby, "start")
        if start is not None:
            for who in self._people:
                await self.press(who, lobby, start)

    async def _turn(self, who: Member, board: Message, table_id: int) -> None:
        """A first step on the board, or the private chart, then any steps until the action is played."""
        rng = self._rng
        chart = next((one for one in self.charts(who) if buttons(one)[0].table_id == table_id), None)
        if chart is not None and rng.random() < 0.5:
            private: Message | None = chart
        else:
            first = [one for one in buttons(board) if one.verb in ON_CARD]
            if not first:
                return
            private = await self.press(who, board, rng.choice(first))
        for _ in range(30):
            if private is None or private.id not in self.local.world.messages:
                return
            button = self._choose(private)
            if button is None:
                return
            seen = await self.press(who, private, button, twice=rng.random() < 0.1)
            if button.verb == "play" or (button.verb == "lay" and seen is not None):
                if rng.random() < 0.1:
                    await self.press(who, private, button)
                return
            private = seen

    def _choose(self, private: Message) -> Button | None:
        offered = [one for one in buttons(private) if one.verb in ("pick", "play", "put", "scatter", "lay")]
        sure = next((one for one in offered if one.verb in ("play", "lay")), None)
        if sure is not None:
            return sure
        scatter = next((one for one in offered if one.verb == "scatter"), None)
        if scatter is not None and self._rng.random() < 0.7:
            return scatter
        onward = [one for one in offered if one.label not in BACK or self._rng.random() < 0.05]
        return self._rng.choice(onward) if onward else None


def _played(seen: Message, button: Button) -> bool:
    """Whether a private card says that the action is played."""
    if button.verb == "lay":
        return any(line.startswith("They are laid.") for line in lines(seen))
    # What can't be done at all, as while the game is paused, is said by a text without a card.
    same = any(one.custom_id == button.custom_id for one in buttons(seen))
    failed = any(FAULT in line for line in lines(seen))
    return bool(seen.components) and not refused(seen) and not same and not failed
