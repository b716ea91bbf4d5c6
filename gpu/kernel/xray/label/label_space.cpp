#include "gpu/kernel/xray/label/label_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace tcviz::inline gpu_xray {
namespace {

std::uint64_t hash_shape(const LabelShape& shape) {
  std::uint64_t hash = 88172645463325252ULL;
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 31;
  };
  for (const LabelDimension& dimension : shape.dimensions) {
    mix(static_cast<std::uint64_t>(dimension.state));
    mix((std::uint64_t{dimension.set} << 32) | dimension.scale);
  }
  mix((std::uint64_t{shape.arrays} << 32) | (static_cast<std::uint64_t>(shape.format) << 16) |
      (std::uint64_t{shape.bytes} << 8) | static_cast<std::uint64_t>(shape.doubt));
  mix(static_cast<std::uint64_t>(shape.finding));
  if (shape.doubted >= 0) mix(static_cast<std::uint64_t>(shape.doubted));
  const PackedBits& packed = shape.packed;
  if (packed.along >= 0)
    mix(static_cast<std::uint64_t>(packed.pattern + 1) << 32 | std::uint64_t{packed.kept} << 24 |
        std::uint64_t{packed.signs} << 16 | std::uint64_t{packed.flipped} << 8 |
        static_cast<std::uint8_t>(packed.first));
  return hash;
}

}  // namespace

int bytes_of(ElementType format) { return std::max(1, element_bits(format) / 8); }

std::string_view words_of(Doubt doubt) {
  switch (doubt) {
    case Doubt::None:
      return "";
    case Doubt::Format:
      return "bits of one format are read as another";
    case Doubt::Pieces:
      return "a value is put together from pieces of others";
    case Doubt::Remainder:
      return "a value is added to a copy of itself, or subtracted from it";
    case Doubt::Sums:
      return "sums of different products are added";
    case Doubt::Scale:
      return "a sum is scaled by a function of other elements";
    case Doubt::Product:
      return "products of several elements that the dimensions do not relate";
    case Doubt::Whole:
      return "integer instructions take a number apart";
    case Doubt::Several:
      return "bits of several elements are one number";
    case Doubt::Branch:
      return "a branch depends on the data";
    case Doubt::Chance:
      return "it depends on what is not the same in every run";
  }
  return "";
}

std::string_view name_of(FindingKind kind) {
  constexpr std::array<std::string_view, 14> names = {
      "pairing",      "mixing", "counted-twice", "uneven",    "store",      "incomplete", "race",
      "pending-copy", "bounds", "uninitialised", "alignment", "divergence", "deadlock",   "doubt"};
  return names[static_cast<std::size_t>(kind)];
}

Status LabelSpace::set_dimensions(std::vector<NamedDimension> dimensions) {
  constexpr std::int64_t most_indices = 1 << 16;
  if (dimensions.size() > most_dimensions)
    return bad_input(fmt::format("{} dimensions are named; {} are the most.", dimensions.size(), most_dimensions));
  int used = 0;
  for (const NamedDimension& dimension : dimensions) {
    if (dimension.size > most_indices)
      return bad_input(
          fmt::format("dimension {} has {} indices; {} are the most. A smaller one shows the same mistakes.",
                      dimension.name, dimension.size, most_indices));
    const auto bits =
        static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(1, dimension.size - 1))));
    shifts_.push_back(used);
    masks_.push_back(((std::uint64_t{1} << bits) - 1) << used);
    full_.push_back(sets.range(0, dimension.size));
    used += bits;
  }
  if (used > coordinate_bits)
    return bad_input("the dimensions together have too many indices; smaller ones show the same mistakes.");
  dimensions_ = std::move(dimensions);
  return Nothing{};
}

std::uint32_t LabelSpace::intern(const LabelShape& shape) {
  std::vector<std::uint32_t>& same = by_hash_[hash_shape(shape)];
  for (const std::uint32_t number : same)
    if (shapes_[number] == shape) return number;
  // If no number is left, the value is not judged: the last shape that fits has a doubt.
  constexpr std::uint32_t most = (1U << shape_bits) - 1;
  if (shapes_.size() == most) {
    LabelShape other;
    other.doubt = Doubt::Pieces;
    shapes_.push_back(other);
  }
  if (shapes_.size() > most) return most;
  has_taint_ = has_taint_ || is_tainted(shape);
  has_packed = has_packed || shape.packed.along >= 0;
  shapes_.push_back(shape);
  same.push_back(static_cast<std::uint32_t>(shapes_.size() - 1));
  return same.back();
}

