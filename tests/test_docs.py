"""The documents agree with the program: commands, settings, permissions, figures, links and pictures."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import discord
import pytest
from PIL import Image

from bot.components.interactions.channels import PERMISSIONS
from bot.config import SETTINGS
from bot.games import GAMES
from bot.hosting.discord_checks import invitation
from bot.languages import catalogues, speaking
from tests.benchmarks.load import growth, report
from tests.discord import command_list
from tests.discord.simulation import Simulation
from tests.rendering import covers

ROOT = Path(__file__).parent.parent


PACKAGES = [*ROOT.glob("bot/**/__init__.py"), ROOT / "rendering" / "__init__.py"]


def read(path: str) -> str:
    """The text of a file of ours."""
    return (ROOT / path).read_text(encoding="utf-8")


README = read("README.md")
HOSTING = read("data/hosting/README.md")
CONTRIBUTING = read("CONTRIBUTING.md")
FIGURES = read("tests/benchmarks/README.md")
CHANGELOG = read("CHANGELOG.md")
PLAYERS = read("bot/players/README.md")
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in ROOT.rglob("*.md")
    if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
)


def outside_blocks(text: str) -> str:
    """``text`` without its code blocks."""
    return re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL)


def outside_code(text: str) -> str:
    """``text`` without its code blocks and code spans."""
    return re.sub(r"`[^`\n]*`", "", outside_blocks(text))


def links(text: str) -> list[str]:
    """The addresses of all links and pictures of a document."""
    found = re.findall(r"\]\(([^)\s]+)\)|<(https?:[^>\s]+)>|<img [^>]*src=\"([^\"]+)\"", outside_code(text))
    return [address for match in found for address in match if address]


def places(name: str) -> list[str]:
    """Where the links of a document lead, but for those to itself in other languages."""
    lines = read(name).splitlines()
    found = [urljoin(name, address) for address in links("\n".join(lines[:2] + lines[3:]))]
    return [re.sub(r"^data/languages/PRIVACY\.[\w-]+", "data/PRIVACY", each) for each in found]


def blocks(text: str) -> list[str]:
    """The code blocks of a document."""
    return re.findall(r"^ *```.*?^ *```", text, re.MULTILINE | re.DOTALL)


def spans(text: str) -> set[str]:
    """What stands in backticks, outside of blocks."""
    return set(re.findall(r"`([^`\n]*)`", outside_blocks(text)))


def anchors(text: str) -> set[str]:
    """The anchors of a document's headings, as GitHub names them."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_somewhere(name: str) -> None:
    text = read(name)
    for address in links(text):
        parts = urlsplit(address)
        if parts.scheme:
            known = {"discord.com"} | {urlsplit(game.designer.link).netloc for game in GAMES.values()}
            assert (parts.scheme, parts.netloc in known) == ("https", True), address
            continue
        target = (ROOT / name).parent / parts.path if parts.path else ROOT / name
        assert target.exists(), address
        if parts.fragment:
            assert parts.fragment in anchors(target.read_text(encoding="utf-8")), address


def test_the_readme_leads_to_every_other_document() -> None:
    for name in (
        "data/hosting/README.md",
        "data/PRIVACY.md",
        "tests/benchmarks/README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "cogs/README.md",
        "bot/engine/README.md",
        "bot/players/README.md",
    ):
        assert name in links(README)


def test_the_readme_is_short_and_its_first_screen_leads_to_a_table() -> None:
    lines = README.splitlines()
    assert 60 <= len(lines) <= 82
    assert next(number for number, line in enumerate(lines) if line.endswith("-m bot local")) < 30


@pytest.mark.parametrize("name", [each for each in DOCUMENTS if each.startswith("data/languages/README.")])
def test_the_readme_of_each_language_leads_where_the_english_one_does(name: str) -> None:
    own_name = catalogues.begun()[name.split(".")[1]]
    assert f"[{own_name}]({name})" in README.splitlines()[2]
    assert read(name).splitlines()[2].startswith("[English](../../README.md)")
    assert blocks(read(name)) == blocks(README)
    assert places(name) == places("README.md")


@pytest.mark.parametrize("name", [each for each in DOCUMENTS if each.startswith("data/languages/PRIVACY.")])
def test_a_translated_page_names_no_command_that_the_english_one_doesn_t(name: str) -> None:
    assert spans(read(name)) <= spans(read("data/PRIVACY.md"))


def test_each_version_begins_with_what_hosts_ask_first() -> None:
    for section in CHANGELOG.split("\n## ")[1:]:
        first = section.split("\n\n")[1]
        assert re.findall(r"\*(\w[\w ]*):\*", first) == ["Database", "Settings", "Permissions", "To do"], (
            section
        )
        assert first.startswith("**Upgrading.** ")


