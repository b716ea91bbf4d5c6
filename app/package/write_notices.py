#!/usr/bin/env python3
"""Gathers the licences of what is linked into the program: write_notices.py SETUP_FOLDER FILE.

The texts are those that came with each part: Debian's packages, and the pinned sources that app/setup.sh fetched.
"""

import pathlib
import sys

DEBIAN = {"cairo": "libcairo2-dev", "pixman": "libpixman-1-dev", "libpng": "libpng-dev", "FreeType": "libfreetype-dev",
          "Expat": "libexpat1-dev", "Brotli": "libbrotli-dev", "zlib": "zlib1g-dev", "libmd": "libmd-dev",
          "fmt": "libfmt-dev", "CLI11": "libcli11-dev", "JSON for Modern C++": "nlohmann-json3-dev",
          "the C++ library of GCC": "g++"}
SOURCES = {"Dear ImGui": "imgui/imgui/LICENSE.txt", "ImPlot": "implot/implot/LICENSE", "GLFW": "glfw/glfw/LICENSE.md",
           "ImGuiColorTextEdit": "ImGuiColorTextEdit/ImGuiColorTextEdit/LICENSE"}
SPOKEN = """The program tcviz is under the MIT licence; these parts of other people are linked into it. cairo is used
under the Mozilla Public License 1.1: its sources are those of Debian 12, unchanged. The CUDA runtime is NVIDIA's, under
the licence of the CUDA Toolkit, whose Attachment A lets cudart_static be handed on. The fonts Roboto and Cousine are
under the Apache License 2.0.
"""


def texts(setup):
    for part, package in DEBIAN.items():
        yield part, pathlib.Path("/usr/share/doc", package, "copyright")
    for part, path in SOURCES.items():
        yield part, pathlib.Path(setup, "imgui_bundle/external", path)


def main(setup, file):
    written = [SPOKEN]
    for part, path in texts(setup):
        written += ["=" * 80, part, "=" * 80, path.read_text(encoding="utf-8", errors="replace").strip()]
    pathlib.Path(file).write_text("\n".join(written) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
