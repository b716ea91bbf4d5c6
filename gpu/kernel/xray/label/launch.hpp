// The launch of a kernel as the user describes it: grid, block, shared memory, and for every argument its array with
// the names of its dimensions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_xray {

using Dim3 = std::array<int, 3>;

struct ArrayDimension {
  std::string name;  // "k"
  std::int64_t size = 0;
};

// The use of an array: input, output, or both.
enum class ArrayRole : std::uint8_t { In, Out, InOut };

// An array in global memory, as the user declares it.
struct XrayArray {
  std::string name;
  ArrayRole role = ArrayRole::In;
  ElementType type = ElementType::F32;
  std::vector<ArrayDimension> dimensions;
  bool first_is_fastest = false;  // column-major, `:col`
  std::int64_t pitch = 0;         // elements from the begin of one line to the next; 0: lines have no gap
  double scale = 1;               // factor of the numbers that fill the array

  // Returns the number of elements in memory, with gaps between lines.
  std::int64_t elements() const;
  std::int64_t bytes() const;
  // Returns the elements of memory from one index to the next along each dimension.
  std::vector<std::int64_t> strides() const;
  // Returns the indices of the element at offset `place` (in elements); none for a gap.
  std::optional<std::vector<std::int64_t>> indices(std::int64_t place) const;
  // Does the same without allocating memory; false for a gap.
  bool put_indices(std::int64_t place, std::vector<std::int64_t>& into) const;
};

// A tensor map as the user writes it, 'tma(A,box=64x64,swizzle=128)': the array, and the sides of the box, the
// innermost first.
struct TensorMapWish {
  std::string array;
  std::vector<int> box;
  int swizzle = 0;  // bytes: 0, 32, 64 or 128
};

// The place of a field in a structure that is one parameter of the kernel.
struct StructPlace {
  bool is_first = false;  // of the structure
  std::int64_t offset = 0, bytes = 0;
  std::string_view type;  // as PTX names it: ".f32"
};

// One argument of the kernel, or one field of a structure; `form` says which of the other fields are used.
struct XrayArgument {
  enum class Form : std::uint8_t { Array, Whole, Number, Bytes, TensorMap, Null };
  Form form = Form::Null;
  std::string name;  // name of a number; empty: it has none
  XrayArray array;
  std::int64_t whole = 0;
  double number = 0;
  std::vector<std::uint8_t> bytes;
  TensorMapWish map;
  std::optional<StructPlace> in_struct;  // none: it is a parameter of its own

  // True if the argument declares an array, as a tensor map may too: 'tma(A=f16[m:64,k:128],box=64x64)'.
  bool has_array() const { return form == Form::Array || (form == Form::TensorMap && !array.dimensions.empty()); }
};

// The launch of a kernel.
struct XrayLaunch {
  std::string entry;                   // the kernel; empty: the only one of the module
  ComputeCapability architecture = 0;  // 0: the .target of the module
  Dim3 grid{1, 1, 1}, block{0, 1, 1};  // x, y, z
  std::int64_t shared = 0;             // bytes of dynamic shared memory
  std::vector<XrayArgument> arguments;

  // Returns the array of this name; null if no argument has it.
  const XrayArray* array_named(std::string_view name) const;
};

// The order in which blocks, the warps of a block and the lanes of a warp have their turns.
enum class ExecutionOrder : std::uint8_t { Numbered, Reversed, Swapped };
// Returns the number of the block, warp or lane that has its turn at `at`. Swapped: neighbours change places.
constexpr std::int64_t place_in(ExecutionOrder order, std::int64_t at, std::int64_t count) {
  if (order == ExecutionOrder::Numbered) return at;
  if (order == ExecutionOrder::Reversed) return count - 1 - at;
  return (at ^ 1) < count ? at ^ 1 : at;
}

// Limits the part of a launch that is executed.
struct XrayLimits {
  std::vector<Dim3> blocks;  // the blocks to execute; empty: the first and the last one
  bool all_blocks = false;
  std::int64_t most_steps = 50'000'000;  // instructions of warps
  double most_seconds = 60;
  ExecutionOrder order = ExecutionOrder::Numbered;  // of blocks, of the warps of a block and of the lanes of a warp
};

// Reads an argument: 'A=f16[m:64,k:128]:col@72*0.01', 'C=out f32[m:64,n:48]', '64', '1.5', 'alpha=0.5', 'null',
// 'hex:0a0b', 'tma(A,box=64x64)'.
Result<XrayArgument> read_xray_argument(std::string_view text);
// Reads "128", "16,16" or "16x16x1". Sides that are missing in `text` become `unsaid`: 1 for a size, 0 for an index.
Result<Dim3> read_dim3(std::string_view option, std::string_view text, int unsaid = 1);

}  // namespace tcviz::inline gpu_xray
