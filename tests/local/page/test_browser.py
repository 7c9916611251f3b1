"""The page in a real browser, on a desktop and on a phone."""

from __future__ import annotations

import io
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from itertools import count
from typing import Final

import pytest
from PIL import Image

from bot.components.interactions.card import Card, CardImage, Control, layout
from bot.features.lessons import lessons
from bot.games import GAMES
from bot.games.curse import prompts, text
from bot.games.curse.actions import PIRATE, Loot
from bot.games.curse.rules import CurseState
from bot.languages import gettext, speaking
from bot.local import LocalDiscord, server
from bot.local.api import channels, posting
from bot.local.errors import Json
from bot.local.page.views import GameCard
from bot.local.text import PAGE, sentences
from bot.local.validate.messages import Upload
from bot.local.world.model import Flag, Message
from rendering.painting import draw
from rendering.scene import PictureHeader, Player, Scene, SeatSign
from tests.games.playing import played
from tests.local.conftest import add_channel, seated
from tests.thorough import examples

from . import chromium
from .chromium import Tab

pytestmark = pytest.mark.skipif(
    chromium.program() is None, reason="no Chromium is installed: the system's package chromium"
)
PHONE = (390, 780)
Opened = Callable[..., AbstractAsyncContextManager[Tab]]


@pytest.fixture
def window(devtools: str, local: LocalDiscord) -> Opened:
    """Opens a person's window and waits until it's drawn."""

    @asynccontextmanager
    async def opened(who: str, width: int = 1280, height: int = 800) -> AsyncIterator[Tab]:
        async with chromium.tab(devtools, f"{local.page_url}#as={who}", width, height) as tab:
            await tab.until("!!document.querySelector('#log .welcome')")
            await tab.until(
                f"document.querySelector('.who[aria-checked=true]')?.textContent.includes({who!r})"
            )
            yield tab

    return opened


@pytest.fixture
async def tab(window: Opened) -> AsyncIterator[Tab]:
    """Finn's window."""
    async with window("Finn") as tab:
        yield tab


def board(local: LocalDiscord, place: str = "games", *, text: str = "Table 1") -> Message:
    """Post a card like a game's: a square picture of 1,120 pixels, text and buttons."""
    data = io.BytesIO()
    Image.new("RGB", (1120, 1120), "#12344d").save(data, "PNG")
    buttons = [{"type": 2, "style": 1, "label": name, "custom_id": name} for name in ("Move", "More")]
    card = [
        {"type": 10, "content": f"### Snorkels\n{text}"},
        {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "A board"}]},
        {"type": 10, "content": "Purple 0 · Green 0\n**Finn, it's your turn.**"},
        {"type": 1, "components": buttons},
    ]
    payload: Json = {"flags": int(Flag.COMPONENTS_V2), "components": [{"type": 17, "components": card}]}
    world = local.world
    return posting.post(
        world, world.channel(place), world.bot, payload, [Upload(0, "board.png", data.getvalue())]
    )


on_shelf = pytest.mark.usefixtures("shelf")


@pytest.fixture
def shelf(local: LocalDiscord) -> None:
    """Two games on the first screen; the demo bot knows the command of the first."""
    data = io.BytesIO()
    Image.new("RGB", (1000, 1072), "#12344d").save(data, "PNG")
    for key in ("card", "none"):
        facts = "2 players · about 15 minutes"
        local.game_cards[key] = GameCard(
            key, "none", f"Game of {key}", "The board is a card.", facts, data.getvalue()
        )


START = "document.querySelector('.game .button.secondary')"


@on_shelf
@pytest.mark.parametrize("size", [(1280, 800), pytest.param(PHONE, marks=pytest.mark.thorough)])
async def test_a_click_on_the_first_screen_calls_the_command_and_leads_to_the_lobby_and_the_table(
    local: LocalDiscord, window: Opened, size: tuple[int, int]
) -> None:
    async with window("Finn", *size) as tab:
        assert await tab.run(f"{START}.disabled"), "there is no bot yet"
        async with seated(local):
            await tab.until(f"!{START}.disabled")
            assert await tab.run("document.getElementById('log').scrollTop") == 0
            assert await tab.run("document.querySelectorAll('.game .button:disabled').length") == 4
            assert await tab.until(
                "[...document.querySelectorAll('.game img')].every((one) => one.naturalWidth)"
            )
            assert await tab.run("document.documentElement.scrollWidth") == size[0]
            await tab.run(f"{START}.click() || {START}.click()")
            await tab.until(
                "!!document.activeElement.closest('.message')?.querySelector('.container .button')"
            )
            (lobby,) = map(local.world.message, local.world.channel("games").messages)
            assert lobby.command == "/card"
            assert (await tab.box(".message .row"))["bottom"] <= (await tab.box("#composer"))["top"]
            channels.open_thread(local.world, lobby, local.world.bot, {"name": "Finn vs Pearl"})
            await tab.until("document.getElementById('title').innerText === 'Finn vs Pearl'")
            await tab.until("document.querySelector('.welcome h2').innerText === 'Welcome to Finn vs Pearl'")


@pytest.mark.thorough
@on_shelf
async def test_a_thread_of_another_s_message_leads_nobody_away(local: LocalDiscord, window: Opened) -> None:
    async with seated(local), window("Pearl") as tab:
        asked = await local.play.slash("Finn", "games", "card").settled()
        await tab.until("!!document.querySelector('.message .container')")
        assert asked.original is not None
        channels.open_thread(local.world, asked.original, local.world.bot, {"name": "Finn alone"})
        await tab.until("!!document.querySelector('.message a.thread')")
        assert await tab.run("document.getElementById('title').innerText") == "# games"


@on_shelf
async def test_a_game_that_begins_takes_away_nothing_that_is_being_typed(
    local: LocalDiscord, tab: Tab
) -> None:
    async with seated(local):
        await tab.until(f"!{START}.disabled")
        await tab.run(f"{START}.click()")
        await tab.until("!!document.activeElement.closest('.message')?.querySelector('.container .button')")
        await tab.run("document.querySelector('#composer textarea').value = 'who else?'")
        (lobby,) = map(local.world.message, local.world.channel("games").messages)
        channels.open_thread(local.world, lobby, local.world.bot, {"name": "Finn vs Pearl"})
        await tab.until("!!document.querySelector('.message a.thread')")
        assert await tab.run("document.getElementById('title').innerText") == "# games"
        assert await tab.run("document.querySelector('#composer textarea').value") == "who else?"


