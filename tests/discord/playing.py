"""Games as people play them on the simulated Discord: typical tables, random turns, private cards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from random import Random
from typing import Any, Final, cast

import pytest

from bot.features.server_lists.table_list import ServerTableLists
from bot.local.errors import Json
from bot.people import settings
from bot.people.preferences import CONFIRM
from tests.faults.players import BACK, SHORT
from tests.games.registry import GAMES

from .inline_thinkers import InlineThinkers
from .limits import parts
from .server import REFUSED
from .simulation import Member, Seen, Simulation, click

CONTROLS: Final = frozenset(
    {
        *BACK,
        "Close",
        "Random",
        "Confirm These Steps",
        "Don’t Ask Again",
        "Give Up",
        "Hint",
        "Follow the Hint",
        "Rules",
    }
    | {game.standing.label for game in GAMES.values() if game.standing is not None}
)
CHALLENGE: Final = "Challenge to a Game"
MINES: Final = {"ann": "mines b2 d3 f6", "bob": "mines b9 d8 g12"}


def slash_commands(sim: Simulation) -> dict[str, list[Json]]:
    """Each slash command and its options, as Discord knows them."""
    listed = [each for each in sim.env.commands.listed if each.get("type", 1) == 1]
    return dict(_leaves(listed, ""))


def _leaves(entries: list[Json], path: str) -> Iterator[tuple[str, list[Json]]]:
    for entry in entries:
        name, below = f"{path} {entry['name']}".strip(), entry.get("options") or []
        if any(each["type"] in (1, 2) for each in below):
            yield from _leaves(below, name)
        else:
            yield name, below


def given(sim: Simulation, option: Json, text: str = "d4") -> Any:
    """A value for an option of a command."""
    match option:
        case {"choices": [*_, last]}:
            return last["value"]
        case {"type": 3}:
            return text or "x"
        case {"type": 4}:
            return option.get("max_value", 1)
        case {"type": 5}:
            return True
        case {"type": 6}:
            return sim.bob
        case {"type": 7}:
            return sim.channel
        case {"type": 8}:
            return sim.guild.create_role("sailors")
    raise AssertionError(option)


def table_commands(sim: Simulation) -> dict[str, dict[str, Any]]:
    """The commands that take a table, with the options that they need; a rematch, which opens one, last."""
    found = {
        name: {each["name"]: given(sim, each) for each in options if each.get("required")}
        for name, options in slash_commands(sim).items()
        if any(each["name"] == "table" for each in options)
    }
    return dict(sorted(found.items(), key=lambda each: each[0] == "table rematch"))


def steps(seen: Seen) -> list[str]:
    """What a private card offers, but for the ways out and what is chosen already."""
    return [label for label in seen.buttons if label not in CONTROLS and not label.startswith("✓ ")]


async def at_the_table(sim: Simulation, key: str) -> dict[int, Any]:
    """A started table of the game, and its people by id."""
    return await manned(sim, key, sim.ann, sim.bob, sim.cid, **SHORT.get(key, {}))


async def manned(sim: Simulation, key: str, *people: Any, **options: Any) -> dict[int, Any]:
    """A started table at which as many of these people sit as can: the first is the host.

    The last one takes the last side that is offered.
    """
    people = people[: GAMES[key].people[1]]
    await joined(sim, await people[0].say(f"{key} start", **options), *people)
    return {who.id: who for who in people}


async def joined(sim: Simulation, lobby: Seen, host: Member, *others: Member) -> None:
    """Let the others sit down at the lobby of ``host``, where there is room, and begin."""
    for who in others:
        labels = [label for label in sim.lobby.buttons if label.startswith("Join")]
        if labels:
            await who.press(lobby, labels[-1 if who is others[-1] else 0])
    if "Start" in sim.lobby.buttons:
        await host.press(lobby, "Start")


async def leave(who: Member, *place: Any) -> Seen:
    """``who`` offers the seat to whoever wants it; what becomes of the question."""
    return await who.press(await who.say("table leave", *place), "Yes, Leave")


async def sailing(sim: Simulation) -> Seen:
    """A game of Depth Charge, and the card on which ann gives her boat a standing order."""
    await with_mines(sim)
    return await sim.ann.press(await sim.ann.press(sim.card(), "My View"), "Sail On…")


async def replaced(sim: Simulation) -> None:
    """Cid takes over the seat that ann leaves, as bob agrees."""
    await leave(sim.ann)
    await sim.cid.press(sim.card(), "Take Over from ann")
    await sim.bob.press(sim.card(), "Accept Takeover (cid)")
    await sim.settled()


async def finished(sim: Simulation) -> None:
    """A game of Snorkels that ends at once."""
    await sim.begin()
    await sim.finish()


async def with_mines(sim: Simulation, **options: Any) -> None:
    """Depth Charge: ann (south) and bob (north) have laid their mines."""
    await sim.begin("depthcharge", mines=3, **options)
    for who in (sim.ann, sim.bob):
        await who.move(MINES[who.name])


async def turns(sim: Simulation, *actions: str) -> None:
    """Turns by typing, ann's first."""
    for order, action in enumerate(actions):
        await (sim.ann, sim.bob)[order % 2].move(action)


