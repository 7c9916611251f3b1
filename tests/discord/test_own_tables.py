"""``/games``: the caller's own tables, with the names of the others."""

from __future__ import annotations

from .sea import Sea
from .test_hard_cases import opened


async def test_a_persons_tables_name_their_opponents_and_not_themselves(sea: Sea) -> None:
    await opened(sea)
    for who, opponent in ((sea.ann, sea.bob), (sea.bob, sea.ann)):
        (line,) = [line for line in (await sea.say(who, "games")).text.splitlines() if "Table 1" in line]
        opponents = line.partition("with ")[2].partition(":")[0]
        assert opponents == f"<@{opponent.id}>"


async def test_a_person_without_an_opponent_is_told_of_none(sea: Sea) -> None:
    await sea.say(sea.ann, "snorkels start")
    (line,) = [line for line in (await sea.say(sea.ann, "games")).text.splitlines() if "Table 1" in line]
    assert " with " not in line
