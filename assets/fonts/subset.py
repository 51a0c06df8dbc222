"""Subsets the two fonts of Tianyuan from their sources; see subset.sh.

Usage: subset.py NOTO_SANS_CJK.ttc LXGW_WENKAI.ttf OUTPUT_FOLDER
"""

import sys
from pathlib import Path

from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTCollection, TTFont

# Vertical metrics of both fonts, in thousandths of an em. They are equal since
# both occur in one line of text; its middle is that of Chinese characters,
# capitals and digits.
ASCENT, DESCENT = 1000, 250

# Characters that Chinese fonts make full-width, but English text, times and
# board sizes need proportional.
PROPORTIONAL = [*range(0x00A0, 0x0100), *range(0x2010, 0x2040)]
# Characters without a proportional form: their scale and advance width.
SHRUNK = {"×": (0.78, 555), "÷": (0.78, 555), "±": (0.78, 555), "·": (0.7, 280), "•": (1, 420)}
MIDDLE = 380  # Height of the middle of Chinese characters.

# The pieces of figurine notation, which the source has not, drawn for Tianyuan on a square
# of 100 units with y downwards: the glyphs of unused characters are replaced by them.
FIGURINE_BASE = "M22 86 H78 V97 H22 Z"
FIGURINES = {
    "♔": ("〡", "M46 2 H54 V10 H62 V18 H54 V30 C62 25 72 25 79 31 C91 41 86 56 76 66 L73 80 H27 "
                "L24 66 C14 56 9 41 21 31 C28 25 38 25 46 30 V18 H38 V10 H46 Z"),
    "♕": ("〢", "M27 80 L12 34 A7 7 0 1 1 18 33 L31 56 L30 24 A7 7 0 1 1 37 23 L45 53 L47 17 "
                "A7 7 0 1 1 53 17 L55 53 L63 23 A7 7 0 1 1 70 24 L69 56 L82 33 "
                "A7 7 0 1 1 88 34 L73 80 Z"),
    "♖": ("〣", "M25 80 L32 70 V42 L24 34 V10 H37 V20 H44 V10 H56 V20 H63 V10 H76 V34 L68 42 "
                "V70 L75 80 Z"),
    "♗": ("〤", "M46 15 A7 7 0 1 1 54 15 C70 28 78 44 71 59 C68 66 62 70 62 80 H38 C38 70 32 66 "
                "29 59 C22 44 30 28 46 15 Z M59 31 L48 50 L54 53 L65 35 Z"),
    "♘": ("〥", "M28 80 C28 62 45 58 49 46 C42 52 34 52 29 58 C25 64 16 61 14 54 C12 48 19 42 23 34 "
                "C27 25 33 19 41 16 L42 4 L53 14 C76 19 86 44 79 80 Z "
                "M38 30 A4 4 0 1 0 46 30 A4 4 0 1 0 38 30 Z"),
}
FIGURINE_SCALE, FIGURINE_ADVANCE, FIGURINE_BASELINE = 8.6, 880, 96


def rows_of(encoding, rows, trails):
    """The characters whose first byte is in `rows`, in a two-byte encoding."""
    found = set()
    for row in rows:
        for trail in trails:
            try:
                found.update(map(ord, bytes([row, trail]).decode(encoding)))
            except UnicodeDecodeError:
                pass
    return found


def gb2312(rows):
    """The characters in these rows of GB 2312."""
    return rows_of("gb2312", [0xA0 + row for row in rows], range(0xA1, 0xFF))


LATIN = {*range(0x20, 0x7F), *range(0xA0, 0x180)}
PUNCTUATION = {*range(0x2010, 0x2040), 0x20AC, 0x2116, 0x2122, 0x2212}
CHINESE_PUNCTUATION = {*range(0x3000, 0x3020), *range(0xFF01, 0xFF5F), 0xFFE5}
# Arrows, mathematics, keys, numbers in circles, boxes, shapes, cards, ticks.
SYMBOLS = {
    *range(0x2190, 0x219A), 0x21C4, 0x21C5, 0x21E7, 0x2318, 0x23CE, 0x23CF,
    *map(ord, "∀∂∈∏∑√∓∝∞∟∠∧∨∩∪∫∴∵∼≈≒≠≡≤≥⊕⊙⊥⊿"),
    *range(0x2160, 0x216C), *range(0x2460, 0x2474), *range(0x25A0, 0x2600),
    *range(0x2600, 0x2670), 0x2713,
}
LEVEL_1 = gb2312(range(16, 56))
LEVEL_2 = gb2312(range(56, 88))
# Common characters of Taiwan and Hong Kong (Big5, level 1) and of Japan
# (JIS X 0208, level 1), for player names.
TRADITIONAL = rows_of("big5", range(0xA4, 0xC7), [*range(0x40, 0x7F), *range(0xA1, 0xFF)])
JAPANESE = rows_of("euc_jp", range(0xA0 + 16, 0xA0 + 48), range(0xA1, 0xFF))


def substitutions(font, feature):
    """The single substitutions of a feature: glyph name to glyph name."""
    table = font["GSUB"].table
    found = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag != feature:
            continue
        for index in record.Feature.LookupListIndex:
            for lookup in table.LookupList.Lookup[index].SubTable:
                lookup = getattr(lookup, "ExtSubTable", lookup)
                found.update(getattr(lookup, "mapping", {}))
    return found


def use_proportional_forms(font):
    """Maps the characters of PROPORTIONAL to their proportional forms."""
    forms = substitutions(font, "pwid")
    for table in font["cmap"].tables:
        if not table.isUnicode() or table.format == 14:
            continue
        for code in PROPORTIONAL:
            name = table.cmap.get(code)
            if name in forms:
                table.cmap[code] = forms[name]


