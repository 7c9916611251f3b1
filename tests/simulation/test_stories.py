"""The stories in which the simulator found a fault, at their shortest: they must come right from now on."""

from __future__ import annotations

import pytest

from .run import run
from .story import Event, Story

STORIES: dict[str, tuple[int, Story]] = {
    "a move is shown whose commit lost its answer": (
        39,
        (
            Event(16.41, "turn", 2093426146),
            Event(29.08, "commit is lost", 1334967360),
            Event(30.23, "turn", 4156360021),
        ),
    ),
    "a table is shown whose first commit lost its answer": (
        24,
        (
            Event(379.32, "commit is lost", 2869203638),
            Event(385.99, "join", 2586220079),
            Event(603.4, "turn", 1382043089),
        ),
    ),
    "a table is moved whose thread is deleted while the database fails": (
        257,
        (
            Event(1.0, "open", 2752462553),
            Event(15352.65, "commit is lost", 3304431320),
            Event(15353.31, "event is late", 2345217188),
            Event(15354.68, "turn", 2816236457),
            Event(15355.89, "thread is deleted", 610268903),
        ),
    ),
    "a table is shown that could not be read after its first commit": (
        3015,
        (
            Event(3.33, "bot dies after a write", 700410582),
            Event(107.75, "read fails at a commit", 18588601),
            Event(7137.75, "turn", 3289784216),
            Event(7142.44, "join", 2609523031),
        ),
    ),
    "a league is shown whose change lost its answer": (
        27,
        (
            Event(1.0, "open", 1349176718),
            Event(1.4, "open", 3784838632),
            Event(3.1, "turn", 1309068742),
            Event(11.93, "league", 189416943),
            Event(15.75, "press", 3095798743),
            Event(18.72, "turn", 262312297),
            Event(20.34, "turn", 146721084),
            Event(21.37, "commit is lost", 3164412582),
            Event(25.36, "press", 4062951510),
        ),
    ),
    "presses in the last moment of a bot that stops are no errors": (
        4,
        (
            Event(9.0, "turn", 3342834822),
            Event(10.52, "turn", 1423967812),
            Event(10.98, "bot restarts", 83609361),
            Event(10.98, "turn", 2532051227),
        ),
    ),
    "a press whose refusal meets the end of the bot is no error": (
        147,
        (
            Event(1.0, "open", 3431120427),
            Event(1.15, "turn", 1059031497),
            Event(1.31, "turn", 2139400026),
            Event(1.34, "request is late", 4189568261),
            Event(1.43, "gateway resumes", 2424088058),
            Event(3.62, "bot restarts", 1258563361),
            Event(5.38, "turn", 2594578701),
            Event(6.39, "answer is lost", 4200590211),
        ),
    ),
    "a game in direct messages that are refused is shown as a reply": (
        1094,
        (
            Event(222.84, "member leaves", 3185493272),
            Event(251.38, "join", 3350549750),
            Event(258.26, "request is refused", 2903261664),
        ),
    ),
    "a game is shown whose channel was gone before its first message": (
        609,
        (
            Event(23.86, "bot dies at a deletion", 356712974),
            Event(55.05, "league", 3520713623),
            Event(71.84, "channel is deleted", 1693956515),
            Event(262.44, "gateway starts over", 1488164883),
        ),
    ),
    "a lobby is closed whose channel was gone before its first message": (
        359,
        (
            Event(49.94, "open", 3434876548),
            Event(353.53, "bot dies after a write", 1228471396),
            Event(373.94, "hesitation", 506430370),
            Event(389.36, "channel is deleted", 1246314398),
        ),
    ),
    "a lobby is shown whose first message was refused": (
        52777,
        (
            Event(6845.74, "bot dies after a write", 1013338956),
            Event(6847.13, "open", 4052331100),
            Event(6855.56, "permission goes", 3874902898),
            Event(6939.02, "answer is lost", 2533199097),
        ),
    ),
    "a refusal that could not be told names nobody in the log": (
        53409,
        (
            Event(1.0, "open", 421783917),
            Event(1.71, "settings", 2794827613),
            Event(2.01, "turn", 2832134049),
            Event(2.6, "old button", 3175578128),
            Event(3.73, "turn", 1658315145),
            Event(4.18, "request is cut", 4280177112),
            Event(11.65, "press", 4198209946),
        ),
    ),
    "a card that was posted but not noted comes back although its thread was deleted": (
        52962,
        (
            Event(1.0, "open", 3965603476),
            Event(1.78, "read fails at a tick", 880821409),
            Event(1.86, "turn", 2645492026),
            Event(3.1, "command", 292349298),
            Event(3.23, "disk is full at a deletion", 2298195703),
            Event(4.09, "turn", 3274976939),
        ),
    ),
    "a card on its way into a thread that is deleted is shown elsewhere": (
        102899,
        (
            Event(62.09, "turn", 1156670571),
            Event(63.21, "request is late", 2919913444),
            Event(64.37, "turn", 1986815484),
            Event(65.9, "commit is lost at a deletion", 433315529),
        ),
    ),
    "a note that could not be written leaves nothing behind": (
        132464,
        (
            Event(523.17, "turn", 2152906243),
            Event(525.22, "turn", 717608235),
            Event(529.57, "commit is lost", 890957005),
            Event(532.41, "disk is full", 2415034532),
            Event(533.11, "turn", 1299083379),
            Event(533.15, "answer is lost", 1460145447),
        ),
    ),
    "a game of a league counts only once it has ended": (
        2,
        (
            Event(1.0, "league", 2),
            Event(8.0, "league", 3),
            Event(60.0, "table is busy at a round's end", 5),
            Event(61.0, "table is busy at a round's end", 5),
            Event(1200.0, "league", 7),
        ),
    ),
    "a lobby found in its reply stays the only one, though the note of it fails twice": (
        850266,
        (
            Event(18.47, "disk is slow", 1740417270),
            Event(35.34, "disk is full", 3609258311),
            Event(40.5, "turn", 2647562286),
        ),
    ),
    "a thread is used that was made although its answer was lost": (
        831123,
        (
            Event(1.0, "open", 764319055),
            Event(1.35, "join", 1126430925),
            Event(2.27, "request is refused", 3589100432),
            Event(3.65, "request is refused", 4242246560),
            Event(11.25, "permission goes", 454289860),
            Event(146.34, "goodbye", 1841392676),
        ),
    ),
    "whoever may claim is told without a channel, though the one whose turn it is can't be reached": (
        891516,
        (
            Event(1.0, "open", 3871460708),
            Event(464.18, "messages are closed", 115222566),
            Event(490.88, "join", 4053613072),
            Event(501.61, "channel is deleted", 3618206150),
        ),
    ),
    "whoever moved before the clock was set back is notified": (
        300179,
        (
            # A computer answers after a death; by the new clock the move before it is still to come.
            Event(1.0, "open", 2964341242),
            Event(10.07, "open", 3557603781),
            Event(15.25, "join", 1790589979),
            Event(16.19, "turn", 850492918),
            Event(16.65, "bot dies after a write", 310567311),
            Event(23.01, "clock jumps", 1177867289),
        ),
    ),
    "a chart that was sent just before a death becomes one of now": (
        315,
        (
            Event(1.0, "open", 2921153890),
            Event(6.17, "join", 1390611548),
            Event(321.02, "read fails at a commit", 1561282057),
            Event(331.22, "answer is lost", 3845793638),
            Event(335.07, "join", 901732793),
            Event(337.93, "bot dies before a write", 1503267241),
        ),
    ),
    "nobody is in memory whose erasure was stored although its answer was lost": (
        833,
        (
            Event(878.02, "table is busy at a computer's turn", 2973758052),
            Event(893.11, "turn", 1257692568),
            Event(1640.58, "open", 489188238),
            Event(1752.88, "typed", 2296789084),
            Event(1784.32, "turn", 2343576310),
            Event(1795.49, "disk is full", 3157808112),
            Event(1820.82, "goodbye", 1714325805),
            Event(1855.85, "commit is lost at a tick", 598716167),
        ),
    ),
    "a new game is acknowledged in time although the language of whoever asks can't be read": (
        13,
        (
            Event(27.56, "disk is slow", 2492597938),
            Event(30.98, "open", 3007654971),
        ),
    ),
}
"""What is right again: a seed, and what happens in its world."""

