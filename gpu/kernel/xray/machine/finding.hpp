// Faults, products and wavefronts as an execution notes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gpu/kernel/xray/label/label.hpp"

namespace tcviz::inline gpu_xray {

enum class FindingWeight : std::uint8_t { Wrong, Race, Warning };
std::string_view name_of(FindingWeight weight);

// The kind of wait that an access lacked; None: a barrier of the block, or no wait at all.
enum class AwaitedBy : std::uint8_t { None, CopyGroup, Phase, Products, Fence, BulkGroup, ProxyFence };

// Returns "line 19", with the words "of the PTX" if the source is not known.
std::string line_text(int line, int ptx_line);
// True for a tensor-core product, false for a load or store of a fragment.
bool is_product(std::string_view opcode);

struct XrayFinding {
  FindingKind kind = FindingKind::Pairing;
  FindingWeight weight = FindingWeight::Wrong;
  AwaitedBy awaited = AwaitedBy::None;
  std::int64_t instruction = -1;  // of the entry
  std::int64_t step = 0;
  int line = 0, ptx_line = 0, warp = 0, lane = 0;
  std::string register_name;  // "%r12"; empty: none
  std::string opcode, text, expected, got;
  std::string remedy;  // the change that would mend it; empty: not known
  std::int64_t count = 1;
  bool counts = false;  // it reached an output, or is wrong by itself
};

struct XrayEvent {
  std::int64_t step = 0;
  int warp = 0, line = 0, ptx_line = 0;  // line 0: the PTX does not name it
  std::string opcode;
};

struct XrayBanks {
  int line = 0, ptx_line = 0;
  std::string op;
  std::int64_t wavefronts = 0, least = 0;
};

}  // namespace tcviz::inline gpu_xray
