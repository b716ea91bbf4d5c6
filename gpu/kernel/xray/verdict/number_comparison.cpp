#include "gpu/kernel/xray/verdict/number_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace tcviz::inline gpu_xray {
namespace {

std::vector<int> axes_of_array(const XrayLaunch& launch, const XrayArray& array) {
  const std::vector<ArrayDimension> all = axes_of(launch);
  std::vector<int> found;
  for (const ArrayDimension& dimension : array.dimensions)
    found.push_back(static_cast<int>(std::ranges::find(all, dimension.name, &ArrayDimension::name) - all.begin()));
  return found;
}

// Moves to the next combination of indices below these counts; false after the last one.
bool advance(std::vector<std::size_t>& at, const std::vector<std::vector<std::int64_t>>& lists) {
  for (std::size_t d = at.size(); d-- > 0;) {
    if (++at[d] < lists[d].size()) return true;
    at[d] = 0;
  }
  return false;
}

std::vector<std::vector<std::int64_t>> all_indices(const XrayArray& array) {
  std::vector<std::vector<std::int64_t>> lists;
  for (const ArrayDimension& dimension : array.dimensions) {
    lists.emplace_back();
    for (std::int64_t index = 0; index < dimension.size; ++index) lists.back().push_back(index);
  }
  return lists;
}

// Returns, for each dimension, the indices that stored elements have.
std::vector<std::vector<std::int64_t>> stored_indices(const XrayArray& array, const std::vector<bool>& stored) {
  const std::vector<std::int64_t> strides = place_strides(array);
  const auto all = all_indices(array);
  std::vector<std::vector<bool>> is_used(all.size());
  for (std::size_t d = 0; d < all.size(); ++d) is_used[d].resize(all[d].size());
  std::vector<std::size_t> at(all.size());
  do {
    std::int64_t place = 0;
    for (std::size_t d = 0; d < at.size(); ++d) place += strides[d] * static_cast<std::int64_t>(at[d]);
    if (!stored[static_cast<std::size_t>(place)]) continue;
    for (std::size_t d = 0; d < at.size(); ++d) is_used[d][at[d]] = true;
  } while (advance(at, all));
  std::vector<std::vector<std::int64_t>> used(all.size());
  for (std::size_t d = 0; d < all.size(); ++d)
    for (std::size_t index = 0; index < all[d].size(); ++index)
      if (is_used[d][index]) used[d].push_back(static_cast<std::int64_t>(index));
  return used;
}

void thin_out(std::vector<std::int64_t>& list, std::size_t most) {
  if (most == 0 || list.size() <= most) return;
  std::vector<std::int64_t> kept;
  for (std::size_t at = 0; at < most; ++at) kept.push_back(list[at * (list.size() - 1) / (most - 1)]);
  list = std::move(kept);
}

WantedIndices wanted_of(const XrayLaunch& launch, const std::vector<int>& axes,
                        const std::vector<std::vector<std::int64_t>>& chosen) {
  WantedIndices wanted(axes_of(launch).size());
  for (std::size_t d = 0; d < axes.size(); ++d) wanted[static_cast<std::size_t>(axes[d])] = chosen[d];
  return wanted;
}

std::vector<std::vector<std::int64_t>> chosen_indices(const XrayArray& array, const std::vector<bool>& stored,
                                                      std::size_t most) {
  auto lists = stored_indices(array, stored);
  for (auto& list : lists) thin_out(list, most);
  return lists;
}

}  // namespace

ComparedElements::ComparedElements(const HostInputs& inputs, const XrayArray& array, const OutputVerdict& verdict,
                                   std::size_t most)
    : inputs_(inputs),
      array_(array),
      verdict_(verdict),
      axes_(axes_of_array(inputs.launch, array)),
      chosen_(chosen_indices(array, verdict.stored, most)),
      host_(inputs, wanted_of(inputs.launch, axes_, chosen_)) {}

