#include "gpu/kernel/xray/machine/pairing_cause.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "gpu/kernel/xray/machine/operand_lines.hpp"
#include "gpu/kernel/xray/machine/snapshot.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr int block_of_matrix = 8;  // rows and columns of a matrix of ldmatrix
constexpr std::size_t shown_indices = 6;

// The places of an operand that is in registers, by thread and register, in the order of the operand.
class HeldPlaces {
 public:
  explicit HeldPlaces(const OperandLines& operand) : count_(operand.factors.size()) {
    for (std::size_t place = 0; place < operand.owners.size(); ++place)
      held_[{operand.owners[place].warp * lanes_of_warp + operand.owners[place].lane, operand.owners[place].reg}]
          .push_back(place);
  }

  // Returns the place whose factor each place would have if a thread's register held what register_of(thread, register)
  // holds; none if no thread has that.
  template <class Function>
  std::optional<std::vector<std::size_t>> moved(const Function& register_of) const {
    std::vector<std::size_t> from(count_);
    for (const auto& [held, places] : held_) {
      const auto other = held_.find(register_of(held.first, held.second));
      if (other == held_.end() || other->second.size() != places.size()) return std::nullopt;
      for (std::size_t at = 0; at < places.size(); ++at) from[places[at]] = other->second[at];
    }
    return from;
  }

  // Returns the first or second half of the places that each thread has for a register.
  std::vector<std::size_t> half_of(std::int32_t reg, int half) const {
    std::vector<std::size_t> found;
    for (const auto& [held, places] : held_)
      for (std::size_t at = 0; held.second == reg && at < places.size() / 2; ++at)
        found.push_back(places[at + static_cast<std::size_t>(half) * (places.size() / 2)]);
    return found;
  }

 private:
  std::map<std::pair<int, std::int32_t>, std::vector<std::size_t>> held_;
  std::size_t count_;
};

// A question about one operand: does a change of it make all pairs meet?
struct Question {
  const StepContext& context;
  const OperandLines &changed, &other;
  std::size_t argument;
  int k;  // number of the contracted dimension

  bool is_held() const {
    return std::ranges::all_of(changed.owners, [](const TileElement& at) { return at.lane >= 0; });
  }
  bool meets_with(const std::optional<std::vector<std::size_t>>& from) const {
    return from && meet(with_factors_from(changed, *from), other);
  }
  std::string name(std::size_t at) const {
    return std::string(context.machine.program.register_name(context.reg(argument, at)));
  }
};

// True if all pairs meet once a register that is given twice counts in one of its two places alone.
bool meets_without_one_of(const Question& of, const HeldPlaces& held, std::int32_t reg) {
  return std::ranges::any_of(std::array{0, 1}, [&](int half) {
    OperandLines without = of.changed;
    for (const std::size_t place : held.half_of(reg, half)) without.factors[place] = Factor();
    return meet(without, of.other);
  });
}

std::string exchanged_registers(const Question& of) {
  if (!of.is_held()) return {};
  const HeldPlaces places(of.changed);
  const std::size_t count = of.context.count(of.argument);
  const char letter = of.changed.letter;
  std::vector<std::string> found;
  for (std::size_t one = 0; one < count; ++one)
    for (std::size_t two = one + 1; two < count; ++two) {
      const std::int32_t first = of.context.reg(of.argument, one), second = of.context.reg(of.argument, two);
      if (first == second && meets_without_one_of(of, places, first))
        return fmt::format("{0}[{1}] and {0}[{2}] are one register, {3}.", letter, one, two, of.name(one));
      const auto exchanged = [&](int thread, std::int32_t reg) {
        return std::pair(thread, reg == first ? second : reg == second ? first : reg);
      };
      if (of.meets_with(places.moved(exchanged)))
        found.push_back(fmt::format("{0}[{1}] and {0}[{2}] ({3}, {4})", letter, one, two, of.name(one), of.name(two)));
    }
  if (found.empty()) return {};
  return fmt::format("exchanged: {}. The other way round all pairs meet.", fmt::join(found, ", or "));
}

