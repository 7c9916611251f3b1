"""Captain’s Curse on a simulated Discord: its turns, the daily curse, and the scores."""

from __future__ import annotations

import re
from random import Random

import structlog
from discord import ButtonStyle
from structlog.testing import capture_logs

from bot.features.privacy.erasure import erase
from bot.games.curse import GAME as CURSE
from bot.people import settings
from bot.people.preferences import CONFIRM
from bot.tables import server_rules
from data.store.queries import daily as attempts

from .limits import parts
from .playing import attempt, decide, manned, played, steps
from .simulation import Member, Seen, Simulation

DAY = 86_400


async def begun(sim: Simulation, who: Member) -> Seen:
    """An attempt with one turn played."""
    return await decide(who, await who.say("curse daily"), Random(1))


def mine(card: Seen) -> list[str]:
    return [line for line in card.text.splitlines() if "(you)" in line]


async def test_what_is_shared_tells_nothing_of_the_dice(sim: Simulation) -> None:
    card = await attempt(sim, sim.ann)
    result = await sim.ann.click(card, label="Share")
    (line,) = [message for message in sim.channel.history() if not message.ephemeral]
    assert result.responded
    assert line.text.startswith("🏴‍☠️ **The daily curse, ")
    assert f"<@{sim.ann.id}>" in line
    assert "spaces saved" in line.alt
    assert "Place so far: 1 of 1." in line.alt
    goals = re.findall(
        r"(At most 8 crosses|A column without crosses|At least 15 spaces above water): (\w+)\.", line.alt
    )
    assert "".join({"met": "🟩", "missed": "🟥"}[each] for _, each in goals) in line.text, "which ones"
    assert len(goals) == 3
    assert card.files == ["board.png"], "one's own card keeps its picture"
    assert not re.search("white|black|barrel|coin|roll|sank", line.text + line.alt)
    assert card.buttons == ["Watch Replay", "Review"]


async def test_others_learn_nothing_of_it(sim: Simulation) -> None:
    await begun(sim, sim.ann)
    for command in ("table info", "table record", "table replay", "board"):
        answer = await sim.bob.say(command, table=1)
        assert answer.text == "There’s no Table 1. Use `/games` to see yours."
    assert "There’s no game here" in await sim.bob.say("board", sim.channel)
    assert await sim.bob.autocomplete(sim.channel, "table info", "table", "") == []
    offered = await sim.bob.autocomplete(sim.channel, "move", "action", "", table=1)
    assert offered == []


async def test_what_fixes_the_dice_is_nowhere_to_be_seen(sim: Simulation) -> None:
    structlog.configure(cache_logger_on_first_use=False)
    with capture_logs() as logs:
        await begun(sim, sim.ann)
        info = await sim.ann.say("table info", sim.channel)
        await sim.ann.say("table record", sim.channel)
        exported = await sim.ann.say("privacy export")
    secret = (await attempts.secret(sim.store)).hex()
    assert "seed" not in info
    told = repr(logs) + info.text + exported.text
    for request in sim.env.http_requests:
        told += repr(request.json)
    for sent in (exported, info):
        for attachment in sent.attachments:
            told += attachment.data.decode()
    assert secret not in told
    assert "seed=" not in told
    assert "[seed" not in told


async def test_an_earlier_day_is_shared_with_the_streak_of_that_day(sim: Simulation) -> None:
    first = await attempt(sim, sim.ann)
    await sim.pass_time(2 * DAY)
    for _ in range(2):
        card = await attempt(sim, sim.ann)
        await sim.pass_time(DAY)
    assert "Your streak: **2 days**" in card
    for each in (first, card):
        await sim.ann.press(each, "Share")
    lines = [message.alt for message in sim.channel.history() if not message.ephemeral]
    assert ["Days in a row: 2." in line for line in lines] == [False, True]


