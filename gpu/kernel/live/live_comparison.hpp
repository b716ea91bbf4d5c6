// Comparison of the values of a fragment with the expected matrix, slot by slot, and of the owners of one element with
// each other; the change that would make the values right. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpu/kernel/live/live_expected.hpp"
#include "gpu/kernel/live/live_fragment.hpp"

namespace tcviz::inline gpu_live {

// Returns the difference that a value may have, as a multiple of the larger of 1 and the expected number: the rounding
// of the type, a few times.
double usual_tolerance(const ValueFormat& format);
bool is_near(double got, double expected, double tolerance);

// Two owners of an element that hold different bits.
struct OwnersDiffer {
  Element element;
  Slot one, other;
};
std::vector<OwnersDiffer> owners_that_differ(const LiveValues& values, const Layout& layout);

struct LiveComparison {
  int compared = 0;                 // slots of threads that came by, with an expected value
  std::vector<std::int32_t> wrong;  // slot numbers, rising
  int wrong_elements = 0, wrong_threads = 0;
  bool right() const { return wrong.empty() && compared > 0; }
};
// Compares values with a matrix whose sides are the layout's.
LiveComparison compare_live(const LiveValues& values, const Layout& layout, const ExpectedMatrix& expected,
                            double tolerance);

// Returns the one element whose expected value is this one; none: no element has it, or several have.
std::optional<Element> element_expecting(double value, const ExpectedMatrix& expected, double tolerance);

// Returns the matrix with rows and columns exchanged.
ExpectedMatrix transposed(const ExpectedMatrix& matrix);

// The items that may stand in a wrong order: the values x[i] of every thread, or the threads, each with all of its
// values.
enum class OrderOf : std::uint8_t { Values, Threads };
// Returns the order under which all would be right: place n holds the values of place order[n]. None: there is not
// exactly one.
std::optional<std::vector<int>> order_found(OrderOf what, const LiveValues& values, const Layout& layout,
                                            const ExpectedMatrix& expected, double tolerance);

// Returns the number by which all expected numbers must be multiplied to give the values: 2 if every product was added
// twice. None: there is no such number, or too few expected numbers differ to show it.
std::optional<double> factor_found(const LiveValues& values, const Layout& layout, const ExpectedMatrix& expected,
                                   double tolerance);

}  // namespace tcviz::inline gpu_live