std::string transposed_blocks(const Question& of) {
  const OperandLines& operand = of.changed;
  if (operand.lines % block_of_matrix != 0 || operand.steps % block_of_matrix != 0) return {};
  std::vector<std::size_t> from;
  for (int line = 0; line < operand.lines; ++line)
    for (int step = 0; step < operand.steps; ++step)
      from.push_back(operand.at(line - line % block_of_matrix + step % block_of_matrix,
                                step - step % block_of_matrix + line % block_of_matrix));
  if (!of.meets_with(from)) return {};
  return fmt::format(
      "the 8x8 matrices of {} are transposed: .trans is missing or too much, or rows are stored as columns.",
      operand.letter);
}

// Says which lane is the first whose register holds something else than the others and the other operand need.
std::string first_stranger(const Question& of, std::size_t at, const OperandLines& without) {
  const Order wanted = *order_of(of.other);
  const std::vector<Label> lines = elements_of_lines(without);
  const LabelSpace& labels = of.context.labels();
  const std::string_view k = labels.dimensions()[static_cast<std::size_t>(of.k)].name;
  std::pair<int, std::string> first{std::numeric_limits<int>::max(), {}};
  for (std::size_t place = 0; place < of.changed.factors.size(); ++place) {
    const TileElement& owner = of.changed.owners[place];
    const Factor& held = of.changed.factors[place];
    const std::int64_t needed = wanted[place % static_cast<std::size_t>(without.steps)];
    const Label line = lines[place / static_cast<std::size_t>(without.steps)];
    if (owner.reg != of.context.reg(of.argument, at) || held.k < 0 || needed < 0) continue;
    if ((held.k == needed && (line == 0 || line == held.line)) || owner.lane >= first.first) continue;
    const std::string belongs =
        line == 0 ? fmt::format("{}={}", k, needed) : labels.describe(line | labels.placed(needed, of.k));
    first = {owner.lane, fmt::format("lane {} holds {} in it, where {} belongs", owner.lane,
                                     labels.describe(held.line | labels.placed(held.k, of.k)), belongs)};
  }
  return first.second;
}

// Looks for one register that holds something from elsewhere: without it, and without no other, all pairs meet, and no
// row or column comes twice.
std::string strange_register(const Question& of) {
  const std::size_t count = of.context.count(of.argument);
  std::vector<std::size_t> found;
  for (std::size_t at = 0; at < count && count > 1 && of.is_held(); ++at) {
    const OperandLines without = without_register(of.changed, of.context.reg(of.argument, at));
    if (meet(without, of.other) && are_apart(elements_of_lines(without))) found.push_back(at);
  }
  if (found.size() != 1) return {};
  const std::size_t at = found.front();
  const std::string stranger = first_stranger(of, at, without_register(of.changed, of.context.reg(of.argument, at)));
  if (stranger.empty()) return {};
  return fmt::format("{}[{}] ({}) alone does not fit: {}.", of.changed.letter, at, of.name(at), stranger);
}

// Looks for rows in place of columns, in the whole operand: k goes along its lines.
std::string transposed_operand(const Question& of) {
  const OperandLines& operand = of.changed;
  OperandLines turned = operand;
  std::swap(turned.lines, turned.steps);
  for (int line = 0; line < operand.lines; ++line)
    for (int step = 0; step < operand.steps; ++step)
      turned.factors[turned.at(step, line)] = operand.factors[operand.at(line, step)];
  const std::optional<Order> order = order_of(turned);
  if (!order || std::ranges::adjacent_find(*order) != order->end()) return {};
  return fmt::format("rows and columns of {} are exchanged: it is read as if it were stored in the other order.",
                     operand.letter);
}

