"""What a seat keeps for itself: picks and marks; and what it commits itself to: secret placements."""

from __future__ import annotations

import asyncio
import hashlib
import traceback
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

from bot.games.core import NotationError, RulesError
from bot.tables import notes
from bot.tables.errors import RulesBug, TableError, TableOver
from bot.tables.events import moves
from bot.tables.events.agreements import undo_target
from bot.tables.model import commitments
from bot.tables.model.drafts import read, write
from bot.tables.model.table import Table
from bot.tables.record_text import record_text
from bot.tables.service import TableService
from data.store.records import Event
from tests.databases import on_both

from .harness import ANN, BOB, EVE, HERE, log_of, refused, seated

PLACED = {ANN: "mines b2 d3 f6", BOB: "mines b9 d8 g12"}


async def lake(service: TableService) -> Table:
    """Ann and Bob are to lay three mines each."""
    return await seated(service, "depthcharge", ANN, BOB, mines="3")


async def laid(service: TableService) -> Table:
    """Both have laid their mines."""
    table = await lake(service)
    for person, text in PLACED.items():
        table = await service.play(table.id, person, text)
    return table


@on_both
async def test_quick_taps_all_count(service: TableService, other: TableService) -> None:
    table = await seated(service, "depthcharge", ANN, BOB)
    await asyncio.gather(
        *(notes.pick(service, table.id, ANN, [at], [at], table.version) for at in ("b2", "c3", "d4", "e5"))
    )
    again = await other.get(table.id)
    assert moves.picked(again, table.acting[0]) == ("b2", "c3", "d4", "e5")
    table = await laid(service)
    await asyncio.gather(
        *(notes.mark(service, table.id, ANN, [square], "mine") for square in ("b7", "c7", "d7", "e7"))
    )
    kept = notes.kept(await service.get(table.id), table.viewer(ANN.id))
    assert kept == tuple((square, "mine") for square in ("b7", "c7", "d7", "e7"))
    assert notes.markable(table, None) == ()
    assert notes.markable(await service.open("depthcharge", ANN, {}, HERE), None) == ()
    assert notes.markable(await service.resign(table.id, BOB), table.viewer(ANN.id)) == ()


async def test_what_was_picked_for_one_placement_does_not_count_for_the_next(service: TableService) -> None:
    table = await seated(service, "depthcharge", ANN, BOB, mines="3", islands="1")
    await notes.pick(service, table.id, ANN, ["c3"], ["c3"], table.version)
    await service.play(table.id, ANN, "islands b2")
    table = await service.play(table.id, BOB, "islands b9")
    (south, _) = table.acting
    assert moves.picked(table, south) == ()
    table = await notes.pick(service, table.id, ANN, ["d4", "d5"], ["d4"], table.version)
    table = await notes.pick(service, table.id, ANN, ["c3"], ["c3"], table.version)
    assert moves.picked(table, south) == ("c3", "d4")
    table = await notes.pick(service, table.id, ANN, ["d4", "d5"], [], table.version)
    assert moves.picked(table, south) == ("c3",)


async def test_a_way_of_one_letter_is_told_and_a_column_is_not(service: TableService) -> None:
    table = await lake(service)
    await service.play(table.id, ANN, "mines c3 d3 f6")
    table = await service.play(table.id, BOB, "mines b9 d8 g12")
    told = read(table, ANN.id, "move 1|detour|b1").told
    assert told[:3] == ("Move 1", "Other Ways", "b1")
    table = await seated(service, "snorkels", ANN, BOB)
    assert read(table, ANN.id, "d|4").told == ("d4",)


async def test_a_second_tap_takes_back(service: TableService) -> None:
    table = await laid(service)
    for kind, left in (("mine", "b7:mine"), ("clear", "b7:clear"), ("clear", "")):
        table = await notes.mark(service, table.id, ANN, ["b7"], kind, toggle=True)
        row = table.seat_row(table.acting[0])
        assert row is not None
        assert row.marks == left


