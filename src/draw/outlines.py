"""Makes the outlines of characters from fonts, as paths in a box of 100 x 100:

    pip install fonttools
    python3 src/draw/outlines.py NotoSansCJK-Bold.ttc LXGWWenKai-Bold.ttf

The fonts are those of the Debian packages fonts-noto-cjk and fonts-lxgw-wenkai. NOTICE has their licences.
"""

import string
import sys
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
PIECES = "帥將仕士相象俥車傌馬炮砲兵卒帅将车马"
DIGITS = "一二三四五六七八九"
RIVER = "楚河漢界汉"
NAMES = {
    "帥": "MARSHAL", "帅": "MARSHAL_SIMPLIFIED", "將": "GENERAL", "将": "GENERAL_SIMPLIFIED",
    "仕": "OFFICIAL", "士": "SCHOLAR", "相": "MINISTER", "象": "ELEPHANT",
    "俥": "RED_CHARIOT", "車": "CHARIOT", "车": "CHARIOT_SIMPLIFIED",
    "傌": "RED_HORSE", "馬": "HORSE", "马": "HORSE_SIMPLIFIED",
    "炮": "CANNON", "砲": "CATAPULT", "兵": "SOLDIER", "卒": "FOOTMAN",
    "楚": "CHU", "河": "RIVER", "漢": "HAN", "界": "BORDER", "汉": "HAN_SIMPLIFIED",
}


def number(value):
    return f"{value:.1f}".rstrip("0").rstrip(".").replace("-0.", "-.").removeprefix("0") or "0"


def outline(font, character, scale, move):
    """The path of a character; `move` gets the bounds and says where the origin goes."""
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(character)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    scale /= font["head"].unitsPerEm
    x, y = move([edge * scale for edge in bounds.bounds])
    path = SVGPathPen(glyphs, ntos=number)
    glyph.draw(TransformPen(path, (scale, 0, 0, -scale, x, y)))
    return path.getCommands(), glyph.width * scale


def latin(font):
    lines = []
    for character in string.digits + string.ascii_uppercase + string.ascii_lowercase + "+-.":
        path, width = outline(font, character, 100, lambda _: (0, 0))
        lines.append(f"    ('{character}', {width:.1f}, \"{path}\"),\n")
    return (
        "//! The outlines of letters and digits, for coordinates and discs.\n"
        "//!\n"
        "//! Made by `outlines.py` from Noto Sans CJK Bold; `NOTICE` has its licence.\n\n"
        "/// Each character with how wide it is and its path, on a line at y = 0 in a font of 100.\n"
        f"pub(super) const GLYPHS: [(char, f32, &str); {len(lines)}] = [\n{''.join(lines)}];\n"
    )


def centred(bounds):
    left, bottom, right, top = bounds
    return 50 - (left + right) / 2, 50 + (bottom + top) / 2


def chinese(font):
    out = (
        "//! The outlines of Chinese characters, each in the middle of a box of 100 × 100.\n"
        "//!\n"
        "//! Made by `src/draw/outlines.py` from LXGW WenKai Bold; `NOTICE` has its licence.\n"
    )
    for character in dict.fromkeys(PIECES + RIVER):
        path, _ = outline(font, character, 64, centred)
        out += f"\n/// {character}\npub const {NAMES[character]}: &str = \"{path}\";\n"
    out += "\n/// 一 to 九.\npub const DIGITS: [&str; 9] = [\n"
    for character in DIGITS:
        path, _ = outline(font, character, 64, centred)
        out += f"    \"{path}\",\n"
    return out + "];\n"


def main():
    sans, kai = (TTFont(path, fontNumber=0) for path in sys.argv[1:])
    (ROOT / "src/draw/glyphs.rs").write_text(latin(sans))
    (ROOT / "variants/xiangqi/picture/characters.rs").write_text(chinese(kai))


main()
