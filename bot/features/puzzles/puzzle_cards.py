"""Puzzles on the practice board: the judges, the daily puzzle's card, and their buttons."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from cachetools import LRUCache
from discord import app_commands

from bot.components.cards import table_cards
from bot.components.cards.text import sentence
from bot.components.hooks import BotContext, BulletinPart, Feature, ProfileFact, Week
from bot.components.interactions.card import (
    MENU,
    Card,
    CardImage,
    Control,
    Menu,
    Style,
    close_button,
    rows,
    table_control,
)
from bot.components.interactions.replies import share_card
from bot.components.interactions.routing import command_handler, on_button
from bot.components.lobbies.open_table import require_allowed
from bot.components.play.autocomplete import game_choices
from bot.components.play.private_cards import Interaction
from bot.components.practice.boards import (
    BOARD_GONE,
    Face,
    Judge,
    again_control,
    back_control,
    hint_control,
    open_board,
    register,
)
from bot.games.core import AnyGame, Games, Line
from bot.games.record import Entry, replay
from bot.languages import gettext, gettext_noop, ngettext, speaking, spoken
from bot.players.player import Choice, Hint
from bot.tables.days import day_at, day_before, read_day
from bot.tables.errors import TableError
from bot.tables.model.table import Table
from bot.tables.practice import DONE, FAILED, Board, Start, Verdict
from bot.tables.service import TableService
from data.store.queries import practice as stored
from data.store.store import Store
from rendering.scene import Scene

from . import library
from .puzzle import Branch, Puzzle, PuzzleStep, Refutation, explained

PUZZLE: Final = "puzzle"
"""The kind of board for puzzles that one picks; its subject is the puzzle's."""
SEVERAL: Final = 2
"""People who have solved a puzzle that is told of."""
_CLUES: Final[LRUCache[Hashable, str]] = LRUCache(256)
"""Clues that were given lately: some take a tenth of a second, and the card is drawn at each press."""
QUESTIONS: Final[Mapping[str, str]] = {
    "win in 1": gettext_noop("Now win this turn."),
    "win in 2": gettext_noop("Win within two turns, whatever your opponent does."),
    "win in 3": gettext_noop("Win within three turns, whatever your opponent does."),
    "win in 4": gettext_noop("Win within four turns, whatever your opponent does."),
    "charge": gettext_noop(
        "One of the squares next to your boat must hold a mine. Drop a depth charge on it."
    ),
    "sail": gettext_noop(
        "Your reports prove where a mine is. Sail to a square from which you can drop a depth charge on it, "
        "and only cross water that’s certain to be clear."
    ),
    "gain": gettext_noop("One move is clearly better than all the others. Find it."),
    "win": gettext_noop("You can force a win from here. Find the move that starts it."),
    "loot": gettext_noop(
        "Choose a die, a treasure and a space. Find the move that’s worth the most points on average."
    ),
    "sink": gettext_noop(
        "The curse wants its share. Sink the line that costs you the fewest points on average."
    ),
    "drown": gettext_noop("You can win this turn. Find every step."),
    "survive": gettext_noop("The captain is about to win. Find the only move that stops him this turn."),
    "hold": gettext_noop("Find the move that lets the crew hold out the longest."),
    "press": gettext_noop("Find the move that leaves the crew the least time."),
}
"""What has to be done, by theme, or by the kind of action that is due."""


def title_of(day: str) -> str:
    return gettext("The daily puzzle · {day}", day=read_day(day))


def _due(puzzle: Puzzle, step: PuzzleStep) -> str:
    """The question at ``step``, as a key of the questions; empty for the one that always fits."""
    if puzzle.theme.startswith("win in "):
        return f"win in {step.length}"
    kind, _, _ = min(step.best).partition(" ")
    if kind in QUESTIONS:
        return kind
    # A win that has been started needs no start.
    return "" if puzzle.theme == "win" and step is not puzzle.solution else puzzle.theme


def question(puzzle: Puzzle, game: AnyGame, view: Any, step: PuzzleStep | None = None) -> str:
    """What the solver has to do at ``step``, if not at the start, and what they have found out so far."""
    asked = gettext(QUESTIONS.get(_due(puzzle, step or puzzle.solution), ""))
    asked = asked or gettext("Find the best move.")
    if game.people[1] > 1:
        asked = f"{gettext('You’re playing as **{name}**.', name=game.name_of(puzzle.seat))} {asked}"
    return "\n".join((asked, *(f"-# {line}" for line in game.findings(view))))


