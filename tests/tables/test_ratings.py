"""Ratings: which games count, what they change, and that recomputing changes nothing."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import mean

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.components.hooks import NO_EXTRAS
from bot.features.privacy import erasure
from bot.features.privacy.data_export import export
from bot.features.ratings import history, method, milestones, standings
from bot.features.ratings.method import (
    ACTIVE,
    MONTH,
    PUBLIC,
    RATINGS,
    SHOWN_FROM,
    chance,
    points,
    provisional,
)
from bot.features.ratings.rated_games import RatedGame
from bot.features.ratings.standings import settle_settings
from bot.people import computers
from bot.people.settings import Setting, change
from bot.players.player import LEVELS
from bot.tables.events import agreements, moves, opening
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store import schema
from data.store.queries import people, ratings, servers
from data.store.queries.ratings import EVERYWHERE, Strength
from data.store.store import Store, sqlite_url
from tests.databases import fetch, on_both
from tests.games.registry import GAMES

from .harness import (
    ANN,
    BOB,
    CID,
    DEE,
    EVE,
    HERE,
    TOYS,
    Room,
    play_on,
    rematched,
    replaced,
    seated,
    undone,
)

DAY = MONTH // 30


async def played(service: TableService, *people: Person, game: str = "tug", **given: str) -> Table:
    """A game in which everybody had their turns."""
    table = await seated(service, game, *people, **given)
    return await turns(service, table)


async def turns(service: TableService, table: Table, rounds: int = 4) -> Table:
    for _ in range(rounds):
        table = await play_on(service, table, Random(table.version))
    return table


async def won(service: TableService, winner: Person, loser: Person, game: str = "tug") -> Table:
    table = await played(service, winner, loser, game=game)
    return await service.resign(table.id, loser)


async def rating(service: TableService, person: Person, ladder: str = "tug") -> int | None:
    found = (await ratings.present(service.store, [person.id])).get(person.id, {})
    return points(found[ladder]) if ladder in found else None


async def test_a_win_moves_both_ratings_by_the_same(service: TableService) -> None:
    table = await won(service, ANN, BOB)
    ann, bob = await rating(service, ANN), await rating(service, BOB)
    assert ann is not None
    assert bob is not None
    assert ann - 1500 == 1500 - bob > 0
    first, second = await ratings.changes(service.store, table.id)
    assert (first.person, first.result, points(first.before)) == (ANN.id, 1, 1500)
    assert (second.result, second.after.games) == (-1, 1)


async def test_a_draw_between_equals_changes_nothing(service: TableService) -> None:
    table = await played(service, ANN, BOB)
    await service.change_as(table.id, ANN, agreements.offer_draw)
    await service.change_as(table.id, BOB, agreements.offer_draw)
    assert (await rating(service, ANN), await rating(service, BOB)) == (1500, 1500)
    assert [change.result for change in await ratings.changes(service.store, table.id)] == [0, 0]


async def test_a_rematch_asked_for_after_the_end_rates_nothing_twice(service: TableService) -> None:
    table = await won(service, ANN, BOB)
    assert (await rematched(service, table.id, ANN, BOB)).header.rated == "people"
    assert len(await ratings.changes(service.store, table.id)) == 2


async def test_only_those_at_ones_own_tables_are_known_from_elsewhere(service: TableService) -> None:
    await seated(service, "tug", ANN, BOB)
    await seated(service, "tug", CID, DEE)
    viewer = standings.Viewer(ANN.id, server=None)
    assert await standings.may_be_known(service.store, [BOB.id, CID.id], viewer) == {BOB.id}


async def unrated(service: TableService, table: Table, loser: Person) -> None:
    """``loser`` gives up, and nothing is rated."""
    assert (await service.resign(table.id, loser)).status == "over"
    assert await ratings.changes(service.store, table.id) == []


async def test_a_game_given_up_before_the_second_turns_is_not_rated(service: TableService) -> None:
    await unrated(service, await turns(service, await seated(service, "tug", ANN, BOB), 3), BOB)


async def test_a_choice_at_the_start_keeps_a_game_unrated(service: TableService) -> None:
    table = await service.open("tug", ANN, {}, HERE, rated="no")
    await service.join(table.id, BOB, None)
    await unrated(
        service, await turns(service, await service.change_as(table.id, ANN, opening.start_early)), BOB
    )


async def test_a_game_with_an_undo_is_not_rated(service: TableService) -> None:
    table = await played(service, ANN, BOB, game="hex")
    people = sorted((ANN, BOB), key=lambda person: table.player_of(table.turns[-1]) != person.id)
    await turns(service, await undone(service, table.id, *people))
    await unrated(service, table, BOB)


async def test_a_game_with_a_take_over_is_not_rated(service: TableService) -> None:
    table = await played(service, ANN, BOB)
    await replaced(service, table.id, BOB, CID, ANN)
    await unrated(service, table, CID)


async def test_a_game_against_the_computer_is_rated_in_its_own_pool_if_that_was_chosen(
    room: Room,
) -> None:
    service = await room.program(games={"hex": replace(GAMES["hex"], computer=1)})
    for rated in ("people", "yes"):
        table = await service.open("hex", ANN, {}, HERE, computer="deckhand", rated=rated)
        table = await turns(service, table, 6)
        table = await service.resign(table.id, ANN)
        assert (await ratings.changes(service.store, table.id) == []) == (rated == "people")
    assert await rating(service, ANN, "hex") is None
    assert await rating(service, ANN, "hex/computers") is not None


async def test_a_game_with_a_hint_is_not_rated(room: Room) -> None:
    service = await room.program(games={"hex": replace(GAMES["hex"], computer=1)})
    table = await service.open("hex", ANN, {}, HERE, computer="deckhand", rated="yes")
    while ANN not in table.awaited:
        table = await turns(service, table, 1)
    table = await service.change_as(table.id, ANN, moves.take_hint)
    await unrated(service, await turns(service, table, 6), ANN)


@pytest.mark.parametrize(("rounds", "side"), [(2, "the crew"), (3, "the crew"), (200, "the captain")])
async def test_rounds_far_from_even_keep_a_game_unrated_and_the_lobby_says_so(
    room: Room, service: TableService, rounds: int, side: str
) -> None:
    """With two or three rounds, a crew that plays at random beats any captain."""
    lobby = await service.open("crackers", ANN, {"rounds": str(rounds)}, HERE)
    (told,) = (await standings.extras(service, lobby)).lines
    assert told.startswith(f"-# This game isn’t rated, because {rounds} rounds favour {side}. Rated games")
    table = await turns(service, await seated(service, "crackers", ANN, BOB, rounds=str(rounds)), 6)
    await unrated(service, table, BOB)
    alone = await room.program(games={"crackers": replace(GAMES["crackers"], computer=1)})
    given = {"board": "bell", "rounds": str(rounds)}
    table = await alone.open("crackers", ANN, given, HERE, side="captain", computer="captain", rated="yes")
    await unrated(alone, await turns(alone, table, 7), ANN)
    (told,) = (await standings.extras(alone, await alone.get(table.id))).lines
    assert told.startswith("-# This game isn’t rated, because")


async def test_a_game_of_the_usual_rounds_is_rated(service: TableService) -> None:
    lobby = await service.open("crackers", ANN, {"board": "outpost"}, HERE)
    assert (await standings.extras(service, lobby)).lines == (standings.RATED,)
    table = await turns(service, await seated(service, "crackers", ANN, BOB, board="outpost"), 10)
    await service.resign(table.id, BOB)
    assert len(await ratings.changes(service.store, table.id)) == 2


async def test_older_tables_and_their_rematches_keep_their_rounds(room: Room, service: TableService) -> None:
    """Tables without a number in their options have the designer’s, as when they were opened."""
    before = await room.program(games={"crackers": replace(GAMES["crackers"], completed=lambda given: given)})
    table = await turns(before, await seated(before, "crackers", ANN, BOB, board="outpost"), 10)
    assert "rounds" not in table.header.options
    assert (await service.get(table.id)).view_for(None).rounds == 46
    await service.resign(table.id, BOB)
    assert (await rematched(service, table.id, ANN, BOB)).view_for(None).rounds == 46
    new = await seated(service, "crackers", ANN, BOB, board="outpost")
    assert new.view_for(None).rounds == int(new.options["rounds"]) < 46


async def test_one_against_several_has_two_ratings(service: TableService) -> None:
    table = await turns(service, await played(service, ANN, BOB, CID, game="lonely"))
    lone = table.seating.side_people(table.seating.sides[0])[0]
    await service.resign(table.id, lone)
    crew = [person for person in (ANN, BOB, CID) if person != lone]
    assert await rating(service, lone, "lonely/captain") is not None
    assert await rating(service, lone, "lonely/crew") is None
    assert len({await rating(service, person, "lonely/crew") for person in crew}) == 1
    assert await rating(service, crew[0], "lonely/captain") is None


async def chosen(service: TableService, person: Person, given: dict[Setting[bool], bool]) -> None:
    """``person`` changes these settings."""
    settle = settle_settings(person.id, given)
    await change(service.store, person.id, given, settle=settle)


@on_both
async def test_someone_with_ratings_off_keeps_a_game_unrated(service: TableService) -> None:
    await chosen(service, BOB, {RATINGS: False})
    await unrated(service, await played(service, ANN, BOB), BOB)
    assert await fetch(service.store, "SELECT rated FROM game_table") == ["out"]
    # So it stays, whatever they choose later.
    await chosen(service, BOB, {RATINGS: True})
    assert (await history.recompute_all(service.store, GAMES | TOYS)).games == 0


async def settled(service: TableService, *people: Person) -> None:
    """Everybody in ``people`` has won and lost enough to be known well, at tables that are gone by now."""
    facts = []
    for number in range(60):
        first, second = Random(number).sample([person.id for person in people], 2)
        facts.append(
            RatedGame(9000 + number, "tug", ("tug", "tug"), ((first,), (second,)), 1, 5, service.now())
        )
    await history.recompute(service.store, facts, ())


async def listed(service: TableService, guild: int = 5) -> list[int]:
    found = await ratings.top(service.store, guild, "tug", service.now() - ACTIVE, 10)
    return [each.person for each in found]


async def test_rankings_name_settled_and_public_people_who_play(room: Room, service: TableService) -> None:
    await settled(service, ANN, BOB, CID, DEE)
    # These numbers stand in people's databases.
    assert await fetch(service.store, "SELECT DISTINCT guild FROM rating ORDER BY guild") == [0, 5]
    everybody = await listed(service)
    assert sorted(everybody) == [ANN.id, BOB.id, CID.id, DEE.id]
    assert await listed(service, 6) == []
    assert await listed(service, EVERYWHERE) == everybody
    await won(service, ANN, EVE)
    assert EVE.id not in await listed(service)
    await chosen(service, BOB, {PUBLIC: False})
    await chosen(service, CID, {RATINGS: False})
    assert sorted(await listed(service)) == [ANN.id, DEE.id]
    await won(service, ANN, BOB)
    assert BOB.id not in await listed(service)
    await chosen(service, BOB, {PUBLIC: True})
    assert BOB.id in await listed(service)
    room.ticks += 5 * MONTH
    assert await listed(service) == []


async def few(service: TableService) -> None:
    """Some games of three people."""
    for winner, loser in ((ANN, BOB), (CID, BOB), (BOB, ANN), (ANN, CID)):
        await won(service, winner, loser)


async def tables_of_ratings(store: Store) -> tuple[list[object], list[object]]:
    def read(connection: sa.Connection) -> tuple[list[object], list[object]]:
        rated, rating = schema.rated, schema.rating
        return (
            [tuple(row) for row in connection.execute(sa.select(rated).order_by(*rated.primary_key))],
            [tuple(row) for row in connection.execute(sa.select(rating).order_by(*rating.primary_key))],
        )

    return await store.read(read)


@on_both
async def test_recomputing_repairs_what_is_wrong_or_missing(service: TableService) -> None:
    await few(service)
    await chosen(service, BOB, {PUBLIC: False})
    table = await turns(service, await played(service, ANN, BOB, CID, game="lonely"))
    await service.resign(table.id, table.seating.side_people(table.seating.sides[0])[0])
    before = await tables_of_ratings(service.store)
    await service.store.write(lambda c: c.execute(sa.text("DELETE FROM rating")).close())
    await service.store.write(lambda c: c.execute(sa.text("UPDATE rated SET mu = 1, result = 0")).close())
    await service.store.write(lambda c: c.execute(sa.text("DELETE FROM rated WHERE table_id = 2")).close())
    await history.recompute_all(service.store, GAMES | TOYS)
    assert await tables_of_ratings(service.store) == before


async def about(service: TableService, person: Person) -> int:
    """The number of rows about somebody."""
    return sum([len(await people.rows_about(service.store, name, person.id)) for name in ("rated", "rating")])


async def test_forgetting_leaves_the_ratings_of_others_as_they_are(service: TableService) -> None:
    await few(service)
    _, before = await tables_of_ratings(service.store)
    await erasure.erase(service, BOB)
    _, after = await tables_of_ratings(service.store)
    assert after == [row for row in before if row[0] != BOB.id]  # type: ignore[index]
    assert await about(service, BOB) == 0
    everything = await tables_of_ratings(service.store)
    await history.recompute_all(service.store, GAMES | TOYS)
    assert await tables_of_ratings(service.store) == everything
    await won(service, ANN, CID)
    assert await rating(service, ANN) is not None


@on_both
async def test_a_server_that_is_removed_takes_its_rankings_along_but_nobodys_rating(
    service: TableService,
) -> None:
    await few(service)
    before = await rating(service, ANN)
    await servers.note_server(service.store, 5, 1)
    await servers.remove_servers(service.store, 2)
    assert await listed(service) == []
    assert await rating(service, ANN) == before
    report = await history.recompute_all(service.store, GAMES | TOYS)
    assert (report.games, report.changed) == (4, 0)
    assert await rating(service, ANN) == before
    for person in (ANN, BOB):
        await erasure.erase(service, person)
        assert await rating(service, person) is None
        assert await about(service, person) == 0
    left = await fetch(service.store, "SELECT person FROM rated ORDER BY table_id, person")
    assert left == [-2, -1, -1, CID.id, -2, -1, -1, CID.id], "two at a table are two still"


async def test_ratings_stand_beside_names_before_a_game_and_after_it(service: TableService) -> None:
    for number in range(SHOWN_FROM):
        lobby = await service.open("tug", ANN, {}, HERE)
        before = await standings.extras(service, lobby)
        assert before.lines == (standings.RATED,)
        assert not before.beside, number
        await won(service, ANN, BOB)
    lobby = await service.open("tug", ANN, {}, HERE)
    before = await standings.extras(service, lobby)
    assert list(before.beside) == [ANN.id]
    table = await played(service, ANN, BOB)
    assert await standings.extras(service, table) == NO_EXTRAS
    table = await service.resign(table.id, BOB)
    (line,) = (await standings.extras(service, table)).lines
    assert line.startswith(f"Ratings: <@{ANN.id}> ")
    await change(service.store, ANN.id, {PUBLIC: False})
    assert str(ANN.id) not in str(await standings.extras(service, table))


@on_both
async def test_the_first_win_is_told_once(service: TableService) -> None:
    async def told(table: Table) -> tuple[str, ...]:
        return (await milestones.extras(service, table)).lines

    table = await played(service, ANN, BOB)
    assert await told(table) == (), "nobody has won yet"
    table = await service.resign(table.id, BOB)
    assert await told(table) == ("First win in Tug of War for Ann.",)
    assert await told(await won(service, ANN, BOB)) == ()
    assert await told(await won(service, BOB, ANN)) == ("First win in Tug of War for Bob.",)


async def test_a_win_that_nobody_played_for_is_not_the_first(service: TableService) -> None:
    first = await service.resign((await seated(service, "tug", ANN, BOB)).id, BOB)
    assert await ratings.changes(service.store, first.id) == []
    assert not (await milestones.extras(service, first)).lines
    assert (await milestones.extras(service, await won(service, ANN, BOB))).lines


async def test_a_first_win_is_not_told_of_who_hides_their_profile(service: TableService) -> None:
    await change(service.store, ANN.id, {PUBLIC: False})
    assert not (await milestones.extras(service, await won(service, ANN, BOB))).lines


async def test_the_export_has_the_ratings_and_what_they_come_from(service: TableService) -> None:
    table = await won(service, ANN, BOB)
    stored = await export(service, ANN.id)
    (game,) = stored["ratings"]["games"]
    assert (game["table"], game["result"], game["rating"]) == (table.id, "won", await rating(service, ANN))
    assert [each["rating"] for each in stored["ratings"]["now"]] == [game["rating"]] * 2
    assert await about(service, EVE) == 0


# The method


def game(number: int, *sides: tuple[int, ...], result: int, at: int | None = None) -> RatedGame:
    ladders = ("x", "x") if len(sides[0]) == len(sides[1]) else ("x/captain", "x/crew")
    return RatedGame(number, "x", ladders, (sides[0], sides[1]), result, 5, at if at is not None else number)


def play_all(games: list[RatedGame]) -> dict[tuple[int, str], Strength]:
    book = history.History()
    for each in games:
        book.play(each)
    return book.strengths


def test_equal_people_at_uneven_tables_keep_equal_ratings() -> None:
    rng, games = Random(7), []
    for number in range(1, 2_001):
        captain, *crew = rng.sample(range(1000, 1040), 4)
        result = 1 if rng.random() < 0.75 else -1
        games.append(game(number, (captain,), tuple(crew), result=result, at=number * DAY // 12))
    found = play_all(games)
    captains, crews = (
        [strength for (_, ladder), strength in found.items() if ladder == name]
        for name in ("x/captain", "x/crew")
    )
    for group in (captains, crews):
        assert abs(mean(map(points, group)) - 1500) < 60
        assert max(abs(points(each) - mean(map(points, group))) for each in group) < 250
    middle = [replace(group[0], mu=mean(each.mu for each in group)) for group in (captains, crews)]
    assert chance([middle[0]], [middle[1]] * 3, found[3, "x"]) == pytest.approx(0.75, abs=0.05)


def test_a_newcomer_alone_is_not_predicted_to_lose_against_three() -> None:
    new = Strength(method.MEAN, method.DEVIATION)
    assert chance([new], [new] * 3) == chance([new], [new]) == 0.5


def test_a_rating_is_provisional_at_first_and_again_after_a_long_pause() -> None:
    games = [game(n, (1000,), (1001 + n % 5,), result=1 if n % 2 else -1, at=n * DAY) for n in range(1, 31)]
    found = play_all(games)
    ann = found[1000, "x"]
    assert provisional(play_all(games[:3])[1000, "x"], 4 * DAY)
    assert not provisional(ann, ann.at + MONTH)
    assert provisional(ann, ann.at + 12 * MONTH)
    assert points(method.aged(ann, ann.at + 12 * MONTH)) == points(ann)
    assert method.aged(ann, ann.at + 10**15).sigma == method.DEVIATION


def test_the_same_opponent_over_and_over_counts_for_less() -> None:
    same = play_all([game(n, (1000,), (1001,), result=1) for n in range(1, 31)])
    fresh = play_all([game(n, (1000,), (1000 + n,), result=1) for n in range(1, 31)])
    slow = play_all([game(n, (1000,), (1001,), result=1, at=n * MONTH) for n in range(1, 31)])
    assert same[1000, "x"].mu < fresh[1000, "x"].mu
    assert same[1000, "x"].mu < slow[1000, "x"].mu
    assert same[1000, "x"].sigma > fresh[1000, "x"].sigma


@pytest.mark.parametrize("level", [each.key for each in LEVELS])
def test_a_computer_over_and_over_counts_for_as_much_less_as_a_person(level: str) -> None:
    computer = computers.newcomer(level, ())
    weights = []
    for other in (computer, 1001):
        book = history.History()
        rows = [book.play(game(n, (1000,), (other,), result=1))[0] for n in range(1, 201)]
        weights.append([row.weight for row in rows])
    assert weights[0] == weights[1]
    assert weights[0] == sorted(weights[0], reverse=True)
    assert weights[0][0] == 1
    assert weights[0][-1] < 0.03


# What a draw, a win and a surprise between a rating of 30 and one of 20 come to; and the same against three.
NUMBERS = {
    (0, 1): (29.045364939, 7.963506715, 20.954635061, 7.963506715),
    (1, 1): (31.680754432, 7.963506715, 18.319245568, 7.963506715),
    (-1, 1): (26.409975446, 7.963506715, 23.590024554, 7.963506715),
    (0, 3): (28.956852336, 7.932028378, 20.347785424, 8.290058112),
}


@pytest.mark.parametrize(("result", "others"), NUMBERS)
def test_unequal_people_get_the_numbers_that_are_kept(result: int, others: int) -> None:
    """Stored ratings have to come out the same, to the last digit, whatever release of openskill it is."""
    strong, weak = Strength(30, method.DEVIATION, 9, 1), Strength(20, method.DEVIATION, 9, 1)
    crew = tuple(range(1001, 1001 + others))
    known = {1000: strong} | dict.fromkeys(crew, weak)
    found = method.play(game(2, (1000,), crew, result=result), known, [0] * others, None).after
    first, second = found[1000], found[1001]
    assert (first.mu, first.sigma, second.mu, second.sigma) == pytest.approx(
        NUMBERS[result, others], abs=1e-9
    )


# The order in which games are stored


@st.composite
def seasons(draw: st.DrawFn) -> tuple[list[RatedGame], list[RatedGame]]:
    """Games, and the same games in another order."""
    games = []
    for number in range(1, draw(st.integers(2, 9)) + 1):
        people = draw(st.permutations(range(1000, 1007)))
        size = draw(st.sampled_from([1, 1, 2]))
        at = draw(st.integers(1, 5)) * draw(st.sampled_from([1, DAY, 2 * MONTH]))
        result = draw(st.sampled_from([-1, 0, 1]))
        games.append(game(number, (people[0],), tuple(people[1 : 1 + size]), result=result, at=at))
    return games, list(draw(st.permutations(games)))


def test_the_order_in_which_games_are_stored_does_not_matter(tmp_path: Path, blank: Path) -> None:
    file = Path(shutil.copy(blank, tmp_path / "tables.sqlite3"))
    runner = asyncio.Runner()
    store = runner.run(Store.open(sqlite_url(file)))

    async def stored(games: list[RatedGame]) -> object:
        await store.write(lambda connection: connection.execute(sa.delete(schema.rated)).close())
        await store.write(lambda connection: connection.execute(sa.delete(schema.rating)).close())

        def settle(connection: sa.Connection) -> None:
            for each in games:
                history.rate(connection, each)

        await store.write(settle)
        return await tables_of_ratings(store)

    async def compare(given: list[RatedGame], shuffled: list[RatedGame]) -> None:
        one = await stored(given)
        assert await stored(shuffled) == one
        read = {each.table_id for each in given}
        assert (await history.recompute(store, given, read))[1] == 0
        assert await tables_of_ratings(store) == one

    @given(season=seasons())
    @settings(max_examples=15, deadline=None)
    def check(season: tuple[list[RatedGame], list[RatedGame]]) -> None:
        runner.run(compare(*season))

    with runner:
        check()
        runner.run(store.close())


@on_both
async def test_processes_that_end_games_at_once_agree_with_a_recomputation(room: Room) -> None:
    services = [await room.program(seed) for seed in (1, 2, 3)]
    pairs = [(ANN, BOB), (BOB, CID), (CID, ANN), (DEE, EVE), (ANN, DEE), (EVE, BOB)]
    begun = [await played(services[0], *pair) for pair in pairs]
    ends: list[Awaitable[Table]] = [
        services[number % 3].resign(table.id, pairs[number][1]) for number, table in enumerate(begun)
    ]
    await asyncio.gather(*ends)
    before = await tables_of_ratings(services[0].store)
    assert len(before[0]) == 12
    assert (await history.recompute_all(services[0].store, GAMES | TOYS)).changed == 0
    assert await tables_of_ratings(services[0].store) == before
