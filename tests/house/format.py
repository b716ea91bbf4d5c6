#!/usr/bin/env python3
"""Every C++ and CUDA file is as clang-format writes it: format.py REPOSITORY prints those that are not.

Versions of clang-format write differently, so one of them decides. Where another or none is installed, the check is
skipped: exit code 77.
"""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

import house

VERSION = 14
FILES_AT_ONCE = 40
SKIPPED = 77


def version_of(text):
    """What `clang-format --version` says: "Debian clang-format version 14.0.6" -> 14."""
    match = re.search(r"clang-format version (\d+)\.", text)
    return int(match.group(1)) if match else None


def asked_version(program):
    return version_of(subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout)


def find_program():
    """The program of the version that decides, or None with why it cannot be had."""
    others = []
    for name in (f"clang-format-{VERSION}", "clang-format"):
        program = shutil.which(name)
        version = asked_version(program) if program else None
        if version == VERSION:
            return program, None
        if program:
            others.append(f"{program} is version {version}")
    return None, ", ".join(others) or "no clang-format is installed"


def complaints_of(program, root, names):
    """One line for each file that is written otherwise: "PATH:LINE"."""
    command = [program, "--style=file", "--dry-run", "-Werror", "--ferror-limit=1", *names]
    told = subprocess.run(command, cwd=root, capture_output=True, text=True).stderr
    return [f"{path}:{line}: clang-format writes this otherwise: clang-format -i {path}"
            for path, line in dict(re.findall(r"^([^\s:]+):(\d+):\d+: error:", told, re.MULTILINE)).items()]


def misformatted(program, root):
    names = [name for name in house.files_of(root) if name.endswith(tuple(house.CODE_SUFFIXES))]
    batches = [names[at:at + FILES_AT_ONCE] for at in range(0, len(names), FILES_AT_ONCE)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return sum(pool.map(lambda batch: complaints_of(program, root, batch), batches), [])


def main(root):
    program, why_not = find_program()
    if program is None:
        print(f"skipped: clang-format {VERSION} decides how files are written, and {why_not}")
        return SKIPPED
    found = misformatted(program, house.pathlib.Path(root))
    print("\n".join(found) or f"every file is as clang-format {VERSION} writes it")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
