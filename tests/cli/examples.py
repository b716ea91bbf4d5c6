"""Every example that a --help shows works as it stands, one after the other in an empty folder."""
import re
import sys

from program import Program, finish

# Without a display or a GPU these end with 3, and say so; where there is one, 0.
may_be_unavailable = re.compile(r"tcviz (wmma\.|probe|bench)|tcviz capture")
unavailable_reason = re.compile(r"display|GPU|OpenGL|EGL")


def commands(help_text):
    section = re.search(r"^Commands\n((?:  .*\n)+)", help_text, re.MULTILINE).group(1)
    return re.findall(r"^  (\w+)", section, re.MULTILINE)


def examples(help_text):
    return re.search(r"^Examples\n((?:  .*\n)+)", help_text, re.MULTILINE).group(1).split("\n  ")


def problem(command, done):
    error = done.stderr.decode(errors="replace")
    if done.returncode == 0:
        return None
    if done.returncode == 3 and may_be_unavailable.match(command) and unavailable_reason.search(error):
        return None
    return f"$ {command}\nexit {done.returncode}\n{error}"


def main():
    program = Program(sys.argv[1])
    root = program.text("tcviz --help")
    failures, count = [], 0
    for name in [""] + commands(root):
        for example in examples(program.text(f"tcviz {name} --help")):
            count += 1
            failures.append(problem(example.strip(), program.shell(example.strip())))
    finish([failure for failure in failures if failure] or ([] if count > 10 else ["too few examples"]))


main()
