"""needs.py refuses what a machine with the floor may lack; the texts are as objdump writes them."""

import contextlib
import io
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "app/package"))
import needs  # noqa: E402

HEADERS = """
program:     file format elf64-x86-64

Dynamic Section:
  NEEDED               libc.so.6
  NEEDED               libm.so.6
  INIT                 0x0000000000001000

Version References:
  required from libm.so.6:
    0x06969187 0x00 23 GLIBC_2.27
  required from libc.so.6:
    0x06969197 0x00 21 GLIBC_2.17
    0x09691a75 0x00 04 GLIBC_2.2.5

"""
SYMBOLS = """
DYNAMIC SYMBOL TABLE:
0000000000000000      DF *UND*	0000000000000000 (GLIBC_2.2.5) free
0000000000000000  w   D  *UND*	0000000000000000              __gmon_start__
0000000000004020 g    DO .bss	0000000000000008 (GLIBC_2.2.5) stdout
"""


def complaints(headers=HEADERS, symbols=SYMBOLS):
    return needs.complaints(headers, symbols, "2.28")


class Needs(unittest.TestCase):
    def assert_one(self, found, part):
        self.assertEqual(len(found), 1, found)
        self.assertIn(part, found[0])

    def test_what_is_old_enough_is_allowed(self):
        self.assertEqual(complaints(), [])
        self.assertEqual(complaints(HEADERS.replace("GLIBC_2.27", "GLIBC_2.28")), [])

    def test_versions_are_numbers_and_not_texts(self):
        self.assertEqual(complaints(HEADERS.replace("GLIBC_2.27", "GLIBC_2.9")), [])
        self.assert_one(complaints(HEADERS.replace("GLIBC_2.27", "GLIBC_2.100")), "GLIBC_2.100, above the floor 2.28")

    def test_a_newer_function(self):
        self.assert_one(complaints(HEADERS.replace("GLIBC_2.17", "GLIBC_2.29")), "GLIBC_2.29, above the floor 2.28")

    def test_versions_that_are_no_numbers(self):
        for name in ["GLIBC_ABI_DT_RELR", "GLIBC_PRIVATE", "GLIBCXX_3.4"]:
            self.assert_one(complaints(HEADERS.replace("GLIBC_2.17", name)), f"{name}: that is no version of glibc")

    def test_another_library(self):
        line = "  NEEDED               libm.so.6\n"
        found = complaints(HEADERS.replace(line, line + line.replace("libm.so.6", "libcairo.so.2")))
        self.assert_one(found, "libcairo.so.2 is needed")

    def test_another_librarys_version(self):
        extra = "  required from libstdc++.so.6:\n    0x08922974 0x00 09 GLIBCXX_3.4\n"
        self.assert_one(complaints(HEADERS.rstrip("\n") + "\n" + extra), "libstdc++.so.6 is asked for GLIBCXX_3.4")

    def test_a_folder_of_the_machine_that_built_it(self):
        line = "  NEEDED               libm.so.6\n"
        for tag in ["RPATH  ", "RUNPATH"]:
            found = complaints(HEADERS.replace(line, line + f"  {tag}              /some/where/build\n"))
            self.assert_one(found, f"{tag.strip()} names /some/where/build")

    def test_a_symbol_that_others_may_take_for_theirs(self):
        given = "0000000000001139 g    DF .text	000000000000000b  Base        FT_Init\n"
        self.assert_one(complaints(symbols=SYMBOLS + given), "FT_Init is given to libraries")

    def test_another_processor(self):
        self.assert_one(complaints(HEADERS.replace("x86-64", "aarch64")), "no program for x86-64")

    def test_wrong_usage_is_told(self):
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            self.assertEqual(needs.main("program"), 2)
            with self.assertRaises(SystemExit) as ended:
                needs.main("/nowhere/program", "2.28")
        self.assertEqual(ended.exception.code, 2)
        self.assertEqual(said.getvalue().count("needs.py: "), 2)


if __name__ == "__main__":
    unittest.main()
