"""Every rule of house.py has something that breaks it, and something that does not."""

import pathlib
import subprocess
import tempfile
import unittest

import house
import merge_tests
import names
import rooms

ROOMS = house.rooms_of("""
| room | what | may include |
| --- | --- | --- |
| `gpu/layout` | kinds | - |
| `gpu/language/formula` | formulae | `gpu/layout` |
| `gpu/source` | layouts | `gpu/layout` |
| `gpu/source/device` | GPUs | CUDA |
| `gpu/source/probe` | probes | `gpu/source/device` |
| `app/scene` | drawing data | `gpu/layout` |
| `app/export` | files | `app/scene` |
| `app/session` | documents | `gpu`, `app/scene` |
| `app/render` | OpenGL | `app/scene` |
| `app/cli` | commands | `gpu`, `app/scene` |
| `app/ui/kit` | what views share | `app/session`, `gpu` |
| `app/ui/grids` | a view | `app/ui/kit`, `app/session` |
| `app/ui/maxas` | a view | `app/ui/kit`, `app/session` |
| `app/ui/window` | the window | `app/ui`, `app/session` |
| `app/main.cpp` | the program | `gpu`, `app` |
""")


def complaints(path, text):
    return house.complaints(path, text, ROOMS)


class Includes(unittest.TestCase):
    def complain(self, path, header):
        room = house.room_of(path, ROOMS)
        opening = house.namespace_of(room) if room else ""
        return complaints(path, f'#pragma once\n  # include "{header}"\n{opening}\n')

    def test_arrow_against_the_table(self):
        for path, header in [
            ("gpu/layout/kind.hpp", "gpu/source/probe/source.hpp"),
            ("gpu/language/formula/parser.cpp", "gpu/source/device/gpu.hpp"),
            ("gpu/source/device/gpu.cpp", "gpu/source/probe/source.hpp"),
            ("gpu/source/probe/wmma.cu", "app/scene/easel/scene.hpp"),
            ("app/scene/scene.cpp", "app/render/grid.hpp"),
            ("app/cli/show.cpp", "app/ui/window/window.hpp"),
            ("app/ui/kit/panel.cpp", "app/cli/run.hpp"),
            ("app/ui/grids/deeper/panel.cpp", "app/cli/run.hpp"),
            ("app/ui/grids/grids.cpp", "app/ui/maxas/panel.hpp"),
            ("app/session/session.cpp", "app/ui/kit/panel.hpp"),
        ]:
            with self.subTest(path=path):
                self.assertEqual(len(self.complain(path, header)), 1)

    def test_arrow_along_the_table(self):
        for path, header in [
            ("gpu/layout/kind.hpp", "gpu/layout/result.hpp"),
            ("gpu/source/probe/wmma.cu", "gpu/source/device/gpu.hpp"),
            ("gpu/source/probe/wmma.cu", "gpu/layout/kind.hpp"),
            ("app/export/svg.cpp", "app/scene/easel/scene.hpp"),
            ("app/main.cpp", "app/ui/window/window.hpp"),
            ("app/ui/window/shell.cpp", "app/ui/maxas/panel.hpp"),
            ("app/ui/grids/grids.cpp", "app/ui/kit/panel.hpp"),
            ("tests/scene/scene_test.cpp", "app/ui/window/window.hpp"),
        ]:
            with self.subTest(path=path):
                self.assertEqual(self.complain(path, header), [])

    def test_library_in_the_wrong_room(self):
        for path, header in [
            ("gpu/layout/kind.cpp", "cuda_runtime.h"),
            ("gpu/source/probe/source.cpp", "CLI/CLI.hpp"),
            ("app/scene/scene.cpp", "imgui.h"),
            ("app/cli/show.cpp", "glad/gl.h"),
            ("app/render/grid.cpp", "GLFW/glfw3.h"),
            ("app/ui/kit/panel.cpp", "cuda_runtime_api.h"),
        ]:
            with self.subTest(path=path):
                self.assertEqual(len(self.complain(path, header)), 1)

    def test_library_in_its_room(self):
        for path, header in [
            ("gpu/source/probe/wmma.cu", "mma.h"),
            ("app/ui/kit/panel.cpp", "imgui.h"),
            ("app/cli/run.cpp", "CLI/CLI.hpp"),
        ]:
            with self.subTest(path=path):
                self.assertEqual(self.complain(path, header), [])

    def test_room_that_the_table_does_not_have(self):
        self.assertEqual(len(self.complain("gpu/misc/things.hpp", "vector")), 1)


class Lengths(unittest.TestCase):
    def test_the_line_that_is_one_too_many(self):
        opening = house.namespace_of("gpu/layout") + "\n"
        self.assertEqual(complaints("gpu/layout/a.cpp", opening + "x\n" * 398), [])
        self.assertEqual(len(complaints("gpu/layout/a.cpp", opening + "x\n" * 399)), 1)

    def test_data_may_be_long(self):
        self.assertEqual(complaints("assets/layouts/sm_90.json", "1\n" * 5000), [])


