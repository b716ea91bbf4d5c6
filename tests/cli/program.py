"""Runs tcviz as a person on a machine without a GPU or a display would, in a folder of its own."""
import os
import pathlib
import subprocess
import sys
import tempfile


class Program:
    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()
        self.folder = tempfile.TemporaryDirectory()

    def environment(self):
        """The caller's own settings and devices play no part."""
        dropped = ("XDG_", "NO_COLOR", "CLICOLOR", "DISPLAY", "WAYLAND_DISPLAY", "TERM", "COMP_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
        home = os.path.join(self.folder.name, "home")
        path = f"{self.path.parent}:{kept['PATH']}"
        return kept | {"HOME": home, "PATH": path, "TERM": "xterm", "CUDA_VISIBLE_DEVICES": ""}

    def shell(self, command):
        """A line of bash, with the program on its path as `tcviz`."""
        return subprocess.run(["bash", "-c", command], cwd=self.folder.name, env=self.environment(),
                              capture_output=True, timeout=600, stdin=subprocess.DEVNULL)

    def text(self, command):
        """The answer of a command that must succeed and have nothing to complain about."""
        done = self.shell(command)
        if done.returncode != 0 or done.stderr:
            sys.exit(f"$ {command}\nexit {done.returncode}\n{done.stderr.decode(errors='replace')}")
        return done.stdout.decode()


def finish(failures):
    for failure in failures:
        print(failure)
    sys.exit(1 if failures else 0)
