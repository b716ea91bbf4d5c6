"""Holds figures in every format against what they were made from, with readers that share no code with the writers.

    python3 check_figures.py FOLDER [pdf] [tikz]     # every NAME.expected.json with NAME.svg, NAME.png, ... beside it

NAME.expected.json: {"sources": [...], "layouts": [...]}. What the SVG draws is checked by check_svg.py; here the labels
of the PDF, and of what pdflatex makes of the TikZ, must stand where those of the SVG stand.
"""
import base64
import csv
import json
import pathlib
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib

SVG = "{http://www.w3.org/2000/svg}"
XHTML = "{http://www.w3.org/1999/xhtml}"
POINTS_OF_UNIT = 0.75
MOST_APART = 1.6  # points: two fonts do not have the same middle


def unarmored(text):
    """The figure in a comment of any language."""
    letters = text.rsplit("tcviz-figure/1:", 1)[1].split("=", 1)[0]  # a note may speak of figures before
    letters = re.sub(r"[^A-Za-z0-9+_]", "", letters)
    return json.loads(zlib.decompress(base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"+_")))


def same(carried, expected, what):
    assert carried["format"] == "tcviz-figure/1", what
    assert carried["layouts"] == expected["layouts"], f"{what}: the layouts differ"
    assert carried["sources"] == expected["sources"], f"{what}: the sources differ"


def check_png(path, expected):
    data = path.read_bytes()
    at, texts = 8, {}
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0]
        if kind == b"iTXt":
            key, rest = body.split(b"\0", 1)
            packed, rest = rest[0], rest[2:]
            text = rest.split(b"\0", 2)[2]
            texts[key.decode("latin-1")] = (zlib.decompress(text) if packed else text).decode()
        at += 12 + size
    same(json.loads(texts["tcviz-figure"]), expected, "PNG")
    assert texts["Title"] and texts["Description"]


def check_csv(path, expected):
    rows = list(csv.DictReader(path.read_text().splitlines()))
    for layout, source in zip(expected["layouts"], expected["sources"]):
        mine, rows = rows[:len(layout["map"])], rows[len(layout["map"]):]
        provenance = json.loads(mine[0]["provenance"])
        assert provenance.pop("source_name", "") == source and provenance == layout["provenance"]
        for slot, (row, element) in enumerate(zip(mine, layout["map"])):
            assert (int(row["tid"]), int(row["i"])) == divmod(slot, layout["values"]) and row["kind"] == layout["kind"]
            assert row["linear"] == ("" if element is None else str(element))
            assert element is None or (int(row["row"]), int(row["col"])) == divmod(element, layout["cols"])
    assert not rows


def labels_of_svg(path):
    """(text, middle x, middle y) in points of every text of a cell that is one word."""
    found = []
    for group in ET.parse(path).getroot().iter(SVG + "g"):
        if group.get("class") != "labels":
            continue
        dx, dy = (float(n) for n in re.match(r"translate\((\S+) (\S+)\)", group.get("transform")).groups())
        rise = 0.335 * float(group.get("font-size"))
        for text in group.iter(SVG + "text"):
            x, y = float(text.get("x")) + dx, float(text.get("y")) + dy - rise
            found.append((text.text, x * POINTS_OF_UNIT, y * POINTS_OF_UNIT))
    return found


def words_of_pdf(path):
    out = subprocess.run(["pdftotext", "-bbox", str(path), "-"], check=True, capture_output=True).stdout
    page = ET.fromstring(re.sub(rb"[^\x20-\x7e\n]", b"?", out)).find(f".//{XHTML}page")
    size = float(page.get("width")), float(page.get("height"))
    words = {}
    for word in page.iter(XHTML + "word"):
        x = (float(word.get("xMin")) + float(word.get("xMax"))) / 2
        y = (float(word.get("yMin")) + float(word.get("yMax"))) / 2
        words.setdefault(word.text, []).append((x, y))
    return size, words


def check_labels(svg, pdf, what):
    """Every label of the SVG is a word of the PDF, at its place."""
    (width, height), words = words_of_pdf(pdf)
    root = ET.parse(svg).getroot()
    wanted = [float(root.get(side)) * POINTS_OF_UNIT for side in ("width", "height")]
    assert abs(width - wanted[0]) < 1.1 and abs(height - wanted[1]) < 1.1, f"{what}: {width}x{height}, not {wanted}"
    labels = labels_of_svg(svg)
    for text, x, y in labels:
        if " " in text:
            continue
        near = [1 for wx, wy in words.get(text, []) if abs(wx - x) < MOST_APART and abs(wy - y) < 3 * MOST_APART]
        assert near, f"{what}: no '{text}' at {x:.1f}, {y:.1f}; it is at {words.get(text, [])[:5]}"
    return len(labels)


def check_pdf(folder, name, expected):
    pdf = folder / f"{name}.pdf"
    info = dict(line.split(":", 1) for line in subprocess.run(
        ["pdfinfo", str(pdf)], check=True, capture_output=True, text=True).stdout.splitlines() if ":" in line)
    same(unarmored(info["Keywords"].strip()), expected, "PDF")
    assert info["Title"].strip() and info["Pages"].strip() == "1"
    fonts = subprocess.run(["pdffonts", str(pdf)], check=True, capture_output=True, text=True).stdout.splitlines()[2:]
    assert fonts and all(
        re.search(r"\s(yes)\s+(yes)\s+(yes)\s", line) for line in fonts
    ), "fonts: embedded, subset, Unicode"
    assert b"/Subtype /Image" not in pdf.read_bytes(), "a picture instead of vectors"
    check_labels(folder / f"{name}.svg", pdf, "PDF")


def check_tikz(folder, name, expected):
    source = folder / f"{name}.tex"
    same(unarmored(source.read_text()), expected, "TikZ")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"-jobname={name}-tex", source.name],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
    )
    assert done.returncode == 0, f"pdflatex: {done.stdout[-1500:]}"
    assert "Overfull" not in done.stdout
    check_labels(folder / f"{name}.svg", folder / f"{name}-tex.pdf", "TikZ")


def check(folder, expected_path, wanted):
    name = expected_path.name.removesuffix(".expected.json")
    expected = json.loads(expected_path.read_text())
    same(json.loads(ET.parse(folder / f"{name}.svg").getroot().find(SVG + "metadata").text), expected, "SVG")
    check_png(folder / f"{name}.png", expected)
    check_csv(folder / f"{name}.csv", expected)
    for suffix in ("md", "hpp", "txt", "tex"):
        same(unarmored((folder / f"{name}.{suffix}").read_text()), expected, suffix)
    if "pdf" in wanted:
        check_pdf(folder, name, expected)
    if "tikz" in wanted:
        check_tikz(folder, name, expected)


def main(folder, wanted):
    folder = pathlib.Path(folder)
    found = sorted(folder.glob("*.expected.json"))
    assert found, f"no figures in {folder}"
    for path in found:
        try:
            check(folder, path, wanted)
        except Exception as error:  # every kind of damage is a failure of this figure
            sys.exit(f"{path.name}: {type(error).__name__}: {error}")
    print(f"{len(found)} figures hold what they were made from; also looked into: {' '.join(wanted) or 'nothing else'}")


main(sys.argv[1], sys.argv[2:])
