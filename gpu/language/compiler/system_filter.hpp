// A seccomp filter of the system calls that a text's process may make: those needed to compute. It can write only to
// descriptors that were open at its start, and start no process, thread or connection. Knows nothing of what runs.
#pragma once

#include <array>
#include <cstddef>

#include <linux/filter.h>

namespace tcviz::inline gpu_compiler {

struct SystemFilter {
  std::array<sock_filter, 192> rows;
  std::size_t count = 0;
};

// Returns the filter for the process with id `self`, which may send signals to itself. Allocates nothing, so it may be
// called in a new process.
SystemFilter computing_only(int self);
// Applies the filter to the calling process for the rest of its life. False: this system does not support it.
bool keep_to(const SystemFilter& filter);

}  // namespace tcviz::inline gpu_compiler
