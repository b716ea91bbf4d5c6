#include "gpu/kernel/xray/machine/pairing_cause.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "gpu/kernel/xray/machine/snapshot.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr int block_of_matrix = 8;  // rows and columns of a matrix of ldmatrix
constexpr std::size_t shown_indices = 6;

// The content of one place of an operand.
struct Factor {
  std::int64_t k = -1;  // its contracted index; -1: a zero, which meets anything
  Label line = 0;       // its element without k
};

// An operand, line by line: rows of A, columns of B. Each line has a place for every step along k.
struct Operand {
  char letter = 'a';
  int lines = 0, steps = 0;
  std::vector<Factor> factors;
  std::vector<TileElement> owners;
  std::size_t at(int line, int step) const { return static_cast<std::size_t>(line) * steps + step; }
};

// The contracted indices of an operand's lines, step by step.
using Order = std::vector<std::int64_t>;

// Reads an operand; none if it holds something else than elements and zeros.
std::optional<Operand> operand_of(const LabelSpace& labels, const LabelledTile& tile, int k, bool is_b) {
  Operand made{is_b ? 'b' : 'a', is_b ? tile.cols : tile.rows, is_b ? tile.rows : tile.cols, {}, {}};
  for (int line = 0; line < made.lines; ++line)
    for (int step = 0; step < made.steps; ++step) {
      const std::size_t at = is_b ? tile.at(step, line) : tile.at(line, step);
      const Label label = tile.labels[at];
      made.owners.push_back(tile.owners[at]);
      made.factors.emplace_back();
      if (label == 0) continue;
      const LabelShape& shape = labels.shape(label);
      if (shape.finding >= 0 || shape.dimensions[k].state != DimensionState::Point) return std::nullopt;
      made.factors.back() = {labels.point(label, k), label & ~labels.mask(k)};
    }
  return made;
}

// Takes `value` into `known` if that is still `open`. False if they differ.
template <class T>
bool agree(T& known, T value, T open) {
  if (value == open) return true;
  if (known == open) known = value;
  return known == value;
}

// Returns the indices along k if all lines have the same ones, and each line is one row or column of a matrix.
std::optional<Order> order_of(const Operand& operand) {
  Order order(static_cast<std::size_t>(operand.steps), -1);
  for (int line = 0; line < operand.lines; ++line) {
    Label own = 0;
    for (int step = 0; step < operand.steps; ++step) {
      const Factor& factor = operand.factors[operand.at(line, step)];
      if (!agree(order[static_cast<std::size_t>(step)], factor.k, std::int64_t{-1}) ||
          !agree(own, factor.line, Label{0}))
        return std::nullopt;
    }
  }
  return order;
}

bool meet(const Order& a, const Order& b) {
  for (std::size_t step = 0; step < a.size(); ++step)
    if (a[step] >= 0 && b[step] >= 0 && a[step] != b[step]) return false;
  return true;
}

bool meet(const Operand& a, const Operand& b) {
  const std::optional<Order> left = order_of(a), right = order_of(b);
  return left && right && meet(*left, *right);
}

// Returns the operand with the factors that `from` names for its places.
Operand with_factors_from(const Operand& operand, const std::vector<std::size_t>& from) {
  Operand made = operand;
  for (std::size_t place = 0; place < from.size(); ++place) made.factors[place] = operand.factors[from[place]];
  return made;
}

