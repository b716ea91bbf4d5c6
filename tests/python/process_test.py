"""The process that answers: beside threads and forks, at its end, and when it is killed."""

import os
import subprocess
import sys
import tempfile
import unittest

import tcviz
from tcviz import _program

# A program that counts its starts and questions in files, and answers when it may: ANSWERS FOLDER.
STUB = r'''
import json, os, sys, time
answers, folder = int(sys.argv[1]), sys.argv[2]
def count(name):
    open(os.path.join(folder, name), "a").write("x")
    return os.path.getsize(os.path.join(folder, name))
print('{"format":"tcviz-serve/1","version":"0"}', flush=True)
start = count("starts")
for line in sys.stdin:
    asked = count("asked")
    while not os.path.exists(os.path.join(folder, "go")): time.sleep(0.01)
    if start < answers: os.kill(os.getpid(), 9)
    print(json.dumps({"id": json.loads(line)["id"], "result": asked}), flush=True)
'''

FORK = r'''
import os, signal, sys, threading, time, tcviz
from tcviz import _program
folder = sys.argv[1]
program, got = _program.SHARED, []
program._command = [sys.executable, "-c", sys.argv[2], "1", folder]
thread = threading.Thread(target=lambda: got.append(program.ask("devices")))
thread.start()
while not os.path.exists(folder + "/asked"): time.sleep(0.01)
child = os.fork()
if child == 0:
    signal.alarm(60)  # an answer that never comes ends the child, and the test fails
    program._command = None
    print(tcviz.layout("mma.m16n8k16.acc.f32").formula("cute").proved_slots, flush=True)
    program.close()
    os._exit(0)
print(os.waitpid(child, 0)[1], flush=True)
open(folder + "/go", "w").close()
thread.join()
print(got)
'''

# What loses its parent below is given to this process, as in a container whose first process is a program.
REAPER = r'''
import ctypes, json, os, pathlib, signal, subprocess, sys, time, tcviz
signal.alarm(60)
assert ctypes.CDLL(None).prctl(36, 1, 0, 0, 0) == 0  # PR_SET_CHILD_SUBREAPER
def children():
    return pathlib.Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
'''

CLOSE = REAPER + r'''
layout = tcviz.layout("mma.m16n8k16.acc.f32")
for _ in range(5):
    layout.formula("cute")
    tcviz.close()
print(len(children()))
'''

KILL = REAPER + r'''
fifo = sys.argv[1] + "/fifo"
os.mkfifo(fifo)
serve = subprocess.Popen([os.environ["TCVIZ_PROGRAM"], "serve", "--stdio"], stdin=subprocess.PIPE,
                         stdout=subprocess.DEVNULL)
serve.stdin.write(json.dumps({"id": 1, "method": "verify", "params": {"figure": fifo}}).encode() + b"\n")
serve.stdin.flush()
while True:  # until the worker reads there, where nothing will ever come
    try:
        writer = os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        break
    except OSError:
        time.sleep(0.01)
serve.kill()
serve.wait()
serve.stdin.close()
print(os.waitstatus_to_exitcode(os.wait()[1]), children())
'''


def alone(code, *arguments):
    """Runs code in an interpreter of its own."""
    return subprocess.run([sys.executable, "-B", "-W", "error", "-c", code, *arguments], capture_output=True,
                          text=True, check=False)


class Forks(unittest.TestCase):
    def test_a_child_asks_while_a_thread_of_its_parent_waits(self):
        with tempfile.TemporaryDirectory() as folder:
            done = alone(FORK, folder, STUB)
        # The child's answer, its end, and the answer that the parent's thread still gets.
        self.assertEqual((done.stdout, done.stderr), ("128\n0\n[1]\n", ""))


class Killed(unittest.TestCase):
    def ask(self, answers):
        """The answer, or the complaint, of a program whose first start that answers is this; and its starts."""
        with tempfile.TemporaryDirectory() as folder:
            open(os.path.join(folder, "go"), "w", encoding="utf-8").close()
            program = _program.Program([sys.executable, "-c", STUB, str(answers), folder])
            try:
                said = program.ask("devices")
            except tcviz.TcvizError as error:
                said = error
            program.close()
            return said, os.path.getsize(os.path.join(folder, "starts"))

    def test_a_question_that_was_not_answered_is_asked_again(self):
        self.assertEqual(self.ask(2), (2, 2))

    def test_but_not_a_third_time(self):
        said, starts = self.ask(3)
        self.assertIsInstance(said, tcviz.Unavailable)
        self.assertIn("asked twice and ended without an answer", str(said))
        self.assertEqual(starts, 2)


@unittest.skipUnless(sys.platform.startswith("linux"), "the rest of the program's processes are told by Linux")
class Ends(unittest.TestCase):
    def test_leave_no_process_behind(self):
        done = alone(CLOSE)
        self.assertEqual((done.stdout, done.stderr), ("0\n", ""))

    def test_of_a_killed_program_is_that_of_its_worker(self):
        with tempfile.TemporaryDirectory() as folder:
            done = alone(KILL, folder)
        self.assertEqual((done.stdout, done.stderr), ("-9 []\n", ""))


if __name__ == "__main__":
    unittest.main()
