"""How long the package takes: PYTHONPATH=build/release/python TCVIZ_PROGRAM=build/release/bin/tcviz latency.py

Medians of fresh interpreters for what happens once, and of many questions to one process for the rest.
"""

import statistics
import subprocess
import sys
import time

ONCE = """
import time
begin = time.perf_counter()
import tcviz
imported = time.perf_counter()
tcviz.layout("wmma.m16n16k16.acc.f32", device="recorded:sm_90")
first = time.perf_counter()
tcviz.layout("wgmma.m64n256.acc.f32", device="recorded:sm_90")
second = time.perf_counter()
print(imported - begin, first - imported, second - first)
"""
RIGHT = {"row": "(i & 2) << 2 | tid >> 2", "col": "i & 1 | (i & 4) << 1 | (tid & 3) << 1"}


def once(times=21):
    """Medians in ms: import, the first layout, a second and large one."""
    runs = [subprocess.run([sys.executable, "-c", ONCE], check=True, capture_output=True, text=True).stdout.split()
            for _ in range(times)]
    return [1000 * statistics.median(float(run[part]) for run in runs) for part in range(3)]


def median_of(action, times):
    """In ms, after a first time that does not count."""
    action()
    spent = []
    for _ in range(times):
        begin = time.perf_counter()
        action()
        spent.append(time.perf_counter() - begin)
    return 1000 * statistics.median(spent)


def main():
    import tcviz

    for name, spent in zip(("import tcviz", "the first layout, 256 slots", "another, 16384 slots"), once()):
        print(f"{name:40}{spent:8.2f} ms")
    layout = tcviz.layout("wmma.m16n16k16.acc.f32", device="A100")
    wrong = {"row": "tid >> 2", "col": RIGHT["col"]}
    for name, action, times in (("check of a right formula", lambda: layout.check(**RIGHT), 500),
                                ("check of a wrong one, with its repairs", lambda: layout.check(**wrong), 100),
                                ("formula in C", lambda: layout.formula("c"), 100),
                                ("a figure", layout.svg, 100)):
        print(f"{name:40}{median_of(action, times):8.2f} ms")


if __name__ == "__main__":
    main()
