#include "gpu/language/deduce/styles.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_deduce {
namespace {

std::string provenance_line(const Layout& layout) {
  std::string line = describe(layout.provenance());
  std::ranges::replace(line, '\n', ' ');
  return line;
}

std::string parameters(std::span<const std::string> names, std::string_view type) {
  std::string list;
  for (const std::string& name : names) list += fmt::format("{}{}{}", list.empty() ? "" : ", ", type, name);
  return list;
}

// Returns casts to void of the arguments that the body does not use: "r" and its like are parameters that one of
// several functions may not need.
std::string unused(std::span<const std::string> arguments, std::string_view body) {
  std::string casts;
  for (const std::string& name : arguments) {
    bool used = false;
    for (std::size_t at = body.find(name); at != std::string::npos; at = body.find(name, at + 1)) {
      const bool starts = at == 0 || !is_name_start(body[at - 1]);
      const bool ends = at + name.size() == body.size() || !is_name_start(body[at + name.size()]);
      used = used || (starts && ends);
    }
    if (!used) casts += fmt::format("  (void){};\n", name);
  }
  return casts;
}

std::string head(const Layout& layout, std::string_view mark) {
  return fmt::format("{0} {1}: {2}x{3}, {4} threads of {5} values.\n{0} Layout {6}.\n", mark, layout.kind(),
                     layout.rows(), layout.cols(), layout.threads(), layout.values(), provenance_line(layout));
}

constexpr int lane_bits = 5;

// The marks that nvcc needs; nothing for a compiler of C++ alone.
constexpr std::string_view portable = "#ifdef __CUDACC__\n__host__ __device__\n#endif\n";

std::string numbers(const Layout& layout) {
  std::string list;
  for (std::int32_t slot = 0; slot < layout.slots(); ++slot)
    list += fmt::format("{}{}",
                        slot == 0        ? ""
                        : slot % 16 == 0 ? ",\n    "
                                         : ", ",
                        layout.map()[static_cast<std::size_t>(slot)]);
  return list;
}

std::string pairs(const LinearMap& first, const LinearMap& second, std::size_t& at, const Input& input) {
  std::string list;
  for (int bit = 0; bit < input.bits; ++bit, ++at) list += fmt::format(" ({},{})", first.images[at], second.images[at]);
  return list;
}

std::string bases_of(const LinearMap& first, const LinearMap& second) {
  std::string text;
  std::size_t at = 0;
  for (const Input& input : first.inputs) {
    if (input.bits == 0) continue;
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ; ", input.name, pairs(first, second, at, input));
  }
  if ((first.constant | second.constant) != 0)
    text += fmt::format("{}offset: ({},{})", text.empty() ? "" : " ; ", first.constant, second.constant);
  return text;
}

}  // namespace

std::string cpp_function(std::string_view name, std::span<const std::string> arguments, std::string_view body) {
  return fmt::format("{}inline int {}({}) {{\n{}{}}}\n", portable, name, parameters(arguments, "int "),
                     unused(arguments, body), body);
}

std::string python_expression(std::string text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    out += text[at];
    if (text[at] == '/') out += '/';
  }
  // Rewrites a < 3 ? b : c  ->  b if a < 3 else c, from the left: the first part holds no other choice.
  const std::size_t question = out.find(" ? "), colon = out.find(" : ");
  if (question == std::string::npos) return out;
  return fmt::format("{} if {} else ({})", out.substr(question + 3, colon - question - 3), out.substr(0, question),
                     python_expression(text.substr(text.find(" : ") + 3)));
}

std::string python_function(std::string_view name, std::span<const std::string> arguments, std::string_view body) {
  return fmt::format("def {}({}):\n{}", name, parameters(arguments, ""), body);
}

std::string cpp_functions(const Layout& layout, const FunctionText& functions) {
  std::string text = head(layout, "//");
  for (std::size_t at = 0; at < functions.names.size(); ++at)
    text += fmt::format(
        "\n// The {} of {}.\n{}", functions.names[at],
        functions.arguments.front() == "row" ? "owner" : "the element that thread tid holds in x[i]",
        cpp_function(functions.names[at], functions.arguments, fmt::format("  return {};\n", functions.bodies[at])));
  return text;
}

std::string python_functions(const Layout& layout, const FunctionText& functions) {
  std::string text = head(layout, "#");
  for (std::size_t at = 0; at < functions.names.size(); ++at)
    text +=
        fmt::format("\n{}", python_function(functions.names[at], functions.arguments,
                                            fmt::format("    return {}\n", python_expression(functions.bodies[at]))));
  return text;
}

std::string cpp_table(const Layout& layout) {
  return fmt::format(
      "{0}\n// The linear element of slot tid * {2} + i; -1 where it holds none. No short formula was found.\n"
      "{1}inline int linear(int tid, int i) {{\n  constexpr int map[] = {{\n    {3}}};\n  return map[tid * {2} + "
      "i];\n}}\n"
      "{1}inline int row(int tid, int i) {{ return linear(tid, i) / {4}; }}\n"
      "{1}inline int col(int tid, int i) {{ return linear(tid, i) % {4}; }}\n",
      head(layout, "//"), portable, layout.values(), numbers(layout), layout.cols());
}

