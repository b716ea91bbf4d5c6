// Values of a fragment against what was expected of its matrix, slot by slot; owners of one element against each other;
// and what would have made the values right. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpu/kernel/live/live_expected.hpp"
#include "gpu/kernel/live/live_fragment.hpp"

namespace tcviz::inline gpu_live {

// How far a value may be off, times the larger of 1 and the expected number: the rounding of the type, a few times.
double usual_tolerance(const ValueFormat& format);
bool is_near(double got, double expected, double tolerance);

// The owners of an element hold different bits.
struct OwnersDiffer {
  Element element;
  Slot one, other;
};
std::vector<OwnersDiffer> owners_that_differ(const LiveValues& values, const Layout& layout);

struct LiveComparison {
  int compared = 0;                 // slots of threads that came by, with something expected
  std::vector<std::int32_t> wrong;  // slot numbers, rising
  int wrong_elements = 0, wrong_threads = 0;
  bool right() const { return wrong.empty() && compared > 0; }
};
// The sides of `expected` are the layout's.
LiveComparison compare_live(const LiveValues& values, const Layout& layout, const ExpectedMatrix& expected,
                            double tolerance);

// The one element that is expected to be so; none: no element is, or several are.
std::optional<Element> element_expecting(double value, const ExpectedMatrix& expected, double tolerance);

// The matrix with rows and columns exchanged.
ExpectedMatrix transposed(const ExpectedMatrix& matrix);

// What of a slot stands in another order than it should: x[i] of every thread, or all values of a thread.
enum class OrderOf : std::uint8_t { Values, Threads };
// The order under which all would be right: place n holds what place order[n] should. None: there is not exactly one.
std::optional<std::vector<int>> order_found(OrderOf what, const LiveValues& values, const Layout& layout,
                                            const ExpectedMatrix& expected, double tolerance);

// What all expected numbers times this would be: 2 if every product was added twice. None: no such number, or too few
// expected numbers differ to say so.
std::optional<double> factor_found(const LiveValues& values, const Layout& layout, const ExpectedMatrix& expected,
                                   double tolerance);

}  // namespace tcviz::inline gpu_live
