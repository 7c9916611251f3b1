"""Guesses: who may guess whose turn, and whether it was played.

What a crowd will choose is guessed by those who don't vote on it: a vote takes the guess of that turn back.

A guess is kept until the turn is played, and then judged by the log: whoever asks first, it comes out the
same. At a table where nobody guesses, nothing is read before the end: ``Watched`` knows the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.components.play import proposals
from bot.games.core import CHANCE
from bot.people.kinds import Kind, kind_of
from bot.tables.errors import NotYourTurn, TableError
from bot.tables.model.drafts import Draft
from bot.tables.model.seating import Person
from bot.tables.model.table import Table, Turn
from bot.tables.permissions import require_playing
from bot.tables.service import TableService
from data.store.queries import ballots
from data.store.queries import guesses as stored
from data.store.queries.guesses import Guess, Share

MAX_LOOKOUTS: Final = 3
"""The most people that the end of a game names."""


class Watched(set[int]):
    """The tables in play at which somebody has guessed."""


def guessed_by_others(table: Table) -> Person | None:
    """The person or crowd whose turn those who only watch can guess now; None if there's nothing to guess.

    Computers answer at once.
    """
    seats = table.acting
    holder = table.holder(seats[0]) if len(seats) == 1 and not table.private else None
    if holder is None or kind_of(holder.id) not in (Kind.PERSON, Kind.CROWD):
        return None
    return holder if len(proposals.possible(table, holder.id)) > 1 else None


def require_possible(table: Table, person: int) -> Person:
    """The person or crowd whose turn ``person`` can guess now, unless they vote on it.

    :raises TableError: when they can't.
    """
    require_playing(table)
    if person in table.seating:
        raise TableError(
            "You’re playing in this game yourself. Only people who are watching can guess the moves."
        )
    holder = guessed_by_others(table)
    if holder is None:
        raise NotYourTurn("There’s nothing to guess right now. Try again on the next turn.")
    return holder


async def keep(service: TableService, table: Table, person: int, draft: Draft) -> None:
    """Store what ``person`` has guessed, in place of what they guessed before of the same turn.

    :raises TableError: when they have seen what was played, or have voted on it.
    """
    text = "\n".join(map(str, draft.actions))
    guess = Guess(table.id, table.moves, person, table.version, text, None, service.now())
    voted = ballots.vote_on(table.id, table.turn_began, person)
    if not await stored.keep(service.store, guess, voted):
        await require_no_vote(service, table, person)
        raise TableError("Everybody has already seen this move. Guess the next one.")


async def require_no_vote(service: TableService, table: Table, person: int) -> None:
    """:raises TableError: when ``person`` has voted on the present turn."""
    if await ballots.own(service.store, table.id, table.turn_began, person):
        raise TableError(
            "You’ve voted on this turn yourself. You can only guess turns that you don’t vote on."
        )


async def judge(service: TableService, table: Table) -> list[Guess]:
    """The guesses of the latest turn that anybody guessed, and those that are still open.

    Those whose turn has been played meanwhile are judged and noted first.
    """
    found = await stored.latest(service.store, table.id)
    waiting = [each for each in found if each.hit is None]
    if waiting and not table.reaches(min(each.seq for each in waiting)):
        table = await service.history(table)
    judged: dict[Guess, int | None] = {}
    for each in waiting:
        if table.undone_to > each.seq:
            judged[each] = None
        elif (hit := _hit(table, each)) is not None:
            judged[each] = int(hit)
    if not judged:
        return found
    await stored.judge(service.store, judged)
    return await stored.latest(service.store, table.id)


def _hit(table: Table, guess: Guess) -> bool | None:
    """Whether a guess was played; None while that isn't certain, and if the game ended before the turn."""
    actions = guess.text.split("\n")
    played = [str(turn.action) for turn in _since(table, guess.seq)][: len(actions)]
    if played != actions[: len(played)]:
        return False
    if len(played) == len(actions):
        return True
    return False if played and table.status == "over" else None


def played(table: Table, guess: Guess) -> list[str]:
    """The actions that stand where somebody guessed: as many as theirs, or fewer if the game has no more."""
    turns = [turn for turn in table.turns[guess.place :] if turn.seat != CHANCE]
    return [str(turn.action) for turn in turns[: len(guess.text.split("\n"))]]


def played_after(table: Table, guess: Guess, version: int) -> bool:
    """Whether what was guessed was played after ``version``, and not by then."""
    if guess.seq > version or not table.reaches(guess.seq):
        return False
    played = _since(table, guess.seq)[: len(guess.text.split("\n"))]
    return any(turn.seq > version for turn in played)


def _since(table: Table, seq: int) -> list[Turn]:
    """What people and computers have played since version ``seq``."""
    return [turn for turn in table.turns if turn.seq > seq and turn.seat != CHANCE]


def fresh(table: Table, found: Sequence[Guess]) -> list[Guess]:
    """Those of the ``found`` guesses that are judged, of the latest turn but for computers' answers."""
    # One that was undone is of a turn that never was.
    judged = [each for each in found if each.hit is not None and each.seq >= table.undone_to]
    if not judged:
        return []
    last = max(judged, key=lambda each: each.seq)
    later = _since(table, last.seq)[len(last.text.split("\n")) :]
    if any(kind_of(table.player_of(turn) or 0) is not Kind.COMPUTER for turn in later):
        return []
    return [each for each in judged if each.place == last.place]


def lookouts(found: Sequence[Guess]) -> list[tuple[int, Share]]:
    """The people who saw most turns coming, the best first; of equals, who guessed fewer."""
    shares = stored.shares(found)
    best = sorted(shares.items(), key=lambda each: (-each[1].hits, each[1].guesses, each[0]))
    return [each for each in best if each[1].hits][:MAX_LOOKOUTS]
