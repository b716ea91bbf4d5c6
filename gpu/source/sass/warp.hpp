// The registers and constants of a warp while a kernel is executed. All lanes are always active, because the code has
// no divergent branches.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "gpu/source/sass/cubin.hpp"
#include "gpu/source/sass/instruction.hpp"
#include "gpu/source/sass/matrix_tiles.hpp"
#include "gpu/source/sass/warp_memory.hpp"

namespace tcviz::inline gpu_sass {

inline constexpr int lanes = 32;
using Lanes = std::array<std::uint32_t, lanes>;

// The result of the functions below: an error message; empty: success.
using Objection = std::string_view;

// The state of one warp.
class Warp {
 public:
  // Makes a warp for a kernel with these parameters (addresses). `tiles` say how matrix instructions work.
  Warp(const KernelCode& kernel, WarpMemory& memory, std::span<const std::uint64_t> parameters,
       std::span<const Tile> tiles);

  WarpMemory& memory() { return memory_; }
  std::span<const Tile> tiles() const { return tiles_; }

  // Reads the 32-bit values of an input in all lanes. Fails if nothing was written to it.
  Objection read(const CodeInput& input, Lanes& values) const;
  // Reads the upper word of a 64-bit input: the next register, or zero for RZ and small immediates.
  Objection read_high(const CodeInput& input, Lanes& values) const;
  Objection write(int index, const Lanes& values);
  Objection read_uniform(int index, std::uint32_t& value) const;
  Objection write_uniform(int index, std::uint32_t value);
  // Makes a register undefined, so that reading it fails.
  void forget_uniform(int index) { uniform_defined_.reset(static_cast<std::size_t>(index)); }
  Objection read_predicate(int index, std::uint32_t& lane_bits) const;
  void write_predicate(int index, std::uint32_t lane_bits);
  void forget_predicate(int index) { predicate_defined_.reset(static_cast<std::size_t>(index)); }
  // Reads a word of constant bank 0. Words below the parameters belong to the driver: each has a distinct value that is
  // neither an address nor a small number.
  Objection read_constant(std::uint32_t offset, std::uint32_t& value) const;
  // Fails unless the two words of the memory descriptor in uniform registers `index` and `index` + 1 were loaded from
  // one place among the driver's constants.
  Objection check_descriptor(int index);

 private:
  WarpMemory& memory_;
  std::uint32_t parameter_offset_;
  std::span<const std::uint64_t> parameters_;
  std::span<const Tile> tiles_;
  std::array<Lanes, 256> registers_;
  std::array<std::uint32_t, 64> uniform_{};
  std::array<std::uint32_t, 8> predicates_{};
  std::bitset<256> defined_;
  std::bitset<64> uniform_defined_;
  std::bitset<8> predicate_defined_;
  std::optional<std::uint32_t> descriptor_;
};

}  // namespace tcviz::inline gpu_sass
