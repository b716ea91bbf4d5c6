#include "gpu/layout/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>

namespace tcviz::inline gpu_layout {
namespace {

constexpr int register_bits = 32;

struct Range {
  const char* name;
  int value, largest;
};

Status check_kind_id(const std::string& id) {
  const auto legal = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
  };
  if (!id.empty() && id.size() <= 64 && std::ranges::all_of(id, legal)) return Nothing{};
  return bad_input("kind: an id is 1 to 64 lower case letters, digits, dots, dashes or underscores");
}

Status check_sizes(const LayoutData& data) {
  const Range ranges[] = {{"rows", data.rows, Layout::max_side},
                          {"cols", data.cols, Layout::max_side},
                          {"threads", data.threads, Layout::max_threads},
                          {"values", data.values, Layout::max_values},
                          {"element_bits", data.element_bits, 64}};
  for (const Range& range : ranges) {
    if (range.value >= 1 && range.value <= range.largest) continue;
    return bad_input(fmt::format("{}: {} is outside 1..{}", range.name, range.value, range.largest));
  }
  if (!std::has_single_bit(static_cast<unsigned>(data.element_bits)))
    return bad_input(fmt::format("element_bits: {} is none of 1, 2, 4, 8, 16, 32, 64", data.element_bits));
  if (data.threads * data.values > Layout::max_slots)
    return bad_input(fmt::format("values: {} threads x {} values are more than {} slots", data.threads, data.values,
                                 Layout::max_slots));
  if (data.rows * data.cols > data.threads * data.values)
    return bad_input(fmt::format("rows: the {}x{} matrix has more elements than {} threads x {} values can own",
                                 data.rows, data.cols, data.threads, data.values));
  return Nothing{};
}

Status check_map(const LayoutData& data) {
  const int slots = data.threads * data.values;
  if (data.map.size() != static_cast<std::size_t>(slots))
    return bad_input(fmt::format("map: has {} entries, but {} threads x {} values need {}", data.map.size(),
                                 data.threads, data.values, slots));
  const int elements = data.rows * data.cols;
  for (std::size_t entry = 0; entry < data.map.size(); ++entry) {
    const std::int32_t element = data.map[entry];
    if (element == no_element || (element >= 0 && element < elements)) continue;
    return bad_input(
        fmt::format("map[{}]: element {} is outside the {}x{} matrix", entry, element, data.rows, data.cols));
  }
  return Nothing{};
}

Status check(const LayoutData& data) {
  TCVIZ_TRY(check_kind_id(data.kind));
  TCVIZ_TRY(check_sizes(data));
  return check_map(data);
}

// Counts the slots that hold each element.
std::vector<std::int32_t> count_owners(const LayoutData& data) {
  const int elements = data.rows * data.cols;
  std::vector<std::int32_t> counts(static_cast<std::size_t>(elements), 0);
  for (const std::int32_t element : data.map)
    if (element != no_element) ++counts[static_cast<std::size_t>(element)];
  return counts;
}

Status check_owned(const LayoutData& data, const std::vector<std::int32_t>& owners) {
  const auto unowned = std::ranges::find(owners, 0);
  if (unowned == owners.end()) return Nothing{};
  const auto element = static_cast<int>(unowned - owners.begin());
  return bad_input(
      fmt::format("map: element {} (row {}, col {}) has no owner", element, element / data.cols, element % data.cols));
}

// Returns the slots that hold an element, grouped by it; `next` holds the beginnings of the groups and moves as they
// fill.
std::vector<std::int32_t> slots_by_element(const LayoutData& data, std::vector<std::int32_t> next) {
  std::vector<std::int32_t> slots(static_cast<std::size_t>(next.back()));
  for (std::size_t number = 0; number < data.map.size(); ++number) {
    const std::int32_t element = data.map[number];
    if (element == no_element) continue;
    const std::int32_t place = next[static_cast<std::size_t>(element)]++;
    slots[static_cast<std::size_t>(place)] = static_cast<std::int32_t>(number);
  }
  return slots;
}

std::string describe_size(const Layout& layout) {
  return fmt::format("{}x{} in {} threads with {} values", layout.rows(), layout.cols(), layout.threads(),
                     layout.values());
}

}  // namespace

