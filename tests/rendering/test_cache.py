"""What painters keep: one budget for all of it, and what is dear and light stays."""

from __future__ import annotations

from PIL import Image

from rendering import cache
from rendering.cache import FRAME, Cache, cached, weight


def image(side: int) -> Image.Image:
    """A square of so many pixels a side."""
    return Image.new("L", (side, side))


def test_a_shelf_never_holds_more_than_its_budget() -> None:
    shelf = Cache(100_000)
    for number in range(200):
        shelf.put(number, image(number % 100 + 1), 0.001)
        assert shelf.weight <= 100_000
    assert shelf.weight == sum(weight(shelf.get(number)) for number in range(200) if shelf.get(number))
    assert len(shelf) > 3


def test_what_was_quick_to_draw_for_its_weight_goes_first() -> None:
    shelf = Cache(3 * weight(image(100)))
    shelf.put("dear", image(100), 1.0)
    for number in range(50):
        shelf.put(number, image(100), 0.001)
    assert shelf.get("dear") is not None
    assert shelf.get(48) is None or shelf.get(0) is None


def test_of_equals_what_was_not_used_for_longest_goes_first() -> None:
    shelf = Cache(3 * weight(image(10)))
    for name in "abc":
        shelf.put(name, image(10), 0.001)
    shelf.get("a")
    shelf.put("d", image(10), 0.001)
    shelf.get("a")
    shelf.put("e", image(10), 0.001)
    assert [name for name in "abcde" if shelf.get(name) is not None] == ["a", "d", "e"]


def test_what_was_dear_once_goes_when_nobody_wants_it_any_more() -> None:
    shelf = Cache(4 * weight(image(10)))
    shelf.put("dear", image(10), 0.01)
    for number in range(200):
        shelf.put(number, image(10), 0.001)
    assert shelf.get("dear") is None


def test_what_is_drawn_again_has_the_same_key_and_what_is_gone_has_none() -> None:
    shelf, things = Cache(2 * weight(image(10))), [image(10) for _ in range(50)]
    for order, thing in enumerate(things):
        assert shelf.key(thing) is None
        shelf.put(order % 5, thing, 0.001)
    assert [shelf.key(thing) for thing in things] == [None] * 48 + [3, 4]


def test_colours_weigh_four_bytes_a_pixel_and_what_holds_images_as_much_as_they() -> None:
    assert weight(Image.new("RGB", (10, 10))) == FRAME + 400
    assert weight(Image.new("P", (10, 10))) == FRAME + 100
    assert weight((image(10), image(10))) == 2 * weight(image(10))


def test_a_kept_function_draws_the_same_once() -> None:
    drawn = []

    @cached
    def draw(size: int, *, ink: str = "black") -> Image.Image:
        drawn.append((size, ink))
        return image(size)

    assert draw(5) is draw(5)
    assert draw(5, ink="red") is not draw(5)
    assert drawn == [(5, "black"), (5, "red")]
    cache.CACHE.clear()
    draw(5)
    assert len(drawn) == 3
