"""The closure test on made-up machines: a package that the lists forget is named with its file and its reader."""

import contextlib
import io
import pathlib
import struct
import tempfile
import unittest

import closure
import packages
import reads

STATUS = """Package: base-files
Essential: yes
Status: install ok installed
Depends: awk

Package: mawk
Status: install ok installed
Provides: awk

Package: libgtest-dev
Status: install ok installed
Depends: googletest (= 1.12), libc6-dev | libc-dev
Recommends: libgmock-dev
Description: a framework
 Depends: not-this, which is text

Package: googletest
Status: install ok installed

Package: libc6-dev
Status: install ok installed

Package: libgmock-dev
Status: install ok installed
Pre-Depends: libgtest-dev:any (>= 1)

Package: gone
Status: deinstall ok config-files

"""

FILES = {
    "libgtest-dev": ["/usr/include/gtest/gtest.h"],
    "libgmock-dev": ["/usr/include/gmock/gmock.h"],
    "libc6-dev": ["/usr/include/stdio.h"],
    "mawk": ["/usr/bin/mawk", "/lib/libmawk.so.1"],
}


class Machine:
    """A root folder with a dpkg and the files of its packages."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name).resolve()
        self.write("/var/lib/dpkg/status", STATUS)
        for package, files in FILES.items():
            self.write(f"/var/lib/dpkg/info/{package}.list", "\n".join(["/.", "/usr", *files, ""]))
            for file in files:
                self.write(file)

    def write(self, path, text=""):
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return str(file)

    def link(self, path, target):
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.symlink_to(target)
        return str(file)

    def at(self, path):
        return str(self.root / path.lstrip("/"))

    def complaints(self, program, tests, *found):
        return closure.Judge(packages.Packages(self.root), program, tests).complaints(found)


def deps_record(kind, body):
    return struct.pack("<I", len(body) | kind << 31) + body


def deps_log(objects):
    """A .ninja_deps of these: object -> the files that it was made from."""
    log, number = b"# ninjadeps\n" + struct.pack("<i", 4), {}

    def known(path):
        nonlocal log
        if path not in number:
            body = path.encode() + b"\0" * (-len(path) % 4)
            log += deps_record(0, body + struct.pack("<I", ~len(number) & 0xffffffff))
            number[path] = len(number)
        return number[path]

    for output, files in objects.items():
        numbers = [known(path) for path in [output, *files]]
        log += deps_record(1, struct.pack(f"<{len(numbers) + 2}I", numbers[0], 1, 2, *numbers[1:]))
    return log


class Closure(unittest.TestCase):
    def setUp(self):
        self.machine = Machine()
        self.addCleanup(self.machine.folder.cleanup)
        self.packages = packages.Packages(self.machine.root)

    def test_what_comes_with_a_package(self):
        with_gmock = self.packages.closure(["libgmock-dev"])
        self.assertEqual(with_gmock, {"libgmock-dev", "libgtest-dev", "googletest", "libc6-dev", "base-files", "mawk"})

    def test_recommended_packages_and_removed_ones_do_not_count(self):
        found = self.packages.closure(["libgtest-dev", "gone"])
        self.assertNotIn("libgmock-dev", found)
        self.assertNotIn("gone", found)

    def test_links_are_followed(self):
        self.machine.link("/usr/bin/awk", "../../etc/alternatives/awk")
        self.machine.link("/etc/alternatives/awk", "../../usr/bin/mawk")
        here = packages.steps(self.machine.at("/usr/bin/awk"))
        way = ["/usr/bin/awk", "/etc/alternatives/awk", "/usr/bin/mawk"]
        self.assertEqual(here, [self.machine.at(path) for path in way])

    def test_lib_below_usr_is_lib(self):
        owners = self.packages.owners([self.machine.at("/usr/lib/libmawk.so.1"), self.machine.at("/usr/bin/mawk")])
        self.assertEqual(list(owners.values()), [{"mawk"}, {"mawk"}])


class Complaints(unittest.TestCase):
    def setUp(self):
        self.machine = Machine()
        self.addCleanup(self.machine.folder.cleanup)
        self.gmock = reads.Read(self.machine.at("/usr/include/gmock/gmock.h"), "release: ops_test.cpp.o", False)

    def test_a_forgotten_package_is_named_with_its_file_and_reader(self):
        texts = self.machine.complaints([], ["libgtest-dev"], self.gmock)
        self.assertEqual(len(texts), 1)
        for part in ["gmock/gmock.h of libgmock-dev", "the lists in app/setup.sh", "release: ops_test.cpp.o"]:
            self.assertIn(part, texts[0])

    def test_a_listed_package_is_well_and_so_is_what_comes_with_it(self):
        gtest = reads.Read(self.machine.at("/usr/include/gtest/gtest.h"), "a test", False)
        awk = reads.Read(self.machine.at("/usr/bin/mawk"), "a script", True)
        self.assertEqual(self.machine.complaints([], ["libgmock-dev"], self.gmock, gtest, awk), [])

    def test_what_the_program_reads_must_not_wait_for_the_tests_packages(self):
        texts = self.machine.complaints([], ["libgmock-dev"], self.gmock._replace(program=True))
        self.assertEqual(len(texts), 1)
        self.assertIn("tcviz_packages", texts[0])

    def test_a_file_of_nobody_is_named(self):
        read = reads.Read(self.machine.write("/usr/include/mine.h"), "a.cpp", False)
        self.assertIn("belongs to no package; a.cpp", self.machine.complaints([], [], read)[0])

    def test_an_alternative_is_judged_by_what_it_leads_to(self):
        self.machine.link("/usr/bin/header", "../include/gmock/gmock.h")
        read = reads.Read(self.machine.at("/usr/bin/header"), "a.sh", False)
        self.assertEqual(self.machine.complaints([], ["libgmock-dev"], read), [])
        self.assertEqual(len(self.machine.complaints([], ["libgtest-dev"], read)), 1)

    def test_what_lies_elsewhere_is_left_alone(self):
        for path in ["/usr/local/cuda-13.0/include/cuda.h", "/opt/x.h"]:
            self.assertEqual(self.machine.complaints([], [], reads.Read(self.machine.write(path), "a.cu", True)), [])

    def test_what_is_used_only_where_it_is_installed_is_no_hole(self):
        for package, complaints in [("llvm-14", 0), ("llvm", 0), ("llvm-14-dev", 1)]:
            self.machine.write(f"/var/lib/dpkg/info/{package}.list", "/usr/bin/llvm-ar\n")
            read = reads.Read(self.machine.write("/usr/bin/llvm-ar"), "fuzz", False)
            self.assertEqual(len(self.machine.complaints([], [], read)), complaints, package)
            (self.machine.root / f"var/lib/dpkg/info/{package}.list").unlink()

    def test_a_listed_package_that_is_not_installed_is_named(self):
        self.assertIn("libnever-dev", self.machine.complaints(["libnever-dev"], [])[0])


class Builds(unittest.TestCase):
    def setUp(self):
        self.machine = Machine()
        self.addCleanup(self.machine.folder.cleanup)
        self.header = self.machine.at("/usr/include/gmock/gmock.h")
        self.machine.write("/project/build/release/build.ninja", """