@pytest.mark.thorough
@on_shelf
async def test_somebody_alone_becomes_the_next_person_or_opens_a_window_for_them(window: Opened) -> None:
    async with window("Marina") as tab:
        finn = await tab.run("document.querySelectorAll('.who')[1].textContent")
        other = await tab.run(
            "new URLSearchParams(document.querySelector('#mine a').hash.slice(1)).get('as')"
        )
        await tab.click(".alone button")
        await tab.until(f"document.querySelector('.who[aria-checked=true]').textContent === {finn!r}")
        assert await tab.run("location.hash.includes(" + repr(f"as={other}") + ")")
        await tab.until("!document.querySelector('#mine a').hash.includes(" + repr(other) + ")")


@on_shelf
async def test_a_window_for_nobody_says_whose_it_is(local: LocalDiscord, devtools: str) -> None:
    async with chromium.tab(devtools, f"{local.page_url}#as=Rita", *PHONE) as tab:
        said = await tab.until("document.querySelector('.toast')?.textContent")
        assert said.startswith(
            "There’s no Rita here, so you’re Marina. The people at this table: Marina, Finn, "
        )
        assert "Captain’s Table" not in said, "the bot is no player"


@pytest.mark.thorough
@on_shelf
async def test_the_channel_of_the_games_opens_with_them_unless_something_is_new_or_waits_there(
    local: LocalDiscord, tab: Tab
) -> None:
    games = "(document.querySelector('.games').getBoundingClientRect().bottom > 0)"
    log, count = "document.getElementById('log')", "document.querySelectorAll('.message').length"

    async def goes(name: str) -> None:
        await tab.click(".place", name)
        await tab.until(f"document.getElementById('title').innerText === '# {name}'")

    for n in range(70):
        local.play.say("Finn", "games", f"Line {n}")
    await goes("harbour")
    await goes("games")
    await tab.until(f"{count} === 50 && {log}.scrollTop === 0 && {games}")
    await tab.click(".earlier")
    await tab.until(f"{count} === 70")
    assert await tab.run("document.querySelectorAll('.welcome').length") == 1
    await goes("harbour")
    local.play.say("Pearl", "games", "Who’ll play?")
    await tab.until("!!document.querySelector('.place.unread')")
    await goes("games")
    await tab.until(f"{count} === 50 && {log}.scrollTop > 0 && !{games}")


@pytest.mark.thorough
@on_shelf
async def test_the_games_are_a_click_away_from_any_place(local: LocalDiscord, tab: Tab) -> None:
    for n in range(30):
        local.play.say("Finn", "games", f"Line {n}")
    await tab.click(".place", "harbour")
    await tab.until("document.getElementById('title').innerText === '# harbour'")
    await tab.click("#places .add")
    await tab.until("document.getElementById('title').innerText === '# games'")
    await tab.until("document.querySelectorAll('.message').length === 30")
    await tab.until("document.getElementById('log').scrollTop === 0")


SHOWN = """[...document.querySelectorAll("body *")].flatMap((one) => [
    ...[...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
    one.title, one.ariaLabel, one.placeholder, one.alt,
]).filter(Boolean)"""
"""All that people see or hear of the page."""


@on_shelf
async def test_a_german_page_says_nothing_of_its_own_in_english(local: LocalDiscord, window: Opened) -> None:
    local.world.locale, local.world.channel("games").topic = "de", "Hier eröffnest du deine Partien."
    local.play.say("Pearl", "harbour", local.world.person("Finn").mention)
    own = [each for name in PAGE for each in sentences(name, (server.PAGE / name).read_text("utf-8"))]
    with speaking("de"):
        english = {each for each in own if gettext(each) != each}
    assert len(english) > 80
    patterns = [re.compile(re.sub(r"\\{\w+\\}", ".+", re.escape(each))) for each in english]
    async with seated(local), window("Finn") as tab:
        await tab.until("!!document.querySelector('.on')")
        said = set(await tab.run(SHOWN))
        await local.play.slash("Finn", "games", "galley stores count").settled()
        await tab.until("!!document.querySelector('.private')")
        for anchor in ("#more", ".tools", ".member:nth-of-type(3)", "#places h2:nth-of-type(2) .add"):
            await tab.click(anchor)
            await tab.until("!!document.querySelector('.menu')")
            said |= set(await tab.run(SHOWN))
        await tab.run(
            """(() => {
                const box = document.querySelector("#composer textarea");
                box.value = "/whistle";
                box.oninput();
            })()"""
        )
        said |= {each.strip() for each in await tab.run(SHOWN)}
        assert not [each for each in said if any(pattern.fullmatch(each) for pattern in patterns)]
        assert said >= {"Such dir ein Spiel aus", "hat", "benutzt", "Das siehst nur du."}
        assert said >= {"Nachricht schließen", "Was der Bot hier darf", "Zu Finn wechseln"}
        assert said >= {"Gruppe erstellen", "Du", "1 ungelesene Erwähnung"}
        assert any(each.startswith("Dazu passt kein Befehl.") for each in said)
        assert await tab.run("document.title") == "(1) games · Finn – Captain’s Table, lokaler Tisch"


@pytest.mark.thorough
async def test_what_a_phone_opens_to_choose_a_person_closes_once_one_is_chosen(window: Opened) -> None:
    async with window("Marina", *PHONE) as tab:
        await tab.click("#burger")
        await tab.until("document.getElementById('side').checkVisibility({visibilityProperty: true})")
        await tab.click(".who", "Finn")
        await tab.until("document.querySelector('.who[aria-checked=true]').textContent.includes('Finn')")
        await tab.until("!document.getElementById('side').checkVisibility({visibilityProperty: true})")
        await tab.click("#more")
        await tab.click(".menu button", "People")
        await tab.until("document.getElementById('crew').checkVisibility()")
        await tab.click(".member", "Pearl")
        await tab.click(".menu button", "Switch to Pearl")
        await tab.until("document.querySelector('.who[aria-checked=true]').textContent.includes('Pearl')")
        assert not await tab.run("document.getElementById('crew').checkVisibility()")


