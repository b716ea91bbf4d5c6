#!/usr/bin/env python3
"""The room of documents, actions and jobs knows no window: symbols.py NM LIBRARY... prints what is of one in them."""

import re
import subprocess
import sys

# Dear ImGui and its plots, GLFW, OpenGL. Mangled names carry a length before each part: _ZN5ImGui5BeginEPKc.
WINDOW = re.compile(r"\bImGui|\d(ImGui|ImPlot|ImVec|ImDraw)|\bglfw[A-Z]|\bgl(ad_gl)?[A-Z]\w*$")


def window_names(names):
    return [name for name in names if WINDOW.search(name)]


def names_of(nm, library):
    """Every symbol that the library defines or wants."""
    listing = subprocess.run([nm, "--format=posix", library], check=True, capture_output=True, text=True).stdout
    return sorted({line.split()[0] for line in listing.splitlines() if len(line.split()) > 1})


def main(nm, *libraries):
    names = {library: names_of(nm, library) for library in libraries}
    found = [f"{library}: {name}" for library in libraries for name in window_names(names[library])]
    found += [f"{library} has no symbols" for library in libraries if not names[library]]
    print("\n".join(found) or f"none of {sum(map(len, names.values()))} symbols is of a window")
    return 1 if found or not libraries else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
