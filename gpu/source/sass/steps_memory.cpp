#include <algorithm>

#include "gpu/source/sass/steps.hpp"

namespace tcviz::inline gpu_sass {
namespace {

constexpr int most_words = 4;
using Block = std::array<Lanes, most_words>;
using LaneBytes = std::array<std::uint8_t, 4 * most_words>;

int words_of(const Instruction& x) { return std::max(1, x.bytes / 4); }

bool aligned(const Instruction& x, int first) {
  return first % words_of(x) == 0 && (x.bytes <= 4 || first + words_of(x) <= zero_register);
}

Objection load(Warp& warp, const Instruction& x, const Lanes& low, const Lanes& high) {
  if (!aligned(x, x.d)) return "loads into registers that are not aligned";
  Block block{};
  for (std::size_t lane = 0; lane < low.size(); ++lane) {
    LaneBytes bytes{};
    const std::uint64_t address = (std::uint64_t{high[lane]} << 32 | low[lane]) + x.n;
    const Objection problem = warp.memory().load(address, std::span(bytes).first(static_cast<std::size_t>(x.bytes)));
    if (!problem.empty()) return problem;
    for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
      block[byte / 4][lane] |= std::uint32_t{bytes[byte]} << 8 * (byte % 4);
    }
  }
  for (int word = 0; word < words_of(x); ++word) {
    const Objection problem = warp.write(x.d + word, block[static_cast<std::size_t>(word)]);
    if (!problem.empty()) return problem;
  }
  return {};
}

Objection read_block(const Warp& warp, const Instruction& x, Block& block) {
  if (!aligned(x, static_cast<int>(x.b.value))) return "stores registers that are not aligned";
  for (int word = 0; word < words_of(x); ++word) {
    const CodeInput input{x.b.type, x.b.value + static_cast<std::uint32_t>(word)};
    const Objection problem = warp.read(input, block[static_cast<std::size_t>(word)]);
    if (!problem.empty()) return problem;
  }
  return {};
}

Objection store(Warp& warp, const Instruction& x, const Lanes& low, const Lanes& high) {
  Block block{};
  const Objection problem = read_block(warp, x, block);
  if (!problem.empty()) return problem;
  for (std::size_t lane = 0; lane < low.size(); ++lane) {
    LaneBytes bytes;
    for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
      bytes[byte] = static_cast<std::uint8_t>(block[byte / 4][lane] >> 8 * (byte % 4));
    }
    const std::uint64_t address = (std::uint64_t{high[lane]} << 32 | low[lane]) + x.n;
    const Objection bad = warp.memory().store(address, std::span(bytes).first(static_cast<std::size_t>(x.bytes)));
    if (!bad.empty()) return bad;
  }
  return {};
}

}  // namespace

Objection step_memory(Warp& warp, const Instruction& x) {
  Lanes low, high;
  if (x.a.value == zero_register) return "an address that is zero";
  for (const Objection problem : {warp.read(x.a, low), warp.read_high(x.a, high),
                                  x.descriptor < 0 ? Objection() : warp.check_descriptor(x.descriptor)}) {
    if (!problem.empty()) return problem;
  }
  return x.operation == SassOpcode::Load ? load(warp, x, low, high) : store(warp, x, low, high);
}

}  // namespace tcviz::inline gpu_sass
