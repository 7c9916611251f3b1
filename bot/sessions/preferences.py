"""What people chose for themselves, kept as JSON by the store."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, get_args

from data.store.store import Store

Palette = Literal["default", "colour-blind", "high-contrast"]
PALETTES: Final[tuple[Palette, ...]] = get_args(Palette)


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's settings."""

    palette: Palette = "default"
    """The colours of pictures that only this person sees."""
    confirm: bool = True
    """Whether an action is shown as it would be, and asked about, before it is played."""
    turn: bool = True
    """Whether the own side is drawn at the bottom of one's own view."""


async def load(store: Store, person: int) -> Preferences:
    """The preferences of ``person``; what is unknown or unset is at its default."""
    text = await store.person_settings(person)
    stored = json.loads(text) if text else {}
    usual = asdict(Preferences())
    chosen: dict[str, Any] = {
        name: value for name, value in stored.items() if type(value) is type(usual.get(name))
    }
    if chosen.get("palette") not in PALETTES:
        chosen.pop("palette", None)
    return Preferences(**chosen)


async def save(store: Store, person: int, preferences: Preferences) -> None:
    """Keep ``preferences``."""
    await store.set_person_settings(person, json.dumps(asdict(preferences)))
