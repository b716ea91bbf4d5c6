"""What `show` prints for a published source is, number by number, the table in the README that it was typed from.

readme/<architecture>.<type>.txt: 16 rows, "registers : threads", typed from "Cuda tensorcores register mapping".
"""
import pathlib
import re
import sys

from program import Program, finish

here = pathlib.Path(__file__).parent


def printed_grids(text):
    """The rows of registers and of threads: their grids stand beside each other, "3 | 4 4 ...   3 | 0 1 ..."."""
    rows = []
    for line in text.splitlines():
        parts = [part.split() for part in line.split("\u2502")]
        if len(parts) == 3 and parts[0] and parts[0][0].isdigit():
            rows.append((parts[2], parts[1][:-1]))  # threads left; the last number before the second bar is the row
    return rows


def main():
    program = Program(sys.argv[1])
    failures = []
    tables = sorted((here / "readme").glob("*.txt"))
    for table in tables:
        architecture, element = re.fullmatch(r"(\w+)\.(\w+)\.txt", table.name).groups()
        wanted = [tuple(half.split() for half in line.split(":")) for line in table.read_text().splitlines()]
        got = printed_grids(program.text(f"tcviz show wmma.m16n16k16.acc.{element} --device published:{architecture}"))
        if got != wanted:
            failures.append(f"{table.name}: printed\n" + "\n".join(map(str, got)))
    finish(failures or ([] if len(tables) == 3 else ["the tables are not there"]))


main()