WORLDS: dict[str, tuple[int, Story]] = {
    "no time counts while the gateway is away": (
        1,
        (
            Event(1.0, "open", 1932364126),
            Event(9.6, "turn", 732325375),
            Event(11.6, "turn", 3328447216),
            Event(13.6, "gateway is away", 4034534365),
        ),
    ),
    "the gateway is away twice, and the bot restarts meanwhile": (
        13,
        (
            Event(74.09, "gateway is away", 2626321489),
            Event(292.42, "gateway is away", 447992882),
        ),
    ),
    "a computer plays although others were faster and nobody presses anything": (
        3,
        (
            Event(3.0, "open", 2892501460),
            Event(61.64, "turn", 1506496911),
            Event(79.64, "table is busy at a computer's turn", 1744571394),
            Event(85.64, "turn", 1591050890),
        ),
    ),
    "all is shown after ten minutes in which Discord took no messages": (
        1,
        (
            Event(1.0, "open", 1932364126),
            Event(13.6, "posts are refused", 4034534365),
            Event(50.22, "turn", 2171033884),
        ),
    ),
    "what is asked for again while it is being done is done again": (
        2,
        (
            Event(1.0, "open", 4281942358),
            Event(108.47, "turn", 51096896),
            Event(110.47, "two ask again at a follow-up", 1027321349),
            Event(116.47, "turn", 3573146935),
        ),
    ),
    "what is asked for again once it was done is done again": (
        2,
        (
            Event(1.0, "open", 4281942358),
            Event(108.47, "turn", 51096896),
            Event(110.47, "two ask again at the end of a follow-up", 1027321349),
            Event(116.47, "turn", 3573146935),
        ),
    ),
    "a card whose thread goes while it is on its way is shown elsewhere": (
        7,
        (
            Event(1.0, "open", 3981854979),
            Event(3.3, "join", 2857360912),
            Event(45.5, "turn", 3782134093),
            Event(47.5, "turn", 2751859846),
            Event(49.5, "turn", 2652329578),
            Event(51.5, "turn", 3110364262),
            Event(52.1, "turn", 531331753),
            Event(54.1, "turn", 2770324256),
            Event(56.1, "turn", 1195714325),
            Event(56.4, "turn", 3849360229),
            Event(58.4, "its channel goes at a card", 3779025990),
            Event(58.7, "turn", 4058849070),
        ),
    ),
    "a card whose nonce is forgotten before its note is made is found in its channel": (
        990029,
        (
            Event(1.0, "open", 3066385556),
            Event(1.97, "hesitation", 2092676591),
            Event(2.22, "bot dies before a write", 871240113),
            Event(5.57, "posts are refused", 1236416258),
        ),
    ),
}
"""Moments that random worlds hardly ever meet."""


@pytest.mark.parametrize(("seed", "story"), WORLDS.values(), ids=WORLDS)
def test_what_seldom_happens_ends_well(seed: int, story: Story) -> None:
    assert run(seed, story).wrong == []


@pytest.mark.parametrize(("seed", "story"), STORIES.values(), ids=STORIES)
def test_what_went_wrong_once_comes_right(seed: int, story: Story) -> None:
    assert run(seed, story).wrong == []
