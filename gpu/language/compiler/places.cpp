#include "gpu/language/compiler/places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "gpu/language/formula/apart.hpp"

namespace tcviz::inline gpu_compiler {
namespace {

static_assert(sizeof(PlaceRecord) == 96);

bool same_answer(const PlaceRecord& one, const PlaceRecord& two) {
  return one.state == two.state && one.row == two.row && one.col == two.col && one.linear == two.linear;
}

// The move of a slot from one block to another.
struct Shift {
  std::int64_t row = 0, col = 0, linear = 0;
  bool operator==(const Shift&) const = default;
};

Shift shift_between(const PlaceRecord& one, const PlaceRecord& two) {
  return {apart(two.row, one.row), apart(two.col, one.col), apart(two.linear, one.linear)};
}

bool is_whole_tiles(const Shift& shift, const Layout& layout) {
  return shift.row % layout.rows() == 0 && shift.col % layout.cols() == 0 &&
         shift.linear % (std::int64_t{layout.rows()} * layout.cols()) == 0;
}

// Marks the slots that another block does not move by whole tiles as it moves the first. A text that has no answer in
// that block is judged by the first one alone.
void compare_blocks(std::vector<PlaceRecord>& slots, const std::vector<PlaceRecord>& moved, const Layout& layout) {
  const auto undefined = [](const PlaceRecord& slot) { return slot.state != PlaceState::Done; };
  if (moved.empty() || std::ranges::any_of(slots, undefined) || std::ranges::any_of(moved, undefined)) return;
  const Shift all = shift_between(slots.front(), moved.front());
  for (std::size_t slot = 0; slot < std::min(slots.size(), moved.size()); ++slot)
    if (!is_whole_tiles(all, layout) || shift_between(slots[slot], moved[slot]) != all)
      slots[slot].state = PlaceState::ByBlock;
}

std::string why_undefined(const PlaceRecord& slot) {
  if (slot.state == PlaceState::Changed) return "another value when it is asked again";
  if (slot.state == PlaceState::ByBlock) return "another place of its tile in another block";
  return slot.line > 0 ? fmt::format("{} in line {}", slot.why, slot.line) : std::string(slot.why);
}

// Makes a program of ours from the answers of the process: tables, by slot.
class Tables {
 public:
  explicit Tables(const Layout& layout) : values_(layout.values()) {
    formula_.notation = Notation::Function;
    formula_.program.straight = false;
    formula_.program.uses = 1u << static_cast<unsigned>(Variable::Tid) | 1u << static_cast<unsigned>(Variable::I);
    formula_.program.constants.push_back(cell_of(values_));
  }
  template <class Get>
  void add(Quantity quantity, const std::vector<PlaceRecord>& slots, Get get) {
    tables_.push_back({quantity, static_cast<std::uint32_t>(variable_count + formula_.program.constants.size())});
    for (const PlaceRecord& slot : slots) formula_.program.constants.push_back(cell_of(std::int64_t{get(slot)}));
  }
  // Returns the formula. The first table says if there is a value; the others are outputs.
  const Formula& made() {
    Program& program = formula_.program;
    const std::uint32_t local = program.first_local(), tid = static_cast<std::uint32_t>(Variable::Tid);
    std::uint32_t next = local + 1;
    put({.op = Opcode::Mul, .to = local, .a = tid, .b = static_cast<std::uint32_t>(variable_count)});
    put({.op = Opcode::Add, .to = local, .a = local, .b = static_cast<std::uint32_t>(Variable::I)});
    for (std::size_t at = 0; at < tables_.size(); ++at, ++next) {
      put({.op = Opcode::Load, .type = Type::Long, .to = next, .a = local, .b = tables_[at].first});
      if (at == 0) {
        put({.op = Opcode::Require, .type = Type::Long, .to = next, .a = next, .b = next});
        continue;
      }
      program.outputs.push_back({next, Type::Long});
      formula_.targets.push_back(tables_[at].quantity);
    }
    program.registers = next;
    return formula_;
  }

 private:
  struct Table {
    Quantity quantity;
    std::uint32_t first;
  };
  void put(const Step& step) { formula_.program.steps.push_back(step); }
  std::int32_t values_;
  Formula formula_;
  std::vector<Table> tables_;
};

}  // namespace

std::size_t slot_of_answer(std::size_t answer, std::size_t slots) {
  return answer / slots == 1 ? 2 * slots - 1 - answer : answer % slots;
}

AnsweredSlots read_places(std::string_view bytes, const Layout& layout) {
  const auto slots = static_cast<std::size_t>(layout.slots());
  AnsweredSlots found;
  std::vector<PlaceRecord> moved;
  found.answers = std::min(bytes.size() / sizeof(PlaceRecord), times_asked * slots);
  for (std::size_t at = 0; at < found.answers; ++at) {
    PlaceRecord record;
    std::memcpy(&record, bytes.data() + at * sizeof record, sizeof record);
    record.why[sizeof record.why - 1] = '\0';
    if (at / slots != 1) {
      (at < slots ? found.slots : moved).push_back(record);
      continue;
    }
    PlaceRecord& first = found.slots[slot_of_answer(at, slots)];
    if (!same_answer(first, record)) first.state = PlaceState::Changed;
  }
  compare_blocks(found.slots, moved, layout);
  return found;
}

Formula formula_of(const std::vector<PlaceRecord>& slots, const Layout& layout) {
  const auto defined =
      std::ranges::find_if(slots, [](const PlaceRecord& slot) { return slot.state == PlaceState::Done; });
  const int has = defined == slots.end() ? 3 : defined->has;
  Tables tables(layout);
  tables.add(Quantity::Row, slots,
             [&](const PlaceRecord& slot) { return std::int64_t{slot.state == PlaceState::Done && slot.has == has}; });
  if ((has & 1) != 0) tables.add(Quantity::Row, slots, [](const PlaceRecord& slot) { return slot.row; });
  if ((has & 2) != 0) tables.add(Quantity::Col, slots, [](const PlaceRecord& slot) { return slot.col; });
  if (has == 4) tables.add(Quantity::Linear, slots, [](const PlaceRecord& slot) { return slot.linear; });
  return tables.made();
}

Status judge_places(const std::vector<PlaceRecord>& slots, const Formula& formula, const Layout& layout,
                    Verdict& verdict) {
  const Formula* const pointer = &formula;
  Checker checker(layout);
  TCVIZ_TRY(checker.check({&pointer, 1}, verdict));
  if (!verdict.undefined) return Nothing{};
  const Slot at = verdict.undefined->slot;
  const PlaceRecord& why = slots[static_cast<std::size_t>(at.tid * layout.values() + at.i)];
  verdict.undefined->message = why_undefined(why);
  verdict.undefined->range = {};
  return Nothing{};
}

}  // namespace tcviz::inline gpu_compiler