async def test_escape_closes_what_a_phone_opens_the_menu_in_it_first(window: Opened) -> None:
    shown = "document.getElementById('side').checkVisibility({visibilityProperty: true})"
    async with window("Marina", *PHONE) as tab:
        await tab.click("#burger")
        await tab.until(shown)
        await tab.click("#side .add[aria-haspopup]")
        await tab.until("!!document.querySelector('.menu')")
        await tab.press("Escape")
        await tab.until("!document.querySelector('.menu')")
        assert await tab.run(shown)
        await tab.press("Escape")
        await tab.until(f"!({shown})")
        assert await tab.run("document.activeElement.id") == "burger"


async def test_the_mark_of_an_edit_is_above_the_link_to_the_thread(local: LocalDiscord, tab: Tab) -> None:
    world = local.world
    lobby = posting.post(world, world.channel("games"), world.bot, {"content": "Snorkels · Table 1"})
    channels.open_thread(world, lobby, world.bot, {"name": "Finn vs Pearl"})
    posting.edit(world, lobby, {"content": "Snorkels · Table 1, under way"})
    edited, link = await tab.box(".edited"), await tab.box(".message a.thread")
    assert edited["bottom"] <= link["top"]


@pytest.mark.thorough
async def test_each_place_with_a_new_ping_has_one_toast_and_another_person_sees_none(
    local: LocalDiscord, window: Opened
) -> None:
    finn = local.world.person("Finn").mention
    toasts = "[...document.querySelectorAll('.toast')].map((one) => one.innerText)"
    local.play.say("Pearl", "harbour", f"{finn} come")
    async with window("Finn") as tab:
        local.play.say("Pearl", "harbour", "never mind")
        for n in range(5):
            local.play.say("Morgan", "lighthouse", f"{finn} look {n}")
        local.play.say("Pearl", "lighthouse", "are you asleep?")
        add_channel(local.world, "quay-0")
        local.play.say("Pearl", "quay-0", f"{finn} and here")
        await tab.until(f"{toasts}.at(-1)?.includes('quay-0')")
        assert await tab.run(toasts) == [
            "Morgan mentioned you in #lighthouse.",
            "Pearl mentioned you in #quay-0.",
        ]
        for n in (1, 2, 3):
            add_channel(local.world, f"quay-{n}")
            local.play.say("Pearl", f"quay-{n}", f"{finn} and here")
        await tab.until(f"{toasts}.at(-1).includes('quay-3')")
        assert await tab.run(toasts) == [f"Pearl mentioned you in #quay-{n}." for n in (1, 2, 3)]
        await tab.click(".who", "Morgan")
        await tab.until("document.querySelector('.who[aria-checked=true]').textContent.includes('Morgan')")
        assert await tab.run(toasts) == []


@pytest.mark.thorough
async def test_a_toast_on_a_phone_hides_no_part_of_a_menu(local: LocalDiscord, window: Opened) -> None:
    async with window("Finn", *PHONE) as tab:
        local.play.say("Pearl", "harbour", f"{local.world.person('Finn').mention} come")
        toast = await tab.box(".toast")
        await tab.click("#more")
        menu = await tab.box(".menu")
        assert menu["top"] < toast["bottom"], "they overlap"
        at = f"{menu['right'] - 20}, {(max(menu['top'], toast['top']) + toast['bottom']) / 2}"
        assert await tab.run(f"!!document.elementFromPoint({at}).closest('.menu')")


@pytest.mark.thorough
async def test_two_clicks_show_the_earlier_messages_once(local: LocalDiscord, window: Opened) -> None:
    for n in range(180):
        local.play.say("Finn", "harbour", f"Line {n}")
    async with window("Finn") as tab:
        await tab.click(".place", "harbour")
        count = "document.querySelectorAll('.message').length"
        await tab.until(f"{count} === 50")
        await tab.run("[1, 2].forEach(() => document.querySelector('.earlier').click())")
        await tab.until(f"{count} > 50")
        await tab.click(".earlier:not(:disabled)")
        await tab.until(f"{count} > 100")
        shown = await tab.run("[...document.querySelectorAll('.message .text')].map((one) => one.innerText)")
        assert shown == [f"Line {n}" for n in range(30, 180)]


@pytest.mark.thorough
async def test_what_is_written_while_a_channel_opens_is_shown_once(local: LocalDiscord, tab: Tab) -> None:
    await tab.run(
        """(() => {
            const really = fetch;
            const gate = () => new Promise((open) => { window.open_gate = open; });
            window.states = 0;
            window.fetch = async (address, ...rest) => {
                if (address.startsWith("api/state")) window.states += 1;
                if (!address.startsWith("api/messages")) return really(address, ...rest);
                await gate();
                const reply = await really(address, ...rest);
                await gate();
                return reply;
            };
        })()"""
    )
    await tab.click(".place", "harbour")
    for words in ("before the answer", "after the answer"):
        await tab.until("!!window.open_gate")
        states = await tab.run("window.states")
        local.play.say("Pearl", "harbour", words)
        # Its event comes after that of the message.
        local.world.set_accepts_dms(local.world.person("Pearl"), accepts=words.startswith("after"))
        await tab.until(f"window.states > {states}")
        await tab.run("(() => { const open = window.open_gate; window.open_gate = null; open(); })()")
    await tab.until("document.querySelectorAll('#log .message').length >= 2")
    shown = await tab.run("[...document.querySelectorAll('#log .message .text')].map((one) => one.innerText)")
    assert shown == ["before the answer", "after the answer"]


