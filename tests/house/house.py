#!/usr/bin/env python3
"""Reads every file of the repository and prints what breaks a rule of the house: house.py REPOSITORY.

The rules are the tables below. Which room may include which stands in the tables of gpu/README.md and app/README.md,
and there alone.
"""

import ast
import collections
import pathlib
import re
import subprocess
import sys

import cpp_text

READMES = ("gpu/README.md", "app/README.md")
# A row of their tables: | `wing` or `room` | what it is for | `what` it `may` include |.
ROW = re.compile(r"^\| `((?:gpu|app)/[\w/.]*)` \|[^|]*\|([^|]*)\|$", re.MULTILINE)
NAMES = re.compile(r"`((?:gpu|app)[\w/.]*)`")


def rooms_of(readme):
    """Wing or room -> what its own row lets its files include; "gpu" and "app/ui" stand for all below them."""
    return {room: set(NAMES.findall(may)) for room, may in ROW.findall(readme)}


# Library -> its headers, and the rooms that may include them. Headers that match no row are free to all.
LIBRARIES = [
    ("CUDA", r"cuda|nvrtc|cublas|mma\.h|cooperative_groups",
     {"gpu/source/device", "gpu/prove", "gpu/source/probe", "gpu/run/ops", "gpu/run/gemm"}),
    ("Dear ImGui", r"im(gui|plot)", {"app/ui"}),
    ("GLFW", r"GLFW/", {"app/ui"}),
    ("OpenGL", r"(glad|GL|EGL|KHR)/", {"app/render", "app/ui"}),
    ("CLI11", r"CLI/", {"app/cli", "app/main.cpp"}),
    ("cairo", r"cairo", {"app/export", "app/render"}),
]

# Nothing that holds on one machine only, and no registry by name: the machine's own configuration knows where to look.
FORBIDDEN = re.compile(r"/(work|root|home)/\w|\bpy" r"pi\b|python" r"hosted|crates" r"\.io|npm" r"js")

# What Clang 14, which builds the fuzzers, cannot compile of libstdc++ 12: whatever is or returns a view of <ranges>.
NOT_IN_CLANG = re.compile(
    r"\b(?:std::)?(?:views::\w+|ranges::(?:subrange|unique|remove|remove_if|partition|stable_partition|rotate|"
    r"equal_range|search|search_n|find_end)\b)")

