"""What is kept of somebody, as a value to be written down."""

from __future__ import annotations

import pytest

from bot.features.privacy.data_export import export
from bot.tables.days import moment
from bot.tables.service import TableService
from data.store.queries import followups
from tests.databases import on_both

from .harness import ANN, BOB, seated


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (1_700_000_000_000, "2023-11-14T22:13:20.000+00:00"),
        (1_700_000_000_120, "2023-11-14T22:13:20.120+00:00"),
    ],
)
def test_a_time_is_written_to_the_millisecond(at: int, text: str) -> None:
    assert moment(at) == text


@on_both
async def test_what_somebody_did_is_exported_as_it_was_written(service: TableService) -> None:
    table = await seated(service, "snorkels", ANN, BOB)
    await service.play(table.id, ANN, "d4", key="77")
    (exported,) = (await export(service, ANN.id))["tables"]
    assert exported["events"][-1] | {"at": "", "number": 0} == {
        "number": 0,
        "what": "play",
        "seat": "host",
        "name": "Ann",
        "text": "d4",
        "at": "",
        "interaction": "77",
    }
    assert (exported["host"], exported["challenged"]) == (True, False)
    assert [seat["seat"] for seat in exported["seats"]] == ["host"]


@on_both
async def test_what_somebody_is_still_to_be_told_is_exported(service: TableService) -> None:
    await followups.add(service.store, 7, [("letter", 9, ANN.id, 0, 0), ("letter", 9, BOB.id, 0, 0)])
    await followups.add(service.store, 8, [("card", 3, ANN.id, 55, 66)])
    assert (await export(service, ANN.id))["messages"] == [
        {"what": "to be sent", "table": 7, "number": 9, "channel": None, "message": None},
        {"what": "has buttons", "table": 8, "number": 3, "channel": 55, "message": 66},
    ]
