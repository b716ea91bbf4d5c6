// Finds out what every name of a Python text is, by Python's rules of scopes: a name that a function gives a value, or
// takes, is its own everywhere in it; else it is the module's; else Python's; else a number of the slot.
#pragma once

#include <vector>

#include "gpu/language/python/tree.hpp"

namespace tcviz::inline gpu_python {

void resolve_python_names(PythonTree& tree, std::vector<Diagnostic>& diagnostics);

}  // namespace tcviz::inline gpu_python
