// The rules by which two labels combine, dimension by dimension.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gpu/kernel/xray/label/label_space.hpp"

namespace tcviz::inline gpu_xray {
namespace {

using enum DimensionState;

bool is_linear(const LabelDimension& dimension) { return dimension.state == Point || dimension.state == Sum; }

// True if a sum over a dimension of the output may be meant: of a transformation, whose factors are constants, or of
// elements that differ in a dimension that is to be summed and that only one input has, as the window of a convolution.
bool may_be_mixed(const LabelSpace& labels, Label a, Label b) {
  if (std::has_single_bit(labels.shape(a).arrays)) return true;
  for (std::size_t d = 0; d < labels.dimensions().size(); ++d) {
    if (labels.dimensions()[d].in_every_output || !std::has_single_bit(labels.arrays_along[d])) continue;
    const LabelDimension left = labels.shape(a).dimensions[d], right = labels.shape(b).dimensions[d];
    if (left != right || ((a ^ b) & labels.mask(static_cast<int>(d))) != 0) return true;
  }
  return false;
}

}  // namespace

Label LabelSpace::finish(LabelShape& into, std::uint64_t at, Label a, Label b, ElementType format) {
  const LabelShape &left = shape(a), &right = shape(b);
  into.arrays = static_cast<std::uint16_t>(left.arrays | right.arrays);
  const LabelShape& told = left.doubted >= 0 ? left : right;
  if (told.doubted >= 0) into.doubt = told.doubt, into.doubted = told.doubted;
  if (left.doubt == Doubt::Chance || right.doubt == Doubt::Chance) into.doubt = Doubt::Chance;
  if (into.doubt == Doubt::None) into.doubt = left.doubt != Doubt::None ? left.doubt : right.doubt;
  into.format = format;
  into.bytes = static_cast<std::uint8_t>(bytes_of(format));
  return make(intern(into), at);
}

void LabelSpace::multiply_dimension(int dimension, Label a, Label b, LabelShape& into, std::uint64_t& at,
                                    bool& unequal) {
  const LabelDimension left = shape(a).dimensions[dimension], right = shape(b).dimensions[dimension];
  LabelDimension& result = into.dimensions[dimension];
  if (left.state == None || right.state == None) {
    result = left.state == None ? right : left;
    at |= (a | b) & (result.state == Point ? mask(dimension) : 0);
    return;
  }
  const bool left_point = left.state == Point, right_point = right.state == Point;
  result.scale = sets.unite(left.scale, right.scale);
  if (left_point && right_point) {
    unequal = unequal || point(a, dimension) != point(b, dimension);
    result.state = Point;
    at |= a & mask(dimension);
  } else if (left_point || right_point) {
    const SetId other = left_point ? right.set : left.set;
    const std::int64_t where = point(left_point ? a : b, dimension);
    result.state = Point;
    result.scale = sets.unite(result.scale, other);
    at |= placed(where, dimension);
    if (!sets.has(other, where)) into.doubt = Doubt::Scale;
  } else if (left.state == Sum && right.state == Sum) {
    result = {Function, sets.unite(left.set, right.set), 0};
    if (left.set != right.set) into.doubt = Doubt::Product;
  } else if (left.state == Function && right.state == Function) {
    result = {Function, sets.unite(left.set, right.set), 0};
  } else {
    const LabelDimension &sum = left.state == Sum ? left : right, &factor = left.state == Sum ? right : left;
    result = {Sum, sum.set, sets.unite(result.scale, factor.set)};
    if (!sets.contains(factor.set, sum.set)) into.doubt = Doubt::Scale;
  }
}

Label LabelSpace::compute_multiply(Label a, Label b, ElementType format) {
  LabelShape into;
  std::uint64_t at = 0;
  for (std::size_t dimension = 0; dimension < dimensions_.size(); ++dimension) {
    bool unequal = false;
    const int d = static_cast<int>(dimension);
    multiply_dimension(d, a, b, into, at, unequal);
    if (unequal && (shape(a).doubt != Doubt::None || shape(b).doubt != Doubt::None)) {
      into.doubt = Doubt::Product;
      continue;
    }
    if (unequal)
      return poison(FindingKind::Pairing, fmt::format("equal {}", dimensions_[d].name),
                    fmt::format("{} with {}: {}={} with {}={}", describe(a), describe(b), dimensions_[d].name,
                                point(a, d), dimensions_[d].name, point(b, d)));
  }
  return finish(into, at, a, b, format);
}

// Combines two states that are not to be united: equal ones stay, functions unite, a point or a full sum notes a
// function. False if both are linear and differ: exactly one such dimension may be united.
bool LabelSpace::add_dimension(int dimension, Label a, Label b, LabelShape& into, std::uint64_t& at) {
  const LabelDimension left = shape(a).dimensions[dimension], right = shape(b).dimensions[dimension];
  LabelDimension& result = into.dimensions[dimension];
  if (left.state == None || right.state == None) {
    result = left.state == None ? right : left;
    at |= (a | b) & (result.state == Point ? mask(dimension) : 0);
    return true;
  }
  if (is_linear(left) && is_linear(right)) {
    const bool same = left == right && (left.state == Sum || point(a, dimension) == point(b, dimension));
    // x_k / norm + b_k: only one of them is scaled.
    const bool shifted = left.state == Point && right.state == Point && shape(a).arrays != shape(b).arrays &&
                         point(a, dimension) == point(b, dimension);
    if (shifted) {
      result = {Point, 0, sets.unite(left.scale, right.scale)};
      at |= a & mask(dimension);
      return true;
    }
    const bool full_sums =
        left.state == Sum && right.state == Sum && left.set == right.set && left.set == full(dimension);
    result = left;
    if (!same && full_sums) result = {Function, left.set, 0};
    if (same) at |= left.state == Point ? a & mask(dimension) : 0;
    return same || full_sums;
  }
  if (left.state == Function && right.state == Function) {
    result = {Function, sets.unite(left.set, right.set), 0};
    return true;
  }
  const bool left_linear = is_linear(left);
  const LabelDimension &linear = left_linear ? left : right, &other = left_linear ? right : left;
  if (linear.state == Point) {
    const std::int64_t where = point(left_linear ? a : b, dimension);
    result = {Point, 0, sets.unite(linear.scale, other.set)};
    at |= placed(where, dimension);
    if (!sets.has(other.set, where)) into.doubt = Doubt::Sums;
  } else {
    result = {Function, sets.unite(linear.set, other.set), 0};
    if (linear.set != other.set) into.doubt = Doubt::Sums;
  }
  return true;
}

// True if arrays that only one of them has know the dimension: then C + A B may take more of A B, along k.
bool LabelSpace::differ_along(int dimension, Label a, Label b) const {
  return ((shape(a).arrays ^ shape(b).arrays) & arrays_along[dimension]) != 0;
}

// Returns the label of a + b if both are linear in `dimension` and differ there, and are equal everywhere else.
Label LabelSpace::united(int dimension, Label a, Label b, LabelShape into, std::uint64_t at, ElementType format) {
  const LabelDimension left = shape(a).dimensions[dimension], right = shape(b).dimensions[dimension];
  const SetId first = set_of(a, dimension), second = set_of(b, dimension);
  const NamedDimension& named = dimensions_[dimension];
  if (shape(a).doubt != Doubt::None || shape(b).doubt != Doubt::None) {  // nothing is wrong for sure
    into.dimensions[dimension] = {Sum, sets.unite(first, second), 0};
    return finish(into, at, a, b, format);
  }
  const auto text = [&] { return fmt::format("{} and {}", describe(a), describe(b)); };
  const bool in_product = sink_ != nullptr && sink_->in_product();
  const SetId all = full(dimension);
  // x - mean(x): an element beside a finished sum, as of a function of all.
  const bool first_is_point = left.state == Point && second == all,
             second_is_point = right.state == Point && first == all;
  if (!in_product && first_is_point != second_is_point && sets.size(all) > 1) {
    into.dimensions[dimension] = {Point, 0, sets.unite(sets.unite(left.scale, right.scale), all)};
    return finish(into, at | ((first_is_point ? a : b) & mask(dimension)), a, b, format);
  }
  if (!in_product && sets.overlap(first, second) && (named.in_every_output || first == all || second == all))
    into.doubt = Doubt::Sums;
  if (left.scale != right.scale) {
    if (first == second || into.doubt != Doubt::None)
      into.doubt = Doubt::Scale;
    else
      return poison(FindingKind::Uneven, fmt::format("one scale for all of {}", named.name), text());
  }
  const bool mixes = named.in_every_output && in_product && shape(a).arrays == shape(b).arrays;
  if (mixes && !may_be_mixed(*this, a, b)) return poison(FindingKind::Mixing, describe(a), text());
  if (mixes) into.doubt = Doubt::Product;
  const bool overlap = sets.overlap(first, second);
  if (shape(a).arrays != shape(b).arrays && (overlap || differ_along(dimension, a, b))) into.doubt = Doubt::Sums;
  if (overlap && into.doubt == Doubt::None)
    return poison(FindingKind::CountedTwice, fmt::format("each {} once", named.name), text());
  into.dimensions[dimension] = {Sum, sets.unite(first, second), left.scale};
  return finish(into, at, a, b, format);
}

Label LabelSpace::compute_add(Label a, Label b, ElementType format) {
  LabelShape into;
  std::uint64_t at = 0;
  int differing = 0, dimension = -1, output = -1;
  for (std::size_t d = 0; d < dimensions_.size(); ++d) {
    if (add_dimension(static_cast<int>(d), a, b, into, at)) continue;
    ++differing;
    dimension = static_cast<int>(d);
    if (dimensions_[d].in_every_output) output = dimension;
  }
  const bool same_arrays = shape(a).arrays == shape(b).arrays;
  if (differing == 0) {
    // A value added to itself is its double, which may be meant: it is not judged.
    const bool twice =
        a == b || (same_arrays && into.dimensions == shape(a).dimensions && shape(a).dimensions == shape(b).dimensions);
    if (!twice) return finish(into, at, a, b, format);
    const auto is_partial = [&](int d) {
      return into.dimensions[d].state == Sum && into.dimensions[d].set != full(d) && !dimensions_[d].in_every_output;
    };
    for (std::size_t d = 0; d < dimensions_.size(); ++d)
      if (is_partial(static_cast<int>(d)) && shape(a).doubt == Doubt::None && shape(b).doubt == Doubt::None)
        return poison(FindingKind::CountedTwice, fmt::format("each {} once", dimensions_[d].name),
                      fmt::format("{} twice", describe(a)));
    const bool functions =
        std::ranges::all_of(into.dimensions, [](const LabelDimension& one) { return one.state != Sum; }) &&
        std::ranges::any_of(into.dimensions, [](const LabelDimension& one) { return one.state == Function; });
    if (!functions && into.doubt == Doubt::None) into.doubt = Doubt::Remainder;
    return finish(into, at, a, b, format);
  }
  if (differing == 1) return united(dimension, a, b, into, at, format);
  const bool in_product = sink_ != nullptr && sink_->in_product();
  const bool sure = shape(a).doubt == Doubt::None && shape(b).doubt == Doubt::None;
  const bool mixes = output >= 0 && same_arrays && in_product && sure;
  if (mixes && may_be_mixed(*this, a, b)) return doubtful(compute_extreme(a, b, format), Doubt::Product);
  if (mixes) return poison(FindingKind::Mixing, describe(a), fmt::format("{} and {}", describe(a), describe(b)));
  return doubtful(compute_extreme(a, b, format), Doubt::Sums);
}

Label LabelSpace::compute_extreme(Label a, Label b, ElementType format) {
  LabelShape into;
  std::uint64_t at = 0;
  for (std::size_t index = 0; index < dimensions_.size(); ++index) {
    const int d = static_cast<int>(index);
    const LabelDimension left = shape(a).dimensions[d], right = shape(b).dimensions[d];
    LabelDimension& result = into.dimensions[d];
    if (left.state == None && right.state == None) continue;
    const bool points = (left.state == Point || left.state == None) && (right.state == Point || right.state == None);
    const bool alone = left.state == None || right.state == None;
    if (points && (alone || point(a, d) == point(b, d))) {
      result = {Point, 0, sets.unite(left.scale, right.scale)};
      at |= (a | b) & mask(d);
    } else {
      result = {Function, sets.unite(set_of(a, d), set_of(b, d)), 0};
    }
  }
  return finish(into, at, a, b, format);
}

Label LabelSpace::compute_function(Label a, ElementType format) {
  LabelShape into = shape(a);
  for (std::size_t d = 0; d < dimensions_.size(); ++d)
    if (into.dimensions[d].state == Sum) into.dimensions[d] = {Function, into.dimensions[d].set, 0};
  into.format = format;
  into.bytes = static_cast<std::uint8_t>(bytes_of(format));
  into.packed = {};
  return make(intern(into), coordinates(a));
}

std::uint32_t LabelSpace::contracted(std::uint32_t a, std::uint32_t b, int dimension, SetId set, ElementType format) {
  LabelShape into;
  const Label left = make(a, 0), right = make(b, 0);
  for (std::size_t index = 0; index < dimensions_.size(); ++index) {
    const int d = static_cast<int>(index);
    std::uint64_t at = 0;
    bool unequal = false;
    multiply_dimension(d, left, right, into, at, unequal);
    const bool meet = shape(left).dimensions[d].state != None && shape(right).dimensions[d].state != None;
    // Points are 0 here; only `multiply_dimension` needed them.
    if (meet && d != dimension && shape(left).dimensions[d].state != shape(right).dimensions[d].state)
      into.doubt = Doubt::Scale;
  }
  into.dimensions[dimension] = {Sum, set, into.dimensions[dimension].scale};
  return shape_number(finish(into, 0, left, right, format));
}

}  // namespace tcviz::inline gpu_xray
