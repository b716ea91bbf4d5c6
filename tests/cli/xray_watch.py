"""`tcviz xray --watch` beside an editor: it answers at once and after every save, says what cannot be executed, waits
for a file that is gone, and ends at Ctrl-C with the exit code of the last answer."""
import json
import os
import pathlib
import signal
import subprocess
import sys

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


finish(list(problems(Program(sys.argv[1]))))
