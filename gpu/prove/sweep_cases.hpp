// The cases of the sweep: questions to a GPU about shared memory, from a table and at random.
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

// The question which bytes wgmma reads for a descriptor.
struct OperandCase {
  OperandUse use;
  std::uint64_t descriptor = 0;
};
// The question where a tensor copy writes a box.
struct BoxCase {
  TmaBox box;
};
// The question how long an access of a warp takes.
struct BankCase {
  std::string_view access;
  LaneAddresses addresses{};
};
// The question how long a wgmma takes that reads an operand by this descriptor.
struct ReadCase {
  OperandUse use;
  std::uint64_t descriptor = 0;
};
using SweepCase = std::variant<OperandCase, BoxCase, BankCase, ReadCase>;

// The features of a GPU that a group of cases needs.
enum class Needs : std::uint8_t { Banks, CopyAsync, StoreMatrix, TensorCopy, Wgmma };

struct SweepGroup {
  std::string name;  // "wgmma f16", "boxes", "banks ldm"
  Needs needs = Needs::Banks;
  std::vector<SweepCase> cases;
  bool recorded = true;  // its answers are for a record, too
};

struct SweepRequest {
  std::uint64_t seed = 1;
  int count = 1000;  // number of random descriptors in addition to the table
};
inline constexpr int most_random_cases = 1'000'000;

// Returns all cases. They depend only on the request, not on the machine.
std::vector<SweepGroup> sweep_groups(const SweepRequest& request);

// Returns the operand types that are measured: one of each width, and two kinds of 8-bit types.
std::span<const std::string_view> swept_types();

// Returns a case as one line: "wgmma f16 A K-major, descriptor 0x...".
std::string spell(const SweepCase& one);

// The range of shared memory that holds position codes, so that a value read from it shows its address; and the end of
// the block's memory, beyond which a read faults.
struct CodedWindow {
  std::int64_t begin = 1024, end = 1024 + 216 * 1024, block_end = 1024 + 226 * 1024;
};
inline constexpr CodedWindow coded_window;

}  // namespace tcviz::inline gpu_prove