async def played(sim: Simulation) -> list[str]:
    """What people have played at table 1."""
    return [str(turn.action) for turn in (await sim.table()).turns if turn.seat != "chance"]


async def take_a_turn(sim: Simulation, who: Member, rng: Random) -> None:
    """Any offered step after another until the action is played."""
    picker = await who.opened()
    for _ in range(20):
        offered = steps(picker)
        confirm = next((label for label in offered if label == "Confirm" or label.startswith("Lay ")), None)
        if confirm is not None:
            await who.press(picker, confirm)
            return
        await who.press(picker, "Random" if "Random" in picker.buttons else rng.choice(offered))
    pytest.fail(f"the picker never asked to confirm: {picker.text}")


async def decide(who: Member, picker: Seen, rng: Random) -> Seen:
    """Step after step on a private card until one action is played; the card that follows."""
    while True:
        offered = steps(picker)
        label = "Confirm" if "Confirm" in offered else rng.choice(offered)
        after: Seen = await who.press(picker, label)
        if label == "Confirm":
            return after


async def press_path(who: Member, card: Seen, steps: Sequence[str]) -> None:
    """Press what leads to an action, step by step; a step without an alternative has no button."""
    for depth in range(1, len(steps) + 1):
        end = f":{'|'.join(steps[:depth])}"
        offered = [
            part["custom_id"] for part in parts(card.components) if part["type"] == 2 and not part["disabled"]
        ]
        for each in offered:
            if each.removesuffix("~").endswith(end) and each.split(":")[1] in ("pick", "trystep"):
                await who.click(card, custom_id=each)


async def press_twice(sim: Simulation, who: Member, card: Seen, label: str) -> None:
    """Two presses on a button, the second before the first is answered."""
    await sim.at_once(*[(who, card, label)] * 2)


def thinkers(sim: Simulation) -> InlineThinkers:
    return cast("InlineThinkers", sim.bot.context.thinkers)


async def against_the_deckhand(sim: Simulation, key: str, **options: Any) -> None:
    """Ann, who wants to confirm her moves, begins a game against a computer."""
    await settings.change(sim.store, sim.ann.id, {CONFIRM: True})
    await sim.ann.say(f"{key} start", computer="deckhand", **SHORT.get(key, {}), **options)
    await sim.settled()


async def table_of(sim: Simulation, number: int = 1) -> Any:
    """A table, once everything has been done there."""
    await sim.settled()
    return await sim.table(number)


def chart(who: Member) -> Seen:
    """The chart in somebody's direct messages."""
    return who.user.dm_channel.last_message


async def dm_press(who: Member, *labels: str) -> Seen:
    """Presses on the chart in the direct messages; the chart afterwards."""
    for label in labels:
        await click(who.user, chart(who), label=label)
    return chart(who)


def close_dms(sim: Simulation, who: Member) -> None:
    """``who`` takes no direct messages any more."""
    messages = f"/channels/{who.user.dm_channel.id}/messages"
    sim.refuse("POST", messages, 403, 50007)
    sim.refuse("PATCH", f"{messages}/*", 403, 50007)


async def listed(sim: Simulation) -> None:
    """Wait until the list of a server's tables is as it should be."""
    sim.part(ServerTableLists).pause = 0
    await sim.settled()
    await sim.part(ServerTableLists).settle()
    await sim.env.settle()


async def forged(sim: Simulation, who: Member, custom_id: str, shown: Seen) -> str:
    """What ``who`` is told after a press under a message, even where Discord no longer shows the button."""
    record = sim.emit_press(who, custom_id, shown)
    await sim.env.settle()
    return sim.answer_to(record).text


def private(sim: Simulation, who: Member) -> list[Any]:
    """The private cards that ``who`` sees at the table."""
    found = sim.env.world.history(sim.place().channel, who.account)
    return [Seen(sim.env, post) for post in reversed([*found]) if post.reader is not None]


async def menu(sim: Simulation, who: Member, name: str, target: Any, channel: Any = None) -> Seen:
    """What somebody sees who chooses ``name`` in a menu."""
    result = await who.context_menu(channel or sim.channel, name, target)
    assert result.seen.ephemeral
    return result.seen


async def attempt(sim: Simulation, who: Member, seed: int = 1) -> Seen:
    """Today's attempt, played at random to its end; the private card with the result."""
    rng = Random(seed)
    card = await who.say("curse daily")
    while steps(card) and "Share" not in card.buttons:
        card = await decide(who, card, rng)
    return card


async def explore(
    first: Seen,
    press: Callable[[Seen, str], Awaitable[Seen]],
    pressed: set[tuple[str, str]],
    wanted: Callable[[str], bool],
) -> None:
    """Press what is on a card, and on the private cards that it leads to, but for what was ``pressed`` and
    for verbs that are not ``wanted``. What closes a card comes last."""
    cards = [first]
    while cards:
        card = cards[-1]
        left = [each for each in card.controls if each not in pressed and wanted(each[0])]
        if not left:
            cards.pop()
            continue
        verb, label = min(left, key=lambda each: each[0] == "dismiss")
        pressed.add((verb, label))
        try:
            answer = await press(card, label)
        except REFUSED:
            cards.pop()  # It is gone, or another one by now.
            continue
        if answer.id == card.id:
            cards[-1] = answer
        elif answer.ephemeral:
            cards.append(answer)
