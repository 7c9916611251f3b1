"""Tours of the bot: what people type and press, and all that it then sends, as text.

``python -m tests.write tours`` writes the files again. Run it after a change of words, buttons or requests
that is meant, and read the difference before it is committed.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from bot.components.interactions.card import ALT_LIMIT
from bot.local.errors import Refusal
from tests.games.registry import GAMES
from tests.languages.pseudo import english, outside
from tests.text.sources import ROOT

from .audiences import Audiences
from .playing import explore
from .simulation import Member, Seen, Simulation

FOLDER: Final = Path(__file__).with_name("tours")
WRITING: Final = "WRITE_TOURS"
NUMBER: Final = re.compile(r"\d{17,}")
MOST: Final = 20
"""Presses of one exploration."""
KEPT: Final = 240
"""Characters of a line that are compared in the pseudo-language."""
CODE: Final = re.compile(r"`[^`\n]*`|<[^>\n]*>|\]\([^)\n]*\)|\(attachment[^)\n]*\)|ct:\S*[^\n]*|https?://\S+")
TITLES: Final = "|".join(re.escape(game.title) for game in GAMES.values())
BOARD: Final = ROOT / "data" / "boards" / "island.json"
PLACES: Final = "|".join(re.findall(r'"name": "([^"]+)"', BOARD.read_text("utf-8")))
NAMES: Final = re.compile(rf"{TITLES}|{PLACES}|ann|bob|cid|The Cup|The Night|January|Captain’s Table")
SAID: Final = re.compile(r" {4,}(?![\d{ ])")
TOKEN: Final = re.compile(r"(?<=/\d{19}/)[\w-]{32}")
WORDS: Final = re.compile(r"[A-Za-z]{3,}")
LEFT_OUT: Final = {"tts", "attachments", "rate_limit_per_user", "components", "nonce"}
"""Of a request, what says nothing or is told in words."""


class Tour:
    """Does what it is told for people in a simulated server, and writes down what the bot sends."""

    def __init__(self, sim: Simulation) -> None:
        self.sim = sim
        self.lines: list[str] = []
        self.people = sim.ann, sim.bob, sim.cid
        self._names = {
            str(sim.guild.id): "server",
            str(sim.channel.id): "harbour",
            **{str(who.id): name for who, name in zip(self.people, "ABC", strict=True)},
        }
        self._told = len(sim.env.http_requests)
        self._audiences = Audiences(sim)
        self.private: list[str] = []
        """What one person read."""
        self.public: list[str] = []
        """What everybody read."""

    async def say(self, who: Member, command: str, place: Any = None, /, **options: Any) -> Seen:
        """A slash command, where it is usually called or in a place."""
        given = [f"{name}:{getattr(value, 'mention', value)}" for name, value in options.items()]
        self._begin(who, " ".join((f"/{command}", *given)))
        seen = await who.say(command, place, **options)
        await self._told_all()
        return seen

    async def whisper(self, who: Member, command: str, **options: str) -> Seen:
        """A slash command in the direct messages with the bot."""
        given = [f"{name}:{value}" for name, value in options.items()]
        self._begin(who, " ".join((f"alone with the bot: /{command}", *given)))
        result = await who.user.slash(command, **options)
        await self._told_all()
        return Seen(result.response)

    async def press(self, who: Member, message: Any, *labels: str) -> Seen:
        """Presses on buttons of a message; what the last one shows."""
        seen: Seen = message
        for label in labels:
            self._begin(who, f"[{label}]")
            seen = await who.press(message, label)
            await self._told_all()
        return seen

    async def fill_in(self, who: Member, card: Seen, custom_id: str, answers: dict[str, Any]) -> Seen:
        """A form that a button opens, sent with these answers."""
        self._begin(who, f"[{custom_id}] {json.dumps(answers, ensure_ascii=False)}")
        seen = await who.fill_in(card, custom_id, answers)
        await self._told_all()
        return seen

    @property
    def card(self) -> Seen:
        """The newest message of the table that has buttons."""
        return next(seen for seen in map(Seen, reversed(self.sim.history())) if seen.buttons)

    async def on_card(self, who: Member, *labels: str) -> Seen:
        """A press on the newest card of the table, and those on what it shows."""
        return await self.press(who, await self.press(who, self.card, labels[0]), *labels[1:])

    async def hours(self, number: int) -> None:
        """So many hours pass."""
        self.lines.append(f"\n{number} hour{'s' * (number > 1)}")
        await self.sim.env.advance_time(number * 3600)
        await self._told_all()

    async def restart(self) -> None:
        """The bot stops and starts again."""
        self.lines.append("\nThe bot is restarted.")
        await self.sim.restart()
        await self._told_all()

    async def complete(self, who: Member, command: str, option: str, typed: str, **given: Any) -> None:
        """What is offered for an option."""
        self._begin(who, f"/{command} {option}: “{typed}”")
        offered = await who.autocomplete(self.sim.place(), command, option, typed, **given)
        self.lines += [
            f"  {self._plain(each['name'])} = {self._plain(str(each['value']))}" for each in offered
        ]
        await self._told_all()

    async def explore(self, who: Member, first: Seen, *, without: tuple[str, ...] = ()) -> None:
        """Press each button of a private card and of those that it leads to, once for each verb and label."""
        pressed = set[tuple[str, str]]()

        async def press(card: Seen, label: str) -> Seen:
            try:
                return await self.press(who, card, label)
            except Refusal:
                self.lines.append("  (that card is gone)")
                raise

        await explore(first, press, pressed, lambda verb: verb not in without and len(pressed) < MOST)

    def _begin(self, who: Member, what: str) -> None:
        self.lines.append(self._plain(f"\n{who.mention}: {what}"))

    async def _told_all(self) -> None:
        await self.sim.settled()
        requests = self.sim.env.http_requests
        # What goes to several places at once has no order of its own.
        for each in sorted(requests[self._told :], key=_place):
            self.lines += [self._plain(line) for line in _request(each)]
        self._told = len(requests)
        for texts, new in zip((self.private, self.public), self._audiences.news(), strict=True):
            texts += new

    def _plain(self, line: str) -> str:
        """``line`` with a short name for each number that Discord gave."""
        return NUMBER.sub(lambda found: self._names.setdefault(found[0], f"#{len(self._names)}"), line)


def _place(each: Any) -> tuple[bool, str, bool]:
    """Where a request goes, the answers to interactions first, and threads last."""
    place = each.path.partition("/messages")[0]
    return not each.path.startswith("/interactions/"), place, each.path.endswith("/threads")


def _request(each: Any) -> Iterator[str]:
    path = TOKEN.sub("token", each.path)
    body = each.json if isinstance(each.json, dict) else {}
    data = body.get("data") if isinstance(body.get("data"), dict) else body
    assert isinstance(data, dict)
    rest = {name: value for name, value in data.items() if name not in LEFT_OUT and value not in (None, {})}
    kind = {"type": body["type"]} if data is not body else {}
    yield f"  {each.method} {path} {json.dumps(kind | rest, ensure_ascii=False, sort_keys=True, default=str)}"
    for part in data.get("components") or ():
        yield from _component(part, "    ")


def _component(part: dict[str, Any], indent: str) -> Iterator[str]:
    match part["type"]:
        case 1 | 17 | 18:
            about = part.get("accent_color") or part.get("label") or ""
            yield f"{indent}{part['type']} {about}".rstrip()
            for inner in part.get("components") or [part["component"]]:
                yield from _component(inner, indent + "  ")
        case 2:
            off = " off" if part.get("disabled") else ""
            leads_to = part.get("custom_id") or part.get("url")
            yield f"{indent}[{part.get('label')}] {leads_to} {part['style']}{off}"
        case 9:
            for inner in (*part["components"], part["accessory"]):
                yield from _component(inner, indent)
        case 10:
            yield from (f"{indent}{line}" for line in part["content"].splitlines())
        case 11:
            yield f"{indent}({part['media']['url']}) {part['description']}"
        case 12:
            yield from (f"{indent}({item['media']['url']}) {item['description']}" for item in part["items"])
        case _:
            yield indent + json.dumps(part, ensure_ascii=False, sort_keys=True)


def check(name: str, tour: Tour) -> None:
    """Compare what was written down with its file, or write that."""
    file, said = FOLDER / f"{name}.txt", "\n".join(tour.lines)
    told = english(said).strip() + "\n"
    if os.environ.get(WRITING):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(told, encoding="utf-8")
    wanted = file.read_text(encoding="utf-8")
    if told != said.strip() + "\n":
        told, wanted = (_without_ends(text) for text in (told, wanted))
        assert missed(said) == [], "it goes through no catalogue"
    assert told == wanted, "if that is meant: python -m tests.write tours"


def unspoken(texts: Iterable[str]) -> list[str]:
    """What of ``texts`` isn't said in the pseudo-language."""
    lines = [line for text in texts for line in outside(CODE.sub(" ", _closed(text))).splitlines()]
    return sorted({line for line in lines if WORDS.search(NAMES.sub(" ", line))})


def _closed(text: str) -> str:
    """``text`` with its brackets closed where Discord's limit cut an alt text off."""
    return "\n".join(
        line + "⟧" * (line.count("⟦") - line.count("⟧"))
        if len(line) >= ALT_LIMIT - KEPT and line.endswith(" …")
        else line
        for line in text.splitlines()
    )


def _without_ends(text: str) -> str:
    """``text`` without the ends of long lines: in a longer language, alt texts leave more out."""
    return "\n".join(line[:KEPT] for line in text.splitlines())


def missed(said: str) -> list[str]:
    """What was said in the pseudo-language, and yet in English words."""
    found = outside(CODE.sub(" ", _closed(said))).splitlines()
    return sorted({line.strip() for line in found if SAID.match(line) and WORDS.search(NAMES.sub(" ", line))})


def write() -> None:
    """Walk all tours, and write down what was said."""
    tests = str(Path(__file__).with_name("test_tours.py"))
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-k", "English", tests]
    subprocess.run(command, env=os.environ | {WRITING: "yes"}, check=True)
