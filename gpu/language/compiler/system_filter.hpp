// Which calls of the system a text's own process may make: those that compute, and no others. Nothing is written but
// what was open at its start; no process, thread or connection begins. Knows nothing of what runs.
#pragma once

#include <array>
#include <cstddef>

#include <linux/filter.h>

namespace tcviz::inline gpu_compiler {

struct SystemFilter {
  std::array<sock_filter, 192> rows;
  std::size_t count = 0;
};

// For the process `self` alone, which may raise signals of its own. It allocates nothing: a fresh process may call it.
SystemFilter computing_only(int self);
// For the calling process, and for good. False: this system has no such filters.
bool keep_to(const SystemFilter& filter);

}  // namespace tcviz::inline gpu_compiler
