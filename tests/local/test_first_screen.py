"""The games on the local table's first screen, with the real bot."""

from __future__ import annotations

import io
import re

from PIL import Image

from tests.games.registry import GAMES

from .window import Window

FACTS = r"\d.* players? · .*(minutes|turns).*"


async def test_every_game_has_a_card_with_a_board_and_a_command_that_can_be_called(window: Window) -> None:
    games = (await window.get("games"))["games"]
    offered = await window.get("commands", channel="games")
    assert [game["title"] for game in games] == [game.title for game in GAMES.values()]
    called = {game[each] for game in games for each in ("start", "learn")}
    assert called <= {command["name"] for command in offered["slash"]}
    for card, game in zip(games, GAMES.values(), strict=True):
        assert card["tagline"] == game.tagline
        assert re.fullmatch(FACTS if game.key != "hex" else "", card["facts"])
        async with window.session.get(window.url + card["picture"]) as reply:
            if game.key == "hex":
                assert reply.status == 404, "it has no cover"
                continue
            assert reply.content_type == "image/png"
            assert Image.open(io.BytesIO(await reply.read())).width >= 900
    async with window.session.get(f"{window.url}api/picture?game=whist") as reply:
        assert reply.status == 404
