"""Every command that a message of the program names in backticks exists: mentioned.py TCVIZ REPOSITORY."""
import pathlib
import re
import sys

from program import Program, finish

MENTIONED = re.compile(r'`tcviz (?:(bench|maxas) )?([a-z]+)\b')
ACTIONS = {"bench": {"gemm"}, "maxas": {"stats", "trace"}}


def commands(help_text):
    section = re.search(r"^Commands\n((?:  .*\n)+)", help_text, re.MULTILINE).group(1)
    return set(re.findall(r"^  (\w+)", section, re.MULTILINE))


def main():
    program, root = Program(sys.argv[1]), pathlib.Path(sys.argv[2])
    known, failures, count = commands(program.text("tcviz --help")), [], 0
    for path in sorted(path for top in ("app", "gpu") for path in (root / top).rglob("*.cpp")):
        for command, word in MENTIONED.findall(path.read_text()):
            count += 1
            if word not in ACTIONS.get(command, known):
                failures.append(f"{path}: there is no command `tcviz {command} {word}`".replace("  ", " "))
    finish(failures or ([] if count > 20 else ["too few commands are mentioned"]))


main()
