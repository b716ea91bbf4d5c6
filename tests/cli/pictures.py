"""The pictures of the READMEs: pictures.py TCVIZ ROOT [--write].

assets/pictures/figures.json says what `tcviz figures` draws, captures.json what `tcviz capture` draws. Checks that the
folder holds these pictures and no others, that READMEs show no others, and that the figures are what tcviz draws today.
With --write all pictures are drawn again: look at each.
"""

import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
FOLDER = ROOT / "assets/pictures"
SHOWN = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)


def draw(capture, usual, folder):
    """Captures the window; a capture with an example opens that kernel after one replacement."""
    options = [*usual, *capture.get("options", [])]
    if "example" in capture:
        kernel = pathlib.Path(folder, "kernel.ptx")
        change = capture["example"]
        kernel.write_text(run("xray", "--example").stdout.replace(change["replace"], change["by"]))
        options.insert(0, str(kernel))
    done = run("capture", "-o", str(FOLDER / capture["output"]), *options)
    return [f"{capture['output']}: {done.stderr}"] if done.returncode else []


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
    found = []
    if "--write" in sys.argv:
        with tempfile.TemporaryDirectory() as folder:
            for capture in captures["captures"]:
                found += draw(capture, captures["options"], folder)
    done = run("figures", str(FOLDER / "figures.json"), *([] if "--write" in sys.argv else ["--verify"]))
    if done.returncode:
        found.append(f"{done.stdout}{done.stderr}run tests/pictures, and look at them")
    return "\n".join(found + complaints(specified, captures)) or None


sys.exit(main())
