"""How reliably people play on to the end: "finished 19 of 20 games".

Only games with other people count, in which somebody would have waited. Those who run out of time or leave
their seat to somebody else haven't stayed; those who resign have. Of each person, the latest games count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from bot.components.hooks import NO_EXTRAS, BotContext, Extras, Feature, ProfileFact
from bot.features.ratings.rated_games import person_has_won
from bot.features.ratings.standings import may_be_known
from bot.languages import gettext
from bot.people.kinds import Kind, kind_of
from bot.tables.exports import exporting
from bot.tables.model.table import Table
from bot.tables.service import Job, TableService
from bot.tables.text import ABANDONED
from data.store.queries import people, staying
from data.store.records import Event
from data.store.store import Store

LATEST: Final = 20
"""The games that count."""
LEAST: Final = 5
"""Games before which nothing is said of somebody."""


def settle(before: Table, after: Table, events: Sequence[Event]) -> Job | None:
    """Note who has stayed when a game ends, and who hasn't when somebody takes over."""
    if before.status != "playing" or len(before.seating.humans) < 2:
        return None
    found = dict.fromkeys(_replaced(before, after, events), False) | _at_the_end(before, after)
    stayed = {person: to_the_end for person, to_the_end in found.items() if kind_of(person) is Kind.PERSON}
    return partial(staying.note, table_id=after.id, at=events[-1].at, stayed=stayed) if stayed else None


def _replaced(before: Table, after: Table, events: Sequence[Event]) -> Iterable[int]:
    """Whose seats somebody else has taken."""
    taken = [before.seating.person_at(event.seat) for event in events if event.verb == "substitute"]
    return [person.id for person in taken if person is not None and person.id not in after.seating]


def _at_the_end(before: Table, after: Table) -> dict[int, bool]:
    """Who was there when the game ended, and who was waited for: of a crew that's late, only those."""
    people, late = after.seating.humans, before.awaited
    if after.status == "over" and after.outcome is not None:
        timed = after.ending is not None and after.outcome.reason == "time"
        lost = [person for person in late if timed and not person_has_won(after, person)]
        return {person.id: person not in lost for person in people}
    if after.status != "closed":
        return {}
    # A game that is closed is nobody's fault, unless they were waited for.
    idle, flagged = after.closing == ABANDONED, before.timing.flagged
    return {
        person.id: False
        for person in people
        if person in late and (idle or after.seating.side_number(person.id) in flagged)
    }


async def _finished(store: Store, person: int) -> str:
    """How many of their latest games somebody has finished, in words; empty before there are some."""
    number, of = await staying.latest(store, person, LATEST)
    return gettext("finished {number} of {all} games", number=number, all=of) if of >= LEAST else ""


async def _extras(context: BotContext, table: Table) -> Extras:
    """In the lobby, beside the names of those whose profile others may see."""
    if table.status != "lobby":
        return NO_EXTRAS
    store = context.tables.store
    shown = await may_be_known(store, [person.id for person in table.seating.humans])
    told = {person: await _finished(store, person) for person in sorted(shown)}
    return Extras(beside={person: words for person, words in told.items() if words})


async def _profile_facts(service: TableService, person: int) -> list[ProfileFact]:
    number, of = await staying.latest(service.store, person, LATEST)
    told = gettext("{number} of {all}", number=number, all=of)
    return [ProfileFact(gettext("Games finished"), told)] if of >= LEAST else []


FEATURE: Final = Feature(
    name="staying",
    settle=settle,
    extras=_extras,
    profile_facts=_profile_facts,
    data_note="**Games finished**: which of your games with other people you played to the end.",
    export=exporting(games_with_others=("played_on", "table=table_id", "to_the_end", "at")),
    forget=people.removing("played_on"),
)