def step_after(puzzle: Puzzle, own: tuple[Entry, ...]) -> PuzzleStep:
    """The decision that is due after the right actions ``own``.

    :raises TableError: when they aren't right any more, in a later release's solution.
    """
    step = puzzle.solution
    for entry in own:
        branch = step.best.get(entry.text)
        if branch is None or branch.then is None:
            raise TableError(BOARD_GONE)
        step = branch.then
    return step


def best_at(puzzle: Puzzle, game: AnyGame, step: PuzzleStep) -> Choice[Any]:
    """What solves a step, as a computer player would choose it."""
    return Choice(game.parse(min(step.best)), 1.0, proven=puzzle.theme.startswith("win"))


def clue(hint: Hint) -> str:
    """What of a hint is told: where to look, and not the move."""
    # A single square would be the move, or half of it.
    told = f"{hint.look} {hint.where if len(hint.squares) > 1 else ''}".strip()
    return told or gettext("Ask yourself what the other side wants to do next, and what would spoil it.")


def _clue_for(context: BotContext, puzzle: Puzzle, board: Board) -> str:
    """The clue for what is due on a board: for everybody the same."""
    place = (puzzle.subject, *(entry.text for entry in board.own), spoken())
    if (told := _CLUES.get(place)) is None:
        game = board.table.game
        best = best_at(puzzle, game, step_after(puzzle, board.own))
        told = clue(context.thinkers.lead(game, board.table.view_for(puzzle.seat), best))
        _CLUES[place] = told
    return told


def verdict_on(puzzle: Puzzle, own: tuple[Entry, ...], action: str) -> Verdict:
    """The answer to ``action`` after the right actions ``own``."""
    branch = (step := step_after(puzzle, own)).best.get(action)
    if branch is None:
        found = step.wrong.get(action, Refutation())
        return Verdict(
            _refused(puzzle, found),
            tuple(map(str, found.replies)),
            ended=FAILED,
            instead=tuple(map(str, found.instead)),
        )
    replies = tuple(map(str, branch.replies))
    return (
        Verdict(gettext("**Right!** What’s next?"), replies)
        if branch.then is not None
        else Verdict(replies=replies, ended=DONE)
    )


def _refused(puzzle: Puzzle, found: Refutation) -> str:
    if found.instead:
        return gettext("**Not quite.** Going by your reports, it could also end like this.")
    if found.cost and puzzle.theme.startswith("win in "):
        return ngettext(
            "**That wins, too,** but it takes {number} turn longer. Here’s how your opponent would hold out.",
            "**That wins, too,** but it takes {number} turns longer. Here’s how your opponent would hold "
            "out.",
            round(found.cost),
        )
    if found.replies:
        return gettext("**Not quite.** Here’s what would happen.")
    return gettext("**Not quite.** There’s something better.")


def _explained(puzzle: Puzzle, board: Board) -> tuple[str, Any]:
    """Why a board ended as it did, in words and as the view for the picture; nothing before the end."""
    if not board.row.ended:
        return "", None
    game = board.table.game
    *_, last = lines = explained(puzzle, game, (*board.states, board.state), board.since)
    return why(game, lines if last.right else [last]), game.worked_out(last)


def why(game: AnyGame, lines: Iterable[Line[Any, Any]]) -> str:
    """Why each of ``lines`` begins with the right turn, or the wrong one; empty for nothing to say."""
    told = "\n".join(filter(None, map(game.explain, lines)))
    return gettext("**Why:** {reason}", reason=told) if told else ""


def _asked(puzzle: Puzzle, board: Board) -> str:
    """What is left to do on a board, which is set back to the start once it has failed."""
    step = puzzle.solution if board.row.ended else step_after(puzzle, board.own)
    return question(puzzle, board.table.game, board.table.view_for(puzzle.seat), step)


