"""What the tests of the wheel and of the tarball share: where things are, and a program run as on another machine."""

import importlib.util
import os
import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "app/package"
BUILD = pathlib.Path(os.environ.get("TCVIZ_PACKAGE_BUILD", ROOT / "build/release"))
PROGRAM = BUILD / "package/bin/tcviz"
PYTHON_PACKAGE = BUILD / "python/tcviz"
NOTICES = BUILD / "app/package/third_party.txt"


def module(name):
    spec = importlib.util.spec_from_file_location(name, PACKAGE / f"{name}.py")
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def version():
    """As CMake has it: the one place."""
    lines = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8").split("\n")
    return next(line.partition("=")[2] for line in lines if line.startswith("CMAKE_PROJECT_VERSION:"))


def environment(folder):
    """Of a machine with no GPU, no display and no settings."""
    dropped = ("XDG_", "DISPLAY", "WAYLAND_DISPLAY", "PYTHON", "LD_", "TCVIZ_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    return kept | {"HOME": str(folder), "CUDA_VISIBLE_DEVICES": ""}


def run(program, *words, folder):
    """What is answered, as bytes, by a command that must succeed and say nothing else."""
    done = subprocess.run([program, *words], cwd=folder, env=environment(folder), capture_output=True, timeout=600,
                          check=False, stdin=subprocess.DEVNULL)
    unittest.TestCase().assertEqual((done.returncode, done.stderr), (0, b""), [str(word) for word in words])
    return done.stdout
