"""The sentences about tables: refusals, events that nobody caused, limits, settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.games.core import quoted
from bot.games.plurals import listed

# Tables that can't be used

BUSY: Final = "Several people did something at this table at the same time. Please try again."
STALE: Final = "The game has moved on since this was posted. Use the buttons on the newest card."
INTERNAL_ERROR: Final = (
    "Something went wrong on the bot’s side, not in your game, and nothing is lost. Please try again. If it "
    "keeps happening, tell the bot’s host."
)
FROZEN: Final = (
    "Something went wrong in this game, so it’s frozen. Its record is safe, and the bot’s host has been told."
)
OTHER_RULES: Final = (
    "This game was started under rules that this version of the bot doesn’t know. Its record is safe, and "
    "you can finish the game once the bot’s host goes back to a version that knows them."
)


def no_such_table(table_id: int) -> str:
    return f"There’s no Table {table_id}. Use `/games` to see yours."


def unknown_game(table_id: int, game: str) -> str:
    return f"The game at Table {table_id} is “{game}”, which this bot doesn’t have any more."


def table_over(table_id: int, game: str) -> str:
    return f"The game at Table {table_id} is over. Start a new one with `/{game} start`."


def not_started(table_id: int) -> str:
    return f"Table {table_id} hasn’t started yet. It’s waiting for players."


def not_joined(table_id: int) -> str:
    return f"You haven’t joined Table {table_id} yet. Press **Join** to play."


def not_playing(table_id: int) -> str:
    return f"You’re not playing at Table {table_id}, but you’re welcome to watch."


# Turns

HINTS_ELSEWHERE: Final = "You can only get hints if everyone else in the game is a computer."

PAUSED: Final = "The clock is paused, and so is the game. To continue, press **Resume** under **More**."
UNREADABLE: Final = "That isn’t a move the bot understands. Choose one from the list."
NOTHING_TO_PICK: Final = "There’s nothing to pick there right now."
NOTHING_TO_MARK: Final = "There’s nothing to mark at this table right now."
MARKS_TOO_LONG: Final = "That’s too long. Name a few squares, like “b7 c7”."


def not_your_turn(table_id: int, names: str) -> str:
    return f"It’s {names}’s turn at Table {table_id}, not yours."


def all_picked(count: int) -> str:
    if count == 1:
        return (
            "You’ve already picked a square. To pick a different one, first press your current square again "
            "to clear it."
        )
    return f"You’ve already picked all {count} squares. Clear one of them first."


def cannot_mark(square: str, example: str) -> str:
    return f"You can’t mark “{square}”. Name a square in enemy waters, like “{example}”."


def name_squares(example: str) -> str:
    return f"Name the squares to mark, like “{example}”."


def unknown_mark(kinds: Iterable[str], none: str) -> str:
    return f"A mark can be {listed(kinds, 'or')}. Choose “{none}” to remove marks."


# Opening and joining

CHALLENGE_YOURSELF: Final = "You can’t challenge yourself. Choose another member, or leave out `opponent`."
ALREADY_SEATED: Final = "You’re already playing at this table."
ALREADY_JOINED: Final = "You’ve already joined this table."
FOR_SOMEBODY_ELSE: Final = "This table is reserved for the member who was challenged. Open one of your own."
FULL: Final = "This table is full. Open one of your own instead."
SIDE_FULL: Final = "There’s no open seat on that side. Choose another side."
LEAVE_AFTER_START: Final = "The game has started. Use `/table leave`, or **Resign** under **More**."
HOST_CANNOT_LEAVE: Final = "You opened this table. Press **Cancel** to close it."
ONLY_HOST_STARTS: Final = "Only the player who opened this table can start it."
ONLY_HOST_CANCELS: Final = "Only the player who opened this table can cancel it."
CANCEL_AFTER_START: Final = "The game has begun. You can give it up with `/table resign` instead."


NO_COMPUTER_HERE: Final = "There’s no computer at this table."
ONLY_HOST_SEATS: Final = "Only the player who opened this table can add or remove computers."


def no_computer(game: str) -> str:
    return f"There’s no computer player for {game} right now. Leave `computer` out, and anyone can join."


def computer_away(game: str) -> str:
    return f"There’s no computer player for {game} right now. Please try again later."


def unknown_level(level: str) -> str:
    return f"There’s no computer player called {quoted(level)}. Choose one from the list."


def played_alone(game: str) -> str:
    return f"{game} is a game for one player. Leave out `opponent`."


def already_challenged(name: str, game: str, table_id: int | None) -> str:
    if table_id is None:
        return f"{name} has only just answered your last challenge to {game}. Try again."
    return (
        f"You’ve already challenged {name} to {game} at Table {table_id}. Wait for an answer, or press "
        f"**Cancel** there first."
    )


def unknown_side(side: str, sides: Iterable[str]) -> str:
    return f"With these options, you can play {listed(sides, 'or')}, but not {quoted(side)}."


def started(table_id: int) -> str:
    return f"Table {table_id} has already started."


def started_without_you(table_id: int) -> str:
    return f"Table {table_id} has already started, but you’re welcome to watch."


def needs_players(game: str, count: int) -> str:
    return f"{game} needs {count} players to start."


def side_empty(side: str) -> str:
    return f"Nobody is playing {side} yet."


def cancelled(name: str) -> str:
    return f"{name} cancelled the table."


def challenge_declined(name: str) -> str:
    return f"{name} declined the challenge."


# Requests, draws, rematches

ALREADY_RESIGNED: Final = "You’ve already resigned. The rest of your side still has to agree."
DRAW_ALREADY_OFFERED: Final = (
    "You’ve already offered a draw. Your opponent still has to answer, or you can withdraw it under **More**."
)
DRAW_EXPIRED: Final = "That offer has expired. You can offer a draw yourself under **More**."
NO_DRAW_OFFER: Final = "There’s no draw offer right now."
REMATCH_TOO_EARLY: Final = "You can ask for a rematch once the game is over."
REMATCH_ALREADY_ASKED: Final = "You’ve already asked for a rematch. The others have to press **Rematch** too."
NO_CLOCK: Final = "This game has no time limit, so there’s nothing to pause. Take your time."
ALREADY_PAUSED: Final = "The clock is already paused."
NOT_PAUSED: Final = "The clock isn’t paused."
LEAVING_ALONE: Final = "Nobody is waiting for you here. To give up the game, use `/table resign`."
LEAVING_COMPUTERS: Final = (
    "You’re playing against the computer, so nobody is waiting for you. "
    "Use **Resign** under **More** instead."
)
ALREADY_LEAVING: Final = (
    "You’re already looking for somebody to take over. They have to press **Take Over** on the card."
)
NOT_LEAVING: Final = "You’re not looking for anybody to take over, so the seat is still yours."
NOBODY_LEAVES: Final = "Nobody is leaving this table right now, but you’re welcome to watch."
KNOWS_OTHER_SIDE: Final = (
    "You’ve played the other side in this game, so you know its secrets. You’re welcome to watch."
)
NOBODY_TO_REPLACE: Final = (
    "That seat doesn’t need anybody new: its player is back, or has been given more time."
)
ALREADY_ASKED: Final = "You’ve already asked. The others still have to answer on the card."
SEAT_ALREADY_WANTED: Final = "Somebody else has already asked for this seat."
REQUEST_EXPIRED: Final = "That’s already been answered, or the game has moved on."
OWN_REQUEST: Final = "This is your own request. The others have to answer it, or you can withdraw it."
LEAVING_HAS_NO_SAY: Final = "You’re leaving this table, so the others decide who takes over."
ALREADY_AGREED: Final = "You’ve already said yes. The others still have to answer."
NOTHING_TO_UNDO: Final = "You have nothing to undo yet."
SEALED: Final = "Secret placements are final, so you can’t undo this one."
CHANCE_SINCE: Final = "Something random has happened since your last turn, so you can’t undo it."
REVEALED_SINCE: Final = "A secret has come out since your last turn, so you can’t undo it."


def not_drawable(game: str) -> str:
    return f"You can’t agree to a draw in {game}."


def one_attempt(game: str) -> str:
    return f"You get one attempt a day. Use `/{game} start` to play a game of your own."


def rematch_impossible(game: str) -> str:
    return f"One of the players is no longer around for a rematch. Start a new game with `/{game} start`."


# Time

NOT_STARTED: Final = "The game wasn’t started within a day, so this table was closed."
ABANDONED: Final = "Nothing happened at this table for 30 days, so it was closed."
OUT_OF_TIME: Final = "Time ran out, so this table was closed."
CHANNEL_GONE: Final = (
    "The channel was deleted before the game began, so this table was closed. Open another one wherever you "
    "like."
)
CLOCK_PAUSED: Final = "The clock is paused right now."
OUT_OF_TIME_YOURSELF: Final = (
    "You’ve run out of time yourself. You can still play until somebody claims the win."
)
NOBODY_OUT_OF_TIME: Final = "Nobody is out of time any more: they’ve either moved or been given more time."
TIME_LIMIT_BOUNDS: Final = "A time limit can be anything from one minute (`1m`) to 14 days (`14d`)."
INCREMENT_BOUNDS: Final = "The time added each turn can be at most 14 days (`14d`)."


def unknown_time_limit(typed: str) -> str:
    return f"“{typed}” isn’t a time limit the bot understands. Try `none`, `30m`, `12h`, `3d` or `2d+6h`."


# Limits


def too_many_waiting(most: int) -> str:
    if most == 1:
        return "You already have a table waiting for players. **Cancel** it, or wait until it begins."
    return (
        f"You already have {most} tables waiting for players. **Cancel** one of them, or wait until one "
        f"begins. Use `/games` to see them."
    )


def too_many_games(most: int) -> str:
    if most == 1:
        return "You’re already at a table. Finish that game first. Use `/games` to see it."
    return f"You’re already at {most} tables. Finish a game first. Use `/games` to see yours."


def server_full(most: int) -> str:
    if most == 1:
        return "This server allows one open table at a time. Join it, or wait until its game ends."
    return (
        f"This server allows {most} open tables at a time. Join one that’s waiting for players, or wait "
        f"until a game ends."
    )


def too_many_opened(most: int) -> str:
    if most == 1:
        return "You can only have one open table at a time in this server. Finish your current game first."
    return f"You can only have {most} open tables at a time in this server. Finish a game first."


def newcomer_has_no_room(name: str, most: int) -> str:
    return (
        f"{name} is already at {most} tables, so they can’t take the seat yet. Press **Accept** again once "
        f"they’ve finished a game, or press **Decline**."
    )


# Settings


NO_CHANNEL_LEFT: Final = (
    "The only channel for games in this server was deleted. Ask somebody with the **Manage Server** "
    "permission to allow another one with `/server allow`."
)


def limit_bounds(most: int) -> str:
    return f"A limit is a number from 1 to {most}, or 0 for no limit."


def channel_not_listed(channel: int) -> str:
    return (
        f"<#{channel}> isn’t on the list of allowed channels. To allow tables only in certain channels, "
        "add those with `/server allow`."
    )


def other_channels(channels: Iterable[int]) -> str:
    return f"In this server, you can start games in {listed((f'<#{each}>' for each in channels), 'or')}."


# Frozen tables, for hosts


def log_too_short(ends: int, expected: int) -> str:
    return f"its log ends at event {ends}, not at {expected}"


def fault_at(place: str, reason: str) -> str:
    return f"{place}: {reason}"
