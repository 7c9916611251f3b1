"""Interactions through discord.py: commands, controls, forms, and the bot's answers."""

from __future__ import annotations

import pytest

from bot.local import LocalDiscord
from bot.local.api import interactions
from bot.local.api.interactions import Interaction, ResponseType
from bot.local.errors import InvalidInput
from bot.local.world.model import Channel, Message
from tests.local.conftest import Raw, card_of
from tests.local.fault_injection import FaultyDiscord, InjectedFault

pytestmark = pytest.mark.usefixtures("bot")


def original(interaction: Interaction) -> Message:
    """The message that answered."""
    assert interaction.original is not None
    return interaction.original


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "dish"),
        ({"dish": "Eel", "portions": 10}, "^portions must be 1–9, not “10”"),
        ({"dish": "Eel", "portions": "many"}, "^portions must be 1–9, not “many”"),
        ({"dish": "Eel", "hot": "tepid"}, "^hot must be true or false, not “tepid”"),
        ({"dish": "Eel", "side": "soup"}, "^side must be one of: bread, rice"),
        ({"dish": "Eel", "no": 1}, "no option called no"),
    ],
)
async def test_options_that_do_not_fit_never_leave_the_client(
    local: LocalDiscord, options: dict[str, object], told: str
) -> None:
    with pytest.raises(InvalidInput, match=told):
        local.play.slash("Finn", "games", "galley cook", options)


async def test_an_answer_says_whose_installation_of_the_bot_gave_it(local: LocalDiscord) -> None:
    card = await card_of(local)
    assert card.metadata is not None
    assert card.metadata["authorizing_integration_owners"] == {"0": str(local.world.guild_id)}


async def test_a_menu_takes_several_values_within_its_bounds(local: LocalDiscord) -> None:
    pressed = await local.play.press("Pearl", await card_of(local), "ask:menu").settled()
    with pytest.raises(InvalidInput):
        local.play.press("Pearl", original(pressed), "cargo", ["Eel", "Cod", "Ide", "Dace"])
    with pytest.raises(InvalidInput):
        local.play.press("Pearl", original(pressed), "cargo", ["Whale"])
    await local.play.press("Pearl", original(pressed), "cargo", ["Eel", "Cod"]).settled()
    assert original(pressed).content == "Loaded: Eel, Cod"
    assert original(pressed).components == []


async def test_a_form_is_opened_filled_in_and_sent(local: LocalDiscord) -> None:
    opened = await local.play.slash("Finn", "games", "log").settled()
    with pytest.raises(InvalidInput, match="fill in Entry"):
        local.play.submit(opened, {"weather": ["Fair"]})
    with pytest.raises(InvalidInput, match="Entry must be 0–200 characters"):
        local.play.submit(opened, {"entry": "x" * 201, "weather": ["Fair"]})
    sent = await local.play.submit(opened, {"entry": "A calm watch", "weather": ["Foul"]}).settled()
    assert original(sent).content == "A calm watch (Foul)"


async def test_a_bot_that_never_answers_has_failed(
    local: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interactions, "ANSWER_TIMEOUT_S", 0.05)
    asked = await local.play.slash("Finn", "games", "fail").settled()
    assert asked.failed
    assert asked.answer is None