build app/a.o: CXX /project/app/a.cpp
build tests/a.o: CXX /project/tests/a.cpp | /usr/share/cmake/x.cmake
build bin/tcviz: LINK app/a.o /usr/lib/libz.so | /usr/lib/libz.so
build bin/test_a: LINK tests/a.o
  LINK_LIBRARIES = -Wl,-rpath,/usr/lib/x  /usr/lib/libgtest.a
""")
        self.machine.write("/project/build/release/CMakeFiles/rules.ninja", "rule LINK\n  command = /usr/bin/c++ $in\n")
        self.machine.write("/project/build/release/CMakeCache.txt", "TCVIZ_SHELLCHECK:FILEPATH=/usr/bin/shellcheck\n")
        log = deps_log({"tests/a.o": ["/project/tests/a.cpp", self.header], "old.o": [self.header],
                        "app/a.o": ["/usr/x.h"]})
        (self.machine.root / "project/build/release/.ninja_deps").write_bytes(log)
        self.build = reads.Build(self.machine.root / "project/build/release")

    def test_compilers_files_of_what_is_still_built(self):
        self.assertEqual(set(self.build.compiled()), {
            reads.Read("/project/tests/a.cpp", "tests/a.o", False), reads.Read(self.header, "tests/a.o", False),
            reads.Read("/usr/x.h", "app/a.o", True)})

    def test_a_build_that_was_only_configured(self):
        (self.machine.root / "project/build/release/.ninja_deps").unlink()
        self.assertEqual(list(self.build.compiled()), [])

    def test_a_log_that_was_cut_off_is_read_as_far_as_it_goes(self):
        whole = deps_log({"a.o": ["/usr/x.h"]})
        self.assertEqual(reads.dependencies(whole + b"\x10\0\0"), {"a.o": ["/usr/x.h"]})
        with self.assertRaises(ValueError):
            reads.dependencies(b"# ninjadeps\n" + struct.pack("<i", 9))

    def test_what_ninjas_files_name(self):
        found = {(read.path, read.program) for read in self.build.written()}
        self.assertLessEqual({("/usr/bin/c++", True), ("/usr/share/cmake/x.cmake", False), ("/usr/lib/libz.so", True),
                              ("/usr/lib/libgtest.a", False)}, found)

    def test_programs_that_cmake_found(self):
        self.assertIn("/usr/bin/shellcheck", [read.path for read in self.build.found_programs()])


class Scripts(unittest.TestCase):
    def test_commands_are_found_where_a_shell_looks_for_them(self):
        script = """# grep is not called here
