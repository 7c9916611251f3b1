"""The load's stand-in counts what a host has to know: requests under Discord's limit, and bytes."""

from __future__ import annotations

import json
from io import BytesIO

import aiohttp
import pytest
import sqlalchemy as sa

from data.store import schema
from data.store.compiled_statements import Compiled
from tests.benchmarks.load.database_cost import WrittenRows
from tests.benchmarks.load.standin import StandIn


def test_answers_to_interactions_are_not_under_the_limit_and_pictures_count_with_their_bytes() -> None:
    standin, said = StandIn(), json.dumps({"content": "d4"})
    form = aiohttp.FormData()
    form.add_field("payload_json", said)
    form.add_field("files[0]", BytesIO(b"picture"), filename="board.png")
    standin.answer("POST", "/interactions/1/token/callback", said)
    standin.answer("DELETE", "/webhooks/1/token/messages/@original", None)
    assert (standin.requests, standin.limited, standin.pictures, standin.sent) == (2, 0, 0, len(said))
    standin.answer("POST", "/channels/1/messages", form)
    assert (standin.requests, standin.limited, standin.pictures) == (3, 1, 1)
    assert standin.sent == 2 * len(said) + len(b"picture")


@pytest.mark.parametrize(
    ("flags", "shown"), [(1 << 15, [7]), (1 << 15 | 1 << 6, [])], ids=["public", "private"]
)
def test_a_picture_in_answer_to_a_press_on_a_card_that_all_see_is_the_next_card(
    flags: int, shown: list[int]
) -> None:
    standin, heard = StandIn(), list[int]()
    standin.on_card = lambda _at, channel: heard.append(channel)
    standin.hear({"token": "token", "channel_id": "7", "message": {"flags": flags}})
    form = aiohttp.FormData()
    form.add_field("payload_json", "{}")
    form.add_field("files[0]", BytesIO(b"picture"), filename="board.png")
    standin.answer("POST", "/interactions/1/token/callback", form)
    assert heard == shown


def test_each_row_counts_whether_it_is_written_alone_or_with_others(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("run", "run_all"):
        monkeypatch.setattr(Compiled, name, getattr(Compiled, name))
    written, insert = WrittenRows(), Compiled(sa.insert(schema.kv), ["key", "value"])
    one, two, three, four = ({"key": key, "value": ""} for key in "abcd")
    with sa.create_engine("sqlite://").connect() as connection:
        schema.kv.create(connection)
        insert.run(connection, one)
        insert.run_all(connection, [two])
        insert.run_all(connection, [three, four])
    assert written.rows == {"kv": 4}
