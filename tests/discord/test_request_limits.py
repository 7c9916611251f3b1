"""Nobody is pinged again and again by the same person: requests and challenges have limits for each pair."""

from __future__ import annotations

from typing import Any

import pytest

from bot.components.interactions.rate_limits import PAIR_PERIOD_S, PAIRS
from bot.tables.errors import TableError
from bot.tables.people import preferences
from bot.tables.people.preferences import MAX_REFUSED, Preferences

from .sea import Sea, Seen
from .test_menus import CHALLENGE, menu
from .test_privacy import exported
from .test_time import opened, play

REQUESTS, CHALLENGES = PAIRS["request"][0], PAIRS["challenge"][0]


def pings(sea: Sea, who: Any) -> int:
    """How many messages were allowed to notify somebody."""
    found = 0
    for request in sea.env.http_requests:
        body: Any = request.json if isinstance(request.json, dict) else {}
        body = body.get("data") or body
        allowed = (body.get("allowed_mentions") or {}).get("users") or ()
        found += request.method == "POST" and who.id in map(int, allowed)
    return found


async def challenged(sea: Sea, who: Any, whom: Any, game: str = "snorkels") -> Seen:
    return await sea.say(who, f"{game} start", opponent=whom)


async def test_a_request_that_is_withdrawn_again_and_again_pings_the_other_a_few_times(
    sea: Sea, quick: None
) -> None:
    await opened(sea, pace="1d")
    before = pings(sea, sea.bob)
    for _ in range(REQUESTS):
        assert "Request sent" in (await sea.say(sea.ann, "table pause", sea.place())).text
        await sea.press(sea.ann, sea.card(), "Decline ann’s Pause")
    version, posted = (await sea.bot.context.tables.get(1)).version, len(sea.history())
    for command in ("table pause", "table pause"):
        refused = await sea.say(sea.ann, command, sea.place())
        assert "sent bob a lot of requests lately. You can send another <t:" in refused.text
    assert pings(sea, sea.bob) == before + REQUESTS
    assert len(sea.history()) == posted
    assert (await sea.bot.context.tables.get(1)).version == version
    assert "Request sent" in (await sea.say(sea.bob, "table pause", sea.place())).text, "the other may ask"
    await sea.press(sea.bob, sea.card(), "Decline bob’s Pause")
    await sea.env.advance_time(PAIR_PERIOD_S + 1)
    assert "Request sent" in (await sea.say(sea.ann, "table pause", sea.place())).text


async def test_all_kinds_of_requests_are_counted_together(sea: Sea, quick: None) -> None:
    await opened(sea, pace="1d")
    await play(sea, sea.ann, "d4")
    for _ in range(REQUESTS):
        await sea.say(sea.ann, "table undo", sea.place())
        await sea.press(sea.bob, sea.card(), "Decline ann’s Undo")
    card = Seen(sea.history()[-2])
    more = await sea.press(sea.ann, card, "More")
    assert "You can send another" in (await sea.press(sea.ann, more, "Pause")).text


async def test_what_is_agreed_to_is_never_too_much(sea: Sea, quick: None) -> None:
    await opened(sea, pace="1d")
    for _ in range(REQUESTS):
        assert "Request sent" in (await sea.say(sea.ann, "table pause", sea.place())).text
        await sea.press(sea.bob, sea.card(), "Accept ann’s Pause")
        assert "Request sent" in (await sea.say(sea.ann, "table pause", sea.place())).text
        await sea.press(sea.bob, sea.card(), "Accept ann’s Resume")


async def test_draws_are_offered_a_few_times_and_accepted_at_any_time(sea: Sea, quick: None) -> None:
    lobby = await challenged(sea, sea.ann, sea.bob, "checkers")
    await sea.press(sea.bob, lobby, "Join")
    for _ in range(REQUESTS):
        assert "offer stands" in (await sea.say(sea.ann, "table draw", sea.place())).text
        await sea.press(sea.bob, sea.card(), "Decline the Draw")
    card = Seen(sea.history()[-2])
    more = await sea.press(sea.ann, card, "More")
    assert "You can send another" in (await sea.press(sea.ann, more, "Offer a Draw")).text
    await sea.say(sea.bob, "table draw", sea.place())
    assert "It’s a draw" in (await sea.press(sea.ann, sea.card(), "Accept the Draw")).text


