"""Discord's limits, and the facts of discord.py that once cost games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.components.interactions.card import (
    TEXT_LIMIT,
    Card,
    CardImage,
    Control,
    Menu,
    Style,
    chosen_already,
    layout,
    rows,
)
from bot.local.validate.components import check_message

from .limits import check_text, parts
from .simulation import Simulation


async def test_the_description_of_a_number_gives_its_bounds(sim: Simulation) -> None:
    def numbers(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for option in node.get("options", []):
            if "max_value" in option:
                yield option
            yield from numbers(option)

    found = [
        each for command in sim.bot.tree.get_commands() for each in numbers(command.to_dict(sim.bot.tree))
    ]
    assert len(found) >= 10
    for option in found:
        bounds = f"({option['min_value']}–{option['max_value']})"
        assert option["description"].endswith(bounds), option["name"]


@pytest.mark.parametrize(
    "raw",
    ["| a | b |\n|---|---|\n| 1 | 2 |", "a | b\n--- | ---", "---", "#### Small", "![a](b.png)", "one<br>two"],
)
def test_the_check_finds_markdown_that_discord_does_not_know(raw: str) -> None:
    with pytest.raises(AssertionError, match="as it is written"):
        check_text(f"Before.\n{raw}\nAfter.")


@pytest.mark.parametrize(
    "known", ["||hidden||", "- a\n- b", "### Title\n-# small", "`a | b`", "<@5> **b** <t:5:R>"]
)
def test_the_check_passes_markdown_that_discord_knows(known: str) -> None:
    check_text(f"Before.\n{known}\n```\n| a | b |\n|---|---|\n```")


def test_rows_are_even_and_hold_five_at_most() -> None:
    controls = [Control("pick", str(number), rest=str(number)) for number in range(24)]
    for count in range(25):
        widths = [len(row) for row in rows(controls[:count])]
        assert sum(widths) == count
        assert all(width <= 5 for width in widths)
        assert not widths or max(widths) - min(widths) <= 1


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        ("Stay on e1|a|b|c|d|e|f|g|h", "Stay on e1/a b c d/e f g h"),
        ("e2|e2 + Bag|e3|e3 + Bag|e4|e4 + Bag", "e2 e2 + Bag e3 e3 + Bag/e4 e4 + Bag"),
        ("Confirm|e2|e2 + Bag|e2 − Bag|e3|e3 + Bag", "Confirm e2 e2 + Bag e2 − Bag/e3 e3 + Bag"),
        ("e1|e1 b|e1 c|e1 d|e1 f|e1 g", "e1 e1 b e1 c/e1 d e1 f e1 g"),
    ],
)
def test_rows_part_nothing_that_belongs_together_unless_it_is_too_long(labels: str, shown: str) -> None:
    controls = [Control("pick", label, rest=label) for label in labels.split("|")]
    assert "/".join(" ".join(control.label for control in row) for row in rows(controls)) == shown


def test_what_is_too_long_for_discord_is_cut() -> None:
    long = "a word " * 1000
    listed, pressed = (
        tuple(Control(verb, long, rest=f"{number}") for number in range(count))
        for verb, count in (("pick", 6), ("move", 2))
    )
    menu = Menu("which", "Choose one", ((long, "1"),))
    for card, length in (
        (Card(long, pictures=(CardImage(long),), rows=(listed, pressed), menus=(menu,)), 500),
        (Card("A card", lines=(long,)), TEXT_LIMIT),
    ):
        shown = layout(card).to_components()
        assert check_message(shown, v2=True) == {}
        assert max(len(part.get("content", "")) for part in parts(shown)) == length


def test_in_a_list_what_is_chosen_is_marked_and_the_others_can_be_chosen() -> None:
    controls = tuple(Control("pick", name, 1, 2, name) for name in "abcdef")
    shown = Card("A card", rows=((chosen_already(controls[0]), *controls[1:]),))
    (menu,) = (part for part in parts(layout(shown).to_components()) if part["type"] == 3)
    assert menu["custom_id"].startswith("ct:pick:1:2:")
    assert [each["value"] for each in menu["options"] if each.get("default")] == ["a"]
    assert menu["options"][0]["label"] == "✓ a"


def test_what_is_chosen_is_not_green_like_the_button_that_plays() -> None:
    assert chosen_already(Control("pick", "a", style=Style.primary)).style == Style.secondary


async def test_buttons_stay_alive_whatever_becomes_of_other_views(sim: Simulation) -> None:
    """A view that is stopped, or sent again without its items, would unregister them for the whole bot."""
    lobby = await sim.ann.say("snorkels start")
    card = Card("### A card", rows=((Control("view", "View", 1, 1),),))
    first, second = layout(card), layout(card)
    assert first is not second
    assert not list(first.walk_children())
    store = sim.bot._connection._view_store
    await sim.bob.press(lobby, "Join")
    assert not store._views, "nothing is kept in memory for a message"
    assert not store._dynamic_items, "nor is a message's view made again for a press"
    assert not store._synced_message_views
