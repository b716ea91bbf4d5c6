// What a GPU is asked about its shared memory: cases are values, a table of them and as many random ones as wanted.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gpu/smem/banks.hpp"
#include "gpu/smem/descriptor.hpp"
#include "gpu/smem/tma_box.hpp"

namespace tcviz::inline gpu_prove {

// Which bytes does wgmma read for a descriptor?
struct OperandCase {
  OperandUse use;
  std::uint64_t descriptor = 0;
};
// Where does a tensor copy put a box?
struct BoxCase {
  TmaBox box;
};
// How long does an access of a warp take?
struct BankCase {
  std::string_view access;
  LaneAddresses addresses{};
};
// How long does a wgmma take that reads an operand by this descriptor?
struct ReadCase {
  OperandUse use;
  std::uint64_t descriptor = 0;
};
using SweepCase = std::variant<OperandCase, BoxCase, BankCase, ReadCase>;

// What a group of cases needs of a GPU.
enum class Needs : std::uint8_t { Banks, CopyAsync, StoreMatrix, TensorCopy, Wgmma };

struct SweepGroup {
  std::string name;  // "wgmma f16", "boxes", "banks ldm"
  Needs needs = Needs::Banks;
  std::vector<SweepCase> cases;
};

struct SweepRequest {
  std::uint64_t seed = 1;
  int count = 1000;  // random descriptors, beside the table
};
inline constexpr int most_random_cases = 1'000'000;

// Every case of the same request is the same on every machine.
std::vector<SweepGroup> sweep_groups(const SweepRequest& request);

// The types whose operands are asked: one of each width, and both sorts of 8 bits.
std::span<const std::string_view> swept_types();

// One line: "wgmma f16 A K-major, descriptor 0x...".
std::string spell(const SweepCase& one);

// The bytes of shared memory that hold position codes, so that what is read of them can be told; and where the block's
// own memory ends, beyond which a read faults.
struct CodedWindow {
  std::int64_t begin = 1024, end = 1024 + 216 * 1024, block_end = 1024 + 226 * 1024;
};
inline constexpr CodedWindow coded_window;

}  // namespace tcviz::inline gpu_prove
