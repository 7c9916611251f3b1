"""``python -m bot setup``: from a token to a bot that is ready to run, one question after another."""

from __future__ import annotations

import asyncio
import os
import sys
import warnings
from contextlib import suppress
from getpass import GetPassWarning, getpass
from typing import Any, Final

import discord
import dotenv

from bot.app import CaptainsTable
from bot.components.interactions.card import as_new
from bot.components.interactions.discord_errors import CONNECTION_ERRORS
from bot.config import ENV, Settings, env_encoding, no_token, read_settings
from bot.errors import InvalidSettings, StartError
from bot.languages import closest, speaking
from bot.lifecycle.login import use_api_url
from data.store.program import program
from data.store.store import Store

from .check_result import NoAnswer, Refused
from .discord_checks import PORTAL, calling, invitation
from .doctor import doctor
from .service_unit import for_good, in_container

TOKEN: Final = "DISCORD_TOKEN"  # noqa: S105 (the setting's name)
LISTED: Final = 20
"""The most channels to choose from."""
TEXT_CHANNELS: Final = (discord.ChannelType.text.value, discord.ChannelType.news.value)


def setup(now: int, *, questions: bool) -> int:
    """Set the bot up. Returns the exit status, 0 if it can be started now.

    Without ``questions``, the token comes from the settings and no card is posted.

    :raises StartError: when the token or another setting is missing or wrong, or ``.env`` can't be written.
    """
    try:
        settings = _with_token(questions=questions)
        if not in_container():
            _write(settings.token)
        about = asyncio.run(_ask_discord(settings, "/applications/@me"))
        print(f"This link adds the bot to a server: {invitation(str(about['id']))}")
        if questions:
            with suppress(EOFError):
                _offer_card(settings)
    except NoAnswer as error:
        print(error, file=sys.stderr)
        return 1
    except EOFError:
        print(f"\nNobody answers here. Set {TOKEN}, and add --no-questions.", file=sys.stderr)
        return 1
    print("\nIs everything all right?")
    status = doctor(now, started=False)
    print(f"\nTo start the bot: {program()} run\n{for_good()}")
    return status


async def _ask_discord(settings: Settings, path: str) -> Any:
    """:raises NoAnswer: when Discord doesn't answer."""
    async with calling(settings) as caller:
        return await caller.get(path)


def _with_token(*, questions: bool) -> Settings:
    """The settings, with a token that Discord accepts.

    :raises StartError: when there is none, or another setting is wrong.
    :raises NoAnswer: when Discord can't be asked, or nobody for another token.
    """
    settings = read_settings()
    if not settings.token and not questions:
        raise InvalidSettings(f"{no_token()} Set {TOKEN} in the environment, and try again.")
    while True:
        try:
            if settings.token:
                me = asyncio.run(_ask_discord(settings, "/users/@me"))
                print(f"Discord accepts the token. The bot is called {me['username']}.")
                return settings
        except Refused:
            if not questions:
                raise
            print("Discord rejected that token.")
        print(f"Your application’s token is at {PORTAL}, on the page Bot (Reset Token).")
        settings = _asked()


def _asked() -> Settings:
    """The settings with a token that somebody types, until it can be one."""
    while True:
        try:
            with warnings.catch_warnings():
                # That it will be shown is said in a sentence besides.
                warnings.simplefilter("ignore", GetPassWarning)
                typed = getpass("Token (it won’t be shown): ")
            # There it's read, and checked, like any other setting.
            os.environ[TOKEN] = typed.strip()
            return read_settings()
        except InvalidSettings as error:
            print(error)
        except ValueError:
            # It has bytes that aren't text, or a zero, which the environment can't hold.
            print("That isn’t a token. Copy it again from the developer portal.")


def _write(token: str) -> None:
    """Put the token into the file ``.env``, which only its owner can read from now on.

    :raises StartError: when that file can't be written.
    """
    try:
        encoding = env_encoding()
        # Before the token is in there; a file that is rewritten keeps its mode.
        with suppress(FileNotFoundError):
            ENV.chmod(0o600)
        if dotenv.dotenv_values(ENV, encoding=encoding).get(TOKEN) != token:
            # For other readers of the file, a mark at its beginning would be part of the first name.
            plain = encoding.removesuffix("-sig")
            # A link to the file stays one.
            dotenv.set_key(ENV.resolve(), TOKEN, token, quote_mode="never", encoding=plain)
        ENV.chmod(0o600)
    except OSError as error:
        raise StartError(f"Can’t write the file {ENV.absolute()}: {error.strerror}.") from None
    print(f"The token is in {ENV.absolute()}, which only you can read.")


def _offer_card(settings: Settings) -> None:
    """Post the first card in a channel, if somebody wants that.

    :raises NoAnswer: when Discord doesn't answer.
    """
    while not (found := asyncio.run(_channels(settings))):
        if input("Open it and add the bot, then press Enter (or type s to skip this): ").strip():
            return
    for number, (server, channel) in enumerate(found, 1):
        print(f"{number:>3}  #{channel['name']} in {server['name']}")
    while chosen := input(
        "Where shall a card with all the games be? A number, or Enter for nowhere: "
    ).strip():
        if not chosen.isdecimal() or not 1 <= int(chosen) <= len(found):
            print(f"Type a number from 1 to {len(found)}.")
            continue
        server, channel = found[int(chosen) - 1]
        try:
            asyncio.run(_post(settings, int(server["id"]), int(channel["id"])))
        except discord.Forbidden:
            print("There, the bot can’t send messages with files. Allow it, or choose another channel.")
        except CONNECTION_ERRORS as error:
            print(f"Discord didn’t take the card: {error}. Once the bot is running, /server games posts it.")
            return
        else:
            print("There it is. Its buttons work as soon as the bot is running. Pin it to keep it in sight.")
            return


async def _channels(settings: Settings) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The first text channels of the servers that the bot is in, each with its server.

    :raises NoAnswer: when Discord doesn't answer.
    """
    found: list[tuple[dict[str, Any], dict[str, Any]]] = []
    async with calling(settings) as caller:
        for server in await caller.get("/users/@me/guilds"):
            if len(found) >= LISTED:
                break
            channels = await caller.get(f"/guilds/{server['id']}/channels")
            texts = [each for each in channels if each["type"] in TEXT_CHANNELS]
            found += [(server, each) for each in sorted(texts, key=lambda each: each["position"])]
    return found[:LISTED]


async def _post(settings: Settings, server: int, channel: int) -> None:
    """Post the first card in the language of the server.

    :raises discord.HTTPException: when Discord refuses it.
    """
    if settings.api_url:
        use_api_url(settings.api_url)
    # The store isn't opened: the card is the same for everybody.
    bot = CaptainsTable(Store(settings.database_url))
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        await client.login(settings.token)
        try:
            with speaking(closest(str((await client.fetch_guild(server)).preferred_locale))):
                card = await bot.context.features.first(lambda each: each.first_card(bot.context))
        finally:
            await bot.close()
        if card is not None:
            await client.get_partial_messageable(channel).send(**as_new(card))
