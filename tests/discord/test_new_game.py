"""Ways into a game: the form that opens one, and the card with all games."""

from __future__ import annotations

from typing import Any

import pytest

from bot.features.new_game import options
from bot.games.core import AnyGame, ChoiceOption, Options
from bot.people.computers import ally
from bot.players.player import LEVELS
from bot.tables import lists, server_rules
from tests.games.registry import GAMES
from tests.thorough import examples

from .fixtures import Listen
from .playing import table_of
from .simulation import Simulation

pytestmark = pytest.mark.usefixtures("inline_thinkers")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_one_command_and_one_form_open_any_game(sim: Simulation, game: AnyGame) -> None:
    asked = await sim.ann.slash(sim.channel, "start")
    await sim.ann.submit_modal(asked, {"game": [game.key], "rival": ["anybody"], "pace": ["1d"]})
    await sim.settled()
    table = await table_of(sim)
    assert (table.game.key, table.header.host, table.header.pace) == (game.key, sim.ann.id, "1d")
    assert table.status == ("lobby" if game.people[1] > 1 else "playing")
    again = await sim.bob.slash(sim.channel, "start")
    assert "newgames" in str(again.modal)


async def test_the_form_says_who_the_crewmates_are_beside_whom_one_meets_the_cabin_boy(
    sim: Simulation,
) -> None:
    asked = await sim.ann.slash(sim.channel, "start")
    assert asked.modal is not None
    called = {
        option["value"]: option["label"]
        for label in asked.modal["components"]
        for option in label["component"]["options"]
    }
    assert ally(LEVELS[0].key) == LEVELS[1].key
    assert called[LEVELS[0].key] == f"{LEVELS[0].title} ({LEVELS[1].title}s as crewmates in Crackers)"
    assert [called[level.key] for level in LEVELS[1:]] == [level.title for level in LEVELS[1:]]


async def test_the_form_begins_with_the_game_and_the_time_that_are_usual(sim: Simulation) -> None:
    await server_rules.change(sim.store, sim.guild.id, pace="2d+5h")
    await sim.ann.say("checkers start")
    await sim.bob.slash(sim.channel, "play", game="checkers")
    asked = await sim.ann.slash(sim.channel, "start")
    assert asked.modal is not None
    chosen = [
        option["value"]
        for label in asked.modal["components"]
        for option in label["component"]["options"]
        if option.get("default")
    ]
    assert chosen == ["checkers", "anybody", "2d+5h"]


async def test_against_a_computer_one_stands_in_the_game_at_once(sim: Simulation) -> None:
    asked = await sim.ann.slash(sim.channel, "start")
    await sim.ann.submit_modal(asked, {"game": ["checkers"], "rival": ["cabin-boy"], "pace": ["none"]})
    await sim.settled()
    table = await table_of(sim)
    assert table.address.channel == sim.channel.id, "no thread to look for"
    card = sim.card(sim.channel)
    assert card.id == table.address.card
    assert "it’s your turn" in card
    assert "board.png" in card.files
    await sim.ann.press(card, card.buttons[0])
    assert sim.card(sim.channel).id == card.id


async def test_the_card_with_all_games_leads_into_each(sim: Simulation) -> None:
    result = await sim.manager().slash(sim.channel, "server games")
    assert result.seen.ephemeral
    card = result.followups[-1]
    assert not card.ephemeral
    names = [game.short_title for game in GAMES.values()]
    assert card.buttons[: len(GAMES)] == names, "short, so that it all fits a phone"
    for game, name in zip(GAMES.values(), names, strict=True):
        own = await sim.bob.press(card, name)
        assert own.ephemeral
        form = await sim.bob.click(own, label="Start a Game")
        assert form.modal is not None
        chosen = next(
            each for each in form.modal["components"][0]["component"]["options"] if each.get("default")
        )
        assert chosen["value"] == game.key


async def test_the_card_of_a_finished_game_leads_to_another_one(sim: Simulation) -> None:
    await sim.begin("snorkels")
    await sim.tables.resign(1, sim.ann.person)
    await sim.settled()
    last = sim.card()
    assert last.buttons == ["Rematch", "Play Another Game", "Watch Replay", "Review", "More"]
    games = await sim.ann.press(last, "Play Another Game")
    assert games.ephemeral
    assert games.buttons == [*(game.short_title for game in GAMES.values()), "Close"]
    ways = await sim.ann.press(games, "Checkers")
    assert ways.id == games.id, "in its place"
    assert ways.buttons == ["Learn", "Play the Cabin Boy", "Start a Game", "Close"]
    await sim.ann.press(ways, "Play the Cabin Boy")
    await sim.settled()
    assert (await table_of(sim, 2)).game.key == "checkers"