async def test_a_challenge_that_is_cancelled_again_and_again_pings_the_other_a_few_times(
    sea: Sea, quick: None
) -> None:
    for _ in range(CHALLENGES):
        await sea.press(sea.ann, await challenged(sea, sea.ann, sea.bob), "Cancel")
    refused = await challenged(sea, sea.ann, sea.bob, "checkers")
    assert "challenged bob a lot lately. You can challenge them again <t:" in refused.text
    assert refused.message.flags.ephemeral
    offered = await menu(sea, sea.ann, CHALLENGE, sea.bob)
    assert (
        "You can challenge them again <t:" in (await sea.press(sea.ann, offered, "Captain’s Checkers")).text
    )
    assert pings(sea, sea.bob) == CHALLENGES
    assert "Join" in (await challenged(sea, sea.ann, sea.cid)).buttons
    assert "Join" in (await challenged(sea, sea.bob, sea.ann)).buttons
    await sea.env.advance_time(PAIR_PERIOD_S + 1)
    assert "Join" in (await challenged(sea, sea.ann, sea.bob)).buttons


async def test_who_takes_challenges_can_be_challenged_on(sea: Sea, quick: None) -> None:
    for _ in range(CHALLENGES + 1):
        await sea.press(sea.bob, await challenged(sea, sea.ann, sea.bob), "Join")


async def test_challenges_can_be_refused_from_everyone_and_from_one_person(sea: Sea, quick: None) -> None:
    card = await sea.say(sea.bob, "settings", refuse=sea.ann)
    assert f"**Challenges**: from everyone except <@{sea.ann.id}>." in card.text
    assert not pings(sea, sea.ann)
    refused = await challenged(sea, sea.ann, sea.bob)
    assert "bob isn’t taking challenges. Leave out `opponent`" in refused.text
    assert refused.message.flags.ephemeral
    assert not pings(sea, sea.bob)
    assert "Join" in (await challenged(sea, sea.cid, sea.bob)).buttons
    await sea.press(sea.bob, card, "Challenges")
    assert "**Challenges**: from nobody." in card.text
    offered = await menu(sea, sea.cid, CHALLENGE, sea.bob)
    assert "isn’t taking challenges" in (await sea.press(sea.cid, offered, "Captain’s Checkers")).text
    await sea.restart()
    card = await sea.say(sea.bob, "settings", challenges=True, allow=sea.ann)
    assert "**Challenges**: from everyone." in card.text
    assert "Join" in (await challenged(sea, sea.ann, sea.bob)).buttons


async def test_whose_challenges_are_refused_is_exported_and_forgotten(sea: Sea) -> None:
    await sea.say(sea.bob, "settings", refuse=sea.ann)
    assert (await exported(sea, sea.bob))["settings"] == {"refused": [sea.ann.id]}
    asked = await sea.say(sea.bob, "privacy forget")
    await sea.press(sea.bob, asked, "Yes, Forget Me")
    assert await preferences.load(sea.bot.store, sea.bob.id) == Preferences()
    assert await sea.bot.store.person_settings(sea.bob.id) is None


async def test_a_list_of_refused_people_has_an_end_and_holds_nobody_twice(sea: Sea) -> None:
    store = sea.bot.store
    for number in (*range(1, MAX_REFUSED + 1), 1):
        chosen = await preferences.change(store, sea.bob.id, refuse=number)
    assert chosen.refused == (*range(2, MAX_REFUSED + 1), 1)
    with pytest.raises(TableError, match="Allow one of them again"):
        await preferences.change(store, sea.bob.id, refuse=999, palette="colour-blind")
    assert await preferences.load(store, sea.bob.id) == chosen
    assert "and 80 more" in (await sea.say(sea.bob, "settings")).text
    assert "Choose another member" in (await sea.say(sea.bob, "settings", refuse=sea.bob)).text


@pytest.mark.parametrize("stored", [None, 7, "ann", {"1": 2}, [True, "1", None, 2.0, [3]]])
def test_a_list_of_refused_people_that_makes_no_sense_is_empty(stored: Any) -> None:
    assert preferences.read({"refused": stored}).refused == ()
