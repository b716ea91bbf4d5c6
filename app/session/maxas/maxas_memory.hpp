// The contents of shared memory at a step: the threads that put them there, and the words that are accessed. Pure
// functions.
#pragma once

#include <array>
#include <vector>

#include "app/session/maxas/maxas_state.hpp"
#include "gpu/kernel/maxas/addresses.hpp"

namespace tcviz::inline app_session {

// Returns for every word of shared memory the thread that stored it, -1 if none has. After the loop only the staging of
// C is there; while it is read back, each word has the thread that reads it.
std::vector<int> shared_owners(const SgemmKernel& kernel, const MaxasStep& step);

enum class SharedUse : std::uint8_t { ReadA, ReadB, Write, ReadC };
struct SharedAccess {
  SharedUse use = SharedUse::ReadA;
  int tid = 0;
  int address = 0, bytes = 16;
  friend bool operator==(const SharedAccess&, const SharedAccess&) = default;
};
// Returns the accesses of the thread in this step.
std::vector<SharedAccess> accesses_of(const SgemmKernel& kernel, const MaxasStep& step, int tid);
// Returns the thread's quads that the operands of the current line were read from: A low and high, B low and high.
std::vector<SharedAccess> operands_of(const SgemmKernel& kernel, const MaxasStep& step, int tid);
// Counts the threads of the same warp that read the same quad as this thread does: a broadcast.
int lanes_sharing(const SgemmKernel& kernel, int tid, maxas::Matrix matrix);

struct LiveAddresses {
  std::array<int, 3> value{};      // readAs, readBs, writeS; in the epilogue readCs, -1, writeCs
  std::array<bool, 3> switched{};  // flipped in this step
};
LiveAddresses addresses_of(const SgemmKernel& kernel, const MaxasStep& step, int tid);

// Returns the buffer that is read, or the one that is written: 0, 1; -1: neither.
int buffer_read(const MaxasStep& step);
int buffer_written(const MaxasStep& step);

// Counts the passes of the epilogue that have landed in global C.
int passes_landed(const MaxasStep& step);
// Counts how often each element of the tile has been stored to global memory: rows * cols counts.
std::vector<int> stores_landed(const SgemmKernel& kernel, const MaxasStep& step);

}  // namespace tcviz::inline app_session
