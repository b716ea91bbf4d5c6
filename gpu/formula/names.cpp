#include "gpu/formula/names.hpp"

#include <algorithm>
#include <array>

#include "gpu/layout/kind.hpp"

namespace tcviz {
namespace {

using enum Variable;

constexpr std::array<NameRow, 24> names = {{
    {"tid", Tid},
    {"i", I},
    {"lane", Tid},
    {"laneid", Tid},
    {"lane_id", Tid},
    {"threadIdx.x", Tid, true},
    {"v", I},
    {"reg", I},
    {"x", I},
    {"groupID", Tid, false, Opcode::Shr, 2},
    {"threadID_in_group", Tid, false, Opcode::Mod, 4},
    {"row", Row},
    {"col", Col},
    {"r", R},
    {"M", M},
    {"N", N},
    {"K", K},
    {"ROWS", Rows},
    {"COLS", Cols},
    {"rows", Rows},
    {"cols", Cols},
    {"thread", Tid},
    {"value", I},
    {"replica", R},
}};

bool is_legal(const NameRow& row, Inputs inputs) {
  const bool of_slot = row.variable == Tid || row.variable == I;
  const bool of_element = row.variable == Row || row.variable == Col || row.variable == R;
  return inputs == Inputs::All || (inputs == Inputs::Slot ? !of_element : !of_slot);
}

constexpr std::array<BinaryRow, 18> binaries = {{
    {"*", 10, Opcode::Mul, Opcode::MulU, Typing::Common},
    {"/", 10, Opcode::Div, Opcode::DivU, Typing::Common},
    {"%", 10, Opcode::Mod, Opcode::ModU, Typing::Common},
    {"+", 9, Opcode::Add, Opcode::AddU, Typing::Common},
    {"-", 9, Opcode::Sub, Opcode::SubU, Typing::Common},
    {"<<", 8, Opcode::Shl, Opcode::ShlU, Typing::Shift},
    {">>", 8, Opcode::Shr, Opcode::ShrU, Typing::Shift},
    {"<", 7, Opcode::Lt, Opcode::LtU, Typing::Compare},
    {"<=", 7, Opcode::Le, Opcode::LeU, Typing::Compare},
    {">", 7, Opcode::Lt, Opcode::LtU, Typing::Compare, true},
    {">=", 7, Opcode::Le, Opcode::LeU, Typing::Compare, true},
    {"==", 6, Opcode::Eq, Opcode::Eq, Typing::Compare},
    {"!=", 6, Opcode::Ne, Opcode::Ne, Typing::Compare},
    {"&", 5, Opcode::And, Opcode::And, Typing::Common},
    {"^", 4, Opcode::Xor, Opcode::Xor, Typing::Common},
    {"|", 3, Opcode::Or, Opcode::Or, Typing::Common},
    {"&&", 2, Opcode::JumpIfZero, Opcode::JumpIfZero, Typing::Logic},
    {"||", 1, Opcode::JumpIfNot0, Opcode::JumpIfNot0, Typing::Logic},
}};

constexpr std::array<UnaryRow, 4> unaries = {{
    {"-", Opcode::Neg, Opcode::NegU, Typing::Common},
    {"+", Opcode::Move, Opcode::Move, Typing::Common},
    {"~", Opcode::Flip, Opcode::Flip, Typing::Common},
    {"!", Opcode::Not, Opcode::Not, Typing::ToInt},
}};

constexpr std::array<FunctionRow, 9> functions = {{
    {"min", 2, Opcode::Min, Opcode::MinU, Typing::Common},
    {"max", 2, Opcode::Max, Opcode::MaxU, Typing::Common},
    {"std::min", 2, Opcode::Min, Opcode::MinU, Typing::Common},
    {"std::max", 2, Opcode::Max, Opcode::MaxU, Typing::Common},
    {"abs", 1, Opcode::Abs, Opcode::Abs, Typing::Int},
    {"__popc", 1, Opcode::Popc, Opcode::Popc, Typing::ToInt},
    {"__clz", 1, Opcode::Clz, Opcode::Clz, Typing::ToInt},
    {"__ffs", 1, Opcode::Ffs, Opcode::Ffs, Typing::ToInt},
    {"__brev", 1, Opcode::Brev, Opcode::Brev, Typing::Unsigned},
}};

constexpr std::array<TypeName, 15> types = {{
    {"int", Scalar::Int},
    {"unsigned", Scalar::Unsigned},
    {"signed", Scalar::Int},
    {"uint", Scalar::Unsigned},
    {"uint32_t", Scalar::Unsigned},
    {"int32_t", Scalar::Int},
    {"bool", Scalar::Bool},
    {"char", Scalar::I8},
    {"short", Scalar::I16},
    {"int8_t", Scalar::I8},
    {"uint8_t", Scalar::U8},
    {"int16_t", Scalar::I16},
    {"uint16_t", Scalar::U16},
    {"std::uint32_t", Scalar::Unsigned},
    {"std::int32_t", Scalar::Int},
}};

constexpr std::array<std::string_view, 8> wide_types = {"long",      "size_t",      "int64_t", "uint64_t",
                                                        "ptrdiff_t", "std::size_t", "float",   "double"};
constexpr std::array<std::string_view, 13> qualifiers = {
    "const",    "constexpr", "static", "inline",          "__host__",     "__device__", "__global__",
    "volatile", "register",  "extern", "__forceinline__", "__noinline__", "__inline__"};

template <class Rows, class Member>
const auto* row_of(const Rows& rows, std::string_view word, Member member) {
  const auto found = std::ranges::find(rows, word, member);
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

const NameRow* find_name(std::string_view name, Inputs inputs) {
  const NameRow* row = row_of(names, name, &NameRow::name);
  return row != nullptr && is_legal(*row, inputs) ? row : nullptr;
}

bool is_input(std::string_view name) { return row_of(names, name, &NameRow::name) != nullptr; }

std::vector<std::string_view> nearest_names(std::string_view text, Inputs inputs,
                                            std::span<const std::string_view> more) {
  std::vector<std::string_view> legal(more.begin(), more.end());
  for (const NameRow& row : names)
    if (is_legal(row, inputs)) legal.push_back(row.name);
  for (const FunctionRow& row : functions) legal.push_back(row.name);
  return nearest_words(text, legal, 3);
}

const BinaryRow* find_binary(std::string_view sign) { return row_of(binaries, sign, &BinaryRow::sign); }
const UnaryRow* find_unary(std::string_view sign) { return row_of(unaries, sign, &UnaryRow::sign); }
const FunctionRow* find_function(std::string_view name) { return row_of(functions, name, &FunctionRow::name); }

std::optional<Scalar> find_type(std::string_view name) {
  const TypeName* row = row_of(types, name, &TypeName::name);
  return row == nullptr ? std::nullopt : std::optional(row->scalar);
}

Scalar combine(std::optional<Scalar> before, Scalar word) {
  if (!before || *before == Scalar::Int) return word;
  const bool no_sign = *before == Scalar::Unsigned || word == Scalar::Unsigned;
  const Scalar size = word == Scalar::Int || word == Scalar::Unsigned ? *before : word;
  if (no_sign && size == Scalar::I8) return Scalar::U8;
  if (no_sign && size == Scalar::I16) return Scalar::U16;
  return size;
}

bool is_wide_type(std::string_view name) { return std::ranges::find(wide_types, name) != wide_types.end(); }
bool is_qualifier(std::string_view name) { return std::ranges::find(qualifiers, name) != qualifiers.end(); }

Opcode conversion_to(Scalar scalar) {
  constexpr std::array<Opcode, 7> opcodes = {Opcode::Move, Opcode::Move,  Opcode::Truth, Opcode::ToI8,
                                             Opcode::ToU8, Opcode::ToI16, Opcode::ToU16};
  return opcodes[static_cast<std::size_t>(scalar)];
}

}  // namespace tcviz
