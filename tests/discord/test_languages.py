"""Whose language is spoken, at each way in: everybody's is the server's, one person's is their own."""

from __future__ import annotations

from typing import Any

import pytest

from bot.components.cards.text import request_label
from bot.components.interactions import languages, replies
from bot.components.interactions.card import Card, Control, close_button
from bot.components.publishing import private_charts
from bot.features.privacy import data_export
from bot.features.ratings.profile_cards import names_of
from bot.languages import ENGLISH, catalogues, speaking, spoken
from bot.local.api.interactions import Interaction
from bot.local.errors import Json
from bot.people import settings
from bot.people.absences import DAY
from bot.people.computers import IDS
from bot.people.preferences import AWAY
from bot.tables.model.agreements import Request
from bot.tables.model.seating import Person
from rendering.scene import Picture
from rendering.studio import Studio
from tests.blank import BLANK
from tests.languages.pseudo import TAG, Pseudo, english

from .playing import replaced, with_mines
from .simulation import Seen, Simulation


@pytest.fixture
def locales(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """What each person's Discord speaks, and each server's: English, or the pseudo-language."""
    spoken: dict[int, str] = {}
    made = Interaction.event

    def event(asked: Interaction) -> Json:
        own = {"locale": spoken.get(asked.person.id, "en-US")}
        if asked.place.on_server:
            own["guild_locale"] = spoken.get(asked.world.guild_id, "en-US")
        return made(asked) | own

    monkeypatch.setattr(Interaction, "event", event)
    monkeypatch.setattr(catalogues, "of", lambda _language: Pseudo())
    monkeypatch.setattr(catalogues, "listed", lambda parts, _style, _language: ", ".join(parts))
    monkeypatch.setitem(catalogues.names(), TAG, "Pseudo")
    return spoken


def translated(seen: Seen | str) -> bool:
    """Whether what somebody sees is in the pseudo-language, with nothing in English."""
    text = seen if isinstance(seen, str) else f"{seen.text}{seen.alt}"
    return "⟦" in text


async def test_everybody_sees_the_servers_language_and_its_rules_come_first(
    sim: Simulation, locales: dict[int, str]
) -> None:
    locales[sim.guild.id] = TAG
    await sim.begin()
    assert translated(sim.card()), "the server's own"
    assert not translated(await sim.ann.press(sim.card(), "My View"))
    assert "English" in (await sim.manager().say("server rules", language=ENGLISH)).text
    await sim.ann.move("d4")
    await sim.settled()
    assert not translated(sim.card())


async def test_a_computers_name_is_in_the_language_spoken_in_rankings_and_on_buttons(
    sim: Simulation, locales: dict[int, str]
) -> None:
    first = IDS[0]
    asked = Request("seat", Person(first, "Cabin Boy"), 1)
    with speaking(TAG):
        names, label = await names_of(sim.store, [first]), request_label(asked, "agree")
    assert translated(names[first])
    assert english(label) == "Accept Takeover (Cabin Boy)"
    assert "Cabin" not in label


async def test_a_setting_comes_before_what_discord_says(sim: Simulation, locales: dict[int, str]) -> None:
    locales[sim.ann.id] = TAG
    assert not translated(await sim.ann.say("settings", language=ENGLISH))
    assert not translated(await sim.ann.say("help"))
    assert translated(await sim.ann.say("settings", language="discord"))
    assert translated(await sim.ann.say("help"))


async def test_what_comes_unasked_is_in_the_language_last_heard(
    sim: Simulation, locales: dict[int, str]
) -> None:
    locales[sim.bob.id] = TAG
    await sim.bob.say("settings", pings="direct")
    await sim.begin()
    await sim.restart()
    await sim.ann.move("d4")
    await sim.settled()
    assert translated(sim.bob.letters[-1]), "a direct message, after a restart, too"
    stored = await sim.store.person_settings(sim.bob.id)
    assert stored is not None
    assert f'"language_heard": "{TAG}"' in stored


async def test_the_pictures_words_are_in_their_readers_language(
    sim: Simulation, locales: dict[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def draw(_studio: Studio, _key: str, _scene: Any, palette: str = "default") -> Picture:
        asked.append(spoken())
        return BLANK

    monkeypatch.setattr(Studio, "draw", draw)
    locales[sim.ann.id] = TAG
    await sim.begin()
    assert set(asked) == {ENGLISH}
    await sim.ann.press(sim.card(), "My View")
    assert asked[-1] == TAG
    await sim.bob.press(sim.card(), "My View")
    assert asked[-1] == ENGLISH


async def test_a_chart_that_is_no_longer_kept_says_so_in_its_readers_language(
    sim: Simulation, locales: dict[int, str]
) -> None:
    locales[sim.ann.id] = TAG
    await with_mines(sim)
    await replaced(sim)
    told = sim.ann.letters[0]
    assert "yóúr séát" in told
    assert translated(told)
    assert not any(map(translated, (*sim.cid.letters, *sim.bob.letters)))


def spelt_late(*_about: object, **_options: object) -> Any:
    """A card whose words are all spelt out when it is sent."""

    async def card() -> Card:
        choices = [Control("dismiss", str(number), rest=str(number)) for number in range(9)]
        return Card("card", rows=((close_button(),), tuple(choices)))

    return card()


async def test_a_card_is_sent_in_its_readers_language(
    sim: Simulation, locales: dict[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    locales[sim.bob.id] = TAG
    await sim.begin(pie="off", side="purple")
    await sim.bob.say("settings", confirm=False)
    await sim.ann.play("d", "d4", "Confirm")
    console = await sim.bob.play("a", "a1")
    monkeypatch.setattr(sim.bot.private_cards, "_next_card", spelt_late)
    await sim.ann.move("e4")
    await sim.settled()
    assert "⟦" in str(console.components), "a private card"
    monkeypatch.setattr(private_charts, "chart_card", spelt_late)
    await with_mines(sim)
    assert [("⟦" in str(who.letters[0].components)) for who in (sim.ann, sim.bob)] == [False, True], "a chart"


@pytest.mark.parametrize("odd", [None, "", "xx", "zh-CN", "pt_BR"])
async def test_a_language_that_nobody_knows_is_answered_in_english(
    sim: Simulation, locales: dict[int, Any], odd: str | None
) -> None:
    locales[sim.ann.id] = locales[sim.guild.id] = odd
    assert "Welcome" in await sim.ann.say("help")
    assert "doesn’t know" in await sim.ann.say("settings", zone="Atlantis"), "a refusal"


async def test_what_people_type_is_read_in_their_language(sim: Simulation, locales: dict[int, str]) -> None:
    locales[sim.ann.id] = "de"
    offered = await sim.ann.autocomplete(sim.channel, "snorkels start", "pace", "2 Wochen")
    assert offered[0]["value"] == "14d"
    await sim.ann.say("snorkels start", pace="2 Wochen")
    assert (await sim.table()).header.pace == "14d"
    await sim.ann.say("settings", away="3 Tage")
    stored = await settings.load(sim.store, sim.ann.id)
    assert stored[AWAY][0][1] - stored[AWAY][0][0] == 3 * DAY


async def fails(*_args: Any) -> Any:
    raise OSError("the disk is full")


async def test_what_discord_speaks_is_enough_where_the_database_fails(
    sim: Simulation, locales: dict[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    locales[sim.ann.id] = TAG
    monkeypatch.setattr(languages, "change", fails)
    assert translated(await sim.ann.say("help")), "what was heard can't be stored"
    monkeypatch.setattr(languages, "load", fails)
    assert translated(await sim.ann.say("help"))
    assert not translated(await sim.bob.say("help")), "nothing is known of him"
    monkeypatch.undo()


async def test_a_press_is_acknowledged_while_its_language_is_looked_up(
    sim: Simulation, locales: dict[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    locales[sim.ann.id] = TAG
    monkeypatch.setattr(replies, "REPLY_WITHIN_S", -1.0)
    before = len(sim.env.http_requests)
    acknowledged: list[bool] = []
    read = settings.load

    async def load(*given: Any) -> Any:
        acknowledged.append(len(sim.env.http_requests) > before)
        return await read(*given)

    monkeypatch.setattr(languages, "load", load)
    await sim.ann.say("help")
    assert acknowledged == [True]


async def test_what_was_heard_is_exported_and_nothing_of_it_is_left_of_somebody_forgotten(
    sim: Simulation, locales: dict[int, str]
) -> None:
    locales[sim.ann.id] = TAG
    await sim.ann.say("help")
    assert (await data_export.export(sim.tables, sim.ann.id))["settings"] == {"language_heard": TAG}
    await sim.ann.press(await sim.ann.say("privacy forget"), "Yes, Forget Me")
    assert await sim.store.person_settings(sim.ann.id) is None
    locales[sim.bob.id] = TAG
    forgetting = await sim.bob.say("privacy forget")
    locales[sim.bob.id] = ENGLISH
    await sim.bob.press(forgetting, "Yes, Forget Me")
    assert await sim.store.person_settings(sim.bob.id) is None, "heard with the last press of all"
