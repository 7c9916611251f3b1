"""Draws the gallery: ``python -m tests.gallery gallery --game snorkels --palette high-contrast``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from html import escape
from itertools import islice
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.languages import ENGLISH, begun, speaking
from rendering.painting import draw
from rendering.scene import Scene
from rendering.theme import THEMES
from tests.games.registry import AnyState
from tests.languages import pseudo
from tests.rendering import people
from tests.rendering.positions import AnyScene, choosing, walks

PEOPLE = "people"
"""What isn't a game's: profiles, rankings and the like."""
PSEUDO = "pseudo"
"""The language of :mod:`tests.languages.pseudo`."""
PAGE = """<!doctype html>
<meta charset="utf-8">
<title>Captain's Table: gallery</title>
<style>
body {{ margin: 16px; font: 16px sans-serif; background: #313338; color: #dbdee1; }}
body:has(#light:checked) {{ background: #fff; color: #313338; }}
figure {{ display: inline-block; margin: 8px; vertical-align: top; }}
img {{ width: 400px; border-radius: 8px; }}
body:has(#large:checked) img {{ width: 1000px; }}
body:has(#small:checked) img {{ width: 280px; }}
body:has(#grey:checked) img {{ filter: grayscale(1); }}
nav {{ position: sticky; top: 0; padding: 8px; background: inherit; }}
</style>
<nav>
<label><input type="radio" name="width" id="large"> 1000 px</label>
<label><input type="radio" name="width" id="middle" checked> 400 px</label>
<label><input type="radio" name="width" id="small"> 280 px</label>
<label><input type="checkbox" id="grey"> Greyscale</label>
<label><input type="checkbox" id="light"> Light ground</label>
</nav>
{games}
"""


def exhibits(key: str) -> Iterator[tuple[str, AnyScene]]:
    """Titles and scenes of a game: its rule book's diagrams, then each phase's beginning, middle and end."""
    for page in GAMES[key].book:
        for diagram in page.diagrams:
            yield f"rule book {page.title}", Scene(diagram.view, marks=diagram.marks)
    phases: dict[str, list[AnyState]] = {}
    for walk in walks(key):
        for state in (*(moment.before for moment in walk.moments), walk.last):
            phase = "over" if state.outcome else str(getattr(state.view_for(None), "phase", "play"))
            phases.setdefault(phase, []).append(state)
    for phase, states in phases.items():
        for place in sorted({0, len(states) // 2, len(states) - 1}):
            state, title = states[place], f"{phase} {place + 1}"
            yield f"{title}, for all", Scene(state.view_for(None))
            for seat in GAMES[key].seats if GAMES[key].home_sides else ():
                yield f"{title}, for {seat}", Scene(state.view_for(seat), bottom=seat)
            for step, scene in enumerate(islice(choosing(state), 3)):
                yield f"{title}, step {step + 1}", scene


def rooms(key: str) -> Iterator[tuple[str, str, AnyScene]]:
    """Titles, painters and scenes of a game, or of the pictures of people."""
    if key == PEOPLE:
        for title, (painter, view) in people.EXHIBITS.items():
            yield title, painter, Scene(view)
    else:
        for title, scene in exhibits(key):
            yield title, key, scene


def gallery(folder: Path, keys: Iterable[str], palettes: Iterable[str]) -> Path:
    """The page of the pictures of games (and ``PEOPLE``) in palettes, written to ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for key in keys:
        for palette in palettes:
            heading = GAMES[key].title if key in GAMES else key.title()
            parts.append(f"<h1>{escape(heading)}, {palette}</h1>")
            for order, (title, painter, scene) in enumerate(rooms(key)):
                picture = draw(painter, scene, palette)
                name = f"{key}-{palette}-{order:02}.png"
                (folder / name).write_bytes(picture.data)
                caption = escape(f"{order}. {title}, {len(picture.data) / 1000:.0f} KB")
                parts.append(
                    f'<figure><img src="{name}" loading="lazy"><figcaption>{caption}</figcaption></figure>'
                )
    page = folder / "index.html"
    page.write_text(PAGE.format(games="\n".join(parts)), "utf-8")
    return page


def main(given: list[str] | None = None) -> int:
    """Draw the gallery and print where its page is; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.gallery", description="Draw a page of pictures.")
    parser.add_argument("folder", type=Path, help="where the pictures and index.html go")
    parser.add_argument("--game", choices=[*GAMES, PEOPLE], nargs="*", default=[*GAMES, PEOPLE])
    parser.add_argument("--palette", choices=THEMES, nargs="*", default=list(THEMES))
    parser.add_argument("--language", choices=[*begun(), PSEUDO], default=ENGLISH)
    options = parser.parse_args(given)
    with pytest.MonkeyPatch.context() as patch:
        if options.language == PSEUDO:
            pseudo.speak_it(patch)
        with speaking(pseudo.TAG if options.language == PSEUDO else options.language):
            print(gallery(options.folder, options.game, options.palette))
    return 0


if __name__ == "__main__":
    sys.exit(main())
