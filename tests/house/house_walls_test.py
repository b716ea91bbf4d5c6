"""The walls of walls.py: each has something that breaks it, and something that does not."""

import unittest

import cpp_text
import walls
import words

EXCUSED = {**{name: "" for name in walls.CALLED_FROM_OUTSIDE}}

def folder_of(units):
    return {f"gpu/layout/{name}{suffix}": "" for name in map(str, range(units)) for suffix in (".hpp", ".cpp")}

class Folders(unittest.TestCase):
    def test_header_and_source_are_one_unit(self):
        self.assertEqual(walls.units_of_folders(folder_of(3)), {"gpu/layout": 3})
        self.assertEqual(walls.units_of_folders({"gpu/layout/README.md": "", "tests/a/b.cpp": ""}), {})

    def test_the_unit_that_is_one_too_many(self):
        for units, complaints in ((walls.MOST_UNITS, 0), (walls.MOST_UNITS + 1, 1)):
            found = walls.over(walls.units_of_folders(folder_of(units)), walls.MOST_UNITS, {}, "units")
            self.assertEqual(len(found), complaints)

    def test_an_exception_that_nothing_needs_is_refused(self):
        self.assertEqual(len(walls.over({"gpu/layout": 31}, 30, {"gpu/layout": "why"}, "units")), 0)
        self.assertEqual(len(walls.over({"gpu/layout": 30}, 30, {"gpu/layout": "why"}, "units")), 1)

class Classes(unittest.TestCase):
    def test_every_function_of_a_class_counts(self):
        text = """
namespace tcviz::inline gpu_layout {
class Reader final : public Base {
 public:
  explicit Reader(std::string text) : text_(std::move(text)), rows_{1} {}
  int rows() const { return rows_; }
  virtual void stop() = 0;
  Reader(const Reader&) = delete;
  template <class T> T take(T other = {});
 private:
  using Rows = std::function<int(int)>;
  friend void swap(Reader& a, Reader& b);
  std::string text_;
  int rows_ = number(3);
  std::vector<int> all_{1, 2};
};
void free_function(int a);
}  // namespace tcviz::inline gpu_layout
"""
        self.assertEqual(cpp_text.read(text).methods, {"Reader": 5})

class Headers(unittest.TestCase):
    def test_what_a_header_brings_is_counted_once(self):
        texts = {
            "app/a.hpp": '#include "app/b.hpp"\n#include "app/c.hpp"\n#include <vector>\n',
            "app/b.hpp": '#include "app/d.hpp"\n',
            "app/c.hpp": '#include "app/d.hpp"\n',
            "app/d.hpp": "",
            "app/e.cpp": '#include "app/a.hpp"\n',
        }
        self.assertEqual(walls.headers_brought(texts), {"app/a.hpp": 3, "app/b.hpp": 1, "app/c.hpp": 1, "app/d.hpp": 0})

class ForTests(unittest.TestCase):
    def lonely(self, *texts):
        return set(walls.only_for_tests({f"gpu/layout/{at}.{suffix}": text for at, (suffix, text) in enumerate(texts)}))

    def test_what_nothing_calls(self):
        header = ("hpp", "namespace tcviz {\nint rows_of(int a);\nint cols_of(int a);\n}\n")
        source = ("cpp", "namespace tcviz {\nint rows_of(int a) { return a; }\nint cols_of(int a) { return a; }\n}\n")
        caller = ("cpp", "namespace tcviz {\nint all = rows_of(1);  // cols_of(1)\n}\n")
        self.assertEqual(self.lonely(header, source), {"rows_of", "cols_of"})
        self.assertEqual(self.lonely(header, source, caller), {"cols_of"})

    def test_a_script_that_writes_a_call_is_a_caller(self):
        header = ("hpp", "namespace tcviz {\nint rows_of(int a);\n}\n")
        self.assertEqual(self.lonely(header, ("py", 'print("rows_of(3)")\n')), set())

    def test_overrides_are_called_by_their_base(self):
        self.assertEqual(self.lonely(("hpp", "struct A : B {\n  int rows() const override;\n};\n")), set())

class Words(unittest.TestCase):
    def complain(self, comment):
        text = f"namespace tcviz {{\n{comment}\nint rows_of(int a);\n}}\n"
        return list(words.complaints("gpu/layout/a.hpp", text))

    def test_a_comment_of_a_function_begins_with_a_verb(self):
        for comment in ("// The rows of a tile.", "// What a tile has.", "// Of a tile.\n// Returns rows."):
            self.assertEqual(len(self.complain(comment)), 1, comment)

    def test_what_says_it_at_once(self):
        for comment in ("// Returns the rows.", "// True if there are rows.", '// "m16": 16.', "int a;  // What"):
            self.assertEqual(self.complain(comment), [], comment)


if __name__ == "__main__":
    unittest.main()
