"""What must hold in a world, after each step and once nothing goes wrong any more."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter
from random import Random
from typing import Any

import aiohttp
import discord
from discord.gateway import ReconnectWebSocket

from bot.app import CaptainsTable
from bot.components.cards.table_cards import PRESENT_MS
from bot.components.interactions.card import layout
from bot.components.publishing.private_charts import CLOSED, WAIT_S, chart_card
from bot.features.all_hands.crowd_turns import CrowdTurns
from bot.features.leagues.league_cards import LeagueCards
from bot.features.leagues.standings import NEITHER
from bot.games.core import Seat
from bot.languages import speak
from bot.local.errors import Json
from bot.local.world.model import Attachment, EventStatus, Message
from bot.people import crowds
from bot.people.computers import is_computer
from bot.tables.days import day_at
from bot.tables.events import reducer
from bot.tables.events.reducer import BY_ITSELF
from bot.tables.model.table import Table
from data.store.queries import bulletins, due, followups, leagues
from data.store.records import NOWHERE, Event
from tests.discord.limits import parts
from tests.faults.invariants import cards_posted_twice, log_is_whole, newest_card_answers
from tests.faults.players import Act, Players
from tests.faults.seen import begins, buttons, buttons_in, find, lines

from . import memory
from .world import FORGOTTEN_WITHIN_S, PLANTED, VIEWER, Simulated, table_of

SHOWN_WITHIN_S = 60.0 + WAIT_S
"""Seconds after the last fault in which everything is shown, charts that wait included."""
OUTAGE_WITHIN_S = 150.0
"""The same, where Discord took no messages for ten minutes."""
REFUSED_WITHIN_S = 660.0
"""The same, where Discord has refused something for good, such as for a missing permission: that is tried
again every ten minutes, since Discord shuts out a bot with 10,000 refused requests in ten minutes."""
AGAIN_S = 5.0
"""Seconds after which a table is shown, once nothing goes wrong."""
LOOKS = 30
"""Seconds, one by one, in which what is being done must end once."""
SLACK_S = 15.0
"""Seconds by which a turn may be shorter: beats and our own count of time online are this coarse."""
QUIET = ("play", "chance", "start", "seal", "downtime", "open", "sit")
"""Events after which nobody is notified but whoever is awaited."""
DAY_HEADING = "### Today’s challenges · "
LATE_MS = 90_000
"""Milliseconds after which a deadline counts as unheard."""

BUSY = {
    "published": "publisher.tasks.all",
    "followed up": "publisher.messages.followups.tasks.all",
    "played automatically": "context.turns.tasks.all",
    "refreshed": "private_cards.tasks.all",
    "renewed": "publisher.messages.followups._renewed",
    "noted": "publisher.messages.followups._writing._locks",
    "owed time": "context.deadlines._owed",
    "answered": "context.in_flight",
    "locked for showing": "publisher.messages.locks._locks",
    "locked": "context.tables.locks._locks",
}
"""Where the bot keeps what it is doing."""
UNUSED = Counter(("Simulated._live", "Maintenance._sweep", "StartSteps.repeat"))
"""The tasks of a bot that nobody uses; of the steps of its start, the one that watches the host."""


class Invariants:
    """Looks at the database, at Discord and at the bot."""

    def __init__(self, simulated: Simulated) -> None:
        self._here = simulated
        self._reported = self._read = 0
        self._file = sqlite3.connect(f"file:{simulated.database}?mode=ro", uri=True)
        self._looked_at: tuple[Any, ...] = ()
        """What the log was at the last look."""
        self._channels: dict[int, tuple[int, int]] = {}
        """The channel of each table's lobby, and its own."""

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        return self._file.execute(query).fetchall()

    # After each step.

    def after_a_step(self) -> Iterator[str]:
        """What is wrong at any time."""
        yield from self.log_is_whole()
        yield from self.results_are_final()
        yield from self.leagues_are_whole()
        yield from self.days_are_posted_once()
        yield from self.votes_are_whole()
        yield from self.nobody_hears_a_count_before()
        yield from self.errors_were_planted()
        yield from self.log_names_nobody()
        yield from self.nothing_secret_is_shown()
        yield from self.nobody_forgotten_is_in_memory()
        yield from self.tables_stay()
        yield from self.guesses_stay_private()

    def log_is_whole(self) -> Iterator[str]:
        """No acknowledged action is missing, none is there twice, no number is left out."""
        acts = self._here.history.acts
        look = (*self._rows("PRAGMA data_version"), len(acts), sum(act.acknowledged for act in acts))
        if look == self._looked_at:
            return
        self._looked_at = look
        yield from self._stale(acts)
        here = self._here

        def excused(act: Act) -> bool:
            """Whoever types may be quicker than their press, and who is forgotten has no keys."""
            return (act.button.table_id, act.person) in here.typed or act.person in here.forgotten

        yield from log_is_whole(self._rows, acts, excused)

    def _stale(self, acts: Sequence[Act]) -> Iterator[str]:
        """Nothing is played by a button from before an earlier turn of the same player."""
        plays = self._rows("SELECT key, table_id, seq, seat FROM event WHERE verb = 'play'")
        found = {key: rest for key, *rest in plays if key is not None}
        for act in acts:
            table, seq, seat = found.get(f"i{act.interaction}", (0, 0, 0))
            made = act.button.version
            if any(at == table and who == seat and made < each < seq for _, at, each, who in plays):
                yield f"an old button was played: {act.button.custom_id} as event {seq}"

    def results_are_final(self) -> Iterator[str]:
        """No game of a league has a result while it is being played."""
        counted = (
            "SELECT t.id FROM league_game g JOIN game_table t ON t.id = g.table_id "
            f"WHERE g.result != {NEITHER} AND t.status = 'playing'"
        )
        for (number,) in self._rows(counted):
            yield f"table {number} counts in its league, and is still played"

    def days_are_posted_once(self) -> Iterator[str]:
        """No day is posted twice, and none is due that is over."""
        if not self._here.daily:
            return
        world = self._here.world
        posts = [one for one in world.messages.values() if one.author is world.bot and _is_day(one)]
        heads = Counter(lines(one)[1] for one in posts)
        yield from (f"a day is posted {often} times: {head}" for head, often in heads.items() if often > 1)

    def leagues_are_whole(self) -> Iterator[str]:
        """No two people of a league meet twice in a round, and every table of a game is there."""
        twice = (
            "SELECT league, season, round, min(first, second), max(first, second) FROM league_game "
            "GROUP BY 1, 2, 3, 4, 5 HAVING count(*) > 1"
        )
        lost = "SELECT table_id FROM league_game WHERE table_id NOT IN (SELECT id FROM game_table)"
        yield from (f"a game of a league is there twice: {row}" for row in self._rows(twice))
        yield from (f"a game of a league has lost its table: {row}" for row in self._rows(lost))

    def votes_are_whole(self) -> Iterator[str]:
        """A vote closes once, with what a crowd then does; none that was taken is missing or counts twice."""
        crowd = f"BETWEEN {crowds.IDS.start} AND {crowds.IDS.stop - 1}"
        undecided = (
            "SELECT table_id, seq FROM poll p WHERE NOT EXISTS "
            "(SELECT 1 FROM event e WHERE e.table_id = p.table_id AND e.seq = p.seq)"
        )
        yield from (f"a vote has closed in which nobody did anything: {row}" for row in self._rows(undecided))
        # All moves of a turn are decided at once: the first of them by a vote.
        by_itself = (
            "SELECT table_id, seq FROM event e WHERE verb = 'play' AND person "
            f"{crowd} AND NOT EXISTS (SELECT 1 FROM poll p WHERE p.table_id = e.table_id AND p.seq <= e.seq "
            "AND NOT EXISTS (SELECT 1 FROM event o WHERE o.table_id = e.table_id AND o.seq > p.seq "
            "AND o.seq < e.seq AND (o.person IS NULL OR o.person <> e.person)))"
        )
        yield from (f"a crowd has played without a vote: {row}" for row in self._rows(by_itself))
        people = sum(not one.bot for one in self._here.world.people.values())
        for number, seq, counts in self._rows("SELECT table_id, seq, counts FROM poll"):
            if sum(votes for _, votes in json.loads(counts)) > people:
                yield f"table {number}: more votes than people at event {seq}"
        stored = {tuple(row) for row in self._rows("SELECT table_id, person FROM ballot")}
        for number, person in self._here.voted - stored:
            if person not in self._here.left and person not in self._here.forgotten:
                yield f"table {number}: a vote of {person} that was taken is gone"

    def nobody_hears_a_count_before(self) -> Iterator[str]:
        """What everybody sees says how a vote went only once it has closed, unless its votes are open."""
        closed = {number for (number,) in self._rows("SELECT table_id FROM poll WHERE counts <> '[]'")}
        opened = {number for (number,) in self._rows("SELECT table_id FROM crowd WHERE open = 1")}
        for post in self._here.world.messages.values():
            if post.reader is not None or (button := find(post, "vote", "more")) is None:
                continue
            said = " ".join(_shown(post.components))
            if "was chosen by" in said and button.table_id not in closed:
                yield f"table {button.table_id}: a count was told before its vote closed"
            if "Votes so far" in said and button.table_id not in opened:
                yield f"table {button.table_id}: secret votes were shown"

    def errors_were_planted(self) -> Iterator[str]:
        """Nothing was logged as an error but what comes from a planted fault."""
        errors = self._here.logged.errors
        for words, error in errors[self._reported :]:
            # The connections of a life that ended by force.
            left = words.startswith("Unclosed connection") and self._here.lives > 1
            if not left and not _planted(words, error):
                yield f"logged: {words!r} {error!r}"
        self._reported = len(errors)

    def log_names_nobody(self) -> Iterator[str]:
        """No line of the bot's log has the name of a person."""
        lines, people = self._here.logged.lines, self._here.world.people.values()
        names = [one.name for one in people if not one.bot]
        for line in lines[self._read :]:
            yield from (f"the log names {name}: {line}" for name in names if name in line)
        self._read = len(lines)

    def nothing_secret_is_shown(self) -> Iterator[str]:
        """No picture of somebody's own view where another can see it. (``world.ruled`` marks them.)

        A puzzle shows what its solver sees, and is nobody's game.
        """
        for post in self._here.world.messages.values():
            reader = post.reader or post.channel.recipient
            if reader is None and any(map(self._viewer, post.attachments)) and not _is_day(post):
                yield f"a private picture is public: message {post.id}"

    def _viewer(self, file: Attachment) -> str:
        """Whose view a picture shows; empty for one that everybody may see."""
        return self._here.world.files[file.path].data.partition(VIEWER)[2].decode()

    def nobody_forgotten_is_named(self) -> Iterator[str]:
        """No trace is left of anybody who was told that they are forgotten."""
        for person, told in self._here.forgotten.items():
            if told is None:
                continue
            name = self._here.world.people[person].name
            tables = [table for (table,) in self._rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for table in tables:
                columns = [row[1] for row in self._rows(f"PRAGMA table_info({table})")]
                for column in columns:
                    named = f"(instr({column}, '{name}') OR instr({column}, '{person}'))"
                    where = f"{column} = {person} OR (typeof({column}) = 'text' AND {named})"
                    found = self._rows(f"SELECT {column} FROM {table} WHERE {where}")
                    if found:
                        yield f"{name} is still named in {table}.{column}: {str(found[0][0])[:80]}"

    def nobody_forgotten_is_in_memory(self) -> Iterator[str]:
        """The bot has nobody in a cache, a table or a queue who was told that they are forgotten."""
        here = self._here
        for person, told in here.forgotten.items():
            if here.bot is not None and told is not None and here.now() > told + FORGOTTEN_WITHIN_S:
                name = here.world.people[person].name
                for place in sorted(memory.places(here.bot, person, name))[:3]:
                    yield f"{name} is still in memory: {place}"

    async def nothing_of_theirs_waits(self, bot: CaptainsTable) -> list[str]:
        """Nothing that a forgotten person asked for, or that was asked of them, waits for an answer."""
        wrong = []
        for (number,) in self._rows("SELECT id FROM game_table WHERE status IN ('lobby', 'playing')"):
            table = await bot.context.tables.get(number)
            people = {ask.by.id for ask in table.agreements.requests} | {
                person.id for person in table.seating.people
            }
            if table.status == "lobby":
                people |= {table.header.host, table.header.opponent or 0}
            # Who is erased has a number below 0 from then on.
            wrong += [f"table {number} waits for somebody forgotten"] if min(people) < 0 else []
        return wrong

    def tables_stay(self) -> Iterator[str]:
        """A table leaves its channel only if that is gone, or if the bot was refused there."""
        world, refused = self._here.world, self._here.refused
        playing = "status = 'playing' AND guild IS NOT NULL"
        for number, home, channel, lobby in self._rows(
            f"SELECT id, home, channel, lobby FROM game_table WHERE {playing}"
        ):
            # Without the message, the bot can't find out about a thread that was made before a crash.
            found = lobby in world.channels and lobby in world.messages
            if channel == home and found and lobby not in refused:
                yield f"table {number} is played outside its thread"
            before = self._channels.get(number)
            if channel is not None:
                self._channels[number] = (home, channel)
            if before is None or before[1] in (channel, NOWHERE):
                continue
            left = before if channel == NOWHERE else before[1:]
            for place in left:
                if place in world.channels and place not in refused:
                    yield f"table {number} has left channel {place}, where it could stay, for {channel}"

    def guesses_stay_private(self) -> Iterator[str]:
        """Nobody sees somebody else's guess, nor votes on what they guess."""
        for post in self._here.world.messages.values():
            if post.reader is None and "Your guess" in " ".join(_shown(post.components)):
                yield f"a guess is public: message {post.id}"
        both = (
            "SELECT g.table_id, g.person FROM guess g JOIN ballot b ON b.table_id = g.table_id "
            "AND b.person = g.person WHERE g.hit IS NULL AND b.turn >= 0 AND g.seq >= b.turn AND NOT EXISTS "
            "(SELECT 1 FROM event e WHERE e.table_id = g.table_id AND e.verb IN ('play', 'undo') "
            "AND e.seq > b.turn)"
        )
        yield from (f"a turn was voted on by who guesses it: {row}" for row in self._rows(both))

    # When nothing goes wrong any more.

    async def guesses_are_right(self, bot: CaptainsTable) -> list[str]:
        """Each guess is by somebody who watched, and counts as what it was, once its turn has been shown."""
        wrong = []
        for number, person, seq, text, hit in self._rows(
            "SELECT table_id, person, seq, text, hit FROM guess"
        ):
            table = await bot.context.tables.get(number)
            then = await bot.context.tables.at(table, seq)
            if then is not None and person in then.seating:
                wrong.append(f"{person} has guessed a turn of their own table {number}")
            since = f"FROM event WHERE table_id = {number} AND seq > {seq}"
            played = [each for (each,) in self._rows(f"SELECT text {since} AND verb = 'play' ORDER BY seq")]
            actions = text.split("\n")
            right = played[: len(actions)] == actions
            if hit is not None and bool(hit) != right:
                wrong.append(f"a guess of table {number} at {seq} counts as {hit}: {text!r}, {played[:3]}")
            undone = any(True for _ in self._rows(f"SELECT 1 {since} AND verb = 'undo'"))
            due = right or played[: len(actions)] != actions[: len(played)]
            if hit is None and played and due and not undone and table.address.shown == table.version:
                wrong.append(f"a guess of table {number} at {seq} isn't counted: {text!r}, {played[:3]}")
        return wrong

    async def at_the_end(self, bot: CaptainsTable) -> list[str]:
        """What is still wrong long after the last fault."""
        wrong = await self._tables(bot)
        if wrong:
            # A table may have been shown just now, such as one whose time has run out.
            await asyncio.sleep(AGAIN_S)
            wrong = await self._tables(bot)
        wrong += cards_posted_twice(self._here.world.messages.values())
        wrong += await self._deadlines(bot)
        wrong += await self.flags_were_fair(bot)
        wrong += await self._left_for_good(bot)
        wrong += await self.followups_were_done(bot)
        wrong += await self.secrets_stay_private(bot)
        wrong += await self.guesses_are_right(bot)
        wrong += await self.banks_were_fair(bot)
        wrong += await self._votes_overdue(bot)
        wrong += self.events_are_as_far_as_their_games()
        wrong += self.nobody_forgotten_is_named()
        wrong += await self.nothing_of_theirs_waits(bot)
        return wrong

    def events_are_as_far_as_their_games(self) -> list[str]:
        """The event of a game that everybody plays goes on as long as that, and there is no other."""
        events, wrong = self._here.world.events, list[str]()
        query = "SELECT c.table_id, c.event, g.status FROM crowd c JOIN game_table g ON g.id = c.table_id"
        for number, event, status in self._rows(f"{query} WHERE c.event > 0"):
            if status in ("over", "closed") or events[event].status is not EventStatus.ACTIVE:
                wrong.append(f"the event of table {number} isn't as far as that, which is {status}")
        known = {event for (event,) in self._rows("SELECT event FROM crowd WHERE event > 0")}
        games = [each for each in events.values() if each.name.startswith("All hands")]
        return wrong + [f"event {each.id} is of no game" for each in games if each.id not in known]

    async def _votes_overdue(self, bot: CaptainsTable) -> list[str]:
        """No vote is open whose time is over."""
        turns, wrong = bot.context.features.part(CrowdTurns), []
        for number in await bot.store.played_by(crowds.IDS):
            table = await bot.context.tables.get(number)
            due = await turns.due(table)
            if due is not None and (late := bot.context.tables.now() - due) > 1000 * SHOWN_WITHIN_S:
                wrong.append(f"the vote at table {number} should have closed {late} ms ago")
        return wrong

    async def _tables(self, bot: CaptainsTable) -> list[str]:
        """What is wrong with tables and their cards at this moment."""
        wrong = []
        for (number,) in self._rows("SELECT id FROM game_table ORDER BY id"):
            stored = await bot.store.load(number)
            assert stored is not None
            table = await bot.context.tables.get(number)
            wrong += [f"table {number} is frozen"] if table.status == "frozen" else []
            told = reducer.fold(
                reducer.blank(stored.header, table.game), stored.events, stored.header, stored.seats
            )
            same = told == await bot.context.tables.history(table)
            wrong += [] if same else [f"table {number} isn't what its log, read anew, says"]
            clock = table.timing.clock if table.status == "playing" else None
            wrong += (
                [f"the clock of table {number} runs for somebody who is away"]
                if clock is not None and clock.away != table.seating.away_sides
                else []
            )
            wrong += self._cards(table)
            wrong += await self._charts(bot, table)
            wrong += self._pings(table, stored.events)
            wrong += [f"table {number} waits for a computer"] if table.computers_next else []
        return wrong

    async def behind(self, bot: CaptainsTable) -> list[str]:
        """What isn't shown or told yet."""
        nowhere = (
            f"SELECT id FROM game_table WHERE channel = {NOWHERE} AND status NOT IN ('lobby', 'playing')"
        )
        # A daily attempt that was just begun stands on its player's own card alone.
        begun = f"SELECT id FROM game_table WHERE home = {NOWHERE} AND shown = 0"
        excused = {number for query in (nowhere, begun) for (number,) in self._rows(query)}
        excused |= self._only_replies()
        excused |= await self._out_of_reach(bot)
        wrong = [f"table {each} is not shown" for each in await bot.store.unshown() if each not in excused]
        if not self._here.denied:
            wrong += [f"league {number} is not shown" for number in await leagues.unshown(bot.store)]
            wrong += [
                "today isn’t posted"
                for number in await bulletins.since(bot.store, day_at(bot.context.tables.now()))
                if (row := await bulletins.load(bot.store, number))
                and row.message is None
                and not row.refused
            ]
        # A card in direct messages keeps its buttons as long as it is the newest.
        left = [each for each in await followups.load(bot.store) if not (each[1][0] == "card" and each[1][2])]
        return wrong + [f"table {number} has {entry} to be done" for number, entry in left]

    def _only_replies(self) -> set[int]:
        """The tables in direct messages that were refused, unless the newest turn could be answered there."""
        homes = "SELECT id, home FROM game_table WHERE guild IS NULL"
        closed = {number: home for number, home in self._rows(homes) if home in self._here.refused}
        left = {place.id for person, place in self._here.world.dms.items() if person in self._here.forgotten}
        typed = {number for number, _ in self._here.typed}
        newest = "SELECT table_id, verb, person, max(seq) FROM event GROUP BY table_id"
        by_itself = {
            number
            for number, verb, person, _ in self._rows(newest)
            if verb in BY_ITSELF
            or (verb == "close" and person is None)
            or (verb == "claim" and is_computer(person))
        }
        silent = {number for number, home in closed.items() if home in left} | typed | by_itself
        return {each for each in closed if each in silent or self._here.lives > 1 or self._here.outage}

    async def _out_of_reach(self, bot: CaptainsTable) -> set[int]:
        """The games without a channel of which nobody takes or wants direct messages who is awaited, or may
        claim."""
        playing = f"SELECT id FROM game_table WHERE channel = {NOWHERE} AND status = 'playing'"
        found, dms = set(), self._here.world.dms
        for (number,) in self._rows(playing):
            table = await bot.context.tables.get(number)
            may_claim = [
                each
                for each in table.seating.humans
                if table.seating.side_number(each.id) not in table.timing.flagged
            ]
            wanted = [each.id for each in (may_claim if table.timing.flagged else table.awaited)]
            reachable = await bot.publisher.notifications.reachable(wanted, table)
            people = [dms.get(each) for each in reachable]
            if wanted and all(place and place.id in self._here.refused for place in people):
                found.add(number)
        return found

    def _cards(self, table: Table) -> Iterator[str]:
        """The newest card is the live one: its buttons are of now, and no older card has any."""
        world, address = self._here.world, table.address
        posts = [one for one in world.messages.values() if one.reader is None and one.author is world.bot]
        if address.channel == NOWHERE or table.private or table.id in self._only_replies():
            return
        # In a direct conversation a private chart has such buttons, too.
        live = [one for one in posts if not one.channel.is_dm or table_of(one) == table.id]
        live = [one for one in live if (begin := begins(one)) and begin.table_id == table.id]
        # Where the bot may no longer write, it can't learn of a card whose answer was lost; one is noted.
        lost = {one.id for one in live if one.channel.id in self._here.refused} & self._here.unnoted
        lost -= {address.card}
        live = [one for one in live if one.id not in lost]
        if table.status == "playing" and table.seating.deciding:
            shown = world.messages.get(address.card or 0)
            if shown is None:
                yield from () if self._was_deleted(table) else (f"table {table.id} has no card",)
            elif table.acting and not table.computers_next and live != [shown]:
                yield f"table {table.id}: {len(live)} cards have buttons, the newest too: {shown in live}"
            elif shown in live and (version := _version(shown)) != table.version:
                yield f"the card of table {table.id} shows version {version}, not {table.version}"
        elif live:
            yield f"table {table.id} is {table.status}, but {len(live)} cards can still be played"
        lobbies = [one for one in posts if (join := find(one, "join")) and join.table_id == table.id]
        # A reply that was sent just before a death is known to nobody; it can still be pressed.
        if self._here.lives == 1 and (others := [one for one in lobbies if one.id != address.lobby]):
            yield f"table {table.id} has {len(others)} lobbies beside its own"
        lobby = world.messages.get(address.lobby or 0) if table.status == "lobby" else None
        if lobby is not None and (version := _version(lobby)) != table.version:
            yield f"the lobby of table {table.id} shows version {version}, not {table.version}"

    async def _charts(self, bot: CaptainsTable, table: Table) -> list[str]:
        """Whoever has a private chart sees there what it is now."""
        wrong = []
        world, here = self._here.world, self._here
        charted = table.game.secrets and table.state is not None and not table.private
        for person in [each for each in table.seating.humans if charted and each.id in world.people]:
            row, place = table.row_of(person.id), world.dms.get(person.id)
            closed = row is None or row.chart_state == CLOSED or (place and place.id in here.refused)
            if row is None or closed or row.chart in here.deleted:
                continue
            if (post := world.messages.get(row.chart or 0)) is None:
                wrong.append(f"{person.name} has no chart of table {table.id}")
                continue
            speak(await bot.context.languages.of_person(person.id))
            now = layout(await chart_card(bot.context, table, person.id)).to_components()
            # Somebody may have chosen something on it since.
            version = max((each.version for each in buttons_in(now)), default=0)
            if _version(post) != version or (not version and _shown(now) != _shown(post.components)):
                wrong.append(f"{person.name}'s chart at table {table.id} isn't of version {table.version}")
        return wrong

    async def followups_were_done(self, bot: CaptainsTable) -> list[str]:
        """What was asked for after a card was done since, and the bot knows what is left."""
        here, wrong = self._here, []
        for (table, each), asked in here.asked.items():
            # Nobody's chart waits after a death: it comes with all others.
            same = (each, followups.Followup("charts")) if each.kind == "charts" else (each,)
            seen = max(here.attempted.get((table, one), 0) for one in same)
            if seen < asked and each.person not in here.forgotten:
                wrong.append(f"table {table}: nobody has seen to {each.kind} since it was asked for again")
        stored = set(await followups.load(bot.store))
        known = bot.publisher.messages.followups._pending  # noqa: SLF001
        unsaved = bot.publisher.messages.followups._unsaved  # noqa: SLF001
        wrong += [
            f"table {each} is shown without {unsaved[each]}"
            for each in unsaved.keys() - {*await bot.store.unshown()}
        ]
        if stored != {(table, each) for table, left in known.items() for each in left}:
            wrong.append(f"the bot takes {known} for left, and {stored} is")
        return wrong

    def _was_deleted(self, table: Table) -> bool:
        """Whether the card was deleted and the bot wasn't told; it comes back with the next turn."""
        return table.address.card in self._here.unheard

    def _pings(self, table: Table, events: Sequence[Event]) -> Iterator[str]:
        """Whoever is awaited since somebody else's turn was notified of that, once."""
        here = self._here
        begins = [number for number, each in enumerate(events, 1) if each.verb in ("play", "start")]
        odd = any(each.verb not in QUIET for each in events[begins[-1] :]) if begins else True
        if table.id in self._only_replies():
            return
        if odd or here.deleted or table.address.channel == NOWHERE or table.private:
            return
        for person in table.awaited:
            if person.id == events[begins[-1] - 1].person or person.id not in here.world.people:
                continue
            if person.id in here.changed_settings:
                continue
            # Whom a computer answers within seconds is still looking.
            begun, own = events[begins[-1] - 1].at, [each.at for each in events if each.person == person.id]
            if table.seating.computers and any(0 <= begun - at <= PRESENT_MS for at in own):
                continue
            told = [
                each.id
                for each in here.sent
                if person.id in each.pinged and each.table == table.id and each.version >= begins[-1]
            ]
            # A card that comes back after a death may have notified people, who are notified again.
            if not told or (len(told) > 1 and here.lives == 1):
                who = self._here.world.people[person.id].name
                yield f"table {table.id}: {who} was notified {len(told)} times of version {begins[-1]}"

    async def flags_were_fair(self, bot: CaptainsTable) -> list[str]:
        """Nobody's time ran out early, or while the bot was away: what was left was spent online."""
        wrong, stored = [], self._here.stored
        for number, seq in self._rows("SELECT table_id, seq FROM event WHERE verb = 'flag'"):
            table = await bot.context.tables.at(await bot.context.tables.get(number), seq - 1)
            if table is None or table.timing.clock is None:
                continue
            log = await bot.store.load(number)
            assert log is not None
            since = [each for each, event in enumerate(log.events, 1) if event.at == table.timing.clock.since]
            began = stored.get((number, max(since, default=0)))
            side = table.seating.sides_of([Seat(log.events[seq - 1].seat)])
            if began is None or (number, seq) not in stored:
                continue
            left, spent = table.timing.clock.left[min(side)] / 1000, stored[number, seq][1] - began[1]
            if spent < left * 0.8 - SLACK_S:
                wrong.append(f"table {number}: {left:.0f} s were over after {spent:.0f} s")
        return wrong

    async def banks_were_fair(self, bot: CaptainsTable) -> list[str]:
        """Nobody's turn took more of their bank of time than they had while the bot was online."""
        wrong, stored = [], self._here.stored
        for (number,) in self._rows("SELECT id FROM game_table WHERE pace LIKE '%+%' ORDER BY id"):
            table = await bot.context.tables.get(number)
            log = await bot.store.load(number)
            assert log is not None
            for seq, event in enumerate(log.events, 1):
                before = await bot.context.tables.at(table, seq - 1) if event.verb == "play" else None
                if before is None or before.timing.clock is None or (number, seq) not in stored:
                    continue
                at = [each for each in range(1, seq) if log.events[each - 1].at == before.timing.clock.since]
                began, ended = stored.get((number, max(at, default=0))), stored[number, seq]
                side = before.seating.side_number(event.person or 0)
                if began is None or side not in before.timing.clock.ticking:
                    continue
                spent = min(event.at - before.timing.clock.since, before.timing.clock.left[side]) / 1000
                had = ended[2] - began[2]
                if spent > had * 1.25 + SLACK_S:
                    wrong.append(f"table {number}: event {seq} took {spent:.0f} s of a bank, not {had:.0f} s")
        return wrong

    async def _deadlines(self, bot: CaptainsTable) -> list[str]:
        """Nothing is due for long."""
        await asyncio.sleep(LATE_MS / 1000)
        found = (await due.earliest(bot.store), await leagues.earliest(bot.store))
        earliest, now = min((each for each in found if each), default=None), bot.context.tables.now()
        return [f"a deadline passed {now - earliest} ms ago"] if earliest and earliest < now - LATE_MS else []

    async def _left_for_good(self, bot: CaptainsTable) -> list[str]:
        """What is left of what is done; a table that is being shown just now is not."""
        for _ in range(LOOKS):
            if not (left := list(self._nothing_is_left(bot))):
                break
            await asyncio.sleep(1)
        return left

    def _nothing_is_left(self, bot: CaptainsTable) -> Iterator[str]:
        """No task, lock or note outlives what it was for. (Caches have a size of their own.)"""
        shown = bot.context.features.part(LeagueCards).tasks.all
        found_at = {what: attrgetter(path)(bot) for what, path in BUSY.items()} | {"shown in leagues": shown}
        for what, found in found_at.items():
            if found:
                yield f"{len(found)} tables are still {what}"
        if found := bot.context.features.part(LeagueCards).tasks.all:
            yield f"{len(found)} leagues are still shown"
        if more := self._here.running - UNUSED:
            yield f"tasks still run: {sorted(more.elements())}"

    async def secrets_stay_private(self, bot: CaptainsTable) -> list[str]:
        """Nobody has a picture of the view of a seat that they never had, at any table in play."""
        wrong, allowed = [], dict[int, set[tuple[int, str]]]()
        for post in list(self._here.world.messages.values()):
            reader = post.reader or post.channel.recipient
            seen = {viewer for one in post.attachments if (viewer := self._viewer(one))}
            numbers = {button.table_id for button in buttons(post) if button.table_id}
            if reader is None or not seen or len(numbers) != 1 or reader.id in self._here.forgotten:
                continue
            (number,) = numbers
            if number not in allowed:
                allowed[number] = await _seats(bot, number)
            if allowed[number] and not seen <= {seat for who, seat in allowed[number] if who == reader.id}:
                wrong.append(f"{reader.name} has a picture of the view of {seen} at table {number}")
        return wrong

    async def newest_cards_answer(self, bot: CaptainsTable, rng: Random) -> list[str]:
        """A press on the newest card of every table in play is answered."""
        players, wrong = Players(self._here.local, self._here.history, rng), list[str]()
        for (number,) in self._rows("SELECT id FROM game_table WHERE status = 'playing' ORDER BY id"):
            wrong += await newest_card_answers(await bot.context.tables.get(number), players, rng)
        return wrong


async def _seats(bot: CaptainsTable, number: int) -> set[tuple[int, str]]:
    """Everybody who ever had a seat at a table in play, with that seat; nobody if it has no secrets."""
    table = await bot.context.tables.get(number)
    found: set[tuple[int, str]] = set()
    if table.status == "playing" and table.game.secrets:
        for version in range(1, table.version + 1):
            then = await bot.context.tables.at(table, version)
            if then is not None:
                seats = (*then.game.seats, *(sitter.slot for sitter in then.seating.seated))
                found |= {(who.id, str(seat)) for seat in seats if (who := then.holder(seat)) is not None}
    return found


def _shown(components: list[Json]) -> list[str]:
    """The texts of a message."""
    return [str(one["content"]) for one in parts(components) if "content" in one]


def _version(post: Message) -> int:
    """The version of a table that a message was made for."""
    return max((button.version for button in buttons(post)), default=0)


def _planted(words: str, error: BaseException | None) -> bool:
    """Whether an error comes from a fault that the simulation planted."""
    # The scheduler tells only of the first of several failures what it was.
    if PLANTED in words or "(OperationalError)" in words:
        return True
    seen: set[int] = set()
    waiting = [error]
    while waiting:
        each = waiting.pop()
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        if PLANTED in str(each) or isinstance(each, discord.DiscordServerError | discord.ConnectionClosed):
            return True
        if isinstance(each, aiohttp.ClientError | OSError | ReconnectWebSocket):
            return True
        if isinstance(each, discord.HTTPException) and each.status == 429:
            return True
        waiting += [each.__cause__, each.__context__]
    return False


def _is_day(post: Message) -> bool:
    """Whether it's a daily post."""
    return post.reader is None and any(DAY_HEADING in line for line in lines(post))