SetId LabelSpace::set_of(Label label, int dimension) {
  const LabelDimension& state = shape(label).dimensions[dimension];
  if (state.state == DimensionState::Point) return sets.point(point(label, dimension));
  return state.set;
}

Label LabelSpace::convert(Label a, ElementType format) {
  if (a == 0) return 0;
  const LabelShape& old = shape(a);
  if (old.format == format || old.finding >= 0) return a;
  return cached(Rule::Convert, a, 0, format);
}

Label LabelSpace::compute_convert(Label a, ElementType format) {
  LabelShape changed = shape(a);
  changed.format = format;
  changed.bytes = static_cast<std::uint8_t>(bytes_of(format));
  changed.packed = {};
  return make(intern(changed), coordinates(a));
}

Label LabelSpace::doubtful(Label a, Doubt doubt) {
  if (a == 0 || shape(a).finding >= 0 || shape(a).doubt != Doubt::None) return a;
  LabelShape changed = shape(a);
  changed.doubt = doubt;
  return make(intern(changed), coordinates(a));
}

Label LabelSpace::poison(FindingKind kind, const std::string& expected, const std::string& got) {
  LabelShape shape;
  shape.finding = sink_ == nullptr ? 0 : sink_->found(kind, expected, got);
  shape.is_garbage = kind == FindingKind::Uninitialised || kind == FindingKind::PendingCopy ||
                     kind == FindingKind::Bounds || kind == FindingKind::Divergence;
  return make(intern(shape), 0);
}

Label label_of_chance(LabelSpace& labels) {
  LabelShape shape;
  shape.format = ElementType::F64;
  shape.bytes = 8;
  shape.doubt = Doubt::Chance;
  return LabelSpace::make(labels.intern(shape), 0);
}

// True if the result can neither have a set of one point nor depend on the question whether a point lies in a set.
bool LabelSpace::may_be_regular(Rule rule, Label a, Label b, std::uint64_t& shared) const {
  for (std::size_t index = 0; index < dimensions_.size(); ++index) {
    const int d = static_cast<int>(index);
    const LabelDimension &left = shape(a).dimensions[index], &right = shape(b).dimensions[index];
    const bool left_point = left.state == DimensionState::Point, right_point = right.state == DimensionState::Point;
    if (left.state == DimensionState::None || right.state == DimensionState::None || (!left_point && !right_point))
      continue;
    if (left_point && right_point) {
      shared |= mask(d);
      if (rule == Rule::Add && left != right) return false;
      continue;
    }
    const LabelDimension& other = left_point ? right : left;
    if (other.set != full(d) || (rule == Rule::Add && other.state == DimensionState::Sum)) return false;
  }
  return true;
}

Label LabelSpace::cached(Rule rule, Label a, Label b, ElementType format) {
  const int in_product = sink_ != nullptr && sink_->in_product() ? 1 : 0;
  const int key = static_cast<int>(rule) * 64 + static_cast<int>(format) * 2 + in_product;
  const std::uint32_t left = shape_number(a), right = shape_number(b);
  const std::uint64_t hash =
      (left * 0x9E3779B97F4A7C15ULL) ^ (right * 0xC2B2AE3D27D4EB4FULL) ^ (static_cast<std::uint64_t>(key) << 7);
  ShapePair& pair = shape_pairs_[(hash ^ (hash >> 33)) & (shape_pairs_.size() - 1)];
  const bool is_known = pair.rule == key && pair.a == left && pair.b == right;
  if (is_known && pair.is_regular && ((a ^ b) & pair.shared) == 0) return make(pair.result, (a | b) & pair.kept);
  if (is_known && !pair.is_regular) return cached_by_points(hash, key, rule, a, b, format);
  ShapePair made{left, right, 0, key};
  const bool may_be = is_known || may_be_regular(rule, a, b, made.shared);
  if (!may_be) pair = made;
  if (is_known || !may_be || ((a ^ b) & made.shared) != 0) return cached_by_points(hash, key, rule, a, b, format);
  const Label result = compute(rule, a, b, format);
  if (shape(result).finding >= 0) return result;
  for (std::size_t d = 0; d < dimensions_.size(); ++d)
    if (shape(result).dimensions[d].state == DimensionState::Point) made.kept |= mask(static_cast<int>(d));
  made.result = shape_number(result);
  made.is_regular = coordinates(result) == ((a | b) & made.kept);
  pair = made;
  return result;
}