async def test_a_number_out_of_bounds_is_refused_and_the_command_stays(local: LocalDiscord, tab: Tab) -> None:
    async with seated(local):
        await tab.until("!!document.querySelector('.on')")
        await tab.run(
            """(() => {
                const box = document.querySelector("#composer textarea");
                box.value = "/galley cook ";
                box.oninput();
            })()"""
        )
        await tab.click(".optional", "portions")
        fields = "[...document.querySelectorAll('.option input')]"
        await tab.run(f"['Cod', '12'].forEach((typed, n) => {{ {fields}[n].value = typed; }})")
        await tab.run("document.querySelector('.send').click()")
        assert "portions must be 1–9" in await tab.until("document.querySelector('.toast')?.innerText")
        assert await tab.run(f"{fields}.map((one) => one.value)") == ["Cod", "12"]


@pytest.mark.thorough
async def test_whoever_leaves_the_server_sees_another_place_or_that_they_have_left(
    local: LocalDiscord, tab: Tab
) -> None:
    finn, title = local.world.person("Finn"), "document.getElementById('title').innerText"
    local.play.say("Pearl", "games", "a word among members")
    for _ in "twice":
        local.world.set_membership(finn, member=False)
        await tab.until("document.querySelector('#log').innerText === 'Finn has left the server.'")
        await tab.until(f"!{title}")
        local.world.set_membership(finn, member=True)
        await tab.until("document.querySelector('#log').innerText.includes('a word among members')")
        await tab.until(f"{title} === '# games'")
    await tab.click(".who", "Pearl")
    local.world.set_membership(finn, member=False)
    await tab.click(".who", "Finn")
    await tab.until("document.querySelector('#log').innerText === 'Finn has left the server.'")
    assert not await tab.run("document.querySelector('.toast')")
    posting.post(local.world, local.world.dm(finn), local.world.bot, {"content": "Still here?"})
    await tab.until("document.querySelector('#log').innerText.includes('Still here?')")


@pytest.mark.thorough
async def test_a_message_that_mentions_make_too_long_stays_and_is_refused_with_the_reason(
    local: LocalDiscord, tab: Tab
) -> None:
    line = "@Pearl " + "x" * 1_990
    box = "document.querySelector('#composer textarea')"
    await tab.run(f"{box}.value = {line!r}")
    await tab.click(".send")
    assert "2,000 characters" in await tab.until("document.querySelector('.toast')?.innerText")
    assert await tab.until(f"{box}.value") == line
    await tab.run(f"{box}.value = '@Pearl come'")
    await tab.click(".send")
    await tab.until("!!document.querySelector('#log .message .mention')")
    assert await tab.run(f"{box}.value") == ""


@pytest.fixture
async def writing(local: LocalDiscord, tab: Tab) -> AsyncIterator[Tab]:
    """Finn's window with the demo bot, and its composer in focus."""
    async with seated(local):
        await tab.until("!!document.querySelector('.on')")
        await tab.run("document.querySelector('#composer textarea').focus()")
        yield tab


ANSWER = "document.querySelector('#log .message .text')?.innerText"
SUGGESTED = "[...document.querySelectorAll('.popup:not([hidden]) .item .main')].map((one) => one.innerText)"


async def test_whole_commands_with_their_options_are_called_typed_and_pasted(writing: Tab) -> None:
    for line, answer in (
        ("/sail course:South speed:12", "Sailing: South, 12"),
        ("/sail sails: 3 Mate:@Pearl speed:7", "Sailing: 7, 3, Pearl"),
        ("/galley cook portions:3 dish:Cod hot:false", "3 x Cod for nobody, hot=False, bread"),
    ):
        for enter in (writing.type(line), writing.paste(f"{line}\n")):
            await enter
            await writing.run("document.querySelector('.send').click()")
            assert await writing.until(ANSWER) == answer
            await writing.run("document.getElementById('log').replaceChildren()")
            await writing.run("document.querySelector('#composer textarea').focus()")


@pytest.mark.thorough
async def test_letters_behind_a_command_suggest_its_other_options(writing: Tab) -> None:
    await writing.type("/sail S")
    assert await writing.until(SUGGESTED) == ["speed", "sails"]
    await writing.press("Tab")
    await writing.type("7")
    await writing.press("Tab")
    await writing.type("so")
    assert await writing.until(SUGGESTED) == ["South"]
    await writing.press("Enter")
    await writing.type("ma")
    assert await writing.until(SUGGESTED) == ["mate"]
    await writing.press("Enter")
    await writing.type("pea")
    await writing.press("Enter")
    await writing.press("Enter")
    assert await writing.until(ANSWER) == "Sailing: South, 7, Pearl"


@pytest.mark.thorough
async def test_backspace_leads_back_from_option_to_option_and_to_the_command(writing: Tab) -> None:
    shown = "[...document.querySelectorAll('.option')].map((one) => one.innerText + one.control.value).join()"
    await writing.type("/sail sails:3 course:no")
    await writing.press("Enter")
    seen = [await writing.run(shown)]
    for _ in range(9):
        await writing.press("Backspace")
        seen.append(await writing.run(shown))
    words = ["North", "North", "Nort", "Nor", "No", "N", ""]
    assert seen == [*(f"sails3,course{word}" for word in words), "sails3", "sails", ""]
    await writing.press("Backspace")
    assert await writing.until("document.querySelector('#composer textarea')?.value") == "/sail"


@pytest.mark.thorough
async def test_what_is_no_option_is_said_and_stays(writing: Tab) -> None:
    await writing.type("/sail home")
    await writing.press("Enter")
    assert "/sail has no option “home”" in await writing.until("document.querySelector('.toast')?.innerText")
    for _ in "home":
        await writing.press("Backspace")
    await writing.press("Enter")
    assert await writing.until(ANSWER) == "Sailing:"


@pytest.mark.thorough
async def test_many_windows_can_be_open_at_once(local: LocalDiscord, tab: Tab) -> None:
    await tab.run("void (window.others = [])")
    shown = "others.every((one) => one.document.querySelector({!r}))".format
    for _ in range(6):
        await tab.run("void others.push(open(location.href))")
        await tab.until(shown("#log .welcome"))
    await tab.run("document.querySelector('#composer textarea').value = 'Is anybody there?'")
    await tab.click(".send")
    await tab.until(shown("#log .message"))
    await tab.run("others.forEach((one) => one.close())")


