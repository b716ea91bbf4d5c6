"""Every rule of house.py has something that breaks it, and something that does not."""

import unittest

import house


class Includes(unittest.TestCase):
    def complain(self, path, header):
        return house.complaints(path, f'#pragma once\n  # include "{header}"\n')

    def test_arrow_against_the_table(self):
        for path, header in [
            ("gpu/layout/kind.hpp", "gpu/probe/source.hpp"),
            ("gpu/formula/parser.cpp", "gpu/device/gpu.hpp"),
            ("gpu/probe/wmma.cu", "app/scene/scene.hpp"),
            ("app/scene/scene.cpp", "app/render/grid.hpp"),
            ("app/cli/show.cpp", "app/ui/window.hpp"),
            ("app/ui/panel.cpp", "app/cli/run.hpp"),
            ("app/ui/deeper/panel.cpp", "app/cli/run.hpp"),
        ]:
            with self.subTest(path=path):
                self.assertEqual(len(self.complain(path, header)), 1)

    def test_arrow_along_the_table(self):
        for path, header in [
            ("gpu/layout/kind.hpp", "gpu/layout/result.hpp"),
            ("gpu/probe/wmma.cu", "gpu/device/gpu.hpp"),
            ("app/export/svg.cpp", "app/scene/scene.hpp"),
            ("app/main.cpp", "app/ui/window.hpp"),
            ("tests/scene/scene_test.cpp", "app/ui/window.hpp"),
        ]:
            with self.subTest(path=path):
                self.assertEqual(self.complain(path, header), [])

    def test_library_in_the_wrong_room(self):
        for path, header in [
            ("gpu/layout/kind.cpp", "cuda_runtime.h"),
            ("gpu/probe/source.cpp", "CLI/CLI.hpp"),
            ("app/scene/scene.cpp", "imgui.h"),
            ("app/cli/show.cpp", "glad/gl.h"),
            ("app/render/grid.cpp", "GLFW/glfw3.h"),
            ("app/ui/panel.cpp", "cuda_runtime_api.h"),
        ]:
            with self.subTest(path=path):
                self.assertEqual(len(self.complain(path, header)), 1)

    def test_library_in_its_room(self):
        for path, header in [("gpu/probe/wmma.cu", "mma.h"), ("app/ui/panel.cpp", "imgui.h"), ("app/cli/run.cpp", "CLI/CLI.hpp")]:
            with self.subTest(path=path):
                self.assertEqual(self.complain(path, header), [])

    def test_room_that_the_table_does_not_have(self):
        self.assertEqual(len(self.complain("gpu/misc/things.hpp", "vector")), 1)


class Lengths(unittest.TestCase):
    def test_the_line_that_is_one_too_many(self):
        self.assertEqual(house.complaints("gpu/layout/a.cpp", "x\n" * 399), [])
        self.assertEqual(len(house.complaints("gpu/layout/a.cpp", "x\n" * 400)), 1)

    def test_data_may_be_long(self):
        self.assertEqual(house.complaints("assets/layouts/sm_90.json", "1\n" * 5000), [])


class Words(unittest.TestCase):
    def test_machine_paths_and_registries(self):
        for text in ["cd /wo" + "rk/main", "/ro" + "ot/x", "see py" + "pi for it"]:
            with self.subTest(text=text):
                self.assertEqual(len(house.complaints("README.md", text)), 1)

    def test_words_that_only_look_alike(self):
        self.assertEqual(house.complaints("README.md", "framework/main, $root/app, the registry"), [])


if __name__ == "__main__":
    unittest.main()
