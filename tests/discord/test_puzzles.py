"""Puzzles on a simulated Discord: solved, refuted, one a day for everybody."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from datetime import datetime
from itertools import product
from typing import Any

import pytest

from bot.features.privacy.erasure import erase
from bot.features.puzzles import library
from bot.features.puzzles.library import of_day, puzzles_of
from bot.features.puzzles.puzzle import Branch, Puzzle, PuzzleStep
from bot.features.puzzles.puzzle_cards import PUZZLE, best_at, clue, past, verdict_on
from bot.games import GAMES
from bot.games.depthcharge.actions import BOARD
from bot.games.record import replay
from bot.languages import names, speaking
from bot.players import PLAYERS
from bot.tables.days import day_at, day_before
from bot.tables.errors import TableError
from data.store import schema
from data.store.queries import practice as stored
from data.store.queries.practice import PractisedRow
from tests.thorough import examples

from .playing import press_path
from .simulation import Member, Seen, Simulation

DAY = 86_400
SQUARE = r"\b[a-l]\d+"


async def play(who: Member, card: Seen, puzzle: Puzzle, before: list[str], action: str) -> Seen:
    """Press what leads to ``action``, after ``before`` was played and answered."""
    state, step = replay(puzzle.as_record(), GAMES)[-1], puzzle.solution
    game = GAMES[puzzle.game]
    for text in before:
        state = state.play(puzzle.seat, game.parse(text))
        for reply in step.best[text].replies:
            state = state.play(reply.seat, game.parse(reply.text))
        then = step.best[text].then
        assert then is not None
        step = then
    await press_path(who, card, state.path(game.parse(action)))
    assert "Confirm These Steps" not in card.buttons, "each part is judged by itself"
    if "Confirm" in card.buttons:
        await who.press(card, "Confirm")
    return card


async def solve(who: Member, card: Seen, puzzle: Puzzle) -> list[str]:
    """Play a puzzle's solution."""
    played: list[str] = []
    step: PuzzleStep | None = puzzle.solution
    while step is not None:
        action = min(step.best)
        await play(who, card, puzzle, played, action)
        played.append(action)
        step = step.best[action].then
    return played


async def begun(who: Member, puzzle: Puzzle) -> Seen:
    """The board of a puzzle."""
    number = puzzles_of(GAMES[puzzle.game]).index(puzzle) + 1
    board = await who.say("puzzle solve", game=puzzle.game, number=number)
    assert f"Puzzle {number} of " in board
    return board


def refuted(puzzle: Puzzle) -> str:
    """A wrong action with something to show."""
    wrong = puzzle.solution.wrong
    return next((text for text, each in sorted(wrong.items()) if each.replies or each.instead), min(wrong))


def puzzle_today(sim: Simulation) -> Puzzle:
    return of_day(GAMES, day_at(sim.tables.now()))


async def daily_board(who: Member) -> Seen:
    return await who.press(await who.say("puzzle daily"), "Solve It")


@pytest.mark.parametrize(
    "key", examples([key for key, game in GAMES.items() if puzzles_of(game)], {"depthcharge", "curse"})
)
async def test_a_puzzle_of_every_game_is_refuted_and_solved(sim: Simulation, key: str) -> None:
    puzzle = next(each for each in puzzles_of(GAMES[key]) if each.solution.wrong)
    card = await begun(sim.ann, puzzle)
    assert card.ephemeral
    await play(sim.ann, card, puzzle, [], refuted(puzzle))
    assert any(said in card for said in ("could also end", "what would happen.", "something better."))
    assert "Try Again" in card.buttons
    assert "**Why:** " in card
    await sim.ann.press(card, "Try Again")
    assert "**Why:** " not in card
    await solve(sim.ann, card, puzzle)
    assert "Solved!" in card
    assert "**Why:** " in card
    assert "Try Again" not in card.buttons
    (row,) = await stored.finished(sim.store, sim.ann.id, PUZZLE)
    assert (row.subject, row.tries) == (puzzle.subject, 1)


