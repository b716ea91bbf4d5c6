"""The README is short, its links lead to files, and its five commands answer what it shows.

readme_examples.py TCVIZ REPOSITORY
"""
import pathlib
import re
import sys

from program import Program, finish

MOST_LINES, MOST_COLUMNS = 120, 120
LINK = re.compile(r"\]\(([^)#:]+)\)")


def long_lines(text):
    lines = text.splitlines()
    found = [f"README.md:{i}: {len(line)} columns" for i, line in enumerate(lines, 1) if len(line) > MOST_COLUMNS]
    return found + ([f"README.md: {len(lines)} lines"] if len(lines) > MOST_LINES else [])


def dead_links(root):
    readmes = [root / "README.md"]
    readmes += [path for top in ("app", "gpu", "tests") for path in (root / top).rglob("README.md")]
    return [f"{path}: nothing is at {link}" for path in readmes for link in LINK.findall(path.read_text())
            if not (path.parent / link).exists()]


def examples(text):
    """(command, lines of its answer) of the fenced block: "$ app/run show ..." and what follows it."""
    block = re.search(r"^```\n(\$ .*?)^```", text, re.MULTILINE | re.DOTALL).group(1)
    parts = re.split(r"^\$ app/run ", block, flags=re.MULTILINE)[1:]
    return [("tcviz " + part.splitlines()[0].replace("app/run", "tcviz"), part.splitlines()[1:]) for part in parts]


def differences(command, wanted, answer):
    """The lines that the command does not print, in the order in which the README shows them."""
    got = iter(line.rstrip() for line in answer.splitlines())
    return [f"$ {command}\ndoes not print: {line}" for line in wanted if line not in got]


def main():
    program, root = Program(sys.argv[1]), pathlib.Path(sys.argv[2])
    text = (root / "README.md").read_text()
    failures = long_lines(text) + dead_links(root)
    five = examples(text)
    for command, wanted in five:
        failures += differences(command, wanted, program.shell(command).stdout.decode())
    finish(failures if len(five) == 5 else failures + [f"README.md shows {len(five)} commands, not five"])


main()
