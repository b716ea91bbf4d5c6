// Shared memory at a step of the maxas SGEMM: the thread that stored each word, and the words that are accessed.
#pragma once

#include <array>
#include <vector>

#include "app/session/maxas/maxas_state.hpp"
#include "gpu/kernel/maxas/addresses.hpp"

namespace tcviz::inline app_session {

// Returns for every word of shared memory the thread that stored it; -1: not stored. After the loop only the staging
// area of C has owners; in the stage ReadBack the owner is the thread that reads the word, not the one that stored it.
std::vector<int> shared_owners(const SgemmKernel& kernel, const MaxasStep& step);

enum class SharedUse : std::uint8_t { ReadA, ReadB, Write, ReadC };
// An access by one thread.
struct SharedAccess {
  SharedUse use = SharedUse::ReadA;
  int tid = 0;
  int address = 0, bytes = 16;  // byte address and size
  friend bool operator==(const SharedAccess&, const SharedAccess&) = default;
};
// Returns the accesses of thread `tid` in `step`.
std::vector<SharedAccess> accesses_of(const SgemmKernel& kernel, const MaxasStep& step, int tid);
// Returns the loads of thread `tid` that filled the operand registers of the current k line: A low and high half, then
// B low and high half. Empty outside of the loop.
std::vector<SharedAccess> operands_of(const SgemmKernel& kernel, const MaxasStep& step, int tid);
// Counts the threads of the warp of `tid`, itself included, that read the same 16 bytes of `matrix` (a broadcast).
int lanes_sharing(const SgemmKernel& kernel, int tid, maxas::Matrix matrix);

// The address registers of a thread; -1: not in use.
struct LiveAddresses {
  std::array<int, 3> value{};      // readAs, readBs, writeS; in the epilogue readCs, -1, writeCs
  std::array<bool, 3> switched{};  // changed to the other buffer in this step
};
LiveAddresses addresses_of(const SgemmKernel& kernel, const MaxasStep& step, int tid);

// Returns the buffer of shared memory (0 or 1) that is read, or written, in the loop; -1: none.
int buffer_read(const MaxasStep& step);
int buffer_written(const MaxasStep& step);

// Returns the number of the epilogue's eight passes that have stored their part of C to global memory.
int passes_landed(const MaxasStep& step);
// Returns for each element of the tile, row by row, how often it has been stored to global memory.
std::vector<int> stores_landed(const SgemmKernel& kernel, const MaxasStep& step);

}  // namespace tcviz::inline app_session
