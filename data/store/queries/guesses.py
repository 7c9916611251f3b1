"""What people who watch games have guessed of their next turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from data.store import schema
from data.store.store import Store

_GUESS: Final = schema.guess.c


@dataclass(frozen=True, slots=True)
class Guess:
    """What somebody has guessed of one turn."""

    table_id: int
    place: int
    """How many actions were played before it."""
    person: int
    seq: int
    """The table's version when it was made."""
    text: str
    """The actions of the turn, in the game's notation, a line each."""
    hit: int | None
    """1: it was played; 0: something else was; None: it isn't played yet."""
    at: int


class GuessCard(NamedTuple):
    """The private card of somebody's guess."""

    table_id: int
    person: int
    message: int
    token: str
    """Of the interaction that edits the message."""
    until: int
    """When Discord takes that no more, in milliseconds since 1970."""


class Share(NamedTuple):
    """How many turns somebody has guessed, and how many of them were played."""

    guesses: int
    hits: int


async def tables(store: Store) -> list[int]:
    """The live tables where somebody has guessed."""
    number = schema.game_table.c.id
    guessed = sa.select(_GUESS.place).where(_GUESS.table_id == number).exists()
    return await store.column(sa.select(number).where(sa.text(schema.LIVE), guessed))


async def keep(store: Store, guess: Guess, unless: sa.Select[Any]) -> bool:
    """Store a guess, or change it.

    Returns False if the turn was played meanwhile, or before an undo, or if ``unless`` finds something.
    """
    same = {"table_id": guess.table_id, "place": guess.place, "person": guess.person}
    judged = sa.select(_GUESS.hit).filter_by(**same).where(_GUESS.hit.is_not(None))
    event = schema.event.c
    played = sa.select(event.seq).where(
        event.table_id == guess.table_id, event.seq > guess.seq, event.verb == "play"
    )

    def write(connection: sa.Connection) -> bool:
        # What it mustn't find, such as their vote, may come at once.
        schema.lock(connection, -guess.person)
        if any(connection.scalar(query.limit(1)) is not None for query in (judged, played, unless)):
            return False
        schema.upsert(connection, schema.guess, **same, seq=guess.seq, text=guess.text, at=guess.at)
        return True

    return await store.write(write)


async def keep_card(store: Store, card: GuessCard, now: int) -> None:
    """Store the private card of a guess, in place of the person's last one at the table."""

    def write(connection: sa.Connection) -> None:
        _drop_cards(connection, now)
        schema.upsert(connection, schema.guess_card, **card._asdict())

    await store.write(write)


def _drop_cards(connection: sa.Connection, now: int) -> None:
    connection.execute(sa.delete(schema.guess_card).where(schema.guess_card.c.until <= now))


async def drop_cards(store: Store, now: int) -> None:
    """Remove the cards that can't be edited any more."""
    await store.write(_drop_cards, now)


async def cards(store: Store, now: int) -> list[tuple[GuessCard, int]]:
    """This part's cards that can still be edited, with the versions at which their guesses were made."""
    card, table = schema.guess_card.c, schema.game_table.c
    own = sa.and_(_GUESS.table_id == card.table_id, _GUESS.person == card.person)
    made = sa.select(sa.func.coalesce(sa.func.max(_GUESS.seq), 0)).where(own).scalar_subquery()
    query = (
        sa.select(schema.guess_card, made)
        .join(schema.game_table, table.id == card.table_id)
        .where(card.until > now, store.part.holding(table.guild))
    )
    await drop_cards(store, now)
    return [(GuessCard(*row[:-1]), row[-1]) for row in await store.rows(query)]


def withdraw(connection: sa.Connection, table_id: int, person: int, turn: int) -> None:
    """Take away what ``person`` has guessed of the turn that began at version ``turn``."""
    own = (_GUESS.table_id == table_id, _GUESS.person == person, _GUESS.seq >= turn)
    connection.execute(sa.delete(schema.guess).where(*own, _GUESS.hit.is_(None)))
    schema.remove(connection, schema.guess_card, table_id=table_id, person=person)


async def latest(store: Store, table_id: int) -> list[Guess]:
    """A table's guesses of the latest turn that anybody has guessed, and those that aren't judged."""
    other = schema.guess.alias().c
    # Not the highest place: after an undo the game goes on from a lower one.
    newest = sa.select(other.place).where(other.table_id == table_id).order_by(other.seq.desc())
    last = newest.limit(1).scalar_subquery()
    fresh = sa.or_(_GUESS.hit.is_(None), _GUESS.place == last)
    return await store.records(Guess, sa.select(schema.guess).where(_GUESS.table_id == table_id, fresh))


async def of_table(store: Store, table_id: int, person: int | None = None) -> list[Guess]:
    """All guesses at a table, or those of ``person``, in the order in which their turns came."""
    query = sa.select(schema.guess).where(_GUESS.table_id == table_id)
    if person is not None:
        query = query.where(_GUESS.person == person)
    return await store.records(Guess, query.order_by(_GUESS.seq, _GUESS.at, _GUESS.person))


async def judge(store: Store, judged: Mapping[Guess, int | None]) -> None:
    """Note for each guess whether it was a hit; without an answer it is taken away."""

    def write(connection: sa.Connection) -> None:
        for each, hit in judged.items():
            # One that was changed meanwhile is judged the next time.
            if hit is None:
                schema.remove(connection, schema.guess, **asdict(each))
            else:
                schema.change(connection, schema.guess, asdict(each), hit=hit)

    await store.write(write)


async def share(store: Store, person: int, since: int = 0) -> Share:
    """How many turns ``person`` has guessed since a time, of those that were played."""
    query = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(_GUESS.hit), 0)).where(
        _GUESS.person == person, _GUESS.hit.is_not(None), _GUESS.at >= since
    )
    (found,) = await store.rows(query)
    return Share(int(found[0]), int(found[1]))


def shares(guesses: Iterable[Guess]) -> dict[int, Share]:
    """By person, of the guesses that are judged."""
    found: dict[int, Share] = {}
    for each in guesses:
        if each.hit is not None:
            before = found.get(each.person, Share(0, 0))
            found[each.person] = Share(before.guesses + 1, before.hits + each.hit)
    return found
