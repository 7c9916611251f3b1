"""The names of the island's spaces, clockwise from the north."""

from __future__ import annotations

NAMES = (
    "Gull Perch", "Rumwash", "Widow’s Sigh", "Old Molar", "Lantern Rock", "Tar Bucket",
    "Biscuit Bay", "Crab Parlour", "Monkey Spit", "Drowned Bell", "Powder Nook", "Cutlass Spur",
    "Scurvy Flats", "Plank’s End", "Black Kettle", "Whistle Gap", "Sunken Oar", "Turtle Back",
    "Ghost Anchor", "Mutton Head", "Jolly Elbow", "Rat’s Larder", "Shark Porch", "Bilge Hollow",
    "Gallows Palm", "Eel Stairs", "Salt Thumb", "Sour Lime", "Cannon Roost", "Barnacle Row",
    "Fiddler’s Drop", "Moonlit Keel", "Hammock Hill", "Kraken’s Yawn", "Parrot Rest", "One-Eye Hill",
)  # fmt: skip
