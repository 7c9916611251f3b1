#!/bin/sh
# chess 1.11.2: a PGN with ♘ or a German S for the knight is read as pawn moves, and as long as these are possible there
# is no error.
#
# A good guess: read_game finds "Sf3" and "♘f3" illegible, stops there and says so in game.errors, as it does for moves
# that aren't possible; parse_san("Sf3") raises InvalidMoveError.
# Seen: "1. ♘f3 ♘f6 2. ♘c3 ♘c6" is 1. f3 f6 2. c3 c6, and game.errors is empty. The reader searches the text for what
# looks like a move and passes over the rest, so each piece that it doesn't know is a pawn. Only where no pawn can go
# there is an error, of a later move: "illegal san: 'b5'" for "Lb5".
# Why it matters: books and sites print figurines, and the PGN standard, though it wants English letters in files that
# are passed on, lists those of other languages for programs of one country (S L T D K, C F T D R). A game that a
# player pastes is shown as another one, without a word. Replace the letters before reading.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q chess==1.11.2
"$folder/venv/bin/python" - 2>/dev/null <<'PYTHON'
import io

import chess.pgn


def read(moves):
    """The moves as read, in English notation, and the errors."""
    game = chess.pgn.read_game(io.StringIO(moves + " *"))
    return game.board().variation_san(game.mainline_moves()), [str(error) for error in game.errors]


PAWNS = "1. f3 f6 2. c3 c6"
for typed in ("1. ♘f3 ♘f6 2. ♘c3 ♘c6", "1. Sf3 Sf6 2. Sc3 Sc6", "1. Cf3 Cf6 2. Cc3 Cc6"):
    print(f"{typed!r} is read as", *read(typed))
    assert read(typed) == (PAWNS, [])
assert read("1. Nf3 Nf6 2. Nc3 Nc6")[0] == "1. Nf3 Nf6 2. Nc3 Nc6"

moves, errors = read("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6")
print(moves, *errors)
assert moves == "1. e4 e5 2. f3 c6"
assert len(errors) == 1 and errors[0].startswith("illegal san: 'b5'")

for san in ("Sf3", "♘f3"):
    try:
        chess.Board().parse_san(san)
    except chess.InvalidMoveError as error:
        print(error)
    else:
        raise SystemExit(f"{san} is a move")
PYTHON
