"""Nothing that leaves the bot for others depends on where a player's mines lie (Depth Charge)."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.games.core import Placement, Seat
from bot.games.depthcharge import GAME
from bot.games.depthcharge.actions import BOARD, NORTH, SOUTH, DepthChargeAction, parse
from bot.games.depthcharge.rules import DepthChargeState, start
from bot.games.depthcharge.waters import HALVES, HARBOURS
from bot.tables.model.table import Table
from tests.games.depthcharge.playing import choose

from .eavesdropping import Eavesdropper, eavesdropped
from .playing import dm_press, press_path
from .simulation import Member, Seen, Simulation

Squares = tuple[str, ...]
ASKED: Final = (
    "board",
    "games",
    "table record",
    "table info",
    "table verify",
    "table replay",
    "table undo",
    "privacy export",
    "privacy about",
)
"""What can be asked without saying more."""


@dataclass(frozen=True)
class Plot:
    """A game and two layouts of north's mines between which nobody but north can tell."""

    options: dict[str, str]
    setup: tuple[tuple[Seat, str], ...]
    """Islands and south's mines."""
    layouts: tuple[Squares, Squares]
    turns: tuple[tuple[Seat, str], ...]

    def states(self, mines: Squares) -> list[DepthChargeState]:
        """The positions from the first turn on.

        :raises IllegalAction: when an action is not legal with these mines.
        """
        state = start(GAME.read_options(self.options))
        for seat, text in (*self.setup, (NORTH, " ".join(("mines", *mines)))):
            state = state.play(seat, parse(text))
        states = [state]
        for seat, text in self.turns:
            states.append(states[-1].play(seat, parse(text)))
        return states


def plot(seed: int, length: int, options: dict[str, str]) -> Plot:
    """A random game with a twin."""
    for attempt in range(200):
        rng = Random(f"{seed} {attempt}")
        found = _plotted(rng, length, options)
        if found is not None:
            return found
    raise AssertionError("no twins were found")


def _plotted(rng: Random, length: int, options: dict[str, str]) -> Plot | None:
    state = start(GAME.read_options(options))
    setup: list[tuple[Seat, str]] = []
    while state.phase != "play":
        seat = min(state.to_act)
        room = state.legal(seat)
        assert isinstance(room, Placement)
        setup.append((seat, room.text(rng.sample(room.squares, room.count))))
        state = state.play(seat, parse(setup[-1][1]))
    turns: list[tuple[Seat, str]] = []
    for text in ("move nnn", "", "move nnn", *[""] * (length - 3)):
        (seat,) = state.to_act
        legal = [str(action) for action in options_of(state, seat)]
        turns.append((seat, text if text in legal else str(choose(state, rng))))
        state = state.play(seat, parse(turns[-1][1]))
        if state.outcome is not None:
            return None
    secret = next(text for seat, text in setup if seat == NORTH and text.startswith("mines"))
    setup.remove((NORTH, secret))
    mines: Squares = tuple(secret.split()[1:])
    found = Plot(options, tuple(setup), (mines, mines), tuple(turns))
    states = found.states(mines)
    water = [BOARD.names[square] for square in sorted(HALVES[NORTH] - {HARBOURS[NORTH]})]
    for moved in rng.sample(mines, len(mines)):
        for name in rng.sample(water, 30):
            other: Squares = tuple(sorted({*mines, name} - {moved}))
            if len(other) == len(mines) and other != mines and _alike(found, states, other):
                return Plot(options, tuple(setup), (mines, other), tuple(turns))
    return None


def options_of(state: DepthChargeState, seat: Seat) -> list[DepthChargeAction]:
    """The legal actions of a position in play."""
    legal = state.legal(seat)
    assert not isinstance(legal, Placement)
    return list(legal)


def _alike(found: Plot, states: list[DepthChargeState], other: Squares) -> bool:
    try:
        twins = found.states(other)
    except ValueError:
        return False
    return all(
        one.view_for(viewer) == two.view_for(viewer) and one.legal(SOUTH) == two.legal(SOUTH)
        for one, two in zip(states, twins, strict=True)
        for viewer in (None, SOUTH)
    )


