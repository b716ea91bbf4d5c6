// Kernels of one body around an mbarrier in shared memory.
#pragma once

#include <string>

#include "tests/xray/cases.hpp"

namespace tcviz {

// The body has the thread in %r1, the mbarrier's address in %r2, a predicate of thread 0 in %p1, and the address of its
// element of C in %rd3.
std::string barrier_text(const std::string& body);
// Executes it with C=out s32[m:block].
XrayReport run_barriers(const std::string& body, const std::string& block = "64");

inline constexpr const char* wait_loop = "L: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], 0; @!%p2 bra L;";

}  // namespace tcviz
