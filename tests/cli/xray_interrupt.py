"""Ctrl-C while `tcviz xray` executes a large grid: it ends with a sentence, what was found and exit code 3; who watches
sees how far it is."""
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time

from program import Program, finish

LAUNCH = ["--grid", "20000", "--block", "32", "--arg", "A=f16[z:20000,k:16]", "--arg", "C=out f32[z:20000,n:8]",
          "--all-blocks", "--json"]
KERNEL = """.version 7.0
.target sm_80
.address_size 64
.visible .entry slow(.param .u64 A, .param .u64 C)
{
  .reg .pred %p<2>; .reg .b32 %r<4>;
  mov.u32 %r1, 0;
LOOP:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, 800;
  @%p1 bra LOOP;
  ret;
}
"""


def await_watch(pid):
    """Waits until the program holds Ctrl-C back to look for it, which takes a while on a busy machine."""
    for _ in range(600):
        with open(f"/proc/{pid}/status", encoding="utf-8") as status:
            blocked = next(line.split()[1] for line in status if line.startswith("SigBlk:"))
        if int(blocked, 16) >> (signal.SIGINT - 1) & 1:
            return
        time.sleep(0.1)


def hear_interrupts():
    """A shell that starts this test in the background has it ignore Ctrl-C, which the program would inherit."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(program, threads, terminal):
    """The exit code and both streams of a run that is interrupted once it shows that it goes on, or after a moment."""
    watched, side = pty.openpty()
    errors = side if terminal else subprocess.PIPE
    child = subprocess.Popen([program.path, "xray", "slow.ptx", *LAUNCH, "--threads", str(threads)], stderr=errors,
                             cwd=program.folder.name, env=program.environment(), stdout=subprocess.PIPE,
                             preexec_fn=hear_interrupts)
    os.close(side)
    seen = b""
    if terminal:
        while b"blocks" not in seen and select.select([watched], [], [], 60)[0]:
            seen += os.read(watched, 4096)
    else:
        await_watch(child.pid)
        time.sleep(1)  # nothing is shown: the run takes much longer
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=120)
    os.close(watched)
    return child.returncode, out.decode(), seen.decode() if terminal else err.decode()


def problems(program):
    with open(os.path.join(program.folder.name, "slow.ptx"), "w", encoding="utf-8") as file:
        file.write(KERNEL)
    for threads in (1, 2):
        for terminal in (False, True):
            where = f"{threads} threads, {'a terminal' if terminal else 'no terminal'}"
            code, out, err = interrupted(program, threads, terminal)
            if code != 3:
                yield f"{where}: exit {code} instead of 3: {err}"
                continue
            answer = json.loads(out)
            done = answer["executed"]["blocks"]
            if answer["reason"] != f"stopped after {done} of 20000 blocks" or not done < 20000:
                yield f"{where}: {answer['reason']}, and {done} blocks"
            if answer["state"] != "unjudged" or answer["verdict"]["C"]["state"] != "unjudged":
                yield f"{where}: called {answer['state']}"
            if terminal != (" of 20000 blocks, 0 findings" in err):
                yield f"{where}: shown is {err!r}"


finish(list(problems(Program(sys.argv[1]))))