async def test_marks_are_the_owners_alone_outlive_a_restart_and_change_no_version(
    service: TableService, other: TableService
) -> None:
    table = await laid(service)
    await notes.mark(service, table.id, ANN, ["c9", "b7"], "possible")
    again = await other.get(table.id)
    assert again.version == table.version
    assert notes.kept(again, again.viewer(ANN.id)) == (("b7", "possible"), ("c9", "possible"))
    assert notes.kept(again, again.viewer(BOB.id)) == ()
    assert notes.kept(again, None) == ()


async def test_who_has_no_notebook_marks_nothing(service: TableService) -> None:
    laying = await seated(service, "depthcharge", ANN, BOB)
    other = await seated(service, "snorkels", ANN, BOB)
    table = await laid(service)
    over = await service.resign((await laid(service)).id, ANN)
    for number, person in ((laying.id, ANN), (other.id, ANN), (table.id, EVE), (over.id, ANN)):
        await refused(notes.mark(service, number, person, ["b7"], "mine"), "nothing to mark")
    await refused(notes.mark(service, table.id, ANN, ["b7"], "maybe"), "`possible`, `clear` or `mine`")


def test_squares_are_read_in_any_case_and_with_commas() -> None:
    assert notes.squares_of(" B7,c7  b7 ", ["b7", "c7"]) == ["b7", "c7"]
    for typed in ("", " , ", "b7 d4", "b7\x00", "b7 " * 400):
        with pytest.raises(NotationError):
            notes.squares_of(typed, ["b7", "c7"])


def test_stored_marks_that_are_not_understood_are_left_out() -> None:
    assert notes.read("b7:mine c7 d7:whale e7:clear", ("mine", "clear")) == {"b7": "mine", "e7": "clear"}


@pytest.mark.parametrize("key", ["snorkels", "checkers"])
async def test_a_preview_leaves_the_turn_with_whoever_chooses(service: TableService, key: str) -> None:
    table = await seated(service, key, ANN, BOB)
    for _ in range(6):
        seat = table.acting[0]
        legal, who = table.legal(seat), table.awaited[0]
        assert isinstance(legal, tuple)
        assert table.state is not None
        draft = read(table, who.id, write((table.state.path(legal[0]),)))
        seen, now = draft.preview(), table.view_for(seat)
        assert seen != now
        assert seen.to_act == now.to_act
        assert getattr(seen, "phase", "") == getattr(now, "phase", "")
        table = await service.play(table.id, who, str(legal[0]))


async def test_each_secret_placement_is_followed_by_its_seal(service: TableService) -> None:
    table = await laid(service)
    _, events, _ = await log_of(service, table.id)
    assert [event.verb for event in events[-4:]] == ["play", "seal", "play", "seal"]
    assert len({seal.salt for seal in table.commitments}) == 2
    assert all(int(seal.salt, 16).bit_length() > 100 for seal in table.commitments), "nobody tries them all"
    for seal, (placed, sealed) in zip(table.commitments, (events[-4:-2], events[-2:]), strict=True):
        salt, digest = sealed.text.split()
        line = f"{salt} table {table.id} {placed.seat} {placed.text}"
        assert hashlib.sha256(line.encode()).hexdigest() == digest == seal.digest
        assert sealed.person is None, "so no export of anybody’s data holds it"
        assert sealed.at == placed.at


async def test_only_secret_placements_are_sealed(service: TableService) -> None:
    table = await laid(service)
    table = await service.play(table.id, ANN, "move n")
    assert len(table.commitments) == 2
    other = await seated(service, "snorkels", ANN, BOB, pie="off")
    assert (await service.play(other.id, ANN, "d4")).commitments == ()


async def test_seals_are_shut_until_the_end_and_then_match(service: TableService) -> None:
    table = await laid(service)
    assert [(check.line, check.holds) for check in commitments.openings(table)] == [(None, False)] * 2
    table = await service.resign(table.id, BOB)
    checks = commitments.openings(table)
    assert [check.holds for check in checks] == [True, True]
    assert [(check.line or "").split(" ", 3)[3] for check in checks] == [
        "south mines b2 d3 f6",
        "north mines b9 d8 g12",
    ]


