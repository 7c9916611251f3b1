"""What cards say of a table: its people, its moves, its time limit, its requests and its end."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from itertools import chain, dropwhile, islice
from typing import Any, Final

import structlog

from bot.games.core import CHANCE, AnyGame, Outcome, Placement, RulesError, Seat
from bot.languages import gettext, gettext_noop, labelled, listed, ngettext
from bot.people import computers, crowds
from bot.people.display_names import SOMEBODY, plain, safe
from bot.people.kinds import Kind, kind_of
from bot.players import PLAYERS
from bot.players.player import Level
from bot.tables import days, notes
from bot.tables.events import agreements
from bot.tables.model import commitments
from bot.tables.model.agreements import Declined, Request
from bot.tables.model.pace import MINUTE, SUGGESTED, Pace, PaceError, read
from bot.tables.model.seating import Person
from bot.tables.model.table import LIVE, Table, Turn
from data.store.records import NOWHERE

log: Final = structlog.get_logger(__name__)
MAX_TURN_MOVES: Final = 6
"""Moves among which the parts of the last turn are looked for."""
MAX_TURNS: Final = 5
"""Turns that a card tells: a person's, and those of computers since."""
MAX_MISSED: Final = 4
"""Turns that somebody is shown who hasn't looked for a while."""
REQUEST_LABELS: Final = {
    "agree": {
        "undo": gettext_noop("Accept Undo ({name})"),
        "pause": gettext_noop("Accept Pause ({name})"),
        "resume": gettext_noop("Accept Resume ({name})"),
        "seat": gettext_noop("Accept Takeover ({name})"),
    },
    "refuse": {
        "undo": gettext_noop("Decline Undo ({name})"),
        "pause": gettext_noop("Decline Pause ({name})"),
        "resume": gettext_noop("Decline Resume ({name})"),
        "seat": gettext_noop("Decline Takeover ({name})"),
    },
    "withdraw": {
        "undo": gettext_noop("Withdraw Undo ({name})"),
        "pause": gettext_noop("Withdraw Pause ({name})"),
        "resume": gettext_noop("Withdraw Resume ({name})"),
        "seat": gettext_noop("Withdraw Takeover ({name})"),
    },
}
"""The buttons of a request of each kind."""

NOT_STARTED: Final = gettext_noop("The game hasn’t started yet.")
OPEN_SEAT: Final = gettext_noop("open seat")
THE_END: Final = gettext_noop("The end")
OLD_CARD: Final = gettext_noop("This card is out of date.")
YOUR_TURN: Final = gettext_noop("It’s **your turn**.")
DMS_CLOSED: Final = gettext_noop(
    "Your DMs are closed. Use **My View** for your private chart, or open your DMs and press **Send by "
    "Message**."
)


# Names and links


def mention(who: Person | int) -> str:
    """Somebody, a role, or their id, as Discord shows them; a computer's or a crowd's name."""
    number = who if isinstance(who, int) else who.id
    match kind_of(number):
        case Kind.PERSON:
            return f"<@{number}>"
        case Kind.ROLE:
            return f"<@&{number}>"
        case Kind.COMPUTER:
            return f"{computers.SIGN} {computers.name_of(number, gettext)}"
        case Kind.CROWD:
            return f"{crowds.SIGN} {crowds.name_of(number, gettext)}"
        case _:
            return gettext(SOMEBODY)


def mentions(people: Iterable[Person | int]) -> str:
    """Several people, or their ids, as Discord shows them."""
    return listed(map(mention, people))


def said_of(one: str, many: str, people: Collection[Person | int]) -> str:
    """A sentence about ``people``, who are one or many; empty for nobody."""
    return ngettext(one, many, len(people), people=mentions(people)) if people else ""


def seat_name(table: Table, seat: Seat) -> str:
    """A seat with its emblem."""
    return f"{table.game.seat_styles[seat].emblem} {table.game.name_of(seat)}"


def seat_names(table: Table, seats: Iterable[Seat]) -> str:
    """Seats, without their emblems."""
    return listed(map(table.game.name_of, seats))


def with_seats(table: Table, name: str, seats: Iterable[Seat]) -> str:
    """Somebody's name and seats; the name alone before the seats are assigned."""
    assigned = [seat for seat in seats if seat in table.game.seats]
    return f"{name} ({seat_names(table, assigned)})" if assigned else name


