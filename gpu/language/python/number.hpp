// Whole numbers by Python's rules: of any size, as far as they fit into 64 bits; // rounds down, and % has the sign of
// the divisor. What does not fit is not known.
#pragma once

#include "gpu/language/python/tree.hpp"
#include "gpu/language/python/value.hpp"

namespace tcviz::inline gpu_python {

// Computes a sign b. False: `stop` says why there is no value.
bool compute_python(PythonSign sign, std::int64_t a, std::int64_t b, std::int64_t& result, PythonStop& stop);
// Computes a comparison.
bool compare_python(PythonSign sign, std::int64_t a, std::int64_t b);

}  // namespace tcviz::inline gpu_python
