// The calls of the system that a text's own process may make: those that compute, and no others. It can write only to
// descriptors that were open at its start; no process, thread or connection begins. Knows nothing of what runs.
#pragma once

#include <array>
#include <cstddef>

#include <linux/filter.h>

namespace tcviz::inline gpu_compiler {

struct SystemFilter {
  std::array<sock_filter, 192> rows;
  std::size_t count = 0;
};

// Returns the filter for the process `self` alone, which may raise signals of its own. Allocates nothing: a fresh
// process may call it.
SystemFilter computing_only(int self);
// Puts the calling process under the filter for good. False: this system has no such filters.
bool keep_to(const SystemFilter& filter);

}  // namespace tcviz::inline gpu_compiler
