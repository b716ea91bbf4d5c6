#include <algorithm>

#include "gpu/source/sass/steps.hpp"

namespace tcviz::inline gpu_sass {
namespace {

Objection move(Warp& warp, const Instruction& x) {
  Lanes values;
  const Objection problem = warp.read(x.b, values);
  return problem.empty() ? warp.write(x.d, values) : problem;
}

Objection move_wide(Warp& warp, const Instruction& x) {
  Lanes low, high;
  if (x.d % 2 != 0) return "writes a 64-bit value that is not aligned";
  for (const Objection problem : {warp.read(x.b, low), warp.read_high(x.b, high)}) {
    if (!problem.empty()) return problem;
  }
  for (const Objection problem : {warp.write(x.d, low), warp.write(x.d + 1, high)}) {
    if (!problem.empty()) return problem;
  }
  return {};
}

Objection to_uniform(Warp& warp, const Instruction& x) {
  Lanes values;
  const Objection problem = warp.read(x.a, values);
  if (!problem.empty()) return problem;
  const bool same = std::all_of(values.begin(), values.end(), [&](std::uint32_t v) { return v == values[0]; });
  return same ? warp.write_uniform(x.d, values[0]) : "makes one value of lanes that differ";
}

Objection lane_id(Warp& warp, const Instruction& x) {
  Lanes values;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) values[lane] = lane;
  return warp.write(x.d, values);
}

bool aligned(const Instruction& x, std::uint32_t offset) {
  const int words = x.bytes / 4;
  return x.d % words == 0 && offset % static_cast<std::uint32_t>(x.bytes) == 0 && x.d + words <= zero_register;
}

Objection load_uniform(Warp& warp, const Instruction& x) {
  if (!aligned(x, x.n)) return "loads constants that are not aligned";
  for (int word = 0; word < x.bytes / 4; ++word) {
    std::uint32_t value = 0;
    const Objection problem = warp.read_constant(x.n + 4 * static_cast<std::uint32_t>(word), value);
    if (!problem.empty()) return problem;
    const Objection written = warp.write_uniform(x.d + word, value);
    if (!written.empty()) return written;
  }
  return {};
}

Objection load_constant(Warp& warp, const Instruction& x) {
  Lanes offsets;
  const Objection problem = warp.read(x.a, offsets);
  if (!problem.empty()) return problem;
  for (int word = 0; word < x.bytes / 4; ++word) {
    Lanes values;
    for (std::size_t lane = 0; lane < values.size(); ++lane) {
      const std::uint32_t offset = x.n + offsets[lane];
      if (!aligned(x, offset)) return "loads constants that are not aligned";
      const Objection bad = warp.read_constant(offset + 4 * static_cast<std::uint32_t>(word), values[lane]);
      if (!bad.empty()) return bad;
    }
    const Objection written = warp.write(x.d + word, values);
    if (!written.empty()) return written;
  }
  return {};
}

}  // namespace

Objection step_move(Warp& warp, const Instruction& x) {
  switch (x.operation) {
    case SassOpcode::Move:
      return move(warp, x);
    case SassOpcode::MoveWide:
      return move_wide(warp, x);
    case SassOpcode::MoveUniform:
      return warp.write_uniform(x.d, x.b.value);
    case SassOpcode::ToUniform:
      return to_uniform(warp, x);
    case SassOpcode::LaneId:
      return lane_id(warp, x);
    case SassOpcode::LoadUniform:
      return load_uniform(warp, x);
    default:
      return load_constant(warp, x);
  }
}

}  // namespace tcviz::inline gpu_sass
