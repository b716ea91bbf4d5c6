// The faults, products and wavefronts that an execution records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gpu/kernel/xray/label/label.hpp"

namespace tcviz::inline gpu_xray {

// The severity of a finding.
enum class FindingWeight : std::uint8_t { Wrong, Race, Warning };
std::string_view name_of(FindingWeight weight);

// The kind of wait that was missing before an access. None: the missing wait was a
// barrier of the block, or none was missing.
enum class AwaitedBy : std::uint8_t {
  None,
  CopyGroup,
  Phase,
  Copy,
  Products,
  Fence,
  BulkGroup,
  ProxyFence,
  BarrierFence
};

// Returns "line 19", or "line 57 of the PTX" if the source line is not known (0).
std::string line_text(int line, int ptx_line);
// True if `opcode` is a matrix product, false if it loads or stores a fragment.
bool is_product(std::string_view opcode);

// A line of a file of the source.
struct SourcePlace {
  std::string file;  // without its folder
  int line = 0;
  bool operator==(const SourcePlace&) const = default;
};
// Returns "smem.cuh:88, called from gemm.cu:128".
std::string text_of(const std::vector<SourcePlace>& calls);

enum class AccessKind : std::uint8_t { Reads, Writes };
std::string_view name_of(AccessKind access);

// The other side of a race.
struct OtherSide {
  std::string by;  // "warp 3", "a bulk copy"
  AccessKind access = AccessKind::Reads;
  std::int64_t instruction = -1;  // number in XrayProgram::steps; -1: it is not known, nor are the lines
  int line = 0, ptx_line = 0;
  int warp = -1, lane = -1;  // -1: it is no warp, or its lane is not known
  AwaitedBy awaited = AwaitedBy::None;
  std::vector<SourcePlace> calls;  // see XrayProgram::chains
};

// A fault, with the instruction, warp and lane at which it was noticed.
struct XrayFinding {
  FindingKind kind = FindingKind::Pairing;
  FindingWeight weight = FindingWeight::Wrong;
  AwaitedBy awaited = AwaitedBy::None;
  std::int64_t instruction = -1;  // number in XrayProgram::steps
  std::int64_t step = 0;
  int line = 0, ptx_line = 0, warp = 0, lane = 0;
  std::string register_name;  // the register that it is about, "%r12"; empty: none
  std::string opcode, text, expected, got;
  std::optional<OtherSide> other;  // of a race
  std::vector<SourcePlace> calls;  // see XrayProgram::chains
  std::string cause;               // a sentence about the mistake; empty: it is not known
  std::string remedy;              // a sentence about the change that would mend it; empty: none is known
  std::int64_t count = 1;          // how often it happened
  bool counts = false;             // it reached an output, or is a fault even if it does not
};

// True if a finding is a fault, and one of the same instruction and kind before it a warning.
inline bool hides(const XrayFinding& finding, const XrayFinding& before) {
  return finding.weight != FindingWeight::Warning && before.weight == FindingWeight::Warning;
}
// Puts `finding` in the place of one that it hides; how often both happened adds up.
inline void replace(XrayFinding& kept, XrayFinding finding) {
  finding.count += kept.count, finding.counts = finding.counts || kept.counts;
  kept = std::move(finding);
}

// One execution, by a warp, of a tensor-core instruction, or of ldmatrix or a similar instruction.
struct XrayEvent {
  std::int64_t step = 0;
  int warp = 0, line = 0, ptx_line = 0;  // line 0: the source line is not known
  std::string opcode;
};

// The cost of the accesses of one instruction, over all its executions.
struct XrayBanks {
  int line = 0, ptx_line = 0;
  std::string op;                          // the access as gpu/smem names it: "ldm4"
  std::int64_t wavefronts = 0, least = 0;  // the counted number, and the fewest that any layout of the same data needs
  std::int64_t conflicts = 0, cycles = 0;  // as in BankCount of gpu/smem
};

}  // namespace tcviz::inline gpu_xray
