"""A small bot for tests, with every kind of control that the local table has."""

from __future__ import annotations

import io
from typing import Any, Literal, TypeAlias

import discord
from discord import app_commands, ui
from PIL import Image

Interaction: TypeAlias = discord.Interaction[Any]
FISH = ["Anchovy", "Bream", "Cod", "Dace", "Eel", "Flounder", "Gurnard", "Herring", "Ide", "John Dory"]
GALLEY = app_commands.Group(name="galley", description="What the ship's cook can do")
STORES = app_commands.Group(name="stores", description="What is below deck", parent=GALLEY)


def chart() -> discord.File:
    """A picture of a small board."""
    data = io.BytesIO()
    Image.new("RGB", (800, 560), "#12344d").save(data, "PNG")
    data.seek(0)
    return discord.File(data, "chart.png", description="A chart of five rows")


def square(name: str, count: int = 0) -> ui.Button[Any]:
    """A button that marks a square. Its custom_id has its state, so it works after a restart."""
    style = discord.ButtonStyle.primary
    return ui.Button(label=name, style=style, custom_id=f"square:{name}:{count}")


def ask(what: str) -> ui.Button[Any]:
    """A button that opens a menu, a form or a thread."""
    return ui.Button(label=what.title(), custom_id=f"ask:{what}")


def cargo() -> ui.Select[Any]:
    """A select."""
    options = [discord.SelectOption(label=fish, description=f"A barrel of {fish.lower()}") for fish in FISH]
    return ui.Select(custom_id="cargo", placeholder="Cargo", max_values=3, options=options)


async def used(interaction: Interaction, custom_id: str, values: list[str]) -> None:
    """Answer the use of a control of a message."""
    respond = interaction.response
    match custom_id.split(":"):
        case ["square", name, count]:
            await respond.edit_message(view=Card(name, int(count) + 1), attachments=[chart()])
        case ["cargo"]:
            await respond.edit_message(content=f"Loaded: {', '.join(values)}", view=None)
        case ["ask", "menu"]:
            view = ui.View(timeout=None).add_item(square("b2")).add_item(square("c3")).add_item(cargo())
            await respond.send_message("Choose **one**, unseen.", view=view, ephemeral=True)
        case ["ask", "form"]:
            await respond.send_modal(Log())
        case ["ask", "thread"]:
            assert interaction.message is not None
            thread = await interaction.message.create_thread(name="A quiet table")
            await thread.send(f"{interaction.user.mention}, your turn.")
            await respond.send_message(f"Play in {thread.mention}.", ephemeral=True)


class Card(ui.LayoutView):
    """A card with a picture."""

    def __init__(self, marked: str | None = None, count: int = 0) -> None:
        super().__init__(timeout=None)
        gallery = ui.MediaGallery[Any]()
        gallery.add_item(media="attachment://chart.png", description="The chart")
        box = ui.Container[Any](accent_colour=0xC8553D)
        text = f"## Snorkels · turn {count}\nTo act: **red**. Until <t:1900000000:R>.\n-# Marked: {marked}"
        box.add_item(ui.TextDisplay(text))
        box.add_item(gallery)
        box.add_item(ui.ActionRow(square("a1", count), square("d4", count), square("g5", count)))
        box.add_item(ui.ActionRow(ask("menu"), ask("form"), ask("thread")))
        self.add_item(box)


class Log(ui.Modal, title="Ship's log"):
    """A form."""

    entry: ui.Label[Any] = ui.Label(
        text="Entry",
        description="What happened on this watch",
        component=ui.TextInput(style=discord.TextStyle.paragraph, max_length=200, custom_id="entry"),
    )
    weather: ui.Label[Any] = ui.Label(
        text="Weather",
        component=ui.Select(
            custom_id="weather",
            options=[discord.SelectOption(label="Fair"), discord.SelectOption(label="Foul")],
        ),
    )

    async def on_submit(self, interaction: Interaction) -> None:
        assert isinstance(self.entry.component, ui.TextInput)
        assert isinstance(self.weather.component, ui.Select)
        await interaction.response.send_message(
            f"{self.entry.component.value} ({self.weather.component.values[0]})"
        )


@GALLEY.command(name="cook", description="Cook something for somebody")
@app_commands.describe(
    dish="Which fish", guest="For whom", portions="How many", hot="Hot or cold", side="With what"
)
async def cook(
    interaction: Interaction,
    dish: str,
    guest: discord.Member | None = None,
    portions: app_commands.Range[int, 1, 9] = 1,
    hot: bool = True,
    side: Literal["bread", "rice"] = "bread",
) -> None:
    """Answer with all options."""
    whom = guest.mention if guest else "nobody"
    await interaction.response.send_message(f"{portions} x {dish} for {whom}, hot={hot}, {side}")


@cook.autocomplete("dish")
async def dishes(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The fish that match."""
    return [app_commands.Choice(name=fish, value=fish) for fish in FISH if typed.lower() in fish.lower()]


@STORES.command(name="count", description="Count the barrels")
async def count_stores(interaction: Interaction) -> None:
    """Answer privately."""
    await interaction.response.send_message("Forty barrels.", ephemeral=True)


@app_commands.command(name="card", description="Post a card with a picture")
async def post_card(interaction: Interaction) -> None:
    """Defer, then post."""
    await interaction.response.defer()
    await interaction.followup.send(view=Card(), file=chart())


@app_commands.command(name="sail", description="Set sail")
@app_commands.describe(course="Where to", speed="In knots", sails="How many", mate="With whom")
async def sail(
    interaction: Interaction,
    course: Literal["North", "South"] | None = None,
    speed: app_commands.Range[int, 1, 30] | None = None,
    sails: int | None = None,
    mate: discord.Member | None = None,
) -> None:
    """Answer with all options, none of which is required."""
    given = (course, speed, sails, mate and mate.display_name)
    await interaction.response.send_message(f"Sailing: {', '.join(str(one) for one in given if one)}")


@app_commands.command(name="fail", description="Never answer")
async def fail(_interaction: Interaction) -> None:
    """Let the three seconds pass."""


@app_commands.command(name="log", description="Write the log")
async def write_log(interaction: Interaction) -> None:
    """Open the form."""
    await interaction.response.send_modal(Log())


COMMANDS: list[app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu] = [
    GALLEY,
    post_card,
    sail,
    fail,
    write_log,
]


class DemoBot(discord.AutoShardedClient):
    """The demo bot."""

    def __init__(self, *, intents: discord.Intents | None = None) -> None:
        mentions = discord.AllowedMentions(everyone=False, roles=False)
        super().__init__(
            intents=intents or discord.Intents(guilds=True),
            allowed_mentions=mentions,
            guild_ready_timeout=0.01,
        )
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        for command in COMMANDS:
            self.tree.add_command(command)
        await self.tree.sync()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Somebody has used a command, a control or a form."""
        if interaction.type is discord.InteractionType.component:
            data: dict[str, Any] = {**(interaction.data or {})}
            await used(interaction, data["custom_id"], data.get("values", []))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once, without Discord's five seconds between shards."""