@pytest.mark.thorough
async def test_a_window_that_lost_its_stream_catches_up(local: LocalDiscord, tab: Tab) -> None:
    shown = "[...document.querySelectorAll('#log .message .text')].map((one) => one.innerText).join()"
    local.page_events.end()
    local.play.say("Pearl", "games", "missed")
    await tab.until(f"{shown} === 'missed'")
    local.play.say("Pearl", "games", "heard")
    await tab.until(f"{shown} === 'missed,heard'")


@pytest.mark.thorough
async def test_a_window_says_that_the_table_has_stopped(local: LocalDiscord, tab: Tab) -> None:
    async with seated(local):
        await tab.until("!!document.querySelector('.on')")
        await local.stop()
        told = "document.querySelector('.toast')?.innerText.includes('has stopped')"
        await tab.until(told)
        assert await tab.run("!!document.querySelector('.off')")
        for selector, words in ((".place", "harbour"), (".send", "")):
            await tab.click(".toast")
            await tab.run("document.querySelector('#composer textarea').value = 'Anybody there?'")
            await tab.click(selector, words)
            await tab.until(told)


async def test_a_card_with_a_tall_board_opens_in_full_view(local: LocalDiscord, window: Opened) -> None:
    for n in range(4):
        board(local, text=f"Table {n}")
    for height in (720, 1000):
        async with window("Finn", 1280, height) as tab:
            head, composer = await tab.box("#head"), await tab.box("#composer")
            picture, buttons = await tab.box(".picture img"), await tab.box(".message .row")
            assert head["bottom"] <= (await tab.box(".message"))["top"]
            assert buttons["bottom"] <= composer["top"]
            assert picture["width"] == pytest.approx(picture["height"], abs=1)
            assert picture["right"] < buttons["left"], "the board stands beside the buttons"
            assert 400 <= picture["height"] <= 560


async def test_whoever_reads_the_newest_message_sees_the_next_and_nobody_else_is_moved(
    local: LocalDiscord, tab: Tab
) -> None:
    world, at = local.world, "document.getElementById('log').scrollTop"
    end = "[...document.querySelectorAll('.message')].at(-1)?.getBoundingClientRect().bottom"
    seen = f"{end} <= document.getElementById('composer').offsetTop + 1"
    for number in (1, 2, 3):
        posting.post(world, world.channel("games"), world.bot, {"content": "One line\n" * 30})
        await tab.until(f"document.querySelectorAll('.message').length === {number}")
        assert await tab.run(seen) == (number < 3)
        if number == 2:
            await tab.resize(1280, 400)
            await tab.until(f"innerHeight === 400 && {seen}")
            await tab.run(f"{at} = 0")
    assert await tab.run(at) == 0


@pytest.mark.thorough
async def test_a_card_that_arrives_or_grows_stays_in_full_view(local: LocalDiscord, window: Opened) -> None:
    async with window("Finn", 990, 800) as tab:
        card = board(local)
        await tab.until("document.querySelectorAll('.picture img').length === 1")
        arrived = await tab.box(".picture img")
        text = card.components[0]["components"][2] | {"content": "One line\n" * 6}
        parts = [*card.components[0]["components"][:2], text, card.components[0]["components"][3]]
        posting.edit(local.world, card, {"components": [{"type": 17, "components": parts}]})
        await tab.until("!!document.querySelector('.edited')")
        head, picture = await tab.box("#head"), await tab.box(".picture img")
        assert head["bottom"] <= (await tab.box(".message"))["top"]
        assert picture["height"] < arrived["height"]
        await tab.resize(990, 1000)
        await tab.until(f"document.querySelector('.picture img').offsetHeight > {picture['height'] + 100}")
        assert (await tab.box("#head"))["bottom"] <= (await tab.box(".message"))["top"]


async def test_a_phone_shows_a_board_as_wide_as_the_card(local: LocalDiscord, window: Opened) -> None:
    board(local)
    width_of = "document.querySelector({!r}).offsetWidth".format
    async with window("Finn", *PHONE) as tab:
        await tab.until("!!document.querySelector('.picture img')")
        for before in (PHONE, (1280, 520)):
            await tab.resize(*before)
            await tab.box(".picture img")
            await tab.resize(*PHONE)
            await tab.until(f"{width_of('.picture img')} > {width_of('.container')} - 30")
        await tab.resize(280, 560)
        await tab.until(f"{width_of('.picture img')} > {width_of('#log')} * .75")
        tools, when = await tab.box(".tools"), await tab.box(".message .when")
        assert when["right"] <= tools["left"] or when["top"] >= tools["bottom"], "no menu covers the time"


