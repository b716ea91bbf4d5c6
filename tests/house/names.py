#!/usr/bin/env python3
"""No test is forgotten: names.py REPOSITORY BUILD [QUICK].

Every file of tests/ with tests of GoogleTest is part of a program that BUILD's ctest starts. With QUICK, the quick
build: what `tests/run` runs and what it leaves out are together the tests of BUILD.
"""

import pathlib
import re
import sys

import merge_tests

TEST = re.compile(r"^(?:TYPED_)?TEST(?:_F|_P)?\(", re.MULTILINE)
# A build without CUDA has no program for these.
WITH_CUDA = re.compile(r"tests/(gpu|package)/|tests/probe/kernels_test\.cpp")


def started(tree, build):
    """The files in the programs that ctest starts."""
    files = set()
    for line in pathlib.Path(build, "tests/programs.txt").read_text().splitlines():
        folder, program, sources = line.split(" ", 2)
        if f"/bin/{program}\"" in pathlib.Path(build, "tests", folder, "CTestTestfile.cmake").read_text():
            files |= {(tree / "tests" / folder / source).resolve() for source in sources.split(";")}
    return files


def forgotten(tree, build, without_cuda):
    here = started(tree, build)
    for file in sorted((tree / "tests").rglob("*.cpp")):
        path = file.relative_to(tree).as_posix()
        excused = file.resolve() in here or without_cuda and WITH_CUDA.match(path)
        if not excused and TEST.search(file.read_text()):
            yield f"{path} has tests that no program of tests/{path.split('/')[1]}/CMakeLists.txt runs"


def lost(tests, quick):
    """tests and quick: name -> labels."""
    usual = {name for name, labels in tests.items() if not labels & merge_tests.SPECIAL}
    for name in sorted(usual - quick.keys()):
        yield f"{name} is neither run by `tests/run` nor named as left out: tcviz_not_quick({name})"
    for name in sorted(quick.keys() - usual):
        if "slow" not in quick[name]:
            yield f"{name} is run by `tests/run` and not by `tests/run --all`"


def named(build):
    return {test["name"]: merge_tests.labels_of(test) for test in merge_tests.tests_of(build)}


def main(tree, build, quick=None):
    tree = pathlib.Path(tree).resolve()
    texts = list(forgotten(tree, build, without_cuda=not quick))
    if quick:
        texts += lost(named(build), named(quick))
    print("\n".join(texts) or "no test is forgotten")
    return 1 if texts else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
