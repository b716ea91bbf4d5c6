#!/usr/bin/env python3
"""Runs a test of the address sanitizer, and again if LeakSanitizer's own tracer broke: once_more.py COMMAND...

The tracer stops all threads at the end of a program. Seldom, beside Mesa's threads, it fails with the words below and
has then looked at nothing. Every other failure, a leak among them, counts at once.
"""

import subprocess
import sys

BROKEN = b"LeakSanitizer has encountered a fatal error."
MOST_RUNS = 4


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    sys.stdout.buffer.write(done.stdout)
    return done


def main(command):
    for _ in range(MOST_RUNS):
        done = run(command)
        if done.returncode == 0 or BROKEN not in done.stdout:
            break
    return done.returncode if done.returncode >= 0 else 128 - done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
