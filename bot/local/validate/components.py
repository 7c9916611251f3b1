"""Discord's limits on the components that the bot uses, and the files they show. Other types are refused.

Every fault is listed under its dotted path, as in Discord's "Invalid Form Body".
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from bot.local.errors import Json

ROW, BUTTON, SELECT, INPUT, PEOPLE, CHANNELS = 1, 2, 3, 4, 5, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, CONTAINER, LABEL = 9, 10, 11, 12, 13, 17, 18
RADIO, BOXES = 21, 22
IN_CONTAINER: Final = {ROW, SECTION, TEXT, GALLERY, FILE}
INSIDE: Final = {
    ROW: {BUTTON, SELECT},
    SECTION: {TEXT},
    CONTAINER: IN_CONTAINER,
    LABEL: {SELECT, INPUT, PEOPLE, CHANNELS, RADIO, BOXES},
}
"""What may be inside a component."""
ACCESSORIES: Final = {BUTTON, THUMBNAIL}
"""What may be beside the texts of a section."""
LINK = 5
"""A button's style."""

Lengths = Mapping[str, tuple[int, int]]
"""The fewest and the most characters or entries of each field."""
LIMITS: Final[Mapping[str, Lengths]] = tomllib.loads(
    Path(__file__).with_name("limits.toml").read_text("utf-8")
)
"""The limits of components by the numbers of their types, of the entries of their lists, and of commands."""

RULES: Final[Mapping[int, Sequence[tuple[str, str, Callable[[Json], object]]]]] = {
    ROW: [
        (
            "components",
            "A row can contain up to five buttons or one select.",
            lambda row: (
                len(inner := row.get("components") or []) == 1
                or all(one.get("type") == BUTTON for one in inner)
            ),
        )
    ],
    BUTTON: [
        ("style", "Value must be one of [1, 2, 3, 4, 5].", lambda part: part.get("style") in range(1, 6)),
        ("label", "A button needs a label or an emoji.", lambda part: part.get("label") or part.get("emoji")),
        (
            "custom_id",
            "A button needs a custom id, or an address if it is a link.",
            lambda part: part.get("url" if part.get("style") == LINK else "custom_id"),
        ),
    ],
    SELECT: [
        (
            "min_values",
            "Must be between 0 and 25, and no more than the maximum.",
            lambda part: 0 <= part.get("min_values", 1) <= part.get("max_values", 1) in range(1, 26),
        ),
        (
            "options",
            "The specified option value is already used.",
            lambda part: (
                len({one.get("value") for one in part.get("options") or []}) == len(part.get("options") or [])
            ),
        ),
    ],
    SECTION: [("accessory", "This field is required.", lambda part: part.get("accessory"))],
    LABEL: [("component", "This field is required.", lambda part: part.get("component"))],
    RADIO: [
        (
            "options",
            "Only one option can be selected by default.",
            lambda part: sum(bool(one.get("default")) for one in part.get("options") or []) <= 1,
        )
    ],
    BOXES: [
        (
            "min_values",
            "Must be no more than the maximum, and 0 if the field isn’t required.",
            lambda part: (
                (least := part.get("min_values", 1)) <= (part.get("max_values") or 10)
                and (part.get("required", True) or least == 0)
            ),
        )
    ],
}
"""What else has to hold: the field at fault otherwise, what is wrong with it, and the condition."""

Errors = dict[str, str]
Resolve = Callable[[str], Json | None]
"""Turns a media address into Discord's media object; None if it names a missing file."""


def walk(components: list[Json], path: str = "components") -> Iterator[tuple[str, Json]]:
    """Every component with its path, each before those inside it."""
    for index, component in enumerate(components):
        here = f"{path}.{index}"
        yield here, component
        yield from walk(component.get("components") or [], f"{here}.components")
        for name in ("component", "accessory"):
            if inner := component.get(name):
                yield f"{here}.{name}", inner


def texts(components: list[Json]) -> list[str]:
    """The texts of all text displays, in order."""
    return [part.get("content", "") for _, part in walk(components) if part.get("type") == TEXT]