class PuzzleJudge(Judge):
    """Puzzles that one picks."""

    plain = True

    async def start(self, context: BotContext, person: int, subject: str) -> Start:
        puzzle, _, _ = library.find(context.tables.games, subject)
        return Start(puzzle.as_record(), (puzzle.seat,))

    async def face(self, context: BotContext, board: Board) -> Face:
        puzzle, number, count = library.find(context.tables.games, board.subject)
        game = board.table.game
        controls = [again_control(board)] if board.own else []
        reason, view = _explained(puzzle, board)
        said = [reason, _asked(puzzle, board)]
        if board.row.ended == DONE:
            said = [_praise(board.row.tries), reason]
            controls = []
        elif not board.row.ended and context.thinkers.hints(game.key):
            controls = [hint_control(board), *controls]
            if board.row.hinted:
                said.append(f"💡 {_clue_for(context, puzzle, board)}")
        if number < count:
            following = library.puzzles_of(game)[number].subject
            style = Style.primary if board.row.ended == DONE else Style.secondary
            controls.append(Control("puzzle", gettext("Next Puzzle"), rest=following, style=style))
        controls.append(table_control(board.table, "puzzlelist", gettext("All Puzzles"), game.key))
        words = "\n".join(filter(None, said))
        heading = gettext("{game} · Puzzle {number} of {all}", game=game.title, number=number, all=count)
        return Face(heading, words, tuple(controls), view=view)

    async def judge(self, context: BotContext, board: Board, action: Any) -> Verdict:
        puzzle, _, _ = library.find(context.tables.games, board.subject)
        return verdict_on(puzzle, board.own, str(action))


class DailyJudge(PuzzleJudge):
    """Daily puzzles, whose subjects begin with the day; their tries are counted, and make streaks."""

    counted = True

    async def face(self, context: BotContext, board: Board) -> Face:
        day, _, _ = board.subject.partition(" ")
        puzzle, _, _ = library.find(context.tables.games, board.subject)
        store, now = context.tables.store, context.tables.now()
        heading = title_of(day)
        reason, view = _explained(puzzle, board)
        if board.row.ended != DONE:
            controls = (again_control(board),) if board.own else ()
            words = "\n".join(filter(None, (reason, _asked(puzzle, board))))
            return Face(heading, words, controls, view=view)
        if (found := (await library.solved(store, board.person, day)).get(day)) is None:
            late = gettext("**Solved!** That day is over, so this doesn’t count towards your streak.")
            return Face(heading, f"{late}\n{reason}", view=view)
        days = await library.streak(store, board.person, day_at(now))
        lines = (_praise(found.tries), reason, *table_cards.day_lines(days, now))
        return Face(heading, "\n".join(filter(None, lines)), (_share_control(day),), view=view)


def _praise(wrong: int) -> str:
    return gettext("**Solved!**") if wrong else gettext("**Solved on the first try!**")


def _share_control(day: str) -> Control:
    return Control("puzzleshare", gettext("Share"), rest=day, style=Style.primary)


register(PUZZLE, PuzzleJudge())
register(library.DAILY, DailyJudge())


async def open_puzzle(interaction: Interaction, game: AnyGame, number: int | None) -> None:
    """The puzzle of ``game`` with this number, or the first that the person hasn't solved.

    :raises TableError: when there is no such puzzle.
    """
    if number is None:
        solved = await _solved(interaction.client.context.tables.store, interaction.user.id)
        subjects = enumerate((each.subject for each in library.puzzles_of(game)), 1)
        number = next((place for place, subject in subjects if subject not in solved), 1)
    await open_board(interaction, PUZZLE, library.numbered(game, number).subject)


async def _solved(store: Store, person: int) -> set[str]:
    """The subjects of the puzzles that ``person`` has solved, those of a day included."""
    found = [row for kind in (PUZZLE, library.DAILY) for row in await stored.finished(store, person, kind)]
    return {row.subject.rpartition(" ")[2] for row in found}


async def daily_card(context: BotContext, person: int | None) -> Card:
    """Today's puzzle: the picture and the question, and for ``person`` (None: everybody) how it went."""
    now = context.tables.now()
    day = day_at(now)
    puzzle = library.of_day(context.tables.games, day)
    yesterday = Control("puzzlesolution", gettext("Yesterday’s Solution"), rest=day_before(day))
    controls = [
        Control("puzzleday", gettext("Solve It"), rest=f"{day}|board", style=Style.primary),
        yesterday,
    ]
    own: tuple[str, ...] = ()
    if person is not None:
        done = (await library.solved(context.tables.store, person, day)).get(day)
        days = await library.streak(context.tables.store, person, day)
        streak, start = table_cards.day_lines(days, now)
        own = (streak,)
        if done is not None:
            own = (_praise(done.tries), streak, start)
            controls = [_share_control(day), yesterday]
        controls += [Control("puzzlepost", gettext("Show Everyone"), rest=day), close_button()]
    heading = f"### {title_of(day)}\n{gettext('-# Only you can see your attempts.')}"
    return replace(await _card(context, puzzle, heading, own, person), rows=rows(controls))


