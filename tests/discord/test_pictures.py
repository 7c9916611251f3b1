"""Pictures: what is drawn for a turn, and what is not."""

from __future__ import annotations

from typing import Any

import pytest

from rendering.picture import Picture
from rendering.studio import Studio
from tests.discord.sea import Sea


async def test_a_turn_draws_one_picture(sea: Sea, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob, side="purple", pie="off")
    await sea.press(sea.bob, lobby, "Join")
    await sea.say(sea.ann, "move", sea.place(), action="a1")
    drawn = []
    draw = Studio.draw

    async def counted(studio: Studio, key: str, scene: Any, **options: Any) -> Picture:
        drawn.append(scene)
        return await draw(studio, key, scene, **options)

    monkeypatch.setattr(Studio, "draw", counted)
    before = sea.card()
    await sea.say(sea.bob, "move", sea.place(), action="c3")
    await sea.settled()
    assert [scene.view.last for scene in drawn] == ["c3"], "the card that loses its buttons keeps its picture"
    assert sea.card().message.id != before.message.id
    (picture,) = sea.card().message.attachments
    assert (await picture.read()).startswith(b"\x89PNG")