def sentence(title: str) -> str:
    """A game's title with a full stop, unless it ends with a mark of its own."""
    return title if title.endswith("!") else f"{title}."


def table_name(table: Table) -> str:
    """What a table is called: by its number, or a daily challenge by its day."""
    challenge = table.game.daily if table.private else None
    if challenge is None:
        return gettext("Table {number}", number=table.id)
    return f"{gettext(challenge.title)}, {days.read_day(days.day_at(table.header.opened))}"


def title(table: Table) -> str:
    """The game and the table's name."""
    return f"{table.game.title} · {table_name(table)}"


def heading(table: Table) -> str:
    """The heading of a card that everybody may see: its picture tells the rest."""
    return f"### {title(table)}"


def small_heading(table: Table, *notes: str) -> str:
    """The line above a board, whose picture says the same in large letters."""
    return f"-# {' · '.join((title(table), *filter(None, notes)))}"


def together(*parts: str) -> str:
    """Short sentences in one paragraph, which is the least that a phone shows them in."""
    return " ".join(chain.from_iterable(each.splitlines() for each in parts))


def headline(table: Table, view: Any) -> str:
    """Where a game stands; the rules don't know that its players ended it."""
    return gettext(THE_END) if table.ending is not None else str(table.game.headline(view))


def board_heading(table: Table, headline: str) -> str:
    """The heading of a card with a board."""
    return f"### {table.game.title} · {headline}\n-# {table_name(table)}"


def private_heading(table: Table, seat: Seat) -> str:
    """The line above a board that one player alone sees."""
    name = seat_name(table, seat) if seat in table.game.seats else ""
    return small_heading(table, name, gettext("only you can see this"))


def link(guild: int | None, channel: int, message: int | None = None) -> str:
    """The address of a channel, or of a message in it."""
    where = f"https://discord.com/channels/{guild or '@me'}/{channel}"
    return f"{where}/{message}" if message else where


def table_link(table: Table) -> str:
    """The address of a table's newest card."""
    address = table.address
    if table.private:
        return f"https://discord.com/channels/{address.guild}"
    if address.channel:
        return link(address.guild, address.channel, address.card)
    return link(address.guild, address.home, address.card or address.lobby)


def linked(table: Table) -> str:
    """A table's title, linked to its newest card."""
    return f"[{title(table)}]({table_link(table)})"


def _nowhere(table: Table) -> bool:
    """Whether no channel shows the table any more. A card that is a reply is in the table's home."""
    address = table.address
    return (
        address.channel == NOWHERE and address.card is None and table.status != "lobby" and not table.private
    )


def pointer(table: Table) -> str:
    """A table's title, linked to its newest card; without a channel, how to see it."""
    if _nowhere(table):
        return gettext(
            "{table} (not in any channel; use `/board` with `table:{number}`)",
            table=title(table),
            number=table.id,
        )
    return linked(table)


def way_back(table: Table, address: str = "") -> str:
    """A link to a table's newest card, or to another ``address`` of it; else how to see it."""
    if table.private:
        return gettext("Use `/{game} daily` to come back to the challenge.", game=table.game.key)
    if _nowhere(table):
        return gettext("Use `/board` with `table:{number}` to see the game anywhere.", number=table.id)
    return gettext("[Go to the table]({address})", address=address or table_link(table))


def way_in(table: Table) -> str:
    """A link to the end of a table's channel, where its newest card is."""
    address = table.address
    return way_back(table, link(address.guild, address.channel or address.home))


# Before the game


def options(table: Table) -> tuple[str, ...]:
    """What is played with options other than the game's defaults."""
    chosen, game = table.options, table.game
    return tuple(
        option.say(chosen[name])
        for name, option in game.options.items()
        if chosen[name] not in (option.default, game.completed({**chosen, name: option.default})[name])
    )


def facts(game: AnyGame) -> str:
    """For how many players a game is, and how long it takes: the first line of its rule book, in bold."""
    found = re.search(r"\*\*(.+)\*\*\n", gettext(game.book[0].text))
    return found[1] if found else ""


def in_short(table: Table) -> str:
    """What a player wants to know before the game, on one small line."""
    measure = read(table.header.pace)
    parts = (facts(table.game), table.game.length(table.options), *options(table))
    parts = (*parts, pace(measure)) if measure else parts
    told = "\u00a0· ".join(filter(None, parts))
    return f"-# {told}"