async def _card(
    context: BotContext,
    puzzle: Puzzle,
    heading: str,
    lines: tuple[str, ...],
    person: int | None,
    shown: Any = None,
) -> Card:
    """The question, with the position (or ``shown``) in the colours of ``person`` (None: everybody)."""
    game = context.tables.games[puzzle.game]
    view = replay(puzzle.as_record(), context.tables.games)[-1].view_for(puzzle.seat)
    shown = shown or view
    scene: Scene[Any, Any] = Scene(shown, bottom=puzzle.seat if game.home_sides else None)
    picture = await table_cards.paint(context, game, scene, person)
    return Card(
        heading,
        (CardImage(game.describe(shown), picture),),
        (f"**{sentence(game.title)}** {question(puzzle, game, view)}", *lines),
        accent=game.seat_styles[puzzle.seat].colour,
    )


async def solution_card(interaction: Interaction, day: str) -> Card:
    """How the puzzle of an earlier day is solved."""
    context = interaction.client.context
    puzzle = library.of_day(context.tables.games, day)
    news, reason, shown = _solution(puzzle, context.tables.games)
    told = ("\n".join(f"- {each}" for each in news), reason)
    heading = gettext("### The solution · {day}", day=read_day(day))
    return await _card(context, puzzle, heading, told, interaction.user.id, shown)


def _solution(puzzle: Puzzle, games: Games) -> tuple[list[str], str, Any]:
    """How a puzzle is solved: what happens, turn by turn, why, and the view that shows it."""
    game = games[puzzle.game]
    states, entries, news = [replay(puzzle.as_record(), games)[-1]], [], []
    step: PuzzleStep | None = puzzle.solution
    while step is not None:
        best = min(step.best)
        branch: Branch = step.best[best]
        for entry in (Entry(puzzle.seat, best), *branch.replies):
            action = game.parse(entry.text)
            news.append(states[-1].narrate(entry.seat, action, puzzle.seat))
            states.append(states[-1].play(entry.seat, action))
            entries.append(entry)
        step = branch.then
    lines = explained(puzzle, game, states, entries)
    shown = game.worked_out(replace(lines[0], views=(states[0].view_for(puzzle.seat),)))
    return news, why(game, lines), shown


async def day_part(context: BotContext, server: int, day: str) -> BulletinPart | None:
    """A day's puzzle for a server: how many have solved it there, and how many yesterday's, if any."""
    store, games, before = context.tables.store, context.tables.games, day_before(day)
    try:
        puzzle, last = library.of_day(games, day), library.of_day(games, before)
    except TableError:
        return None
    card = await _card(context, puzzle, "", (), None)
    solved = len(await library.solved_in(store, server, day, puzzle))
    told = ngettext("{number} person here has solved it.", "{number} people here have solved it.", solved)
    title = gettext("**Yesterday’s puzzle** ({game}):", game=games[last.game].title)
    of = len(await library.solved_in(store, server, before, last))
    told_of = ngettext("{number} person here solved it.", "{number} people here solved it.", of)
    return BulletinPart(
        (*card.lines, f"-# {told if solved else gettext('Nobody here has solved it yet.')}"),
        card.pictures,
        (
            Control("puzzleday", gettext("Solve It"), rest=f"{day}|board", style=Style.primary),
            Control("puzzlesolution", gettext("Yesterday’s Solution"), rest=before),
        ),
        (f"{title} {told_of}",) if of else (),
    )


async def week_part(context: BotContext, week: Week) -> BulletinPart | None:
    """Of the daily puzzles that several people here have solved, the one that fooled most of them."""
    store, found = context.tables.store, list[tuple[float, int, str, Puzzle, int]]()
    day, first = day_before(day_at(week.until)), day_at(week.since)
    while day >= first:
        with suppress(TableError):
            puzzle = library.of_day(context.tables.games, day)
            solvers = await library.solved_in(store, week.server, day, puzzle)
            fooled = sum(row.tries > 0 for row in solvers)
            if fooled and len(solvers) >= SEVERAL:
                found.append((fooled / len(solvers), fooled, day, puzzle, len(solvers) - fooled))
        day = day_before(day)
    if not found:
        return None
    _, _, day, puzzle, at_once = max(found, key=lambda each: each[:3])
    title = gettext(
        "**The puzzle of the week**: the one from {day} ({game}).",
        day=read_day(day),
        game=context.tables.games[puzzle.game].title,
    )
    told = ngettext(
        "{number} person here solved it on the first try. It fooled the others.",
        "{number} people here solved it on the first try. It fooled the others.",
        at_once,
    )
    if not at_once:
        told = gettext("Nobody here solved it on the first try.")
    return BulletinPart(
        (f"{title} {told}",),
        controls=(Control("puzzlesolution", gettext("The Puzzle’s Solution"), rest=day),),
    )


