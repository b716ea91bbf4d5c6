"""The wheel as pip sees it, and as a person who installs it."""

import base64
import csv
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import zipfile

import packed

MOST_BYTES = 12_000_000
PINS = packed.ROOT / "app/third_party/pins"


def write_wheel(folder, package=packed.PYTHON_PACKAGE, program=packed.PROGRAM):
    command = ["/usr/bin/python3", "-B", packed.PACKAGE / "write_wheel.py", program, package, packed.NOTICES, folder]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return pathlib.Path(done.stdout.strip())


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.path = write_wheel(pathlib.Path(cls.folder.name, "dist"))
        cls.archive = zipfile.ZipFile(cls.path)
        cls.addClassCleanup(cls.archive.close)
        cls.info = f"tcviz-{packed.version()}.dist-info"

    def text(self, name):
        return self.archive.read(f"{self.info}/{name}").decode()

    def test_its_name_says_where_it_runs(self):
        self.assertEqual(self.path.name, f"tcviz-{packed.version()}-py3-none-manylinux_2_28_x86_64.whl")
        self.assertIn("Tag: py3-none-manylinux_2_28_x86_64\n", self.text("WHEEL"))
        self.assertIn("Root-Is-Purelib: false\n", self.text("WHEEL"))

    def test_it_is_small(self):
        print(f"{self.path.stat().st_size / 1e6:.2f} MB of at most {MOST_BYTES / 1e6:.0f}")
        self.assertLessEqual(self.path.stat().st_size, MOST_BYTES)

    def test_its_list_has_every_file_with_its_hash(self):
        rows = {name: (digest, size) for name, digest, size in csv.reader(io.StringIO(self.text("RECORD")))}
        self.assertEqual(rows.pop(f"{self.info}/RECORD"), ("", ""))
        self.assertEqual(sorted([*rows, f"{self.info}/RECORD"]), sorted(self.archive.namelist()))
        for name, (digest, size) in rows.items():
            data = self.archive.read(name)
            wanted = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            self.assertEqual((digest, size), (f"sha256={wanted}", str(len(data))), name)

    def test_the_program_may_be_executed_and_is_the_only_one(self):
        name = f"tcviz-{packed.version()}.data/scripts/tcviz"
        self.assertEqual(self.archive.getinfo(name).external_attr >> 16, 0o100755)
        binaries = [each for each in self.archive.namelist() if self.archive.read(each)[:4] == b"\x7fELF"]
        self.assertEqual(binaries, [name])

    def test_no_path_of_the_machine_that_built_it(self):
        program = packed.PROGRAM.read_bytes()
        for path in {str(packed.ROOT), str(packed.BUILD.resolve()), os.path.expanduser("~") + "/"} - {"/", "//"}:
            self.assertNotIn(path.encode(), program)

    def test_the_extras_take_the_versions_that_the_build_knows(self):
        needed = re.findall(r"^Requires-Dist: ([\w-]+)>=(\d+),<(\d+); extra == '(\w+)'$", self.text("METADATA"),
                            re.MULTILINE)
        for extra, pins in {"gpu": ["nvrtc"], "sass": ["nvjitlink", "nvdisasm"]}.items():
            self.assertIn(f"Provides-Extra: {extra}\n", self.text("METADATA"))
            ranges = {name: range(int(low), int(high)) for name, low, high, of in needed if of == extra}
            for pin in pins:
                for name, major in re.findall(r"^([\w-]+)==(\d+)", (PINS / f"{pin}.txt").read_text(), re.MULTILINE):
                    self.assertIn(int(major), ranges[name])
        self.assertIn("nvidia-cublas", [name for name, _, _, of in needed if of == "gpu"])

    def test_the_licences_of_what_is_linked_in(self):
        for part in ["cairo", "pixman", "FreeType", "GLFW", "Dear ImGui", "zlib"]:
            self.assertRegex(self.text("licenses/third_party.txt"), f"(?m)^{part}$")
        self.assertEqual(self.text("licenses/LICENSE"), (packed.ROOT / "LICENSE").read_text())

    def test_the_same_input_gives_the_same_bytes(self):
        again = write_wheel(pathlib.Path(self.folder.name, "again"))
        self.assertEqual(self.path.read_bytes(), again.read_bytes())


class PythonPackage(unittest.TestCase):
    """With a package made up for it, and a program that only knows its version."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program = self.folder / "program"
        self.program.write_text("#!/bin/sh\necho '{\"version\": \"7.8.9\"}'\n")
        self.program.chmod(0o755)

    def names(self, *files):
        for file in files:
            path = self.folder / "package" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("")
        path = write_wheel(self.folder / "dist", self.folder / "package", self.program)
        with zipfile.ZipFile(path) as archive:
            entries = archive.read("tcviz-7.8.9.dist-info/entry_points.txt").decode() if any(
                name.endswith("entry_points.txt") for name in archive.namelist()) else ""
            return {name for name in archive.namelist() if name.startswith("tcviz/")}, entries

    def test_all_of_it_but_what_python_and_the_build_leave_there(self):
        names, entries = self.names("__init__.py", "py.typed", "data/maps.bin", ".made", "__pycache__/a.pyc")
        self.assertEqual(names, {"tcviz/__init__.py", "tcviz/py.typed", "tcviz/data/maps.bin"})
        self.assertEqual(entries, "")

    def test_a_plugin_of_pytest_is_announced(self):
        _, entries = self.names("__init__.py", "pytest_plugin.py")
        self.assertEqual(entries, "[pytest11]\ntcviz = tcviz.pytest_plugin\n")

    def test_without_it_there_is_the_program(self):
        self.assertEqual(self.names(), (set(), ""))


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        wheel = write_wheel(cls.folder)
        subprocess.run(["/usr/bin/python3", "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target",
                        cls.folder / "here", wheel], check=True, env=packed.environment(cls.folder))
        cls.program = cls.folder / "here/bin/tcviz"

    def answer(self, *words):
        return packed.run(self.program, *words, folder=self.folder)

    def test_it_says_its_version(self):
        facts = json.loads(self.answer("--version", "--json"))
        self.assertEqual(facts["version"], packed.version())
        self.assertRegex(facts["compiler"], r"^GNU \d+\.\d+")

    def test_it_lists_and_draws(self):
        self.assertIn(b"wmma.m16n16k16.acc.f32", self.answer("kinds"))
        kind = ["wmma.m16n16k16.acc.f32", "--device", "recorded:sm_90"]
        self.answer("show", *kind, "-o", "figure.pdf")
        self.assertEqual((self.folder / "figure.pdf").read_bytes()[:5], b"%PDF-")
        self.answer("capture", "-o", "window.png", "--device", "recorded:sm_90")
        self.assertEqual((self.folder / "window.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_python_knows_it_if_it_has_a_package(self):
        if not (packed.PYTHON_PACKAGE / "__init__.py").exists():
            self.skipTest("this build has no Python package")
        code = f"import sys; sys.path.insert(0, {str(self.folder / 'here')!r}); import tcviz; print(tcviz.__file__)"
        done = subprocess.run(["/usr/bin/python3", "-B", "-I", "-c", code], check=True, capture_output=True, text=True)
        self.assertIn(str(self.folder / "here"), done.stdout)


if __name__ == "__main__":
    unittest.main()
