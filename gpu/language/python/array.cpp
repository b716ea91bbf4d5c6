#include "gpu/language/python/array.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "gpu/language/python/number.hpp"

namespace tcviz::inline gpu_python {
namespace {

using Cells = std::vector<std::int64_t>;
using Sizes = std::vector<std::size_t>;

std::size_t cells_in(const Sizes& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

// An operand: the cells of an array, or one number for all.
struct Operand {
  const PythonObject* array = nullptr;
  std::int64_t number = 0;

  Sizes shape() const { return array == nullptr ? Sizes() : array->shape; }
  std::int64_t at(std::size_t place) const { return array == nullptr ? number : array->cells[place]; }
  bool is_truth() const { return array != nullptr && array->is_truth; }
  bool is_narrow() const { return array != nullptr && array->is_narrow; }
  bool truncates() const { return array != nullptr && array->truncates; }
};

bool read_operand(const PythonValue& value, Operand& operand, PythonStop& stop) {
  if (value.type == PythonType::Array) return operand.array = value.object.get(), true;
  if (value.is_whole()) return operand.number = value.number, true;
  stop = python_unknown("of arrays those of whole numbers are followed here");
  return false;
}

// Finds the shape that two arrays have together. False: they do not fit.
bool join_shapes(const Sizes& a, const Sizes& b, Sizes& shape, PythonStop& stop) {
  shape.assign(std::max(a.size(), b.size()), 1);
  for (std::size_t behind = 1; behind <= shape.size(); ++behind) {
    const std::size_t one = behind <= a.size() ? a[a.size() - behind] : 1;
    const std::size_t two = behind <= b.size() ? b[b.size() - behind] : 1;
    shape[shape.size() - behind] = one == 1 ? two : one;
    if (one == two || one == 1 || two == 1) continue;
    stop = python_raises(
        fmt::format("arrays of the shapes ({}) and ({}) do not fit together", fmt::join(a, ", "), fmt::join(b, ", ")),
        value_error);
    return false;
  }
  if (cells_in(shape) <= most_python_cells) return true;
  stop = python_unknown("this array is larger than any layout");
  return false;
}

// Returns the place in an array of shape `own` that belongs to place number `place` of the shape `whole`.
std::size_t place_in(const Sizes& own, const Sizes& whole, std::size_t place) {
  std::size_t found = 0, stride = 1;
  for (std::size_t behind = 1; behind <= whole.size(); ++behind) {
    const std::size_t size = whole[whole.size() - behind], at = place % size;
    place /= size;
    if (behind > own.size()) continue;
    const std::size_t of_own = own[own.size() - behind];
    found += (of_own == 1 ? 0 : at) * stride;
    stride *= of_own;
  }
  return found;
}

bool fits_32_bits(std::int64_t value) {
  return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

bool is_relation(PythonSign sign) { return sign >= PythonSign::Less && sign <= PythonSign::NotEqual; }
bool is_bitwise(PythonSign sign) {
  return sign == PythonSign::And || sign == PythonSign::Or || sign == PythonSign::Xor;
}

// Computes one cell; arrays wrap, or warn, where numbers of Python grow or raise, so that is not known.
bool compute_cell(PythonSign sign, std::int64_t a, std::int64_t b, bool narrow, bool truncates, std::int64_t& result,
                  PythonStop& stop) {
  const bool divides = sign == PythonSign::Floor || sign == PythonSign::Remainder;
  const bool shifts = sign == PythonSign::Left || sign == PythonSign::Right;
  if (shifts && (b < 0 || b > (narrow ? 31 : 63)))
    return stop = python_unknown(fmt::format("shift of an array by {}", b)), false;
  if (divides && truncates && (a < 0 || b < 0))
    return stop = python_unknown(fmt::format("{} {} {} is not Python's in Triton", a, spelled(sign), b)), false;
  if (!compute_python(sign, a, b, result, stop)) return stop.state = RunState::Endless, false;
  if (narrow && !fits_32_bits(result))
    return stop = python_unknown(fmt::format("{} {} {} is beyond the 32 bits of its array", a, spelled(sign), b)),
           false;
  return true;
}

PythonValue like(const PythonObject& shape_of, Cells cells) {
  PythonValue made = python_array(std::move(cells), shape_of.shape);
  made.object->is_truth = shape_of.is_truth;
  made.object->is_narrow = shape_of.is_narrow;
  made.object->truncates = shape_of.truncates;
  return made;
}

// Collects the numbers of nested lists, and the shape that all have alike.
bool collect(const PythonValue& value, std::size_t level, Cells& cells, Sizes& shape) {
  if (value.is_whole()) return cells.push_back(value.number), level == shape.size();
  if (!value.is_listed() || cells.size() > most_python_cells || level > 4) return false;
  if (level == shape.size() && cells.empty()) shape.push_back(value.object->items.size());
  if (level >= shape.size() || shape[level] != value.object->items.size()) return false;
  return std::ranges::all_of(value.object->items,
                             [&](const PythonValue& each) { return collect(each, level + 1, cells, shape); });
}

}  // namespace

PythonValue python_array(Cells cells, Sizes shape) {
  auto object = std::make_shared<PythonObject>();
  object->cells = std::move(cells);
  object->shape = std::move(shape);
  return {PythonType::Array, 0, std::move(object)};
}

PythonValue compute_arrays(PythonSign sign, const PythonValue& a, const PythonValue& b, PythonStop& stop) {
  Operand left, right;
  Sizes shape;
  if (!read_operand(a, left, stop) || !read_operand(b, right, stop) ||
      !join_shapes(left.shape(), right.shape(), shape, stop))
    return {};
  const bool truths = left.is_truth() && right.is_truth();
  if (sign == PythonSign::Subtract && (left.is_truth() || right.is_truth()))
    return stop = python_unknown("an array of True and False has no `-`: use np.where"), PythonValue{};
  if (truths && !is_relation(sign) && !is_bitwise(sign))
    return stop = python_unknown("arrays of True and False are followed with &, |, ^ and comparisons"), PythonValue{};
  const bool narrow = (left.is_narrow() || right.is_narrow()) && !is_relation(sign);
  const bool truncates = left.truncates() || right.truncates();
  Cells cells(cells_in(shape));
  const Sizes of_left = left.shape(), of_right = right.shape();
  for (std::size_t place = 0; place < cells.size(); ++place) {
    const std::int64_t one = left.at(place_in(of_left, shape, place)), two = right.at(place_in(of_right, shape, place));
    if (!compute_cell(sign, one, two, narrow, truncates, cells[place], stop)) return {};
  }
  PythonValue made = python_array(std::move(cells), shape);
  made.object->is_truth = is_relation(sign) || (truths && is_bitwise(sign));
  made.object->is_narrow = narrow;
  made.object->truncates = truncates;
  return made;
}

PythonValue flip_array(const PythonValue& a, PythonStop&) {
  Cells cells = a.object->cells;
  for (std::int64_t& cell : cells) cell = a.object->is_truth ? (cell == 0 ? 1 : 0) : ~cell;
  return like(*a.object, std::move(cells));
}

PythonValue not_array(const PythonValue& a) {
  Cells cells = a.object->cells;
  for (std::int64_t& cell : cells) cell = cell == 0 ? 1 : 0;
  PythonValue made = like(*a.object, std::move(cells));
  made.object->is_truth = true;
  return made;
}

PythonValue absolute_array(const PythonValue& a, PythonStop& stop) {
  return extreme_arrays(true, a, compute_arrays(PythonSign::Subtract, python_whole(0), a, stop), stop);
}

PythonValue choose_arrays(const PythonValue& condition, const PythonValue& a, const PythonValue& b, PythonStop& stop) {
  Operand asked, left, right;
  Sizes both, shape;
  if (!read_operand(condition, asked, stop) || !read_operand(a, left, stop) || !read_operand(b, right, stop) ||
      !join_shapes(left.shape(), right.shape(), both, stop) || !join_shapes(asked.shape(), both, shape, stop))
    return {};
  Cells cells(cells_in(shape));
  for (std::size_t place = 0; place < cells.size(); ++place) {
    const Operand& chosen = asked.at(place_in(asked.shape(), shape, place)) != 0 ? left : right;
    cells[place] = chosen.at(place_in(chosen.shape(), shape, place));
  }
  PythonValue made = python_array(std::move(cells), shape);
  made.object->is_narrow = left.is_narrow() || right.is_narrow();
  made.object->is_truth = left.is_truth() && right.is_truth();
  made.object->truncates = left.truncates() || right.truncates() || asked.truncates();
  return made;
}

PythonValue extreme_arrays(bool largest, const PythonValue& a, const PythonValue& b, PythonStop& stop) {
  if (stop.state != RunState::Done) return {};
  const PythonValue less = compute_arrays(PythonSign::Less, a, b, stop);
  return stop.state != RunState::Done ? PythonValue{} : choose_arrays(less, largest ? b : a, largest ? a : b, stop);
}

PythonValue broadcast_array(const PythonValue& a, const Sizes& shape, PythonStop& stop) {
  Operand operand;
  Sizes whole;
  if (!read_operand(a, operand, stop) || !join_shapes(operand.shape(), shape, whole, stop)) return {};
  if (whole != shape)
    return stop = python_raises(fmt::format("this array has the shape ({}), not ({})", fmt::join(operand.shape(), ", "),
                                            fmt::join(shape, ", ")),
                                value_error),
           PythonValue{};
  Cells cells(cells_in(shape));
  for (std::size_t place = 0; place < cells.size(); ++place)
    cells[place] = operand.at(place_in(operand.shape(), shape, place));
  PythonValue made = python_array(std::move(cells), shape);
  made.object->is_truth = operand.is_truth();
  made.object->is_narrow = operand.is_narrow();
  made.object->truncates = operand.truncates();
  return made;
}

PythonValue array_of_items(const PythonValue& items, PythonStop& stop) {
  Cells cells;
  Sizes shape;
  if (items.type == PythonType::Array) return items;
  if (collect(items, 0, cells, shape)) return python_array(std::move(cells), std::move(shape));
  stop = python_unknown("expected a list of whole numbers, or of lists of the same length");
  return {};
}

std::vector<std::int64_t> picked_by(const PythonSubscript& slice, std::size_t size) {
  const auto count = static_cast<std::int64_t>(size);
  const bool up = slice.step > 0;
  const auto bound = [&](std::optional<std::int64_t> at, std::int64_t usual) {
    if (!at) return usual;
    const std::int64_t from_front = *at < 0 ? std::max(*at, -count - 1) + count : *at;
    return std::clamp(from_front, up ? std::int64_t{0} : std::int64_t{-1}, up ? count : count - 1);
  };
  const std::int64_t begin = bound(slice.begin, up ? 0 : count - 1), end = bound(slice.end, up ? count : -1);
  std::vector<std::int64_t> picked;
  const std::int64_t step = std::clamp(slice.step, -count - 1, count + 1);
  for (std::int64_t at = begin; up ? at < end : at > end; at += step) picked.push_back(at);
  return picked;
}

PythonValue index_array(const PythonValue& array, std::span<const PythonSubscript> subscripts, PythonStop& stop) {
  using Kind = PythonSubscript::Kind;
  const Sizes& own = array.object->shape;
  const auto takes = [](const PythonSubscript& each) { return each.kind == Kind::At || each.kind == Kind::Slice; };
  const auto taken = static_cast<std::size_t>(std::ranges::count_if(subscripts, takes));
  const bool rest = std::ranges::any_of(subscripts, [](const auto& each) { return each.kind == Kind::Rest; });
  if (taken > own.size())
    return stop = python_raises(fmt::format("this array has {} dimensions, not {}", own.size(), taken), index_error),
           PythonValue{};
  std::vector<PythonSubscript> all;
  const auto fill = [&] {
    for (std::size_t more = taken; more < own.size(); ++more) all.push_back({.kind = Kind::Slice});
  };
  for (const PythonSubscript& each : subscripts) each.kind == Kind::Rest ? fill() : all.push_back(each);
  if (!rest) fill();
  if (all.size() > own.size() + 4) return stop = python_unknown("this array has too many dimensions"), PythonValue{};
  Sizes shape;
  std::vector<std::vector<std::int64_t>> picked;  // of each dimension of the array
  for (const PythonSubscript& each : all) {
    if (each.kind == Kind::New) {
      shape.push_back(1);
      continue;
    }
    const auto size = static_cast<std::int64_t>(own[picked.size()]);
    if (each.kind == Kind::Slice) {
      picked.push_back(picked_by(each, own[picked.size()]));
      shape.push_back(picked.back().size());
    } else if (each.at < -size || each.at >= size) {
      return stop = python_raises(fmt::format("index {} is outside: there are {}", each.at, size), index_error),
             PythonValue{};
    } else {
      picked.push_back({each.at < 0 ? each.at + size : each.at});
    }
  }
  Sizes counts;
  for (const auto& each : picked) counts.push_back(each.size());
  Cells cells(cells_in(counts));
  for (std::size_t place = 0; place < cells.size(); ++place) {
    std::size_t left = place, found = 0, stride = 1;
    for (std::size_t dimension = own.size(); dimension-- > 0;) {
      found += static_cast<std::size_t>(picked[dimension][left % counts[dimension]]) * stride;
      left /= counts[dimension];
      stride *= own[dimension];
    }
    cells[place] = array.object->cells[found];
  }
  PythonValue made = like(*array.object, std::move(cells));
  made.object->shape = std::move(shape);
  return made;
}

}  // namespace tcviz::inline gpu_python
