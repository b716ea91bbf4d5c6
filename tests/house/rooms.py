#!/usr/bin/env python3
"""Which folders of tests/ test a room: rooms.py REPOSITORY NAME... prints them, one a line.

A name is a folder of tests/, a room or a wing of the tables in gpu/README.md and app/README.md, or the end of one:
"xray", "kernel/xray" and "gpu/kernel/xray" are the same. A name that fits nothing is refused with those that there
are, nearest first.
"""

import difflib
import pathlib
import re
import sys

import house


def texts_below(tree):
    """Folder -> what its CMakeLists.txt says."""
    files = sorted((tree / "tests").glob("*/CMakeLists.txt"))
    return {file.parent.name: file.read_text() for file in files if file.parent.name not in {"assets", "bench", "gpu"}}


def folders_of(room, rooms, texts):
    """Those of the room's own name, or of a room around it, that link it; else those that name its path; else those of
    the rooms that may include it."""
    parts = room.split("/")
    for length in range(len(parts), 1, -1):
        target = "_".join(parts[:length])
        if re.search(rf"\b{target}(\b|_)", texts.get(parts[length - 1], "")):
            return {parts[length - 1]}
    named = {folder for folder, text in texts.items() if f"/{room}/" in text or folder == parts[-1] and len(parts) == 2}
    users = [other for other, may in rooms.items() if room in may and other != room]
    return named or set().union(*(folders_of(other, rooms, texts) for other in users))


def found(name, rooms, texts):
    name = name.strip("/").removeprefix("tests/")
    if name in texts:
        return {name}
    chosen = [room for room in rooms if f"/{room}/".endswith(f"/{name}/")]
    inside = [room for room in rooms if any(room.startswith(around + "/") for around in chosen or [name])]
    return set().union(*(folders_of(room, rooms, texts) for room in chosen + inside))


def refusal(name, names):
    def distance(each):
        return -max(difflib.SequenceMatcher(None, name, part).ratio() for part in (each, each.rsplit("/", 1)[-1]))

    names = sorted(names, key=lambda each: (distance(each), each))
    return f"tests/run: no room is called {name}. There are: {', '.join(names)}"


def main(tree, *names):
    tree = pathlib.Path(tree)
    rooms = {}
    for table in ("gpu/README.md", "app/README.md"):
        rooms.update(house.rooms_of((tree / table).read_text()))
    texts = texts_below(tree)
    chosen = set()
    for name in names:
        here = found(name, rooms, texts)
        if not here:
            print(refusal(name, {*rooms, *texts}), file=sys.stderr)
            return 2
        chosen |= here
    print("\n".join(sorted(chosen)))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
