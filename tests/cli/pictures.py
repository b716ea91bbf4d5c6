"""The pictures of the READMEs: pictures.py TCVIZ ROOT [--write].

assets/pictures/figures.json says what `tcviz figures` draws, captures.json what `tcviz capture` draws. Checks that the
folder holds these pictures and no others, that READMEs show no others, and that they are what tcviz draws today. Texts
may be a little lighter or darker, as another FreeType draws them. With --write all pictures are drawn again: look at
each.
"""

import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zlib

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
FOLDER = ROOT / "assets/pictures"
BLOCK = 8  # pixels
MOST_APART = 6  # levels of 255, of a block's mean: the edges of letters vary, their number does not
SHOWN = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)


def block_sums(path):
    """The sums of each channel over each block of an 8-bit PNG of RGB or RGBA pixels that is not interlaced."""
    data, packed, at = path.read_bytes(), b"", 8
    width, height, depth, colours = struct.unpack(">IIBB", data[16:26])
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        packed += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    step = {2: 3, 6: 4}[colours]
    assert depth == 8, path
    lines, line, sums, stride = zlib.decompress(packed), bytearray(width * step), {}, width * step + 1
    for row in range(height):
        line = unfiltered(lines[row * stride], bytearray(lines[row * stride + 1:(row + 1) * stride]), line, step)
        for at in range(0, len(line), BLOCK * step):
            for channel in range(step):
                place = row // BLOCK, at, channel
                sums[place] = sums.get(place, 0) + sum(line[at + channel:at + BLOCK * step:step])
    return sums


def unfiltered(kind, line, above, step):
    """Undoes a filter of PNG (section 9.2) on a line."""
    for at in range(len(line) if kind else 0):
        left, up, corner = (line[at - step], above[at], above[at - step]) if at >= step else (0, above[at], 0)
        about = left + up - corner
        paeth = min((left, up, corner), key=lambda value: abs(about - value))
        line[at] = (line[at] + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
    return line


def is_same(drawn, kept):
    if drawn.read_bytes() == kept.read_bytes():
        return True
    one, other = block_sums(drawn), block_sums(kept)
    return one.keys() == other.keys() and all(
        abs(value - other[place]) <= MOST_APART * BLOCK * BLOCK for place, value in one.items())


def draw(capture, usual, folder, to):
    """Captures the window to a folder; a capture with an example opens that kernel after one replacement."""
    options = [*usual, *capture.get("options", [])]
    if "example" in capture:
        kernel = pathlib.Path(folder, "kernel.ptx")
        change = capture["example"]
        kernel.write_text(run("xray", "--example").stdout.replace(change["replace"], change["by"]))
        options.insert(0, str(kernel))
    done = run("capture", "-o", str(pathlib.Path(to, capture["output"])), *options)
    return [f"{capture['output']}: {done.stderr}"] if done.returncode else []


def draw_or_compare(captures):
    """Writes the captures, or says which of them are drawn otherwise today."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for capture in captures["captures"]:
            name = capture["output"]
            problems = draw(capture, captures["options"], folder, FOLDER if "--write" in sys.argv else folder)
            if "--write" not in sys.argv and not problems and not is_same(pathlib.Path(folder, name), FOLDER / name):
                problems = [f"{name} is drawn otherwise today: run tests/pictures, and look at it"]
            found += problems
    return found


def size_of(picture):
    return "{}x{}".format(*struct.unpack(">II", picture.read_bytes()[16:24]))


def complaints(specified, captures):
    there = {path.name for path in FOLDER.iterdir() if path.suffix != ".json"}
    found = [f"{name}: neither figures.json nor captures.json says how it is drawn" for name in there - specified]
    found += [f"{name} is missing" for name in specified - there]
    wanted = captures["options"][captures["options"].index("--size") + 1]
    found += [f"{each['output']}: {size_of(FOLDER / each['output'])} pixels, not {wanted}"
              for each in captures["captures"]
              if each["output"] in there and size_of(FOLDER / each["output"]) != wanted]
    below = (path for part in ("app", "gpu", "assets") for path in (ROOT / part).rglob("*.md"))
    for readme in [ROOT / "README.md", *below]:
        for shown in SHOWN.findall(readme.read_text(encoding="utf-8")):
            picture = (readme.parent / shown).resolve()
            if not shown.startswith("http") and (picture.parent != FOLDER.resolve() or picture.name not in specified):
                found.append(f"{readme.relative_to(ROOT)} shows {shown}, which no specification names")
    return found


def main():
    figures = json.loads((FOLDER / "figures.json").read_text())
    captures = json.loads((FOLDER / "captures.json").read_text())
    specified = {each["output"] for each in figures["figures"] + captures["captures"]}
    found = draw_or_compare(captures)
    done = run("figures", str(FOLDER / "figures.json"), *([] if "--write" in sys.argv else ["--verify"]))
    if done.returncode:
        found.append(f"{done.stdout}{done.stderr}run tests/pictures, and look at them")
    return "\n".join(found + complaints(specified, captures)) or None


sys.exit(main())
