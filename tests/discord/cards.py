"""Every card and line of some tables, as text: ``python -m tests.discord.cards`` writes it again.

Run it after a change of words or buttons that is meant, and read the difference before it is committed.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.cards.table_cards import placing_card
from bot.components.interactions.card import Card, layout, mentions
from bot.components.interactions.context import BotContext
from bot.components.lobbies.lobby import rematch_text
from bot.components.publishing import text as notification_text
from bot.features import FEATURES
from bot.features.feature import Features, load
from bot.games import GAMES
from bot.games.core import Placement, RulesError
from bot.tables.events import agreements, reducer, timeouts
from bot.tables.model.commitments import commit
from bot.tables.model.pace import HOUR
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from data.store.records import Address, Event, SeatRow
from rendering.picture import Picture
from rendering.studio import Studio
from tests.tables.folded import AT, begun, done, lobby, played
from tests.tables.harness import ANN, BOB, CID, DEE, EVE
from tests.tables.tug_of_war import SEATS, Tug

FILE: Final = Path(__file__).with_name("cards.txt")
Scene = tuple[str, Table, Table | None]
"""What it is about, the table, and how it was before."""
ALL: Final = Features(load(FEATURES), cast("BotContext", None))
"""Without a bot: only what cards ask of a table alone."""


class Blank:
    """A studio that notes what it is to draw."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def draw(self, game: str, scene: Any, *, palette: str = "default") -> Picture:
        parts = (
            f"{name} {getattr(scene, name)}" for name in ("bottom", "chosen", "choices", "marks", "notes")
        )
        self.asked.append(f"{game} in {palette}: {', '.join(parts)}")
        return Picture(b"", 1, 1)


def scenes() -> Iterator[Scene]:
    """Tables in all that can happen to them."""
    yield from _lobbies()
    yield from _played()
    yield from _asked()
    yield from _timed()
    yield from _ended()


def _lobbies() -> Iterator[Scene]:
    table = lobby(measure="1d+2h")
    yield "open", table, None
    sat = reducer.after(table, [Event("sit", SEATS[2], BOB.id, BOB.name, at=AT)])
    yield "two sit", sat, table
    yield "challenge", lobby(GAMES["snorkels"], opponent=BOB), None
    yield "crew", lobby(GAMES["crackers"]), None
    yield "closed", reducer.after(table, [Event("close", text="Nobody came, *alas*.", at=AT)]), table
    yield "frozen", reducer.frozen_table(sat.header, sat.game, (), "It is *frozen*."), sat


def _played() -> Iterator[Scene]:
    before = begun(BOB, CID)
    yield "begun", before, lobby()
    for text in ("pull 1", "pull 2", "pull 2"):
        table = played(before, text)
        yield text, table, before
        before = table
    for key, people, texts in (
        ("snorkels", (BOB,), ("d4", "take green", "c4")),
        ("checkers", (BOB,), ("b2-b4",)),
        ("curse", (), ("white bottle 1",)),
        ("crackers", (BOB, CID), ()),
        ("depthcharge", (BOB,), ()),
    ):
        before = begun(*people, game=GAMES[key])
        yield key, before, None
        for text in texts:
            table = played(before, text)
            yield f"{key} {text}", table, before
            before = table
    yield from _laid()


def _laid() -> Iterator[Scene]:
    """Mines, one after the other, with their seals and a private chart."""
    before = begun(BOB, game=GAMES["depthcharge"])
    for person, text in ((ANN, "mines b2 d3 f6 a4 c5"), (BOB, "mines b9 d8 g12 a8 c8")):
        seat = before.acting_seat(person.id)
        assert seat is not None
        event = Event("play", seat, person.id, person.name, text, AT)
        table = reducer.after(before, [event, *commit(before, event, Random(1))])
        yield text, table, before
        before = table
    rows = tuple(
        SeatRow(7, sitter.slot, sitter.person.id, chart_state="closed", marks="b7:mine c7:clear")
        for sitter in table.seating.seated
    )
    yield "no direct messages", dataclasses.replace(table, seats=rows), table
    yield "one without", dataclasses.replace(table, seats=rows[:1]), table
    sounded = played(table, "sound b2")
    yield "sounded", sounded, table
    yield "resigned", done(sounded, agreements.resign, BOB), sounded


