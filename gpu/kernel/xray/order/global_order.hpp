// Decides which stores to global memory are known to a thread: those before a fence of a thread that has told of them
// by a flag, a strong store that somebody has read since. PTX ISA 9.0, "Memory Consistency Model", "Causality order":
// store, barrier or __syncwarp, fence, barrier or __syncwarp, flag, its read, barrier or __syncwarp, access. A fence
// behind the read of the flag is not asked for, as no fence is by what most kernels do.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "gpu/kernel/xray/label/last_places.hpp"

namespace tcviz::inline gpu_xray {

// The others that a warp has synchronised with, up to some step of it.
struct Synchronised {
  std::uint32_t lanes = 0;  // step at which its lanes were last together
  std::uint32_t block = 0;  // step of the last barrier of the whole block
  std::uint32_t warps = 0;  // one bit for each other warp that it has synchronised with since that barrier
  bool operator==(const Synchronised&) const = default;
};

// A thread, and how far it has come.
struct ThreadPoint {
  std::uint32_t block = 0, step = 0;
  int warp = 0, lane = 0;
  Synchronised has;
};

class GlobalOrder {
 public:
  enum class Known : std::uint8_t {
    Yes,
    NoFence,  // a flag tells of the store, and no fence stands between the two
    NotThen,  // a fence does, and the thread that executes it does not know the store, or that of the flag the fence
    NotHere,  // another thread of the block has read the flag
    No,
    NotFollowed  // there were too many flags to follow
  };
  // Notes a fence of `at`; of_block: it counts for threads of its block alone.
  void fence(const ThreadPoint& at, bool of_block);
  // Notes a store, which may be a flag.
  void store(const ThreadPoint& at);
  // Notes that `by` reads what `flag` has stored. is_link: only to change it, as `red` does: the thread learns nothing,
  // and those that read what it stores learn of both.
  void read(const ThreadPoint& by, const LastPlace& flag, bool is_link);
  Known knows(const ThreadPoint& who, const LastPlace& store);
  // Notes a store to the element at an address, behind the store `before`. changes: it is an atomic access, which
  // leaves in the element what was there.
  void put(std::uint64_t address, const LastPlace& before, const LastPlace& store, bool changes);
  // Returns the stores of which the element holds something, if the last one is an atomic access, in their order.
  std::span<const LastPlace> held_at(std::uint64_t address) const;
  // True if there were too many changes to keep.
  bool is_full() const { return changes_ >= most_changes; }
  // True if threads of a block have read a flag that `other` has stored at `step` or later. fenced: and a fence of that
  // block stands between `step` and the flag.
  bool has_heard(std::uint32_t block, std::uint32_t other, std::uint32_t step, bool fenced);

 private:
  struct Fence {
    ThreadPoint at;
    std::uint32_t lanes = 0;  // those that execute it
    bool of_block = false;
  };
  struct Since {
    std::uint32_t step = 0;
    Synchronised has;
  };
  // A flag that threads of one warp have read.
  struct Heard {
    LastPlace flag;
    std::uint32_t step = 0, lanes = 0;  // of the first read
    int warp = 0;
    bool is_link = false;
    std::optional<std::vector<LastPlace>> all;  // the flag, and all that its thread had heard of before; once asked for
  };
  struct BlockLog {
    std::vector<Fence> fences;
    std::map<int, std::vector<Since>> stores;  // of each warp, what has changed from one store to the next
    std::deque<Heard> heard;
  };
  static bool has_read(const Heard& heard, const ThreadPoint& who);
  Known tells(const BlockLog& log, const LastPlace& flag, const LastPlace& store, bool same_block);
  static Synchronised at_store(const BlockLog& log, const LastPlace& flag);
  const std::vector<LastPlace>& all_of(Heard& heard);
  Known told_by(Heard& heard, const ThreadPoint& who, const LastPlace& store);
  // Counts a look at a flag or fence; false if there were too many: then nothing more is known.
  bool looks() { return --looks_left_ >= 0; }
  // Returns the number of fences of a log up to `step`.
  static std::size_t fences_until(const BlockLog& log, std::uint32_t step);
  std::unordered_map<std::uint32_t, BlockLog> blocks_;
  std::int64_t looks_left_ = 20'000'000;
  bool has_dropped_ = false;  // a flag that was read
  static constexpr std::int64_t most_changes = 1 << 20;
  std::int64_t changes_ = 0;
  std::unordered_map<std::uint64_t, std::vector<LastPlace>> held_;  // by address
};

}  // namespace tcviz::inline gpu_xray