async def test_an_earlier_day_can_be_finished(sim: Simulation) -> None:
    await begun(sim, sim.ann)
    await sim.pass_time(DAY)
    card = await attempt(sim, sim.ann)
    assert "Finish an Earlier Challenge" in card.buttons
    old = await sim.ann.press(card, "Finish an Earlier Challenge")
    assert "The daily curse, 1 January 2026" in old
    assert steps(old)


async def test_giving_up_ends_the_attempt_without_a_result(sim: Simulation) -> None:
    card = await begun(sim, sim.ann)
    asked = await sim.ann.press(card, "Give Up")
    assert "Give up?" in asked
    assert "won’t count" in asked
    assert (await sim.ann.say("table resign", sim.channel)).text == asked.text
    await sim.ann.press(asked, "Yes, Give Up")
    card = await sim.ann.say("curse daily")
    assert "Your attempt doesn’t count." in card
    assert "Share" not in card.buttons


async def test_an_attempt_is_begun_and_shared_only_where_the_server_allows_games(sim: Simulation) -> None:
    other = sim.guild.create_text_channel("games")
    finished = await attempt(sim, sim.ann)
    running = await begun(sim, sim.bob)
    await server_rules.change(sim.store, sim.guild.id, channels=[other.id])
    refused = f"In this server, you can start games in <#{other.id}>."
    assert (await sim.cid.say("curse daily")).text == refused
    assert (await sim.ann.press(finished, "Share")).text == refused
    assert steps(await sim.bob.say("curse daily")) == steps(running), "what was begun goes on"
    assert "one attempt" in await sim.cid.say("curse daily", other)


async def test_results_and_scores_list_the_server_and_oneself(sim: Simulation) -> None:
    empty = await sim.ann.say("curse scores")
    assert "Nobody has finished a game here yet." in empty
    await attempt(sim, sim.ann, 1)
    await attempt(sim, sim.bob, 2)
    board = await sim.ann.say("curse daily")
    lines = [line for line in board.text.splitlines() if "point" in line]
    assert len(lines) == 2
    assert sum(f"<@{sim.ann.id}> (you)" in line for line in lines) == 1
    assert sum(f"<@{sim.bob.id}>" in line for line in lines) == 1
    assert "saved" in lines[0]
    assert "The next one starts <t:" in board
    await sim.restart()
    scores = await sim.ann.say("curse scores")
    assert f"<@{sim.bob.id}>" in scores
    assert "**Your own games**" in scores
    assert "1 game: no title 1×" in scores
    own = (await sim.ann.user.slash("curse scores")).seen
    assert "This server’s best" not in own
    assert "1 game:" in own


async def test_whoever_was_forgotten_gets_no_buttons_to_an_attempt_that_is_nobody_s(sim: Simulation) -> None:
    await attempt(sim, sim.ann)
    await erase(sim.tables, sim.ann.person)
    again = await sim.ann.say("curse daily")
    assert "somebody: " in again
    assert again.buttons == []


async def test_a_first_game_is_a_short_one_and_the_next_a_whole_one(sim: Simulation) -> None:
    await sim.ann.say("curse start")
    assert (await sim.table(1)).options["filled"] == int(CURSE.first_options["filled"])
    await sim.ann.say("curse start")
    assert (await sim.table(2)).options["filled"] == 0
    await sim.bob.say("curse start", filled=1)
    assert (await sim.table(3)).options["filled"] == 1, "what is chosen holds"


async def test_a_treasure_and_confirm_are_a_turn(sim: Simulation) -> None:
    await manned(sim, "curse", sim.ann, filled=0)
    await sim.settled()
    card = await sim.ann.press(sim.card(), "🪙 Coin")
    assert "Preview: **White 2 · 🪙 Coin · Loot 36**" in card
    assert {"Confirm", "Loot 3"} <= {*card.buttons}
    assert await played(sim) == []
    await sim.ann.press(card, "Confirm")
    assert await played(sim) == ["white coin 36"]


