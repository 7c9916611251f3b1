"""A store that is alone at its file: it reads little, and what it says is what the file says."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import AsyncIterator, Coroutine
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from data.store import recent
from data.store.queries import people
from data.store.recent import Recent, Seats
from data.store.records import Event, Header, Stored
from data.store.sqlite import driver
from data.store.store import Store, sqlite_url
from tests.patience import PATIENCE

from .logs import ANN, BOB, header, opened, play

SESSIONS = 3


class Pair(NamedTuple):
    """Two ways to one file."""

    store: Store
    """Alone: nobody else writes."""
    truth: Store
    """Reads all that it is asked."""


@pytest.fixture
async def pair(tmp_path: Path, blank: Path) -> AsyncIterator[Pair]:
    """An empty file."""
    url = sqlite_url(Path(shutil.copy(blank, tmp_path / "tables.sqlite3")))
    found = Pair(await Store.open(url, alone=True), await Store.open(url))
    yield found
    for each in found:
        await each.close()


async def agree(pair: Pair, numbers: list[int]) -> None:
    """Both say the same of everything, however often they are asked."""
    for number in numbers:
        whole = await pair.truth.load(number)
        assert whole is not None
        for after in (0, whole.header.version, whole.header.version - 1, 0, whole.header.version):
            assert await pair.store.load(number, after) == await pair.truth.load(number, after)
    for person in (ANN, BOB):
        assert await pair.store.person_settings(person) == await pair.truth.person_settings(person)
        assert await pair.store.server_settings(person) == await pair.truth.server_settings(person)


def count_readings(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all jobs that read from now on."""
    read, asked = store._read, list[str]()

    def counted(job: Any, *args: Any, **kwargs: Any) -> Any:
        asked.append(job.__name__)
        return read(job, *args, **kwargs)

    monkeypatch.setattr(store, "_read", counted)
    return asked


