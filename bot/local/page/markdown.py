"""Discord's markdown as safe HTML, everything else escaped.

The dialect: CommonMark without HTML and images, every line break kept, plus strikethrough, ``__underline__``,
``||spoiler||``, ``-# subtext``, mentions and ``<t:…>`` times, which the page puts into words.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

try:
    from markdown_it import MarkdownIt
    from markdown_it.common.utils import escapeHtml
    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token
    from markdown_it.utils import OptionsDict
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(str(missing), name="markdown-it-py") from missing

from bot.local.validate.messages import ADDRESS_OR_EVERYBODY
from bot.local.world.world import World

_TAG = re.compile(r"<(?:@!?(?P<person>\d+)|@&(?P<role>\d+)|#(?P<channel>\d+)|/(?P<command>[^:>\n]+):\d+|"
                  r"t:(?P<time>-?\d+)(?::(?P<style>[tTdDfFsSR]))?)>")  # fmt: skip
_LINK = 'target="_blank" rel="noreferrer noopener"'

_LIST_END = re.compile(r"^((?:[-*]|\d+\.) .*)\n(?=\S)(?!(?:[-*]|\d+\.) )", re.MULTILINE)

Env = MutableMapping[str, Any]


def render(world: World, text: str) -> str:
    """``text`` as HTML."""
    return _MARKDOWN.render(_end_lists(text), {"world": world}).strip() if text else ""


def _end_lists(text: str) -> str:
    """Add an empty line after each list: Discord ends it at a line that's neither indented nor an item."""
    pieces = text.split("```")
    pieces[::2] = [_LIST_END.sub(r"\1\n\n", piece) for piece in pieces[::2]]
    return "```".join(pieces)


def _tag(state: StateInline, silent: bool) -> bool:
    match = _TAG.match(state.src, state.pos) if state.src[state.pos] == "<" else None
    if match is None:
        return False
    if not silent:
        state.push("tag", "", 0).meta = match.groupdict()
    state.pos = match.end()
    return True


def _spoiler(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith("||", state.pos):
        return False
    end = state.src.find("||", state.pos + 2)
    if end <= state.pos + 2 or end > state.posMax:
        return False
    if not silent:
        state.push("spoiler_open", "span", 1).attrs = {"class": "spoiler", "tabindex": "0"}
        begin, most = state.pos + 2, state.posMax
        state.pos, state.posMax = begin, end
        state.md.inline.tokenize(state)
        state.posMax = most
        state.push("spoiler_close", "span", -1)
    state.pos = end + 2
    return True


def _subtext(state: StateBlock, line: int, _last: int, silent: bool) -> bool:
    start, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    if not state.src.startswith("-# ", start):
        return False
    if not silent:
        state.line = line + 1
        state.push("subtext_open", "small", 1).block = True
        inline = state.push("inline", "", 0)
        inline.content, inline.map, inline.children = state.src[start + 3 : end], [line, line + 1], []
        state.push("subtext_close", "small", -1).block = True
    return True


def _show_tag(_self: RendererHTML, tokens: Sequence[Token], at: int, _options: OptionsDict, env: Env) -> str:
    meta, world = tokens[at].meta, env["world"]
    if meta["time"]:
        return f'<time data-at="{meta["time"]}" data-style="{meta["style"] or "f"}"></time>'
    if meta["person"]:
        person = world.people.get(int(meta["person"]))
        name = escapeHtml(person.name) if person else "unknown-user"
        return f'<span class="mention" data-person="{meta["person"]}">@{name}</span>'
    if meta["channel"]:
        place = world.channels.get(int(meta["channel"]))
        name = escapeHtml(place.name) if place else "unknown"
        return f'<a class="mention" href="#" data-channel="{meta["channel"]}">#{name}</a>'
    if meta["role"]:
        return '<span class="mention">@role</span>'
    command = escapeHtml(meta["command"])
    return f'<span class="mention" data-command="{command}">/{command}</span>'


def _show_text(
    _self: RendererHTML, tokens: Sequence[Token], at: int, _options: OptionsDict, _env: Env
) -> str:
    text = tokens[at].content
    if sum(token.nesting for token in tokens[:at] if token.type in ("link_open", "link_close")):
        return escapeHtml(text)  # no links and mentions inside a link
    pieces, end = [], 0
    for match in ADDRESS_OR_EVERYBODY.finditer(text):
        found = escapeHtml(match[0])
        pieces.append(escapeHtml(text[end : match.start()]))
        if match["address"]:
            pieces.append(f'<a href="{found}" {_LINK}>{found}</a>')
        else:
            pieces.append(f'<span class="mention" data-everyone>{found}</span>')
        end = match.end()
    return "".join([*pieces, escapeHtml(text[end:])])


def _show_link(self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: Env) -> str:
    tokens[at].attrs |= {"target": "_blank", "rel": "noreferrer noopener"}
    return self.renderToken(tokens, at, options, env)


def _show_strong(self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: Env) -> str:
    if tokens[at].markup == "__":
        tokens[at].tag = "u"
    return self.renderToken(tokens, at, options, env)


def _make_markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "breaks": True})
    markdown.enable("strikethrough")
    markdown.disable(["image", "html_block", "html_inline", "reference", "lheading", "hr", "code", "entity"])
    markdown.core.ruler.disable("text_join")  # What is escaped isn't part of an address or a mention.
    markdown.inline.add_terminator_char("|")
    markdown.inline.ruler.before("autolink", "tag", _tag)
    markdown.inline.ruler.before("autolink", "spoiler", _spoiler)
    markdown.block.ruler.before("list", "subtext", _subtext, {"alt": ["paragraph", "blockquote", "list"]})
    markdown.add_render_rule("tag", _show_tag)
    markdown.add_render_rule("text", _show_text)
    markdown.add_render_rule("text_special", lambda _self, tokens, at, *_: escapeHtml(tokens[at].content))
    markdown.add_render_rule("link_open", _show_link)
    markdown.add_render_rule("strong_open", _show_strong)
    markdown.add_render_rule("strong_close", _show_strong)
    return markdown


_MARKDOWN = _make_markdown()
