"""Discord's limits on the components that the bot uses, and the files they show. Other types are refused.

Every fault is listed under its dotted path, as in Discord's "Invalid Form Body".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.local.errors import Json

ROW, BUTTON, SELECT, INPUT = 1, 2, 3, 4
TEXT, GALLERY, FILE, CONTAINER, LABEL = 10, 12, 13, 17, 18

IN_CONTAINER = {ROW, TEXT, GALLERY, FILE}
IN_LABEL = {SELECT, INPUT}
LINK = 5
"""A button's style."""

Errors = dict[str, str]
Resolve = Callable[[str], Json | None]
"""Turns a media address into Discord's media object; None if it names a missing file."""


def walk(components: list[Json], path: str = "components") -> Iterator[tuple[str, Json]]:
    """Every component with its path, each before those inside it."""
    for index, component in enumerate(components):
        here = f"{path}.{index}"
        yield here, component
        yield from walk(component.get("components") or [], f"{here}.components")
        if inner := component.get("component"):
            yield f"{here}.component", inner


def texts(components: list[Json]) -> list[str]:
    """The texts of all text displays, in order."""
    return [part.get("content", "") for _, part in walk(components) if part.get("type") == TEXT]


def find(components: list[Json], custom_id: str) -> Json | None:
    """The control with that custom_id."""
    return next((part for _, part in walk(components) if part.get("custom_id") == custom_id), None)


def check_message(components: list[Json], *, v2: bool) -> Errors:
    """The faults of a message's components."""
    errors: Errors = {}
    parts = list(walk(components))
    if v2:
        if len(parts) > 40:
            errors["components"] = f"A message can contain at most 40 components; this one has {len(parts)}."
        if (length := sum(map(len, texts(components)))) > 4000:
            errors["components"] = (
                f"A message can have at most 4000 characters of text; this one has {length}."
            )
        top = IN_CONTAINER | {CONTAINER}
    else:
        if len(components) > 5:
            errors["components"] = "Must be 5 or fewer in length."
        top = {ROW}
    for index, part in enumerate(components):
        if part.get("type") not in top:
            errors[f"components.{index}.type"] = f"Value must be one of {sorted(top)}."
    _check_ids(parts, errors)
    for path, part in parts:
        _check_part(path, part, errors)
    return errors


def check_modal(modal: Json) -> Errors:
    """The faults of a modal."""
    errors: Errors = {}
    _length(errors, "data.title", modal.get("title"), 1, 45)
    _length(errors, "data.custom_id", modal.get("custom_id"), 1, 100)
    components = modal.get("components") or []
    if not 1 <= len(components) <= 5:
        errors["data.components"] = "Must be between 1 and 5 in length."
    parts = list(walk(components, "data.components"))
    _check_ids(parts, errors)
    for index, part in enumerate(components):
        here = f"data.components.{index}"
        if part.get("type") not in {TEXT, LABEL}:
            errors[f"{here}.type"] = "Value must be one of [10, 18]."
        if part.get("type") == LABEL:
            _length(errors, f"{here}.label", part.get("label"), 1, 45)
            _length(errors, f"{here}.description", part.get("description"), 0, 100)
            if (part.get("component") or {}).get("type") not in IN_LABEL:
                errors[f"{here}.component"] = "A label must contain a text input or a select."
    for path, part in parts:
        _check_part(path, part, errors)
    return errors


def _check_ids(parts: list[tuple[str, Json]], errors: Errors) -> None:
    seen: set[str] = set()
    for path, part in parts:
        custom_id = part.get("custom_id")
        if custom_id is None:
            continue
        _length(errors, f"{path}.custom_id", custom_id, 1, 100)
        if custom_id in seen:
            errors[f"{path}.custom_id"] = "Component custom id cannot be duplicated."
        seen.add(custom_id)


def _check_part(path: str, part: Json, errors: Errors) -> None:
    kind = part.get("type")
    inner = part.get("components") or []
    if kind == ROW:
        _check_row(path, inner, errors)
    elif kind == BUTTON:
        _check_button(path, part, errors)
    elif kind == SELECT:
        _check_select(path, part, errors)
    elif kind == INPUT:
        _length(errors, f"{path}.placeholder", part.get("placeholder"), 0, 100)
        _length(errors, f"{path}.value", part.get("value"), 0, 4000)
        if "custom_id" not in part:
            errors[f"{path}.custom_id"] = "This field is required."
    elif kind == TEXT:
        _length(errors, f"{path}.content", part.get("content"), 1, 4000)
    elif kind == GALLERY:
        items = part.get("items") or []
        if not 1 <= len(items) <= 10:
            errors[f"{path}.items"] = "Must be between 1 and 10 in length."
        for index, item in enumerate(items):
            _length(errors, f"{path}.items.{index}.description", item.get("description"), 0, 1024)
    elif kind == CONTAINER:
        if not inner:
            errors[f"{path}.components"] = "This field is required."
        for index, one in enumerate(inner):
            if one.get("type") not in IN_CONTAINER:
                errors[f"{path}.components.{index}.type"] = f"Value must be one of {sorted(IN_CONTAINER)}."


def _check_row(path: str, inner: list[Json], errors: Errors) -> None:
    kinds = [one.get("type") for one in inner]
    fine = all(kind == BUTTON for kind in kinds) or (len(kinds) == 1 and kinds[0] == SELECT)
    if not 1 <= len(inner) <= 5:
        errors[f"{path}.components"] = "Must be between 1 and 5 in length."
    elif not fine:
        errors[f"{path}.components"] = "A row can contain up to five buttons or one select."


def _check_button(path: str, part: Json, errors: Errors) -> None:
    _length(errors, f"{path}.label", part.get("label"), 0, 80)
    if not part.get("label") and not part.get("emoji"):
        errors[f"{path}.label"] = "A button must have a label or an emoji."
    if part.get("style") == LINK:
        _length(errors, f"{path}.url", part.get("url"), 1, 512)
    elif part.get("style") not in {1, 2, 3, 4}:
        errors[f"{path}.style"] = "Value must be one of [1, 2, 3, 4, 5]."
    elif not part.get("custom_id"):
        errors[f"{path}.custom_id"] = "A custom id is required."


def _check_select(path: str, part: Json, errors: Errors) -> None:
    _length(errors, f"{path}.placeholder", part.get("placeholder"), 0, 150)
    if "custom_id" not in part:
        errors[f"{path}.custom_id"] = "This field is required."
    low, high = part.get("min_values", 1), part.get("max_values", 1)
    if not 0 <= low <= 25 or not 1 <= high <= 25 or low > high:
        errors[f"{path}.min_values"] = "Must be between 0 and 25, and no less than the minimum."
    options = part.get("options") or []
    if not 1 <= len(options) <= 25:
        errors[f"{path}.options"] = "Must be between 1 and 25 in length."
    if len({option.get("value") for option in options}) < len(options):
        errors[f"{path}.options"] = "The specified option value is already used."
    for index, option in enumerate(options):
        _length(errors, f"{path}.options.{index}.label", option.get("label"), 1, 100)
        _length(errors, f"{path}.options.{index}.value", option.get("value"), 1, 100)
        _length(errors, f"{path}.options.{index}.description", option.get("description"), 0, 100)


def _length(errors: Errors, path: str, value: str | None, least: int, most: int) -> None:
    size = len(value or "")
    if size < least:
        errors[path] = "This field is required."
    elif size > most:
        errors[path] = f"Must be {most} or fewer in length."


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
        return fresh

    return [copy(part, f"components.{n}") for n, part in enumerate(components)], errors
