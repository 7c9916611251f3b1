"""Whatever is pressed by whomever: a kind answer, no fault, and nothing done by somebody who may not."""

from __future__ import annotations

import logging
from random import Random
from typing import Any, Final

import pytest
import structlog

from bot.components.interactions.routing import HANDLERS
from bot.local.api.interactions import Interaction, InteractionType
from bot.tables.model.table import Table
from tests.discord.limits import parts
from tests.discord.server import Result
from tests.discord.simulation import Seen, Simulation
from tests.faults.players import SHORT
from tests.games.playing import some_action
from tests.games.registry import GAMES

from .effort import TIMES, seed

PRESSES: Final = 50 * TIMES
NASTY: Final = (
    *("", "|", "||", "|||", "²", "³|²", "٣", "４", "-1", "0", "1", "00", "1e9", "None", "True"),
    *("9" * 30, "-" + "9" * 30, "a1", "d4", "d|d4", "z|z99", "a\u202ea1", "\ud7ff", "🦑" * 20, "é" * 77),
    *(
        "x" * 80,
        "%s%d{}",
        "'; drop table event; --",
        "@everyone",
        "<@1>",
        "palette|",
        "palette|plaid",
        "zone|x",
    ),
    *("quiet|99:99-1", "pings|everyone", "turn|", "threads|", "cards|x", "channels|", "channels|1,2"),
    *("snorkels|9", "snorkels|²", "nogame|0", "curse|99999999999999999999", "snorkels|1|bob"),
    *(f"snorkels|{'9' * 30}|x", "snorkels|0|x", "snorkels|-5|x", "possible|a|a1", "nokind|a|a1", "done"),
    *("accept", "decline", "resume", "north", "purple", "red-one", "captain", "f", "5|f", "²|f", "-9|f"),
)
NUMBERS: Final = ("0", "1", "2", "3", "4", "5", "6", "7", "99", "999999999999", "000000000001", "٣")
VERSIONS: Final = ("0", "1", "2", "3", "5", "8", "40", "999999999", "000000001")


def mutated(known: list[str], rng: Random) -> str:
    """A custom_id: a real one, a real one that was bent, or one that never was."""
    real = rng.choice(known)
    verb, number, version, rest = [*real.split(":", 4)[1:], "", "", "", ""][:4]
    match rng.randrange(10):
        case 0 | 1:
            return real
        case 2:
            rest = rng.choice(NASTY)
        case 3:
            number = rng.choice(NUMBERS)
        case 4:
            version = rng.choice(VERSIONS)
        case 5:
            verb = rng.choice(list(HANDLERS))
        case 6:
            verb, rest = rng.choice(list(HANDLERS)), rng.choice(NASTY)
        case 7:
            verb, number = rng.choice(list(HANDLERS)), rng.choice(NUMBERS)
            version, rest = rng.choice(VERSIONS), rng.choice(NASTY)
        case 8:
            cut = rng.randrange(len(rest) + 1)
            rest = rest[:cut] + chr(rng.choice((32, 48, 124, 178, 0x2028, 0x202E, 0x1F991))) + rest[cut + 1 :]
        case _:
            return rng.choice(
                (
                    "",
                    "x",
                    "ct:",
                    "ct:::",
                    "ct:no:1:1:",
                    f"ct:move:{'9' * 30}:1:",
                    "x" * 100,
                    "ct:move:1:1:a\nb",
                )
            )
    return f"ct:{verb}:{number}:{version}:{rest}"[:100]


def newest(sim: Simulation) -> Seen:
    """The newest message with buttons; a sentence has none, and can't be pressed."""
    return [each for each in sim.public(sim.channel) if each.components][-1]


def offered(sim: Simulation) -> list[str]:
    """The custom_ids of all buttons that the bot has ever sent."""
    found: dict[str, None] = {}
    for request in sim.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        for part in parts((body.get("data") or body).get("components") or []):
            if "custom_id" in part:
                found[part["custom_id"]] = None
    return list(found)


async def tables(sim: Simulation) -> dict[int, Table]:
    """Every table."""
    found = {}
    service = sim.tables
    for number in range(1, 400):
        if await service.store.load(number) is None:
            break
        found[number] = await service.get(number)
    return found