def side_line(table: Table, side: tuple[Seat, ...], beside: Mapping[int, str]) -> str:
    """Who plays one side of an open table, and what stands beside their names."""
    people = [
        f"{mention(person)} ({beside[person.id]})" if person.id in beside else mention(person)
        for person in table.seating.side_people(side)
    ]
    kept = table.status == "lobby" and table.header.opponent
    if not people:
        people = [gettext("*reserved for* {name}", name=mention(kept)) if kept else f"*{gettext(OPEN_SEAT)}*"]
    who = listed(people)
    emblem = table.game.seat_styles[side[0]].emblem
    if table.status != "lobby" and set(side).isdisjoint(table.game.seats):
        return f"{emblem} {who}"
    title = f"{emblem} **{table.game.side_title(side)}**"
    if table.status == "lobby" and len(side) > 1 and not kept:
        title = f"{title} ({gettext('up to {number} people', number=len(side))})"
    return labelled(title, who)


def level(each: Level) -> str:
    """A computer's level, and what playing against it is like."""
    return labelled(f"**{gettext(each.title)}**", gettext(each.feels))


def levels_here(table: Table) -> str:
    """What the computers here are like to play against, once a level; empty without any."""
    here = dict.fromkeys(computers.level_of(person.id) for person in table.seating.computers)
    return "\n".join(f"-# {computers.SIGN} {level(each)}" for each in here)


def advice(table: Table) -> str:
    """What the computers here would say about the table's options; empty for nothing."""
    levels = [*dict.fromkeys(computers.level_of(person.id).key for person in table.seating.computers)]
    player = PLAYERS.get(table.game.key) if levels else None
    said = player.advice(table.options, levels) if player is not None else ""
    return f"-# {said}" if said else ""


def waiting_for_players(table: Table) -> str:
    """What an open table for more than two waits for; empty at a table for two, whose open seat shows it."""
    if table.game.people[1] <= 2:
        return ""
    empty = [
        table.game.side_title(side) for side in table.seating.sides if not table.seating.side_people(side)
    ]
    if empty:
        return gettext("-# Still needed before the game can start: {sides}.", sides=listed(empty))
    return gettext("-# {name}, press **Start** when everyone is here.", name=mention(table.header.host))


# During the game


def seating(table: Table) -> str:
    """Who plays what, side by side; each person once."""
    by_person: dict[Person | None, list[Seat]] = {}
    for seat in table.result_seats:
        by_person.setdefault(table.holder(seat), []).append(seat)
    parts = []
    for person, seats in by_person.items():
        signs = "".join(table.game.seat_styles[seat].emblem for seat in seats)
        parts.append(f"{signs} {with_seats(table, mention(person) if person else '…', seats)}")
    return " · ".join(parts)


def emblems(table: Table) -> str:
    """The people side by side, each with the emblems of what they play."""
    parts = []
    for person in table.seating.people:
        seats = table.seats_of(person.id)
        signs = "".join(table.game.seat_styles[seat].emblem for seat in seats) if table.state else ""
        parts.append(f"{signs} {mention(person)}".strip())
    return " · ".join(parts)


def awaiting(table: Table) -> str:
    """Whose turn it is; empty when it's nobody's."""
    people = held(table, table.acting)
    if not people:
        return ""
    if all(computers.is_computer(number) for number in people):
        return _computers_turn(table)
    if table.crowd is not None:
        return time_to_vote(with_seats(table, mention(number), seats) for number, seats in people.items())
    people = {number: seats for number, seats in people.items() if not computers.is_computer(number)}
    if len(people) == 1:
        ((number, seats),) = people.items()
        if len(table.game.seats) == 1 or set(seats).isdisjoint(table.game.seats):
            return f"**{your_turn([mention(number)])}**"
        name, what = mention(number), seat_names(table, seats)
        return gettext("**{name}, it’s your turn ({seats}).**", name=name, seats=what)
    each = [with_seats(table, mention(number), seats) for number, seats in people.items()]
    return f"**{your_turn(each)}**"


def waiting(table: Table) -> str:
    """Whom somebody waits for whose turn it isn't; empty when it's nobody's turn."""
    people = [each for each in table.awaited if not computers.is_computer(each.id)]
    if not people or table.crowd is not None:
        return awaiting(table)
    return gettext("Waiting for {people}.", people=mentions(people))