def shrink_glyphs(font):
    """Shrinks the characters of SHRUNK around their middle."""
    characters, glyphs = font.getBestCmap(), font.getGlyphSet()
    top = font["CFF "].cff.topDictIndex[0]
    for character, (scale, advance) in SHRUNK.items():
        name = characters[ord(character)]
        before, bearing = font["hmtx"][name]
        shift = (advance - scale * before) / 2
        old = top.CharStrings[name]
        pen = T2CharStringPen(advance, glyphs)
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, scale, shift, MIDDLE * (1 - scale))))
        top.CharStrings[name] = pen.getCharString(old.private, old.globalSubrs)
        font["hmtx"][name] = (advance, round(scale * bearing + shift))


def add_figurines(font):
    """Draws the pieces of FIGURINES in place of the glyphs that were kept for them."""
    top = font["CFF "].cff.topDictIndex[0]
    for character, (donor, path) in FIGURINES.items():
        name = font.getBestCmap()[ord(donor)]
        old = top.CharStrings[name]
        pen = T2CharStringPen(FIGURINE_ADVANCE, None)
        left = (FIGURINE_ADVANCE - 100 * FIGURINE_SCALE) / 2
        bottom = FIGURINE_BASELINE * FIGURINE_SCALE
        place = TransformPen(pen, (FIGURINE_SCALE, 0, 0, -FIGURINE_SCALE, left, bottom))
        for part in (path, FIGURINE_BASE):
            parse_path(part, place)
        top.CharStrings[name] = pen.getCharString(old.private, old.globalSubrs)
        font["hmtx"][name] = (FIGURINE_ADVANCE, round(left))
        for table in font["cmap"].tables:
            if table.isUnicode() and table.format != 14 and ord(donor) in table.cmap:
                table.cmap[ord(character)] = table.cmap.pop(ord(donor))


def subset(font, characters, features):
    """Keeps only these characters and layout features; drops hinting and names."""
    options = Options()
    options.layout_features = features
    options.hinting = False
    options.legacy_kern = False
    options.notdef_outline = True
    options.glyph_names = False
    options.recalc_timestamp = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14]
    options.name_languages = [0x409]
    options.drop_tables += ["BASE", "DSIG", "VORG", "gasp", "vhea", "vmtx"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)


def rename(font, family, style="Regular"):
    """Renames the font: the source names are reserved font names."""
    full = f"{family} {style}"
    plain = full.replace(" ", "")
    postscript = f"{family.replace(' ', '')}-{style}"
    version = font["name"].getDebugName(5)
    names = {1: family, 2: style, 3: f"{plain};subset of {version}", 4: full, 6: postscript}
    for name_id, text in names.items():
        for record in [r for r in font["name"].names if r.nameID == name_id]:
            record.string = text
    if "CFF " in font:
        cff = font["CFF "].cff
        cff.fontNames[0] = postscript
        top = cff.topDictIndex[0]
        top.FamilyName, top.FullName = family, full
        for part in getattr(top, "FDArray", []):
            if hasattr(part, "FontName"):
                part.FontName = f"{postscript}-{part.FontName.rsplit('-', 1)[-1]}"


def set_vertical_metrics(font):
    """Sets the shared vertical metrics and the regular style."""
    font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = ASCENT, -DESCENT, 0
    os2 = font["OS/2"]
    os2.version = max(os2.version, 4)
    os2.sTypoAscender, os2.sTypoDescender, os2.sTypoLineGap = ASCENT, -DESCENT, 0
    os2.usWinAscent, os2.usWinDescent = ASCENT, DESCENT
    # A single regular weight; use typographic metrics.
    os2.usWeightClass, os2.fsSelection, font["head"].macStyle = 400, 1 << 6 | 1 << 7, 0


def finish(font, family, path):
    rename(font, family)
    set_vertical_metrics(font)
    font["head"].modified = font["head"].created
    font.save(path)
    size = path.stat().st_size
    print(f"{path.name}: {len(font.getBestCmap())} characters, {size / 1e6:.2f} MB")


def main(sans_source, kai_source, folder):
    folder = Path(folder)
    listed = set(map(ord, (folder / "kai-characters.txt").read_text("utf-8"))) - {ord("\n")}

    collection = TTCollection(sans_source)
    sans = next(f for f in collection.fonts if f["name"].getDebugName(1) == "Noto Sans CJK SC")
    sans.recalcTimestamp = False
    use_proportional_forms(sans)
    # Rows 4 to 7 of GB 2312: kana, Greek and Cyrillic, for player names.
    alphabets = gb2312(range(4, 8)) | {0x30FB, 0x30FC}
    characters = (
        LATIN | PUNCTUATION | CHINESE_PUNCTUATION | SYMBOLS | alphabets
        | LEVEL_1 | LEVEL_2 | TRADITIONAL | JAPANESE | listed
        | {ord(donor) for donor, _ in FIGURINES.values()}
    )
    subset(sans, characters, ["ccmp", "kern", "mark"])
    shrink_glyphs(sans)
    add_figurines(sans)
    finish(sans, "Tianyuan Sans", folder / "TianyuanSans.otf")

    kai = TTFont(kai_source, recalcTimestamp=False)
    characters = LATIN | PUNCTUATION | CHINESE_PUNCTUATION | LEVEL_1 | listed
    subset(kai, characters, [])
    finish(kai, "Tianyuan Kai", folder / "TianyuanKai.ttf")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
