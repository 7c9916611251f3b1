"""Settings: what people can choose for themselves, declared once each.

From a :class:`Setting` follow its words on the card of ``/settings``, its field in that card's form, its
option of that command, and how it is stored and read. ``preferences`` declares those that the bot has in any
case; a feature declares its own and names them in its record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

import sqlalchemy as sa

from bot.games.core import RulesError
from bot.languages import gettext, gettext_noop
from data.store.queries.people import change_person
from data.store.records import settings_in
from data.store.store import Store

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Word = TypeVar("Word", bound=str)
Topic = Literal["language", "pictures", "moves", "notices", "people"]
TOPICS: Final[Mapping[Topic, str]] = {
    "language": gettext_noop("Language"),
    "pictures": gettext_noop("Pictures"),
    "moves": gettext_noop("Moves"),
    "notices": gettext_noop("Messages"),
    "people": gettext_noop("Other people"),
}
"""What settings are about, in the order in which they are shown, with a title for each."""
Job = Callable[[sa.Connection], None]
"""What is written in a transaction."""
UNKNOWN_VALUE: Final = gettext_noop(
    "That choice isn’t available any more. Use `/settings` again to see the current ones."
)


class InvalidSetting(RulesError):
    """A value that a setting can't have; the message says what it can be."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Setting(Generic[T_co]):
    """Something that people can choose for themselves."""

    name: str
    """Its name in what is stored and in buttons."""
    default: T_co
    """Its value for those who have chosen none."""
    read: Callable[[Any], T_co]
    """Its value from what is stored, typed or on a button; raises :class:`InvalidSetting`."""
    change: Callable[[Change], Any] | None = None
    """What is stored after a change, where that isn't just what is read; raises :class:`InvalidSetting`."""
    topic: Topic = "moves"

    label: str = ""
    """What it is called on the card and in its form; empty: it stands in neither."""
    description: str = ""
    """What its option of the command does; empty: it has none."""
    option: str = ""
    """The name of that option, if it isn't the setting's."""
    kind: Literal["switch", "text", "person"] = "text"
    """What that option takes."""
    words: tuple[tuple[str, str], ...] = ()
    """The values that it offers, each with words for it; empty: any value."""
    complete: Callable[[str], Iterable[str]] | None = None
    """Values that fit what is typed."""

    told: Callable[[Chosen], str] = lambda _chosen: ""
    """Words for its value, translated; empty: the card doesn't tell it."""

    @property
    def typed_as(self) -> str:
        """The name of its option."""
        return self.option or self.name


@dataclass(frozen=True, slots=True)
class Chosen:
    """What one person has chosen: ``chosen[PALETTE]`` is a setting's value."""

    stored: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, setting: Setting[T]) -> T:
        try:
            return setting.read(self.stored[setting.name]) if setting.name in self.stored else setting.default
        except InvalidSetting:
            return setting.default


class Change(NamedTuple):
    """A change of settings."""

    before: Chosen
    given: Mapping[Setting[Any], Any]
    """What is chosen now."""
    person: int
    now: int
    """Milliseconds since 1970."""


def switch(
    name: str,
    label: str,
    *,
    on: str | Callable[[Chosen], str],
    off: str,
    description: str,
    default: bool = False,
    topic: Topic = "moves",
    option: str = "",
) -> Setting[bool]:
    """A setting that is on or off; ``on`` and ``off`` say on the card what that means.

    All that is said is translated on the card.
    """

    def told(chosen: Chosen) -> str:
        said = off if not chosen[made] else on
        return gettext(said) if isinstance(said, str) else said(chosen)

    made = Setting(
        name=name,
        default=default,
        read=on_or_off,
        topic=topic,
        label=label,
        description=description,
        option=option,
        kind="switch",
        told=told,
    )
    return made


def on_or_off(given: Any) -> bool:
    """The value of a switch.

    :raises InvalidSetting: when it is neither on nor off.
    """
    if str(given) not in ("True", "False"):
        raise InvalidSetting(UNKNOWN_VALUE)
    return str(given) == "True"


def choice(
    name: str,
    label: str,
    words: Mapping[Word, str],
    *,
    description: str,
    topic: Topic = "moves",
) -> Setting[Word]:
    """A setting with a few values, of which the first is the default; ``words`` say what each means.

    They are translated on the card.
    """
    values = tuple(words)

    def read(given: Any) -> Word:
        if given not in values:
            raise InvalidSetting(UNKNOWN_VALUE)
        word: Word = given
        return word

    made = Setting(
        name=name,
        default=values[0],
        read=read,
        topic=topic,
        label=label,
        description=description,
        words=tuple(words.items()),
        told=lambda chosen: gettext(words[chosen[made]]),
    )
    return made


def in_order(settings: Iterable[Setting[Any]]) -> tuple[Setting[Any], ...]:
    """``settings`` in the order in which they are shown."""
    return tuple(sorted(settings, key=lambda each: [*TOPICS].index(each.topic)))


async def load(store: Store, person: int, table_id: int | None = None) -> Chosen:
    """What ``person`` has chosen; ``table_id`` is a table where they may sit, which is needed next."""
    return Chosen(settings_in(await store.person_settings(person, table_id)))


async def change(
    store: Store,
    person: int,
    given: Mapping[Setting[Any], Any],
    *,
    now: int = 0,
    settle: Job | None = None,
) -> Chosen:
    """Store what ``person`` has chosen for some settings, as it is typed. Returns all that they have chosen.

    Where one depends on another that is given, the other stands before it. ``settle`` is written in the same
    transaction.

    :raises InvalidSetting: when a value isn't valid; nothing is changed then.
    """

    def edit(stored: Mapping[str, Any]) -> Mapping[str, Any]:
        changed: dict[str, Any] = {}
        for setting, value in given.items():
            before = Chosen({**stored, **changed})
            changed[setting.name] = (
                setting.read(value)
                if setting.change is None
                else setting.change(Change(before, given, person, now))
            )
        return changed

    await change_person(store, person, edit, settle)
    return await load(store, person)
