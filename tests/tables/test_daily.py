"""Daily challenges, their chance, attempts and streaks; the scores of finished solo tables."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

from bot.components.hooks import BotContext, Features
from bot.components.interactions.languages import Languages
from bot.components.interactions.metrics import Metrics
from bot.features.daily import daily, daily_cards, scores
from bot.features.daily.daily_cards import FEATURE
from bot.features.ratings.profile_cards import profile_card
from bot.features.ratings.standings import Viewer
from bot.games import GAMES
from bot.games.core import CHANCE, DailyChallenge, SoloScore, SoloScores
from bot.games.curse.rules import ROLLS
from bot.languages import speaking
from bot.tables import days, lists
from bot.tables.automatic_turns import AutomaticTurns
from bot.tables.errors import NoSuchTable, TableError
from bot.tables.events import moves
from bot.tables.jobs.scheduler import Scheduler
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.record_text import record_text
from bot.tables.service import TableService
from bot.thinking.thinkers import Thinkers
from data.store.queries import daily as attempts
from data.store.queries.scores import PlayerScore, ScoreRow
from rendering.studio import Studio
from tests.databases import execute, on_both

from .harness import ANN, BOB, CID, HERE, Room, loaded, play_on, played_out, refused, seated
from .tug_of_war import GOAL, SOLO, Tug, TugView

CURSE = GAMES["curse"]
HARBOUR, REEF = 5, 6
DAY = 86_400_000


def rolls(table: Table) -> list[str]:
    return [str(turn.action) for turn in table.turns if turn.seat == CHANCE]


async def played(service: TableService, person: Person, guild: int = HARBOUR, seed: int = 1) -> Table:
    """Today's attempt, played at random to its end."""
    return await played_out(service, await daily.attempt(service, CURSE, person, guild), Random(seed))


def common(one: list[str], other: list[str]) -> bool:
    """Whether the shorter of two runs of dice is the beginning of the other."""
    least = min(len(one), len(other))
    return one[:least] == other[:least]


async def test_another_server_another_day_and_another_host_have_other_dice(
    service: TableService, room: Room
) -> None:
    runs = [rolls(await played(service, ANN, guild))[:6] for guild in (HARBOUR, REEF)]
    for later in (DAY, 0):
        room.ticks += later
        runs.append(rolls(await played(service, ANN))[:6])
        # Whoever hosts it has another secret.
        await execute(service.store, "DELETE FROM kv")
    assert len(set(map(tuple, runs))) == 4


async def test_a_day_begun_under_older_rules_ends_under_them_with_the_same_dice(room: Room) -> None:
    first = CURSE.under(1)
    assert first is not None
    before = await room.program(games={"curse": first})
    ann = await play_on(before, await daily.attempt(before, CURSE.under(1) or CURSE, ANN, HARBOUR), Random(1))
    after = await room.program()
    going_on = await daily.attempt(after, CURSE, ANN, HARBOUR)
    assert (going_on.id, going_on.version, going_on.header.rules) == (ann.id, ann.version, 1)
    bob = await played(after, BOB)
    assert bob.header.rules == 1, "both play the same map that day"
    assert common(rolls(ann), rolls(bob))
    there = await daily.attempt(after, CURSE, BOB, REEF)
    assert there.header.rules == CURSE.rules, "a server whose day hasn't begun plays the new one"
    room.ticks += DAY
    assert (await daily.attempt(after, CURSE, BOB, HARBOUR)).header.rules == CURSE.rules
    table = await played_out(after, await after.get(ann.id), Random(1))
    assert table.header.rules == 1, "what was begun the day before ends on its own map"


def test_all_rolls_come_up_equally_often() -> None:
    secret = bytes(32)
    drawn = [
        daily.generator(secret, daily.challenge_of(CURSE), HARBOUR, "2026-11-21", number).choice(ROLLS)
        for number in range(36 * 200)
    ]
    counts = [drawn.count(roll) for roll in ROLLS]
    assert min(counts) > 140
    assert max(counts) < 260


