"""A command that needs no GPU does not even open the CUDA driver; one that may need it does look for it, if tcviz is
built with CUDA: start_up.py TCVIZ 0|1"""
import sys

from program import Program, finish

probe_driver = "libcuda"


def opened(program, command):
    """The files that a command tried to open."""
    done = program.shell(f"LD_DEBUG=libs tcviz {command}")
    return done.stderr.decode(errors="replace")


def main():
    program = Program(sys.argv[1])
    without = ["show wmma.m16n16k16.acc.f32 --device recorded:sm_90", "--help", "--version", "completion bash",
               "__complete show wmma", "kinds --device published:sm_70"]
    failures = [
        f"`tcviz {command}` opened the driver" for command in without if probe_driver in opened(program, command)
    ]
    if sys.argv[2] == "1" and probe_driver not in opened(program, "devices"):
        failures.append("`tcviz devices` did not look for the driver")
    finish(failures)


main()
