"""What people do in a world: they see messages and press, choose, fill in and type."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any, Final

import sqlalchemy as sa

from bot.games import GAMES
from bot.local.errors import InvalidInput, Json, Refusal
from bot.local.validate.components import BOXES, SELECT
from bot.local.world.model import Channel, Member, Message
from bot.tables.errors import TableError
from tests.discord.limits import parts
from tests.faults.players import SHORT, Act, Players, Unanswered
from tests.faults.seen import ON_CARD, Button, awaited, buttons, buttons_in, find, lines
from tests.tables.harness import some_action

from .world import Simulated

PACES: Final = ("none", "1m", "1m", "2m", "10m", "1h", "1h+5m")
RECENT: Final = 14
"""The messages that somebody might still press on."""
GUESSING: Final = ("guessstep", "guessdone")
GUESSED: Final = "Your guess: "
"""What the card says of a guess that is kept."""
PLAYS: Final = ("play", "lay")
"""Buttons that play an action."""
DUELS: Final = [key for key, game in GAMES.items() if game.people == (2, 2) and not game.secrets]
"""What leagues are played in."""
OPEN_GAMES: Final = [key for key, game in GAMES.items() if not game.secrets]
"""What everybody can play together."""
VOTING: Final = ("votestep", "votedone")
"""Buttons that choose what to vote for."""
NEVER: Final = ("forget", "forgetting")
"""Buttons that nobody presses here: those that erase."""
COMMANDS: Final = (
    ("table undo", 4),
    ("table draw", 3),
    ("table pause", 4),
    ("table resign", 1),
    ("table leave", 1),
    ("table rematch", 2),
    ("table cancel", 1),
    ("table info", 1),
    ("board", 1),
    ("games", 1),
)


def shown_selects(post: Message) -> Iterator[Json]:
    """The menus of a message."""
    for one in parts(post.components):
        if one["type"] == SELECT and not one.get("disabled"):
            yield one


class Crowd(Players):
    """Everybody in a world, for one event of its story."""

    def __init__(self, simulated: Simulated, rng: Random) -> None:
        super().__init__(simulated.local, simulated.history, rng)
        self._simulated = simulated
        self._people = [one for one in self._people if one.id not in simulated.forgotten]
        self._hesitates = False
        """Whether nobody presses the last button of a turn."""

    def life(self) -> int:
        return self._simulated.lives

    async def act(self, what: str) -> None:
        """Do what an event of the story says."""
        deeds: dict[str, Callable[[], Awaitable[None]]] = {
            "open": self._open_table,
            "join": self._join_table,
            "turn": self._take_turn,
            "hesitation": self._hesitate,
            "press": self._press_anything,
            "old button": self._press_old_button,
            "command": self._command,
            "typed": self._type_move,
            "settings": self._change_settings,
            "plan": self._plan,
            "league": self._play_league,
            "watch": self._watch,
            "daily post": self._ask_for_daily_post,
            "vote": self._vote,
            "goodbye": self._say_goodbye,
        }
        try:
            await deeds[what]()
        except (InvalidInput, Refusal, Unanswered, sa.exc.DBAPIError) as refused:
            self._simulated.note(f"{what}: {type(refused).__name__}: {refused}")

    def _places(self) -> list[Channel]:
        return [one for one in self.local.world.channels.values() if one.name in ("games", "harbour")]

    async def _open_table(self) -> None:
        rng = self._rng
        key = rng.choice(list(GAMES))
        given: dict[str, Any] = dict(SHORT.get(key, {}))
        if rng.random() < 0.6:
            given["pace"] = rng.choice(PACES)
        who = rng.choice(self._people)
        if rng.random() < 0.25:
            given["computer"] = rng.choice(("cabin-boy", "captain"))
        elif rng.random() < 0.2:
            given["opponent"] = rng.choice([one for one in self._people if one is not who]).name
        place = rng.choice(self._places()) if rng.random() < 0.9 else self.local.world.dm(who)
        self.local.play.slash(who, place, f"{key} start", given)

    def _tables(self, *verbs: str) -> list[int]:
        """The tables whose newest card has one of these buttons."""
        found: dict[int, None] = {}
        for post in reversed(self.local.world.messages.values()):
            if post.reader is None and not post.channel.is_dm and (button := find(post, *verbs)) is not None:
                found.setdefault(button.table_id)
        return list(found)

    async def _join_table(self) -> None:
        """Two people sit down one after another, and the host tries to begin."""
        tables = self._tables("join")
        if not tables:
            return await self._open_table()
        number = self._rng.choice(tables)
        for who in self._rng.sample(self._people, 2):
            lobby = self.lobby(number)
            if lobby is None:
                return None
            offered = [one for one in buttons(lobby) if one.verb == "join"]
            with contextlib.suppress(Unanswered):
                await self.press(who, lobby, self._rng.choice(offered))
            await asyncio.sleep(0.5)
        lobby = self.lobby(number)
        start = find(lobby, "start") if lobby is not None else None
        if lobby is not None and start is not None:
            for who in self._people:
                with contextlib.suppress(Unanswered):
                    await self.press(who, lobby, start)
        return None

    async def _take_turn(self) -> None:
        tables = self._tables(*ON_CARD)
        if not tables:
            return await self._join_table()
        number = self._rng.choice(tables)
        board = self.board(number)
        people = [self.local.world.people[one] for one in awaited(board)] if board is not None else []
        people = [one for one in people if one in self._people and one.member]
        if board is not None and people:
            await self._turn(self._rng.choice(people), board, number)
        return None

    async def _hesitate(self) -> None:
        """Somebody begins a turn, and leaves it at the last question."""
        self._hesitates = True
        await self._take_turn()

    def _choose(self, private: Message) -> Button | None:
        chosen = super()._choose(private)
        return None if self._hesitates and chosen is not None and chosen.verb in PLAYS else chosen

    def _seen(self) -> list[tuple[Member, Message]]:
        """Who sees which of the newest messages with something to press."""
        world, found = self.local.world, []
        with_controls = [
            post for post in world.messages.values() if buttons(post) or any(shown_selects(post))
        ]
        for post in with_controls[-RECENT:]:
            found += [(who, post) for who in self._people if world.reads(who, post)]
        return found

    async def _press_anything(self) -> None:
        seen = self._seen()
        if not seen:
            return
        who, post = self._rng.choice(seen)
        offered = [one for one in buttons(post) if one.verb not in NEVER]
        menus = list(shown_selects(post))
        if menus and (not offered or self._rng.random() < 0.3):
            self._choose_value(who, post, self._rng.choice(menus))
        elif offered:
            await self._press_or_fill_in(who, post, self._rng.choice(offered))

    def _choose_value(self, who: Member, post: Message, menu: Json) -> None:
        value = self._rng.choice(menu["options"])["value"]
        self.local.play.press(who, post, menu["custom_id"], [value], strict=False)

    def _answers(self, form: Json) -> Iterator[tuple[str, list[str]]]:
        """Other options of a form than those that are chosen in it."""
        for field in (part["component"] for part in form["components"]):
            values = [option["value"] for option in field.get("options", ())]
            if values:
                most = len(values) if field["type"] == BOXES else 1
                least = 0 if field["type"] == BOXES else 1
                yield field["custom_id"], self._rng.sample(values, self._rng.randint(least, most))

    async def _press_or_fill_in(self, who: Member, post: Message, button: Button) -> None:
        if button.verb == "topic":
            self._simulated.changed_settings.add(who.id)
        if button.verb in ("write", "topic", "rule", "awayform", "note"):
            asked = self.local.play.press(who, post, button.custom_id, strict=False)
            await asked.settled()
            if asked.modal is not None:
                written: dict[str, Any] = {"text": "I saw it."} if button.verb == "note" else {}
                self.local.play.submit(asked, dict(self._answers(asked.modal)) | written)
        else:
            await self.press(who, post, button, twice=self._rng.random() < 0.1)

    def _past(self, post: Message) -> Collection[list[Json]]:
        """What a message showed before its last edits."""
        return self.local.past.get(post.id, ())

    async def _press_old_button(self) -> None:
        """Somebody whose screen lags presses what a message showed before, or what was left open."""
        world, rng = self.local.world, self._rng
        private = rng.random() < 0.6
        old = [
            post
            for post in world.messages.values()
            if (self._past(post) or private) and (post.reader is not None) == private
        ]
        if not old:
            return
        offered = [(post, one) for post in old for one in (*self._past(post), post.components)]
        sure = [(post, each) for post, one in offered for each in buttons_in(one) if each.verb in PLAYS]
        if private and sure:
            post, button = rng.choice(sure)
        else:
            post = rng.choice(old)
            ids = [each for one in (self._past(post) or [post.components]) for each in buttons_in(one)]
            if not ids:
                return
            button = rng.choice(ids)
        who = rng.choice([one for one in self._people if world.reads(one, post)] or self._people)
        asked = self.local.play.press(who, post, button.custom_id, strict=False)
        if button.verb in PLAYS:
            self.history.acts.append(Act(asked.id, who.id, button))

    def _rooms(self) -> list[Channel]:
        """Where tables are played."""
        rooms = [one for one in self.local.world.channels.values() if one.is_thread and not one.archived]
        return rooms or self._places()

    async def _command(self) -> None:
        names, often = zip(*COMMANDS, strict=True)
        command = self._rng.choices(names, often)[0]
        self.local.play.slash(self._rng.choice(self._people), self._rng.choice(self._rooms()), command)

    async def _type_move(self) -> None:
        """Somebody types a move: mostly a legal one, sometimes the same twice, sometimes nonsense."""
        made = self._simulated.bot
        tables = self._tables(*ON_CARD)
        if made is None or not tables:
            return
        number = self._rng.choice(tables)
        try:
            table = await made.context.tables.get(number)
        except (TableError, asyncio.CancelledError, AssertionError):  # it has ended
            return
        seat = self._rng.choice(table.acting) if table.acting else None
        person = table.holder(seat) if seat is not None else None
        if seat is None or person is None or person.id not in self.local.world.people:
            return
        text = "z9" if self._rng.random() < 0.2 else some_action(table, seat, self._rng)
        self._simulated.typed.add((number, person.id))
        place = self._rng.choice(self._rooms())
        given = {"action": text[:100], "table": str(number)}
        for _ in range(2 if self._rng.random() < 0.3 else 1):
            self.local.play.slash(person.id, place, "move", given)

    async def _change_settings(self) -> None:
        who, place = self._rng.choice(self._people), self._rng.choice(self._places())
        asked = self.local.play.slash(who, place, "settings")
        await asked.settled()
        await asyncio.sleep(2)
        if asked.original is not None:
            settings = [one for one in buttons(asked.original) if one.verb == "topic"]
            for button in self._rng.sample(settings, min(2, len(settings))):
                await self._press_or_fill_in(who, asked.original, button)

    async def _plan(self) -> None:
        """Somebody plans a few answers."""
        tables = self._tables(*ON_CARD)
        if not tables:
            return
        who, number = self._rng.choice(self._people), self._rng.choice(tables)
        asked = self.local.play.slash(who, self._rng.choice(self._rooms()), "plan", {"table": str(number)})
        for _ in range(8):
            await asked.settled()
            await asyncio.sleep(1)
            if (card := asked.original) is None or card.id not in self.local.world.messages:
                return
            steps = [one for one in buttons(card) if one.verb == "planstep"]
            if not steps:
                return
            self.local.play.press(who, card, self._rng.choice(steps).custom_id, strict=False)

    async def _watch(self) -> None:
        """Somebody guesses the next turn, follows the game, or writes a note; who plays it is refused."""
        tables, made = self._tables("guess", "vote"), self._simulated.bot
        if made is None or not tables:
            return
        number = self._rng.choice(tables)
        try:
            seating = (await made.context.tables.get(number)).seating
        except (TableError, asyncio.CancelledError, AssertionError):  # it has ended
            return
        watching = [one for one in self._people if one.id not in seating]
        who = self._rng.choice(watching if watching and self._rng.random() < 0.9 else self._people)
        board, what = self.board(number), self._rng.choice(("guess", "guess", "follow", "note"))
        begins = find(board, "guess") if board is not None and what == "guess" else None
        # What everyone will choose is guessed there, too.
        if board is None or (begins := begins or find(board, "more")) is None:
            return
        seen = await self.press(who, board, begins)
        steps = {"guess": ("guess", *GUESSING), "follow": ("follow", "followas"), "note": ("note",)}[what]
        for _ in range(8):
            if seen is None or any(GUESSED in line for line in lines(seen)):
                break
            offered = [one for one in buttons(seen) if one.verb in steps]
            sure = [one for one in offered if one.verb == "guessdone"]
            if not offered:
                break
            button = self._rng.choice(sure or offered)
            if what == "note":
                await self._press_or_fill_in(who, seen, button)
                break
            seen = await self.press(who, seen, button, twice=self._rng.random() < 0.2)
            if button.verb == "followas":
                break

    async def _play_league(self) -> None:
        """The owner of the server opens a league, unless there is one; people join it."""
        world, rng = self.local.world, self._rng
        place = next(one for one in world.channels.values() if one.name == "harbour")
        if not self._simulated.league:
            self._simulated.league = True
            given = {"name": "Harbour Cup", "game": rng.choice(DUELS), "swiss": rng.random() < 0.7}
            given |= {"pace": rng.choice(("1m", "2m")), "round_time": "10m", "starts": "2m"}
            if given["pace"] == "2m":
                # Its rounds end while somebody is to move.
                given["round_time"] = "2m"
            await self.local.play.slash(world.owner, place, "league create", given).settled()
        for who in rng.sample(self._people, min(4, len(self._people))):
            await asyncio.sleep(rng.uniform(0.1, 2))
            self.local.play.slash(who, place, "league join" if rng.random() < 0.9 else "league leave")

    async def _ask_for_daily_post(self) -> None:
        """The owner of the server wants the day posted in a minute or two, or not any more."""
        world, rng = self.local.world, self._rng
        self._simulated.daily = True
        place = next(one for one in world.channels.values() if one.name == "harbour")
        soon = datetime.fromtimestamp(world.now() + 60 * rng.randint(1, 3), UTC)
        given = {"time": f"{soon:%H:%M}"} if rng.random() < 0.8 else {"remove": True}
        self.local.play.slash(world.owner, place, "server daily", given)

    async def _vote(self) -> None:
        """Somebody begins a game that everybody plays together, or a few people vote at one."""
        rng, tables = self._rng, self._tables("vote")
        if not tables or rng.random() < 0.1:
            given: dict[str, Any] = {"game": rng.choice(OPEN_GAMES), "every": "1h"}
            given |= {"open": rng.random() < 0.3, "second": rng.random() < 0.3}
            given["against"] = rng.choice(("captain", "cabin-boy", "me", "itself"))
            if rng.random() < 0.8:
                given["quorum"] = rng.randint(1, 3)
            who, place = rng.choice(self._people), rng.choice(self._places())
            self.local.play.slash(who, place, "allhands start", given)
            return
        number = rng.choice(tables)
        board = self._newest(number, "vote")
        for who in rng.sample(self._people, rng.randint(1, len(self._people))):
            seen, button = board, find(board, "vote") if board is not None else None
            for _ in range(8):
                if seen is None or button is None:
                    break
                seen = await self.press(who, seen, button, twice=rng.random() < 0.1)
                steps = [] if seen is None else [each for each in buttons(seen) if each.verb in VOTING]
                if seen is not None and rng.random() < 0.1:
                    steps += [each for each in buttons(seen) if each.verb in ("motion", "votecall")]
                button = rng.choice(steps) if steps else None
                if seen is not None and any("You’ve voted for" in line for line in lines(seen)):
                    self._simulated.voted.add((number, who.id))
                    if rng.random() < 0.8:
                        break

    async def _say_goodbye(self) -> None:
        """Somebody wants to be forgotten, and does nothing ever after. Happens once in a world."""
        here, world = self._simulated, self.local.world
        if here.forgotten:
            return
        who = self._rng.choice([one for one in self._people if not one.owner])
        here.forgotten[who.id] = None
        # What they did before must have been answered.
        await asyncio.sleep(40)
        for _ in range(5):
            asked = self.local.play.slash(who, self._rng.choice(self._places()), "privacy forget")
            await asked.settled()
            await asyncio.sleep(2)
            if asked.original is not None and (sure := find(asked.original, "forget")) is not None:
                self.local.play.press(who, asked.original, sure.custom_id, strict=False)
                await asyncio.sleep(8)
                told = world.messages.get(asked.original.id)
                if told is not None and "### Forgotten" in lines(told):
                    here.forgotten[who.id] = here.now()
                    return