async def require_innocent(sim: Simulation, before: dict[int, Table], who: Any, what: str) -> None:
    """Fail when anything has changed that ``who`` may not change."""
    for number, now in (await tables(sim)).items():
        assert now.status != "frozen", what
        old = before.get(number)
        stored = await sim.store.load(number)
        assert stored is not None
        if old is None:
            rematch = now.header.parent is not None
            assert now.header.host == who.id or rematch, what
            continue
        fresh = stored.events[old.version :]
        seated = old.seating.side_of(who.id) is not None
        for event in fresh:
            assert event.person in (None, who.id) or event.verb == "sit", f"{what}: {event}"
            if not seated:
                assert event.verb in ("sit", "start", "ask", "close", "chance"), f"{what}: {event}"
        for row, then in zip(now.seats, old.seats, strict=False):
            if then.person not in (who.id, row.person) or then.person == who.id:
                continue
            assert (row.draft, row.marks) == (then.draft, then.marks), what


async def busy_world(sim: Simulation) -> list[Any]:
    """Tables of all games, begun, open and finished; the people of the world, a stranger among them."""
    crowd = [sim.ann, sim.bob, sim.cid]
    service = sim.tables

    async def push(who: Any, custom_id: str) -> None:
        sim.emit_press(who, custom_id, newest(sim))
        await sim.env.settle()

    for number, (key, game) in enumerate(GAMES.items(), 1):
        await sim.ann.say(f"{key} start", **SHORT.get(key, {}))
        for who in crowd[1 : game.people[1]]:
            await push(who, f"ct:join:{number}:1:")
        if game.people[1] > len(crowd):
            await push(sim.ann, f"ct:start:{number}:1:")
        for _ in range(3):
            table = await service.get(number)
            person = table.awaited[0]
            who = next(each for each in crowd if each.id == person.id)
            for verb in ("move", "view", "more", "mark"):
                await push(who, f"ct:{verb}:{number}:{table.version}:")
            seat = table.acting_seat(person.id)
            assert seat is not None
            action = some_action(game, table.state, seat, Random(number))  # type: ignore[arg-type]
            await service.play(number, person, str(action))
    await sim.ann.say("snorkels start")
    await sim.ann.say("checkers start", opponent=sim.bob)
    await sim.ann.say("snorkels start", opponent=sim.bob)
    await push(sim.bob, "ct:join:8:1:")
    await push(sim.bob, "ct:resign:8:3:")
    await sim.bob.say("curse daily")
    await sim.bob.say("settings")
    await sim.bob.say("privacy about")
    return [*crowd, sim.newcomer("eve")]


async def test_any_press_by_anybody_is_answered_and_does_no_harm(
    sim: Simulation, caplog: pytest.LogCaptureFixture
) -> None:
    rng = seed(5)
    people_here = await busy_world(sim)
    known = offered(sim)
    assert {custom_id.split(":")[1] for custom_id in known} >= {"move", "pick", "join", "put", "topic"}
    caplog.set_level(logging.WARNING)
    caplog.clear()
    with structlog.testing.capture_logs() as told:
        for number in range(PRESSES):
            before = await tables(sim)
            who, custom_id = rng.choice(people_here), mutated(known, rng)
            own = None
            if rng.random() < 0.7:
                own = await who.say("settings")
            record = sim.emit_press(who, custom_id, own or newest(sim), kind=3 if rng.random() < 0.1 else 2)
            await sim.env.settle()
            what = f"press {number}, {who.name}: {custom_id!r}"
            assert record.responded, f"{what} was not answered"
            if ":forget:" not in custom_id:
                await require_innocent(sim, before, who, what)
            faults = [line for line in told if line["log_level"] in ("error", "critical")]
            assert not faults, f"{what}: {faults}"
            assert not [line for line in caplog.records if line.levelno >= logging.ERROR], what
            if number % 50 == 0:
                known = offered(sim)


async def test_a_form_that_nobody_offered_is_answered(sim: Simulation) -> None:
    env, place = sim.env, sim.channel.channel
    field = {"type": 4, "id": 2, "custom_id": "text", "value": "x" * 4000}
    asked = env.play.slash(sim.ann.id, place, "help")
    for custom_id in ("ct:move:1:1:", "anything", "²" * 100):
        data: dict[str, Any] = {
            "custom_id": custom_id,
            "components": [{"type": 1, "id": 1, "components": [field]}],
        }
        data["_source"] = asked
        sent = Interaction(env.world, InteractionType.MODAL, sim.ann.account, place, data)
        record = Result(env, env.broker.open(sent))
        await env.settle()
        assert record.responded
        assert record.ephemeral
