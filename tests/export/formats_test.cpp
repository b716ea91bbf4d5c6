// Figures in every format, given to programs that know nothing of tcviz: Python's readers, poppler, pdflatex, and a C++
// compiler.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "app/export/figure/figure.hpp"
#include "gpu/layout/layout_file.hpp"
#include "tests/export/figures_of.hpp"
#include "tests/export/temporary_folder.hpp"

namespace tcviz {
namespace {

void write(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) quoted += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  return quoted + "\"";
}

// {"sources": [...], "layouts": [...]}: what the figure must carry, written without its writers.
std::string expected_of(const Figure& figure) {
  std::string sources, layouts;
  for (const FigureLayout& part : figure.layouts) {
    sources += (sources.empty() ? "" : ", ") + quoted(part.source);
    layouts += (layouts.empty() ? "" : ", ") + to_json(part.layout);
  }
  return "{\"sources\": [" + sources + "], \"layouts\": [" + layouts + "]}";
}

void write_all_formats(const TemporaryFolder& folder, const std::string& name, Figure figure) {
  for (const FormatRow& row : figure_formats()) {
    figure.format = row.format;
    const Result<std::string> bytes = write_figure(figure);
    ASSERT_TRUE(bytes) << bytes.error().message;
    write(folder / (name + std::string(row.suffix)), bytes.value());
  }
  write(folder / (name + ".expected.json"), expected_of(figure));
}

bool is_there(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

int check(const TemporaryFolder& folder, const std::string& what) {
  const std::string command = std::string(TCVIZ_PYTHON) + " " + TCVIZ_CHECK_FIGURES + " " + folder.string() + what;
  return std::system(command.c_str());
}

TEST(Formats, IndependentReadersFindTheLayouts) {
  const TemporaryFolder folder;
  for (const figures::Sample& sample : figures::samples_of_figures()) {
    write_all_formats(folder, sample.name, sample.figure);
  }
  EXPECT_EQ(check(folder, ""), 0);
}

TEST(Formats, PopplerReadsThePdf) {
  if (!is_there("pdftotext")) GTEST_SKIP() << "no poppler-utils here";
  const TemporaryFolder folder;
  for (const figures::Sample& sample : figures::samples_of_figures()) {
    write_all_formats(folder, sample.name, sample.figure);
  }
  EXPECT_EQ(check(folder, " pdf"), 0);
}

TEST(Formats, PdflatexDrawsTheTikz) {
  if (!is_there("pdflatex") || !is_there("pdftotext")) GTEST_SKIP() << "no pdflatex here";
  const TemporaryFolder folder;
  for (const figures::Sample& sample : figures::samples_of_figures()) {
    write_all_formats(folder, sample.name, sample.figure);
  }
  EXPECT_EQ(check(folder, " tikz"), 0);
}

// The memory of a plain installation must do: both grids, every label.
TEST(Formats, PdflatexDrawsTheLargestLayout) {
  if (!is_there("pdflatex")) GTEST_SKIP() << "no pdflatex here";
  const TemporaryFolder folder;
  Figure figure = figures::warpgroup();
  figure.format = FigureFormat::Tikz;
  const Result<std::string> tikz = write_figure(figure);
  ASSERT_TRUE(tikz) << tikz.error().message;
  write(folder / "large.tex", tikz.value());
  const std::string command = "cd " + folder.string() +
                              " && pdflatex -interaction=nonstopmode -halt-on-error large.tex >log.txt || "
                              "{ tail -n 40 log.txt; false; }";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "large.pdf"));
}

