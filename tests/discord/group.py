"""A group message with ann, bob and cid. Ann has installed the bot: it is no member and can only answer."""

from __future__ import annotations

from typing import Any

from bot.local.api.interaction_broker import MAX_FOLLOW_UPS
from bot.local.api.interactions import Interaction
from bot.local.errors import Json
from bot.local.validate.messages import Upload
from bot.local.world.model import ChannelType, Message

from .server import Place
from .simulation import Seen, Simulation


class Group:
    """The group, and what its people do and see there."""

    def __init__(self, sim: Simulation, kind: ChannelType = ChannelType.GROUP) -> None:
        self.sim = sim
        world = sim.env.world
        people = [sim.ann, sim.bob, sim.cid][: 3 if kind is ChannelType.GROUP else 2]
        ann, *others = (who.account for who in people)
        self.place = Place(sim.env, world.open_group(ann, others))
        self.place.channel.kind = kind
        self.number = self.place.id
        # It may not write to people who share no server with it.
        sim.refuse("POST", "/users/@me/channels", 403, 50278, times=None)
        del sim.bot._connection._guilds[sim.guild.id]

    def spend_next(self) -> None:
        """The next interaction to which a message is sent has none left."""
        broker = self.sim.env.broker
        follow_up = broker.follow_up

        def spent(interaction: Interaction, data: Json, uploads: list[Upload]) -> Message:
            broker.follow_up = follow_up  # type: ignore[method-assign]
            interaction.follow_up_count = MAX_FOLLOW_UPS
            return follow_up(interaction, data, uploads)

        broker.follow_up = spent  # type: ignore[method-assign]

    def history(self) -> list[Seen]:
        """What everybody sees, the oldest first."""
        return self.place.history()

    def pinged(self) -> list[int]:
        """Whom the bot's newest card was allowed to notify."""
        requests = self.sim.env.http_requests
        sent = [
            each.json for each in requests if each.method == "POST" and each.path.startswith("/webhooks/")
        ]
        shown: Any = [body for body in sent if isinstance(body, dict) and not body.get("flags", 0) & 64]
        return [int(number) for number in shown[-1]["allowed_mentions"]["users"]]

    def card(self) -> Seen:
        """The newest message that everybody sees."""
        return self.history()[-1]

    def by_itself(self) -> list[str]:
        """What the bot tried in the group without being asked: nothing, if all is well."""
        return [
            f"{one.method} {one.path}"
            for one in self.sim.env.http_requests
            if one.path.startswith(f"/channels/{self.number}")
        ]
