"""``/learn``: the lessons of each game, on the practice board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from discord import app_commands

from bot.components.cards import table_cards
from bot.components.cards.table_cards import choice_of_games
from bot.components.hooks import BotClient, BotContext, Feature, ProfileFact
from bot.components.interactions.card import Card, Control, Menu, Style, close_button, rows, table_control
from bot.components.interactions.routing import autocomplete_handler, command_handler, on_button
from bot.components.lobbies.open_table import start_table
from bot.components.play.autocomplete import game_choices
from bot.components.play.picker import played_card
from bot.components.play.private_cards import Interaction, open_private_card
from bot.components.practice.boards import (
    BOARD_GONE,
    Face,
    Judge,
    again_control,
    back_control,
    hint_control,
    open_board,
    register,
    right,
    wrong,
)
from bot.games.core import AnyGame
from bot.languages import gettext, gettext_noop
from bot.people.computers import level_of
from bot.players.player import LEVELS, Level
from bot.tables.errors import TableError
from bot.tables.model.table import Table
from bot.tables.practice import DONE, FAILED, Board, Start, Verdict
from bot.tables.service import TableService
from data.lessons import has_any
from data.store.queries import practice

from .lessons import LESSON, Lesson, LessonStep, faults, lessons_of, won
from .newcomers import Newcomers

NO_SUCH_LESSON: Final = gettext_noop("There’s no such lesson. `/learn` shows the games that have lessons.")


def play_label(level: Level) -> str:
    """The button for a game against a level."""
    return gettext("Play the {level}", level=gettext(level.title))


def not_that(words: str) -> str:
    return f"↩️ {words}"


class LessonJudge(Judge):
    """Lessons, by subjects such as ``snorkels/two-tubes``."""

    confirms = False

    async def start(self, context: BotContext, person: int, subject: str) -> Start:
        lesson = find(context, subject)
        return Start(lesson.start, lesson.seats)

    async def face(self, context: BotContext, board: Board) -> Face:
        lesson = find(context, board.subject)
        game = board.table.game
        every = lessons_of(game)
        place = every.index(lesson) + 1
        heading = gettext(
            "{game} · Lesson {number} of {all}: {title}",
            game=game.title,
            number=place,
            all=len(every),
            title=gettext(lesson.title),
        )
        more = table_control(board.table, "lessons", gettext("All Lessons"), game.key)
        if board.row.ended == DONE:
            if place < len(every):
                onward = Control(
                    "lesson", gettext("Next Lesson"), rest=every[place].subject, style=Style.success
                )
                words = gettext(lesson.end)
            else:
                onward = first_game(game)
                ready = gettext("You’re ready for your first game of {game}.", game=game.title)
                if game.computer:
                    ready = gettext(
                        "The Cabin Boy knows the rules and not much else, so go and win your first game!"
                    )
                last = gettext("**That was the last lesson.**")
                words = " ".join(filter(None, (gettext(lesson.end), last, ready)))
            aside = [_play(game) if place < len(every) else Control("learn", gettext("Other Games"))]
            return Face(heading, words, (onward, *aside, again_control(board), more))
        step = step_of(lesson, board, len(board.own) - (board.row.ended == FAILED))
        if board.row.ended == FAILED:
            return Face(heading, "", (again_control(board), more))
        press = gettext(step.press) if step.press else ""
        words, kept = f"{gettext(step.say)} {press}".rstrip(), press
        controls = [hint_control(board)]
        if board.row.hinted:
            kept = f"💡 {gettext(step.hint)}"
            words += f"\n{kept}"
        if board.since:
            controls.append(again_control(board))
        asks = not press or board.row.hinted > 0
        return Face(heading, words, (*controls, more), step.goals, kept=kept, asks=asks)

    async def judge(self, context: BotContext, board: Board, action: Any) -> Verdict:
        lesson, number = find(context, board.subject), len(board.own)
        step, seat = step_of(lesson, board, number), board.viewer
        answer = step.judged(board.state, seat, action)
        if answer is None:
            return Verdict(not_that(gettext(step.otherwise)), take_back=True)
        if answer in step.mistakes:
            if answer.reply or won(board.state.play(seat, action), seat) is False:
                return Verdict(wrong(gettext(answer.say)), answer.reply, FAILED)
            return Verdict(not_that(gettext(answer.say)), take_back=True)
        done = DONE if number + 1 == len(lesson.steps) else ""
        if not done:
            # The tick is for the end of a lesson.
            return Verdict(f"👍 {gettext(answer.say)}".rstrip(), answer.reply)
        return Verdict(right(gettext(answer.say)), answer.reply, done)


register(LESSON, LessonJudge())


def step_of(lesson: Lesson, board: Board, number: int) -> LessonStep:
    """Step ``number`` (from 0) of the lesson on ``board``.

    :raises TableError: when the lesson has another start or fewer steps since a later release.
    """
    if board.record.entries[: board.row.begun] != lesson.start.entries or number >= len(lesson.steps):
        raise TableError(BOARD_GONE)
    return lesson.steps[number]


def find(context: BotContext, subject: str) -> Lesson:
    """The lesson with this subject.

    :raises TableError: when there is none.
    """
    game = _game(context, subject.partition("/")[0])
    lesson = next((each for each in lessons_of(game) if each.subject == subject), None)
    if lesson is None:
        raise TableError(NO_SUCH_LESSON)
    return lesson


def first_game(game: AnyGame) -> Control:
    """After the last lesson: a game against the weakest computer, or alone; else a lobby."""
    verb = "firstgame" if game.computer or game.people[0] == 1 else "open"
    label = play_label(LEVELS[0]) if game.computer else gettext("Start a Game")
    return Control(verb, label, rest=game.key, style=Style.success)


def _play(game: AnyGame) -> Control:
    """The same for whoever would rather play now than learn more."""
    return replace(first_game(game), style=Style.secondary)


@on_button("firstgame", reply="public", cost="table")
async def start_first_game(interaction: Interaction, control: Control) -> None:
    """**Play the Cabin Boy**, or another level: one stands in the game at once.

    Where it hides something, with the first choice here; else its card comes where the button was pressed.
    """
    service = interaction.client.context.tables
    key, _, level = control.rest.partition("|")
    if (game := service.games.get(key)) is None or level not in {"", *(each.key for each in LEVELS)}:
        raise TableError(NO_SUCH_LESSON)
    computer = level or LEVELS[0].key if game.computer else None
    table = await start_table(interaction, game, None, None, {}, None, computer=computer, here=True)
    if not table.alone:
        card = await played_card(interaction.client.context, table, interaction.user.id)
        await open_private_card(interaction, table, card)


def taught(context: BotContext) -> list[AnyGame]:
    """The games that have lessons."""
    return [game for game in context.tables.games.values() if lessons_of(game)]


async def done_by(context: BotContext, person: int, game: AnyGame) -> set[str]:
    """The subjects of the lessons of ``game`` that ``person`` has finished."""
    finished = await practice.finished(context.tables.store, person, LESSON, f"{game.key}/")
    return {row.subject for row in finished}


async def _open_next(interaction: Interaction, key: str, *, in_place: bool = False) -> Card | None:
    """Open the first lesson of a game that the person hasn't finished. Returns the list if all are.

    Without a game, the games to choose from.
    """
    context = interaction.client.context
    if not key:
        return await games_card(context, interaction.user.id)
    game = _game(context, key)
    done = await done_by(context, interaction.user.id, game)
    lesson = next((each for each in lessons_of(game) if each.subject not in done), None)
    if lesson is None:
        return await lessons_card(interaction, game)
    await open_board(interaction, LESSON, lesson.subject, in_place=in_place)
    return None


def _game(context: BotContext, key: str) -> AnyGame:
    game = context.tables.games.get(key)
    if game is None or not lessons_of(game):
        raise TableError(NO_SUCH_LESSON)
    return game


async def games_card(context: BotContext, person: int) -> Card:
    """The games that can be learned: how far one is in each, and a button."""
    counts = {}
    for game in taught(context):
        every, finished = lessons_of(game), await done_by(context, person, game)
        counts[game.key] = sum(lesson.subject in finished for lesson in every), len(every)
    tiles, buttons = [], []
    for game in taught(context):
        done, of = counts[game.key]
        tiles.append(table_cards.progress_of(game, done, of))
        label = game.short_title
        if done == of:
            buttons.append(replace(_play(game), label=gettext("Play {game}", game=label)))
        else:
            buttons.append(Control("nextlesson", label, rest=game.key, style=Style.primary))
    card = await table_cards.games_card(context, gettext("Learn to play"), tuple(tiles), person)
    line = gettext("-# Short lessons on a real board, one idea at a time. Only you can see them.")
    return replace(card, lines=(*card.lines, line), rows=rows([*buttons, close_button()]))


async def lessons_card(interaction: Interaction, game: AnyGame, *back: Control) -> Card:
    """All lessons of a game, those that the caller has finished ticked, with a menu of them.

    ``back`` leads to the board that it was opened on, if there is one.
    """
    every = lessons_of(game)
    done = await done_by(interaction.client.context, interaction.user.id, game)
    lines = [
        f"{'✅' if lesson.subject in done else '▫️'} {number}. {gettext(lesson.title)}"
        for number, lesson in enumerate(every, 1)
    ]
    entries = tuple(
        (f"{number}. {gettext(each.title)}", each.subject) for number, each in enumerate(every, 1)
    )
    play: tuple[Control, ...] = (_play(game),)
    if all(lesson.subject in done for lesson in every):
        onward, play = first_game(game), ()
        who = gettext("How about a game of {game}?", game=game.title)
        if game.computer:
            who = gettext("The Cabin Boy is waiting for you.")
        lines.append(f"{gettext('You’ve finished all the lessons.')} {who}")
    else:
        onward = Control("nextlesson", gettext("Next Lesson"), rest=game.key, style=Style.success)
    return Card(
        gettext("### {game} · Lessons", game=game.title),
        lines=tuple(lines),
        rows=((onward, *play, *back, Control("learn", gettext("Other Games")), close_button()),),
        menus=(Menu("lesson", gettext("Pick a Lesson"), entries),),
    )


@on_button("learn", reply="private")
async def learn_button(interaction: Interaction, control: Control) -> Card | None:
    """**Learn …** on any card, with the game in its rest: its next lesson; without: the games."""
    return await _open_next(interaction, control.rest)


@on_button("nextlesson")
async def next_lesson(interaction: Interaction, control: Control) -> Card | None:
    """A game on the card of all games, and **Next Lesson** on that of a game's lessons."""
    return await _open_next(interaction, control.rest, in_place=True)


