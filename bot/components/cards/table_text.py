"""Sentences about tables: who sits where, who is to act, how it ended."""

from __future__ import annotations

from typing import Final

import discord
import structlog

from bot.games.core import CHANCE, Seat
from bot.games.plurals import listed
from bot.tables import notes
from bot.tables.model.table import Person, Table, Turn
from data.store.queries.people import SOMEBODY
from data.store.records import NOWHERE

log: Final = structlog.get_logger(__name__)
MAX_TURN_PARTS: Final = 6
"""Actions among which the parts of one turn are looked for."""


def safe(text: str) -> str:
    """``text`` without the power to format, to link or to mention anybody."""
    escaped = discord.utils.escape_mentions(discord.utils.escape_markdown(text))
    return escaped.replace("://", ":\\//").replace("<", "\\<")


def mention_id(number: int) -> str:
    """Somebody as Discord shows them; numbers below one are of nameless seats."""
    return f"<@{number}>" if number > 0 else SOMEBODY


def mention(person: Person) -> str:
    """A person as Discord shows them."""
    return mention_id(person.id)


def seat_name(table: Table, seat: Seat) -> str:
    """A seat with its emblem."""
    return f"{table.game.seat_styles[seat].emblem} {seat.capitalize()}"


def title(table: Table) -> str:
    """The game and the table's number."""
    return f"{table.game.title} · Table {table.id}"


def private_heading(table: Table, seat: Seat) -> str:
    """The heading of a card for one player alone."""
    return f"### {table.game.title} · {seat_name(table, seat)}\n-# Table {table.id} · only you see this"


def options(table: Table) -> str:
    """The options that differ from the game's own defaults."""
    parts = [
        f"{name}: {table.options[name]}"
        for name, option in table.game.options.items()
        if table.options[name] != option.default
    ]
    return " · ".join(parts)


def seating(table: Table) -> str:
    """Who plays what, side by side."""
    parts = []
    for seat in table.result_seats:
        person = table.holder(seat)
        parts.append(f"{seat_name(table, seat)} {mention(person) if person else '…'}")
    return " · ".join(parts)


def news(table: Table, viewer: Seat | None) -> str:
    """What happened last, as ``viewer`` may hear it: the last action, and what chance added to it."""
    told: list[str] = []
    for turn in reversed(table.turns):
        told.insert(0, _told(turn, viewer))
        if turn.seat != CHANCE or len(told) >= 3:
            break
    return " ".join(told)


def story(table: Table, viewer: Seat | None) -> str:
    """What happened last, as ``viewer`` may hear it: all parts of the turn of the last action."""
    parts = _last_turn(table)
    return " ".join([*(_told(turn, viewer) for turn in parts[:-1]), news(table, viewer)])


def missed(table: Table, person: int, viewer: Seat | None) -> str:
    """What happened since ``person`` acted, but for the last action: a description begins with that one."""
    played = [turn for turn in table.turns if turn.seat != CHANCE]
    after = [turn for turn in played[:-1] if turn.seq > _acted(table, person)]
    return " ".join(_told(turn, viewer) for turn in after or _last_turn(table)[:-1])


def _acted(table: Table, person: int) -> int:
    """When ``person`` acted last; for those who never did, before the turn that was taken last."""
    own = [turn.seq for turn in table.turns if table.player_of(turn) == person]
    return own[-1] if own else table.version


def _last_turn(table: Table) -> list[Turn]:
    """The actions of one seat that make up the last turn, such as the captain's pumps, the earliest first."""
    played = [turn for turn in table.turns[-MAX_TURN_PARTS:] if turn.seat != CHANCE]
    parts: list[Turn] = []
    try:
        for each in reversed(played):
            if parts and (each.seat != parts[0].seat or each.before.turn_key != parts[0].before.turn_key):
                break
            parts.insert(0, each)
    except Exception:
        # Rules that fail: the last action is told alone.
        log.exception("turns can't be compared", game=table.game.key)
        return played[-1:]
    return parts


def _told(turn: Turn, viewer: Seat | None) -> str:
    try:
        return turn.narration(viewer)
    except Exception:
        # The rules' own words fail: the action counts all the same.
        log.exception("an action can't be told")
        return ""


def findings(table: Table, viewer: Seat | None) -> tuple[str, ...]:
    """What ``viewer`` has found out and marked, for them alone."""
    if table.state is None or viewer is None:
        return ()
    return (*table.game.findings(table.view_for(viewer)), own_marks(table, viewer))