MOST_LINES = 400
MOST_FUNCTION_LINES = 60
MOST_COLUMNS = 120
# File or folder -> why its lines may be longer for now. A row that nothing needs is refused.
LONG_LINES = {
    "app/setup.sh": "lists of packages and of files to fetch, until they are wrapped",
    "tests/c/differential.py": "texts in C, until one test serves formulae and bodies",
    "tests/c/whole_text_parts.py": "texts in C++",
    "tests/c/whole_text_writer.py": "texts in C++",
    "tests/c/whole_texts.py": "texts in C++",
    "tests/ops/differential.py": "texts in C, until one test serves formulae and bodies",
    "gpu/run/gemm": "kernels are text in string literals, until they are .cu files",
    "gpu/run/ops": "texts of the operations' kernels, until they are .cu files",
}
# (place, name) -> why the type is defined twice there for now.
TYPES_TWICE = {
    ("gpu/run/gemm", "Json"): "one reads answers, one writes reports, until one protocol serves both",
    ("gpu/run/gemm", "Plan"): "two kernels' plans, until kernels are .cu files",
}
# Rooms whose files open something else than `namespace tcviz::inline ROOM`, or nothing.
OWN_NAMESPACES = {
    "app/include": "namespace tcviz {",
    "app/main.cpp": None,
    "app/package": None,
    "app/third_party": None,
    "gpu/kernel/maxas": "namespace tcviz::maxas {",
}
MOST_SEEDS = 40  # of a fuzzer
HASH = re.compile(r"[0-9a-f]{40}")
KERNEL_TEXT = re.compile(r"/kernels/[^/]+\.cuh?$")
TEMPORARY_NAME = re.compile(r"(temp_directory_path\(\)|TempDir\(\))\s*[/+]")
RAW_TOOLTIP = re.compile(r"\bImGui::(?:BeginTooltip|SetTooltip|SetItemTooltip)\b")
OF_ITS_OWN = re.compile(r"getpid\(\)|XXXXXX")
CODE_SUFFIXES = {".hpp", ".cpp", ".cuh", ".cu"}
SOURCE_SUFFIXES = CODE_SUFFIXES | {".py", ".cmake", ".sh", ".vert", ".frag", ".glsl"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def covers(room, path):
    return path == room or path.startswith(room + "/")


def room_of(path, rooms):
    """The row of the table that a file belongs to, or None: "app/ui/kit/panel.hpp" -> "app/ui/kit"."""
    return max((room for room in rooms if covers(room, path)), key=len, default=None)


def may_include(room, rooms):
    """What a room's row and that of its wing name, together."""
    return set().union(*(may for wing, may in rooms.items() if covers(wing, room)))


def library_complaint(room, header):
    for library, pattern, owners in LIBRARIES:
        if re.match(pattern, header) and not any(covers(owner, room) for owner in owners):
            return f"{room} may not know {library}: <{header}>"
    return None


def include_complaint(room, header, rooms):
    """Why `room` may not include `header`, or None where it may."""
    if not header.startswith(("gpu/", "app/")):
        return library_complaint(room, header)
    target = room_of(header, rooms)
    if target == room or any(covers(may, header) for may in may_include(room, rooms)):
        return None
    return f'{room} may not include {target or "what lies in no room"}: "{header}"'


def include_complaints(path, text, rooms):
    if not path.startswith(("gpu/", "app/")) or pathlib.PurePath(path).suffix not in CODE_SUFFIXES:
        return []
    room = room_of(path, rooms)
    if room is None:
        return [f"this lies in no room of {' and '.join(READMES)}"]
    found = (include_complaint(room, header, rooms) for header in INCLUDE.findall(text))
    return [complaint for complaint in found if complaint]


def length_complaints(path, text, _):
    lines = text.count("\n")
    if pathlib.PurePath(path).suffix in SOURCE_SUFFIXES and lines >= MOST_LINES:
        return [f"{lines} lines: files stay under {MOST_LINES}"]
    return []


def column_complaints(path, text, _):
    if pathlib.PurePath(path).suffix not in SOURCE_SUFFIXES or any(covers(room, path) for room in LONG_LINES):
        return []
    lines = [number for number, line in enumerate(text.split("\n"), 1) if len(line) > MOST_COLUMNS]
    return [f"line {number} has more than {MOST_COLUMNS} columns" for number in lines]


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno, node.end_lineno - node.lineno + 1


def functions_of(path, text):
    if path.endswith(".py"):
        return list(python_functions(text))
    if pathlib.PurePath(path).suffix in CODE_SUFFIXES:
        return [(function.head, function.line, function.lines) for function in cpp_text.read(text).functions]
    return []


def function_complaints(path, text, _):
    return [
        f"line {line}: a function of {lines} lines, {MOST_FUNCTION_LINES} are the most: {head[:80]}"
        for head, line, lines in functions_of(path, text)
        if lines > MOST_FUNCTION_LINES
    ]


# The wings whose rooms have namespaces of their own.
WINGS_OF_ROOMS = {"gpu/language", "gpu/source", "gpu/kernel", "gpu/run"}


def namespace_of(room):
    """What every file of a room opens: gpu/kernel/xray/step -> gpu_xray, app/ui/kit -> app_ui."""
    top, wing, *inside = room.split("/")
    name = inside[0] if inside and f"{top}/{wing}" in WINGS_OF_ROOMS else wing
    return f"namespace tcviz::inline {top}_{name} {{"


def namespace_complaints(path, text, rooms):
    room = room_of(path, rooms)
    if room is None or pathlib.PurePath(path).suffix not in CODE_SUFFIXES:
        return []
    if KERNEL_TEXT.search(path) or path.endswith(".cu") and "namespace" not in text:
        return []  # a text that is compiled at run time, for itself
    wanted = OWN_NAMESPACES.get(room, namespace_of(room))
    if wanted is None:
        return []
    lines = text.split("\n")
    if wanted not in lines:
        return [f"a file of {room} opens `{wanted}`"]
    # clang-format 14 cannot read the name of such a namespace in the comment at its end, so it leaves these alone.
    end = f"}}  // {wanted.removesuffix(' {')}"
    return [f"line {number}: `{end}`" for number, line in enumerate(lines, 1)
            if line.startswith("}  // namespace tcviz") and line != end and "::" in wanted]


def word_complaints(path, text, _):
    return [f"this belongs to one machine or registry: {match.group()}" for match in FORBIDDEN.finditer(text)]


def compiler_complaints(path, text, _):
    if pathlib.PurePath(path).suffix not in CODE_SUFFIXES:
        return []
    return [f"Clang 14 cannot compile {match.group()} with libstdc++ 12" for match in NOT_IN_CLANG.finditer(text)]


def shared_file_complaints(path, text, _):
    """Tests run side by side, and the same test in several builds: each has files of its own."""
    if not path.startswith("tests/") or pathlib.PurePath(path).suffix not in CODE_SUFFIXES:
        return []
    lines = text.split("\n")
    return [
        f"line {number}: a temporary file has getpid() or XXXXXX in its name, or two tests share it"
        for number, line in enumerate(lines, 1)
        if TEMPORARY_NAME.search(line) and not OF_ITS_OWN.search(line + lines[min(number, len(lines) - 1)])
    ]


def tooltip_complaints(path, text, _):
    """Tooltips begin in one place, which knows when none may be shown."""
    if not path.startswith("app/ui/") or path == "app/ui/kit/panel.cpp":
        return []
    return [f"{match.group()} ignores open dialogs: begin_tip() or explain() of app/ui/kit/panel.hpp does not"
            for match in RAW_TOOLTIP.finditer(text)]


RULES = [
    include_complaints,
    length_complaints,
    column_complaints,
    function_complaints,
    namespace_complaints,
    word_complaints,
    compiler_complaints,
    shared_file_complaints,
    tooltip_complaints,
]


def complaints(path, text, rooms):
    return [f"{path}: {complaint}" for rule in RULES for complaint in rule(path, text, rooms)]


def typed_places(path, rooms):
    """Where a type of a file may be met: a header's everywhere, and that of any file in its room."""
    room = room_of(path, rooms)
    if room is None or pathlib.PurePath(path).suffix not in CODE_SUFFIXES:
        return []
    return [room, "headers"] if path.endswith((".hpp", ".cuh")) else [room]


def type_complaints(texts, rooms):
    """One name, one type: within a room, and among the headers of all. An alias may repeat the very same alias."""
    found = collections.defaultdict(list)
    for path, text in texts.items():
        for place in typed_places(path, rooms):
            for type_ in cpp_text.read(text).types:
                name = "::".join([*filter(None, type_.namespaces), type_.name])
                at = f"{path}:{type_.line}"
                found[place, name].append((type_.meaning or at, at, type_.name))
    return [
        f"{where[-1][1]}: a type {name} is also defined in {where[0][1]}: one of them wants another name"
        for (place, name), where in found.items()
        if len({meaning for meaning, _, _ in where}) > 1 and (place, where[0][2]) not in TYPES_TWICE
    ]


def seed_complaints(names):
    """A fuzzer's seeds are few, and named by what they hold: who reads them learns what is tried."""
    folders = collections.defaultdict(list)
    for name in names:
        if name.startswith("tests/fuzz/corpus/"):
            folders[str(pathlib.PurePath(name).parent)].append(pathlib.PurePath(name).name)
    many = [f"{folder}: {len(seeds)} seeds, {MOST_SEEDS} are the most" for folder, seeds in folders.items()
            if len(seeds) > MOST_SEEDS]
    return many + [f"{folder}/{seed}: a seed is named by what it holds" for folder, seeds in folders.items()
                   for seed in seeds if HASH.fullmatch(seed)]


def outdated_exceptions(texts):
    """Rows of the lists of exceptions that nothing needs any more."""
    long = {path for path, text in texts.items() if any(len(line) > MOST_COLUMNS for line in text.split("\n"))}
    return [
        f"tests/house/house.py: no line of {place} is too long any more: its row in LONG_LINES can go"
        for place in LONG_LINES
        if not any(covers(place, path) for path in long)
    ]


def files_of(root):
    listing = [
        "git",
        "-c",
        "safe.directory=*",
        "-C",
        str(root),
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
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
    rooms = rooms_of("\n".join(text_of(root / name) for name in READMES))
    texts = {name: text_of(root / name) for name in names}
    found = [complaint for name, text in texts.items() for complaint in complaints(name, text, rooms)]
    found += type_complaints(texts, rooms) + seed_complaints(names) + outdated_exceptions(texts)
    found += [f"{room[:3]}/README.md: there is no room {room}" for room in rooms if not (root / room).exists()]
    print("\n".join(found) or f"{len(names)} files keep the rules of the house")
    return 1 if found or not rooms else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
