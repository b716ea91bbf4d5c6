#!/usr/bin/env python3
"""Reads every file of the repository and prints what breaks a rule of the house: house.py REPOSITORY.

The rules are the tables below. Which room may include which is the table of rooms in the README, row by row.
"""

import pathlib
import re
import subprocess
import sys

GPU = {"gpu/layout", "gpu/maxas", "gpu/formula", "gpu/device", "gpu/sass", "gpu/probe", "gpu/ops"}

# Room -> the rooms that its files may include, beside itself.
ARROWS = {
    "gpu/layout": set(),
    "gpu/maxas": {"gpu/layout"},
    "gpu/formula": {"gpu/layout"},
    "gpu/device": {"gpu/layout"},
    "gpu/sass": {"gpu/layout"},
    "gpu/probe": {"gpu/layout", "gpu/device", "gpu/sass"},
    "gpu/ops": {"gpu/layout", "gpu/formula", "gpu/device"},
    "app/scene": {"gpu/layout"},
    "app/export": {"app/scene", "gpu/layout", "gpu/formula", "gpu/ops"},
    "app/cli": GPU | {"app/scene", "app/export"},
    "app/render": {"app/scene", "gpu/layout"},
    "app/ui": GPU | {"app/scene", "app/export", "app/render"},
    "app/third_party": set(),
    "app/main.cpp": GPU | {"app/scene", "app/export", "app/cli", "app/render", "app/ui"},
}

# Library -> its headers, and the rooms that may include them. Headers that match no row are free to all.
LIBRARIES = [
    ("CUDA", r"cuda|nvrtc|cublas|mma\.h|cooperative_groups", {"gpu/device", "gpu/probe", "gpu/ops"}),
    ("Dear ImGui", r"im(gui|plot)", {"app/ui"}),
    ("GLFW", r"GLFW/", {"app/ui"}),
    ("OpenGL", r"(glad|GL|EGL|KHR)/", {"app/render", "app/ui"}),
    ("CLI11", r"CLI/", {"app/cli", "app/main.cpp"}),
    ("cairo", r"cairo", {"app/export", "app/render"}),
]

# Nothing that holds on one machine only, and no registry by name: the machine's own configuration knows where to look.
FORBIDDEN = re.compile(r"/(work|root|home)/\w|\bpy" r"pi\b|python" r"hosted|crates" r"\.io|npm" r"js")

MOST_LINES = 400
SOURCE_SUFFIXES = {".hpp", ".cpp", ".cuh", ".cu", ".py", ".cmake", ".sh", ".vert", ".frag", ".glsl"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def room_of(path):
    """The room that a path of the repository lies in, or None: "app/ui/panel.hpp" -> "app/ui"."""
    parts = path.split("/")
    if path == "app/main.cpp":
        return path
    return "/".join(parts[:2]) if len(parts) > 2 and parts[0] in ("gpu", "app") else None


def library_complaint(room, header):
    for library, pattern, rooms in LIBRARIES:
        if re.match(pattern, header) and room not in rooms:
            return f"{room} may not know {library}: <{header}>"
    return None


def include_complaint(room, header):
    """Why `room` may not include `header`, or None where it may."""
    if not header.startswith(("gpu/", "app/")):
        return library_complaint(room, header)
    target = room_of(header)
    if target == room or target in ARROWS[room]:
        return None
    return f'{room} may not include {target}: "{header}"'


def include_complaints(path, text):
    room = room_of(path)
    if room is None:
        return []
    if room not in ARROWS:
        return [f"{room} is no room of the table in tests/house/house.py"]
    found = (include_complaint(room, header) for header in INCLUDE.findall(text))
    return [complaint for complaint in found if complaint]


def length_complaints(path, text):
    lines = text.count("\n")
    if pathlib.PurePath(path).suffix in SOURCE_SUFFIXES and lines >= MOST_LINES:
        return [f"{lines} lines: files stay under {MOST_LINES}"]
    return []


def word_complaints(path, text):
    return [f"this belongs to one machine or registry: {match.group()}" for match in FORBIDDEN.finditer(text)]


RULES = [include_complaints, length_complaints, word_complaints]


def complaints(path, text):
    return [f"{path}: {complaint}" for rule in RULES for complaint in rule(path, text)]


def files_of(root):
    listing = ["git", "-c", "safe.directory=*", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, check=True, capture_output=True, text=True).stdout.split("\0")
    return [name for name in names if name and (root / name).is_file()]


def text_of(path):
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""  # a picture, a font, a fuzzer's seed


def main(root):
    root = pathlib.Path(root)
    names = files_of(root)
    found = [complaint for name in names for complaint in complaints(name, text_of(root / name))]
    print("\n".join(found) or f"{len(names)} files keep the rules of the house")
    return 1 if found or not names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