def _asked() -> Iterator[Scene]:
    table = played(played(begun(BOB, CID, measure="1h"), "pull 1"), "pull 1")
    for name, move, person in (
        ("undo", agreements.request_undo, ANN),
        ("pause", agreements.request_pause, BOB),
        ("draw", agreements.offer_draw, BOB),
        ("resign", agreements.resign, CID),
        ("leave", agreements.offer_seat, ANN),
    ):
        asked = done(table, move, person)
        yield name, asked, table
        if asked.agreements.requests:
            number = asked.agreements.requests[0].seq
            agreed = done(asked, partial(agreements.accept, ask=number), CID)
            yield f"{name} half agreed", agreed, asked
            for who in (person, CID):
                yield f"{name} declined", done(asked, partial(agreements.decline, ask=number), who), asked
    offered = done(table, agreements.offer_draw, BOB)
    yield "draw declined", done(offered, agreements.decline_draw, ANN), offered
    undone = reducer.after(table, [Event("undo", text=str(table.turns[0].seq), at=AT)])
    yield "undone", undone, table
    left = done(table, agreements.offer_seat, ANN)
    taken = done(left, agreements.take_over, DEE)
    yield "seat", taken, left
    yield (
        "seat declined",
        done(taken, partial(agreements.decline, ask=taken.agreements.requests[0].seq), BOB),
        taken,
    )
    yield "stays", done(taken, agreements.keep_seat, ANN), taken
    everybody = done(done(left, agreements.offer_seat, BOB), agreements.offer_seat, CID)
    yield "all leave", everybody, left
    paused = reducer.after(table, [Event("pause", at=AT)])
    yield "paused", paused, table
    yield "resume", done(paused, agreements.request_resume, BOB), paused


def _timed() -> Iterator[Scene]:
    before = begun(BOB, CID, measure="2h")
    for hours in (1.0, 1.8, 2.0, 3.0):
        now = AT + int(hours * HOUR)
        table = reducer.after(before, timeouts.pass_time(before, now))
        yield f"after {hours} hours", table, before
        before = table
    yield "granted", done(before, timeouts.grant, BOB), before
    yield "claimed", done(before, timeouts.claim, BOB), before
    both = begun(BOB, game=GAMES["depthcharge"], measure="1d")
    yield "two deadlines", both, None
    yield "two are late", reducer.after(both, timeouts.pass_time(both, AT + 30 * HOUR)), both
    yield "thawed", reducer.after(before, [Event("thaw", text="1000", at=AT)]), before


def _ended() -> Iterator[Scene]:
    before = begun(BOB, CID)
    over = done(done(before, agreements.resign, CID), agreements.resign, ANN)
    yield "resigned by two", over, before
    yield "rematch", done(over, agreements.rematch, BOB), over
    yield "thawed at the end", reducer.after(over, [Event("thaw", text="0", at=AT)]), over
    yield "given up", done(begun(game=GAMES["curse"]), agreements.resign, ANN), None
    for person in (ANN, BOB, CID):
        before = done(before, agreements.offer_draw, person)
    yield "drawn", before, None
    near = dataclasses.replace(begun(BOB, CID), state=Tug(11))
    yield "pulled over", played(near, "pull 1"), near


def _addressed(table: Table, **where: Any) -> Table:
    address = Address(**{"guild": 5, "home": 10, **where})
    return dataclasses.replace(table, header=dataclasses.replace(table.header, address=address))


class NobodyChose:
    """A store in which nobody has settings."""

    async def person_settings(self, _person: int) -> None:
        return None


def placing() -> Iterator[tuple[str, Any]]:
    """The private card to place mines, with none, one and all picked."""
    table = begun(BOB, game=GAMES["depthcharge"])
    seat = table.acting[0]
    legal = table.legal(seat)
    assert isinstance(legal, Placement)
    for draft in ("", "mines b2", "mines b2 d3 f6 a4 c5"):
        rows = (SeatRow(7, table.state.slot(seat) if table.state else seat, ANN.id, draft=draft),)
        picked = dataclasses.replace(table, seats=rows)
        for column in ("", "b"):
            studio = Blank()
            tables = SimpleNamespace(store=NobodyChose())
            context = cast("BotContext", SimpleNamespace(studio=studio, tables=tables))
            card = placing_card(context, picked, seat, legal, column=column, note="Noted.")
            yield f"{draft or 'none'}, column {column or 'none'}", asyncio.run(card)
            yield "drawn", studio.asked


