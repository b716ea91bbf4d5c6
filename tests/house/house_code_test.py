"""The rules that read C++: every one has something that breaks it, and something that does not."""

import pathlib
import shutil
import tempfile
import unittest

import cpp_text
import format
import house
import symbols
from house_test import ROOMS, complaints

OPEN = "namespace tcviz::inline gpu_layout {\n"
CLOSE = "}  // namespace tcviz::inline gpu_layout\n"


def in_room(code):
    return OPEN + code + CLOSE


def function_of(lines, head="int f(int a)"):
    return f"{head} {{\n" + "  a();\n" * (lines - 2) + "}\n"


class SharedFiles(unittest.TestCase):
    def test_a_temporary_file_belongs_to_one_test(self):
        shared = 'const auto path = std::filesystem::temp_directory_path() / "tcviz.svg";\n'
        named = shared.replace('"tcviz.svg"', '("tcviz" + std::to_string(getpid()))')
        folded = named.replace('/ (', '/\n    (')
        for path in ("tests/ui/a_test.cpp", "tests/device/a.hpp"):
            self.assertEqual(len(complaints(path, shared)), 1)
            self.assertEqual(complaints(path, named), [])
            self.assertEqual(complaints(path, folded), [])
        self.assertEqual(len(complaints("tests/a_test.cpp", 'a = TempDir() + "b";\n')), 1)
        self.assertEqual(complaints("tests/a_test.cpp", "run({}, testing::TempDir());\n"), [])


class Tooltips(unittest.TestCase):
    def test_they_begin_in_one_place(self):
        for word in ("BeginTooltip()", 'SetTooltip("a")', 'SetItemTooltip("a")'):
            raw = f"void f() {{ ImGui::{word}; }}\n"
            self.assertEqual(len(house.tooltip_complaints("app/ui/grids/a.cpp", raw, ROOMS)), 1)
            self.assertEqual(house.tooltip_complaints("app/ui/kit/panel.cpp", raw, ROOMS), [])
            self.assertEqual(house.tooltip_complaints("tests/ui/a.cpp", raw, ROOMS), [])
        ours = "if (begin_tip(ui)) ImGui::EndTooltip();\n"
        self.assertEqual(house.tooltip_complaints("app/ui/grids/a.cpp", ours, ROOMS), [])


class Columns(unittest.TestCase):
    def test_the_column_that_is_one_too_many(self):
        for path, opening in [("gpu/layout/a.cpp", OPEN), ("shaders/a.frag", ""), ("tests/layout/a.py", "")]:
            with self.subTest(path=path):
                self.assertEqual(complaints(path, opening + "# " + "x" * 118 + "\n"), [])
                self.assertEqual(len(complaints(path, opening + "# " + "x" * 119 + "\n")), 1)

    def test_letters_are_counted_and_not_bytes(self):
        self.assertEqual(complaints("gpu/layout/a.cpp", in_room("//" + "\u00e4" * 118 + "\n")), [])

    def test_data_may_be_wide(self):
        self.assertEqual(complaints("assets/layouts/sm_90.json", "1" * 500), [])

    def test_an_exception_that_nothing_needs_is_refused(self):
        place = next(iter(house.LONG_LINES))
        self.assertEqual(len(house.outdated_exceptions({})), len(house.LONG_LINES))
        left = house.outdated_exceptions({f"{place}/a.cpp": "x" * 121})
        self.assertEqual(len(left), len(house.LONG_LINES) - 1)


class Functions(unittest.TestCase):
    def test_the_line_that_is_one_too_many(self):
        for head in [
            "int f(int a)",
            "template <class T>\nauto f(T a) -> decltype(a)",
            "Thing::Thing(int a) : Base(a), b_{a}, c_(1)",
            "bool Thing::operator==(const Thing& other) const noexcept",
            "static void f(int a = 1, const char* b = \"{\")",
            "TEST(Suite, Name)",
            'extern "C" __global__ void __launch_bounds__(128) kernel(const float* a)',
        ]:
            with self.subTest(head=head):
                before = head.count("\n")
                self.assertEqual(complaints("gpu/layout/a.cpp", in_room(function_of(60 - before, head))), [])
                self.assertEqual(len(complaints("gpu/layout/a.cpp", in_room(function_of(61 - before, head)))), 1)

    def test_a_member_function(self):
        code = "struct A {\n  int b = 0;\n" + function_of(61) + "};\n"
        self.assertEqual(len(complaints("gpu/layout/a.cpp", in_room(code))), 1)

    def test_braces_that_are_no_code(self):
        code = "int f() {\n  const char a = '{', *b = \"{{\", *c = R\"(\n{ \" {)\";  // {\n  return 1'000; /* { */\n}\n"
        self.assertEqual(len(cpp_text.read(code * 2).functions), 2)

    def test_long_tables_and_types_are_no_functions(self):
        for code in [
            "constexpr int rows[] = {\n" + "  f(1),\n" * 70 + "};\n",
            "struct A {\n" + "  int a;\n" * 70 + "};\n",
        ]:
            self.assertEqual(complaints("gpu/layout/a.cpp", in_room(code)), [])

    def test_python(self):
        self.assertEqual(complaints("tests/layout/a.py", "def f():\n" + "    g()\n" * 59), [])
        self.assertEqual(len(complaints("tests/layout/a.py", "def f():\n" + "    g()\n" * 60)), 1)