def own_marks(table: Table, viewer: Seat | None) -> str:
    """What ``viewer`` has marked, for them alone; empty where nothing is."""
    by_kind: dict[str, list[str]] = {}
    for square, kind in notes.kept(table, viewer):
        by_kind.setdefault(kind, []).append(square)
    own = " · ".join(
        f"{kind} {', '.join(by_kind[kind])}" for kind in table.game.note_kinds if kind in by_kind
    )
    return f"Your marks: {own}" if own else ""


def closed_charts(table: Table) -> str:
    """Who gets no direct messages, and how they play all the same."""
    closed = dict.fromkeys(row.person for row in table.seats if row.chart_state == "closed")
    if not closed or not table.game.secrets:
        return ""
    verb = "takes" if len(closed) == 1 else "take"
    people = listed(mention_id(number) for number in closed)
    return f"-# {people} {verb} no direct messages here: the private chart is under **My View**."


def awaiting(table: Table) -> str:
    """Whom the table waits for."""
    if not table.acting:
        return ""
    people: dict[int, list[Seat]] = {}
    for seat in table.acting:
        if (person := table.holder(seat)) is not None:
            people.setdefault(person.id, []).append(seat)
    each = [
        f"{mention_id(number)} ({listed([seat.capitalize() for seat in seats])})"
        for number, seats in people.items()
    ]
    return f"**{listed(each)} to act.**"


def offer(table: Table) -> str:
    """Who offers a draw."""
    verb = "offers" if len(table.offering) == 1 else "offer"
    return f"{listed([mention_id(number) for number in table.offering])} {verb} a draw."


def resignation(table: Table) -> str:
    """Who would resign, and on whose word it depends."""
    whom = listed([mention_id(number) for number in sorted(table.still_to_resign(table.resigning))])
    would = listed([mention_id(number) for number in sorted(table.resigning)])
    return f"{would} would like to resign. {whom}: if you agree, **Resign** as well (under **More**)."


def ending(table: Table) -> str:
    """Who won and why."""
    outcome = table.outcome
    if outcome is None:
        return table.word
    if table.agreed is None:
        return table.game.ending(table.view_for(None))
    if outcome.reason == "agreed":
        return "A draw, agreed by both sides."
    losers = listed([result.seat.capitalize() for result in outcome.results if result.verdict == "loss"])
    if not outcome.winners:
        return f"{losers} gave up." if len(table.people) == 1 else f"{losers} resigned."
    winners = listed([seat.capitalize() for seat in outcome.winners])
    verb = "win" if len(outcome.winners) > 1 else "wins"
    why = f"The time of {losers} ran out" if outcome.reason == "time" else f"{losers} resigned"
    return f"{why}: {winners} {verb}."


def winners(table: Table) -> str:
    """The people who won; empty for a draw or a loss alone."""
    outcome = table.outcome
    people = {p.id: p for seat in (outcome.winners if outcome else ()) if (p := table.holder(seat))}
    return listed([mention(person) for person in people.values()]) if people else ""


def link(guild: int | None, channel: int, message: int | None = None) -> str:
    """Where a channel, or a message in it, is found."""
    where = f"https://discord.com/channels/{guild or '@me'}/{channel}"
    return f"{where}/{message}" if message else where


def table_link(table: Table) -> str:
    """Where a table's newest card is found."""
    address = table.address
    if table.private:
        return f"https://discord.com/channels/{address.guild}"
    if address.channel:
        return link(address.guild, address.channel, address.card)
    return link(address.guild, address.home, address.card or address.lobby)


def mended(table: Table) -> str:
    """That a table which was frozen goes on; empty once it is played again."""
    if not table.recovered:
        return ""
    on = " It goes on where it stood, and the time in between counts for nobody."
    return (
        f"*What went wrong in this game is mended; nothing is lost.{on if table.status == 'playing' else ''}*"
    )


def lost(table: Table) -> bool:
    """Whether no channel shows the table any more. A card that is an answer is in the table's home."""
    address = table.address
    return (
        address.channel == NOWHERE and address.card is None and table.status != "lobby" and not table.private
    )


def pointer(table: Table) -> str:
    """A table's title, linked to its newest card; where it has no channel, how it is found."""
    if lost(table):
        return f"{title(table)} (in no channel: `/board` with `table:{table.id}` shows it)"
    return f"[{title(table)}]({table_link(table)})"


def way_back(table: Table) -> str:
    """A link to a table's newest card."""
    if table.private:
        return f"`/{table.game.key} daily` brings it back."
    if lost(table):
        return f"`/board` with `table:{table.id}` shows it anywhere."
    return f"[To the table]({table_link(table)})"


def way_in(table: Table) -> str:
    """A link to the channel of a table, where the newest card is the last message."""
    if table.private or lost(table):
        return way_back(table)
    return f"[To the table]({link(table.address.guild, table.address.channel or table.address.home)})"