@on_button("puzzles", reply="private", cost="picture")
async def pick_game(interaction: Interaction, control: Control) -> None:
    """**Puzzle** after a game, and a game on the card of all puzzles: its next puzzle."""
    if (game := interaction.client.context.tables.games.get(control.rest)) is None:
        raise TableError(library.NO_PUZZLES)
    await open_puzzle(interaction, game, None)


@on_button("puzzle", cost="picture")
async def next_puzzle(interaction: Interaction, control: Control) -> None:
    """**Next Puzzle**, and the menus of puzzles."""
    await open_board(interaction, PUZZLE, control.rest.rpartition(" ")[2], in_place=True)


@on_button("puzzlelist")
async def all_puzzles(interaction: Interaction, control: Control) -> Card:
    """**All Puzzles**: those of a game, to choose from."""
    context = interaction.client.context
    if (game := context.tables.games.get(control.rest)) is None:
        raise TableError(library.NO_PUZZLES)
    every, done = library.puzzles_of(game), await _solved(context.tables.store, interaction.user.id)
    entries = [
        (f"{'✅' if each.subject in done else '▫️'} {number}", each.subject)
        for number, each in enumerate(every, 1)
    ]
    solved = sum(each.subject in done for each in every)
    menus = []
    for first in range(0, len(entries), MENU):
        part = tuple(entries[first : first + MENU])
        title = gettext("Puzzles {first}–{last}", first=first + 1, last=first + len(part))
        # On one card, no two menus may have the same custom_id.
        menus.append(Menu("puzzle", title, part, f"{first} "))
    return Card(
        gettext("### {game} · Puzzles", game=game.title),
        lines=(
            gettext(
                "You’ve solved {number} of {all}. The first ones are the easiest.",
                number=solved,
                all=len(every),
            ),
        ),
        rows=((back_control(control), Control("puzzlegames", gettext("Other Games")), close_button()),),
        menus=tuple(menus),
    )


@on_button("puzzlegames", cost="picture")
async def other_games(interaction: Interaction) -> Card:
    """**Other Games**: the card of all puzzles."""
    return await games_card(interaction.client.context, interaction.user.id)


@on_button("puzzleday", reply="private", cost="picture")
async def solve_daily(interaction: Interaction, control: Control) -> Card | None:
    """**Solve It** and **Today's Puzzle**; on an earlier day's card it gives that day's solution."""
    context = interaction.client.context
    today = day_at(context.tables.now())
    day, _, what = control.rest.partition("|")
    if not what:
        return await daily_card(context, interaction.user.id)
    if day != today:
        return await solution_card(interaction, past(day, today))
    await open_board(interaction, library.DAILY, f"{day} {library.of_day(context.tables.games, day).subject}")
    return None


@on_button("puzzlesolution", reply="private", cost="picture")
async def show_solution(interaction: Interaction, control: Control) -> Card:
    """**Yesterday's Solution**."""
    today = day_at(interaction.client.context.tables.now())
    return await solution_card(interaction, past(control.rest, today))


def past(day: str, today: str) -> str:
    """A day before ``today``.

    :raises TableError: when it isn't one; today's solution is nobody's business yet.
    """
    if not library.is_day(day) or day >= today:
        raise TableError(
            "The solution comes out tomorrow. Until then, you can keep trying with `/puzzle daily`."
        )
    return day


@on_button("puzzlepost", cost="post", once=True)
async def post(interaction: Interaction, control: Control) -> None:
    """**Show Everyone**: today's puzzle for the channel."""
    await require_allowed(interaction)
    context = interaction.client.context
    with speaking(await context.languages.of_everybody(interaction)):
        card = await daily_card(context, None)
    await share_card(interaction, control.verb, await daily_card(context, interaction.user.id), card)


MOST_SIGNS: Final = 9
"""Wrong tries that a shared result shows one by one."""