def time_to_vote(people: Iterable[str]) -> str:
    """That people may vote, given as they are shown."""
    return gettext("**{people}: time to vote.**", people=listed(people))


def your_turn(people: Iterable[str]) -> str:
    """That it is the turn of people, given as they are shown."""
    every = [*people]
    return ngettext(
        "{people}, it’s your turn.", "{people}, it’s your turn.", len(every), people=listed(every)
    )


def _computers_turn(table: Table) -> str:
    """That a computer is to move; where it can't, why the game waits."""
    who = mentions(table.awaited)
    if table.timing.paused:
        return gettext("Waiting for {people}.", people=who)
    if not table.game.computer:
        return gettext(
            "{name} can’t play at the moment. The game will continue once computer players are available "
            "again.",
            name=who,
        )
    return said_of("{people} is thinking.", "{people} are thinking.", table.awaited)


def own_turn(table: Table, seat: Seat, *, chosen_here: bool) -> str:
    """That it is the reader's turn with ``seat``; at their first one, which of two cards to choose it on."""
    last = next((turn for turn in reversed(table.turns) if turn.seat == seat), None)
    twice = chosen_here and last is not None and isinstance(last.before.legal(seat), Placement)
    where = gettext("Choose here or on the card that everyone sees. What you’ve hidden is shown only here.")
    return f"{gettext(YOUR_TURN)} {where if twice else ''}".rstrip()


def own_seats(table: Table, person: int) -> str:
    """What somebody plays, or played."""
    mine = listed(seat_name(table, seat) for seat in table.seats_of(person) if seat in table.game.seats)
    if table.status == "over":
        return gettext("You played {seats}.", seats=mine) if mine else ""
    if person in table.seating and not mine:
        return ""
    return gettext("You’re playing {seats}.", seats=mine) if mine else watching(table)


def watching(table: Table) -> str:
    """What somebody does at a table who has no seat."""
    return gettext("You can vote in this game.") if table.seating.crowds else gettext("You’re watching.")


def news(table: Table, viewer: Seat | None) -> str:
    """The last move and what chance added to it, as ``viewer`` may know it."""
    parts: list[str] = []
    for turn in reversed(table.turns):
        parts.insert(0, _narrated(turn, viewer))
        if turn.seat != CHANCE or len(parts) >= 3:
            break
    return " ".join(parts)


def story(table: Table, viewer: Seat | None) -> str:
    """All parts of the last turn, as ``viewer`` may know them, and whether one was undone since.

    Computers answer on the card of the move before: their turns and that move get a line each.
    """
    last = _last_turn(table)
    lines = [" ".join(filter(None, (told(last[:-1], viewer), news(table, viewer))))]
    while last and computers.is_computer(table.player_of(last[0]) or 0) and len(lines) < MAX_TURNS:
        last = _last_turn(table, last[0].seq)
        lines.insert(0, told(last, viewer))
    if table.undone:
        lines.append(
            gettext("An undo took the game back to here.")
            if table.moves
            else gettext("An undo took the game back to the start.")
        )
    return "\n".join(filter(None, lines))


def happened(table: Table, summary: str) -> list[str]:
    """The last turns, the ``summary`` of the position and whose turn it is.

    Where more than two play, each player's turn is on a line of its own.
    """
    told = safe(story(table, None))
    if len(table.seating.people) > 2:
        return [told, together(summary, awaiting(table))]
    return [together(told, summary, awaiting(table))]


def summary(table: Table) -> str:
    """What the picture doesn't say, without what whoever is to move has read at their last turn."""
    game, view = table.game, table.view_for(None)
    people = {person.id for person in table.awaited}
    own = (turn for turn in reversed(table.turns) if turn.by_hand and table.player_of(turn) in people)
    if game.summary_since is None or (last := next(own, None)) is None:
        return game.summary(view)
    return game.summary_since(last.before.view_for(None), view)


def missed(table: Table, person: int, viewer: Seat | None) -> str:
    """What happened since the last move of ``person``, without the newest move: a description has that one.

    For people who haven't moved: the last turn.
    """
    own = [turn.seq for turn in table.turns if table.player_of(turn) == person]
    since = own[-1] if own else table.version
    after = [turn for turn in table.turns if turn.seat != CHANCE][:-1]
    after = [turn for turn in after if turn.seq > since] or _last_turn(table)[:-1]
    return told(after, viewer)


