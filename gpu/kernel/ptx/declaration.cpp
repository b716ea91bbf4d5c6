#include "gpu/kernel/ptx/declaration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/kernel/ptx/constant.hpp"

namespace tcviz::inline gpu_ptx {
namespace {

constexpr std::int64_t most_variable_bytes = std::int64_t{1} << 31, most_align = 1 << 16;

std::optional<PtxSpace> space_named(std::string_view word) {
  word = word.substr(0, word.find("::"));
  if (word == ".param") return PtxSpace::Param;
  if (word == ".shared") return PtxSpace::Shared;
  if (word == ".global") return PtxSpace::Global;
  if (word == ".const") return PtxSpace::Const;
  if (word == ".local") return PtxSpace::Local;
  return std::nullopt;
}

// Reads the words in front of the name. A pointer's attributes (.ptr .global) say nothing about the variable.
Status read_attributes(PtxCursor& cursor, PtxVariable& variable, std::int64_t& width) {
  bool has_space = false, of_pointer = false;
  while (cursor.peek() == '.') {
    const std::string_view word = cursor.word();
    const std::optional<PtxSpace> space = space_named(word);
    if (space && !of_pointer) {
      if (has_space) return ptx_error(cursor.line(), "a declaration with two state spaces");
      variable.space = *space, has_space = true;
    } else if (word == ".ptr") {
      of_pointer = true;
    } else if (word == ".align") {
      const Result<std::int64_t> align = read_ptx_size(cursor, "the number behind .align");
      TCVIZ_TRY(align);
      if (align.value() < 1 || align.value() > most_align)
        return ptx_error(cursor.line(), fmt::format(".align needs a number from 1 to {}", most_align));
      if (!of_pointer) variable.align = static_cast<int>(align.value());
    } else if (word == ".v2" || word == ".v4") {
      width = word == ".v2" ? 2 : 4;
    } else if (bits_of_ptx_type(word) > 0) {
      variable.type = word;
    } else if (word == ".attribute") {
      cursor.skip_past(')');
    } else if (!space && word != ".texref" && word != ".samplerref" && word != ".surfref") {
      return ptx_error(cursor.line(), fmt::format("{} is not known in a declaration", word));
    }
  }
  return has_space ? Status(Nothing{}) : Status(ptx_error(cursor.line(), "a declaration without a state space"));
}

// Reads the bytes of numbers; an item that is no number, such as an address, stays zero.
Status read_initial(PtxCursor& cursor, PtxVariable& variable, int element_bytes) {
  int depth = 0;
  do {
    while (cursor.take('{')) ++depth;
    PtxNumber number;
    if (at_ptx_constant(cursor) || cursor.peek() == '(') {
      const Result<PtxNumber> read = read_ptx_constant(cursor);
      TCVIZ_TRY(read);
      number = read.value();
    } else if (cursor.word().empty() && cursor.peek() != '}') {
      break;
    }
    std::string_view type = variable.type == ".b32" ? ".f32" : variable.type;
    if (type.starts_with('.')) type.remove_prefix(1);
    const std::optional<std::int64_t> bits = bits_of_ptx_number(number, type);
    if (!bits)
      return ptx_error(cursor.line(), fmt::format("a fraction as initial value of {} is not read here", variable.type));
    for (int byte = 0; byte < element_bytes && static_cast<std::int64_t>(variable.initial.size()) < variable.bytes;
         ++byte)
      variable.initial.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(*bits) >> (8 * (byte % 8))));
    while (depth > 0 && cursor.take('}')) --depth;
  } while (cursor.take(','));
  return Nothing{};
}

}  // namespace

Error ptx_error(int line, std::string_view what) {
  return bad_input(fmt::format("line {} of the PTX: {}.", line, what));
}

Result<PtxVariable> read_ptx_variable(PtxCursor& cursor) {
  PtxVariable variable;
  std::int64_t count = 1;
  TCVIZ_TRY(read_attributes(cursor, variable, count));
  variable.name = cursor.word();
  if (variable.name.empty()) return ptx_error(cursor.line(), "a declaration without a name");
  const int element_bytes = std::max(1, bits_of_ptx_type(variable.type) / 8);
  while (cursor.take('[')) {
    const Result<std::int64_t> side =
        cursor.peek() == ']' ? std::int64_t{0} : read_ptx_size(cursor, fmt::format("the size of {}", variable.name));
    TCVIZ_TRY(side);
    if (!cursor.take(']')) return ptx_error(cursor.line(), "] is missing");
    if (side.value() > most_variable_bytes) return ptx_error(cursor.line(), "an array is too large");
    count *= side.value();
    if (count * element_bytes > most_variable_bytes) return ptx_error(cursor.line(), "an array is too large");
  }
  variable.bytes = count * element_bytes;
  variable.align = std::max(variable.align, std::min(element_bytes, 16));
  if (cursor.take('=')) TCVIZ_TRY(read_initial(cursor, variable, element_bytes));
  return variable;
}

}  // namespace tcviz::inline gpu_ptx
