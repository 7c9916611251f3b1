"""Discord's limits on messages; and a message's text, components, files and mentions from a payload."""

from __future__ import annotations

import io
import mimetypes
import re
import secrets
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from bot.local.errors import Json, Refusal, invalid_form
from bot.local.world.model import Attachment, File, Flag, Member, Message
from bot.local.world.world import World

from . import components

MAX_FILE_BYTES = 10 * 1024 * 1024
"""Bytes in a file, as Discord allows without a boost."""

MENTION = re.compile(r"<@!?(\d+)>")
ADDRESS_OR_EVERYBODY = re.compile(
    r"(?P<address>https?://[^\s<]+[^\s<.,:;\"')\]])|(?P<everybody>@(?:everyone|here)\b)"
)
"""A web address, or a mention of everybody. An address may contain the text of such a mention."""
ATTACHMENT = "attachment://"


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file, with its index in the form."""

    index: int
    filename: str
    data: bytes


def compose(world: World, post: Message, payload: Json, uploads: list[Upload], *, fresh: bool) -> set[Member]:
    """Write ``payload`` into ``post``, a fresh one or an edited one. Returns the people it mentions.

    :raises Refusal: if Discord would refuse it; ``post`` is unchanged then.
    """
    # An edit may set the flag too, and so turn an old message into one of Components V2.
    v2 = bool((post.flags | int(payload.get("flags") or 0)) & Flag.COMPONENTS_V2)
    content = str(payload["content"] or "") if "content" in payload else post.content
    parts: list[Json] = list(payload["components"] or []) if "components" in payload else post.components

    errors = components.check_message(parts, v2=v2) if "components" in payload else {}
    if v2 and content:
        errors["content"] = "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
    if len(content) > 2000:
        errors["content"] = "Must be 2000 or fewer in length."
    for unused in ("embeds", "message_reference", "poll", "sticker_ids"):
        if payload.get(unused):
            errors[unused] = "The local Discord doesn't support these, because the bot never sends them."
    if errors:
        raise invalid_form(errors)

    files = _files(world, post, payload, uploads, fresh=fresh)
    shown: set[int] = set()
    by_name = {file.filename: file for file in files}
    by_url = {world.base_url + file.path: file for file in files}

    def resolve(url: str) -> Json | None:
        file = by_url.get(url)
        if url.startswith(ATTACHMENT):
            file = by_name.get(_safe_name(url.removeprefix(ATTACHMENT)))
            if file is None:
                return None
        if file is None:
            return {"url": url, "proxy_url": url, "loading_state": 2, "content_type": _type_of(url)}
        shown.add(file.id)
        address = world.base_url + file.path
        item: Json = {
            "id": str(file.id),
            "url": address,
            "proxy_url": address,
            "content_type": file.content_type,
            "loading_state": 2,
            "attachment_id": str(file.id),
        }
        return item | ({"width": file.width, "height": file.height} if file.width else {})

    settled, missing = components.settle(parts, resolve)
    if missing:
        raise invalid_form(missing)
    if not (content or settled or files) and not post.flags & Flag.LOADING:
        raise Refusal("Cannot send an empty message")

    text = "\n".join([content, *components.texts(settled)])
    mentions, everyone = _mentions(world, text, payload.get("allowed_mentions"))
    post.content, post.components = content, settled
    post.attachments, post.shown = files, shown
    post.mentions, post.mention_everyone = mentions, everyone
    if v2:
        post.flags |= Flag.COMPONENTS_V2
    post.flags |= int(payload.get("flags") or 0) & (Flag.SUPPRESS_EMBEDS | Flag.SUPPRESS_NOTIFICATIONS)
    return set(world.people.values()) if everyone else set(mentions)


def _files(
    world: World, post: Message, payload: Json, uploads: list[Upload], *, fresh: bool
) -> list[Attachment]:
    described = {str(item.get("id")): item for item in payload.get("attachments") or []}
    kept: list[Attachment] = []
    if not fresh:
        named = payload.get("attachments")
        kept = [file for file in post.attachments if named is None or str(file.id) in described]
    errors: dict[str, str] = {}
    if len(kept) + len(uploads) > 10:
        errors["attachments"] = "Must be 10 or fewer in length."
    for key, item in described.items():
        if len(item.get("description") or "") > 1024:
            errors[f"attachments.{key}.description"] = "Must be 1024 or fewer in length."
    if errors:
        raise invalid_form(errors)
    if any(len(upload.data) > MAX_FILE_BYTES for upload in uploads):
        raise Refusal("Request entity too large")
    for file in kept:
        # An edit may change the alt text of a file that stays.
        file.description = described.get(str(file.id), {}).get("description", file.description)
    made = []
    for upload in uploads:
        item = described.get(str(upload.index), {})
        made.append(attach(world, upload, item.get("description")))
    return kept + made


def attach(world: World, upload: Upload, description: str | None) -> Attachment:
    """Store an upload; a picture is measured."""
    number, name = world.next_id(), _safe_name(upload.filename)
    path = f"/attachments/{number}/{secrets.token_hex(8)}/{name}"
    file = Attachment(number, path, name, _type_of(name), len(upload.data), description)
    if file.content_type.startswith("image/"):
        try:
            with Image.open(io.BytesIO(upload.data)) as picture:
                file.width, file.height = picture.size
        except UnidentifiedImageError:
            file.content_type = "application/octet-stream"
    world.files[path] = File(file.content_type, upload.data)
    return file


def _safe_name(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.-]", "_", name) or "file"


def _type_of(name: str) -> str:
    return mimetypes.guess_type(name.partition("?")[0])[0] or "application/octet-stream"


def _mentions(world: World, text: str, allowed: Json | None) -> tuple[list[Member], bool]:
    """The people that ``text`` mentions, and whether it mentions everyone, within ``allowed``."""
    everyone = any(match["everybody"] for match in ADDRESS_OR_EVERYBODY.finditer(text))
    named = [world.people[int(i)] for i in dict.fromkeys(MENTION.findall(text)) if int(i) in world.people]
    if allowed is None:
        return named, everyone
    parse = allowed.get("parse") or []
    if "users" not in parse:
        listed = {int(i) for i in allowed.get("users") or []}
        named = [person for person in named if person.id in listed]
    return named, everyone and "everyone" in parse