def turns_since(table: Table, person: int | None, most: int = MAX_MISSED) -> list[list[Turn]]:
    """The turns since ``person`` last moved by hand, the latest ``most``, each with its moves; in order.

    What the bot has played for them counts as theirs to see. For people who haven't moved, or nobody: since
    the start.
    """
    found: list[list[Turn]] = []
    while len(found) < most:
        turn = _last_turn(table, found[0][0].seq if found else None)
        if not turn or any(each.by_hand and table.player_of(each) == person for each in turn):
            break
        found.insert(0, turn)
    return found


def told(turns: Iterable[Turn], viewer: Seat | None) -> str:
    """What some moves did, as ``viewer`` may know it."""
    return " ".join(filter(None, (_narrated(turn, viewer) for turn in turns)))


def _last_turn(table: Table, before: int | None = None) -> list[Turn]:
    """The moves of one person that make up the last turn, the earliest first.

    With ``before``, the number of a move: the last turn before that.
    """
    earlier = dropwhile(lambda turn: before is not None and turn.seq >= before, reversed(table.turns))
    played = [turn for turn in islice(earlier, MAX_TURN_MOVES) if turn.seat != CHANCE]
    parts: list[Turn] = []
    try:
        last = None
        for each in played:
            whose = table.player_of(each), each.before.round_key
            if last not in (None, whose):
                break
            last = whose
            parts.insert(0, each)
    except Exception:
        log.exception("the game's rules failed; only the last move is described", game=table.game.key)
        return played[:1]
    return parts


def _narrated(turn: Turn, viewer: Seat | None) -> str:
    try:
        return turn.narration(viewer)
    except Exception:
        log.exception("a move couldn't be described; it still counts")
        return ""


def findings(table: Table, viewer: Seat | None) -> tuple[str, ...]:
    """What ``viewer`` has found out and marked; for them alone."""
    return (*table.game.findings(table.view_for(viewer)), own_marks(table, viewer))


def own_marks(table: Table, viewer: Seat | None) -> str:
    """What ``viewer`` has marked, for them alone; empty without marks."""
    by_kind: dict[str, list[str]] = {}
    for square, kind in notes.kept(table, viewer):
        by_kind.setdefault(kind, []).append(square)
    own = " · ".join(
        labelled(table.game.name_of(kind), ", ".join(by_kind[kind]))
        for kind in table.game.note_kinds
        if kind in by_kind
    )
    return gettext("Your marks · {marks}", marks=own) if own else ""


def recovered(table: Table) -> str:
    """That a frozen table was fixed; empty once it is played again."""
    if not table.recovered:
        return ""
    if table.status == "playing":
        return gettext(
            "*The problem with this game is fixed and nothing was lost. Play resumes where it stopped, and "
            "nobody lost any time over the break.*"
        )
    return gettext("*The problem with this game is fixed and nothing was lost.*")


# Placing in secret


def place_label(game: AnyGame, verb: str) -> str:
    """The button that makes a placement: mines are laid, anything else is placed."""
    return gettext("Lay Mines") if verb == "mines" else gettext("Place {things}", things=game.name_of(verb))


def sealed(table: Table) -> str:
    """That the placements just made are sealed; empty at other times, and where only computers could ask."""
    fresh = commitments.just_made(table) if len(table.seating.humans) > 1 else ()
    if not fresh:
        return ""
    placed = listed(
        f"{mention(table.holder(each.seat) or 0)} ({table.game.name_of(each.verb)})" for each in fresh
    )
    return gettext("-# ✅ Final: {placed}. Proof: `/table verify`.", placed=placed)


# Time


