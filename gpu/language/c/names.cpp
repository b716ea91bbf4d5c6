#include "gpu/language/c/names.hpp"

#include <algorithm>

#include "gpu/language/c/functions.hpp"
#include "gpu/language/c/word_filter.hpp"
#include "gpu/layout/nearest.hpp"

namespace tcviz::inline gpu_c {
namespace {

using enum Variable;

constexpr auto formula_names = std::to_array<NameRow>({
    {"tid", Tid},
    {"i", I},
    {"lane", Tid, false, Opcode::Move, 0, Who::Lane},
    {"laneid", Tid, false, Opcode::Move, 0, Who::Lane},
    {"lane_id", Tid, false, Opcode::Move, 0, Who::Lane},
    {"threadIdx.x", Tid, true},
    {"v", I},
    {"reg", I},
    {"x", I},
    {"groupID", Tid, false, Opcode::Shr, 2, Who::LaneOfWarp},
    {"threadID_in_group", Tid, false, Opcode::Mod, 4, Who::LaneOfWarp},
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
    {"laneId", Tid, false, Opcode::Move, 0, Who::Lane},
    {"laneID", Tid, false, Opcode::Move, 0, Who::Lane},
    {"lane_idx", Tid, false, Opcode::Move, 0, Who::Lane},
    {"laneIdx", Tid, false, Opcode::Move, 0, Who::Lane},
    {"lane_index", Tid, false, Opcode::Move, 0, Who::Lane},
    {"thread_id", Tid},
    {"group_id", Tid, false, Opcode::Shr, 2, Who::LaneOfWarp},
    {"groupId", Tid, false, Opcode::Shr, 2, Who::LaneOfWarp},
    {"thread_id_in_group", Tid, false, Opcode::Mod, 4, Who::LaneOfWarp},
    {"threadId_in_group", Tid, false, Opcode::Mod, 4, Who::LaneOfWarp},
    {"elem", I},
    {"elem_idx", I},
    {"reg_id", I},
    {"reg_idx", I},
    {"regId", I},
    {"warp", Tid, false, Opcode::Move, 0, Who::Warp},
    {"warp_id", Tid, false, Opcode::Move, 0, Who::Warp},
    {"warpId", Tid, false, Opcode::Move, 0, Who::Warp},
    {"warp_idx", Tid, false, Opcode::Move, 0, Who::Warp},
    {"warpIdx", Tid, false, Opcode::Move, 0, Who::Warp},
});

constexpr auto body_names = std::to_array<NameRow>({{"x", X},
                                                    {"a", A},
                                                    {"b", B},
                                                    {"row", Row},
                                                    {"col", Col},
                                                    {"tid", Tid},
                                                    {"i", I},
                                                    {"d", D},
                                                    {"ROWS", Rows},
                                                    {"COLS", Cols}});

constexpr auto tile_names = std::to_array<NameRow>({{"row", Row},
                                                    {"col", Col},
                                                    {"r", Row},
                                                    {"c", Col},
                                                    {"m", Row},
                                                    {"n", Row},
                                                    {"k", Col},
                                                    {"ROWS", Rows},
                                                    {"COLS", Cols},
                                                    {"rows", Rows},
                                                    {"cols", Cols}});

constexpr NameRow lane_function(std::string_view name, bool is_unsigned) {
  return {name, Tid, is_unsigned, Opcode::Move, 0, Who::LaneOfWarp};
}
constexpr NameRow warp_function(std::string_view name) { return {name, Tid, false, Opcode::Move, 0, Who::Warp}; }
constexpr auto lane_functions = std::to_array<NameRow>(
    {lane_function("laneid", true), lane_function("lane_id", true), lane_function("laneId", true),
     lane_function("get_lane_id", true), lane_function("getLaneId", true), lane_function("get_laneid", true),
     lane_function("__laneid", true), lane_function("lane_idx", true), lane_function("canonical_lane_idx", false),
     lane_function("cutlass::canonical_lane_idx", false), warp_function("canonical_warp_idx"),
     warp_function("cutlass::canonical_warp_idx"), warp_function("canonical_warp_idx_sync"),
     warp_function("cutlass::canonical_warp_idx_sync"), warp_function("warp_id"), warp_function("get_warp_id")});

constexpr auto registers = std::to_array<NameRow>({lane_function("laneid", true), {"tid.x", Tid, true}});

// Names of parameters and variables that are no inputs, and say more than "the thread".
struct Named {
  std::string_view name;
  Who who;
};
constexpr auto named_threads = std::to_array<Named>({
    {"lid", Who::Lane},
    {"l_id", Who::Lane},
    {"threadLane", Who::Lane},
    {"warp_lane", Who::LaneOfWarp},
    {"lane_in_warp", Who::LaneOfWarp},
    {"tid_in_warp", Who::LaneOfWarp},
    {"warpid", Who::Warp},
    {"warp_index", Who::Warp},
    {"wid", Who::Warp},
    {"w", Who::Warp},
});

struct Role {
  std::string_view name;
  Variable variable;
};
constexpr auto slot_roles = std::to_array<Role>({
    {"tid", Tid},
    {"lane", Tid},
    {"laneid", Tid},
    {"lane_id", Tid},
    {"laneId", Tid},
    {"laneID", Tid},
    {"lane_idx", Tid},
    {"laneIdx", Tid},
    {"lane_index", Tid},
    {"thread", Tid},
    {"threadid", Tid},
    {"thread_id", Tid},
    {"threadId", Tid},
    {"thread_idx", Tid},
    {"thread_index", Tid},
    {"tidx", Tid},
    {"tx", Tid},
    {"warp_lane", Tid},
    {"lane_in_warp", Tid},
    {"tid_in_warp", Tid},
    {"lid", Tid},
    {"t", Tid},
    {"l_id", Tid},
    {"threadLane", Tid},
    {"i", I},
    {"v", I},
    {"reg", I},
    {"x", I},
    {"value", I},
    {"val", I},
    {"reg_idx", I},
    {"reg_id", I},
    {"regId", I},
    {"regIdx", I},
    {"reg_index", I},
    {"value_idx", I},
    {"val_idx", I},
    {"vid", I},
    {"value_id", I},
    {"elem", I},
    {"elem_idx", I},
    {"elemIdx", I},
    {"element", I},
    {"element_idx", I},
    {"e", I},
    {"idx", I},
    {"index", I},
    {"j", I},
    {"k", I},
    {"l", I},
    {"r", I},
    {"frag_idx", I},
    {"slot", I},
    {"ci", I},
    {"item", I},
    {"acc_idx", I},
    {"c_idx", I},
    {"register_index", I},
    {"ridx", I},
    {"element_index", I},
});
constexpr auto element_roles = std::to_array<Role>({
    {"row", Row},    {"r", Row},      {"m", Row}, {"row_idx", Row}, {"row_id", Row}, {"rowIdx", Row},  {"y", Row},
    {"i", Row},      {"col", Col},    {"c", Col}, {"n", Col},       {"k", Col},      {"col_idx", Col}, {"col_id", Col},
    {"colIdx", Col}, {"column", Col}, {"x", Col}, {"j", Col},       {"replica", R},  {"rep", R},
});

constexpr std::array<BinaryRow, 18> binaries = {{
    {"*", 10, Opcode::Mul, Typing::Common},
    {"/", 10, Opcode::Div, Typing::Common},
    {"%", 10, Opcode::Mod, Typing::Common},
    {"+", 9, Opcode::Add, Typing::Common},
    {"-", 9, Opcode::Sub, Typing::Common},
    {"<<", 8, Opcode::Shl, Typing::Shift},
    {">>", 8, Opcode::Shr, Typing::Shift},
    {"<", 7, Opcode::Lt, Typing::Compare},
    {"<=", 7, Opcode::Le, Typing::Compare},
    {">", 7, Opcode::Lt, Typing::Compare, true},
    {">=", 7, Opcode::Le, Typing::Compare, true},
    {"==", 6, Opcode::Eq, Typing::Compare},
    {"!=", 6, Opcode::Ne, Typing::Compare},
    {"&", 5, Opcode::And, Typing::Common},
    {"^", 4, Opcode::Xor, Typing::Common},
    {"|", 3, Opcode::Or, Typing::Common},
    {"&&", 2, Opcode::JumpIfZero, Typing::Logic},
    {"||", 1, Opcode::JumpIfNot0, Typing::Logic},
}};

constexpr std::array<UnaryRow, 4> unaries = {
    {{"-", Opcode::Neg}, {"+", Opcode::Move}, {"~", Opcode::Flip}, {"!", Opcode::Not}}};

constexpr WordFilter binary_filter = filter_of(binaries, &BinaryRow::sign);
constexpr WordFilter unary_filter = filter_of(unaries, &UnaryRow::sign);

bool is_legal(const NameRow& row, Inputs inputs) {
  const bool of_slot = row.variable == Tid || row.variable == I;
  const bool of_element = row.variable == Row || row.variable == Col || row.variable == R;
  return inputs == Inputs::All || (inputs == Inputs::Slot ? !of_element : !of_slot);
}

template <class Rows, class Member>
const auto* row_of(const Rows& rows, std::string_view word, Member member) {
  if (word.empty()) return static_cast<decltype(rows.data())>(nullptr);
  for (const auto& row : rows) {  // the first character decides nearly always
    const std::string_view name = row.*member;
    if (name.size() == word.size() && name.front() == word.front() && name == word) return &row;
  }
  return static_cast<decltype(rows.data())>(nullptr);
}

}  // namespace

const NameRow* find_name(std::string_view name, Inputs inputs) {
  if (inputs == Inputs::Body) return row_of(body_names, name, &NameRow::name);
  if (inputs == Inputs::Tile) return row_of(tile_names, name, &NameRow::name);
  const NameRow* row = row_of(formula_names, name, &NameRow::name);
  return row != nullptr && is_legal(*row, inputs) ? row : nullptr;
}

bool is_input(std::string_view name) { return row_of(formula_names, name, &NameRow::name) != nullptr; }
const NameRow* find_lane_function(std::string_view name) { return row_of(lane_functions, name, &NameRow::name); }

const NameRow* find_register(std::string_view name) { return row_of(registers, name, &NameRow::name); }

const Variable* find_role(std::string_view name, Inputs inputs) {
  const Role* const role =
      is_of_element(inputs) ? row_of(element_roles, name, &Role::name) : row_of(slot_roles, name, &Role::name);
  return role == nullptr ? nullptr : &role->variable;
}

bool is_leading_dimension(std::string_view name) {
  constexpr auto names = std::to_array<std::string_view>({"ld", "lda", "ldb", "ldc", "ldd", "stride", "pitch"});
  return std::ranges::find(names, name) != names.end();
}

Who who_is(std::string_view name) {
  if (const NameRow* const row = find_name(name, Inputs::Slot); row != nullptr && row->derived == Opcode::Move)
    return row->who;
  const Named* const found = row_of(named_threads, name, &Named::name);
  return found == nullptr ? Who::Thread : found->who;
}

std::string_view words_of(Inputs inputs) {
  constexpr std::array<std::string_view, 5> words = {"tid and i", "row and col", "tid, i, row and col",
                                                     "x, row, col, tid and i", "row and col"};
  return words.at(static_cast<std::size_t>(inputs));
}

std::optional<std::string_view> meant_name(std::string_view text, Inputs inputs,
                                           const std::vector<std::string_view>& more) {
  std::vector<std::string_view> legal(more.begin(), more.end());
  const bool body = inputs == Inputs::Body, tile = inputs == Inputs::Tile;
  for (const NameRow& row : formula_names)
    if (!body && !tile && is_legal(row, inputs)) legal.push_back(row.name);
  for (const NameRow& row : tile_names)
    if (tile) legal.push_back(row.name);
  for (const NameRow& row : body_names)
    if (body) legal.push_back(row.name);
  for (const FunctionRow& row : functions())
    if (body || row.single == nullptr || row.typing == CallTyping::Common) legal.push_back(row.name);
  for (const ConstantRow& row : named_constants())
    if (body) legal.push_back(row.name);
  if (body) legal.insert(legal.end(), body_arrays.begin(), body_arrays.end());
  const std::vector<std::string_view> meant = meant_words(text, legal, 1);
  return meant.empty() ? std::nullopt : std::optional(meant.front());
}

const BinaryRow* find_binary(std::string_view sign) {
  return binary_filter.may_have(sign) ? row_of(binaries, sign, &BinaryRow::sign) : nullptr;
}
const UnaryRow* find_unary(std::string_view sign) {
  return unary_filter.may_have(sign) ? row_of(unaries, sign, &UnaryRow::sign) : nullptr;
}

}  // namespace tcviz::inline gpu_c
