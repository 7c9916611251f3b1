"""Discord's markdown as HTML."""

from __future__ import annotations

import pytest

from bot.local.page.markdown import render
from bot.local.world.world import World

LINK = '<a href="{0}" target="_blank" rel="noreferrer noopener">{0}</a>'
LINK_TO_HERE = '<a href="https://a.example/@here" target="_blank" rel="noreferrer noopener">'
LINK_TO_B = '<a href="https://a.example/b" target="_blank" rel="noreferrer noopener">x</a>'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"),
        ("![x](https://a.example/b)", f"<p>!{LINK_TO_B}</p>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("**b** *i* __u__ ~~s~~", "<p><strong>b</strong> <em>i</em> <u>u</u> <s>s</s></p>"),
        ("a\nb", "<p>a<br>\nb</p>"),
        ("- a\n- b\n**c**", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<p><strong>c</strong></p>"),
        ("```\n- a\nb\n```", "<pre><code>- a\nb\n</code></pre>"),
        ("-# small", "<small>small</small>"),
        ("`<b>`", "<p><code>&lt;b&gt;</code></p>"),
        ("||secret||", '<p><span class="spoiler" tabindex="0">secret</span></p>'),
        ("<t:5:R>", '<p><time data-at="5" data-style="R"></time></p>'),
        ("<@1>", '<p><span class="mention" data-person="1">@unknown-user</span></p>'),
        ('https://a.example/"x', f"<p>{LINK.format('https://a.example/&quot;x')}</p>"),
        ('"https://a.example/x".', f"<p>&quot;{LINK.format('https://a.example/x')}&quot;.</p>"),
        ("https://a.example/?a=1&b=2", f"<p>{LINK.format('https://a.example/?a=1&amp;b=2')}</p>"),
        ("https://a.example/@everyone/x", f"<p>{LINK.format('https://a.example/@everyone/x')}</p>"),
        ("<https://a.example/@here>", f"<p>{LINK.format('https://a.example/@here')}</p>"),
        (
            "[**all** @here https://b.example](https://a.example/@here)",
            f"<p>{LINK_TO_HERE}<strong>all</strong> @here https://b.example</a></p>",
        ),
        ("hey @everyone!", '<p>hey <span class="mention" data-everyone>@everyone</span>!</p>'),
        (r"hey \@everyone, https\://a.example", "<p>hey @everyone, https://a.example</p>"),
        ('</x"y:5>', '<p><span class="mention" data-command="x&quot;y">/x&quot;y</span></p>'),
    ],
)
def test_markdown_is_rendered_and_everything_else_escaped(text: str, html: str) -> None:
    assert render(World(), text).replace("<br />", "<br>") == html


def test_a_name_is_no_part_of_the_page() -> None:
    world = World()
    mallory = world.add_person("<img src=x>")
    assert "@&lt;img src=x&gt;</span>" in render(world, f"<@{mallory.id}>")