Result<ComparedElements::Spread> ComparedElements::spread(const OutputExpectation& of) {
  const Result<DenseNumbers> made = host_.evaluate(of);
  TCVIZ_TRY(made);
  std::vector<std::int64_t> sizes;
  for (const int axis : axes_) sizes.push_back(host_.size(static_cast<std::size_t>(axis), of.bound));
  Result<DenseNumbers> ordered = arranged(made.value(), axes_, sizes, host_.budget());
  TCVIZ_TRY(ordered);
  Spread spread{std::move(ordered.value().values), std::vector<std::vector<std::int64_t>>(axes_.size())};
  std::int64_t step = 1;
  for (std::size_t d = axes_.size(); d-- > 0; step *= sizes[d])
    for (std::size_t at = 0; at < chosen_[d].size(); ++at) {
      const bool has_all = ((of.bound >> axes_[d]) & 1) != 0;
      spread.offsets[d].push_back(step * (has_all ? chosen_[d][at] : static_cast<std::int64_t>(at)));
    }
  return spread;
}

// Calls function(positions in the lists, found, expected).
template <class Function>
void ComparedElements::each(const Spread& of, Function function) const {
  if (std::ranges::any_of(chosen_, [](const auto& list) { return list.empty(); })) return;
  const std::vector<std::int64_t> strides = place_strides(array_);
  std::vector<std::size_t> at(chosen_.size());
  do {
    std::int64_t place = 0, offset = 0;
    for (std::size_t d = 0; d < at.size(); ++d) place += strides[d] * chosen_[d][at[d]], offset += of.offsets[d][at[d]];
    if (verdict_.stored[static_cast<std::size_t>(place)])
      function(at, verdict_.values[static_cast<std::size_t>(place)], of.expected[static_cast<std::size_t>(offset)]);
  } while (advance(at, chosen_));
}

// Returns the allowed difference: a part of the size of the expected numbers, which the least exact of the inputs, or a
// rounding, decides.
double ComparedElements::allowed(const OutputExpectation& of, const Spread& spread) const {
  const auto error_of = [&](ElementType type) { return inner_error(type, verdict_.is_rounded_between); };
  double inner = error_of(ElementType::F64);
  bool any = false;
  const auto widen = [&](const XrayArray& array) { inner = std::max(inner, error_of(array.type)), any = true; };
  for (const ExpectedNode& node : of.nodes)
    if (node.form == ExpectedForm::Input) widen(inputs_.launch.arguments[node.argument].array);
  for (const std::string& name : verdict_.sources)
    if (const XrayArray* const array = inputs_.launch.array_named(name)) widen(*array);
  if (!any) inner = error_of(array_.type);
  double squares = 0;
  std::int64_t count = 0;
  each(spread, [&](const auto&, double, double expected) {
    if (std::isfinite(expected)) squares += expected * expected, ++count;
  });
  return count == 0 ? 0 : inner * std::sqrt(squares / static_cast<double>(count));
}

NumberComparison ComparedElements::compared(const Spread& of, const Closeness& closeness) const {
  NumberComparison made;
  each(of, [&](const std::vector<std::size_t>& at, double found, double expected) {
    ++made.compared;
    made.found_by_expected += found * expected, made.expected_squared += expected * expected;
    made.found += found, made.expected += expected;
    made.error_squared += (found - expected) * (found - expected);
    const NumberMatch match = closeness.compare(found, expected);
    if (match == NumberMatch::Same) return;
    ++made.different;
    if (made.first && (match == NumberMatch::Different || !made.impossible.empty())) return;
    NumberDifference difference{{}, found, expected};
    for (std::size_t d = 0; d < at.size(); ++d) difference.element.push_back(chosen_[d][at[d]]);
    if (match == NumberMatch::Impossible && made.impossible.empty())
      made.impossible = fmt::format("{} is expected of {}[{}], which is outside the numbers of {}", expected,
                                    array_.name, fmt::join(difference.element, ","), name_of(array_.type));
    if (!made.first) made.first = std::move(difference);
  });
  return made;
}

NumberComparison ComparedElements::compare(const OutputExpectation& of, double slack) {
  const Result<Spread> made = spread(of);
  if (!made) {
    NumberComparison none;
    none.impossible = made.error().message;
    return none;
  }
  return compared(made.value(), {array_.type, slack * allowed(of, made.value())});
}

}  // namespace tcviz::inline gpu_xray