// True if the label has an index in every dimension of the array.
bool is_element_of(const LabelSpace& labels, const XrayArray& array, Label element) {
  return std::ranges::all_of(array.dimensions, [&](const ArrayDimension& one) {
    const auto found = std::ranges::find(labels.dimensions(), one.name, &NamedDimension::name);
    const auto d = static_cast<std::size_t>(found - labels.dimensions().begin());
    return labels.shape(element).dimensions[d].state == DimensionState::Point;
  });
}

// Returns the array whose elements an operand holds, if it is one alone.
const XrayArray* array_of(const Question& of) {
  const LabelSpace& labels = of.context.labels();
  std::uint32_t arrays = 0;
  for (const Factor& factor : of.changed.factors)
    if (factor.k >= 0) arrays |= labels.shape(factor.line).arrays;
  if (!std::has_single_bit(arrays)) return nullptr;
  const std::string& name = labels.array_names[static_cast<std::size_t>(std::countr_zero(arrays))];
  const auto& all = of.context.machine.launch.arguments;
  const auto found = std::ranges::find_if(
      all, [&](const XrayArgument& argument) { return argument.has_array() && argument.array.name == name; });
  const bool is_whole = found != all.end() && std::ranges::all_of(of.changed.factors, [&](const Factor& factor) {
                          return factor.k < 0 || is_element_of(labels, found->array, factor.line);
                        });
  return is_whole ? &found->array : nullptr;
}

// Returns the offset of an element in the array's memory.
std::int64_t offset_of(const LabelSpace& labels, const XrayArray& array, Label element) {
  const std::vector<std::int64_t> strides = array.strides();
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < strides.size(); ++d) {
    const auto found = std::ranges::find(labels.dimensions(), array.dimensions[d].name, &NamedDimension::name);
    offset += labels.point(element, static_cast<int>(found - labels.dimensions().begin())) * strides[d];
  }
  return offset;
}

// Looks for regular steps through memory that are not those of the array: another leading dimension, or another order.
std::string other_strides(const Question& of) {
  const OperandLines& operand = of.changed;
  const XrayArray* const array = array_of(of);
  if (array == nullptr || operand.lines < 2 || operand.steps < 2 || order_of(operand)) return {};
  const LabelSpace& labels = of.context.labels();
  const auto offset_at = [&](int line, int step) {
    const Factor& factor = operand.factors[operand.at(line, step)];
    return offset_of(labels, *array, factor.line | labels.placed(factor.k, of.k));
  };
  if (std::ranges::find(operand.factors, -1, &Factor::k) != operand.factors.end()) return {};
  const std::int64_t begin = offset_at(0, 0), of_line = offset_at(1, 0) - begin, of_step = offset_at(0, 1) - begin;
  for (int line = 0; line < operand.lines; ++line)
    for (int step = 0; step < operand.steps; ++step)
      if (offset_at(line, step) != begin + line * of_line + step * of_step) return {};
  const std::string& k = labels.dimensions()[static_cast<std::size_t>(of.k)].name;
  std::vector<std::string> own;
  for (std::size_t d = 0; const std::int64_t stride : array->strides())
    own.push_back(fmt::format("{} along {}", stride, array->dimensions[d++].name));
  return fmt::format("{} is read in steps of {} along {} and {} from {} to the next, in elements; {} has {}.",
                     operand.letter, of_step, k, of_line, operand.letter == 'a' ? "a row" : "a column", array->name,
                     fmt::join(own, ", "));
}

