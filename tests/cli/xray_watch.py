"""`tcviz xray --watch` beside an editor: it answers at once and after every save, says what cannot be executed, waits
for a file that is gone, and ends at Ctrl-C with the exit code of the last answer, or if nobody reads the answers.
Ctrl-C while nvcc works ends that too."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

from program import Program, finish

EXCHANGED = ("{%r10, %r11}", "{%r11, %r10}")  # the registers of B
WAITS = "The next save of kernel.ptx is waited for; Ctrl-C ends.\n"


def hear_interrupts():
    """A shell that starts this test in the background has it ignore Ctrl-C, which the program would inherit."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Watch:
    def __init__(self, program, *options):
        self.child = subprocess.Popen([program.path, "xray", "--watch", "kernel.ptx", *options], text=True,
                                      cwd=program.folder.name, env=program.environment(), preexec_fn=hear_interrupts,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def answer(self):
        """What is printed until it waits again."""
        lines = []
        for line in self.child.stdout:
            if line == WAITS:
                return "".join(lines)
            lines.append(line)
        return "".join(lines) + "(ended)"

    def end(self):
        self.child.send_signal(signal.SIGINT)
        rest = self.child.communicate(timeout=60)[0]
        return self.child.returncode, rest


def save_as_editors_do(path, text):
    """The old file goes away, and a new one comes by another name."""
    path.unlink()
    other = path.with_suffix(".new")
    other.write_text(text)
    os.rename(other, path)


def ends_with_its_reader(program):
    """As `tcviz xray --watch kernel.ptx | head -1` does, whose shell waits for both."""
    child = subprocess.Popen([program.path, "xray", "--watch", "kernel.ptx"], cwd=program.folder.name,
                             env=program.environment(), preexec_fn=hear_interrupts, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    child.stdout.readline()
    child.stdout.close()
    try:
        return child.wait(timeout=60) in (0, 1)
    except subprocess.TimeoutExpired:
        child.kill()
        return False


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def holds_soon(condition):
    for _ in range(600):
        if condition():
            return True
        time.sleep(0.05)
    return False


SLOW_NVCC = """#!/bin/bash
sleep 1000 &
echo $! > "$(dirname "$0")/pid.part"
mv "$(dirname "$0")/pid.part" "$(dirname "$0")/pid"
wait
"""


def compiler_that_stays(program):
    """Ctrl-C while nvcc works: the processes that are left, by their names."""
    tools = pathlib.Path(program.folder.name) / "tools"
    tools.mkdir()
    (tools / "nvcc").write_text(SLOW_NVCC)
    (tools / "nvcc").chmod(0o755)
    (tools.parent / "kernel.cu").write_text("__global__ void k() {}\n")
    environment = program.environment()
    environment["PATH"] = f"{tools}:{environment['PATH']}"
    child = subprocess.Popen([program.path, "xray", "--watch", "kernel.cu"], cwd=program.folder.name, env=environment,
                             preexec_fn=hear_interrupts, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    if not holds_soon((tools / "pid").exists):
        return ["a compiler that was not called"]
    time.sleep(0.1)
    child.send_signal(signal.SIGINT)
    left = []
    if not holds_soon(lambda: child.poll() is not None):
        left.append("tcviz")
        child.kill()
    elif child.returncode != -signal.SIGINT:
        left.append(f"tcviz's exit code {child.returncode}")
    worker = int((tools / "pid").read_text())
    return left if holds_soon(lambda: not is_alive(worker)) else left + ["what nvcc has started"]


def problems(program):
    path = pathlib.Path(program.folder.name) / "kernel.ptx"
    right = program.text("tcviz xray --example")
    wrong = right.replace(*EXCHANGED)
    path.write_text(right)
    watch = Watch(program)
    if "C: right" not in (said := watch.answer()):
        yield f"at first: {said}"
    for text, expected in ((wrong, "C: wrong"), ("no kernel", "this is no PTX"), (wrong + "\n", "C: wrong")):
        save_as_editors_do(path, text)
        if expected not in (said := watch.answer()):
            yield f"{expected} is not in: {said}"
    if (end := watch.end()) != (1, ""):
        yield f"Ctrl-C after a wrong kernel: {end}"

    watch = Watch(program, "--json")
    documents = watch.answer()
    path.write_text(right)
    documents += watch.answer()
    first, at = json.JSONDecoder().raw_decode(documents[documents.index("{"):])
    second = json.loads(documents[documents.index("{", documents.index("{") + at):])
    if (first["state"], second["state"]) != ("wrong", "right"):
        yield f"JSON: {first['state']}, {second['state']}"
    if (end := watch.end()) != (0, ""):
        yield f"Ctrl-C after a right kernel: {end}"
    if not ends_with_its_reader(program):
        yield "it goes on though nobody reads its answers"
    for left in compiler_that_stays(program):
        yield f"Ctrl-C while nvcc works leaves {left}"


finish(list(problems(Program(sys.argv[1]))))
