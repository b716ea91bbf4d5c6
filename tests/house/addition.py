"""Adds something to a copy of the tree as a README says: it touches few files outside its own, which keep the rules of
the house and compile.

For empty_*.py, each of which says what it adds: `new`, its own files with their texts; `changes`, what stands in other
files and what is put in its place; `compiled`, the files that are made from it, by their rooms.
"""

import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

MOST_FILES = 5


def changed(text, changes):
    for pattern, new in changes:
        text, count = re.subn(pattern, new, text, count=1, flags=re.DOTALL)
        if count != 1:
            raise SystemExit(f"nothing matches {pattern}")
    return text


def copy_tree(repository, tree):
    """What git knows of the repository, as a repository: the house's rules ask git for its files."""
    listing = ["git", "-C", repository, "ls-files", "-z"]
    names = subprocess.run(listing, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (repository / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(repository / name, tree / name)


def add(tree, new, changes):
    for name, text in new.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for name, changes_of_file in changes.items():
        path = tree / name
        path.write_text(changed(path.read_text(), changes_of_file))


def flags_of(build, room, repository, tree):
    """How CMake compiles a file of a room, with the copy in the place of the repository."""
    target = f"/{room.replace('/', '_')}.dir/"
    listing = subprocess.run(["ninja", "-C", build, "-t", "compdb"], check=True, capture_output=True, text=True).stdout
    commands = json.loads(listing)
    command = shlex.split(next(entry["command"] for entry in commands if target in entry["command"]))
    command = command[next(at for at, word in enumerate(command) if word.startswith("-")) - 1:command.index("-o")]
    named = [at for at, word in enumerate(command) if word in ("-MT", "-MF")]  # no file of dependencies is written
    left_out = {command.index("-MD"), *named, *(at + 1 for at in named)}
    return [f"-I{tree}" if word == f"-I{repository}" else word for at, word in enumerate(command) if at not in left_out]


def compile_all(build, repository, tree, compiled):
    failed = 0
    for room, files in compiled.items():
        flags = flags_of(build, room, repository, tree)
        for name in files:
            failed += subprocess.run([*flags, "-fsyntax-only", str(tree / room / name)]).returncode != 0
    return failed


def main(new, changes, compiled):
    """Adds it to a copy of the repository that the command line names, with its build folder behind it."""
    repository, build = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        copy_tree(repository, tree)
        add(tree, new, changes)
        for words in ("init -q", "add -A"):
            subprocess.run(["git", "-C", tree, *words.split()], check=True)
        house = subprocess.run([sys.executable, "-B", repository / "tests/house/house.py", tree])
        failed = compile_all(build, repository, tree, compiled)
    print(f"{len(changes)} files outside its own, {failed} of them or of their users do not compile")
    return 1 if failed or house.returncode or len(changes) > MOST_FILES else 0