@on_button("puzzleshare", cost="post", once=True)
async def share(interaction: Interaction, control: Control) -> None:
    """**Share**: how a day's puzzle went, without anything about its solution."""
    await require_allowed(interaction)
    context, person = interaction.client.context, interaction.user.id
    day = control.rest
    if (done := (await library.solved(context.tables.store, person, day)).get(day)) is None:
        raise TableError("There’s nothing to share yet. Solve the puzzle first.")
    puzzle, _, _ = library.find(context.tables.games, done.subject)
    days = await library.streak(context.tables.store, person, day)
    title, signs = context.tables.games[puzzle.game].title, (*[False] * min(done.tries, MOST_SIGNS), True)
    with speaking(await context.languages.of_everybody(interaction)):
        first, later = gettext("on the first try"), gettext("on try {number}", number=done.tries + 1)
        facts = [(gettext("Game"), title), (gettext("Solved"), later if done.tries else first)]
        heading = gettext("The daily puzzle, {day}", day=read_day(day))
        how = gettext("Use `/puzzle daily` to try it yourself.")
        card = await table_cards.day_card(context, "🧩", heading, person, facts, signs, days, how)
    await share_card(interaction, control.verb, await daily_card(context, person), card)


# Commands

puzzle_group: Final = app_commands.Group(
    name="puzzle", description="Positions with one best move. Can you find it?"
)


@puzzle_group.command(description="Solve a puzzle (the first ones are the easiest)")
@app_commands.describe(
    game="Which game (leave it out to see how many you’ve solved)",
    number="Which puzzle; without a number, the first one you haven’t solved (1–999)",
)
@app_commands.choices(game=game_choices())
@command_handler(cost="picture")
async def solve(
    interaction: Interaction,
    game: str | None = None,
    number: app_commands.Range[int, 1, 999] | None = None,
) -> Card | None:
    """A puzzle of a game, or every game that has puzzles, with how many of them are solved."""
    context = interaction.client.context
    chosen = context.tables.games.get(game or "")
    if chosen is not None:
        await open_puzzle(interaction, chosen, number)
        return None
    return await games_card(context, interaction.user.id)


async def games_card(context: BotContext, person: int) -> Card:
    """Every game that has puzzles, with how many of them ``person`` has solved."""
    found, solved = library.all_puzzles(context.tables.games), await _solved(context.tables.store, person)
    if not found:
        raise TableError(library.NO_PUZZLES)
    tiles, buttons = [], []
    for key, each in found.items():
        of = context.tables.games[key]
        tiles.append(table_cards.progress_of(of, sum(one.subject in solved for one in each), len(each)))
        buttons.append(Control("puzzles", of.short_title, rest=key, style=Style.primary))
    card = await table_cards.games_card(context, gettext("Puzzles"), tuple(tiles), person)
    line = gettext("-# Each has one best move. The first ones are the easiest.")
    today = Control("puzzleday", gettext("Today’s Puzzle"), style=Style.success)
    return replace(card, lines=(*card.lines, line), rows=rows([*buttons, today, close_button()]))


@puzzle_group.command(description="Today’s puzzle: the same for everyone")
@command_handler(cost="picture")
async def daily(interaction: Interaction) -> Card:
    """The daily puzzle."""
    return await daily_card(interaction.client.context, interaction.user.id)


async def _profile_facts(service: TableService, person: int) -> list[ProfileFact]:
    """How many puzzles somebody has solved, and on how many days in a row the daily one."""
    solved = len(await _solved(service.store, person))
    title = gettext("Puzzles")
    if not solved:
        return [ProfileFact(title, "", "", below=gettext("not yet"))]
    days = await library.streak(service.store, person, day_at(service.now()))
    told = ngettext("{number} solved", "{number} solved", solved)
    in_a_row = ngettext("{number} day in a row", "{number} days in a row", days)
    below = in_a_row if days > 1 else gettext("solved")
    return [ProfileFact(title, f"{told}, {in_a_row}" if days > 1 else told, "", str(solved), below)]


def more_controls(table: Table) -> list[Control]:
    """**Puzzle** after a game: one of the same kind."""
    if table.status != "over" or not library.has_any(table.game.key):
        return []
    return [Control("puzzles", gettext("Puzzle"), rest=table.game.key)]


FEATURE: Final = Feature(
    name="puzzles",
    commands=(puzzle_group,),
    examine=library.faults,
    day=day_part,
    week=week_part,
    data_note=(
        "**Daily puzzles**: which server you solved each one in. Its daily post says how many people "
        "have solved it."
    ),
    controls={"more": more_controls},
    help_controls=lambda _context: [Control("puzzlegames", gettext("Puzzles"))],
    profile_facts=_profile_facts,
)
