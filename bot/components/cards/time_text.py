"""Sentences about time and about what was asked: paces, deadlines, requests."""

from __future__ import annotations

import contextlib
from typing import Final

from bot.games.plurals import listed
from bot.tables.model.pace import MINUTE, SUGGESTED, Pace, PaceError, read
from bot.tables.model.table import Declined, Request, Table

from . import table_text

UNITS: Final = ((24 * 60, "day"), (60, "hour"), (1, "minute"))


def span(time: int) -> str:
    """A length of whole minutes (in milliseconds) in words."""
    minutes, parts = time // MINUTE, []
    for size, unit in UNITS:
        count, minutes = divmod(minutes, size)
        if count:
            parts.append(f"{count} {unit}{'s' if count > 1 else ''}")
    return listed(parts) or "nothing"


def pace(measure: Pace) -> str:
    """A pace in a sentence."""
    if not measure:
        return "No clock: take your time."
    if measure.increment is None:
        return f"{span(measure.time)} for each turn.".capitalize()
    each = f"and {span(measure.increment)} more after each turn" if measure.increment else "and no more"
    return f"{span(measure.time)} for the whole game, {each}.".capitalize()


def pace_choices(typed: str) -> list[tuple[str, str]]:
    """Paces to choose from, each as written and in words: what is typed if it is one, then the usual."""
    wanted = typed.strip().lower()
    texts = [text for text in SUGGESTED if text.startswith(wanted)]
    with contextlib.suppress(PaceError):
        texts.insert(0, str(read(wanted)))
    return [(text, f"{text}: {pace(read(text))}") for text in dict.fromkeys(texts)]


def table_pace(table: Table) -> str:
    """The pace of a table; empty without one."""
    measure = read(table.header.pace)
    return f"Pace: {pace(measure)[0].lower()}{pace(measure)[1:]}" if measure else ""


def moment(at: int) -> str:
    """A time as Discord shows it to each reader, from now."""
    return f"<t:{at // 1000}:R>"


def deadlines(table: Table) -> str:
    """Until when who has to act; or that the clock is stopped; or whose time is over."""
    clock = table.clock
    if clock is None or table.status != "playing":
        return ""
    if clock.paused:
        return "⏸️ The clock is stopped, until all agree to **Resume** (under **More**)."
    lines = []
    for side in sorted(clock.ticking - table.flagged):
        deadline = clock.deadline(side)
        assert deadline is not None
        whose = f" for {table.game.side_title(table.sides[side])}" if len(clock.ticking) > 1 else ""
        lines.append(f"⏳ Deadline{whose}: {moment(deadline)}.")
    for side in sorted(table.flagged):
        late = listed([table_text.mention(person) for person in table.side_people(table.sides[side])])
        lines.append(
            f"⌛ The time of {late} is over. The others may claim the win, grant more time, or simply wait."
        )
    return "\n".join(lines)


def waits(table: Table, person: int) -> str:
    """What a table waits for, as ``person`` sees it, and until when."""
    if table.status == "lobby":
        return "not started"
    clock, own = table.clock, table.side_number(person)
    if table.acting_seat(person) is not None:
        state = "**your turn**"
    elif person in table.has_to_answer:
        state = "**you are asked something**"
    elif table.flagged - {own}:
        state = "**you may claim the win**, or grant more time"
    else:
        state = "waiting for the others"
    if clock is None:
        return state
    if clock.paused:
        return f"{state}, the clock is stopped"
    if own in table.flagged:
        return f"{state}, and your time is over"
    due = [at for side in clock.ticking - table.flagged if (at := clock.deadline(side)) is not None]
    return f"{state}, deadline {moment(min(due))}" if due else state


def request(table: Table, ask: Request) -> str:
    """What somebody asks, and who has to answer."""
    who = table_text.mention(ask.by)
    match ask.kind:
        case "undo":
            back = sum(turn.seq > int(ask.text) for turn in table.turns)
            what = "take back the last action" if back == 1 else f"take back the last {back} actions"
        case "pause":
            what = "stop the clock for a while"
        case "resume":
            what = "let the clock run again"
        case _:
            old = table.person_at(ask.text)
            what = f"take over from {table_text.mention(old) if old else 'whoever leaves'}"
    missing = listed([table_text.mention(person) for person in table.pending_answers(ask)])
    if not missing:
        return f"{who} would like to {what}. Nobody is left to agree: whoever asks again has it at once."
    return f"{who} would like to {what}. {missing}: do you agree?"


def declined(said: Declined) -> str:
    """What somebody asked and another turned down."""
    by, who = table_text.mention_id(said.by), table_text.mention_id(said.who)
    match said.kind:
        case "draw":
            return f"{who} declines the draw that {by} offered."
        case "undo":
            return f"{who} declines: what {by} would take back stays as it was played."
        case "pause":
            return f"{who} declines: the clock runs on, though {by} asked to stop it."
        case "resume":
            return f"{who} declines: the clock stands still, though {by} asked to let it run again."
        case _:
            return f"{who} declines that {by} takes over."


def leaving(table: Table) -> str:
    """Who looks for somebody to take over."""
    who = [table_text.mention(person) for person in table.people if person.id in table.leaving]
    return f"{listed(who)} would like to leave: who takes over?" if who else ""
