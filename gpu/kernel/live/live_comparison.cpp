#include "gpu/kernel/live/live_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace tcviz::inline gpu_live {
namespace {

struct ToleranceRow {
  ElementType type;
  double tolerance;
};
// Four times the distance of two neighbours next to 1, for fp8 once; more for f32 and f64, whose values are sums of
// many products.
constexpr ToleranceRow tolerances[] = {
    {ElementType::F64, 1e-12},      {ElementType::F32, 1e-5},       {ElementType::TF32, 4.0 / 1024},
    {ElementType::F16, 4.0 / 1024}, {ElementType::BF16, 4.0 / 128}, {ElementType::E4M3, 1.0 / 8},
    {ElementType::E5M2, 1.0 / 4},
};

// Returns the value that is expected in a slot; none: the slot holds no element, or nothing is expected there.
std::optional<double> expected_of(const Layout& layout, const ExpectedMatrix& expected, std::int32_t slot) {
  const std::int32_t element = layout.map()[static_cast<std::size_t>(slot)];
  return element == no_element ? std::nullopt : expected.values[static_cast<std::size_t>(element)];
}

// Slot `inner` of place `outer`: a thread of a value, or a value of a thread.
struct Places {
  int outer = 0, inner = 0;
  bool by_thread = false;
  std::int32_t slot(int out, int in) const { return by_thread ? out * inner + in : in * outer + out; }
};

// True if all values of place `at` are those expected of place `instead`, and at least one was compared.
bool holds_instead(const LiveValues& values, const Layout& layout, const ExpectedMatrix& expected, double tolerance,
                   const Places& places, int at, int instead) {
  bool any = false;
  for (int in = 0; in < places.inner; ++in) {
    const auto slot = static_cast<std::size_t>(places.slot(at, in));
    const std::optional<double> wanted = expected_of(layout, expected, places.slot(instead, in));
    if (!values.present[slot] || !wanted) continue;
    if (!is_near(values.numbers[slot], *wanted, tolerance)) return false;
    any = true;
  }
  return any;
}

}  // namespace

double usual_tolerance(const ValueFormat& format) {
  const auto* const row =
      std::ranges::find_if(tolerances, [&](const ToleranceRow& each) { return each.type == format.type; });
  return row == std::end(tolerances) ? 0 : row->tolerance;
}

bool is_near(double got, double expected, double tolerance) {
  if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) && std::isnan(expected);
  if (std::isinf(got) || std::isinf(expected)) return got == expected;
  return std::abs(got - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

std::vector<OwnersDiffer> owners_that_differ(const LiveValues& values, const Layout& layout) {
  std::vector<OwnersDiffer> found;
  for (int element = 0; element < layout.elements(); ++element) {
    const Element place{element / layout.cols(), element % layout.cols()};
    std::int32_t first = -1;
    for (const std::int32_t owner : layout.owner_slots(place)) {
      const auto slot = static_cast<std::size_t>(owner);
      if (!values.present[slot]) continue;
      if (first < 0) first = owner;
      if (values.bits[slot] == values.bits[static_cast<std::size_t>(first)]) continue;
      found.push_back({place, layout.slot(first), layout.slot(owner)});
      break;
    }
  }
  return found;
}

LiveComparison compare_live(const LiveValues& values, const Layout& layout, const ExpectedMatrix& expected,
                            double tolerance) {
  LiveComparison result;
  std::set<std::int32_t> elements, threads;
  for (std::int32_t slot = 0; slot < layout.slots(); ++slot) {
    const std::optional<double> wanted = expected_of(layout, expected, slot);
    if (!wanted || !values.present[static_cast<std::size_t>(slot)]) continue;
    ++result.compared;
    if (is_near(values.numbers[static_cast<std::size_t>(slot)], *wanted, tolerance)) continue;
    result.wrong.push_back(slot);
    elements.insert(layout.map()[static_cast<std::size_t>(slot)]);
    threads.insert(slot / layout.values());
  }
  result.wrong_elements = static_cast<int>(elements.size());
  result.wrong_threads = static_cast<int>(threads.size());
  return result;
}

std::optional<Element> element_expecting(double value, const ExpectedMatrix& expected, double tolerance) {
  std::optional<Element> found;
  for (std::size_t at = 0; at < expected.values.size(); ++at) {
    if (!expected.values[at] || !is_near(value, *expected.values[at], tolerance)) continue;
    if (found) return std::nullopt;
    found = Element{static_cast<int>(at) / expected.cols, static_cast<int>(at) % expected.cols};
  }
  return found;
}

ExpectedMatrix transposed(const ExpectedMatrix& matrix) {
  ExpectedMatrix turned{matrix.cols, matrix.rows, {}};
  for (int row = 0; row < turned.rows; ++row)
    for (int col = 0; col < turned.cols; ++col)
      turned.values.push_back(matrix.values[static_cast<std::size_t>(col * matrix.cols + row)]);
  return turned;
}

std::optional<std::vector<int>> order_found(OrderOf what, const LiveValues& values, const Layout& layout,
                                            const ExpectedMatrix& expected, double tolerance) {
  const bool by_thread = what == OrderOf::Threads;
  const Places places{by_thread ? layout.threads() : layout.values(), by_thread ? layout.values() : layout.threads(),
                      by_thread};
  std::vector<int> order;
  std::set<int> used;
  for (int at = 0; at < places.outer; ++at) {
    int found = -1;
    for (int instead = 0; instead < places.outer; ++instead) {
      if (!holds_instead(values, layout, expected, tolerance, places, at, instead)) continue;
      if (found >= 0) return std::nullopt;
      found = instead;
    }
    if (found < 0 || !used.insert(found).second) return std::nullopt;
    order.push_back(found);
  }
  return order;
}

std::optional<double> factor_found(const LiveValues& values, const Layout& layout, const ExpectedMatrix& expected,
                                   double tolerance) {
  std::optional<double> factor;
  std::set<double> different;
  for (std::int32_t slot = 0; slot < layout.slots(); ++slot) {
    const auto at = static_cast<std::size_t>(slot);
    const std::optional<double> wanted = expected_of(layout, expected, slot);
    if (!wanted || !values.present[at]) continue;
    if (*wanted != 0) different.insert(*wanted);
    if (*wanted != 0 && !factor) factor = values.numbers[at] / *wanted;
  }
  constexpr std::size_t enough = 3;
  if (!factor || different.size() < enough || !std::isfinite(*factor) || *factor == 0) return std::nullopt;
  ExpectedMatrix scaled = expected;
  for (std::optional<double>& value : scaled.values)
    if (value) value = *value * *factor;
  return compare_live(values, layout, scaled, tolerance).right() ? factor : std::nullopt;
}

}  // namespace tcviz::inline gpu_live