std::string python_table(const Layout& layout) {
  return fmt::format(
      "{}\nMAP = [\n    {}]\n\ndef row(tid, i):\n    return MAP[tid * {} + i] // {}\n\ndef col(tid, i):\n    return "
      "MAP[tid * {} + i] % {}\n",
      head(layout, "#"), numbers(layout), layout.values(), layout.cols(), layout.values(), layout.cols());
}

std::string bases_text(const BitMatrix& matrix) { return bases_of(row_map(matrix), col_map(matrix)); }
std::string inverse_bases_text(const InverseMaps& maps) { return bases_of(maps.tid, maps.i); }

std::string triton_text(const BitMatrix& matrix) {
  const LinearMap row = row_map(matrix), col = col_map(matrix);
  std::string register_bits, lane, warp;
  std::size_t at = 0;
  for (const Input& input : row.inputs) {
    for (int bit = 0; bit < input.bits; ++bit, ++at) {
      std::string& list = input.name == "i" ? register_bits : bit < lane_bits ? lane : warp;
      list += fmt::format("{}[{}, {}]", list.empty() ? "" : ", ", row.images[at], col.images[at]);
    }
  }
  return fmt::format("#ttg.linear<{{register = [{}], lane = [{}], warp = [{}], block = []}}>", register_bits, lane,
                     warp);
}

namespace {

constexpr int largest_mode = 4096;  // that readers of CuTe here take

// A mode of a CuTe layout: "(8,8)" and "(64,512)", or "64" and "1".
struct CuteMode {
  std::string shape, stride;
  int parts = 0;
  void add(int size, int step) {
    for (; size > largest_mode;) {
      int part = largest_mode;
      while (size % part != 0) --part;
      if (part == 1) break;
      add(part, step);
      size /= part;
      step *= part;
    }
    const char* const comma = parts++ == 0 ? "" : ",";
    shape += fmt::format("{}{}", comma, size);
    stride += fmt::format("{}{}", comma, step);
  }
  std::string tuple(const std::string& list) const { return parts == 1 ? list : "(" + list + ")"; }
};

// Returns one input's digits, which must fill its size exactly.
Result<CuteMode> mode_of(const RadixSum& sum, int input, int size, int unit) {
  CuteMode mode;
  int before = 1;
  for (const Digit& digit : sum.digits) {
    if (digit.input != input) continue;
    if (digit.before != before) mode.add(digit.before / before, 0);  // digits that move nothing
    if (digit.stride < 0 || digit.stride % unit != 0)
      return negative(fmt::format("a stride of {} bytes is no whole number of elements", digit.stride));
    mode.add(digit.size, digit.stride / unit);
    before = digit.before * digit.size;
  }
  if (size % before != 0)
    return negative(fmt::format("{} {} are no whole number of {}, and no layout of CuTe has part of a mode", size,
                                input == 0 ? "rows" : "columns", before));
  if (before < size || mode.parts == 0) mode.add(size / before, 0);
  return mode;
}

}  // namespace

Result<std::string> cute_of(const RadixSum& sum, std::array<int, 2> sizes, int unit) {
  const Result<CuteMode> first = mode_of(sum, 0, sizes[0], unit);
  TCVIZ_TRY(first);
  const Result<CuteMode> second = mode_of(sum, 1, sizes[1], unit);
  TCVIZ_TRY(second);
  const CuteMode &a = first.value(), &b = second.value();
  return fmt::format("({},{}):({},{})", a.tuple(a.shape), b.tuple(b.shape), a.tuple(a.stride), b.tuple(b.stride));
}

std::optional<std::string> cute_text(const Layout& layout) {
  Function2 function{{"tid", "i"}, {layout.threads(), layout.values()}, {}};
  function.value = [&](int tid, int i) {
    const auto element = layout.element({tid, i});
    return element ? element->col * layout.rows() + element->row : -1;
  };
  const auto sum = find_radix_sum(function);
  if (!sum || sum->base != 0) return std::nullopt;
  Result<std::string> text = cute_of(*sum, {layout.threads(), layout.values()}, 1);
  return text ? std::optional(std::move(text).value()) : std::nullopt;
}

std::string ptx_text(const std::string& row, const std::string& col) {
  std::string names;
  const auto define = [&](std::string_view name, std::string_view line) {
    if ((row + col).find(name) != std::string::npos) names += line;
  };
  define("groupID", "groupID           = %laneid >> 2\n");
  define("threadID_in_group", "threadID_in_group = %laneid % 4\n");
  return fmt::format("{}{}row = {}\ncol = {}\n", names, names.empty() ? "" : "\n", row, col);
}

}  // namespace tcviz::inline gpu_deduce
