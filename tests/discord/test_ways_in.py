"""Every way in, while people and their server speak different languages: what one reads, and what all do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Final

import pytest

from bot.components.interactions import languages
from bot.components.interactions.rate_limits import ALLOWANCES, Allowance
from bot.components.interactions.replies import REPLY_WITHIN_S
from bot.components.interactions.routing import HANDLERS
from bot.players.player import LEVELS
from tests.languages import pseudo
from tests.languages.pseudo import english

from .audiences import Audiences
from .playing import given, menu, slash_commands
from .simulation import HOUR, Member, Simulation
from .tour import unspoken

ON_PUBLIC_CARDS: Final = {
    False: ("join", "start", "leave", "unseat", "cancel", "rematch"),
    True: ("pick", "play", "takeback", "hint"),
}
"""Which presses edit the card that everybody sees: in a game with others, and where somebody plays alone."""
pytestmark = pytest.mark.usefixtures("inline_thinkers")


class Ways:
    """A server that speaks English, as everybody's Discord does; everybody has chosen the pseudo-language."""

    def __init__(self, sim: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
        pseudo.speak_it_alone(monkeypatch)
        self.sim = sim
        self._monkeypatch = monkeypatch
        self.mia = sim.manager()
        self._audiences = Audiences(sim)
        self.allow(1_000)

    def allow(self, most: int) -> None:
        """Let everything be asked for so often."""
        allowed = dict.fromkeys(ALLOWANCES, Allowance(most, most, most, 600))
        self._monkeypatch.setattr(self.sim.bot.context.rate_limiter, "_allowed", allowed)

    async def check(self, *way: Any) -> list[str]:
        """What people were told alone since the last time, in theirs; all that everybody read is English."""
        await self.sim.settled()
        private, public = self._audiences.news()
        assert unspoken(private) == [], f"one person reads the server's language: {way}"
        assert [each for each in public if english(each) != each] == [], f"everybody reads a person's: {way}"
        return private

    def commands(self) -> Iterator[tuple[str, list[Any], Member]]:
        """Each slash command, its options, and somebody who can call it: a player, and somebody who isn't."""
        for name, options in slash_commands(self.sim).items():
            yield name, options, self.mia
            if not name.startswith(("doctor", "server")):
                yield name, options, self.sim.ann


@pytest.fixture
async def ways(sim: Simulation, monkeypatch: pytest.MonkeyPatch) -> Ways:
    return Ways(sim, monkeypatch)


@pytest.mark.parametrize("text", ["", pytest.param("d4", marks=pytest.mark.thorough), "nonsense"])
async def test_each_command(ways: Ways, text: str) -> None:
    sim = ways.sim
    await sim.begin()
    for name, options, who in ways.commands():
        chosen = {each["name"]: given(sim, each, text) for each in options if text or each.get("required")}
        await who.say(name, **chosen)
        await ways.check(name, chosen)


async def test_each_menu(ways: Ways) -> None:
    sim = ways.sim
    await sim.begin()
    chat = await sim.cid.send(sim.channel, "hello")
    for name, target in (
        ("Challenge to a Game", sim.bob),
        ("Challenge to a Game", sim.ann),
        ("Board in Words", sim.lobby),
        ("Board in Words", chat),
    ):
        await menu(sim, sim.ann, name, target)
        assert await ways.check(name)


async def test_each_autocomplete(ways: Ways) -> None:
    sim, offered = ways.sim, set[str]()
    await sim.begin()
    for name, options, who in ways.commands():
        for option in options:
            for typed in ("", "1", "d") if option.get("autocomplete") else ():
                await who.autocomplete(sim.place(), name, option["name"], typed)
                offered.update([option["name"]] if await ways.check(name, option["name"], typed) else [])
    assert {"action", "away", "pace", "table", "zone"} <= offered


@pytest.mark.parametrize("alone", [False, True])
async def test_each_press(ways: Ways, *, alone: bool) -> None:
    """By whoever plays and by somebody else, with what belongs to it and what doesn't."""
    sim, told = ways.sim, 0
    if alone:
        await sim.ann.say("snorkels start", computer=LEVELS[0].key)
    else:
        await sim.begin()
    # What one person alone sees is the same in both.
    verbs = ON_PUBLIC_CARDS[True] if alone else ("unknown", *HANDLERS)
    for verb in verbs:
        route = HANDLERS.get(verb)
        public = route is None or route.reply != "edit" or verb in ON_PUBLIC_CARDS[alone]
        for who in (sim.cid, sim.ann):
            card = None
            for rest in ("", "snorkels", "d"):
                if public:
                    card = sim.card()
                elif card is None or card.id not in sim.env.world.messages:
                    card = await who.say("games")
                table = await sim.table()
                sim.emit_press(who, f"ct:{verb}:1:{table.version}:{rest}", card)
                await sim.env.settle()
                told += bool(await ways.check(verb, who.name, rest))
    assert told > 2 * len(verbs)


async def test_a_form(ways: Ways) -> None:
    sim = ways.sim
    await sim.begin("depthcharge")
    mines = await sim.ann.press(sim.card(), "Lay Mines")
    for typed in ("B2, d3 f4", "b2 b2", "z99"):
        form = await sim.ann.click(mines, label="Type Squares")
        assert await ways.check("the form")
        await sim.ann.submit_modal(form, {"text": typed})
        assert await ways.check("what was typed")


async def test_finding_an_opponent(ways: Ways) -> None:
    sim = ways.sim
    for who, limit in ((sim.ann, "soon"), (sim.ann, "1d"), (sim.ann, "1d"), (sim.bob, "1d")):
        await who.say("play", pace=limit)
        assert await ways.check("/play", who.name, limit)
    await sim.cid.user.slash("play")
    assert await ways.check("/play where nobody can join")


async def test_a_game_begun_with_a_button(ways: Ways) -> None:
    sim = ways.sim
    games = await menu(sim, sim.ann, "Challenge to a Game", sim.bob)
    await sim.ann.press(games, "Snorkels")
    await ways.check("a challenge")
    await sim.ann.press(games, "Snorkels")
    assert await ways.check("a challenge that stands already")
    for number in range(12):
        sim.emit_press(sim.ann, "ct:open:0:0:checkers", games)
        await sim.env.settle()
        told = await ways.check("a game for anyone", number)
    assert told, "too many wait"


async def test_somebody_else_on_the_card_of_one_who_plays_alone(ways: Ways) -> None:
    sim = ways.sim
    await sim.ann.say("snorkels start", computer=LEVELS[0].key)
    await sim.settled()
    await ways.check("the table")
    shown = sim.card()
    for label in shown.buttons:
        own = await sim.cid.press(shown, label)
        assert own.ephemeral
        assert await ways.check(label)
    assert (sim.card().text, sim.card().buttons) == (shown.text, shown.buttons)
    assert (await sim.table()).turns == ()


async def test_what_is_refused_before_anything_was_read(ways: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many at once, a button of another version, and an error at the very door."""
    sim = ways.sim
    lobby = await sim.ann.say("snorkels start")
    await ways.check("a lobby")
    ways.allow(1)
    for _ in range(2):
        for command in ("play", "checkers start", "board", "rules"):
            await sim.bob.say(command)
            await ways.check(command)
        for verb in ("open", "page", "unknown"):
            sim.emit_press(sim.bob, f"ct:{verb}:1:1:checkers|0", lobby)
            await sim.env.settle()
            await ways.check(verb)

    def broken(*_given: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(sim.bot.context.rate_limiter, "require", broken)
    await sim.cid.say("play")
    assert "went wrong" in english("".join(await ways.check("an error")))


async def test_whose_language_cannot_be_read_is_answered_in_that_of_their_discord(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (await sim.bob.say("rules", game="snorkels")).text

    async def unreadable(*_given: object) -> None:
        raise OSError

    monkeypatch.setattr(languages, "load", unreadable)
    assert (await sim.bob.say("rules", game="snorkels")).text == before


async def test_nobody_waits_for_a_language_that_the_database_is_slow_to_tell(
    ways: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What isn't acknowledged before it is read: a refusal at the door, and a form."""
    sim, loop = ways.sim, asyncio.get_running_loop()
    await sim.begin("depthcharge")
    placing = await sim.ann.press(sim.card(), "Lay Mines")
    asked: list[int] = []

    async def never(person: int, *_given: object) -> str:
        asked.append(person)
        await asyncio.sleep(HOUR)
        return "pseudo"

    monkeypatch.setattr(sim.bot.context.languages, "of_somebody", never)
    began = loop.time()
    form = await sim.ann.click(placing, label="Type Squares")
    assert form.modal is not None
    ways.allow(0)
    refused = await sim.bob.say("play")
    assert asked == [sim.ann.id, sim.bob.id]
    assert refused.text
    assert loop.time() - began < 2 * REPLY_WITHIN_S + 1