async def test_the_cursed_die_comes_with_a_line_to_sink(sim: Simulation) -> None:
    await manned(sim, "curse", sim.ann, filled=0)
    await sim.settled()
    card = await sim.ann.press(sim.card(), "Black 3 · Sinks Land", "🪙 Coin")
    await sim.ann.press(card, "Confirm")
    looted, sunk = await played(sim)
    assert looted == "black coin 36"
    assert sunk == "sink R", "36 lies beyond it, and is looted"


async def test_a_die_that_is_switched_on_looks_chosen_and_a_press_on_it_changes_nothing(
    sim: Simulation,
) -> None:
    await manned(sim, "curse", sim.ann, filled=0)
    await sim.settled()
    card = await sim.ann.press(sim.card(), "Black 3 · Sinks Land")
    (die,) = [part for part in parts(card.components) if part.get("label") == "✓ Black 3"]
    assert not die["disabled"]
    assert die["style"] == ButtonStyle.secondary.value, "what plays is green"
    before = sim.card()
    result = await sim.ann.click(card, label="✓ Black 3")
    assert result.responded
    assert not result.followups
    assert (sim.card().text, sim.card().buttons) == (before.text, before.buttons)
    assert await played(sim) == []
    card = await sim.ann.press(sim.card(), "🪙 Coin")
    assert "sinks space 36, looted already)" in card


async def test_the_other_lines_are_one_press_away_in_a_list_that_says_what_they_cost(sim: Simulation) -> None:
    await manned(sim, "curse", sim.ann, filled=0)
    await sim.settled()
    card = await sim.ann.press(sim.card(), "Black 3 · Sinks Land", "🪙 Coin")
    assert "· Line R** (skips 3 numbers and sinks space 36, looted already)" in card
    assert card.buttons[:4] == ["Confirm", "Another Line", "Another Space", "Another Treasure"]
    await sim.ann.press(card, "Another Line")
    lines = [label for label in sim.card().buttons if label.startswith("Line ")]
    assert lines[0] == "Line R · Loses No Treasure, Sinks 1 Space"
    (listed,) = [part for part in parts(sim.card().components) if part["type"] == 3]
    assert [each["label"] for each in listed["options"]] == lines
    assert listed["placeholder"] == "Which line sinks?", "as much as a phone has room for"
    await sim.ann.press(sim.card(), "Line E · Loses 1 Treasure, Sinks 1 Space")
    assert "· Line E** (skips 3 numbers and sinks space 10, losing 🛢️)" in sim.card()
    await sim.ann.press(sim.card(), "Confirm")
    assert await played(sim) == ["black coin 36", "sink E"]


async def test_what_was_only_suggested_is_shown_before_it_is_played(sim: Simulation) -> None:
    await settings.change(sim.store, sim.ann.id, {CONFIRM: False})
    await manned(sim, "curse", sim.ann, filled=0)
    await sim.settled()
    card = await sim.ann.press(sim.card(), "🪙 Coin")
    assert await played(sim) == []
    await sim.ann.press(card, "Loot 3")
    assert await played(sim) == ["white coin 3"], "what they choose themselves is played at once"


async def test_a_die_that_fits_one_column_comes_with_a_space_and_a_line(sim: Simulation) -> None:
    await manned(sim, "curse", sim.ann, filled=4)
    await sim.settled()
    # The first two columns are left: 2 and 3 fit both, and a coin of 1 leaves the chests.
    while True:
        card = sim.card()
        fits = [label for label in ("🪙 Coin", "🧰 Chest") if label in card.buttons]
        switch = next((label for label in card.buttons if label.endswith("· Sinks Land")), "")
        if len(fits) < 2 and switch:
            break
        await sim.ann.press(await sim.ann.press(card, fits[0]), "Confirm")
        await sim.settled()
    card = await sim.ann.press(card, switch)
    assert "Confirm" in card.buttons


async def test_back_from_a_suggestion_leads_to_the_treasures(sim: Simulation) -> None:
    await manned(sim, "curse", sim.ann, filled=0)
    await sim.settled()
    card = await sim.ann.press(sim.card(), "🪙 Coin", "Another Treasure")
    assert "🧰 Chest" in card.buttons
