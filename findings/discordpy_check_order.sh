#!/bin/sh
# discord.py 2.7.1: stacked checks run top to bottom on a text command, and bottom to top on a slash command.
#
# A good guess: with two checks above a command, @app_commands.check and @commands.check run them in the same order,
# from the top, as one reads them.
# Seen: a text command, and a hybrid one, runs the upper check first; a slash command the lower one.
# Why it matters: a cooldown is a check. Above "is it your turn?" a text command counts who isn't allowed to play, and
# a slash command doesn't; whoever moves a command from one kind to the other, lines unchanged, turns that round. So
# does a check that replies, or that looks up something in the database that the next one relies on.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q discord.py==2.7.1
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio

import discord
from discord import app_commands
from discord.ext import commands


def noting(ran, name, check):
    def passes(_):
        ran.append(name)
        return True

    return check(passes)


class Anybody:
    """As much of a context, or of an interaction, as checks look at."""

    command = cog = interaction = None

    class bot:
        async def can_run(context):
            return True


async def order(make, check):
    ran = []

    @make()
    @noting(ran, "upper", check)
    @noting(ran, "lower", check)
    async def play(_: discord.Interaction):
        """Play a turn."""

    run = play._check_can_run if isinstance(play, app_commands.Command) else play.can_run
    assert await run(Anybody())
    return ran


async def main():
    text = await order(commands.command, commands.check)
    hybrid = await order(commands.hybrid_command, commands.check)
    slash = await order(app_commands.command, app_commands.check)
    print(f"text {text}, hybrid {hybrid}, slash {slash}")
    assert text == hybrid == ["upper", "lower"]
    assert slash == ["lower", "upper"]


asyncio.run(main())
PYTHON