def links(table: Table) -> Iterator[tuple[str, Any]]:
    """How people are led to a table, wherever it is shown."""
    for where in (
        {},
        {"lobby": 20},
        {"lobby": 20, "channel": 21, "card": 22},
        {"channel": 10, "card": 22},
        {"guild": None, "card": 22},
        {"channel": 0},
        {"channel": 0, "card": 22},
        {"home": 0},
    ):
        shown = _addressed(table, **where)
        told = [make(shown) for make in (table_text.pointer, table_text.way_back, table_text.way_in)]
        yield str(where), told
        yield "card", table_cards.lobby_card(ALL, shown)


def said(table: Table, before: Table | None) -> Iterator[tuple[str, Any]]:
    """All that is said of a table."""
    yield "card", asyncio.run(table_cards.table_card(ALL, None, table))
    yield "blank", table_cards.blank_card(table)
    yield "about", table_cards.about_card(table)
    yield "verify", _tried(table_cards.verify_card, table)
    yield "story", (table_text.news(table, None), table_text.story(table, None))
    if table.status == "over":
        yield "asked for a rematch", [_tried(rematch_text, table, new) for new in (None, 9)]
    if before is not None:
        yield "same turn", table_cards.same_turn(before, table)
        yield "outdated", notification_text.outdated(before, table)
        for line in (
            notification_text.reminder_line,
            notification_text.declined_line,
            notification_text.rematch_line,
        ):
            yield line.__name__, line(before, table)
    yield "newly asked", notification_text.newly_asked(before, table)
    for person in (ANN, BOB, CID, DEE, EVE):
        yield from _personal(table, person)


def _personal(table: Table, person: Person) -> Iterator[tuple[str, Any]]:
    who = person.name
    yield f"{who} in words", table_cards.text_board_card(table, person.id)
    yield f"{who} looks at b7", _tried(table_cards.square_card, table, person.id, "b7")
    yield f"{who} waits", table_text.waits(table, person.id)
    if table.state is not None:
        studio = Blank()
        card = table_cards.own_card(ALL, cast("Studio", studio), table, person.id, "high-contrast")
        yield f"{who} sees", asyncio.run(card)
        yield f"{who} is drawn", studio.asked
    if table.seating.side_of(person.id) or person.id == table.header.opponent:
        yield f"{who} is told", notification_text.direct_message(table, person.id)
        yield f"{who} is told here", notification_text.fallback_line(table, person.id)
        yield f"{who} is concerned", notification_text.still_concerns(table, person.id)


def _tried(make: Any, *given: Any) -> Any:
    try:
        return make(*given)
    except RulesError as refusal:
        return f"refused: {refusal}"


def text() -> str:
    """The whole file: what was said before in the same words is left out."""
    lines: list[str] = []
    seen: set[str] = set()
    found = [(about, said(table, before)) for about, table, before in scenes()]
    found.append(("placing", placing()))
    found.append(("addresses", links(begun(BOB))))
    found.append(("lobby's addresses", links(lobby())))
    many = [begun(BOB), begun(BOB, CID), lobby()] * 8
    found.append(
        ("lists", iter([("list", table_cards.own_tables_card(many[:n], ANN.id)) for n in (0, 3, 24)]))
    )
    for about, told in found:
        lines += ["", f"# {about}"]
        for name, each in told:
            shown = _written(each)
            if shown not in seen:
                seen.add(shown)
                lines.append(f"{name}: {shown}")
    return "\n".join(line.rstrip() for line in lines).strip() + "\n"


def _written(each: Any) -> str:
    if not isinstance(each, Card):
        return str(each)
    parts = layout(each).to_components()[0]
    rows = [part for part in parts["components"] if part["type"] == 1]
    others = [
        part.get("content") or part.get("items") or part for part in parts["components"] if part not in rows
    ]
    buttons = [
        f"  [{button['label']}] {button['custom_id']} {button['style']}{' off' if button['disabled'] else ''}"
        for row in rows
        for button in (*row["components"], {"label": "", "custom_id": "", "style": "", "disabled": False})
    ]
    files = [f"  file {name}: {content.decode()}" for name, content in each.files]
    pings = mentions(each).to_dict().get("users", [])
    return "\n".join([f"{parts['accent_color']} pings {pings}", *map(str, others), *buttons, *files])


def main() -> None:
    FILE.write_text(text(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
