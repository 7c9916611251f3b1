"""The sentences of help."""

from __future__ import annotations

from typing import Final

WELCOME: Final = (
    "Press **Start a Game** to open a **lobby**: a card like the one below, where people press **Join** to "
    "play with you."
)
COMPUTERS: Final = (
    "Nobody around? Press **Add a Computer** in the lobby, or set `computer` when you start a game. The "
    "computer takes all the open seats right away."
)
AFTER_THE_LOBBY: Final = (
    "When it’s your turn, press a button under the board. **My View** shows the board from your side, and "
    "`/games` lists your games."
)
WITHOUT_PICTURES: Final = (
    "-# Would you rather read? `/board` with `words` describes the board, `/look` describes one square, and "
    "`/move` lets you type a move."
)
WHICH_GAME: Final = "Which game would you like to start?"
MORE_HELP: Final = "New here? `/help` gets you started."


def game_line(title: str, tagline: str) -> str:
    return f"- **{title}**: {tagline}"


def about(version: str) -> str:
    return f"Captain’s Table {version} brings nautical board games to Discord:"