@pytest.mark.parametrize("state", examples(("treasure", "charm", "line", "lesson"), {"treasure"}))
async def test_the_curse_s_choices_keep_their_rows_and_its_map_is_in_view(
    local: LocalDiscord, window: Opened, state: str
) -> None:
    """The card of a turn takes at most 730 of a phone's 844 pixels."""
    view = before = played(CurseState(), "roll 2 3").view_for(PIRATE)
    if state == "charm":
        view = replace(view, charms=1)
    if state in ("line", "lesson"):
        view = played(CurseState(), "roll 2 3", "black coin 3").view_for(PIRATE)
    table = count()
    chosen = tuple(
        tuple(
            Control("pick", "✓ " * each.on + each.label, next(table), rest=each.label, disabled=each.off)
            for each in row
        )
        for row in prompts.rows(view, ())
    )
    services = tuple(Control(label, label) for label in ("Hint (Unranked)", "Undo", "More"))
    told = f"{text.narrate(before, Loot('black', 0, 'coin', 3), own=True)} {text.summary(view)}"
    words: tuple[str, ...] = (f"{told} **@Finn, it’s your turn.**",)
    if state == "lesson":
        services = tuple(Control(label, label) for label in ("Hint", "Start Over", "All Lessons", "Close"))
        found = lessons.kept("curse", GAMES["curse"].rules)
        _, step = next(each for each in found if each.slug == "the-curse-strikes").steps
        words = ("✅ Six points.", "-# Black 6: Coin 36.", step.say, prompts.ask(view, ()))
    card = Card("-# Captain’s Curse · Table 1", (CardImage("The island"),), words, (*chosen, services))
    header = PictureHeader(
        "Captain’s Curse", "Turn 2", (Player("Finn", (SeatSign("Pirate", 0x8B5A2B, "P"),), lit=True),)
    )
    picture = draw("curse", Scene(view, header=header)).data
    payload: Json = {"flags": int(Flag.COMPONENTS_V2), "components": layout(card).to_components()}
    upload = Upload(0, "board.png", picture)
    posting.post(local.world, local.world.channel("games"), local.world.bot, payload, [upload])
    rows = "[...document.querySelectorAll('.row')]"
    async with window("Finn", 390, 844) as tab:
        await tab.until("!!document.querySelector('.picture img')?.complete")
        whole, board = await tab.box(".container"), await tab.box(".picture img")
        height = whole["height"]
        if state in ("lesson", "charm"):
            # With a row more of choices, all from the map on; below a lesson it's said who sees the card.
            height = whole["bottom"] - board["top"] - 0.12 * board["height"] + 45 * (state == "lesson")
        assert height <= 730
        lines = await tab.run(f"{rows}.map(row => new Set([...row.children].map(x => x.offsetTop)).size)")
        assert lines == [1] * len(chosen) + [1 + (state == "lesson")], "no row of choices is broken"


TAP = """(() => {
    const { x, y, width, height } = document.querySelector(".row .button").getBoundingClientRect();
    const [clientX, clientY] = [x + width / 2, y + height / 2];
    const tap = new MouseEvent("click", { clientX, clientY, detail: 1, bubbles: true, cancelable: true });
    document.elementFromPoint(clientX, clientY).dispatchEvent(tap);
})()"""


@pytest.mark.thorough
async def test_the_second_tap_of_a_double_tap_presses_nothing_that_has_just_appeared(
    local: LocalDiscord, tab: Tab
) -> None:
    def shows(label: str) -> Json:
        button = {"type": 2, "style": 1, "label": label, "custom_id": label.lower()}
        again = {"type": 2, "style": 1, "label": "Next", "custom_id": f"next-{label}"}
        return {"components": [{"type": 1, "components": [button]}, {"type": 1, "components": [again]}]}

    async def edited(label: str) -> None:
        posting.edit(local.world, card, shows(label))
        await tab.until(f"document.querySelector('.row .button').innerText === {label!r}")

    pressed = "window.pressed.join()"
    await tab.run(
        """(() => {
            window.clock = 1000;
            performance.now = () => window.clock;
            window.pressed = [];
            const really = fetch;
            window.fetch = async (address, given) => {
                if (address !== "api/press") return really(address, given);
                window.pressed.push(JSON.parse(given.body).custom_id);
                return new Response("{}");
            };
        })()"""
    )
    card = posting.post(local.world, local.world.channel("games"), local.world.bot, shows("One"))
    await tab.until("!!document.querySelector('.row .button')")
    for _ in "double":
        await tab.run(TAP)
        await tab.until("!document.querySelector('.busy')")
    assert await tab.run(pressed) == ",".join(["one"] * 6), "it was there already"
    await edited("Two")
    for later, presses in ((100, 6), (349, 6), (351, 7)):
        await tab.run(f"window.clock = 1000 + {later}")
        await tab.run(TAP)
        assert await tab.run("window.pressed.length") == presses, later
    await tab.until("!document.querySelector('.busy')")
    await edited("Three")
    await tab.run("document.querySelector('.row .button').click()")
    assert (await tab.run(pressed)).endswith("two,three"), "a key isn't a tap"
    await tab.until("!document.querySelector('.busy')")
    await tab.run(TAP.replace(".row .button", ".row:last-of-type .button"))
    assert (await tab.run(pressed)).endswith("three,next-Three"), "another place isn't a double tap"
    await tab.until("!document.querySelector('.busy')")
    await edited("Four")
    await tab.run(TAP.replace(".row .button", ".row:last-of-type .button"))
    assert (await tab.run(pressed)).endswith("next-Three,next-Four"), "the same words stand where they stood"


async def test_a_form_is_sent_once_while_its_answer_is_awaited(tab: Tab) -> None:
    await tab.run(
        """(async () => {
            window.sent = [];
            const really = fetch;
            window.fetch = (address, given) => address !== "api/submit" ? really(address, given)
                : new Promise((answer) => sent.push((told) => answer(new Response(JSON.stringify(told)))));
            const { follow } = await import(new URL("form.js", location));
            follow({ id: "1", modal: { title: "New Game", components: [] } });
        })()"""
    )
    press = "document.querySelector('dialog.form [type=submit]').click()"
    await tab.run(press)
    await tab.run(press)
    assert await tab.run("sent.length") == 1
    await tab.run("sent[0]({ failed: true })")
    await tab.until("document.querySelector('.complaint').innerText")
    await tab.run(press)
    assert await tab.run("sent.length") == 2, "after a failure it can be sent again"
    await tab.run("sent[1]({})")
    await tab.until("!document.querySelector('dialog.form')")


async def test_what_is_half_typed_waits_for_its_person_in_its_place(tab: Tab) -> None:
    box = "document.querySelector('#composer textarea')"
    await tab.until("document.getElementById('title').innerText === '# games'")
    await tab.run(f"{box}.value = 'in the games'")
    for selector, name, title, draft in (
        (".place", "harbour", "# harbour", ""),
        (".place", "games", "# games", "in the games"),
        (".who", "Pearl", "# games", ""),
        (".who", "Finn", "# games", "in the games"),
    ):
        await tab.click(selector, name)
        await tab.until(f"document.getElementById('title').innerText === {title!r}")
        assert await tab.until(f"[{box}.value]") == [draft]


