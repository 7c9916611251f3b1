"""Nobody is pinged again and again by the same person: requests and challenges have limits for each pair."""

from __future__ import annotations

from typing import Any

from bot.components.interactions.rate_limits import PAIR_PERIOD_S
from bot.components.lobbies import open_table
from bot.components.play import agreements

from .playing import CHALLENGE, leave, menu
from .simulation import Member, Seen, Simulation

REQUESTS, CHALLENGES = agreements.REQUESTS.most, open_table.CHALLENGES.most


def pings(sim: Simulation, who: Member) -> int:
    """How many messages were allowed to notify somebody."""
    found = 0
    for request in sim.env.http_requests:
        body: Any = request.json if isinstance(request.json, dict) else {}
        body = body.get("data") or body
        allowed = (body.get("allowed_mentions") or {}).get("users") or ()
        found += request.method == "POST" and who.id in map(int, allowed)
    return found


async def challenged(sim: Simulation, who: Member, whom: Member, game: str = "snorkels") -> Seen:
    return await who.say(f"{game} start", sim.channel, opponent=whom)


async def test_a_request_that_is_withdrawn_again_and_again_pings_the_other_a_few_times(
    sim: Simulation,
) -> None:
    await sim.begin(pace="1d")
    before = pings(sim, sim.bob)
    for _ in range(REQUESTS):
        assert "Request sent" in await sim.ann.say("table pause")
        await sim.ann.press(sim.card(), "Decline Pause (ann)")
    version, posted = (await sim.table()).version, len(sim.public())
    for command in ("table pause", "table pause"):
        refused = await sim.ann.say(command, sim.place())
        assert "sent bob a lot of requests lately. You can send another <t:" in refused
    assert pings(sim, sim.bob) == before + REQUESTS
    assert len(sim.public()) == posted
    assert (await sim.table()).version == version
    assert "Request sent" in await sim.bob.say("table pause"), "the other may ask"
    await sim.bob.press(sim.card(), "Decline Pause (bob)")
    await sim.pass_time(PAIR_PERIOD_S + 1)
    assert "Request sent" in await sim.ann.say("table pause")


async def test_all_kinds_of_requests_are_counted_together(sim: Simulation) -> None:
    await sim.begin(pace="1d")
    await sim.ann.move("d4")
    for _ in range(REQUESTS):
        await sim.ann.say("table undo")
        await sim.bob.press(sim.card(), "Decline Undo (ann)")
    card = sim.public()[-2]
    more = await sim.ann.press(card, "More")
    assert "You can send another" in await sim.ann.press(more, "Pause")


async def test_what_is_agreed_to_is_never_too_much(sim: Simulation) -> None:
    await sim.begin(pace="1d")
    for _ in range(REQUESTS):
        assert "Request sent" in await sim.ann.say("table pause")
        await sim.bob.press(sim.card(), "Accept Pause (ann)")
        assert "Request sent" in await sim.ann.say("table pause")
        await sim.bob.press(sim.card(), "Accept Resume (ann)")


async def test_draws_are_offered_a_few_times_and_accepted_at_any_time(sim: Simulation) -> None:
    lobby = await challenged(sim, sim.ann, sim.bob, "checkers")
    await sim.bob.press(lobby, "Join")
    for _ in range(REQUESTS):
        assert "If nobody answers" in await sim.ann.say("table draw")
        await sim.bob.press(sim.card(), "Decline the Draw")
    card = sim.public()[-2]
    more = await sim.ann.press(card, "More")
    assert "You can send another" in await sim.ann.press(more, "Offer a Draw")
    await sim.bob.say("table draw")
    assert "It’s a draw" in await sim.ann.press(sim.card(), "Accept the Draw")


async def test_whoever_leaves_and_stays_again_and_again_pings_the_other_a_few_times(sim: Simulation) -> None:
    await sim.begin()
    before = pings(sim, sim.bob)
    for _ in range(REQUESTS):
        assert "If nobody takes over, the seat stays yours" in await leave(sim.ann)
        await sim.ann.press(sim.card(), "ann Stays")
    assert "sent bob a lot of requests lately. You can send another <t:" in await leave(sim.ann)
    assert pings(sim, sim.bob) == before + REQUESTS
    assert (await sim.table()).seating.leaving == frozenset()


async def test_a_challenge_that_is_cancelled_again_and_again_pings_the_other_a_few_times(
    sim: Simulation,
) -> None:
    for _ in range(CHALLENGES):
        await sim.ann.press(await challenged(sim, sim.ann, sim.bob), "Cancel")
    refused = await challenged(sim, sim.ann, sim.bob, "checkers")
    assert "challenged bob a lot lately. You can challenge them again <t:" in refused
    assert refused.ephemeral
    offered = await menu(sim, sim.ann, CHALLENGE, sim.bob)
    assert "You can challenge them again <t:" in await sim.ann.press(offered, "Captain’s Checkers")
    assert pings(sim, sim.bob) == CHALLENGES
    assert "Join" in (await challenged(sim, sim.ann, sim.cid)).buttons
    assert "Join" in (await challenged(sim, sim.bob, sim.ann)).buttons
    await sim.pass_time(PAIR_PERIOD_S + 1)
    assert "Join" in (await challenged(sim, sim.ann, sim.bob)).buttons


async def test_who_takes_challenges_can_be_challenged_on(sim: Simulation) -> None:
    for _ in range(CHALLENGES + 1):
        await sim.bob.press(await challenged(sim, sim.ann, sim.bob), "Join")


async def test_challenges_can_be_refused_from_everyone_and_from_one_person(sim: Simulation) -> None:
    card = await sim.bob.say("settings", refuse=sim.ann)
    assert f"Challenges: from everyone except <@{sim.ann.id}>" in card
    assert not pings(sim, sim.ann)
    refused = await challenged(sim, sim.ann, sim.bob)
    assert "bob isn’t taking challenges. Leave out `opponent`" in refused
    assert refused.ephemeral
    assert not pings(sim, sim.bob)
    assert "Join" in (await challenged(sim, sim.cid, sim.bob)).buttons
    assert "Challenges: from nobody" in await sim.bob.say("settings", challenges=False)
    offered = await menu(sim, sim.cid, CHALLENGE, sim.bob)
    assert "isn’t taking challenges" in await sim.cid.press(offered, "Captain’s Checkers")
    await sim.restart()
    card = await sim.bob.say("settings", challenges=True, allow=sim.ann)
    assert "Challenges: from everyone\u00a0·" in card
    assert "Join" in (await challenged(sim, sim.ann, sim.bob)).buttons
