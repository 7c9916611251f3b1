"""The ladder's tables: what they say, where they are written, and that they can be repeated."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import players
from bot.games import GAMES

from . import ladder
from .ladder import Pair, Row, by_points, main, pairs, table
from .matches import Chooser, Match

MARKS = "# Levels\n\n<!-- ladder hex -->\nold\n<!-- end -->\n\n<!-- ladder go -->\nkept\n<!-- end -->\n"


@pytest.mark.parametrize("key", players.PLAYERS)
def test_every_game_has_a_scripted_beginner_and_a_place_for_its_table(key: str) -> None:
    assert ("beginner", "cabin-boy") in [(pair.stronger, pair.weaker) for pair in pairs(key, 2, 1)]
    assert f"<!-- ladder {key} -->" in ladder.README.read_text("utf-8")


@pytest.mark.thorough
def test_a_ladder_is_measured_and_written_between_its_marks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "pairs", lambda *given: [*pairs(*given)][-2:])
    readme = tmp_path / "README.md"
    readme.write_text(MARKS, "utf-8")
    main(["hex", "--games", "2", "--seed", "5"], readme)
    written = readme.read_text("utf-8")
    assert "old" not in written
    assert written.endswith("<!-- ladder go -->\nkept\n<!-- end -->\n")
    assert "| Deckhand | Cabin Boy | " in written
    assert "| Cabin Boy | Random | " in written
    assert "2 games a row, `--seed 5`, the first 2 actions random." in written
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_games() -> None:
    pair = Pair("hex", "deckhand", "cabin-boy", 4, 3)
    one, again = (pair.measured().found for _ in range(2))
    assert (one.won, one.lost, one.actions) == (again.won, again.lost, again.actions)
    assert one.won + one.lost == 4


def test_a_share_is_that_of_the_decided_games() -> None:
    pair = Pair("hex", "captain", "first-mate", 100, 1)
    cells = Row(pair, Match(60, 20, 20, seconds=([0.25, 0.5, 0.75], [])), None, 41.6).cells
    assert cells == ("Captain", "First Mate", "60", "20", "20", "75 % ± 9 %", "500.0", "750.0", "42 MB")


def test_a_game_for_one_is_compared_by_points_with_the_same_dice() -> None:
    game = GAMES["curse"]
    seen: list[list[object]] = [[], []]

    def watching(who: int) -> Chooser:
        def choose(view: object, legal: list[object], rng: object) -> object:
            seen[who].append(view)
            return legal[0]

        return choose

    found, points = by_points(game, watching(0), watching(1), 2, 1, ladder.Terms())
    assert seen[0] == seen[1]
    assert (found.won, found.lost, found.drawn) == (0, 0, 2)
    assert points[0] == points[1]
    row = Row(Pair("hex", "captain", "first-mate", 2, 1), found, points, 40.0)
    assert "| stronger | weaker | points | against | won |" in table([row])
    assert len(row.cells) == len(table([row]).split("\n", maxsplit=1)[0].split("|")) - 2


def test_nothing_is_measured_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("# Levels\n", "utf-8")
    with pytest.raises(ValueError, match="no marks for hex"):
        main(["hex"], readme)
    assert not capsys.readouterr().out