// Looks for lanes whose numbers have one bit inverted, or two bits exchanged.
std::string exchanged_lanes(const Question& of) {
  constexpr int bits = 5;
  if (!of.is_held()) return {};
  const HeldPlaces places(of.changed);
  for (int one = 0; one < bits; ++one)
    for (int two = one; two < bits; ++two) {
      const auto lane_of = [&](int thread) {
        const int high = thread >> two & 1, low = thread >> one & 1;
        if (one == two) return thread ^ 1 << one;
        return (thread & ~(1 << one | 1 << two)) | high << one | low << two;
      };
      if (!of.meets_with(places.moved([&](int thread, std::int32_t reg) { return std::pair(lane_of(thread), reg); })))
        continue;
      const std::string_view letter(&of.changed.letter, 1);
      return one == two
                 ? fmt::format("{} is in the wrong lanes: bit {} of the lane is inverted.", letter, one)
                 : fmt::format("{} is in the wrong lanes: bits {} and {} of the lane are exchanged.", letter, one, two);
    }
  return {};
}

std::string shown(const Order& order) {
  const bool rises = std::ranges::adjacent_find(order, [](auto a, auto b) { return b != a + 1; }) == order.end();
  if (rises) return fmt::format("{} to {}", order.front(), order.back());
  return fmt::format("{}{}", fmt::join(order.begin(), order.begin() + std::min(order.size(), shown_indices), ", "),
                     order.size() > shown_indices ? ", ..." : "");
}

// Looks for two operands that are in order, each in its own.
std::string different_orders(const OperandLines& a, const OperandLines& b, std::string_view k) {
  const std::optional<Order> left = order_of(a), right = order_of(b);
  if (!left || !right) return {};
  if (std::ranges::find(*left, -1) != left->end() || std::ranges::find(*right, -1) != right->end()) return {};
  const std::int64_t shift = left->front() - right->front();
  const bool is_shifted =
      std::ranges::equal(*left, *right, [&](std::int64_t one, std::int64_t two) { return one - two == shift; });
  const std::string what = fmt::format("a holds {0} {1} where b holds {0} {2}", k, shown(*left), shown(*right));
  if (is_shifted) return fmt::format("{}: one of them is {} {} off.", what, std::abs(shift), k);
  return std::ranges::is_permutation(*left, *right) ? what + ": the same ones in another order." : std::string();
}

}  // namespace

std::string cause_of_pairing(const StepContext& context, const LabelledTile& a, const LabelledTile& b) {
  const LabelSpace& labels = context.labels();
  const int k = contracted_dimension(labels, a, b);
  if (k < 0) return {};
  const std::optional<OperandLines> left = operand_of(labels, a, k, false), right = operand_of(labels, b, k, true);
  if (!left || !right || meet(*left, *right)) return {};
  std::vector<Question> asked;  // an operand that is in order is not at fault if the other is not
  if (!is_in_order(*left) || is_in_order(*right)) asked.push_back({context, *left, *right, 1, k});
  if (!is_in_order(*right) || is_in_order(*left)) asked.push_back({context, *right, *left, 2, k});
  for (const auto hypothesis : {exchanged_registers, transposed_blocks, strange_register})
    for (const Question& question : asked)
      if (std::string cause = hypothesis(question); !cause.empty()) return cause;
  if (std::string cause = different_orders(*left, *right, labels.dimensions()[static_cast<std::size_t>(k)].name);
      !cause.empty())
    return cause;
  for (const auto hypothesis : {transposed_operand, other_strides, exchanged_lanes})
    for (const Question& question : asked)
      if (std::string cause = hypothesis(question); !cause.empty()) return cause;
  return {};
}

void explain_pairing(StepContext& context, const LabelledTile& a, const LabelledTile& b) {
  Machine& machine = context.machine;
  for (const FindingKind kind : {FindingKind::Pairing, FindingKind::Mixing, FindingKind::CountedTwice}) {
    const auto known = machine.known_findings.find(std::pair(machine.at_step, static_cast<int>(kind)));
    if (known == machine.known_findings.end()) continue;
    XrayFinding& finding = machine.findings[static_cast<std::size_t>(known->second)];
    if (finding.step == machine.steps) finding.cause = cause_of_pairing(context, a, b);
  }
}

}  // namespace tcviz::inline gpu_xray
