"""Tours of the bot: what people type and press, and all that it then sends, as text.

A file in ``tours`` is both what people do and what came of it. To add one, write down what they do, a line
for each deed (:data:`DEEDS`); ``python -m tests.write tours`` writes what the bot sends below each. Run it
after a change of words, buttons or requests that is meant, too, and read the difference before you commit it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from bot.components.interactions.card import ALT_LIMIT
from bot.local.errors import Refusal
from tests.games.registry import GAMES
from tests.languages.pseudo import BRACKETS, english, outside
from tests.text.sources import ROOT

from .audiences import Audiences
from .playing import explore, slash_commands
from .server import Place
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
SHORT: Final = rf"(?:^|(?<=\[))(?:{'|'.join(game.short for game in GAMES.values() if game.short)})(?=$|\])"
"""What games are called on buttons."""
BOARD: Final = ROOT / "data" / "boards" / "island.json"
PLACES: Final = "|".join(re.findall(r'"name": "([^"]+)"', BOARD.read_text("utf-8")))
NAMES: Final = re.compile(
    rf"{TITLES}|{SHORT}|{PLACES}|ann|bob|cid|The Harbour|The Cup|The Night|January|Captain’s Table"
)
SAID: Final = re.compile(r" {4,}(?![\d{ ])")
TOKEN: Final = re.compile(r"(?<=/\d{19}/)[\w-]{32}")
WORDS: Final = re.compile(r"[A-Za-z]{3,}")
DEEDS: Final = {
    deed: re.compile(form.replace("@", r"<@(\w)>"))
    for deed, form in {
        "say": r"@(?: in (\w+))?: /([^“]+)",
        "whisper": r"@ alone with the bot: /(.+)",
        "complete": r"@: /(.+) (\w+): “(.*)”",
        "fill_in": r"@: \[(ct:\S+)\] (\{.*\})",
        "press": r"@: \[(.+)\]",
        "explore": r"@: explore(?: without (.+))?",
        "wait": r"(\d+) hours?",
        "restart": r"The bot is restarted\.",
        "close": r"@ takes no more direct messages\.",
    }.items()
}
"""What can happen on a tour, as its line in the file."""
LEFT_OUT: Final = {"tts", "attachments", "rate_limit_per_user", "components", "nonce"}
"""Of a request, what says nothing or is told in words."""


class Tour:
    """Does what a file says for people in a simulated server, and writes down what the bot sends."""

    def __init__(self, sim: Simulation) -> None:
        self.sim = sim
        self.lines: list[str] = []
        self._names = {str(sim.guild.id): "server", str(sim.channel.id): "harbour"}
        self._people: dict[str, Member] = {}
        for letter, who in zip("ABC", (sim.ann, sim.bob, sim.cid), strict=True):
            self._meet(letter, who)
        self._places = {"harbour": sim.channel}
        self._answers: dict[int, Seen] = {}
        """What each person was answered last."""
        self._told = len(sim.env.http_requests)
        self._audiences = Audiences(sim)
        self.private: list[str] = []
        """What one person read."""
        self.public: list[str] = []
        """What everybody read."""

    async def walk(self, file: Path) -> None:
        """Do one thing after another that a file says; its other lines are what the bot sent before.

        A press is on the newest message in sight that has the button.
        """
        for line in _lines(file):
            if not line or line.startswith(" ") or " explores: " in line:
                continue
            found = ((deed, form.fullmatch(line)) for deed, form in DEEDS.items())
            deed, match = next(((deed, match) for deed, match in found if match), ("", None))
            assert match is not None, f"nobody knows how to do this: {line}"
            self.lines.append(f"\n{line}")
            first, *given = match.groups() or ("",)
            await getattr(self, f"_{deed}")(self._who(first) if first.isalpha() else first, *given)
            await self._told_all()

    def _meet(self, letter: str, who: Member) -> Member:
        self._people[letter], self._names[str(who.id)] = who, letter
        return who

    def _who(self, letter: str) -> Member:
        """Ann, Bob, Cid, a manager, or a robot; the last two come when they are first named."""
        if letter in self._people:
            return self._people[letter]
        return self._meet(
            letter, self.sim.manager() if letter == "M" else self.sim.newcomer("robot", bot=True)
        )

    def _where(self, name: str) -> Place:
        """The channel of this name, made when it is first named."""
        if name not in self._places:
            self._places[name] = place = self.sim.guild.create_text_channel(name)
            self._names[str(place.id)] = name
        return self._places[name]

    def _parsed(self, words: str) -> tuple[str, dict[str, Any]]:
        """A command and its options."""
        known = slash_commands(self.sim)
        command = max((each for each in known if f"{words} ".startswith(f"{each} ")), key=len)
        kinds = {option["name"]: option["type"] for option in known[command]}
        _, *rest = re.split(rf" ({'|'.join(kinds) or '-'}):", words.removeprefix(command))
        return command, {
            name: self._value(kinds[name], text) for name, text in zip(*[iter(rest)] * 2, strict=True)
        }

    def _value(self, kind: int, text: str) -> Any:
        match kind:
            case 4:
                return int(text)
            case 5:
                return text == "True"
            case 6:
                return self._who(text[2])
            case 7:
                return self._where(text[2:-1])
        return text

    async def _say(self, who: Member, place: str | None, words: str) -> None:
        command, options = self._parsed(words)
        self._answers[who.id] = await who.say(command, place and self._where(place), **options)

    async def _whisper(self, who: Member, words: str) -> None:
        command, options = self._parsed(words)
        await who.user.slash(command, **options)

    async def _press(self, who: Member, label: str) -> None:
        self._answers[who.id] = await who.press(self._newest(who, lambda seen: label in seen.buttons), label)

    async def _fill_in(self, who: Member, custom_id: str, answers: str) -> None:
        card = self._newest(who, lambda seen: custom_id in str(seen.components))
        self._answers[who.id] = await who.fill_in(card, custom_id, json.loads(answers))

    def _newest(self, who: Member, fits: Callable[[Seen], bool]) -> Seen:
        """The newest message that they can see and that fits."""
        world = self.sim.env.world
        in_sight = [post for post in world.messages.values() if world.reads(who.account, post)]
        found = [seen for post in in_sight if fits(seen := Seen(self.sim.env, post))]
        assert found, f"they see no such button: {self.lines[-1]}"
        return max(found, key=lambda seen: int(seen.id))

    async def _complete(self, who: Member, command: str, option: str, typed: str) -> None:
        for each in await who.autocomplete(self.sim.place(), command, option, typed):
            self.lines.append(self._plain(f"  {each['name']} = {each['value']}"))

    async def _explore(self, who: Member, without: str | None) -> None:
        """Press each button of the last answer and of the cards it leads to, once for each verb and label."""
        pressed = set[tuple[str, str]]()

        async def press(card: Seen, label: str) -> Seen:
            self.lines.append(f"\n<@{self._names[str(who.id)]}> explores: [{label}]")
            try:
                seen = await who.press(card, label)
            except Refusal:
                self.lines.append("  (that card is gone)")
                raise
            finally:
                await self._told_all()
            return seen

        await explore(
            self._answers[who.id],
            press,
            pressed,
            lambda verb: verb not in (without or "").split(", ") and len(pressed) < MOST,
        )

    async def _wait(self, hours: str) -> None:
        await self.sim.env.advance_time(int(hours) * 3600)

    async def _restart(self, _whole: str) -> None:
        await self.sim.restart()

    async def _close(self, who: Member) -> None:
        self.sim.refuse("POST", f"/channels/{who.user.dm_channel.id}/messages", 403, 50007, times=None)

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


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


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


def check(file: Path, tour: Tour) -> None:
    """Compare what was written down with its file, or write that."""
    said = "\n".join(tour.lines).strip() + "\n"
    told = english(said)
    if os.environ.get(WRITING):
        file.write_text(told, encoding="utf-8")
    wanted = file.read_text(encoding="utf-8")
    if told != said:
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
        line + "".join(end * (line.count(begin) - line.count(end)) for begin, end in BRACKETS.values())
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
