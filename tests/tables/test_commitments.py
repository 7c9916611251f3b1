"""Commitments of secret placements: drawn with them, closed until the end, broken by any change."""

from __future__ import annotations

import hashlib
import traceback
from dataclasses import replace
from typing import Any

import pytest

from bot.games.core import RulesError
from bot.tables.errors import RulesBug, TableError, TableOver
from bot.tables.events.agreements import undo_target
from bot.tables.model import commitments
from bot.tables.model.table import Commitment, Table
from bot.tables.record_text import record_text
from bot.tables.service import TableService
from data.store.records import Event

from .harness import ANN, BOB, log_of, seated

PLACED = {ANN: "mines b2 d3 f6", BOB: "mines b9 d8 g12"}


async def laid(service: TableService) -> Table:
    """Both have laid their mines."""
    table = await seated(service, "depthcharge", ANN, BOB, mines="3")
    for person, text in PLACED.items():
        table = await service.play(table.id, person, text)
    return table


async def test_each_secret_placement_is_followed_by_its_seal(service: TableService) -> None:
    table = await laid(service)
    _, events, _ = await log_of(service, table.id)
    assert [event.verb for event in events[-4:]] == ["play", "seal", "play", "seal"]
    assert len({seal.salt for seal in table.commitments}) == 2
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
        replace(table, header=replace(table.header, id=table.id + 1)),
    )
    assert [commitments.openings(each)[0].holds for each in forged] == [False] * 3


async def test_the_newest_card_tells_of_seals_while_placing_is_the_news(service: TableService) -> None:
    table = await seated(service, "depthcharge", ANN, BOB, mines="3")
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
    table = await seated(service, "depthcharge", ANN, BOB, mines="3")
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
    with pytest.raises(TableOver):
        await service.play(table.id, ANN, PLACED[ANN])
    assert "is frozen" in caplog.text
    assert "b2" not in caplog.text


async def test_a_bug_in_sealing_names_no_placement_and_leaves_the_table_in_play(
    service: TableService, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await seated(service, "depthcharge", ANN, BOB, mines="3")

    def broken(*_: object) -> Commitment:
        raise RulesError("broken")

    with monkeypatch.context() as context:
        context.setattr(commitments, "read", broken)
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
    over = record_text(await service.resign(table.id, BOB))
    line = commitments.committed_line(table.commitments[0].salt, table.id, "south", "mines b2 d3 f6")
    assert f"# seal of south mines: {digest}\n# sealed by south: {line}\n" in over


async def test_what_is_sealed_is_not_taken_back(service: TableService) -> None:
    table = await seated(service, "depthcharge", ANN, BOB, mines="3")
    table = await service.play(table.id, ANN, PLACED[ANN])
    with pytest.raises(TableError, match="Secret placements are final"):
        undo_target(table, ANN)
