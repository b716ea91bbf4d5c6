"""Examples in docstrings and in the package's README work as they stand; everything that is public says what it is."""

import doctest
import importlib
import inspect
import os
import pathlib
import subprocess
import tempfile
import unittest

import tcviz

ROOT = pathlib.Path(os.environ["TCVIZ_ROOT"])
MODULES = ["tcviz", *(f"tcviz.{path.stem}" for path in sorted(pathlib.Path(tcviz.__file__).parent.glob("*.py"))
                      if path.stem != "__init__")]


class Examples(unittest.TestCase):
    def test_of_docstrings(self):
        results = [doctest.testmod(importlib.import_module(name)) for name in MODULES]
        self.assertEqual(sum(result.failed for result in results), 0)
        self.assertGreater(sum(result.attempted for result in results), 3)

    def test_of_the_readme(self):
        kernel = subprocess.run([os.environ["TCVIZ_PROGRAM"], "xray", "--example"], capture_output=True, text=True,
                                check=True).stdout
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "product.ptx")
            path.write_text(kernel.replace("{%r10, %r11}", "{%r11, %r10}"), encoding="utf-8")
            before = os.getcwd()
            os.chdir(folder)
            try:
                result = doctest.testfile(str(ROOT / "app/python/README.md"), module_relative=False,
                                          optionflags=doctest.ELLIPSIS)
            finally:
                os.chdir(before)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 15)


class Docstrings(unittest.TestCase):
    def test_everything_public_has_one(self):
        bare = [name for name in tcviz.__all__ if not inspect.getdoc(getattr(tcviz, name))]
        for name in tcviz.__all__:
            members = inspect.getmembers(getattr(tcviz, name), inspect.isfunction)
            bare += [f"{name}.{member}" for member, function in members
                     if not member.startswith("_") and function.__module__.startswith("tcviz") and not function.__doc__]
        self.assertEqual(bare, [])

    def test_the_readme_names_everything_public(self):
        text = (ROOT / "app/python/README.md").read_text(encoding="utf-8")
        self.assertEqual([name for name in tcviz.__all__ if name not in text], [])


if __name__ == "__main__":
    unittest.main()