async def test_an_answer_too_late_is_10062_and_a_second_one_40060(
    local: LocalDiscord, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    say = {"type": 4, "data": {"content": "here"}}
    asked = local.play.slash("Finn", "games", "fail")
    path = f"/interactions/{asked.id}/{asked.token}/callback"
    assert await raw("POST", path, say) == (204, None)
    assert await raw.code("POST", path, say) == (400, 40060)
    monkeypatch.setattr(interactions, "ANSWER_TIMEOUT_S", 0.0)
    late = await local.play.slash("Finn", "games", "fail").settled()
    path = f"/interactions/{late.id}/{late.token}/callback"
    assert await raw.code("POST", path, say) == (404, 10062)


async def test_a_lost_first_answer_makes_its_repetition_40060(local: FaultyDiscord, raw: Raw) -> None:
    local.faults.add(InjectedFault("POST", "/callback$", status=500, applied=True))
    asked = local.play.slash("Finn", "games", "fail")
    path = f"/interactions/{asked.id}/{asked.token}/callback"
    assert (await raw("POST", path, {"type": 5}))[0] == 500
    assert await raw.code("POST", path, {"type": 5}) == (400, 40060)


async def test_a_token_serves_for_fifteen_minutes(
    local: LocalDiscord, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = local.play.slash("Finn", "games", "fail")
    webhook = f"/webhooks/{{app}}/{asked.token}"
    assert await raw.code("POST", webhook, {"content": "early"}) == (404, 10015)
    await raw("POST", f"/interactions/{asked.id}/{asked.token}/callback", {"type": 5, "data": {"flags": 64}})
    status, body = await raw("POST", webhook, {"content": "first"})
    assert (status, body["id"]) == (200, str(original(asked).id))
    status, body = await raw("POST", webhook, {"content": "second"})
    assert (await raw("GET", f"{webhook}/messages/@original"))[1]["content"] == "first"
    assert (await raw("PATCH", f"{webhook}/messages/{body['id']}", {"content": "changed"}))[0] == 200
    assert (await raw("DELETE", f"{webhook}/messages/@original"))[0] == 204
    assert await raw.code("GET", f"{webhook}/messages/@original") == (404, 10008)
    monkeypatch.setattr(interactions, "TOKEN_LIFETIME_S", -1.0)
    assert await raw.code("POST", webhook, {"content": "third"}) == (401, 50027)


async def test_a_stale_client_can_press_what_is_no_longer_there(local: FaultyDiscord) -> None:
    card = await card_of(local)
    await local.play.press("Pearl", card, "square:d4:0").settled()
    with pytest.raises(InvalidInput):
        local.play.press("Finn", card, "square:a1:0")
    pressed = await local.play.press("Finn", card, "square:a1:0", strict=False).settled()
    assert pressed.answer is ResponseType.UPDATE


async def test_nothing_can_be_used_in_an_archived_thread(local: LocalDiscord) -> None:
    await local.play.press("Pearl", await card_of(local), "ask:thread").settled()
    card = await card_of(local, "A quiet table")
    local.world.channel("A quiet table").archived = True
    with pytest.raises(InvalidInput, match="archived"):
        local.play.press("Pearl", card, "square:d4:0")


# Group messages.


@pytest.fixture
def group(local: LocalDiscord) -> Channel:
    """A group message of Finn and Pearl, who have installed the bot."""
    for command in local.commands.listed:
        command |= {"integration_types": [0, 1], "contexts": None}
    return local.play.group("Finn", ["Pearl"])


async def test_in_a_group_the_bot_gets_no_events_and_can_not_post(
    local: LocalDiscord, raw: Raw, group: Channel
) -> None:
    told: list[str] = []
    local.world.tell_bot = lambda name, _data: told.append(name)
    local.play.say("Finn", group, "ahoy")
    assert not told
    assert await raw.code("POST", f"/channels/{group.id}/messages", {"content": "hello"}) == (403, 50001)


async def test_an_interaction_in_a_group_says_so_as_discord_does(local: LocalDiscord, group: Channel) -> None:
    asked = await local.play.slash("Finn", group, "galley stores count").settled()
    assert not asked.failed
    event = asked.event()
    finn, pearl = (str(local.world.person(name).id) for name in ("Finn", "Pearl"))
    assert event["context"] == 2
    assert event["channel"]["type"] == 3
    assert {each["id"] for each in event["channel"]["recipients"]} == {finn, pearl}
    assert event["authorizing_integration_owners"] == {"1": finn}
    assert event["user"]["id"] == finn
    assert not {"guild_id", "guild", "member"} & set(event)


async def test_five_messages_follow_an_interaction_in_a_group(
    local: LocalDiscord, raw: Raw, group: Channel
) -> None:
    asked = local.play.slash("Finn", group, "fail")
    webhook = f"/webhooks/{{app}}/{asked.token}"
    await raw("POST", f"/interactions/{asked.id}/{asked.token}/callback", {"type": 5, "data": {}})
    for count in range(5):
        assert (await raw("POST", webhook, {"content": str(count)}))[0] == 200
    assert await raw.code("POST", webhook, {"content": "one more"}) == (400, 40094)