def find(components: list[Json], custom_id: str) -> Json | None:
    """The control with that custom_id."""
    return next((part for _, part in walk(components) if part.get("custom_id") == custom_id), None)


def check_message(components: list[Json], *, v2: bool) -> Errors:
    """The faults of a message's components."""
    top = IN_CONTAINER | {CONTAINER} if v2 else {ROW}
    errors = _faults({"components": components}, "", {"components": (0, 40 if v2 else 5)}, top)
    if len(list(walk(components))) > 40:
        errors["components"] = "A message can contain at most 40 components."
    if sum(map(len, texts(components))) > 4000:
        errors["components"] = "A message can have at most 4000 characters of text."
    return errors


def check_modal(modal: Json) -> Errors:
    """The faults of a modal."""
    return _faults(modal, "data.", LIMITS["modal"], {TEXT, LABEL})


def wrong_lengths(node: Json, path: str, lengths: Lengths) -> Errors:
    """The fields of ``node`` that are too short or too long, each named after ``path``."""
    return {
        f"{path}{field}": f"Must be between {least} and {most} in length."
        for field, (least, most) in lengths.items()
        if not least <= len(node.get(field) or "") <= most
    }


def _faults(node: Json, path: str, lengths: Lengths, inside: Collection[int]) -> Errors:
    """The faults of a message or a modal, in which ``inside`` may be outermost."""
    ids = Counter(part["custom_id"] for _, part in walk(node.get("components") or []) if "custom_id" in part)
    errors = _check(node, path, lengths, inside)
    if repeated := [each for each, count in ids.items() if count > 1]:
        errors[f"{path}components"] = f"Component custom id cannot be duplicated: {repeated}."
    return errors


def _check(node: Json, path: str, lengths: Lengths, inside: Collection[int]) -> Errors:
    """The faults of a message, a modal or a component, in which ``inside`` may be, and those of its parts."""
    errors = wrong_lengths(node, path, lengths)
    for name in ("options", "items"):
        for index, entry in enumerate(node.get(name) or []):
            errors |= wrong_lengths(entry, f"{path}{name}.{index}.", LIMITS[name])
    inner = {f"components.{index}": part for index, part in enumerate(node.get("components") or [])}
    inner |= {name: node[name] for name in ("component", "accessory") if node.get(name)}
    for name, part in inner.items():
        here, kind = f"{path}{name}.", part.get("type")
        allowed = ACCESSORIES if name == "accessory" else inside
        if kind not in allowed:
            errors[f"{here}type"] = f"Value must be one of {sorted(allowed)}."
            continue
        errors |= {f"{here}{field}": told for field, told, holds in RULES.get(kind, ()) if not holds(part)}
        errors |= _check(part, here, LIMITS[str(int(kind))], INSIDE.get(kind, ()))
    return errors


def settle(components: list[Json], resolve: Resolve) -> tuple[list[Json], Errors]:
    """The components as Discord returns them, numbered and with media objects; and missing files."""
    errors: Errors = {}
    count = 0

    def media(path: str, item: Json) -> Json:
        found = resolve(str(item.get("url", "")))
        if found is None:
            errors[f"{path}.url"] = f"The referenced attachment {item.get('url')!r} was not found."
        return found or item

    def copy(part: Json, path: str) -> Json:
        nonlocal count
        count += 1
        fresh = {key: value for key, value in part.items() if value is not None}
        fresh["id"] = part.get("id") or count
        if "components" in part:
            fresh["components"] = [
                copy(inner, f"{path}.components.{n}") for n, inner in enumerate(part["components"])
            ]
        if part["type"] == GALLERY:
            fresh["items"] = [
                item | {"media": media(f"{path}.items.{n}.media", item["media"])}
                for n, item in enumerate(part["items"])
            ]
        elif part["type"] == FILE:
            fresh["file"] = media(f"{path}.file", part["file"])
        elif part["type"] == THUMBNAIL:
            fresh["media"] = media(f"{path}.media", part["media"])
        if "accessory" in fresh:
            fresh["accessory"] = copy(part["accessory"], f"{path}.accessory")
        return fresh

    return [copy(part, f"components.{n}") for n, part in enumerate(components)], errors
