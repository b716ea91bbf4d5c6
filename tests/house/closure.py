#!/usr/bin/env python3
"""Every file of the system that configuring, building and testing read comes with a package that app/setup.sh installs.

closure.py REPOSITORY: looks at the builds in REPOSITORY/build that tests/run makes, as far as they are there, and
prints each file that would be missing on a bare machine, with its package and who reads it. Recommended packages do not
count. Ends with 77, "skipped", where there is no dpkg.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import packages
import reads

SKIPPED = 77

# No package brings what lies here. Most of it is an installed CUDA toolkit: nvcc comes from there, or else from the
# pinned wheel in the set-up's folder, as on a bare machine. The rest somebody installed by hand, and nobody can tell
# which package it stands in for.
BY_HAND = "/usr/local/"
# Packages that are used only where somebody has installed them: peers that a benchmark compares with
# (tests/bench/CMakeLists.txt), LLVM's ar, which CMake takes with Clang and does without, and what tests skip without:
# shells that complete tcviz's words (tests/cli/completion_shells.sh), keys of X (tests/ui/shortcuts_in_x.py), readers
# of man pages and desktop files (tests/package/tarball_test.py). tests/run --bare installs what it alone needs.
OPTIONAL = re.compile(
    r"libtcc-dev|libmuparser.*|llvm(-\d+)?|fish|xdotool|zsh|groff.*|desktop-file-utils|debootstrap"
)


def lists_of(tree):
    """The packages of app/run, and those of the tests."""
    print_them = 'printf "%s " "${tcviz_packages[@]}"; echo; printf "%s " "${tcviz_test_packages[@]}"'
    command = ["bash", "-c", f'. "$0"; {print_them}', f"{tree}/app/setup.sh"]
    program, tests = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")
    return program.split(), tests.split()


def builds_of(tree):
    """Those of the presets in tests/run that are configured."""
    presets = re.search(r"^presets=\(([^)]*)\)", (tree / "tests/run").read_text(), re.MULTILINE).group(1).split()
    folders = [tree / "build" / preset for preset in presets]
    return [reads.Build(folder) for folder in folders if (folder / "build.ninja").exists()]


class Judge:
    """Knows what comes with the lists."""

    def __init__(self, machine, program, tests, toolkit=()):
        self.machine = machine
        self.missing = [name for name in [*program, *tests] if not machine.chosen([name])]
        self.lists = {True: machine.closure([*program, *toolkit]), False: machine.closure([*program, *tests, *toolkit])}

    def below_usr(self, path):
        here = self.machine.path_here(path)
        return here.startswith("/usr/") and not here.startswith(BY_HAND)

    def first_readers(self, found):
        """(path, for the program alone) -> who reads it, of everything below /usr."""
        readers = {}
        for read in found:
            for path in cached_steps(read.path):
                if self.below_usr(path):
                    readers.setdefault((path, read.program), read.who)
        return readers

    def complaints(self, found):
        readers = self.first_readers(found)
        owners = self.machine.owners({path for path, _ in readers})
        texts = [f"{name} stands in app/setup.sh and is not installed here" for name in self.missing]
        for (path, program), who in sorted(readers.items()):
            texts += self.complaint(path, program, who, owners.get(path, set()))
        return texts

    def complaint(self, path, program, who, owners):
        if owners & self.lists[program] or any(OPTIONAL.fullmatch(owner) for owner in owners):
            return []
        if not owners:  # an alternative's link says nothing: what it leads to is read as well
            return [] if os.path.islink(path) else [f"{path} belongs to no package; {who} reads it"]
        package = " or ".join(sorted(owners))
        lists = "tcviz_packages, which app/run installs," if program else "the lists"
        return [f"{path} of {package}, which does not come with {lists} in app/setup.sh; {who} reads it"]


STEPS = {}


def cached_steps(path):
    if path not in STEPS:
        STEPS[path] = packages.steps(path) if os.path.isabs(path) and os.path.isfile(path) else []
    return STEPS[path]


def toolkit_of(machine, builds):
    """The package of an nvcc below /usr/bin, a distribution's own toolkit: what comes with it counts as there."""
    found = {path for build in builds for path in cached_steps(build.cache.get("TCVIZ_NVCC", ""))}
    return set().union(*machine.owners(found).values())


def main(tree, root="/"):
    tree = pathlib.Path(tree)
    if not pathlib.Path(root, "var/lib/dpkg/status").exists():
        print("skipped: there is no dpkg here, so nobody knows which package a file belongs to")
        return SKIPPED
    machine, builds = packages.Packages(root), builds_of(tree)
    judge = Judge(machine, *lists_of(tree), toolkit_of(machine, builds))
    with tempfile.TemporaryDirectory() as folder:
        found = [read for build in builds for read in build.reads()]
        found += reads.tree_reads(tree, pathlib.Path(folder))
        elsewhere = (read for read in reads.with_scripts(found) if not read.path.startswith((f"{tree}/", folder)))
        texts = judge.complaints(elsewhere)
    names = ", ".join(build.name for build in builds) or "none"
    print("\n".join(texts) or f"{len(STEPS)} files are read (builds: {names}); the lists in app/setup.sh bring them")
    return 1 if texts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
