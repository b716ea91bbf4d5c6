#!/usr/bin/env python3
"""Reads how the house is built and prints which of its walls are missing: walls.py REPOSITORY.

A folder, a class and what a header brings stay small, and no function of app/ or gpu/ is there for tests alone. Rows of
the tables of exceptions name what is over a limit for a reason; a row that nothing needs is refused.
"""

import collections
import pathlib
import re
import sys

import cpp_text
import house

MOST_UNITS = 30  # of a folder: x.cpp, x.hpp and x.cu are one unit
MOST_METHODS = 40  # of a class
MOST_HEADERS = 60  # of ours, that a header brings with it
UNIT_SUFFIXES = (".cpp", ".hpp", ".cu", ".cuh")

# Folder, class or header (or the folder of some) -> the reason that it is over its limit.
LARGE_FOLDERS: dict[str, str] = {}
LARGE_CLASSES = {"gpu/language/c/parser.hpp:Parser": "C's syntax and its lowering in one, until they are split"}
LARGE_HEADERS: dict[str, str] = {}
# Function or file -> the reason that nothing of ours calls it.
CALLED_FROM_OUTSIDE = {
    "app/include/tcviz.cuh": "people's kernels call it",
    "app/package/fmt_library.cpp": "fmt calls it",
    "gpu/layout/json_reader.cpp": "the JSON library calls the events of its reader",
    "gpu/source/device/nvrtc.cpp": "tests ask NVRTC which architectures it knows before they compile for one",
}

INCLUDE = re.compile(r'^\s*#\s*include\s*"((?:app|gpu)/[^"]+)"', re.MULTILINE)
WORD = re.compile(r"[A-Za-z_]\w*")


def is_ours(path):
    return path.startswith(("app/", "gpu/")) and path.endswith(UNIT_SUFFIXES)


def over(found, most, exceptions, what):
    """Complaints about all that is larger than `most` and has no row, and about rows that nothing needs."""
    large = {place: size for place, size in found.items() if size > most}
    unneeded = [row for row in exceptions if not any(house.covers(row, place) for place in large)]
    return ([f"{place}: {size} {what}, {most} are the most" for place, size in sorted(large.items())
             if not any(house.covers(row, place) for row in exceptions)] +
            [f"tests/house/walls.py: {place} needs no exception any more" for place in unneeded])


def units_of_folders(names):
    units = collections.defaultdict(set)
    for name in filter(is_ours, names):
        units[str(pathlib.PurePath(name).parent)].add(pathlib.PurePath(name).stem)
    return {folder: len(stems) for folder, stems in units.items()}


def methods_of_classes(texts):
    return {f"{path}:{name}": count for path, text in texts.items()
            for name, count in cpp_text.read(text).methods.items()}


def brought(header, includes, known):
    """Every header of ours that `header` brings, directly or through another; `known` keeps answers."""
    if header not in known:
        known[header] = set()  # a circle ends here
        for next_ in includes.get(header, ()):
            known[header] |= {next_} | brought(next_, includes, known)
    return known[header]


def headers_brought(texts):
    includes = {path: INCLUDE.findall(text) for path, text in texts.items()}
    known = {}
    return {path: len(brought(path, includes, known)) for path in texts if path.endswith((".hpp", ".cuh"))}


def words_of(text):
    return collections.Counter(WORD.findall(cpp_text.blanked(text)))


def only_for_tests(texts):
    """Functions whose name stands in app/ and gpu/ only where they are declared and defined: name -> file, line."""
    used, told, places = collections.Counter(), collections.Counter(), {}
    for path, text in texts.items():
        used.update(words_of(text) if is_ours(path) else WORD.findall(text))
        for name, line in cpp_text.read(text).declared if is_ours(path) else ():
            told[name] += 1
            places.setdefault(name, (path, line))
    return {name: place for name, place in places.items() if name[0].islower() and used[name] <= told[name]}


def test_complaints(texts):
    lonely = only_for_tests(texts)
    excused = {path for path, _ in lonely.values()}
    return ([f"{path}:{line}: nothing in app/ or gpu/ calls {name}: it belongs to the tests, or to nobody"
             for name, (path, line) in sorted(lonely.items()) if path not in CALLED_FROM_OUTSIDE] +
            [f"tests/house/walls.py: {path} needs no exception any more" for path in CALLED_FROM_OUTSIDE
             if path not in excused])


def complaints(texts):
    ours = {path: text for path, text in texts.items() if is_ours(path)}
    return [
        *over(units_of_folders(ours), MOST_UNITS, LARGE_FOLDERS, "units"),
        *over(methods_of_classes(ours), MOST_METHODS, LARGE_CLASSES, "methods"),
        *over(headers_brought(ours), MOST_HEADERS, LARGE_HEADERS, "headers of ours that it brings"),
        *test_complaints(texts),
    ]


def main(root):
    root = pathlib.Path(root)
    texts = {name: house.text_of(root / name) for name in house.files_of(root)
             if is_ours(name) or name.startswith(("app/", "gpu/")) and name.endswith(".py")}
    found = complaints(texts)
    print("\n".join(found) or f"{len(texts)} files stand within the walls of the house")
    return 1 if found or not texts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