@pytest.mark.thorough
async def test_a_half_typed_command_keeps_what_was_chosen_from_a_list(tab: Tab) -> None:
    await tab.run("document.getElementById('title').innerText === '# games'")
    await tab.run(
        """(() => {
            const really = fetch;
            const who = { name: "table", description: "Which", type: 4, required: true, autocomplete: true };
            const slash = [
                { name: "puzzle solve", description: "Solve", options: [who] },
                { name: "puzzle daily", description: "Daily", options: [] },
            ];
            window.sent = [];
            window.fetch = async (address, given) => {
                if (address.startsWith("api/commands"))
                    return new Response(JSON.stringify({ slash, person: [], message: [] }));
                if (address === "api/autocomplete")
                    return new Response(JSON.stringify({ choices: [{ name: "Table 7", value: 7 }] }));
                if (address !== "api/slash") return really(address, given);
                sent.push(JSON.parse(given.body).options);
                return new Response("{}");
            };
        })()"""
    )
    at = "document.getElementById('title').innerText"
    await tab.click(".place", "harbour")
    await tab.until(f"{at} === '# harbour'")
    await tab.run("document.querySelector('#composer textarea').focus()")
    await tab.paste("/puzzle")
    await tab.click(".send")
    assert await tab.until("document.querySelector('.toast')?.innerText") == "Choose a command from the list."
    await tab.click(".popup .item", "/puzzle solve")
    await tab.click(".popup .item", "Table 7")
    for name in ("games", "harbour"):
        await tab.click(".place", name)
        await tab.until(f"{at} === {f'# {name}'!r}")
    assert await tab.until("document.querySelector('.option input')?.value") == "Table 7"
    await tab.click(".send")
    assert await tab.until("window.sent[0]") == {"table": 7}


@pytest.mark.thorough
async def test_a_phone_says_who_somebody_is(window: Opened) -> None:
    async with window("Marina", *PHONE) as tab:
        assert await tab.run("document.getElementById('me').innerText.endsWith('Marina')")
        await tab.click("#me")
        await tab.click(".who", "Finn")
        await tab.until("document.getElementById('me').innerText.endsWith('Finn')")


NO_COMMAND: Final = "No command matches that. Some are only for those who manage the server."


@pytest.mark.thorough
async def test_whoever_types_a_move_is_told_how_to_play_it(local: LocalDiscord, tab: Tab) -> None:
    title, box = "document.querySelector('.popup:not([hidden]) .title')?.innerText", "#composer textarea"
    await tab.run(
        """(() => {
            const really = fetch;
            const action = { name: "action", description: "Your move", type: 3, required: true };
            const move = { name: "move", description: "Type your move", options: [action] };
            const found = JSON.stringify({ slash: [move], person: [], message: [] });
            window.fetch = async (address, given) =>
                address.startsWith("api/commands") ? new Response(found) : really(address, given);
        })()"""
    )
    await tab.click(".place", "harbour")
    await tab.until("document.getElementById('title').innerText === '# harbour'")
    for typed, told in (
        ("d2 d4", "To type a move"), ("d2–d4", "To type a move"), ("b2-b3/1", "To type a move"),
        ("/undo", f"{NO_COMMAND} To type a move, start with /move. Hint and Undo"),
        ("a good game", ""), ("d2 was better", ""),
    ):  # fmt: skip
        await tab.run(f"document.querySelector({box!r}).value = ''")
        await tab.run(f"document.querySelector({box!r}).focus()")
        await tab.paste(typed)
        said = await tab.run(title) or ""
        assert said.startswith(told)
        assert bool(said) == bool(told)
    await tab.run(f"document.querySelector({box!r}).value = '/foo bar'")
    await tab.click(".send")
    assert "To type a move" in await tab.until(title)
    assert not local.world.channel("harbour").messages, "it isn't sent"
    await tab.run(f"document.querySelector({box!r}).value = ''")
    await tab.run(f"document.querySelector({box!r}).focus()")
    await tab.paste("d2 d4")
    await tab.press("Enter")
    assert await tab.until("document.querySelector('.option input')?.value") == "d2 d4"
    await tab.run("document.querySelector('.option input').value = ''")
    await tab.click(".send")
    assert await tab.until(title) == "Your move"
    assert not await tab.run("document.querySelector('.toast')")


@pytest.mark.thorough
async def test_a_board_stays_until_the_next_one_can_be_drawn(local: LocalDiscord, tab: Tab) -> None:
    card = board(local)
    source = "document.querySelector('.picture img').src"
    await tab.until("!!document.querySelector('.picture img')?.naturalWidth")
    before = await tab.run(source)
    await tab.run(
        """(() => {
            const really = HTMLImageElement.prototype.decode;
            const gate = new Promise((open) => { window.open_gate = open; });
            HTMLImageElement.prototype.decode = async function () { await gate; return really.call(this); };
        })()"""
    )
    data = io.BytesIO()
    for colour in ("#345612", "#561234"):
        Image.new("RGB", (1120, 1120), colour).save(data, "PNG")
        payload: Json = {"components": card.components, "attachments": []}
        payload["components"][0]["components"][0]["content"] = colour
        payload["components"][0]["components"][1]["items"][0]["media"] = {
            "url": f"attachment://{colour[1:]}.png"
        }
        posting.edit(local.world, card, payload, [Upload(0, f"{colour[1:]}.png", data.getvalue())])
        await tab.until(f"document.querySelector('.container .text').innerText === {colour!r}")
        assert await tab.run(source) == before
    await tab.run("window.open_gate()")
    await tab.until(f"{source}.includes('561234')")


@pytest.mark.thorough
async def test_a_link_to_a_message_of_the_table_leads_there(local: LocalDiscord, tab: Tab) -> None:
    world = local.world
    there = local.play.say("Pearl", "harbour", "Here it is.")
    for n in range(120):
        local.play.say("Pearl", "harbour", f"Line {n}")
    link = f"https://discord.com/channels/{world.guild_id}/{there.channel.id}/{there.id}"
    button = {"type": 2, "style": 5, "label": "Go to the Table", "url": link}
    payload: Json = {"content": f"Look: {link}", "components": [{"type": 1, "components": [button]}]}
    posting.post(world, world.channel("games"), world.bot, payload)
    for link_to in (".message a", ".message a.button"):
        await tab.click(link_to)
        await tab.until("document.activeElement.innerText?.includes('Here it is.')")
        assert await tab.run("document.getElementById('title').innerText") == "# harbour"
        head, message = await tab.box("#head"), await tab.box(f"#m{there.id}")
        assert head["bottom"] <= message["bottom"] <= (await tab.box("#composer"))["top"]
        await tab.click(".place", "games")


