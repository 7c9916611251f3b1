"""What stands above a board: the game, its people, whose turn it is, how it ended."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.games import GAMES
from rendering.header import EDGE, MEDAL, PLAYERS_ROW, RIM, STORY_ROW, TITLE_ROW, chip, shortened
from rendering.painting import draw
from rendering.scene import Crown, PictureHeader, Player, Scene
from rendering.text import writable
from rendering.theme import THEMES, luminance

from .pictures import header, in_each_palette, of_each_game_and_palette, of_each_game_for_several, pixels
from .positions import positions

HEAVIEST = 12_000
"""Bytes that a header adds."""
ROWS = TITLE_ROW + PLAYERS_ROW


def drawn(key: str, header: PictureHeader | None, palette: str = "default") -> tuple[Image.Image, int]:
    """A picture, and its bytes."""
    picture = draw(key, Scene(positions(key)[-2].view_for(None), header=header), palette)
    return pixels(picture), len(picture.data)


@of_each_game_and_palette
def test_a_header_is_light_and_leaves_the_board_and_its_colours_as_they_are(key: str, palette: str) -> None:
    board, plain = drawn(key, None, palette)
    above = header(key)
    told = replace(above, story="Purple placed a snorkel on c3.")
    for shown in (above, told, replace(above, result="Purple wins: " + "a long tale " * 12)):
        picture, weight = drawn(key, shown, palette)
        high = picture.height - board.height
        assert high == ROWS + (0 if shown is above else STORY_ROW)
        assert picture.crop((0, high, *picture.size)).tobytes() == board.tobytes()
        assert weight - plain < HEAVIEST
        band = picture.crop((0, 0, picture.width, high))
        right = band.crop((band.width - EDGE + 4, 0, *band.size))
        assert len(right.getcolors() or ()) == 1, "nothing is cut off at the edge"
        if shown is told:
            colours = band.crop((0, ROWS, *band.size)).getcolors() or []
            fringes = (green - max(red, blue) for _, (red, green, blue) in colours)  # type: ignore[misc]
            assert max(fringes) < 40, "letters have no green fringes"


@in_each_palette
@of_each_game_for_several
def test_whose_turn_it_is_shows_in_greyscale(key: str, palette: str) -> None:
    first, second = (drawn(key, header(key, lit=lit), palette)[0].convert("L") for lit in (0, 1))
    difference = ImageChops.difference(first, second).crop((0, 0, first.width, ROWS))
    assert difference.point([0] * 100 + [255] * 156).histogram()[255] > 5_000


def test_a_chip_is_round_on_its_ground() -> None:
    theme = THEMES["default"]
    assert chip("R", 0xFF0000, theme.panel, theme).getpixel((0, 0)) == theme.panel


def test_names_are_written_in_letters_that_the_font_has() -> None:
    assert writable("Zoë Ольга O’Mally") == "Zoë Ольга O’Mally"
    assert writable("𝓜𝓪𝓻𝓲𝓷𝓪 🦑") == "Marina"
    assert writable("ｗｉｄｅ") == "wide"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Δημήτρης", "Dimitris"),
        ("海賊 Ann!", "HaiZei Ann!"),
        ("김민수", "GimMinSu"),
        ("יוסי★", "yvsy"),
        ("🦑🌊", "Squid Ocean"),
        ("- !", "- !"),
    ],
)
def test_a_name_in_letters_that_the_font_lacks_stays_that_persons_own(name: str, shown: str) -> None:
    assert writable(name) == shown


def test_whoever_was_forgotten_is_called_by_the_seat() -> None:
    named, seat = (drawn("snorkels", header("snorkels", (name, "Finn")))[0] for name in ("", "Purple"))
    assert named.tobytes() == seat.tobytes()


@pytest.mark.parametrize(
    ("told", "room", "shown"),
    [
        ("Green wins. It was close.", 900, "Green wins. It was close."),
        ("Green wins. It was close.", 200, "Green wins."),
        ("Green wins in round 9: purple fell asleep.", 350, "Green wins in round 9."),
        ("Nobody here can say how it ended.", 200, "Nobody here …"),
    ],
)
def test_a_result_that_is_too_long_ends_with_a_whole_sentence(told: str, room: int, shown: str) -> None:
    assert shortened(told, room, 26) == shown


@of_each_game_and_palette
def test_a_win_has_a_rim_a_medal_and_the_board_as_it_was(key: str, palette: str) -> None:
    above, theme, seats = header(key), THEMES[palette], GAMES[key].seats
    board, plain = drawn(key, None, palette)
    ended = replace(above, result="Ann wins: a tale.")
    won = replace(ended, crown=Crown("Ann wins!", key, seats[0]))
    picture, weight = drawn(key, won, palette)
    assert picture.height == drawn(key, ended, palette)[0].height, "it takes no more room than a banner"
    assert weight - plain < 2 * HEAVIEST
    across, down = picture.size
    gold = picture.getpixel((0, 0))
    for edge in (
        (0, 0, across, RIM),
        (0, 0, RIM, down),
        (across - RIM, 0, across, down),
        (0, down - RIM, across, down),
    ):
        assert picture.crop(edge).getcolors() == [((edge[2] - edge[0]) * (edge[3] - edge[1]), gold)]
    top = down - board.height
    inner = (RIM, 0, across - RIM, board.height - RIM)
    assert picture.crop((RIM, top, across - RIM, down - RIM)).tobytes() == board.crop(inner).tobytes()
    other = drawn(key, replace(won, crown=Crown("Bob wins!", key, seats[-1])), palette)[0]
    left = (RIM, RIM, RIM + MEDAL, top)
    assert luminance(gold) - luminance(theme.ground) > 100  # type: ignore[arg-type]
    if key in ("snorkels", "depthcharge"):
        assert other.crop(left).tobytes() != picture.crop(left).tobytes(), "the winner's own figure"


@pytest.mark.parametrize("name", ["A" * 32, "Ann, Bob, Cleo und Doris haben gewonnen", "W"])
def test_a_winner_s_name_stays_within_the_rim_however_long(name: str) -> None:
    key = "snorkels"
    won = replace(header(key), crown=Crown(f"{name}!", key, "purple"))
    picture, _ = drawn(key, won)
    beside = picture.crop((picture.width - EDGE + 4, RIM, picture.width - RIM, ROWS))
    assert len(beside.getcolors() or ()) == 1


def test_computers_of_a_level_are_told_apart_on_a_winner_s_picture() -> None:
    key, told = "crackers", header("crackers")
    seats = [player.seats for player in told.players]

    def won(*names: str) -> bytes:
        players = tuple(Player(name, held) for name, held in zip(names, seats, strict=True))
        crowned = replace(told, players=players, crown=Crown("Barbara wins!", key, "red"))
        return drawn(key, crowned)[0].tobytes()

    shown = won("Barbara", "Cabin Boy Finn", "Cabin Boy Jack", "Deckhand Pip")
    assert shown == won("Barbara", "Finn", "Jack", "Deckhand Pip")
    assert won("Barbara", "Cabin Boy", "Cabin Boy Jack", "Pip") == won("Barbara", "Cabin Boy", "Jack", "Pip")


def test_where_not_all_names_fit_a_winner_s_picture_the_winners_are_whole() -> None:
    key, told = "crackers", header("crackers")
    seats = [player.seats for player in told.players]

    def won(*names: str) -> bytes:
        players = [Player(name, held, lit=True) for name, held in zip(names, seats[:3], strict=False)]
        players += [Player(name, held) for name, held in zip(names[3:], seats[3:], strict=False)]
        crowned = replace(told, players=tuple(players), crown=Crown("The crew wins!", key, "red"))
        return drawn(key, crowned)[0].tobytes()

    crew = ("Marina Kovalenko", "Cabin Boy Finn", "Cabin Boy Jack")
    assert won(*crew, "Deckhand Pip") == won(*crew)
