// Layouts -> a C++ header that needs no other: constexpr tables of elements and of owners, which a static_assert
// compares with each other, for C++17 and for CUDA code.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <map>

#include "app/export/figure/carried.hpp"
#include "app/export/figure/writers.hpp"
#include "app/export/ink/tex_text.hpp"

namespace tcviz::inline app_export {
namespace {

using Out = std::back_insert_iterator<std::string>;
constexpr std::size_t entries_a_line = 16;

// Words that no namespace can have: those of C++23, and macros of compilers and of the standard library.
constexpr auto words_of_cpp = std::to_array<std::string_view>({"alignas",
                                                               "alignof",
                                                               "and",
                                                               "and_eq",
                                                               "asm",
                                                               "assert",
                                                               "auto",
                                                               "bitand",
                                                               "bitor",
                                                               "bool",
                                                               "break",
                                                               "case",
                                                               "catch",
                                                               "char",
                                                               "char8_t",
                                                               "char16_t",
                                                               "char32_t",
                                                               "class",
                                                               "compl",
                                                               "concept",
                                                               "const",
                                                               "consteval",
                                                               "constexpr",
                                                               "constinit",
                                                               "const_cast",
                                                               "continue",
                                                               "co_await",
                                                               "co_return",
                                                               "co_yield",
                                                               "decltype",
                                                               "default",
                                                               "delete",
                                                               "do",
                                                               "double",
                                                               "dynamic_cast",
                                                               "else",
                                                               "enum",
                                                               "errno",
                                                               "explicit",
                                                               "export",
                                                               "extern",
                                                               "false",
                                                               "float",
                                                               "for",
                                                               "friend",
                                                               "goto",
                                                               "i386",
                                                               "if",
                                                               "inline",
                                                               "int",
                                                               "linux",
                                                               "long",
                                                               "mutable",
                                                               "namespace",
                                                               "new",
                                                               "noexcept",
                                                               "not",
                                                               "not_eq",
                                                               "nullptr",
                                                               "operator",
                                                               "or",
                                                               "or_eq",
                                                               "private",
                                                               "protected",
                                                               "public",
                                                               "register",
                                                               "requires",
                                                               "return",
                                                               "short",
                                                               "signed",
                                                               "sizeof",
                                                               "static",
                                                               "static_assert",
                                                               "static_cast",
                                                               "stderr",
                                                               "stdin",
                                                               "stdout",
                                                               "struct",
                                                               "switch",
                                                               "template",
                                                               "this",
                                                               "thread_local",
                                                               "throw",
                                                               "true",
                                                               "try",
                                                               "typedef",
                                                               "typeid",
                                                               "typename",
                                                               "typeof",
                                                               "union",
                                                               "unix",
                                                               "unsigned",
                                                               "using",
                                                               "virtual",
                                                               "void",
                                                               "volatile",
                                                               "wchar_t",
                                                               "while",
                                                               "xor",
                                                               "xor_eq",
                                                               "reinterpret_cast"});

// Turns "wmma.m16n16k16.acc.f32" into "wmma_m16n16k16_acc_f32", and "class" into "kind_class".
std::string identifier(std::string_view kind) {
  std::string name(kind);
  for (char& c : name) {
    const bool legal = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!legal) c = '_';
  }
  if (name.empty() || (name.front() >= '0' && name.front() <= '9') || name.front() == '_') name.insert(0, "kind");
  for (std::size_t at = name.find("__"); at != name.npos; at = name.find("__")) name.erase(at, 1);
  return std::ranges::find(words_of_cpp, name) == words_of_cpp.end() ? name : "kind_" + name;
}

// Returns the smallest type that holds every number and -1.
std::string_view type_for(std::int32_t largest) {
  if (largest <= std::numeric_limits<signed char>::max()) return "signed char";
  return largest <= std::numeric_limits<short>::max() ? "short" : "int";
}

void write_array(Out out, std::string_view name, std::string_view size, std::span<const std::int32_t> numbers) {
  fmt::format_to(out, "  {} {}[{}];\n", type_for(*std::ranges::max_element(numbers)), name, size);
}

void write_numbers(Out out, std::span<const std::int32_t> numbers) {
  fmt::format_to(out, "    {{");
  for (std::size_t n = 0; n < numbers.size(); ++n)
    fmt::format_to(out, "{}{}{}", n == 0 ? "" : ",",
                   n % entries_a_line == 0 && n > 0 ? "\n     "
                   : n > 0                          ? " "
                                                    : "",
                   numbers[n]);
  fmt::format_to(out, "}}");
}

struct Tables {
  std::vector<std::int32_t> element, owner_begin, owner;
};

Tables tables_of(const Layout& layout) {
  Tables tables;
  tables.element.assign(layout.map().begin(), layout.map().end());
  tables.owner_begin.push_back(0);
  for (int row = 0; row < layout.rows(); ++row) {
    for (int col = 0; col < layout.cols(); ++col) {
      const std::span<const std::int32_t> owners = layout.owner_slots({row, col});
      tables.owner.insert(tables.owner.end(), owners.begin(), owners.end());
      tables.owner_begin.push_back(static_cast<std::int32_t>(tables.owner.size()));
    }
  }
  return tables;
}

void write_tables(Out out, const Tables& tables) {
  fmt::format_to(out, "struct tables {{\n");
  write_array(out, "element", "threads * values", tables.element);
  write_array(out, "owner_begin", "rows * cols + 1", tables.owner_begin);
  write_array(out, "owner", fmt::format("{}", tables.owner.size()), tables.owner);
  fmt::format_to(out, "}};\n#define TCVIZ_TABLES {{ \\\n");
  std::string numbers;
  write_numbers(Out(numbers), tables.element);
  numbers += ",\n";
  write_numbers(Out(numbers), tables.owner_begin);
  numbers += ",\n";
  write_numbers(Out(numbers), tables.owner);
  for (std::size_t at = numbers.find('\n'); at != numbers.npos; at = numbers.find('\n', at + 3))
    numbers.replace(at, 1, " \\\n");
  fmt::format_to(out, "{}}}\n", numbers);
}

constexpr std::string_view code = R"(inline constexpr tables host_tables = TCVIZ_TABLES;
#ifdef __CUDACC__
static __device__ constexpr tables device_tables = TCVIZ_TABLES;  // the same numbers, where kernels can reach them
#endif
#undef TCVIZ_TABLES
TCVIZ_BOTH_SIDES const tables& all() {
#ifdef __CUDA_ARCH__
  return device_tables;
#else
  return host_tables;
#endif
}

// row * cols + col of the element that x[i] of thread tid holds; -1 where it holds none.
TCVIZ_BOTH_SIDES int linear_of(int tid, int i) { return all().element[tid * values + i]; }
// The element as row and column; only where linear_of is not -1.
TCVIZ_BOTH_SIDES element element_of(int tid, int i) { return {linear_of(tid, i) / cols, linear_of(tid, i) % cols}; }
TCVIZ_BOTH_SIDES int row(int tid, int i) { return element_of(tid, i).row; }
TCVIZ_BOTH_SIDES int col(int tid, int i) { return element_of(tid, i).col; }
// How many slots hold the element, and which, in the order of their numbers tid * values + i.
TCVIZ_BOTH_SIDES int owners_of(int row, int col) {
  return all().owner_begin[row * cols + col + 1] - all().owner_begin[row * cols + col];
}
TCVIZ_BOTH_SIDES slot owner_of(int row, int col, int n = 0) {
  return {all().owner[all().owner_begin[row * cols + col] + n] / values,
          all().owner[all().owner_begin[row * cols + col] + n] % values};
}

// Whether both tables say the same: every owner holds its element, and no slot that holds one is left out.
TCVIZ_BOTH_SIDES bool agree() {
  int held = 0;
  for (int n = 0; n < threads * values; ++n) held += all().element[n] >= 0 ? 1 : 0;
  if (held != all().owner_begin[rows * cols]) return false;
  for (int e = 0; e < rows * cols; ++e) {
    if (all().owner_begin[e] == all().owner_begin[e + 1]) return false;
    for (int n = all().owner_begin[e]; n < all().owner_begin[e + 1]; ++n)
      if (all().element[all().owner[n]] != e) return false;
  }
  return true;
}
)";