def test_the_figures_of_contributing_name_what_is_there() -> None:
    rows = re.findall(r"^[ │├└►]*([\w.]+)(?: ◄─ \w+)? +([\w/]+\.py) ", CONTRIBUTING, re.MULTILINE)
    assert len(rows) == 17
    for name, path in rows:
        (module,) = (
            each for each in (ROOT / "bot", ROOT / "bot/components", ROOT / "data") if (each / path).exists()
        )
        text = (module / path).read_text(encoding="utf-8")
        assert all(re.search(rf"(def|class) {part}\b", text) for part in name.split(".")), name


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: f"{path.parent.relative_to(ROOT)}")
def test_a_list_of_modules_has_all_of_its_package(package: Path) -> None:
    said = ast.get_docstring(ast.parse(package.read_text(encoding="utf-8"))) or ""
    listed = set(re.findall(r"``(\w+)``", "".join(re.findall(r"^- .*", said, re.MULTILINE))))
    modules = {path.stem for path in package.parent.glob("*.py")} - {"__init__"}
    # What a game's modules contain is the same for all of them, and said in CONTRIBUTING.
    if listed & modules and package.parent.parent.name != "games":
        assert modules <= set(re.findall(r"``(\w+)``", said))


def test_the_test_command_is_what_ci_runs() -> None:
    (command,) = re.findall(r"^python3 -m venv .*pytest.*$", README, re.MULTILINE)
    assert command in read(".ci/run")
    assert ".ci/run" in read(".github/workflows/ci.yml")


def test_hosts_read_about_every_setting_and_no_other() -> None:
    listed = set(re.findall(r"^\| `([A-Z_]+)` \|", HOSTING, re.MULTILINE))
    assert listed == {*SETTINGS}


async def test_players_read_about_every_command_with_its_options() -> None:
    listed = command_list.FILE.read_text(encoding="utf-8")
    assert await command_list.command_list() in listed, "python -m tests.write commands"


@pytest.mark.parametrize("key", GAMES)
def test_the_readme_shows_every_game_with_its_designer(key: str) -> None:
    game = GAMES[key]
    title, name = game.title.replace("’", "'"), game.designer.name.replace("’", "'")
    (row,) = re.findall(rf"^\|.*\*\*{re.escape(title)}\*\*.*$", README, re.MULTILINE)
    assert name in row
    assert game.designer.link in row
    assert game.designer.published in row
    assert f'src="rendering/{key}/cover.png"' in row


@pytest.mark.parametrize("key", ["snorkels", "checkers", "curse"])
def test_a_cover_has_no_words(key: str) -> None:
    """Of the two others, the letters of the seats differ by language."""
    with speaking("pl"):
        assert covers.is_kept(ROOT / "rendering" / key / "cover.png")


@pytest.mark.parametrize("path", covers.PICTURES, ids=lambda path: f"{path.relative_to(ROOT)}")
def test_covers_are_small_and_what_their_script_paints(path: Path) -> None:
    assert path.stat().st_size < 80_000
    assert covers.is_kept(path), "python -m tests.write covers"


def test_the_figures_are_those_that_their_command_prints() -> None:
    assert "python -m tests.benchmarks.load" in FIGURES
    assert [heading for heading in report.HEADINGS if heading not in FIGURES] == []
    assert f"| {' | '.join(f'{size:,}' for size in growth.SIZES)} |" in FIGURES


@pytest.mark.parametrize(
    ("line", "stronger", "weaker"),
    [
        ("Captain:** beats", "Captain", "First Mate"),
        ("First Mate:** beats", "First Mate", "Deckhand"),
        ("Deckhand:** beats", "Deckhand", "Cabin Boy"),
        ("Cabin Boy:** beats", "Cabin Boy", "Random"),
        ("and loses", "Beginner", "Cabin Boy"),
    ],
)
def test_the_strength_of_a_level_is_what_was_measured(line: str, stronger: str, weaker: str) -> None:
    rows = re.findall(rf"^\| {stronger} \| {weaker} \|.*?(\d+) % ±", PLAYERS, re.MULTILINE)
    shares = sorted(map(int, rows))
    assert len(shares) == len(GAMES)
    (told,) = re.findall(rf"{re.escape(line)}\D+(\d+–\d+ %)", PLAYERS)
    assert told == f"{shares[0]}–{shares[-1]} %"


def test_the_invitation_asks_for_exactly_what_is_needed() -> None:
    link = invitation("77")
    assert f"permissions={PERMISSIONS.value}" in link
    assert "scope=bot+applications.commands" in link
    words = " ".join(HOSTING.split())
    for name in (name for name, allowed in PERMISSIONS if allowed):
        title = "view_channel" if name == "read_messages" else name
        title = title.replace("_", " ").title().replace(" In ", " in ")
        assert title in words or f"{title}s" in words, title


@pytest.mark.parametrize(("name", "kind"), [("thread.png", "PNG"), ("film.gif", "GIF")])
def test_the_readme_s_thread_and_film_are_small(name: str, kind: str) -> None:
    path = ROOT / ".github" / "images" / name
    assert f'src=".github/images/{name}"' in README
    assert path.stat().st_size < 350_000
    with Image.open(path) as image:
        assert image.format == kind


def test_the_changelog_names_the_newest_revision() -> None:
    versions = (ROOT / "data" / "store" / "migrations" / "versions").glob("[0-9]*.py")
    assert re.findall(r"revision (\d+)", CHANGELOG)[0] == max(path.name[:4] for path in versions)


async def test_no_privileged_intent_is_asked_for(sim: Simulation) -> None:
    assert sim.bot.intents == discord.Intents(guilds=True)