@pytest.mark.parametrize(
    ("language", "key"),
    examples(
        product(names(), (key for key in GAMES if puzzles_of(GAMES[key]))),
        {("en", "snorkels"), ("de", "crackers")},
    ),
)
def test_no_choice_of_a_puzzle_says_what_follows_from_it_in_any_language(key: str, language: str) -> None:
    game, said = GAMES[key], set[str]()
    with speaking(language):
        for puzzle in puzzles_of(game)[::5]:
            state = replay(puzzle.as_record(), GAMES)[-1]
            view = state.view_for(puzzle.seat)
            legal: Any = state.legal(puzzle.seat)
            # As if every square were known to hold a mine.
            mined = game.noted(view, [(square, "mine") for square in BOARD.names])
            for path in {state.path(action) for action in legal}:
                for depth, step in enumerate(path):
                    label = game.plain.label(view, path[:depth], step)
                    said |= {game.label(view, path[:depth], step)} - {label}
                    assert " · " not in label
                    assert game.plain.label(mined, path[:depth], step) == label
                    for known in (view, mined):
                        last = game.plain.rank(known, path[:depth], step)
                        assert last == (step == "split"), "nor does its colour"
                    if path[:depth] == ("charge",):
                        assert label == game.label(view, ("sound",), step), "the same without what is known"
                    told = [offer for row in game.rows(view, path[:depth]) for offer in row]
                    shown = [offer for row in game.plain.rows(view, path[:depth]) for offer in row]
                    if puzzle.theme != "sink":
                        assert [each.steps for each in shown] == [each.steps for each in told]
                    if key == "checkers" and depth + 1 == len(path):
                        assert label == step, "the square alone"
            rows = game.plain.rows(view, ())
            assert not any(" · " in offer.label for row in rows for offer in row)
            if puzzle.theme == "sink":
                (lines,) = game.rows(view, ())
                assert all(" · " in offer.label for offer in lines), "in games it stays"
                assert [*rows[0]] == sorted(rows[0]), "nor does its place"
    assert bool(said) is (key in ("checkers", "depthcharge")), "in games it stays"


async def test_a_puzzle_s_card_says_neither_what_a_move_takes_nor_hides_how_stacks_are_split(
    sim: Simulation,
) -> None:
    game = GAMES["checkers"]
    puzzle = next(each for each in puzzles_of(game) if each.options.get("split") == "halves")
    card = await begun(sim.ann, puzzle)
    assert "Stacks can only be split in half." in card
    state = replay(puzzle.as_record(), GAMES)[-1]
    path = state.path(game.parse(min(puzzle.solution.best)))
    told = game.label(state.view_for(puzzle.seat), path[:-1], path[-1])
    assert "Takes" in told
    await press_path(sim.ann, card, path)
    assert "Confirm" in card.buttons
    assert f"{path[-1]}**. Confirm?" in card
    assert card.text.endswith("Confirm?"), "nor what can be taken then"
    assert not any(" · " in label for label in card.buttons)
    others = await begun(sim.ann, next(each for each in puzzles_of(game) if not each.options))
    assert "split in half" not in others


async def test_a_turn_of_several_parts_is_solved_part_by_part(sim: Simulation) -> None:
    found = puzzles_of(GAMES["crackers"])
    puzzle = next(each for each in found if each.solution.length == 3)
    card = await begun(sim.ann, puzzle)
    await play(sim.ann, card, puzzle, [], min(puzzle.solution.best))
    assert "**Right!**" in card
    await sim.ann.press(card, "Start Over", "Start Over")
    await solve(sim.ann, card, puzzle)
    assert "**Solved on the first try!**" in card
    assert "**Right!**" not in card