async def choose_options(sim: Simulation, changed: Options) -> None:
    """Ann answers the form of her lobby with these options; the others stay."""
    form = await sim.ann.click(sim.card(sim.channel), label="Options")
    assert form.modal is not None
    radio = {
        part["component"]["custom_id"] for part in form.modal["components"] if "options" in part["component"]
    }
    await sim.ann.submit_modal(
        form, {name: [str(value)] if name in radio else str(value) for name, value in changed.items()}
    )
    await sim.settled()


@pytest.mark.parametrize(
    "key",
    examples(
        [key for key, game in GAMES.items() if game.options and game.people[1] > 1],
        {"depthcharge", "crackers"},
    ),
)
async def test_whoever_is_alone_in_a_lobby_changes_its_options(sim: Simulation, key: str) -> None:
    game = GAMES[key]
    await sim.ann.say(f"{key} start", pace="3d")
    before = await table_of(sim)
    await choose_options(sim, {})
    after = await table_of(sim, 2)
    assert after.options == before.options, "the form shows what there is"
    assert (await sim.table(1)).status == "closed"
    changed: dict[str, int | str] = {}
    for name, option in game.options.items():
        now = after.options[name]
        if isinstance(option, ChoiceOption):
            changed[name] = next(each for each in option.choices if each != now)
        else:
            changed[name] = option.low if now != option.low else option.high
    await choose_options(sim, changed)
    table = await table_of(sim, 3)
    assert table.options == changed
    assert (table.header.pace, table.header.host) == ("3d", sim.ann.id)
    told = await sim.bob.press(sim.card(sim.channel), "Options")
    assert told.ephemeral
    assert all(option.say(changed[name]) in told for name, option in game.options.items())
    assert (await sim.table(3)).options == changed


async def test_who_has_joined_is_not_taken_to_other_options(sim: Simulation) -> None:
    await sim.ann.say("crackers start")
    lobby = sim.lobby
    form = await sim.ann.click(lobby, label="Options")
    await sim.bob.press(lobby, "Join as The Crew")
    told = await sim.ann.submit_modal(form, {"board": ["bell"]})
    await sim.settled()
    assert "bob has just joined" in str(told.response)
    bell = GAMES["crackers"].options["board"].say("bell")
    assert f"To play with {bell}" in str(told.response), "what was chosen isn’t lost"
    table = await table_of(sim)
    assert (table.status, table.options["board"]) == ("lobby", "station")
    assert sim.bob.id in table.seating
    assert await sim.store.table_ids_of(sim.ann.id, ("lobby",), 9) == [1]


async def test_computers_come_along_to_other_options(sim: Simulation) -> None:
    lobby = await sim.ann.say("crackers start", side="captain")
    levels = await sim.ann.press(lobby, "Add a Computer")
    for level in ("Deckhand", "Captain"):
        levels = await sim.ann.press(levels, level)
    before = await table_of(sim)
    await choose_options(sim, {"board": "bell"})
    table = await table_of(sim, 2)
    assert (table.status, table.options["board"]) == ("lobby", "bell")
    assert table.seating.people == before.seating.people
    assert "Deckhand" in sim.card(sim.channel)


async def test_options_that_cannot_be_leave_the_lobby_as_it_is(sim: Simulation) -> None:
    await sim.ann.say("checkers start")
    await choose_options(sim, {"win": "7"})
    assert (await table_of(sim)).status == "lobby"


@pytest.mark.parametrize("happens", ["somebody joins", "games go elsewhere"])
async def test_a_lobby_stays_where_no_other_can_take_its_place(
    sim: Simulation, listen: Listen, happens: str
) -> None:
    await sim.ann.say("snorkels start")
    elsewhere = sim.guild.create_text_channel("elsewhere")

    async def meanwhile(*_given: Any) -> None:
        if happens == "somebody joins":
            await sim.tables.join(1, sim.bob.person, None)
        else:
            await server_rules.change(sim.store, sim.guild.id, channels=(elsewhere.id,))

    listen(options, "require_place", before=meanwhile)
    await choose_options(sim, {"stones": 2})
    table = await table_of(sim)
    assert table.status == ("playing" if happens == "somebody joins" else "lobby")
    assert len(await sim.store.table_ids_of(sim.ann.id, ("lobby", "playing"), 9)) == 1


async def test_quick_presses_open_one_table_and_later_ones_another(sim: Simulation) -> None:
    ways = await sim.ann.press(await sim.ann.say("help"), "Play the Computer")
    for tables in (1, 2):
        await sim.at_once(*[(sim.ann, ways, "Snorkels")] * 3)
        assert len(await lists.tables_of(sim.tables, sim.ann.id)) == tables


async def test_a_form_that_is_sent_twice_is_answered_twice(sim: Simulation) -> None:
    asked = await sim.ann.slash(sim.channel, "start")
    given = {"game": ["checkers"], "rival": ["anybody"], "pace": ["1d"]}
    sent = [sim.env.play.submit(asked.interaction, given) for _ in range(2)]
    await sim.env.settle()
    assert all(each.original is not None for each in sent)
