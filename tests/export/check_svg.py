"""Holds figures against the layouts they were made from, with no code of ours: Python's XML reader, its JSON reader,
and the map looked up slot by slot.

    python3 check_svg.py FOLDER      # every NAME.svg beside NAME.json
"""

import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ET
from collections import Counter

SVG = "{http://www.w3.org/2000/svg}"
BOX = re.compile(r"^M(\S+) (\S+?)h(\S+?)v(\S+?)H(\S+?)z$")
MOVE = re.compile(r"^translate\((\S+) (\S+)\)$")


def box_of(path):
    """x, y, w, h of a rectangle drawn as a path."""
    x, y, w, h, back = (float(n) for n in BOX.match(path.get("d")).groups())
    assert back == x, f"path does not close: {path.get('d')}"
    return x, y, w, h


def labels_of(root):
    """(x, baseline, text) of every cell label."""
    found = []
    for group in root.iter(SVG + "g"):
        if group.get("class") != "labels":
            continue
        assert group.get("text-anchor") == "middle"
        dx, dy = (float(n) for n in MOVE.match(group.get("transform")).groups())
        found += [(float(t.get("x")) + dx, float(t.get("y")) + dy, t.text) for t in group.iter(SVG + "text")]
    return found


def expected_owners(layout):
    """(row, col, tid, i) of every slot that holds an element."""
    values, cols = layout["values"], layout["cols"]
    return Counter((e // cols, e % cols, slot // values, slot % values)
                   for slot, e in enumerate(layout["map"]) if e is not None)


def check_grid(grid, layout, labels, number_of):
    rows, cols = layout["rows"], layout["cols"]
    assert (int(grid.get("data-rows")), int(grid.get("data-cols"))) == (rows, cols)
    paths = list(grid.iter(SVG + "path"))
    x0, y0, w, h = box_of(paths[0])  # the lines: what the cells lie upon
    seen = Counter()
    for path in paths[1:]:
        x, y, part_w, part_h = box_of(path)
        row, col = int((y - y0) * rows / h), int((x - x0) * cols / w)
        tid, i = int(path.get("data-tid")), int(path.get("data-i"))
        assert (int(path.get("data-row")), int(path.get("data-col"))) == (row, col)
        seen[row, col, tid, i] += 1
        inside = [
            text for lx, ly, text in labels.get((int(x), int(y)), []) if x < lx < x + part_w and y < ly < y + part_h
        ]
        assert inside == [str(number_of(tid, i))], f"({row}, {col}) says {inside}, T{tid} x[{i}] owns it"
    assert seen == expected_owners(layout), "cells and map differ"
    return len(paths) - 1


def labels_by_box(root, labels):
    """Labels under the corner of the box they lie in, so that looking one up is not a search through all."""
    boxes = [box_of(p) for g in ("thread", "register") for p in grid_named(root, g).iter(SVG + "path")
             if p.get("data-tid")]
    by_place = {}
    for x, y, text in labels:
        by_place.setdefault((int(x) // 64, int(y) // 64), []).append((x, y, text))
    found = {}
    for x, y, w, h in boxes:
        near = (
            l
            for cx in range(int(x) // 64, int(x + w) // 64 + 1)
            for cy in range(int(y) // 64, int(y + h) // 64 + 1)
            for l in by_place.get((cx, cy), [])
        )
        found.setdefault((int(x), int(y)), []).extend(near)
    return found


def grid_named(root, name):
    return next(g for g in root.iter(SVG + "g") if g.get("id") == name)


def check(svg_path):
    layout = json.loads(svg_path.with_suffix(".json").read_text())
    root = ET.parse(svg_path).getroot()
    assert root.tag == SVG + "svg" and root.get("role") == "img"
    assert root.find(SVG + "title").text == layout["kind"]
    assert root.find(SVG + "desc").text
    carried = json.loads(root.find(SVG + "metadata").text)
    assert carried["format"] == "tcviz-figure/1" and carried["layouts"] == [layout], "the embedded layout differs"
    labels = labels_of(root)
    by_box = labels_by_box(root, labels)
    cells = check_grid(grid_named(root, "thread"), layout, by_box, lambda tid, i: tid)
    cells += check_grid(grid_named(root, "register"), layout, by_box, lambda tid, i: i)
    assert cells == len(labels) == 2 * sum(e is not None for e in layout["map"])


def main(folder):
    figures = sorted(pathlib.Path(folder).glob("*.svg"))
    assert figures, f"no figures in {folder}"
    for figure in figures:
        try:
            check(figure)
        except Exception as error:  # every kind of damage is a failure of this figure
            sys.exit(f"{figure.name}: {type(error).__name__}: {error}")
    print(f"{len(figures)} figures agree with their layouts")


main(sys.argv[1])