async def test_a_lost_try_keeps_what_was_hidden_for_the_next_one(sim: Simulation) -> None:
    game = GAMES["depthcharge"]
    puzzle, wrong = next(
        (each, text)
        for each in puzzles_of(game)
        for text in each.solution.wrong
        if replay(each.as_record(), GAMES)[-1].play(each.seat, game.parse(text)).outcome is not None
    )
    card = await begun(sim.ann, puzzle)
    await play(sim.ann, card, puzzle, [], wrong)
    assert "Going by your reports, it could also end like this." in card
    assert "wins:" in card.alt
    assert card.alt.count(" left: ") == 1, "one's own mines, and nobody else's"


async def test_without_a_game_it_says_how_many_are_solved_and_goes_on_from_there(sim: Simulation) -> None:
    first = puzzles_of(GAMES["snorkels"])[0]
    await solve(sim.ann, await sim.ann.say("puzzle solve", game="snorkels"), first)
    choice = await sim.ann.say("puzzle solve")
    assert f"Snorkels: 1 of {len(puzzles_of(GAMES['snorkels']))}." in choice.alt
    assert choice.files, "one picture with each game's board"
    board = await sim.ann.press(choice, "Snorkels")
    assert "Puzzle 2 of" in board
    await sim.ann.press(board, "Next Puzzle")
    assert "Puzzle 3 of" in board


@pytest.mark.usefixtures("inline_thinkers")
@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if puzzles_of(game)])
async def test_a_hint_says_where_to_look_and_leaves_the_picture_as_it_is(
    sim: Simulation, drawn: list[tuple[Any, str]], key: str
) -> None:
    puzzle = puzzles_of(GAMES[key])[0]
    card = await begun(sim.ann, puzzle)
    assert "💡" not in card
    before = drawn[-1][0].view
    await sim.ann.press(card, "Hint")
    assert "💡 " in card
    assert "Hint" not in card.buttons, "there's one for each decision"
    assert drawn[-1][0].view == before, "no shade shows what follows"
    await solve(sim.ann, card, puzzle)
    assert "💡" not in card


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if puzzles_of(game)])
def test_no_hint_of_a_puzzle_names_the_square_to_go_for_alone(key: str) -> None:
    game, said = GAMES[key], set[str]()
    lead = PLAYERS[key].hint
    assert lead is not None
    for puzzle in puzzles_of(game)[::3]:
        view = replay(puzzle.as_record(), GAMES)[-1].view_for(puzzle.seat)
        best = best_at(puzzle, game, puzzle.solution)
        told = clue(lead(view, best))
        said.add(told)
        assert "dark squares" not in told, "the picture has none"
        *_, goal = re.findall(SQUARE, str(best.action)) or [""]
        for each in re.split(r"[.?:] ", told):
            named = re.findall(SQUARE, each)
            aside = any(word in each for word in (" report", " pod ", " could take "))
            assert goal not in named or len(named) > 1 or aside
    assert len(said) > 2, "they are about the position"


