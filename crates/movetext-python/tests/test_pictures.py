"""Boards as pictures, and what notebooks show."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import movetext

VOID = {"br", "img"}


class Balanced(HTMLParser):
    """Fails where tags are not closed in their order; collects tags and text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def read(html: str) -> Balanced:
    parser = Balanced()
    parser.feed(html)
    parser.close()
    assert not parser.open
    return parser


@pytest.mark.parametrize("variant", movetext.VARIANTS)
def test_positions_are_pictures(variant: str) -> None:
    position = movetext.Position(variant=variant)
    plain = position._repr_svg_()
    assert ElementTree.fromstring(plain).tag == "{http://www.w3.org/2000/svg}svg"
    assert plain == position.svg()
    position.push(position.legal_moves[0])
    moved = position.svg()
    position.pop()
    assert moved != plain == position.svg()
    for other in (
        position.svg(flip=True),
        position.svg(theme="dark"),
        position.svg(coordinates=False),
        position.svg(width=99),
        position.svg(pieces="letters"),
    ):
        assert ElementTree.fromstring(other).tag.endswith("svg") and other != plain
    with pytest.raises(ValueError, match="the sets of pieces are .*letters"):
        position.svg(pieces="nothing")
    with pytest.raises(ValueError, match="unknown theme 'pink'; known are light, dark"):
        position.svg(theme="pink")


def test_nodes_show_the_board_and_the_line() -> None:
    pgn = b'[White "Tal"]\n[Event "?"]\n[Date "1960.03.15"]\n\n1. e4 {[%cal Ge4e5] best} e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 1-0\n'
    game = next(movetext.open(pgn))
    root = read(game._repr_html_())
    assert "svg" in root.tags and "Tal – ?" in root.text and "1960.03.15" in root.text
    assert "1. e4 e5 2. Nf3 1-0" in root.text and "mark" not in root.tags
    e4 = read(game.mainline()[0]._repr_html_())
    assert "best" in e4.text and "%cal" not in e4.text and e4.tags.count("mark") == 1
    sicilian = game.mainline()[0].variation(1)
    html = sicilian._repr_html_()
    assert "1. e4 c5 2. Nf3" in read(html).text and "<mark>c5</mark>" in html
    assert sicilian.svg() != game.svg()


def test_black_begins() -> None:
    game = next(movetext.open(b'[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 1"]\n\n1... Kd7 2. Kd2 *\n'))
    assert "1... Kd7 2. Kd2 *" in read(game._repr_html_()).text


def test_all_is_escaped() -> None:
    evil = "<script>alert('x')</script>&\"<img src=x onerror=y>"
    pgn = f'[White "{evil.replace(chr(34), "")}"]\n[Event "<b>"]\n\n1. e4 {{{evil}}} <i>? e5 *\n'.encode()
    game = next(movetext.open(pgn))
    for node in (game, *game.mainline()):
        page = read(node._repr_html_())
        assert not {"script", "img", "i", "b"} & (set(page.tags) - {"b", "i"})
        assert "<script" not in node._repr_html_() and "<img" not in node._repr_html_()
    assert "alert('x')" in read(game._repr_html_()).text


def test_every_game_is_shown(corpus: Path) -> None:
    shown = 0
    for folder in ("chess", "xiangqi", "cescacs", "regressions"):
        for path in sorted((corpus / folder).rglob("*")):
            if not path.is_file():
                continue
            try:
                games = list(movetext.open(path))
            except (OSError, ValueError):
                continue
            for game in games[:3]:
                for node in (game, game.end()):
                    page = read(node._repr_html_())
                    shown += 1
                    try:
                        node.board()
                    except ValueError:
                        assert "no board" in page.text
                    else:
                        assert "svg" in page.tags
                        assert re.match("<svg ", node.svg())
    assert shown > 100


def test_long_lines_are_not_shown_all() -> None:
    moves = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 1000)
    game = next(movetext.open(f"{moves} *".encode()))
    middle = game.mainline()[2000]
    text = read(middle._repr_html_()).text
    assert text.count("N") < 700 and text.count("…") == 2
    with pytest.raises(ValueError):
        next(movetext.open(b"1. Ke3 *")).end().svg()