// \input in a document, beside another figure and text, which must stay on its page.
TEST(Formats, TikzIsAPartOfADocument) {
  if (!is_there("pdflatex") || !is_there("pdfinfo")) GTEST_SKIP() << "no pdflatex here";
  const TemporaryFolder folder;
  Figure small = figures::samples_of_figures()[1].figure;
  small.scale = 0.4;
  write_all_formats(folder, "one", small);
  write(folder / "document.tex",
        "\\documentclass{article}\\usepackage{tikz}\\begin{document}Before \\input{one.tex} between "
        "\\input{one.tex} after.\\end{document}\n");
  const std::string command = "cd " + folder.string() +
                              " && pdflatex -interaction=nonstopmode -halt-on-error document.tex >log.txt && "
                              "pdfinfo document.pdf | grep -q 'Pages: *1$' && pdftotext document.pdf - | grep -q after";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

// A program that prints both directions of a layout's header.
std::string printer(const std::string& header, const std::string& space) {
  return "#include \"" + header + "\"\n#include <cstdio>\nusing namespace tcviz_layouts::" + space +
         ";\n"
         "static_assert(rows * cols > 0);\n"
         "int main() {\n"
         "  for (int tid = 0; tid < threads; ++tid)\n"
         "    for (int i = 0; i < values; ++i) std::printf(\"%d\\n\", linear_of(tid, i));\n"
         "  for (int row = 0; row < rows; ++row)\n"
         "    for (int col = 0; col < cols; ++col) {\n"
         "      for (int n = 0; n < owners_of(row, col); ++n) {\n"
         "        const slot s = owner_of(row, col, n);\n"
         "        const element e = element_of(s.tid, s.i);\n"
         "        if (e.row != row || e.col != col) return 1;\n"
         "        std::printf(\"%d.%d \", s.tid, s.i);\n"
         "      }\n"
         "      std::printf(\"\\n\");\n"
         "    }\n"
         "}\n";
}

std::string expected_print(const Layout& layout) {
  std::ostringstream out;
  for (const std::int32_t element : layout.map()) out << element << "\n";
  for (int row = 0; row < layout.rows(); ++row)
    for (int col = 0; col < layout.cols(); ++col) {
      for (const Slot slot : layout.owners({row, col})) out << slot.tid << "." << slot.i << " ";
      out << "\n";
    }
  return out.str();
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

void expect_header_works(Figure figure, const std::string& space, std::size_t part = 0) {
  const TemporaryFolder folder;
  figure.format = FigureFormat::Cpp;
  const Result<std::string> header = write_figure(figure);
  ASSERT_TRUE(header) << header.error().message;
  write(folder / "layout.hpp", header.value());
  write(folder / "alone.cpp", "#include \"layout.hpp\"\n#include \"layout.hpp\"\n");
  write(folder / "print.cpp", printer("layout.hpp", space));
  const std::string compile =
      "cd " + folder.string() + " && " TCVIZ_COMPILER " -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Werror ";
  EXPECT_EQ(std::system((compile + "-fsyntax-only alone.cpp").c_str()), 0);
  ASSERT_EQ(std::system((compile + "print.cpp -o print && ./print > printed.txt").c_str()), 0);
  EXPECT_EQ(bytes_of(folder / "printed.txt"), expected_print(figure.layouts[part].layout));
}

TEST(CppHeader, SaysWhatTheLayoutSays) {
  const std::vector<figures::Sample> samples = figures::samples_of_figures();
  expect_header_works(samples[0].figure, "recorded_sm_90::wmma_m16n16k16_acc_f32");
  expect_header_works(samples[1].figure, "test_copies");
  expect_header_works(samples[2].figure, "recorded_mine::test_sample");
  expect_header_works(samples[3].figure, "recorded_with_quotes_and_a_comma::test_nasty");
  expect_header_works(samples[5].figure, "y::test_acc", 2);
  expect_header_works(samples[6].figure, "compiled_sm_75::test_twice", 1);
}

TEST(CppHeader, TheLargestLayoutCompiles) { expect_header_works(figures::warpgroup(), "test_warpgroup"); }

// A layout of a user may have any name: a word of the language, of the preprocessor, or one that the header uses.
constexpr std::string_view words_of_a_language =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl "
    "concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default "
    "delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long "
    "mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register "
    "reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template this "
    "thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor "
    "xor_eq typeof linux unix i386 errno assert stdin stdout stderr final "
    "override import module main std tcviz_layouts element slot tables rows cols row col kind all agree owner_of "
    "linear_of host_tables kind_class class_ _class __int 3 3d";

TEST(CppHeader, EveryWordOfTheLanguageCanNameALayout) {
  Figure figure;
  figure.format = FigureFormat::Cpp;
  std::istringstream words{std::string(words_of_a_language)};
  for (std::string word; words >> word;) figure.layouts.push_back({figures::wrapped({2, 2, 2, 2}, word), ""});
  ASSERT_GT(figure.layouts.size(), 110u);
  const TemporaryFolder folder;
  write(folder / "layout.hpp", write_figure(figure).value());
  write(folder / "words.cpp",
        "#include <cassert>\n#include <cerrno>\n#include <cstdio>\n#include \"layout.hpp\"\n"
        "static_assert(tcviz_layouts::kind_class::linear_of(1, 1) == 3 && tcviz_layouts::kind_int::rows == 2);\n");
  for (const std::string standard : {"c++17", "gnu++20"}) {
    const std::string command =
        "cd " + folder.string() + " && " TCVIZ_COMPILER " -Wall -Wextra -Werror -fsyntax-only -std=";
    EXPECT_EQ(std::system((command + standard + " words.cpp").c_str()), 0) << standard;
  }
}

// Headers of one kind for two sources, and of one source on two machines, linked into one program: each part sees its
// own layout.
void expect_kept_apart(const std::array<std::string, 2>& sources, const std::array<std::string, 2>& spaces) {
  const TemporaryFolder folder;
  const std::array layouts{figures::wrapped({4, 4, 16, 2}, "test.twice"), figures::wrapped({4, 4, 8, 4}, "test.twice")};
  for (const std::size_t n : {0u, 1u}) {
    Figure figure = figures::figure_of({{layouts[n], sources[n]}});
    figure.format = FigureFormat::Cpp;
    const std::string number = std::to_string(n);
    write(folder / ("layout" + number + ".hpp"), write_figure(figure).value());
    write(folder / ("part" + number + ".cpp"), "#include \"layout" + number + ".hpp\"\nint (*volatile element" +
                                                   number + ")(int, int) = tcviz_layouts::" + spaces[n] +
                                                   "::linear_of;\n");
  }
  write(folder / "main.cpp",
        "#include <cstdio>\nextern int (*volatile element0)(int, int), (*volatile element1)(int, int);\n"
        "int main() { std::printf(\"%d %d\", element0(5, 1), element1(5, 1)); }\n");
  const std::string command = "cd " + folder.string() +
                              " && " TCVIZ_COMPILER
                              " -std=c++17 -O0 part0.cpp part1.cpp main.cpp -o main && ./main > printed.txt";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const auto element = [&](std::size_t n) {
    return std::to_string(layouts[n].map()[static_cast<std::size_t>(5 * layouts[n].values() + 1)]);
  };
  EXPECT_NE(element(0), element(1));
  EXPECT_EQ(bytes_of(folder / "printed.txt"), element(0) + " " + element(1));
}

TEST(CppHeader, OneKindOfTwoSourcesIsTwoLayouts) {
  expect_kept_apart({"recorded:sm_70", "recorded:sm_75"}, {"recorded_sm_70::test_twice", "recorded_sm_75::test_twice"});
  expect_kept_apart({"cuda:0", "cuda:0"}, {"cuda_0::test_twice", "cuda_0::test_twice"});
  expect_kept_apart({"", ""}, {"test_twice", "test_twice"});
}

// The assertions are not decoration: a wrong number does not compile.
TEST(CppHeader, AWrongNumberDoesNotCompile) {
  const TemporaryFolder folder;
  Figure figure = figures::samples_of_figures()[1].figure;
  figure.format = FigureFormat::Cpp;
  std::string header = write_figure(figure).value();
  const std::size_t at = header.find("{0, 1, 2, 3");
  ASSERT_NE(at, std::string::npos);
  header.replace(at, 5, "{1, 0");
  write(folder / "layout.hpp", header);
  const std::string command =
      TCVIZ_COMPILER " -std=c++17 -x c++ -fsyntax-only " + (folder / "layout.hpp").string() + " 2>/dev/null";
  EXPECT_NE(std::system(command.c_str()), 0);
}

}  // namespace
}  // namespace tcviz