@pytest.mark.usefixtures("inline_thinkers")
async def test_a_clue_is_looked_for_once(sim: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    thinkers = sim.bot.context.thinkers
    lead = thinkers.lead

    def counted(game: Any, *given: Any) -> Any:
        asked.append(game)
        return lead(game, *given)

    monkeypatch.setattr(thinkers, "lead", counted)
    puzzle = puzzles_of(GAMES["snorkels"])[0]
    card = await begun(sim.ann, puzzle)
    await sim.ann.press(card, "Hint")
    assert "💡" in card
    wrong = replay(puzzle.as_record(), GAMES)[-1].path(GAMES["snorkels"].parse(refuted(puzzle)))
    await sim.ann.press(card, wrong[0])
    assert len(asked) < 2, "another test may have asked for it before"


def test_no_hint_of_a_puzzle_says_there_without_a_place() -> None:
    game, lead = GAMES["crackers"], PLAYERS["crackers"].hint
    assert lead is not None
    told = []
    for puzzle in puzzles_of(game):
        view = replay(puzzle.as_record(), GAMES)[-1].view_for(puzzle.seat)
        told.append(clue(lead(view, best_at(puzzle, game, puzzle.solution))))
    about = [each for each in told if "From there" in each]
    assert about
    assert all("The best square is" in each.partition("From there")[0] for each in about)


async def test_a_board_whose_turns_a_later_release_judges_otherwise_says_so(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = next(each for each in puzzles_of(GAMES["snorkels"]) if each.solution.length > 1)
    board = await begun(sim.ann, puzzle)
    await play(sim.ann, board, puzzle, [], min(puzzle.solution.best))
    later = replace(puzzle, solution=PuzzleStep({"a1": Branch()}))
    monkeypatch.setattr(library, "puzzles_of", lambda _game: (later,))
    told = await sim.ann.press(board, "a")
    assert "This practice board isn’t available any more." in told


async def test_after_each_turn_the_card_says_what_is_left_to_do(sim: Simulation) -> None:
    found = {
        key: next(each for each in puzzles_of(GAMES[key]) if each.solution.length > 1)
        for key in ("snorkels", "curse", "depthcharge")
    }
    for key, before, after in (
        ("snorkels", "Win within two turns", "Now win this turn."),
        ("curse", "Choose a die, a treasure and a space.", "Sink the line"),
        ("depthcharge", "Sail to a square", "One of the squares next to your boat must hold a mine."),
    ):
        card = await begun(sim.ann, found[key])
        assert before in card
        assert after not in card
        await play(sim.ann, card, found[key], [], min(found[key].solution.best))
        assert before not in card
        assert after in card


async def test_another_puzzle_can_be_chosen_from_a_list(sim: Simulation) -> None:
    every = puzzles_of(GAMES["depthcharge"])
    board = await begun(sim.ann, every[0])
    await solve(sim.ann, board, every[0])
    chosen = await sim.ann.press(board, "All Puzzles")
    assert f"You’ve solved 1 of {len(every)}." in chosen
    await sim.ann.select(chosen, [every[25].subject], custom_id="ct:puzzle:0:0:25 ")
    assert "Puzzle 26 of" in chosen
    await solve(sim.ann, chosen, every[25])
    solved = {row.subject for row in await stored.finished(sim.store, sim.ann.id, PUZZLE)}
    assert solved == {every[0].subject, every[25].subject}
    await sim.ann.press(await sim.ann.press(chosen, "All Puzzles"), "Other Games")
    assert "Snorkels" in chosen.buttons


async def test_the_list_of_puzzles_leads_back_to_the_board_as_it_is(sim: Simulation) -> None:
    puzzle = next(each for each in puzzles_of(GAMES["snorkels"]) if each.solution.length > 1)
    board = await begun(sim.ann, puzzle)
    await play(sim.ann, board, puzzle, [], refuted(puzzle))
    await sim.ann.press(await sim.ann.press(board, "All Puzzles"), "Back")
    assert "That button is from an earlier position" not in board
    await sim.ann.press(board, "Try Again")
    await play(sim.ann, board, puzzle, [], min(puzzle.solution.best))
    await sim.ann.press(await sim.ann.press(board, "All Puzzles"), "Back")
    assert "Start Over" in board.buttons


async def test_a_win_that_takes_longer_is_called_one(sim: Simulation) -> None:
    found = puzzles_of(GAMES["snorkels"])
    puzzle = next(each for each in found if any(one.cost == 1 for one in each.solution.wrong.values()))
    slow = next(text for text, each in puzzle.solution.wrong.items() if each.cost == 1)
    board = await begun(sim.ann, puzzle)
    await play(sim.ann, board, puzzle, [], slow)
    assert "That wins, too," in board
    assert "it takes 1 turn longer" in board
    assert "Not quite" not in board
    assert "Try Again" in board.buttons


def test_what_else_could_be_hidden_is_shown_against_a_guess() -> None:
    puzzle, guess, found = next(
        (puzzle, action, each)
        for puzzle in puzzles_of(GAMES["depthcharge"])
        for action, each in puzzle.solution.wrong.items()
        if each.instead
    )
    assert verdict_on(puzzle, (), guess).instead == tuple(map(str, found.instead))


async def test_what_reports_exclude_is_shown_at_once_and_the_mine_only_when_it_is_found(
    sim: Simulation,
) -> None:
    found = puzzles_of(GAMES["depthcharge"])
    puzzle = next(each for each in found if each.theme == "charge" and "destroyed" not in str(each.record))
    card = await begun(sim.ann, puzzle)
    assert "Proven" not in card.alt
    await play(sim.ann, card, puzzle, [], next(text for text in puzzle.solution.wrong if "charge" in text))
    assert "Proven empty: " in card.alt
    assert "Proven mines" not in card.alt
    await sim.ann.press(card, "Try Again")
    assert "Why:" not in card
    await solve(sim.ann, card, puzzle)
    assert "Proven empty: " in card.alt


async def test_the_daily_puzzle_is_the_same_for_everybody_and_tries_are_counted(sim: Simulation) -> None:
    puzzle = puzzle_today(sim)
    cards = [await who.say("puzzle daily") for who in (sim.ann, sim.bob)]
    assert cards[0].alt == cards[1].alt != ""
    assert sim.public(sim.channel) == []
    board = await sim.ann.press(cards[0], "Solve It")
    await play(sim.ann, board, puzzle, [], refuted(puzzle))
    await sim.ann.press(board, "Try Again")
    await solve(sim.ann, board, puzzle)
    assert "Solved!" in board
    day = day_at(sim.tables.now())
    found = (await library.solved(sim.store, sim.ann.id, day))[day]
    assert (found.tries, found.subject) == (1, f"{day} {puzzle.subject}")
    assert not await library.solved(sim.store, sim.bob.id)
    again = [(await who.say("puzzle daily")).buttons[0] for who in (sim.ann, sim.bob)]
    assert again == ["Share", "Solve It"], "a puzzle that is solved isn’t offered again"
    assert "- Puzzles: 1 solved." in await sim.ann.say("profile", words=True)


async def test_what_is_shared_gives_nothing_away_until_the_next_day(sim: Simulation) -> None:
    puzzle = puzzle_today(sim)
    board = await daily_board(sim.ann)
    played = await solve(sim.ann, board, puzzle)
    _, _, reason = board.text.partition("**Why:** ")
    await sim.ann.press(board, "Share")
    (shared,) = sim.public(sim.channel)
    line = shared.text
    assert "Share" not in board.buttons, "once is enough"
    title = GAMES[puzzle.game].title
    assert shared.alt == f"The daily puzzle, 1 January 2026. Game: {title}. Solved: on the first try."
    assert "\n🟩\n" in line
    assert f"<@{sim.ann.id}>" in line
    assert not any(action in line + shared.alt for action in played)
    await sim.pass_time(DAY)
    told = await sim.ann.press(await sim.ann.say("puzzle daily"), "Yesterday’s Solution")
    assert "The solution · 1 January 2026" in told
    assert f"**Why:** {reason.splitlines()[0]}" in told


async def test_everyone_can_press_solve_it_on_the_card_for_everyone(sim: Simulation) -> None:
    card = await sim.ann.say("puzzle daily")
    await sim.ann.press(card, "Show Everyone")
    assert card.buttons == ["Solve It", "Yesterday’s Solution", "Close"]
    (public,) = sim.public(sim.channel)
    assert public.buttons == ["Solve It", "Yesterday’s Solution"]
    board = await sim.bob.press(public, "Solve It")
    assert board.ephemeral
    await sim.pass_time(DAY)
    late = await sim.bob.press(public, "Solve It")
    assert "The solution · " in late


async def have_solved(who: Member, day: str, puzzle: Puzzle) -> None:
    """Somebody solved the puzzle of an earlier day on that day."""
    at = round(datetime.fromisoformat(f"{day}T12:00Z").timestamp() * 1000)
    row = PractisedRow(who.id, library.DAILY, f"{day} {puzzle.subject}", 0, 0, at)
    await who.sim.store.write(schema.insert_missing, schema.practised, [asdict(row)])


async def test_days_in_a_row_make_a_streak(sim: Simulation) -> None:
    puzzle, today = puzzle_today(sim), day_at(sim.tables.now())
    yesterday = day_before(today)
    for day in (yesterday, day_before(yesterday)):
        await have_solved(sim.ann, day, puzzle)
    await have_solved(sim.bob, day_before(yesterday), puzzle)
    assert "Your streak: **2 days**" in await sim.ann.say("puzzle daily")
    board = await daily_board(sim.ann)
    await solve(sim.ann, board, puzzle)
    assert "Your streak: **3 days**" in board
    await solve(sim.bob, other := await daily_board(sim.bob), puzzle)
    assert "in a row" not in other


async def test_an_earlier_day_is_shared_with_the_streak_of_that_day(sim: Simulation) -> None:
    board = await daily_board(sim.ann)
    await solve(sim.ann, board, puzzle_today(sim))
    await sim.pass_time(3 * DAY)
    puzzle, today = puzzle_today(sim), day_at(sim.tables.now())
    for day in (today, day_before(today)):
        await have_solved(sim.ann, day, puzzle)
    await sim.ann.press(board, "Share")
    (shared,) = sim.public(sim.channel)
    assert "The daily puzzle, 1 January 2026" in shared.text
    assert "Days in a row" not in shared.alt


def test_the_solution_comes_the_day_after_and_no_sooner() -> None:
    for day in ("2027-01-01", "2027-01-02", "2026-W53-5", "2026W535", "20261231", "2026-12", "yesterday", ""):
        with pytest.raises(TableError, match="tomorrow"):
            past(day, "2027-01-01")
    assert past("2026-12-31", "2027-01-01") == "2026-12-31"


async def test_a_puzzle_solved_the_day_after_makes_no_streak(sim: Simulation) -> None:
    puzzle, board = puzzle_today(sim), await daily_board(sim.ann)
    await sim.pass_time(DAY)
    await solve(sim.ann, board, puzzle)
    assert "doesn’t count" in board
    assert not await library.solved(sim.store, sim.ann.id)


async def test_whoever_has_no_board_any_more_is_told_how_to_open_a_puzzle_again(sim: Simulation) -> None:
    board = await sim.ann.say("puzzle solve", game="snorkels")
    await erase(sim.tables, sim.ann.person)
    assert "`/puzzle solve`" in await sim.ann.press(board, "a")


async def test_columns_stand_as_on_the_board_also_where_that_is_upside_down(sim: Simulation) -> None:
    board = await sim.ann.say("puzzle solve", game="checkers", number=1)
    assert "You’re playing as **Black**." in board
    assert board.buttons[:8] == [*"hgfedcba"]
    await sim.ann.say("settings", bottom=False)
    board = await sim.ann.say("puzzle solve", game="checkers", number=1)
    assert board.buttons[:8] == [*"abcdefgh"]


@pytest.mark.usefixtures("inline_thinkers")
async def test_columns_of_a_game_alone_stand_as_on_the_board_before_and_after_a_step(sim: Simulation) -> None:
    await sim.ann.say("checkers start", computer="cabin-boy", side="black")
    await sim.settled()
    columns = [label for label in sim.card().buttons if len(label) == 1]
    assert columns == sorted(columns, reverse=True)
    await sim.ann.press(sim.card(), columns[0])
    await sim.ann.press(sim.card(), "Back")
    assert [label for label in sim.card().buttons if len(label) == 1] == columns
