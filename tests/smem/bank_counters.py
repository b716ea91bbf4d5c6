#!/usr/bin/env python3
"""Writes bank_counters.json: what the counters of Nsight Compute and the clock of the GPU at hand say of accesses to
shared memory. Needs nvcc, ncu and nvidia-smi: bank_counters.py [FOLDER FOR THE PROGRAM]

The file that is here was put together from runs on an H200 on 2026-11-26: the version of the driver was not kept, nor
were the clocks of accesses other than ld64 and ld128. A run of this program keeps both.

Of each counter of a launch, 64 equal accesses and what the launch has by itself, which is less than 64 and no conflict.
"""

import csv
import datetime
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ACCESSES = 64
METRICS = ["l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"]
NCU = ["ncu", "--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none", "--cache-control", "none"]


def printed(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def counters_of(text):
    """Returns (wavefronts, conflicts) of each launch that ncu's table has; its second row has units."""
    rows = list(csv.reader(line for line in text.splitlines() if line.startswith('"')))
    columns = [rows[0].index(metric) for metric in METRICS]
    return [tuple(int(row[column].replace(",", "")) for column in columns) for row in rows[2:]]


def of_one_access(wavefronts, conflicts):
    assert conflicts % ACCESSES == 0, conflicts
    return wavefronts // ACCESSES, conflicts // ACCESSES


def main(folder):
    program = os.path.join(folder, "bank_counters")
    subprocess.run(["nvcc", "-O2", "-std=c++20", "-arch=native", "-I", ROOT, "-o", program,
                    os.path.join(HERE, "bank_counters.cu")], check=True)
    cases = [json.loads(line) for line in printed(program, "time").splitlines()]
    counters = counters_of(printed(*NCU, "--metrics", ",".join(METRICS), program, "count"))
    assert len(cases) == len(counters), (len(cases), len(counters))
    device, driver = printed("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").split(", ")
    rows = [[case["op"], case["at"], *of_one_access(*counted), case["clocks"]]
            for case, counted in zip(cases, counters)]
    provenance = {"device": device, "driver": driver.strip(), "date": datetime.date.today().isoformat(),
                  "metrics": METRICS}
    write(os.path.join(HERE, "bank_counters.json"), provenance, rows)


def write(path, provenance, rows):
    about = ("accesses: [access, address of each lane (-1: inactive), wavefronts and conflicts by the counters, clocks "
             "of one of many accesses of 16 warps, or null if they were not kept]; driver: null if its version was not "
             "kept")
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"about": %s,\n"provenance": %s,\n"accesses": [\n' % (json.dumps(about), json.dumps(provenance)))
        file.write(",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]}\n")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as scratch:
            main(scratch)
