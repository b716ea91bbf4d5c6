"""Files of live registers, written here as gpu/kernel/live/README.md says and not by the program's own writer: every
kind that a GPU was asked for, layouts of other architectures, owners that differ, warpgroups, lanes that stayed
away."""
import json
import pathlib
import struct
import sys

from program import Program, finish

KINDS = {  # kind: how a value of it is packed
    "wmma.m16n16k16.acc.f32": "f",
    "wmma.m16n16k16.a.f16.row": "e",
    "wgmma.m64n16.acc.f32": "f",
    "mma.m8n8k4.acc.f64": "d",
    "mma.m16n8k32.a.s8": "b",
    "mma.m16n8k16.acc.s32": "i",
}


def snapshot(kind, warp, lanes, data, line=7):
    key = line << 6 | warp
    assert len(data) % 128 == 0
    return struct.pack("<QIIIIQ64s96s", key, line, warp, lanes, len(data) // 32, 0, kind.encode(), b"k.cu") + data


def live_file(shots, capability=90):
    head = struct.pack("<8sIIIIIIQ3I3I3II80s", b"tcvizliv", 1, 160, capability, 0, len(shots), 0, 0, 0, 0, 0, 1, 1, 1,
                       128, 1, 1, 0, b"test")
    assert len(head) == 160
    return head + b"".join(shots)


def number(row, col):
    return (row * 5 + col * 3) % 101


class Files:
    def __init__(self, program):
        self.program, self.folder = program, pathlib.Path(program.folder.name)

    def layout(self, kind, device):
        return json.loads(self.program.text(f"tcviz show {kind} --device {device} --json"))

    def shots(self, kind, layout, change=lambda slot, value: value, lanes=~0 & 0xFFFFFFFF):
        """A fragment whose registers hold `number` of their elements."""
        cols, values = layout["cols"], layout["values"]
        numbers = [change(slot, number(*divmod(element, cols))) for slot, element in enumerate(layout["map"])]
        data = struct.pack(f"<{len(numbers)}{KINDS[kind]}", *numbers)
        warp_bytes = len(data) * 32 // layout["threads"]
        return [snapshot(kind, at, lanes, data[at * warp_bytes:(at + 1) * warp_bytes])
                for at in range(layout["threads"] // 32)]

    def answer(self, shots, words="", capability=90):
        (self.folder / "x.live").write_bytes(live_file(shots, capability))
        expect = "--expect '(row * 5 + col * 3) % 101'"
        done = self.program.shell(f"tcviz live x.live {expect} --json {words}")
        error = done.stderr.decode()
        return done.returncode, json.loads(done.stdout) if done.stdout else None, error


def checks(files):
    for kind in KINDS:
        layout = files.layout(kind, "recorded:sm_90")
        code, answer, error = files.answer(files.shots(kind, layout))
        slots = layout["threads"] * layout["values"]
        yield f"{kind} is right: {error}", code == 0 and answer["right"] and answer["compared"] == slots
        slot = slots * 3 // 5
        shots = files.shots(kind, layout, lambda at, value: value + (20 if at == slot else 0))
        code, answer, error = files.answer(shots)
        found = [(each["warp"] * 32 + each["lane"], each["i"]) for each in answer["wrong"]]
        yield f"{kind}, slot {slot}: {found}", code == 1 and found == [divmod(slot, layout["values"])]
        element = divmod(layout["map"][slot], layout["cols"])
        yield error, f"[{element[0]}, {element[1]}] = {number(*element) + 20}, expected {number(*element)}" in error

    kind = "wmma.m16n16k16.acc.f32"
    old = files.layout(kind, "compiled:sm_70")
    code, answer, error = files.answer(files.shots(kind, old))
    yield f"another architecture: {answer['hints']}", code == 1 and any(
        f"in the layout of {kind}" in hint and "compiled:sm_70" in hint for hint in answer["hints"])
    yield "that of the file's GPU", files.answer(files.shots(kind, old), capability=70)[0] == 0
    yield "that of --device", files.answer(files.shots(kind, old), "--device V100")[0] == 0

    kind = "wmma.m16n16k16.a.f16.row"
    layout = files.layout(kind, "recorded:sm_90")
    shots = files.shots(kind, layout, lambda at, value: value + (at == 100))
    (files.folder / "y.live").write_bytes(live_file(shots))
    done = files.program.shell("tcviz live y.live")
    yield done.stdout.decode(), done.returncode == 1 and b"owners of 1 element do not agree" in done.stdout
    yield done.stderr.decode(), b", and " in done.stderr and b"1 element is not the same in all owners" in done.stderr

    kind = "wgmma.m64n16.acc.f32"
    shots = files.shots(kind, files.layout(kind, "recorded:sm_90"))
    code, answer, error = files.answer(shots[:2] + shots[3:])
    yield f"a warp is missing: {error}", code == 1 and "32 of 128 threads did not reach TCVIZ" in error
    yield "and the rest is right", answer["wrong"] == [] and answer["compared"] == 96 * 8 and not answer["right"]
    code, _, error = files.answer(shots, capability=80)
    yield f"no source for an older GPU: {code} {error}", code == 0 or "k.cu line 7" in error


def main():
    found = list(checks(Files(Program(sys.argv[1]))))
    finish([name for name, holds in found if not holds] or ([] if len(found) > 20 else ["too few checks"]))


main()