class Namespaces(unittest.TestCase):
    def test_a_file_that_opens_none_or_another(self):
        for path, text in [
            ("gpu/layout/a.hpp", "namespace tcviz {\n}\n"),
            ("gpu/layout/a.cpp", "int a;\n"),
            ("gpu/language/formula/a.hpp", in_room("")),
            ("app/ui/grids/a.cpp", "namespace tcviz::inline app_ui_grids {\n}\n"),
            ("gpu/source/device/a.cu", in_room("")),
            ("gpu/layout/a.cpp", OPEN + "}  // namespace tcviz\n"),
        ]:
            with self.subTest(path=path):
                self.assertEqual(len(complaints(path, text)), 1)

    def test_a_file_that_opens_its_own(self):
        for path, text in [
            ("gpu/layout/a.hpp", in_room("")),
            ("app/ui/grids/a.cpp", "namespace tcviz::inline app_ui {\n}\n"),
            ("app/main.cpp", "int main() {}\n"),
            ("gpu/source/device/kernels/parts.cuh", "namespace {\n}\n"),
            ("gpu/source/device/kernel.cu", 'extern "C" __global__ void kernel() {}\n'),
            ("tests/layout/a.cpp", "namespace tcviz {}\n"),
        ]:
            with self.subTest(path=path):
                self.assertEqual(complaints(path, text), [])


class Types(unittest.TestCase):
    def complain(self, texts):
        return house.type_complaints({path: in_room(text) for path, text in texts.items()}, ROOMS)

    def test_one_name_for_two_types(self):
        for texts in [
            {"gpu/layout/a.hpp": "struct A {};\n", "app/scene/b.hpp": "enum class A : int { B };\n"},
            {"gpu/layout/a.hpp": "using A = int;\n", "app/scene/b.hpp": "using A = long;\n"},
            {
                "gpu/layout/a.hpp": "template <class T>\nclass A final : B<T> {};\n",
                "gpu/source/device/b.hpp": "struct A {};\n",
            },
            {
                "gpu/layout/a.cpp": "namespace {\nstruct A {};\n}\n",
                "gpu/layout/b.cpp": "namespace {\nenum A { B };\n}\n",
            },
            {"gpu/layout/a.hpp": "struct A {};\n", "gpu/layout/b.cpp": "namespace {\nstruct A {};\n}\n"},
        ]:
            with self.subTest(texts=texts):
                self.assertEqual(len(self.complain(texts)), 1)

    def test_names_that_do_not_meet(self):
        for texts in [
            {"gpu/layout/a.hpp": "struct A;\n", "app/scene/b.hpp": "struct A {};\n"},
            {"gpu/layout/a.hpp": "struct A { struct B {}; };\n", "app/scene/b.hpp": "struct B {};\n"},
            {"gpu/layout/a.hpp": "namespace inner {\nstruct A {};\n}\n", "app/scene/b.hpp": "struct A {};\n"},
            {"gpu/layout/a.cpp": "struct A {};\n", "gpu/source/device/b.cpp": "struct A {};\n"},
            {"gpu/layout/a.cpp": "using A = int;\n", "gpu/layout/b.cpp": "using A = int;\n"},
            {
                "gpu/layout/a.hpp": "struct A {};\n",
                "app/scene/b.hpp": "template <>\nstruct B<A> {};\nvoid A(struct C) {}\n",
            },
            {"gpu/layout/a.hpp": "struct A {};\n", "tests/layout/b.hpp": "struct A {};\n"},
            {"gpu/layout/a.hpp": "struct A {};\n", "app/scene/b.hpp": "void f() {\n  struct A {};\n}\n"},
        ]:
            with self.subTest(texts=texts):
                self.assertEqual(self.complain(texts), [])


class Seeds(unittest.TestCase):
    def test_too_many_and_nameless_ones(self):
        few = [f"tests/fuzz/corpus/body/loop_{n}" for n in range(40)]
        self.assertEqual(house.seed_complaints(few + ["tests/fuzz/corpus/cubin/code.bin", "tests/fuzz/body.dict"]), [])
        self.assertEqual(len(house.seed_complaints(few + ["tests/fuzz/corpus/body/one_more"])), 1)
        self.assertEqual(len(house.seed_complaints(["tests/fuzz/corpus/body/" + "0123456789" * 4])), 1)


class Format(unittest.TestCase):
    def test_the_version_is_read(self):
        self.assertEqual(format.version_of("Debian clang-format version 14.0.6\n"), 14)
        self.assertEqual(format.version_of("Ubuntu clang-format version 18.1.3 (1ubuntu1)"), 18)
        self.assertIsNone(format.version_of("something else"))

    def test_a_file_that_is_written_otherwise(self):
        program, why_not = format.find_program()
        if program is None:
            self.skipTest(why_not)
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            shutil.copy(pathlib.Path(__file__).parents[2] / ".clang-format", root)
            (root / "good.cpp").write_text("int f() { return 1; }\n")
            (root / "bad.cpp").write_text("int g() { return  1; }\nint h( ) ;\n")
            found = format.complaints_of(program, root, ["good.cpp", "bad.cpp"])
        self.assertEqual([line.split(":")[0] for line in found], ["bad.cpp"])


class Symbols(unittest.TestCase):
    def test_names_of_a_window(self):
        for name in [
            "_ZN5ImGui5BeginEPKcPbi",
            "_ZN6ImPlot9BeginPlotEv",
            "_Z1fRK6ImVec2",
            "glfwInit",
            "glad_glClear",
            "glClear",
        ]:
            with self.subTest(name=name):
                self.assertEqual(symbols.window_names([name]), [name])

    def test_names_that_only_look_alike(self):
        names = ["_ZN5tcviz11app_session7Session6updateEv", "_ZN5tcviz9gpu_probe4globEv", "glob", "_ZN5tcviz5ImageC1Ev"]
        self.assertEqual(symbols.window_names(names), [])


if __name__ == "__main__":
    unittest.main()