// Returns FNV-1a over sizes and map.
std::uint64_t digest_of(const Layout& layout) {
  std::uint64_t digest = 0xCBF29CE484222325;
  const auto take = [&](std::int32_t number) {
    for (int shift = 0; shift < 32; shift += 8)
      digest = (digest ^ (static_cast<std::uint32_t>(number) >> shift & 0xFF)) * 0x100000001B3;
  };
  for (const std::int32_t size :
       {layout.rows(), layout.cols(), layout.threads(), layout.values(), layout.element_bits()})
    take(size);
  for (const std::int32_t element : layout.map()) take(element);
  return digest;
}

// Returns "recorded_sm_90::wmma_m16n16k16_acc_f32": a kind is another layout on another architecture. The same name may
// still mean two layouts, as cuda:0 does on two machines; so the linker's name has a digest of the layout in it, too.
std::string namespace_of(const FigureLayout& part) {
  const std::string kind = identifier(part.layout.kind());
  return part.source.empty() ? kind : identifier(part.source) + "::" + kind;
}

void write_layout(Out out, const FigureLayout& part, const std::string& name) {
  const Layout& layout = part.layout;
  fmt::format_to(out, "\nnamespace tcviz_layouts::{} {{\ninline namespace layout_{:016x} {{\n", name,
                 digest_of(layout));
  fmt::format_to(out, "inline constexpr char kind[] = \"{}\";\n", comment_escaped(layout.kind()));
  fmt::format_to(
      out,
      "inline constexpr int rows = {}, cols = {}, threads = {}, values = {}, element_bits = {}, replication = {};\n",
      layout.rows(), layout.cols(), layout.threads(), layout.values(), layout.element_bits(), layout.replication());
  fmt::format_to(out, "struct slot {{\n  int tid, i;\n}};\nstruct element {{\n  int row, col;\n}};\n");
  write_tables(out, tables_of(layout));
  fmt::format_to(out, "{}static_assert(agree(), \"the tables of {} contradict each other\");\n", code, name);
  fmt::format_to(out, "}}  // inline namespace\n}}  // namespace tcviz_layouts::{}\n", name);
}

std::string comments(const Figure& figure) {
  std::string text = "// Written by tcviz.\n";
  for (const std::string& line : about(figure)) text += "// " + comment_escaped(line) + "\n";
  return text + "// The layout, for `tcviz show` and `tcviz verify`:\n" + armored_lines(carried_json(figure), "// ");
}

constexpr std::string_view head = R"(#pragma once

#ifdef __CUDACC__
#define TCVIZ_BOTH_SIDES __host__ __device__ constexpr
#else
#define TCVIZ_BOTH_SIDES constexpr
#endif
)";

}  // namespace

Result<std::string> write_cpp(const Figure& figure) {
  std::string header = comments(figure) + std::string(head);
  std::map<std::string, int> used;
  for (const FigureLayout& part : figure.layouts) {
    std::string name = namespace_of(part);
    if (const int times = ++used[name]; times > 1) name += fmt::format("_{}", times);
    write_layout(Out(header), part, name);
  }
  return header + "\n#undef TCVIZ_BOTH_SIDES\n";
}

}  // namespace tcviz::inline app_export