RegisterSpan register_span(int i, int element_bits) {
  const int begin = i * element_bits, end = begin + element_bits - 1;
  const int first = begin / register_bits;
  return {first, end / register_bits, begin - first * register_bits, end - first * register_bits};
}

std::string describe(const RegisterSpan& span) {
  const std::string bits =
      span.low == span.high ? fmt::format("[{}]", span.low) : fmt::format("[{}:{}]", span.high, span.low);
  if (span.first == span.last) return fmt::format("R{} {}", span.first, bits);
  return fmt::format("R{}..R{} {}", span.first, span.last, bits);
}

// Sorts the slots by element, by counting: owner_begin_ holds the places in owner_slots_ at which each element's owners
// begin.
Result<Layout> Layout::make(LayoutData data) {
  TCVIZ_TRY(check(data));
  const std::vector<std::int32_t> owners = count_owners(data);
  TCVIZ_TRY(check_owned(data, owners));

  Layout layout;
  const auto [fewest, most] = std::ranges::minmax_element(owners);
  layout.replication_ = *most;
  layout.uniform_ = *fewest == *most;
  layout.owner_begin_.reserve(owners.size() + 1);
  layout.owner_begin_.push_back(0);
  for (const std::int32_t count : owners) layout.owner_begin_.push_back(layout.owner_begin_.back() + count);
  layout.owner_slots_ = slots_by_element(data, layout.owner_begin_);
  layout.data_ = std::move(data);
  return layout;
}

std::optional<Element> Layout::element(Slot slot) const {
  assert(slot.tid >= 0 && slot.tid < data_.threads && slot.i >= 0 && slot.i < data_.values);
  const int number = slot.tid * data_.values + slot.i;
  const std::int32_t linear = data_.map[static_cast<std::size_t>(number)];
  if (linear == no_element) return std::nullopt;
  return Element{linear / data_.cols, linear % data_.cols};
}

std::span<const std::int32_t> Layout::owner_slots(Element element) const {
  assert(element.row >= 0 && element.row < data_.rows && element.col >= 0 && element.col < data_.cols);
  const int number = element.row * data_.cols + element.col;
  const auto linear = static_cast<std::size_t>(number);
  const auto begin = static_cast<std::size_t>(owner_begin_[linear]);
  const auto end = static_cast<std::size_t>(owner_begin_[linear + 1]);
  return std::span(owner_slots_).subspan(begin, end - begin);
}

std::vector<Slot> Layout::owners(Element element) const {
  std::vector<Slot> result;
  for (const std::int32_t number : owner_slots(element)) result.push_back(slot(number));
  return result;
}

bool Layout::same_map(const Layout& other) const {
  return data_.rows == other.data_.rows && data_.cols == other.data_.cols && data_.threads == other.data_.threads &&
         data_.values == other.data_.values && data_.element_bits == other.data_.element_bits &&
         data_.map == other.data_.map;
}

Result<LayoutDiff> compare(const Layout& from, const Layout& to) {
  if (describe_size(from) != describe_size(to)) {
    return bad_input(fmt::format("{} and {} cannot be compared: one is {}, the other {}", from.kind(), to.kind(),
                                 describe_size(from), describe_size(to)));
  }
  LayoutDiff diff{from.slots(), {}};
  for (std::int32_t number = 0; number < from.slots(); ++number) {
    const std::int32_t before = from.map()[static_cast<std::size_t>(number)];
    const std::int32_t after = to.map()[static_cast<std::size_t>(number)];
    if (before != after) diff.moved.push_back({from.slot(number), before, after});
  }
  return diff;
}

}  // namespace tcviz::inline gpu_layout
