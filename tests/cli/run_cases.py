"""Runs a file of cases: run_cases.py TCVIZ FILE.cases

    $ tcviz show nothing        a line of bash; all lines of a file share one folder
    exit 2                      its exit code; 0 where nothing is said
    out REGEX                   standard output has this (lines are anchored by ^ and $)
    err REGEX                   standard error has this
    no out REGEX, no err REGEX  does not have it

Without an `out` line a failing command must print nothing there; without an `err` line a succeeding one must not
complain.
"""

import pathlib
import re
import sys

from program import Program, finish


def parse(text):
    cases = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("$ "):
            cases.append({"line": number, "command": line[2:], "exit": 0, "checks": []})
            continue
        word, _, rest = line.partition(" ")
        if word == "exit":
            cases[-1]["exit"] = int(rest)
        elif word in ("out", "err"):
            cases[-1]["checks"].append((word, True, rest))
        elif word == "no" and rest.partition(" ")[0] in ("out", "err"):
            stream, _, pattern = rest.partition(" ")
            cases[-1]["checks"].append((stream, False, pattern))
        else:
            sys.exit(f"line {number}: cannot read `{line}`")
    return cases


def problems(case, done):
    streams = {"out": done.stdout.decode(errors="replace"), "err": done.stderr.decode(errors="replace")}
    if done.returncode != case["exit"]:
        yield f"exit {done.returncode} instead of {case['exit']}"
    for stream, wanted, pattern in case["checks"]:
        if bool(re.search(pattern, streams[stream], re.MULTILINE)) != wanted:
            yield f"std{stream} {'lacks' if wanted else 'has'} {pattern}"
    asked = {stream for stream, wanted, _ in case["checks"] if wanted}
    quiet = "err" if case["exit"] == 0 else "out"
    if quiet not in asked and streams[quiet]:
        yield f"std{quiet} should be empty"


def main():
    program = Program(sys.argv[1])
    cases = parse(pathlib.Path(sys.argv[2]).read_text())
    failures = []
    for case in cases:
        done = program.shell(case["command"])
        found = list(problems(case, done))
        if found:
            shown = (done.stdout[-1500:] + done.stderr[-1500:]).decode(errors="replace")
            failures.append(f"line {case['line']}: $ {case['command']}\n  " + "\n  ".join(found) + f"\n{shown}")
    print(f"{len(cases)} cases")
    finish(failures or ([] if cases else ["no cases"]))


main()
