"""Answers in JSON are JSON, with the keys that other programs rely on."""
import json
import sys

from program import Program, finish


def checks(program):
    answer = json.loads(program.text("tcviz kinds --json"))
    kinds = {kind["kind"]: kind for kind in answer["kinds"]}
    wmma = [kind for kind in kinds.values() if kind["family"] == "wmma"]
    yield "355 kinds, 75 of WMMA", len(answer["kinds"]) == len(kinds) == 355 and len(wmma) == 75
    a = kinds["wmma.m16n16k16.a.f16.row"]
    yield "fields of a kind", (a["family"], a["shape"], a["operand"], a["type"], a["order"], a["rows"], a["cols"],
                               a["threads"], a["values"], a["since"]) == (
        "wmma", "m16n16k16", "a", "f16", "row", 16, 16, 32, 16, "7.0")
    yield "16 values of 32 threads for 256 elements are two copies", a["replication"] == [2]
    yield "accumulators have no order", kinds["wmma.m16n16k16.acc.f32"]["order"] is None
    bf16 = kinds["mma.m16n8k16.a.bf16"]
    yield "an instruction", (bf16["id"], bf16["min_arch"], bf16["min_ptx"], bf16["instruction"], bf16["section"]) == (
        "mma.m16n8k16.a.bf16", "sm_80", "7.0", "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
        "9.7.14.5.8. Matrix Fragments for mma.m16n8k16 with floating point type")
    wide = kinds["wgmma.m64n128.acc.f32"]
    yield "a warpgroup", (wide["threads"], wide["min_arch"], wide["min_ptx"]) == (128, "sm_90a", "8.0")
    yield "no instruction", kinds["sgemm64.c"]["instruction"] is None
    yield "b1 is experimental", kinds["wmma.m8n8k128.a.b1.row"]["native_until"] == "9.0"
    yield "known to what was recorded", all("recorded:sm_90" in kind["sources"] for kind in wmma)

    some = json.loads(program.text("tcviz kinds acc f32 --device published:sm_80 --json"))["kinds"]
    yield "words and device narrow", [kind["kind"] for kind in some] == ["wmma.m16n16k16.acc.f32"]

    devices = json.loads(program.text("tcviz devices --json"))
    names = [device["name"] for device in devices["devices"]]
    products = {device["name"]: device["products"] for device in devices["devices"]}
    yield "products", (products["compiled:sm_80"], products["recorded:sm_90"]) == (["A100", "A30"], [])
    yield "default without a GPU", devices["default"] == "recorded:sm_90"
    yield "sources", {"recorded:sm_90", "published:sm_70", "published:sm_75", "published:sm_80"} <= set(names)
    yield "no GPU is explained", isinstance(devices["no_gpu"], str) and devices["no_gpu"]
    yield "no problems", devices["problems"] == []

    layout = json.loads(program.text("tcviz show wmma.m16n16k16.acc.f32 --device published:sm_80 --json"))
    yield "format", layout["format"] == "tcviz-layout/1"
    yield "map of a permutation", sorted(layout["map"]) == list(range(256))
    f32 = "wmma.m16n16k16.acc.f32 --device compiled:sm_80"
    right = "--row '(i & 2) << 2 | tid >> 2' --col 'i & 1 | (i & 4) << 1 | (tid & 3) << 1'"
    for command in (f"formula {f32}", f"check {f32} {right}", f"at {f32} 5,9"):
        answer = json.loads(program.text(f"tcviz {command} --json"))
        yield f"provenance of {command}", "nvJitLink" in answer["provenance"]
    both = json.loads(program.text(f"tcviz diff {f32} --with compiled:sm_90 --json"))["provenance"]
    yield "provenance of both", "sm_80" in both["device"] and "sm_90" in both["with"]
    # thread 7, x[2] stands in row 9, column 6 (README: row (i & 2) << 2 | tid >> 2, column i & 1 | (tid & 3) << 1)
    yield "an element", layout["map"][7 * 8 + 2] == 9 * 16 + 6


def main():
    program = Program(sys.argv[1])
    results = list(checks(program))
    finish([name for name, holds in results if not holds] or ([] if results else ["nothing checked"]))


main()
