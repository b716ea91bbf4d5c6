#!/usr/bin/env python3
"""An empty image of shared memory, added as gpu/smem/README.md says: empty_image.py REPOSITORY BUILD."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "house"))
import addition  # noqa: E402

NEW: dict[str, str] = {}
CHANGES = {
    "gpu/smem/swizzle.hpp": [
        (r"(enum class Swizzle : .*?) \};", r"\1, B256 };"),
        (r"std::array<Swizzle, 4> swizzles = \{(.*?)\};", r"std::array swizzles = {\1, Swizzle::B256};"),
        (r"return Swizzle::B128;", r"return Swizzle::B256;"),
    ],
    "gpu/smem/swizzle.cpp": [
        (r"std::string_view, 4> names = \{(.*?)\};", r'std::string_view, 5> names = {\1, "256b"};'),
    ],
    "gpu/smem/operand_image.cpp": [(r"(with none, 32b, 64b) or 128b, ", r'\1, 128b or 256b, "\n      "')],
    "gpu/smem/descriptor.cpp": [
        (r"std::array<Mode, 4> modes = \{(.*?)\}\};", r"std::array<Mode, 5> modes = {\1, {Swizzle::B256, 3, 7}}};"),
    ],
}
# A room of CMake, and the files of it that are made from the swizzles.
COMPILED = {
    "gpu/smem": ["swizzle.cpp", "operand_image.cpp", "descriptor.cpp", "offset_checker.cpp"],
    "gpu/prove": ["sweep_cases.cpp"],
}


if __name__ == "__main__":
    sys.exit(addition.main(NEW, CHANGES, COMPILED))