@on_button("lesson")
async def open_lesson(interaction: Interaction, control: Control) -> None:
    """**Next Lesson** on the board, and the menu of lessons."""
    await open_board(interaction, LESSON, control.rest, in_place=True)


@on_button("lessons")
async def all_lessons(interaction: Interaction, control: Control) -> Card:
    """**All Lessons**."""
    game = _game(interaction.client.context, control.rest)
    return await lessons_card(interaction, game, back_control(control))


@autocomplete_handler
async def lesson_choices(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Autocomplete for ``lesson``: those of the game that is chosen, or of all."""
    context = interaction.client.context
    chosen = getattr(interaction.namespace, "game", None)
    found = []
    for game in taught(context):
        if chosen in (None, game.key):
            for number, lesson in enumerate(lessons_of(game), 1):
                label = f"{number}. {gettext(lesson.title)}"
                label = label if chosen else f"{game.title} · {label}"
                if typed.lower() in label.lower():
                    found.append((label, lesson.subject))
    return found


@app_commands.command(description="Learn a game in a few short lessons on a real board")
@app_commands.describe(
    game="Which game (leave it out to see them all)",
    lesson="Which lesson (leave it out for your next one)",
)
@app_commands.choices(game=game_choices(lambda game: has_any(game.key)))
@app_commands.autocomplete(lesson=lesson_choices)
@command_handler(cost="picture")
async def learn(interaction: Interaction, game: str | None = None, lesson: str | None = None) -> Card | None:
    """``/learn``."""
    if lesson is None:
        return await _open_next(interaction, game or "")
    subject = f"{game}/{lesson.removeprefix(f'{game}/')}" if game is not None else lesson
    await open_board(interaction, LESSON, subject)
    return None


def learn_controls(game: AnyGame) -> list[Control]:
    """**Learn** a game that has lessons."""
    if not has_any(game.key):
        return []
    return [Control("learn", gettext("Learn"), rest=game.key)]


def end_controls(table: Table) -> list[Control]:
    """After a game against computers: for the winner the next level.

    Who has lost a first one is offered its lessons; who has won a first game alone, the whole one.
    """
    game, won = table.game, table.winners
    if not table.seating.computers:
        first = {name: str(table.options[name]) for name in game.first_options}
        if game.people[1] > 1 or not first or first != game.first_options:
            return []
        if not won:
            return learn_controls(game)
        return [Control("firstgame", gettext("Play the Full Game"), rest=game.key, style=Style.success)]
    computers = {*table.seating.computers}
    sides = [{*table.seating.side_people(side)} for side in table.seating.sides]
    levels = [*{level_of(person.id) for people in sides if people <= computers for person in people}]
    winning = won & {person.id for person in table.seating.humans}
    controls = learn_controls(game) if levels == [LEVELS[0]] and not winning else []
    if len(levels) == 1 and winning and LEVELS[-1] not in levels and game.computer:
        above = LEVELS[LEVELS.index(levels[0]) + 1]
        label = gettext("{game} against the {level}", game=game.short_title, level=gettext(above.title))
        controls.insert(0, Control("firstgame", label, rest=f"{game.key}|{above.key}", style=Style.success))
    return controls


def help_controls(context: BotContext) -> list[Control]:
    """**Learn to Play**, and **Play the Computer** where one can play: the games to choose from."""
    learn_to_play = Control("learn", gettext("Learn to Play"), style=Style.success)
    if not any(game.computer for game in context.tables.games.values()):
        return [learn_to_play]
    return [learn_to_play, Control("firstgames", gettext("Play the Computer"), style=Style.primary)]


@on_button("firstgames")
async def choose_first_game(interaction: Interaction) -> Card:
    """**Play the Computer** in ``/help``: a button for each game."""
    return choice_of_games(
        interaction.client.context,
        "firstgame",
        gettext("Which game would you like to play? You’ll meet the Cabin Boy, the easiest computer player."),
    )


async def profile_facts(service: TableService, person: int) -> list[ProfileFact]:
    """How many lessons somebody has finished."""
    finished = await practice.finished(service.store, person, LESSON)
    return [ProfileFact(gettext("Lessons finished"), str(len(finished)))] if finished else []


def _open(bot: BotClient) -> Feature:
    newcomers = Newcomers(bot.context.tables)
    return replace(
        FEATURE, extras=newcomers.extras, turn_extras=newcomers.turn_extras, forgotten=newcomers.forget
    )


FEATURE: Final = Feature(
    name="lessons",
    commands=(learn,),
    open=_open,
    examine=faults,
    controls={
        "lobby": lambda table: learn_controls(table.game),
        "begun": lambda table: learn_controls(table.game) if table.solo or table.seating.computers else [],
        "more": lambda table: learn_controls(table.game),
        "end": end_controls,
    },
    book_controls=lambda game: learn_controls(game) + [first_game(game)] * bool(game.computer),
    help_lines=(
        gettext_noop(
            "**Learn to Play** teaches you a game on a real board in a few minutes, and only you can see it."
        ),
    ),
    help_controls=help_controls,
    profile_facts=profile_facts,
)