def span(time: int) -> str:
    """A length of whole minutes (in milliseconds) in words."""
    hours, minutes = divmod(time // MINUTE, 60)
    days, hours = divmod(hours, 24)
    parts = [
        ngettext("{number} day", "{number} days", days) if days else "",
        ngettext("{number} hour", "{number} hours", hours) if hours else "",
        ngettext("{number} minute", "{number} minutes", minutes) if minutes else "",
    ]
    return listed(filter(None, parts)) or gettext("nothing")


def pace(measure: Pace) -> str:
    """A time limit in words."""
    if not measure:
        return gettext("no time limit")
    time = span(measure.time)
    if measure.increment is None:
        return gettext("{time} per turn", time=time)
    if measure.increment:
        more = span(measure.increment)
        return gettext("{time} for the whole game, plus {more} per turn", time=time, more=more)
    return gettext("{time} for the whole game", time=time)


def pace_choices(typed: str) -> list[tuple[str, str]]:
    """Time limits to choose from, each in words and as written: what is typed, if it is one, comes first."""
    wanted = typed.strip().lower()
    texts = [text for text in SUGGESTED if text.startswith(wanted)]
    with contextlib.suppress(PaceError):
        texts.insert(0, str(read(wanted)))
    return [(labelled(text, pace(read(text))), text) for text in dict.fromkeys(texts)]


def time_limit(table: Table) -> str:
    """The time limit of a table; empty without one."""
    measure = read(table.header.pace)
    return gettext("Time limit: {limit}.", limit=pace(measure)) if measure else ""


def moment(at: int) -> str:
    """A time in milliseconds since 1970, which Discord shows to each reader relative to now."""
    return f"<t:{at // 1000}:R>"


def deadlines(table: Table, reader: int | None = None) -> str:
    """Who has until when, who has run out of time, or that the clock is paused; empty without a clock.

    ``reader``: the only person who reads it.
    """
    clock = table.timing.clock
    if clock is None or table.status != "playing":
        return ""
    if clock.paused:
        alone = agreements.resumes_alone(table)
        paused = gettext(
            "⏸️ The clock is paused. It starts again once everyone agrees to **Resume** (under **More**)."
        )
        if alone is None:
            return paused
        enough = gettext(
            "After {time}, one player can resume the game on their own.", time=f"<t:{alone // 1000}:f>"
        )
        return f"{paused} {enough}"
    lines = []
    for side in sorted(clock.ticking - table.timing.flagged):
        deadline = clock.deadline(side)
        assert deadline is not None
        if len(clock.ticking) > 1:
            people = mentions(_humans(table, side))
            lines.append(gettext("⏳ Deadline for {people}: {time}.", people=people, time=moment(deadline)))
        else:
            lines.append(gettext("⏳ Deadline: {time}.", time=moment(deadline)))
    for side in sorted(table.timing.flagged):
        ran_out = said_of(
            "{people} has run out of time.", "{people} have run out of time.", _humans(table, side)
        )
        lines.append(f"⌛ {ran_out} {_claim(table, reader)}".rstrip())
    return "\n".join(lines)


def _claim(table: Table, reader: int | None) -> str:
    """Who can claim the win; empty where nobody is left who has time."""
    if any(person.id == reader for person in table.claimants):
        return gettext("You can claim the win, grant more time, or just wait.")
    return said_of(
        "{people} can claim the win, grant more time, or just wait.",
        "{people} can claim the win, grant more time, or just wait.",
        table.claimants,
    )


def absences(table: Table) -> list[str]:
    """Who is away and until when, one line for each; only while the table waits for players or is played."""
    if not table.seating.away:
        return []
    here = {person.id for person in table.seating.people} | {table.header.opponent}
    return [
        away(mention(each.person), each.until, clock=table.timing.clock is not None)
        for each in table.seating.away
        if each.person in here and table.status in LIVE
    ]


def away(who: str, until: int, *, clock: bool) -> str:
    said = gettext("🏖️ {name} is away until {time}.", name=who, time=f"<t:{until // 1000}:f>")
    return " ".join([said, gettext("Their clock isn’t running.")]) if clock else said


def _humans(table: Table, side: int) -> list[Person]:
    return [
        person
        for person in table.seating.side_people(table.seating.sides[side])
        if person in table.seating.humans
    ]


def time_left(table: Table) -> str:
    """Until when a table waits; empty without a time limit, and while nobody's clock runs."""
    clock = table.timing.clock
    if clock is None:
        return ""
    if clock.paused:
        return gettext("The clock is paused.")
    ticking = clock.ticking - table.timing.flagged
    due = [at for side in ticking if (at := clock.deadline(side)) is not None]
    return gettext("Deadline: {time}.", time=moment(min(due))) if due else ""


def waits(table: Table, person: int) -> str:
    """What a table waits for, as ``person`` sees it, and until when."""
    if table.status == "lobby":
        return gettext(NOT_STARTED if person in table.seating else "**You’ve been challenged.**")
    clock, own = table.timing.clock, table.seating.side_number(person)
    paused = clock is not None and clock.paused
    if table.acting_seat(person) is not None:
        state = gettext(YOUR_TURN)
    elif person in table.has_to_answer:
        state = gettext("**You have a request to answer.**")
    elif table.timing.flagged - {own} and not paused:
        state = gettext("**You can claim the win**, or grant more time.")
    elif table.awaited:
        state = gettext("Waiting for {people}.", people=mentions(table.awaited))
    else:
        state = gettext("Waiting for the others.")
    time = time_left(table)
    if clock is not None and not paused:
        if own in clock.away:
            time = gettext("Your clock isn’t running.")
        elif own in table.timing.flagged:
            time = gettext("You’ve run out of time.")
    return f"{state} {time}".rstrip()


# Requests


def request_label(ask: Request, what: str) -> str:
    """The button for what may be done with a request; labels are plain text, never escaped."""
    return gettext(REQUEST_LABELS[what][ask.kind], name=plain(ask.by.called))


def request(table: Table, ask: Request) -> str:
    """What somebody asks, and who has to answer."""
    answer = agree(table.pending_answers(ask)) or gettext(
        "Nobody else has to agree: ask again, and it takes effect right away."
    )
    return f"{_wish(table, ask)} {answer}"


def _wish(table: Table, ask: Request) -> str:
    who = mention(ask.by)
    match ask.kind:
        case "undo":
            back = sum(turn.seq > int(ask.text) for turn in table.turns)
            return ngettext(
                "{name} would like to undo the last move.",
                "{name} would like to undo the last {number} moves.",
                back,
                name=who,
            )
        case "pause":
            return gettext("{name} would like to pause the clock.", name=who)
        case "resume":
            return gettext("{name} would like to start the clock again.", name=who)
        case _:
            old = table.seating.person_at(ask.text)
            other = mention(old) if old else gettext(SOMEBODY)
            return gettext("{name} would like to take over from {other}.", name=who, other=other)


def declined(answer: Declined) -> str:
    """What somebody asked and another declined."""
    match answer.kind:
        case "draw":
            said = gettext_noop("{other} offered a draw, but {name} declined.")
        case "undo":
            said = gettext_noop("{other} asked to undo, but {name} declined, so the move stands.")
        case "pause":
            said = gettext_noop("{other} asked to pause, but {name} declined, so the clock keeps running.")
        case "resume":
            said = gettext_noop("{other} asked to resume, but {name} declined, so the clock stays paused.")
        case _:
            said = gettext_noop("{other} asked to take over, but {name} declined.")
    return gettext(said, name=mention(answer.who), other=mention(answer.by))


def leaving(table: Table) -> str:
    """Who would like somebody to take over, whom nobody has asked to replace yet; empty when nobody does."""
    return said_of(
        "{people} would like to leave. Would anyone like to take over?",
        "{people} would like to leave. Would anyone like to take over?",
        [person for person in table.seating.people if person.id in table.seating.leaving - table.wanted],
    )


def taken_over(pairs: Iterable[tuple[int, int]]) -> list[str]:
    """Who took over from whom, a sentence each."""
    return [
        gettext("{name} has taken over from {other}.", name=mention(new), other=mention(old))
        for new, old in pairs
    ]


def offer(table: Table) -> str:
    """Who offers a draw, and who has to answer."""
    offering = table.agreements.offering
    said = said_of("{people} has offered a draw.", "{people} have offered a draw.", offering)
    return f"{said} {agree(each for each in table.seating.humans if each.id not in offering)}".rstrip()


def agree(people: Iterable[Person]) -> str:
    """The question to those who have to answer; empty for nobody."""
    return said_of("{people}, do you agree?", "{people}, do you agree?", [*people])


def resignation(table: Table) -> str:
    """Who would like to resign, and who has to resign as well for that."""
    resigning = table.agreements.resigning
    would = said_of("{people} would like to resign.", "{people} would like to resign.", sorted(resigning))
    asked = said_of(
        "{people}, if you agree, press **Resign** as well (under **More**).",
        "{people}, if you agree, press **Resign** as well (under **More**).",
        sorted(table.still_to_resign(resigning)),
    )
    return f"{would} {asked}"


# The end


def ending(table: Table) -> str:
    """Who won and why."""
    outcome = table.outcome
    if outcome is None:
        return table.word
    if table.ending is None:
        return table.game.ending(table.view_for(None))
    if outcome.reason == "agreed":
        return gettext("Both sides agreed to a draw.")
    losers = [result.seat for result in outcome.results if result.verdict == "loss"]
    if not outcome.winners and len(table.seating.people) == 1:
        return gettext("The game was abandoned.")
    why = _gave_up(outcome, len(losers), _sides(table, losers))
    if not outcome.winners:
        return why
    best = outcome.winners
    won = ngettext("{sides} wins.", "{sides} win.", len(best), sides=_sides(table, best))
    return f"{why} {won}"


def _sides(table: Table, seats: Iterable[Seat]) -> str:
    """Seats in a sentence; before they are assigned, who holds the slots."""
    holders = {seat: table.holder(seat) for seat in seats if seat not in table.game.seats}
    return listed(who.called if (who := holders.get(seat)) else table.game.name_of(seat) for seat in seats)


def _gave_up(outcome: Outcome, number: int, people: str) -> str:
    """That a ``number`` of ``people`` lost without being beaten."""
    if outcome.reason == "time":
        return ngettext("{people} ran out of time.", "{people} ran out of time.", number, people=people)
    return ngettext("{people} resigned.", "{people} resigned.", number, people=people)


def result(table: Table) -> tuple[str, ...]:
    """Who won and why, as lines of a card."""
    outcome = table.outcome
    won = held(table, outcome.winners) if outcome is not None else {}
    if outcome is None or not won:
        return (safe(ending(table)),)
    lost = held(table, (each.seat for each in outcome.results if each.verdict == "loss"))
    if table.ending is None:
        beaten = lost.keys() - won
        told = (
            ngettext(
                "**{winners} beat {losers}.**",
                "**{winners} beat {losers}.**",
                len(won),
                winners=mentions(won),
                losers=mentions([number for number in lost if number in beaten]),
            )
            if beaten
            else said_of("**{people} won.**", "**{people} won.**", won)
        )
        return told, safe(ending(table))
    who = listed(with_seats(table, mention(number), seats) for number, seats in lost.items())
    best = said_of("**{people} won:**", "**{people} won:**", won)
    return (f"{best} {_gave_up(outcome, len(lost), who)}",)


def held(table: Table, seats: Iterable[Seat]) -> dict[int, list[Seat]]:
    """Which of the seats each person holds."""
    found: dict[int, list[Seat]] = {}
    for seat in seats:
        if (person := table.holder(seat)) is not None:
            found.setdefault(person.id, []).append(seat)
    return found


def rematch(table: Table) -> str:
    """Who would like another game, or that it has begun; empty when nobody does, or for a game alone."""
    if len(table.seating.humans) > 1 and agreements.everybody_wants_rematch(table):
        return gettext("The rematch has begun.")
    who = table.agreements.rematching if len(table.seating.humans) > 1 else ()
    return said_of("{people} would like a rematch.", "{people} would like a rematch.", who)


# Lists of tables


def results(won: int, drawn: int, lost: int) -> str:
    """How somebody's games ended."""
    if drawn:
        return gettext("{won} won, {drawn} drawn, {lost} lost", won=won, drawn=drawn, lost=lost)
    return gettext("{won} won, {lost} lost", won=won, lost=lost)


def with_others(table: str, others: str) -> str:
    """A table, given as it is called, and whom somebody plays with there; without others, just the table."""
    return gettext("{table} with {people}", table=table, people=others) if others else table


def guarded(game: AnyGame) -> AnyGame:
    """``game`` with text functions that raise nothing but ``RulesError``: an error leaves a gap in a card."""

    def no_text(_view: Any) -> str:
        return gettext("Something went wrong, so this position can’t be described.")

    def guard(part: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(game, part)

        def call(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            except RulesError:
                raise
            except Exception:
                log.exception("a game's text function failed", game=game.key, function=part)
                return otherwise(*arguments)

        return call

    otherwise: dict[str, Callable[..., Any]] = {
        "text": no_text,
        "describe": no_text,
        "headline": lambda _view: game.title,
        "summary": lambda _view: "",
        "summary_since": lambda _before, _view: "",
        "ending": lambda _view: gettext("The game is over."),
        "ask": lambda _view, _steps: gettext("What next?"),
        "label": lambda _view, _steps, step: step,
        "page_for": lambda _view: "",
        "details": lambda _view: (),
        "findings": lambda _view: (),
        "markable": lambda _view: (),
    }
    safe_parts: dict[str, Any] = {
        part: guard(part, said) for part, said in otherwise.items() if getattr(game, part) is not None
    }
    return replace(game, **safe_parts)