@on_both
async def test_two_requests_at_once_begin_one_attempt(service: TableService, room: Room) -> None:
    programs = [service, await room.program(), await room.program()]
    tables = await asyncio.gather(
        *(daily.attempt(each, CURSE, ANN, HARBOUR, f"i{order}") for order, each in enumerate(programs * 3))
    )
    assert len({table.id for table in tables}) == 1
    assert len(await lists.tables_of(service, ANN.id)) == 1


@on_both
async def test_an_attempt_can_not_be_called_off_and_begun_again(service: TableService) -> None:
    table = await daily.attempt(service, CURSE, ANN, HARBOUR)
    await refused(service.close(table.id, ANN), "The game has begun")
    await service.resign(table.id, ANN)
    assert (await daily.attempt(service, CURSE, ANN, HARBOUR)).status == "over"
    await refused(service.rematch(table.id, ANN), "one attempt a day")
    assert await scores.of_server(service, CURSE, HARBOUR, days.day_at(service.now())) == []
    assert await daily.streak(service, CURSE, ANN.id, HARBOUR) == 0, "a game that was resigned doesn't count"


async def test_nothing_at_the_table_holds_what_fixes_the_dice(service: TableService) -> None:
    table = await play_on(service, await daily.attempt(service, CURSE, ANN, HARBOUR), Random(1))
    secret = (await attempts.secret(service.store)).hex()
    stored = await loaded(service, table.id)
    assert "seed" not in stored.header.options
    assert table.options["seed"] is None
    known = "\n".join([record_text(table), repr(stored), repr(table), *map(str, table.turns)])
    assert secret not in known
    assert re.search(r"\d{15,}|[0-9a-f]{32,}", known.replace(str(stored.header.opened), "")) is None


async def test_nobody_else_sees_the_table(service: TableService) -> None:
    table = await daily.attempt(service, CURSE, ANN, HARBOUR)
    daily.require_sight(table, ANN.id)
    with pytest.raises(NoSuchTable):
        daily.require_sight(table, BOB.id)


@on_both
async def test_yesterdays_attempt_can_be_finished_today(service: TableService, room: Room) -> None:
    begun = await daily.attempt(service, CURSE, ANN, HARBOUR)
    yesterday = days.day_at(room.now())
    full = rolls(await played(service, BOB))
    room.ticks += DAY
    assert await daily.unfinished(service, CURSE, ANN.id, HARBOUR) == begun.id
    today = await daily.attempt(service, CURSE, ANN, HARBOUR)
    assert today.id != begun.id
    begun = await played_out(service, begun, Random(5))
    assert common(rolls(begun), full)
    standings = await scores.of_server(service, CURSE, HARBOUR, yesterday)
    assert {standing.person for standing in standings} == {ANN.id, BOB.id}
    assert await daily.unfinished(service, CURSE, ANN.id, HARBOUR) is None


async def test_once_a_day_is_over_its_dice_are_those_that_everybody_had(service: TableService) -> None:
    began = [rolls(await played(service, person)) for person in (ANN, BOB)]
    found = await daily.results(service.store, CURSE, HARBOUR, days.day_at(service.now()))
    for own in began:
        assert [*map(str, found)][: len(own)] == [*map(str, own)]
    assert max(map(len, began)) < len(found)
    assert await daily.results(service.store, CURSE, HARBOUR, "2026-01-01") == (), "nobody played"


@pytest.mark.parametrize(
    ("finished", "today", "length"),
    [
        ([], "2026-11-21", 0),
        (["2026-11-21"], "2026-11-21", 1),
        (["2026-11-20"], "2026-11-21", 1),
        (["2026-11-19"], "2026-11-21", 0),
        (["2026-11-21", "2026-11-20", "2026-11-18"], "2026-11-21", 2),
        (["2027-01-01", "2026-12-31", "2026-12-30"], "2027-01-02", 3),
        (["2028-03-01", "2028-02-29", "2028-02-28"], "2028-03-01", 3),
    ],
)
def test_a_streak_reaches_today_or_yesterday(finished: list[str], today: str, length: int) -> None:
    assert days.in_a_row(finished, today) == length


