#!/usr/bin/env python3
"""Reads the comments of app/ and gpu/ and prints those that a stranger must read twice: words.py REPOSITORY.

The comment of a function begins with a verb in the third person ("Returns", "Draws", "True if"); no comment begins with
a question word. The rest is left to who reads.
"""

import pathlib
import re
import sys

import cpp_text
import house

QUESTION = re.compile(r"(What|How|Whether|Which|Who|Where|Why)\b")
VERB = re.compile(r"(True|False|[A-Z][a-z]+s)\b")
COMMENT = re.compile(r"\s*// ?(.*)")
CONSTANT = re.compile(r"\s*(inline |static )*constexpr [^(]*\w+\(\d")
# File or folder -> the reason that its comments are not read.
LEFT_OUT = {
    "app/export/figure/cpp_header.cpp": "comments of the text that it writes",
    "app/include/tcviz.cuh": "for people's kernels: a text of its own",
    "gpu/language/compiler/prelude": "compiled beside people's texts",
    "gpu/prove/operand_kernel.cuh": "kernels",
}


def is_read(path):
    return (path.startswith(("app/", "gpu/")) and path.endswith((".cpp", ".hpp")) and
            not any(house.covers(left, path) for left in LEFT_OUT))


def comments_of(lines):
    """(line of its beginning, first words, line after it) of every block of whole-line comments; lines count from 1."""
    at = 0
    while at < len(lines):
        begin = at
        while at < len(lines) and COMMENT.match(lines[at]):
            at += 1
        if at > begin:
            yield begin + 1, COMMENT.match(lines[begin]).group(1), at + 1
        at = max(at, begin + 1)


def complaints(path, text):
    declared = {line for _, line in cpp_text.read(text).declared}
    lines = text.split("\n")
    for line, words, after in comments_of(lines):
        if QUESTION.match(words):
            yield f"{path}:{line}: a comment begins with {words.split()[0]}: say it as a sentence"
        elif after in declared and words[:1].isupper() and not (VERB.match(words) or CONSTANT.match(lines[after - 1])):
            yield f"{path}:{line}: the comment of a function begins with a verb, as in Returns: {words[:60]}"


def main(root):
    root = pathlib.Path(root)
    texts = {name: house.text_of(root / name) for name in filter(is_read, house.files_of(root))}
    found = [complaint for name, text in texts.items() for complaint in complaints(name, text)]
    print("\n".join(found) or f"the comments of {len(texts)} files say it at once")
    return 1 if found or not texts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