def long(local: LocalDiscord, title: str, lines: int, card: Message | None = None) -> Message:
    """Post a card with a board, or edit ``card``, with a title above and so many lines below."""
    card = card or board(local)
    parts = [
        part | {"content": ""} if part["type"] == 10 else part for part in card.components[0]["components"]
    ]
    parts[0]["content"], parts[2]["content"] = f"### {title}", "One line\n" * lines
    posting.edit(local.world, card, {"components": [{"type": 17, "components": parts}]})
    return card


@pytest.mark.thorough
async def test_another_title_is_seen_with_its_board_and_buttons(local: LocalDiscord, window: Opened) -> None:
    title = "document.querySelector('.container .text')"
    async with window("Finn", *PHONE) as tab:
        card, fits = board(local), []
        head, composer = await tab.box("#head"), await tab.box("#composer")
        for lines in range(18, 3, -1):
            long(local, f"Lesson of {lines}", lines, card)
            await tab.until(f"{title}?.innerText === 'Lesson of {lines}'")
            text, row = (
                await tab.run(f"{title}.getBoundingClientRect().toJSON()"),
                await tab.box(".message .row"),
            )
            fits.append(row["bottom"] - text["top"] <= composer["top"] - head["bottom"] - 20)
            if fits[-1]:
                assert head["bottom"] - 1 <= text["top"]
                assert row["bottom"] <= composer["top"]
        assert fits == sorted(fits)
        assert len(set(fits)) == 2


@pytest.mark.thorough
async def test_what_is_too_long_to_be_seen_opens_at_its_top(local: LocalDiscord, window: Opened) -> None:
    async with window("Finn", *PHONE) as tab:
        card = long(local, "Review", 40)
        await tab.until("document.querySelector('.container')?.innerText.includes('Review')")
        head = await tab.box("#head")
        for title in ("Turning Point", "Turning Point 2"):
            assert head["bottom"] - 1 <= (await tab.box(".message"))["top"] <= head["bottom"] + 20
            long(local, title, 40, card)
            await tab.until(f"document.querySelector('.container')?.innerText.includes({title!r})")


async def test_a_choice_fits_a_phone_and_stays_chosen(local: LocalDiscord, window: Opened) -> None:
    world = local.world
    options = [{"label": f"Table {n}: Captain’s Checkers ({'Marina ' * 9})", "value": str(n)} for n in (4, 5)]
    menu = {"type": 3, "custom_id": "table", "placeholder": "Choose one", "options": options}
    parts: list[Json] = [{"type": 10, "content": "Which one?"}, {"type": 1, "components": [menu]}]
    payload: Json = {"flags": int(Flag.COMPONENTS_V2), "components": [{"type": 17, "components": parts}]}
    async with window("Finn", *PHONE) as tab:
        await tab.run(
            """(() => {
                const really = fetch;
                window.fetch = async (address, given) =>
                    address === "api/press" ? new Response("{}") : really(address, given);
            })()"""
        )
        card = posting.post(world, world.channel("games"), world.bot, payload)
        await tab.click(".face")
        await tab.click(".choice", "Table 5")
        for edited in (False, True):
            if edited:
                parts[0] = {"type": 10, "content": "Which table?"}
                posting.edit(world, card, payload)
                await tab.until("document.querySelector('.container')?.innerText.includes('Which table?')")
            face = await tab.box(".face")
            assert face["right"] <= (await tab.box(".container"))["right"] - 10
            assert "Table 5" in await tab.run("document.querySelector('.face').innerText")


LOW_CONTRAST = """
(() => {
  const ink = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colours) => {
    ink.clearRect(0, 0, 1, 1);
    for (const colour of colours) { ink.fillStyle = colour; ink.fillRect(0, 0, 1, 1); }
    const [r, g, b] = [...ink.getImageData(0, 0, 1, 1).data].map((each) => each / 255)
      .map((each) => each <= .04045 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b + .05;
  };
  return [...document.querySelectorAll("body *")].flatMap((one) => {
    const words = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data)
      .join("").trim();
    const above = [];
    for (let at = one; at; at = at.parentElement) above.unshift(getComputedStyle(at));
    const seen = one.checkVisibility({ visibilityProperty: true }) && !one.closest(":disabled");
    if (!words || !seen || above.some((style) => style.opacity !== "1")) return [];
    const grounds = above.map((style) => style.backgroundColor);
    const both = [light(grounds), light([...grounds, above.at(-1).color])];
    return Math.max(...both) / Math.min(...both) < 4.5 ? [`${one.className || one.tagName}: ${words}`] : [];
  });
})()
"""
"""What can't be read easily: texts with less than 4.5 to 1 between them and their ground (WCAG 2, AA)."""


@pytest.mark.parametrize("scheme", examples(("dark", "light"), {"dark"}))
async def test_everything_can_be_read_in_the_dark_and_in_the_light(
    local: LocalDiscord, window: Opened, scheme: str
) -> None:
    finn = local.world.person("Finn")
    said = f"<@{finn.id}>, `code`, <t:0:R> and [a link](https://example.com)\n-# Small.\n> Quoted."
    async with window("Finn") as tab:
        await tab.call(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}]
        )
        grounds = await tab.run(
            "getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).map(Number)"
        )
        assert (min(grounds) > 200) == (scheme == "light")
        assert await tab.run(LOW_CONTRAST) == []
        board(local, text=said)
        local.play.say("Marina", "games", said)
        await tab.until("!!document.querySelector('.container .mention')")
        assert await tab.run(LOW_CONTRAST) == []
        await tab.click("#more")
        await tab.until("!!document.querySelector('.menu')")
        assert await tab.run(LOW_CONTRAST) == []
        await tab.call("Emulation.setEmulatedMedia", features=[])