@on_both
async def test_streaks_are_counted_by_person_and_server(service: TableService, room: Room) -> None:
    for order in range(3):
        await played(service, ANN)
        if order != 1:
            await played(service, BOB)
        assert await daily.streak(service, CURSE, ANN.id, HARBOUR) == order + 1
        room.ticks += DAY
    assert await daily.streak(service, CURSE, ANN.id, HARBOUR) == 3, "until the day that was left out is over"
    assert await daily.streak(service, CURSE, BOB.id, HARBOUR) == 1
    assert await daily.streak(service, CURSE, ANN.id, REEF) == 0
    room.ticks += DAY
    assert await daily.streak(service, CURSE, ANN.id, HARBOUR) == 0


def test_days_are_those_of_greenwich() -> None:
    midnight = 1_795_219_200_000
    before, after = days.day_at(midnight - 1), days.day_at(midnight)
    assert date.fromisoformat(after) - date.fromisoformat(before) == timedelta(days=1)
    assert days.read_day("2026-11-05") == "5 November 2026"
    with speaking("de"):
        assert days.read_day("2026-11-05") == "5. November 2026"


async def test_another_game_may_declare_a_challenge_and_scores_of_its_own(room: Room) -> None:
    scored: SoloScores[TugView] = SoloScores(
        titles=("Strong",),
        goals=lambda _view: (),
        score=lambda view: SoloScore(abs(view.rope), "Strong" if view.rope > 0 else "", view.rope),
        tiebreak=lambda rope: f"rope at {rope}",
        full_tiebreak=lambda rope: f"rope at {rope} of {GOAL}",
    )
    challenge = DailyChallenge("The daily pull", "Pull", "Pull once", "the same luck", "🪢", " of strength")
    game = replace(SOLO, scores=scored, daily=challenge, start=lambda _: Tug(GOAL - 3, 0, "pull 2"))
    service = await room.program(games=GAMES | {"solo": game})
    ann = await daily.attempt(service, game, ANN, HARBOUR)
    assert (ann.game.key, ann.private) == ("solo", True)
    assert (await daily.attempt(service, game, ANN, HARBOUR)).id == ann.id, "one attempt a day"
    bob = await daily.attempt(service, game, BOB, HARBOUR)
    while ann.status == "playing":
        ann, bob = [await service.play(each.id, each.seating.people[0], "pull 2") for each in (ann, bob)]
    assert rolls(ann) == rolls(bob)
    standings = await scores.of_server(service, game, HARBOUR, days.day_at(service.now()))
    assert [each.person for each in standings] == [ANN.id, BOB.id]
    assert standings[0].score.points == abs(ann.view_for(None).rope)
    assert await daily.streak(service, game, ANN.id, HARBOUR) == 1
    assert await daily.streak(service, CURSE, ANN.id, HARBOUR) == 0, "days are counted for each game"
    await refused(daily.attempt(service, GAMES["snorkels"], ANN, HARBOUR), "no daily challenge")


async def solo(service: TableService, person: Person, luck: int, **given: str) -> Table:
    return await played_out(service, await service.open("curse", person, given, HERE), Random(luck))


def counted(table: Table) -> ScoreRow:
    """The score of a table, which counts."""
    row = scores.score_of(table)
    assert row is not None
    return row


@on_both
async def test_a_new_best_score_is_told_from_the_second_game_on(service: TableService) -> None:
    points, told = [], []
    for luck in (6, 5, 4, 3, 2, 1):
        table = await solo(service, ANN, luck)
        key = counted(table)
        points.append((key.rank, key.points, key.tiebreak))
        told.append(bool((await daily_cards.extras(service, table)).lines))
    assert told == [place > 0 and now > max(points[:place]) for place, now in enumerate(points)]
    assert {*told[1:]} == {True, False}
    assert not (await daily_cards.extras(service, await service.open("curse", ANN, {}, HERE))).lines


