// A warp's registers and constants while a kernel runs. All lanes are always active: the code is straight.
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

// The answer of the functions below and the steps: an error, or nothing.
using Objection = std::string_view;

class Warp {
 public:
  // Makes a warp whose kernel has these addresses as parameters. Looks up in `tiles` how matrices are multiplied.
  Warp(const KernelCode& kernel, WarpMemory& memory, std::span<const std::uint64_t> parameters,
       std::span<const Tile> tiles);

  WarpMemory& memory() { return memory_; }
  std::span<const Tile> tiles() const { return tiles_; }

  // Reads the 32-bit values of an input; an input that nothing has written is an error.
  Objection read(const CodeInput& input, Lanes& values) const;
  // Reads the next higher word of a 64-bit input: the next register, or zero behind RZ and small numbers.
  Objection read_high(const CodeInput& input, Lanes& values) const;
  Objection write(int index, const Lanes& values);
  Objection read_uniform(int index, std::uint32_t& value) const;
  Objection write_uniform(int index, std::uint32_t value);
  void forget_uniform(int index) { uniform_defined_.reset(static_cast<std::size_t>(index)); }
  Objection read_predicate(int index, std::uint32_t& lane_bits) const;
  void write_predicate(int index, std::uint32_t lane_bits);
  void forget_predicate(int index) { predicate_defined_.reset(static_cast<std::size_t>(index)); }
  // Reads a word of constant bank 0. Words below the parameters are the driver's: each has a value of its own, which is
  // no address and no small number.
  Objection read_constant(std::uint32_t offset, std::uint32_t& value) const;
  // Objects unless the two words that describe memory come from one place among the driver's constants.
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