class Spies:
    """Ann, who plays south, and cid, who watches: they ask for all that there is."""

    def __init__(self, sim: Simulation, ear: Eavesdropper) -> None:
        self.sim = sim
        self.ear = ear
        self.old: Seen | None = None

    async def command(self, who: Member, name: str, **options: Any) -> None:
        """Ask, in the table's thread."""
        self.ear.actor = who.user.name
        await who.say(name, self.sim.place(), **options)

    async def look(self, state: DepthChargeState, tempting: set[str]) -> None:
        """Everything that can be asked for in ``state``; ``tempting`` squares are where layouts differ."""
        for who in (self.sim.cid, self.sim.ann):
            for name in ASKED:
                await self.command(who, name)
            for square in sorted(tempting):
                await self.command(who, "look", square=square)
            await self.command(who, "board", words=True)
            await self.command(who, "mark", squares=" ".join(sorted(tempting)), kind="mine")
            for action in ("mines a7 b7 c7", "charge a13", "move nsn", f"sound {min(tempting)}", "move nnn!"):
                if str(parse_or_none(action)) not in map(str, options_of(state, SOUTH)):
                    await self.command(who, "move", action=action)
            for typed in ("", "charge", "mines", "move n"):
                choices = await who.autocomplete(self.sim.place(), "move", "action", typed)
                self.ear.note("choices", choices)
            for label in (self.sim.card().buttons[0], "My View", "More"):
                self.ear.actor = who.user.name
                await who.press(self.sim.card(), label)
        if self.old is not None:
            self.ear.actor = "ann"
            await self.sim.ann.press(self.old, self.old.buttons[0])
            # It is ann's private card again, and the next one takes its place.
            self.old = None
        if state.mover == SOUTH:
            await self.preview(state, tempting)

    async def preview(self, state: DepthChargeState, tempting: set[str]) -> None:
        """What ann would see of moves and charges where a mine lies in one layout; not played."""
        legal = options_of(state, SOUTH)
        ends = [(action, str(state.preview(SOUTH, action).last)) for action in legal]
        wanted = [action for action, last in ends if any(f"'{name}'" in last for name in tempting)]
        for action in [*wanted[:4], *legal[-1:]]:
            self.ear.actor = "ann"
            picker = await self.sim.ann.opened()
            await press_path(self.sim.ann, picker, state.path(action))
            assert "Confirm?" in picker
            self.old = picker
        # From now on the bot may no longer edit or delete it.
        await self.sim.pass_time(16 * 60)


def parse_or_none(text: str) -> object:
    """The action that ``text`` writes, if any."""
    try:
        return parse(text)
    except ValueError:
        return None


async def told(database: Path, monkeypatch: pytest.MonkeyPatch, found: Plot, which: int) -> Eavesdropper:
    """All that others hear of the game with north's mines laid in this way."""
    ear = Eavesdropper("bob")
    mines = found.layouts[which]
    states = found.states(mines)
    tempting = set(found.layouts[0]) ^ set(found.layouts[1])
    own = Path(shutil.copy(database, database.with_name(f"{which}.sqlite3")))
    async with eavesdropped(ear, own, monkeypatch) as sim:
        spies = Spies(sim, ear)
        lobby = await sim.ann.say("depthcharge start", opponent=sim.bob, **_typed(found.options))
        ear.private = {sim.bob.user.dm_channel.id}
        await sim.bob.press(lobby, "Join")
        seats = {SOUTH: sim.ann, NORTH: sim.bob}
        for seat, text in found.setup:
            ear.actor = seats[seat].user.name
            await seats[seat].move(text)
        ear.actor = "bob"
        for label in (*mines, "Lay Mines"):
            await dm_press(sim.bob, label)
        for order, (seat, text) in enumerate(found.turns):
            if order % 3 == 2 or order == len(found.turns) - 1:
                await spies.look(states[order], tempting)
            ear.actor = seats[seat].user.name
            await seats[seat].move(text)
        table = await sim.table()
        assert table.state == states[-1]
    return ear


def _typed(options: dict[str, str]) -> dict[str, Any]:
    return {name: int(value) if value.isdigit() else value for name, value in options.items()}


@pytest.mark.usefixtures("painted")
@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (2, {"mines": "3", "islands": "1", "sonar": "on"}),
        pytest.param(3, {"mines": "5"}, marks=pytest.mark.thorough),
    ],
)
async def test_two_layouts_alike_to_the_public_are_alike_to_all_others(
    database: Path, monkeypatch: pytest.MonkeyPatch, seed: int, options: dict[str, str]
) -> None:
    found = plot(seed, 4, options)
    one, two = [await told(database, monkeypatch, found, which) for which in (0, 1)]
    assert one.count > 150, "the spies have asked"
    assert one.heard.keys() == two.heard.keys()
    for lane, heard in one.heard.items():
        for here, there in zip(heard, two.heard[lane], strict=True):
            assert here == there, lane


@pytest.mark.usefixtures("painted")
async def test_a_leak_would_be_heard(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The property above would say nothing if pictures and words were not compared."""
    found = plot(1, 3, {"mines": "3"})
    viewing = Table.view_for
    monkeypatch.setattr(Table, "view_for", lambda table, _viewer: viewing(table, NORTH))
    one, two = [await told(database, monkeypatch, found, which) for which in (0, 1)]
    differing = {
        lane.split("/")[1]
        for lane, heard in one.heard.items()
        for here, there in zip(heard, two.heard[lane], strict=True)
        if here != there
    }
    assert differing == {"channels", "interactions"}