async def test_what_was_read_or_written_last_is_not_read_again(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = pair.store
    number = await store.create(header(), opened())
    await store.set_person_settings(ANN, "{}")
    asked = count_readings(store, monkeypatch)
    await store.load(number)
    await store.append(number, 2, [play("d4")], status="playing", deadline=7)
    await store.set_address(number, channel=30, card=31, shown=3)
    stored = await store.load(number, 3)
    assert stored is not None
    assert (stored.header.version, stored.header.status, stored.header.deadline) == (3, "playing", 7)
    assert (stored.header.address.card, stored.header.address.shown) == (31, 3)
    assert await store.person_settings(ANN) == "{}"
    assert await store.server_settings(5) is None
    assert await store.server_settings(5) is None
    assert asked == ["read_with_settings", "text"]
    monkeypatch.undo()
    await agree(pair, [number])


async def test_a_transaction_of_any_sort_lets_everything_be_read_again(pair: Pair) -> None:
    store = pair.store
    number = await store.create(header(), opened())
    await agree(pair, [number])
    await store.set_server_settings(5, '{"threads": false}')
    await people.change_person(store, ANN, {"pings": "none"})
    await agree(pair, [number])
    assert await store.freeze(number, 2)
    await agree(pair, [number])
    assert await people.erase(store, ANN, ("lobby", "playing"), 9) == [number]
    await agree(pair, [number])


async def test_whoever_sits_down_or_picks_squares_is_read(pair: Pair) -> None:
    store = pair.store
    number = await store.create(header(), opened())
    await store.load(number)
    await store.append(number, 2, [Event("sit", "green", BOB, "Bob", at=3)])
    await agree(pair, [number])
    await store.set_seat(number, "green", draft="b2 c3")
    await agree(pair, [number])


async def test_a_write_that_fails_changes_nothing_that_is_known(pair: Pair) -> None:
    store = pair.store
    number = await store.create(header(), opened("k1"))
    await store.load(number)
    await pair.truth.append(number, 2, [play("d4", "k2")])
    for failing in (play("e5", "k3"), play("e5", "k1")):
        with pytest.raises(Exception, match="is not at version"):
            await store.append(number, 2, [failing])
        await agree(pair, [number])


async def test_no_more_is_kept_than_has_room(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent, "SESSIONS", 2)
    monkeypatch.setattr(recent, "TEXTS", 2)
    numbers = [await pair.store.create(header(), opened()) for _ in range(4)]
    await agree(pair, numbers)
    known = pair.store._recent
    assert known is not None
    assert (len(known._sessions), len(known._texts)) == (2, 2)


def stored(version: int) -> Stored:
    """Session 7 at a version, without a seat."""
    return Stored(header(id=7, version=version), (), ())


def moved_on(known: Header, seats: Seats) -> tuple[Header, Seats]:
    """What a write makes of it: version 3."""
    return replace(known, version=3), seats


async def test_a_reading_that_a_write_has_overtaken_is_not_kept() -> None:
    known = Recent()
    begun = known.mark(7)
    with known.writing(7, moved_on):
        within = known.mark(7)
        assert within != begun
    for mark in (begun, within):
        known.keep_session(stored(2), mark)
        assert known.session(7, 9) is None
    known.keep_session(stored(3), known.mark(7))
    assert known.session(7, 3) == stored(3)
    assert known.session(7, 2) is None, "there are events behind that"


async def test_what_is_read_during_a_write_is_changed_by_it() -> None:
    known = Recent()
    with known.writing(7, moved_on):
        known.keep_session(stored(2), known.mark(7))
        assert known.session(7, 2) == stored(2)
    assert known.session(7, 3) == stored(3)
    with known.writing(7, lambda _header, _seats: None):
        pass
    assert known.session(7, 3) is None


async def test_after_a_write_that_nobody_waits_for_nothing_is_kept_until_it_must_be_done() -> None:
    known = Recent()
    known.keep_session(stored(2), known.mark(7))
    with pytest.raises(asyncio.CancelledError), known.writing(7, moved_on):
        raise asyncio.CancelledError
    known.keep_session(stored(2), known.mark(7))
    assert known.session(7, 2) is None
    with known.writing(7, moved_on):
        pass
    known.keep_session(stored(3), known.mark(7))
    assert known.session(7, 3) is None
    with known.transaction():
        pass
    known.keep_session(stored(3), known.mark(7))
    assert known.session(7, 3) == stored(3)


async def test_what_was_read_before_a_transaction_ended_is_not_kept() -> None:
    known, key = Recent(), ("person", ANN)
    mark, at = known.mark(), known.mark(7)
    known.keep_texts({key: "old"}, mark)
    with known.transaction():
        pass
    assert known.text(key) is None
    known.keep_texts({key: "old"}, mark)
    known.keep_session(stored(2), at)
    assert known.text(key) is None
    assert known.session(7, 2) is None
    known.keep_texts({key: None}, known.mark())
    assert known.text(key) == (None,)


async def test_after_a_transaction_that_nobody_waits_for_nothing_is_kept_until_the_next_has_ended() -> None:
    known, key = Recent(), ("person", ANN)

    def keep() -> tuple[bool, bool]:
        known.keep_texts({key: "old"}, known.mark())
        known.keep_session(stored(2), known.mark(7))
        return known.text(key) is not None, known.session(7, 2) is not None

    assert keep() == (True, True)
    with pytest.raises(asyncio.CancelledError), known.transaction():
        raise asyncio.CancelledError
    assert keep() == (False, False)
    with pytest.raises(ValueError, match="before it wrote"), known.transaction():
        raise ValueError("before it wrote")
    assert keep() == (False, False)
    with known.transaction():
        pass
    assert keep() == (True, True)


async def test_what_is_committed_after_everybody_has_left_is_known(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, committing, go_on = pair.store, asyncio.Event(), threading.Event()
    await store.set_person_settings(ANN, "old")

    async def slowly(connection: Any) -> None:
        committing.set()
        await connection.lend(lambda raw: (go_on.wait(), raw.commit()))

    with monkeypatch.context() as slow:
        slow.setattr(driver.Connection, "commit", slowly)
        writing = asyncio.create_task(store.set_person_settings(ANN, "new"))
        await committing.wait()
        # Whoever is cancelled once sees to the connection's end.
        while not writing.done():
            writing.cancel()
            await asyncio.sleep(0)
    assert await store.person_settings(ANN) == "old"
    go_on.set()
    async with asyncio.timeout(PATIENCE):
        while await pair.truth.person_settings(ANN) != "new":  # noqa: ASYNC110 (a thread of the driver tells nobody)
            await asyncio.sleep(0.01)
    assert await store.person_settings(ANN) == "new"


def doing(
    store: Store, rng: Random, numbers: list[int], versions: dict[int, int]
) -> Coroutine[Any, Any, Any]:
    """Something that a bot does."""
    number = rng.choice(numbers)
    match rng.randrange(8):
        case 0 | 1:
            moved = [play(f"a{rng.randrange(99)}")]
            status = rng.choice([None, "playing"])
            return store.append(number, versions[number], moved, status=status, deadline=rng.randrange(99))
        case 2 | 3:
            return store.set_address(number, **{rng.choice(["card", "shown", "channel"]): rng.randrange(99)})
        case 4:
            return store.set_seat(number, "red", marks=f"b{rng.randrange(99)}")
        case 5:
            return store.set_person_settings(rng.choice([ANN, BOB]), f'{{"n": {rng.randrange(99)}}}')
        case 6:
            return store.person_settings(rng.choice([ANN, BOB]))
        case _:
            return store.load(number, rng.choice([0, versions[number]]))


@pytest.mark.parametrize("seed", range(12))
async def test_whatever_happens_at_once_and_is_left_half_way_it_says_what_the_file_says(
    pair: Pair, seed: int
) -> None:
    rng, store = Random(seed), pair.store
    numbers = [await store.create(header(), opened()) for _ in range(SESSIONS)]
    for _ in range(25):
        found = [await pair.truth.load(number) for number in numbers]
        versions = {each.header.id: each.header.version for each in found if each is not None}
        tasks = [
            asyncio.create_task(doing(store, rng, numbers, versions)) for _ in range(rng.randrange(1, 7))
        ]
        for _ in range(rng.randrange(3)):
            await asyncio.sleep(rng.choice([0, 0, 0.0005]))
            rng.choice(tasks).cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # Whatever nobody waits for any more comes to its end.
        async with store._gate:
            pass
        await agree(pair, numbers)
