// Compares register values that a running kernel saved with the expected matrix, slot by slot (a slot is one value of
// one thread), and the owners of one element (the slots that hold it) with each other. Looks for the change that would
// make the values right. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpu/kernel/live/live_expected.hpp"
#include "gpu/kernel/live/live_fragment.hpp"

namespace tcviz::inline gpu_live {

// Returns the tolerance for values of `format`: a few times the rounding of its type, relative to the larger of 1 and
// the expected number; 0 for integers.
double usual_tolerance(const ValueFormat& format);
// True if `got` and `expected` differ by at most `tolerance` times the larger of 1 and the expected number, or are the
// same infinity, or are both NaN.
bool is_near(double got, double expected, double tolerance);

// Two slots that own the same element and hold different bits.
struct OwnersDiffer {
  Element element;
  Slot one, other;
};
// Returns one entry for each element whose owners hold different bits.
std::vector<OwnersDiffer> owners_that_differ(const LiveValues& values, const Layout& layout);

// The result of comparing the values of a fragment with the expected matrix.
struct LiveComparison {
  int compared = 0;                           // slots that were saved and have an expected value
  std::vector<std::int32_t> wrong;            // slot numbers, in rising order
  int wrong_elements = 0, wrong_threads = 0;  // elements and threads with at least one wrong slot
  bool right() const { return wrong.empty() && compared > 0; }
};
// Compares `values` with `expected`, which has the rows and columns of `layout`.
LiveComparison compare_live(const LiveValues& values, const Layout& layout, const ExpectedMatrix& expected,
                            double tolerance);

// Returns the only element whose expected value is `value` within `tolerance`; none if no element or several elements
// have it.
std::optional<Element> element_expecting(double value, const ExpectedMatrix& expected, double tolerance);

// Returns the matrix with rows and columns exchanged.
ExpectedMatrix transposed(const ExpectedMatrix& matrix);

// The items whose order may be wrong: the values x[i] within every thread, or whole threads, each with all of its
// values.
enum class OrderOf : std::uint8_t { Values, Threads };
// Returns the order that makes all values right: position n holds the values expected at position order[n]. Returns
// none unless there is exactly one such order.
std::optional<std::vector<int>> order_found(OrderOf what, const LiveValues& values, const Layout& layout,
                                            const ExpectedMatrix& expected, double tolerance);

// Returns the factor by which all expected numbers must be multiplied to give the values, for example 2 if every
// product was added twice. Returns none if there is no such factor, or if too few expected numbers differ to prove one.
std::optional<double> factor_found(const LiveValues& values, const Layout& layout, const ExpectedMatrix& expected,
                                   double tolerance);

}  // namespace tcviz::inline gpu_live