a=$(cd "$(dirname "$0")/.." && pwd)  # nor sed
if ! cmp -s "it's" 'awk; tr'; then X=1 env Y=2 cmake; fi | sort
until flock 9; do { head "$(tac <"$f")"; } || touch a; done
list=(uniq "make; tee")
step build "tail is a word" ninja
cat <<END
wc -l
END
"""
        found = set(reads.shell_commands(script))
        for name in "cd dirname pwd cmp cmake sort flock head tac touch ninja cat".split():
            self.assertIn(name, found)
        self.assertFalse(found & {"grep", "sed", "awk", "tr", "uniq", "make", "tee", "tail", "wc"})

    def test_a_script_of_the_system_is_read_like_ours(self):
        with tempfile.TemporaryDirectory() as folder:
            inner = pathlib.Path(folder, "bin/inner")
            inner.parent.mkdir()
            inner.write_text("#!/bin/sh\ngrep x y\n")
            found = list(reads.with_scripts([reads.Read(str(inner), "a test", False)]))
        self.assertIn(("grep", str(inner)), [(pathlib.Path(read.path).name, read.who) for read in found])

    def test_what_python_starts_and_imports(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "a.py")
            script.write_text("import json.decoder\nimport subprocess as s\ns.run(['grep', 'x'])\n")
            names = {pathlib.Path(read.path).name for read in reads.python_reads(script, "a.py")}
            self.assertLessEqual({"__init__.py", "subprocess.py", "grep"}, names)

    def test_what_a_test_in_cpp_starts(self):
        with tempfile.TemporaryDirectory() as folder:
            test = pathlib.Path(folder, "a_test.cpp")
            test.write_text('int a() { return system("cd x && grep y | sort"); }\nconst char* sed = "sed";\n')
            names = {pathlib.Path(read.path).name for read in reads.cpp_reads(test, "a_test.cpp")}
            self.assertEqual(names, {"grep", "sort"})
            test.write_text('const char* text = "grep y | sort";\n')
            self.assertEqual(list(reads.cpp_reads(test, "a_test.cpp")), [])


class Skipping(unittest.TestCase):
    def test_without_dpkg_it_says_so(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as printed:
            self.assertEqual(closure.main(folder, folder), closure.SKIPPED)
        self.assertIn("skipped: there is no dpkg", printed.getvalue())


if __name__ == "__main__":
    unittest.main()
