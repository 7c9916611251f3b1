"""Practice boards: one person plays on the real picker, a judge answers, and restarts change nothing."""

from __future__ import annotations

from typing import Any

import pytest

from bot.components.hooks import BotContext
from bot.components.interactions.card import Card, Control
from bot.components.interactions.routing import HANDLERS, Route
from bot.components.practice import boards
from bot.components.practice.boards import Face, again_control, hint_control
from bot.features.help import first_steps
from bot.games import record
from bot.games.core import Seat
from bot.tables.errors import TableError
from bot.tables.practice import DONE, FAILED, Board, Start, Verdict
from data.store.queries import practice as stored

from .simulation import Member, Seen, Simulation

START = """captains-table record 1
game snorkels
rules 1
options pie=off
# host: Somebody Else
purple d4
green d5
purple a1
green c4
"""


class Toy:
    """c5 fails, e4 is taken back, d3 is answered, e5 after it finishes."""

    confirms = True

    def table(self, _subject: str) -> int:
        return 0

    async def start(self, _context: BotContext, _person: int, subject: str) -> Start:
        if subject != "snorkels/toy":
            raise TableError("There’s no such toy.")
        return Start(record.read(START), (Seat("purple"),))

    async def face(self, _context: BotContext, board: Board) -> Face:
        words = f"Stage {len(board.own)}, {board.row.ended or 'going on'}, {board.row.hints} hints."
        return Face("A toy", words, (hint_control(board), again_control(board)))

    async def judge(self, _context: BotContext, board: Board, action: Any) -> Verdict:
        match str(action), len(board.own):
            case "c5", _:
                return Verdict("Wrong.", ("green d3",), ended=FAILED)
            case "e4", _:
                return Verdict("Not that one.", take_back=True)
            case "e5", 1:
                return Verdict("Well done.", ended=DONE)
            case _:
                return Verdict("Go on.", ("green g7",))


async def open_toy(interaction: Any) -> None:
    await boards.open_board(interaction, "toy", "snorkels/toy")


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of board called ``toy``, which a button of ``/about`` opens."""
    card = Card("### Toys", rows=((Control("toyboard", "Open a Toy"),),))
    monkeypatch.setitem(boards.JUDGES, "toy", Toy())
    monkeypatch.setitem(HANDLERS, "toyboard", Route(open_toy, (), "private", None, needs_sight=False))
    monkeypatch.setattr(first_steps, "about_card", lambda _context: card)


@pytest.fixture
async def board(sim: Simulation) -> Seen:
    """Ann's board."""
    return await opened(sim, sim.ann)


async def opened(sim: Simulation, who: Member) -> Seen:
    return await who.press(await who.say("about"), "Open a Toy")


async def kept(sim: Simulation, who: Member) -> Any:
    return await stored.load(sim.store, who.id)


async def test_a_move_that_is_taken_back_says_why_and_changes_nothing_but_the_count(
    sim: Simulation, board: Seen
) -> None:
    await sim.ann.press(board, "e", "e4", "Confirm")
    assert "Not that one." in board
    assert "Stage 0" in board
    assert (await kept(sim, sim.ann)).tries == 1


async def test_the_second_of_two_quick_presses_is_an_old_one(sim: Simulation, board: Seen) -> None:
    await sim.ann.press(board, "e", "e4")
    pressed = [sim.emit_press(sim.ann, board.custom_id("Confirm"), board) for _ in range(2)]
    await sim.env.settle()
    assert "That button is from an earlier position" in sim.answer_to(pressed[1])


async def test_a_board_survives_a_restart(sim: Simulation, board: Seen) -> None:
    await sim.ann.press(board, "Hint", "d", "d3", "Confirm", "e")
    await sim.restart()
    await sim.ann.press(board, "e5")
    assert "Stage 1, going on, 1 hints" in board
    await sim.ann.press(board, "Confirm")
    assert "Well done." in board


async def test_an_old_button_gets_the_board_as_it_is_now(
    sim: Simulation, board: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = (await kept(sim, sim.ann)).version
    newer = await opened(sim, sim.ann)
    await sim.ann.press(newer, "d", "d3", "Confirm")
    row = await kept(sim, sim.ann)
    assert row.version == first + 2
    for verb, rest in (("trystep", "e|e5"), ("tryplay", "e|e5"), ("tryagain", ""), ("tryhint", "")):
        old = Card("### Old", rows=((Control(verb, "Old", 0, first, rest),),))
        monkeypatch.setattr(first_steps, "about_card", lambda _context, card=old: card)
        answer = await sim.ann.press(await sim.ann.say("about"), "Old")
        assert "That button is from an earlier position" in answer
        assert "Stage 1" in answer
        assert await kept(sim, sim.ann) == row
