#!/usr/bin/env python3
"""Runs kernels with TCVIZ on a GPU and holds what `tcviz live` says of their files against what was planted.

    live_demo.py LIVE_DEMO TCVIZ             both programs may have been carried here; needs a GPU
    live_demo.py --without-gpu LIVE_DEMO     the header says what is missing, and nothing is written
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ACC = "mma.m16n8k16.acc.f32"


class Demo:
    def __init__(self, program, tcviz):
        self.program, self.tcviz = pathlib.Path(program).resolve(), pathlib.Path(tcviz).resolve()
        self.home = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.home.name)

    def run(self):
        return subprocess.run([self.program, self.folder], capture_output=True, text=True, timeout=120)

    def live(self, file, *words):
        command = [self.tcviz, "live", self.folder / file, *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def listed(self, file):
        return json.loads(self.live(file, "--json")[1])

    def answer(self, file, at, expect, *words):
        code, out, error = self.live(file, "--at", str(at), "--expect", expect, "--json", *words)
        if not out:
            sys.exit(f"{file} at {at}: exit {code}\n{error}")
        return code, json.loads(out), error


def places(answer):
    return [(each["warp"], each["lane"], each["register"], each["element"], each["got"]) for each in answer["wrong"]]


def of_kind(fragments, kind, warp=0):
    return [each["at"] for each in fragments if each["kind"] == kind and each["warp"] == warp]


def checks_of_products(demo, fragments):
    """Line by line of the kernel `product`: A, B, the sum three times, the planted lane, values in another order."""
    for warp in (0, 1):
        (a,), (b,) = of_kind(fragments, "mma.m16n8k16.a.f16", warp), of_kind(fragments, "mma.m16n8k16.b.f16", warp)
        yield f"A of warp {warp}", demo.answer("all.live", a, "row * 16 + col")[0] == 0
        yield f"B of warp {warp}", demo.answer("all.live", b, "row == col")[0] == 0
        sums = of_kind(fragments, ACC, warp)
        yield f"five sums of warp {warp}", len(sums) == 5
        times = [(fragments[at]["time"], fragments[at]["times"]) for at in sums]
        yield f"times of warp {warp}: {times}", times == [(1, 3), (2, 3), (3, 3), (1, 1), (1, 1)]
        for time, at in enumerate(sums[:3], 1):
            yield f"sum {time} of warp {warp}", demo.answer("all.live", at, f"{time} * (row * 16 + col)")[0] == 0
        code, planted, error = demo.answer("all.live", sums[3], "3 * (row * 16 + col)")
        expected = [(1, 5, 2, [9, 2], -1.0)] if warp == 1 else []
        yield f"the planted lane of warp {warp}: {places(planted)}", (code, places(planted)) == (warp, expected)
        if warp == 1:
            yield error, "warp 1, lane 5, register 2 holds C[9, 2] = -1, expected 438" in error
        else:
            hints = demo.answer("all.live", sums[4], "3 * (row * 16 + col)")[1]["hints"]
            yield f"exchanged registers: {hints}", any(
                "x[1] holds what x[2] should, x[2] holds what x[1] should." in hint for hint in hints)
            hints = demo.answer("all.live", sums[2], "row * 16 + col")[1]["hints"]
            yield f"three times: {hints}", hints == ["all values are 3 times what was expected."]


def checks_of_wmma(demo, fragments):
    (a,) = of_kind(fragments, "wmma.m16n16k16.a.f16.row")
    yield "A of WMMA, both owners", demo.answer("all.live", a, "row * 16 + col")[1]["compared"] == 512
    yield "and right", demo.answer("all.live", a, "row * 16 + col")[0] == 0
    whole, part, wrong = of_kind(fragments, "wmma.m16n16k16.acc.f32")
    yield "the sum of WMMA", demo.answer("all.live", whole, "row * 16 + col + 1")[0] == 0
    code, answer, error = demo.answer("all.live", part, "row * 16 + col + 1")
    yield f"12 threads missing: {error}", code == 1 and answer["missing_threads"] == 12 and not answer["wrong"]
    code, answer, error = demo.answer("all.live", wrong, "row * 16 + col + 1")
    found = [(each["lane"], each["i"], each["got"] - each["expected"]) for each in answer["wrong"]]
    yield f"lane 7, x[6]: {found}", code == 1 and found == [(7, 6, 0.5)]
    yield "within a tolerance", demo.answer("all.live", wrong, "row * 16 + col + 1", "--tolerance", "0.5")[0] == 0
    # The layout of another architecture is not that of this one.
    yield "sm_70 differs", demo.answer("all.live", whole, "row * 16 + col + 1", "--device", "compiled:sm_70")[0] == 1


def checks(demo):
    done = demo.run()
    yield f"ran: {done.stderr}", done.returncode == 0
    yield "says what did not fit", "holds 3 snapshots, and" in done.stderr
    yield "says that nothing was reached", "no TCVIZ was reached in block 0, 0, 9" in done.stderr
    yield "and writes nothing then", not (demo.folder / "nowhere.live").exists()
    listed = demo.listed("all.live")
    yield f"block and launch: {listed}", (listed["block"], listed["missed"]) == ([0, 0, 0], 0) and listed["gpu"]
    fragments = listed["fragments"]
    yield f"18 fragments: {len(fragments)}", len(fragments) == 18
    yield from checks_of_products(demo, fragments)
    yield from checks_of_wmma(demo, fragments)
    later = demo.listed("later.live")
    yield f"from the third time on, block 1: {later}", later["block"] == [1, 0, 0] and [
        (each["kind"], each["time"]) for each in later["fragments"]] == [(ACC, 3)] * 2
    few = demo.listed("few.live")
    # Lanes that a branch took apart may come by in groups, each of which counts.
    yield f"three fit: {few['missed']}", len(few["fragments"]) == 3 and few["missed"] >= len(fragments) - 3


def without_gpu(program):
    environment = os.environ | {"CUDA_VISIBLE_DEVICES": ""}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, folder], capture_output=True, text=True, timeout=120, env=environment)
        yield f"exit {done.returncode}", done.returncode == 1
        yield done.stderr, "tcviz: there is no GPU here that this program can use: " in done.stderr
        yield "no file is written", not list(pathlib.Path(folder).iterdir())


def main(words):
    found = list(without_gpu(words[1]) if words[0] == "--without-gpu" else checks(Demo(*words)))
    failures = [name for name, holds in found if not holds]
    print(f"{len(found)} checks, {len(failures)} failed", *failures, sep="\n")
    return 1 if failures or not found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
