#!/usr/bin/env python3
"""Makes one ctest run of several builds: merge_tests.py FOLDER WHICH ROOMS NAME=BUILD...

Writes FOLDER/CTestTestfile.cmake with every test of every build, each under its build's name ("asan.test_layout"),
so that one summary counts them all. WHICH is "gpu" for the tests that need a GPU, "bare" for those that make machines
of their own, "all" for the others, and "quick" for the others without the label "slow", whose names are printed. ROOMS
are folders of tests/, with spaces between; none stands for all. A test whose program was not built fails.
"""

import json
import pathlib
import subprocess
import sys

# The address sanitizer guesses where the thread-local variables of a library lie that was opened late, as Mesa's are.
# It takes what stands before them for a note of glibc's if they begin 16 bytes into a page, which the heap decides:
# once in 256 runs, or in every run for a while. The search for leaks then reads at no address, "Tracer caught signal
# 11", and the test fails. Without the guess they are still searched: they lie in the heap, in blocks of the loader.
NO_GUESS = "ASAN_OPTIONS=string_append::intercept_tls_get_addr=0"
MORE_PROPERTIES = {build: [{"name": "ENVIRONMENT_MODIFICATION", "value": [NO_GUESS]}] for build in ("asan", "fuzz")}
SPECIAL = {"gpu", "bare"}  # labels of tests that do not run every time
# A test that measures time fails once where the machine stood still for a moment. Everything else has one chance.
AGAIN = ["bash", "-c", '"$@" || { echo "failed, and is run once more:"; "$@"; }', "bash"]
OWN_NAMES = {
    "DEPENDS",
    "FIXTURES_SETUP",
    "FIXTURES_CLEANUP",
    "FIXTURES_REQUIRED",
}  # these name tests or fixtures of the build


def quoted(text):
    return f"[==[{text}]==]"


def value_text(build, key, value):
    if isinstance(value, list):
        texts = [str(item["regex"] if isinstance(item, dict) else item) for item in value]
        return ";".join(f"{build}.{text}" if key in OWN_NAMES else text for text in texts)
    return {True: "ON", False: "OFF"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def labels_of(test):
    return set(sum((item["value"] for item in test.get("properties", []) if item["name"] == "LABELS"), []))


def test_lines(build, test):
    name = quoted(f"{build}.{test['name']}")
    command = test.get("command", ["false"])
    again = AGAIN if "timing" in labels_of(test) else []
    yield f"add_test({name} {' '.join(map(quoted, again + command))})"
    for item in test.get("properties", []) + MORE_PROPERTIES.get(build, []):
        value = quoted(value_text(build, item["name"], item["value"]))
        yield f"set_tests_properties({name} PROPERTIES {item['name']} {value})"


def is_wanted(test, which):
    return (SPECIAL & labels_of(test) or {"cpu"}) == {which if which in SPECIAL else "cpu"}


def tests_of(folder):
    listing = subprocess.run(
        ["ctest", "--test-dir", folder, "--show-only=json-v1"], check=True, capture_output=True, text=True
    )
    return json.loads(listing.stdout)["tests"]


def main(folder, which, rooms, *builds):
    lines, left_out = [], []
    for build, source in (item.split("=", 1) for item in builds):
        folders = [f"{source}/tests/{room}" for room in rooms.split()] or [source]
        for test in (test for each in folders for test in tests_of(each) if is_wanted(test, which)):
            if which == "quick" and "slow" in labels_of(test):
                left_out.append(test["name"])
            else:
                lines.extend(test_lines(build, test))
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    pathlib.Path(folder, "CTestTestfile.cmake").write_text("\n".join(lines) + "\n")
    print(", ".join(left_out))


if __name__ == "__main__":
    main(*sys.argv[1:])