// The places of an operand that is in registers, by thread and register, in the order of the operand.
class HeldPlaces {
 public:
  explicit HeldPlaces(const Operand& operand) : count_(operand.factors.size()) {
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
  const Operand &changed, &other;
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
    Operand without = of.changed;
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
  const Operand& operand = of.changed;
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

// Looks for one register that holds something from elsewhere: without it, all pairs meet.
std::string strange_register(const Question& of) {
  const std::size_t count = of.context.count(of.argument);
  for (std::size_t at = 0; at < count && count > 1 && of.is_held(); ++at) {
    Operand without = of.changed;
    std::size_t first = without.factors.size();
    for (std::size_t place = 0; place < without.factors.size(); ++place) {
      if (without.owners[place].reg != of.context.reg(of.argument, at)) continue;
      without.factors[place] = Factor();
      if (without.owners[place].lane == 0) first = std::min(first, place);
    }
    if (first == without.factors.size() || !meet(without, of.other)) continue;
    const Factor& factor = of.changed.factors[first];
    const std::int64_t wanted = (*order_of(of.other))[first % static_cast<std::size_t>(without.steps)];
    const LabelSpace& labels = of.context.labels();
    return fmt::format("{}[{}] ({}) alone does not fit: lane 0 holds {} in it, where {}={} belongs.", without.letter,
                       at, of.name(at), labels.describe(factor.line | labels.placed(factor.k, of.k)),
                       labels.dimensions()[static_cast<std::size_t>(of.k)].name, wanted);
  }
  return {};
}

// Looks for rows in place of columns, in the whole operand: k goes along its lines.
std::string transposed_operand(const Question& of) {
  const Operand& operand = of.changed;
  Operand turned = operand;
  std::swap(turned.lines, turned.steps);
  for (int line = 0; line < operand.lines; ++line)
    for (int step = 0; step < operand.steps; ++step)
      turned.factors[turned.at(step, line)] = operand.factors[operand.at(line, step)];
  const std::optional<Order> order = order_of(turned);
  if (!order || std::ranges::adjacent_find(*order) != order->end()) return {};
  return fmt::format("rows and columns of {} are exchanged: it is read as if it were stored in the other order.",
                     operand.letter);
}

// Returns the elements of memory from one index to the next along each dimension; 0: the array lacks it.
std::vector<std::int64_t> strides_of(const XrayArray& array, const std::vector<NamedDimension>& dimensions) {
  std::vector<std::int64_t> strides(dimensions.size(), 0);
  std::int64_t stride = 1;
  for (std::size_t step = 0; step < array.dimensions.size(); ++step) {
    const ArrayDimension& one = array.dimensions[array.first_is_fastest ? step : array.dimensions.size() - 1 - step];
    const auto found = std::ranges::find(dimensions, one.name, &NamedDimension::name);
    if (found != dimensions.end()) strides[static_cast<std::size_t>(found - dimensions.begin())] = stride;
    stride *= step == 0 && array.pitch > 0 ? array.pitch : one.size;
  }
  return strides;
}

// Returns "8 along k, 1 along n".
std::string own_strides(const XrayArray& array, const std::vector<NamedDimension>& dimensions,
                        const std::vector<std::int64_t>& strides) {
  std::string text;
  for (const ArrayDimension& one : array.dimensions) {
    const auto found = std::ranges::find(dimensions, one.name, &NamedDimension::name);
    if (found == dimensions.end()) continue;
    text += fmt::format("{}{} along {}", text.empty() ? "" : ", ",
                        strides[static_cast<std::size_t>(found - dimensions.begin())], one.name);
  }
  return text;
}

// Returns the array whose elements an operand holds, if it is one alone.
const XrayArray* array_of(const Question& of) {
  const LabelSpace& labels = of.context.labels();
  std::uint32_t arrays = 0;
  for (const Factor& factor : of.changed.factors)
    if (factor.k >= 0) arrays |= labels.shape(factor.line).arrays;
  if (!std::has_single_bit(arrays)) return nullptr;
  const std::string& name = labels.array_names[static_cast<std::size_t>(std::countr_zero(arrays))];
  for (const XrayArgument& argument : of.context.machine.launch.arguments)
    if (argument.has_array() && argument.array.name == name) return &argument.array;
  return nullptr;
}

// Looks for regular steps through memory that are not those of the array: another leading dimension, or another order.
std::string other_strides(const Question& of) {
  const Operand& operand = of.changed;
  const XrayArray* const array = array_of(of);
  if (array == nullptr || operand.lines < 2 || operand.steps < 2) return {};
  const LabelSpace& labels = of.context.labels();
  const std::vector<std::int64_t> strides = strides_of(*array, labels.dimensions());
  const auto place_of = [&](int line, int step) {
    const Factor& factor = operand.factors[operand.at(line, step)];
    std::int64_t place = factor.k * strides[static_cast<std::size_t>(of.k)];
    for (std::size_t d = 0; d < strides.size(); ++d)
      if (static_cast<int>(d) != of.k && strides[d] != 0)
        place += labels.point(factor.line, static_cast<int>(d)) * strides[d];
    return place;
  };
  const std::int64_t begin = place_of(0, 0), of_line = place_of(1, 0) - begin, of_step = place_of(0, 1) - begin;
  for (int line = 0; line < operand.lines; ++line)
    for (int step = 0; step < operand.steps; ++step)
      if (operand.factors[operand.at(line, step)].k < 0 ||
          place_of(line, step) != begin + line * of_line + step * of_step)
        return {};
  const bool is_own_line = std::ranges::find(strides, of_line) != strides.end();
  if (is_own_line && of_step == strides[static_cast<std::size_t>(of.k)]) return {};
  return fmt::format("{} is read in steps of {} along {} and {} from {} to the next, in elements; {} has {}.",
                     operand.letter, of_step, labels.dimensions()[static_cast<std::size_t>(of.k)].name, of_line,
                     operand.letter == 'a' ? "a row" : "a column", array->name,
                     own_strides(*array, labels.dimensions(), strides));
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
std::string different_orders(const Operand& a, const Operand& b, std::string_view k) {
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
  const std::optional<Operand> left = operand_of(labels, a, k, false), right = operand_of(labels, b, k, true);
  if (!left || !right || meet(*left, *right)) return {};
  const Question asked[] = {{context, *left, *right, 1, k}, {context, *right, *left, 2, k}};
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