async def test_a_server_lists_the_best_game_of_each_by_title_then_points(service: TableService) -> None:
    tables = [await solo(service, who, seed) for who in (ANN, BOB, CID) for seed in (1, 2)]
    found = await scores.of_server(service, CURSE, HARBOUR)
    keys = [(each.score.rank, each.score.points, each.score.tiebreak) for each in found]
    assert keys == sorted(keys, reverse=True)
    assert {each.person for each in found} == {ANN.id, BOB.id, CID.id}
    for standing in found:
        own = [table for table in tables if table.seating.people[0].id == standing.person]
        assert standing.score in map(counted, own)
        best = max((row.rank, row.points, row.tiebreak) for row in map(counted, own))
        assert (standing.score.rank, standing.score.points, standing.score.tiebreak) == best
    assert await scores.of_server(service, CURSE, REEF) == []


async def test_rehearsed_and_given_up_games_and_those_with_a_hint_do_not_count(service: TableService) -> None:
    helped = await service.open("curse", ANN, {}, HERE)
    await played_out(service, await service.change_as(helped.id, ANN, moves.take_hint), Random(1))
    attempt = await daily.attempt(service, CURSE, ANN, HARBOUR)
    with pytest.raises(TableError, match="daily challenge"):
        moves.require_hints(attempt)
    await solo(service, ANN, 1, seed="7")
    given_up = await service.open("curse", ANN, {}, HERE)
    await service.resign(given_up.id, ANN)
    assert await scores.of_server(service, CURSE, HARBOUR) == []
    assert (await scores.of_person(service, CURSE, ANN.id, 5)).games == 0


@on_both
async def test_a_profile_tells_the_titles_of_games_that_give_some(
    service: TableService,
) -> None:
    for seed in range(3):
        await solo(service, ANN, seed)
    table = await seated(service, "snorkels", ANN, BOB)
    await service.resign(table.id, ANN)

    async def profile(person: Person, viewer: Person) -> str:
        context = BotContext(
            tables=service,
            languages=Languages(service),
            metrics=Metrics(),
            features=Features(()),
            studio=Studio(),
            thinkers=Thinkers(0),
            turns=AutomaticTurns(service),
            deadlines=Scheduler(service),
        )
        card = await profile_card(context, person, Viewer(viewer.id, server=None), words=True)
        return "\n".join(card.lines)

    assert FEATURE.profile_facts is not None
    played = await scores.of_person(service, CURSE, ANN.id, 2)
    told = scores.titles_text(CURSE, [(rank, number) for rank, number in played.titles if rank])
    (fact,) = await FEATURE.profile_facts(service, ANN.id)
    best = str(played.best[0].score.points)
    assert (fact.label, fact.game, fact.figure) == ("Captain’s Curse", "curse", best)
    assert fact.text == ", ".join(filter(None, (f"{best}, best of 3 games", told)))
    assert sum(number for _, number in played.titles) == 3
    assert len((await scores.of_person(service, CURSE, ANN.id, 2)).best) == 2
    assert await FEATURE.profile_facts(service, BOB.id) == []
    own = await profile(ANN, ANN)
    assert "Ann: 4 games." in own
    assert "Favourite game: Captain’s Curse (3 games)." in own
    assert "Only you" not in own
    assert "Bob: 1 game, 1 win." in await profile(BOB, ANN)
    assert "Cid: No games yet." in await profile(CID, CID)
    await refused(profile(CID, ANN), "no profile to show")


async def test_a_long_ranking_has_ones_own_place_and_says_how_many_there_are(service: TableService) -> None:
    score = counted(await solo(service, ANN, 1))
    found = scores.lines(CURSE, [PlayerScore(person, score) for person in range(1, 13)], 12)
    assert "(you)" in found[10]
    assert found[11:] == ["-# 12 people have played."]
