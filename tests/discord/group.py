"""A group message with ann, bob and cid. Ann has installed the bot: it is no member and can only answer.

simcord knows servers and direct messages. Here the three share one channel in place of their direct ones,
and what reaches the bot says so as Discord does: ``channel`` of type 3 with its ``recipients``, ``user``
without ``member``, ``context`` 2, and whose installation it is.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import simcord.interactions
from simcord.backend import errors, serializers
from simcord.http import router

from .simulation import Member, Seen, Simulation

MOST = 5
"""Messages to one interaction, where the bot is no member."""
SPENT = 40094
"""Discord's code for one more."""
ROUTE = ["webhooks", "{webhook_id}", "{token}"]


class Group:
    """The group, and what its people do and see there."""

    def __init__(self, sim: Simulation, monkeypatch: pytest.MonkeyPatch, kind: int = 3) -> None:
        self.sim = sim
        self.kind = kind
        backend = sim.env.backend
        self.people = [sim.ann.user, sim.bob.user, sim.cid.user][: 3 if kind == 3 else 2]
        self.number = backend.get_dm_channel(sim.ann.id).id
        for user in self.people:
            backend.dm_channels[user.id] = self.number
        backend.channels[self.number].recipient_ids = [user.id for user in self.people]
        self._tell(monkeypatch)
        self._limit(monkeypatch)
        # It may neither see the channel nor write to people who share no server with it.
        sim.env.inject_error("*", f"/channels/{self.number}*", status=403, code=50001, times=None)
        sim.env.inject_error("POST", "/users/@me/channels", status=403, code=50278, times=None)
        del sim.bot._connection._guilds[sim.guild.id]

    def _tell(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let interactions of the group reach the bot as those of a group do."""
        plain = simcord.interactions.base_payload

        def told(backend: Any, **given: Any) -> Any:
            record, payload = plain(backend, **given)
            if given["channel_id"] == self.number:
                payload["context"] = 2
                payload["authorizing_integration_owners"] = {"1": str(self.people[0].id)}
                payload["channel"] = {
                    "id": str(self.number),
                    "type": self.kind,
                    "flags": 0,
                    "last_message_id": None,
                    "recipients": [
                        dict(serializers.user_payload(backend.get_user(user.id)))
                        for user in self.people
                        if self.kind == 3 or user.id != given["user_id"]
                    ],
                }
                if self.kind == 3:
                    payload["channel"] |= {"name": None, "icon": None, "owner_id": str(self.people[0].id)}
            return record, payload

        monkeypatch.setattr(simcord.interactions, "base_payload", told)

    def _limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        routes = list(router._ROUTES["POST"])
        place, follow_up = next((place, each[1]) for place, each in enumerate(routes) if each[0] == ROUTE)
        self.sent: Counter[str] = Counter()
        self._spent = False

        def send(context: router.RequestContext) -> Any:
            token = context.args["token"]
            if self._spent:
                self.sent[token], self._spent = MOST, False
            if self.sent[token] >= MOST:
                raise errors.BackendError(400, SPENT, "Maximum number of follow up messages reached")
            self.sent[token] += 1
            return follow_up(context)

        routes[place] = (ROUTE, send)
        monkeypatch.setitem(router._ROUTES, "POST", routes)

    def spend_next(self) -> None:
        """The next interaction to which a message is sent has none left."""
        self._spent = True

    async def say(self, who: Member, command: str, **options: Any) -> Seen:
        """A slash command in the group, and what the person sees of the answer."""
        result = await who.user.slash(command, **options)
        assert result.response is not None, "nothing was answered"
        return Seen(result.response)

    async def press(self, who: Member, message: Any, *labels: str) -> Seen:
        """Presses on buttons of one message; what the person sees of the last answer."""
        seen: Seen = message
        for label in labels:
            result = await who.user.click(message.message, label=label)
            seen = Seen(result.followups[-1] if result.followups else result.response or message.message)
        return seen

    async def play(self, who: Member, *labels: str) -> Seen:
        """These buttons, the first on the newest card; the private card."""
        private = await self.press(who, self.card(), labels[0])
        await self.press(who, private, *labels[1:])
        return private

    def history(self) -> list[Seen]:
        """What everybody sees, the oldest first."""
        handle = self.people[0].dm_channel
        return [Seen(message) for message in handle.history() if not message.flags.ephemeral]

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