class Words(unittest.TestCase):
    def test_machine_paths_and_registries(self):
        for text in ["cd /wo" + "rk/main", "/ro" + "ot/x", "see py" + "pi for it"]:
            with self.subTest(text=text):
                self.assertEqual(len(complaints("README.md", text)), 1)

    def test_words_that_only_look_alike(self):
        self.assertEqual(complaints("README.md", "framework/main, $root/app, the registry"), [])


class Compilers(unittest.TestCase):
    def test_what_only_one_of_them_takes(self):
        opening = house.namespace_of("gpu/layout") + "\n"
        for text, times in [("std::ranges::unique(v);", 1), ("ranges::subrange", 1), ("std::views::iota(0, 3)", 1),
                            ("std::ranges::unique_copy(v, o);", 0), ("std::ranges::sort(v); std::unique(a, b);", 0)]:
            with self.subTest(text=text):
                self.assertEqual(len(complaints("gpu/layout/a.cpp", opening + text)), times)


class MergedTests(unittest.TestCase):
    def lines(self, build, *properties):
        return list(merge_tests.test_lines(build, {"name": "T", "command": ["true"], "properties": list(properties)}))

    def test_the_address_sanitizer_does_not_guess(self):
        own = {"name": "ENVIRONMENT", "value": ["ASAN_OPTIONS=detect_leaks=0"]}
        for build, times in [("asan", 1), ("fuzz", 1), ("release", 0), ("tsan", 0)]:
            with self.subTest(build=build):
                lines = self.lines(build, own)
                self.assertEqual(sum("intercept_tls_get_addr=0" in line for line in lines), times)
                self.assertEqual(sum("detect_leaks=0" in line for line in lines), 1)

    def test_only_what_measures_time_has_a_second_chance(self):
        for labels, times in [(["timing"], 1), (["timing", "slow"], 1), (["slow"], 0)]:
            with self.subTest(labels=labels):
                lines = self.lines("release", {"name": "LABELS", "value": labels})
                self.assertEqual(sum("run once more" in line for line in lines), times)

    def test_ctest_hands_both_options_over(self):
        own = {"name": "ENVIRONMENT", "value": ["ASAN_OPTIONS=detect_leaks=0"]}
        test = {"name": "T", "command": ["sh", "-c", "echo $ASAN_OPTIONS"], "properties": [own]}
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "CTestTestfile.cmake").write_text("\n".join(merge_tests.test_lines("asan", test)))
            command = ["ctest", "--test-dir", folder, "--verbose"]
            said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        self.assertIn("detect_leaks=0:intercept_tls_get_addr=0", said)


class Names(unittest.TestCase):
    def test_no_name_is_lost(self):
        for tests, quick, times in [({"a": set()}, {"a": {"slow"}}, 0), ({"a": set()}, {}, 1),
                                    ({}, {"a": set()}, 1), ({}, {"a": {"slow"}}, 0), ({"a": {"gpu"}}, {}, 0)]:
            with self.subTest(tests=tests, quick=quick):
                self.assertEqual(len(list(names.lost(tests, quick))), times)

    def test_a_file_that_no_program_holds_is_named(self):
        with tempfile.TemporaryDirectory() as name:
            tree = pathlib.Path(name).resolve()
            folder = tree / "build/tests/layout"
            for each in (tree / "tests/layout", folder):
                each.mkdir(parents=True)
            for file in ("a", "b", "c"):
                (tree / f"tests/layout/{file}.cpp").write_text("TEST(A, B) {}\n" if file != "c" else "int c;\n")
            (folder.parent / "programs.txt").write_text("layout test_layout a.cpp\nlayout other b.cpp\n")
            (folder / "CTestTestfile.cmake").write_text('add_test(layout "/x/bin/test_layout")\n')
            self.assertEqual([text.split()[0] for text in names.forgotten(tree, tree / "build", False)],
                             ["tests/layout/b.cpp"])


class Rooms(unittest.TestCase):
    TEXTS = {"formula": "gpu_language_formula", "device": "gpu_source_device", "ui": "app_ui", "cli": ""}

    def test_a_room_by_each_of_its_names(self):
        for name, folders in [("formula", {"formula"}), ("gpu/language/formula", {"formula"}),
                              ("source/probe", {"device"}), ("gpu/source", {"device"}), ("app/ui/maxas", {"ui"}),
                              ("app/cli", {"cli"}), ("lay", set())]:
            with self.subTest(name=name):
                table = dict(ROOMS, **{"app/export": {"gpu/source/probe"}})
                table["gpu/source/device"] = {"gpu/source/probe"}
                self.assertEqual(rooms.found(name, table, self.TEXTS), folders)

    def test_the_nearest_is_named_first(self):
        said = rooms.refusal("formul", ["gpu/layout", "gpu/language/formula", "cli"])
        self.assertIn("There are: gpu/language/formula, ", said)


if __name__ == "__main__":
    unittest.main()