async def test_a_changed_placement_or_salt_or_table_breaks_the_seal(service: TableService) -> None:
    table = await service.resign((await laid(service)).id, ANN)
    first, second = table.commitments
    forged = (
        replace(table, commitments=(replace(first, placement="mines b2 d3 f5"), second)),
        replace(table, commitments=(replace(first, salt="0" * 32), second)),
        replace(table, header=table.header._replace(id=table.id + 1)),
    )
    assert [commitments.openings(each)[0].holds for each in forged] == [False] * 3


async def test_the_newest_card_tells_of_seals_while_placing_is_the_news(service: TableService) -> None:
    table = await lake(service)
    assert commitments.just_made(table) == ()
    table = await service.play(table.id, BOB, PLACED[BOB])
    assert [check.seat for check in commitments.just_made(table)] == ["north"]
    table = await service.play(table.id, ANN, PLACED[ANN])
    assert [check.seat for check in commitments.just_made(table)] == ["north", "south"]
    table = await service.play(table.id, ANN, "move n")
    assert commitments.just_made(table) == ()


async def test_no_text_of_a_running_table_holds_a_salt_or_a_mine(service: TableService) -> None:
    table = await laid(service)
    texts = [record_text(table), repr(table), *map(repr, table.turns), *map(repr, table.commitments)]
    secrets = [seal.salt for seal in table.commitments] + ["b2 d3", "b9 d8", "(13,", "squares="]
    assert not [secret for secret in secrets for text in texts if secret in text]


async def test_a_fault_of_the_rules_after_a_placement_is_logged_without_the_placement(
    service: TableService, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await lake(service)
    assert table.state is not None
    state = type(table.state)
    play = state.play

    def broken(_state: object) -> Any:
        raise RulesError("broken")

    def broken_afterwards(*given: Any) -> Any:
        after = play(*given)
        monkeypatch.setattr(state, "to_act", property(broken))
        return after

    monkeypatch.setattr(state, "play", broken_afterwards)
    await refused(service.play(table.id, ANN, PLACED[ANN]), error=TableOver)
    assert "is frozen" in caplog.text
    assert "b2" not in caplog.text


async def test_a_bug_in_sealing_names_no_placement_and_leaves_the_table_in_play(
    service: TableService, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await lake(service)
    with monkeypatch.context() as context:
        context.setattr(commitments, "read", Mock(side_effect=RulesError("broken")))
        with pytest.raises(RulesBug) as raised:
            await service.play(table.id, ANN, PLACED[ANN])
    assert "b2" not in "".join(traceback.format_exception(raised.value)) + caplog.text
    assert (await service.play(table.id, ANN, PLACED[ANN])).status == "playing"


async def test_a_broken_seal_is_no_seal(service: TableService) -> None:
    table = await laid(service)
    for text in ("", "0" * 32, f"{'0' * 32} {'0' * 63}", f"{'g' * 32} {'0' * 64}"):
        with pytest.raises(RulesError):
            commitments.read(Event("seal", "south", text=text), table)


async def test_the_record_has_the_digests_at_once_and_the_salts_at_the_end(service: TableService) -> None:
    table = await laid(service)
    digest = table.commitments[0].digest
    assert f"# seal of south mines: {digest}\n" in record_text(table)
    assert "sealed by" not in record_text(table)
    assert "mines ?" in record_text(table)
    over = record_text(await service.resign(table.id, BOB))
    line = commitments.committed_line(table.commitments[0].salt, table.id, "south", "mines b2 d3 f6")
    assert f"# seal of south mines: {digest}\n# sealed by south: {line}\n" in over
    assert all(placed in over for placed in PLACED.values())


async def test_what_is_sealed_is_not_taken_back(service: TableService) -> None:
    table = await lake(service)
    table = await service.play(table.id, ANN, PLACED[ANN])
    with pytest.raises(TableError, match="Secret placements are final"):
        undo_target(table, ANN)