Label LabelSpace::cached_by_points(std::uint64_t hash, int key, Rule rule, Label a, Label b, ElementType format) {
  if (cache_.empty()) cache_.resize(1 << 14);
  hash ^= (coordinates(a) * 0xD6E8FEB86659FD93ULL) ^ (coordinates(b) * 0xA5CB9243F0AEF2E5ULL);
  Pair& entry = cache_[(hash ^ (hash >> 33)) & (cache_.size() - 1)];
  if (entry.rule == key && entry.a == a && entry.b == b) return entry.result;
  const Label result = compute(rule, a, b, format);
  if (shape(result).finding < 0) entry = {a, b, key, result};
  return result;
}

Label LabelSpace::compute(Rule rule, Label a, Label b, ElementType format) {
  for (const Label label : {a, b})
    if (shape(label).finding >= 0) return label;
  switch (rule) {
    case Rule::Multiply:
      return compute_multiply(a, b, format);
    case Rule::Add:
      return compute_add(a, b, format);
    case Rule::Extreme:
      return compute_extreme(a, b, format);
    case Rule::Function:
      return compute_function(a, format);
    case Rule::Convert:
      return compute_convert(a, format);
    case Rule::Mingle:
      return doubtful(compute_extreme(compute_function(a, format), compute_function(b, format), format), Doubt::Whole);
  }
  return 0;
}

Label LabelSpace::multiply(Label a, Label b, ElementType format) {
  if (a == 0 || b == 0) return convert(a | b, format);
  return cached(Rule::Multiply, a, b, format);
}

Label LabelSpace::add(Label a, Label b, ElementType format) {
  if (a == 0 || b == 0) return convert(a | b, format);
  return cached(Rule::Add, a, b, format);
}

Label LabelSpace::extreme(Label a, Label b, ElementType format) {
  if (a == 0 || b == 0) return function(a | b, format);
  return cached(Rule::Extreme, a, b, format);
}

Label LabelSpace::function(Label a, ElementType format) { return a == 0 ? 0 : cached(Rule::Function, a, 0, format); }

Label LabelSpace::mingle(Label a, Label b, ElementType format) {
  if (a == 0 || b == 0) return doubtful(function(a | b, format), Doubt::Whole);
  return cached(Rule::Mingle, a, b, format);
}

std::string LabelSpace::describe(Label label) const {
  if (label == 0) return "a constant";
  const LabelShape& of = shape(label);
  if (of.finding >= 0) return "a wrong value";
  std::string points, sums, arrays;
  for (std::size_t at = 0; at < dimensions_.size(); ++at) {
    const LabelDimension& state = of.dimensions[at];
    const int dimension = static_cast<int>(at);
    if (state.state == DimensionState::Point)
      points += fmt::format("{}{}={}", points.empty() ? "" : ", ", dimensions_[at].name, point(label, dimension));
    if (state.state == DimensionState::Sum || state.state == DimensionState::Function)
      sums += fmt::format("{}{} over {} {}", sums.empty() ? "" : ", ",
                          state.state == DimensionState::Sum ? "sum" : "function", dimensions_[at].name,
                          sets.describe(state.set));
  }
  for (std::size_t at = 0; at < array_names.size(); ++at)
    if (((of.arrays >> at) & 1) != 0) arrays += (arrays.empty() ? "" : " ") + array_names[at];
  return fmt::format("{}{}{}[{}]", sums, sums.empty() ? "" : " of ", arrays, points);
}

}  // namespace tcviz::inline gpu_xray
