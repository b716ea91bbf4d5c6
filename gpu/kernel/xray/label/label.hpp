// Labels: the X-ray gives each value that a kernel computes a label, which says that the value is a copy of one matrix
// element, a sum over several elements, or another function of them.
//
// A label consists of a shape, which many values share, and the indices of its points (its coordinates). A code is a
// label together with the number of one byte of the value. Registers and memory hold a code for every byte, so that
// each instruction that moves bytes moves labels too.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gpu/kernel/xray/label/index_sets.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_xray {

using Label = std::uint64_t;  // shape << coordinate_bits | coordinates; 0: no label
using Code = std::uint64_t;   // label << 3 | byte of the value; 0: none
inline constexpr int coordinate_bits = 42, shape_bits = 19, most_dimensions = 6;

// Returns the label of a code. code_of() returns the code of byte number `byte` of a value with this label.
constexpr Label label_of(Code code) { return code >> 3; }
constexpr Code code_of(Label label, int byte) { return label == 0 ? 0 : (label << 3) | static_cast<Code>(byte); }

// The indices of one dimension on which a value depends. None: the value does not depend on the dimension. Point: one
// index, which the coordinates hold. Sum: it is a sum over a set of indices. Function: it is another function of a set,
// such as a maximum.
enum class DimensionState : std::uint8_t { None, Point, Sum, Function };

struct LabelDimension {
  DimensionState state = DimensionState::None;
  SetId set = 0;  // the set of Sum and Function
  // The set of indices on which the factor or summand depends that scaled or shifted a point or a sum; 0: none.
  SetId scale = 0;
  friend bool operator==(const LabelDimension&, const LabelDimension&) = default;
};

// The reason why a value is not judged. A value keeps its first reason.
enum class Doubt : std::uint8_t {
  None,
  Format,
  Pieces,
  Remainder,
  Sums,
  Scale,
  Product,
  Whole,
  Several,
  Branch,
  Chance
};
// Returns the reason as text.
std::string_view words_of(Doubt doubt);

// One byte of elements that are smaller than a byte: bit i, if `kept` has it, is bit i + first of a line of elements
// along a dimension; the coordinates are those of the element of the lowest kept bit, which the line begins with. A bit
// in `signs` is the highest bit of the last element below it, one in `flipped` is inverted, all others are constant.
// Bits in another order have a pattern instead (see bit_patterns.hpp).
struct PackedBits {
  std::int8_t along = -1;  // the dimension; -1: the value is no such byte
  std::int8_t first = 0;
  std::uint8_t kept = 0, signs = 0, flipped = 0;
  std::int16_t pattern = -1;  // number in LabelSpace::patterns; -1: none is needed
  friend bool operator==(const PackedBits&, const PackedBits&) = default;
};

// The shape of a label: all of it except for the indices of its points.
struct LabelShape {
  std::array<LabelDimension, most_dimensions> dimensions{};
  std::uint16_t arrays = 0;               // one bit for each array whose elements are in the value
  ElementType format = ElementType::F32;  // the number format of the value
  std::uint8_t bytes = 4;                 // size of the value
  Doubt doubt = Doubt::None;
  // Number of the finding about the instruction that made a wrong value; then the other fields do not count; -1: none.
  std::int32_t finding = -1;
  std::int32_t doubted = -1;  // number of the finding, a warning, that tells where the doubt began; -1: none does
  bool is_garbage = false;    // the finding says that the value may be any bits, as of memory that nobody wrote
  PackedBits packed;
  friend bool operator==(const LabelShape&, const LabelShape&) = default;
};

// A dimension that arrays of the launch have in common by its name.
struct NamedDimension {
  std::string name;  // "k"
  std::int64_t size = 0;
  bool in_every_output = false;  // false: some output lacks the dimension, so it is summed over for that output
};

// The kinds of faults that the X-ray reports.
enum class FindingKind : std::uint8_t {
  Pairing,
  Mixing,
  CountedTwice,
  Uneven,
  Store,
  Incomplete,
  Race,
  PendingCopy,
  Bounds,
  Uninitialised,
  Alignment,
  Divergence,
  Deadlock,
  Doubt,  // why an output is not judged
};
// Returns the name in reports: "counted-twice".
std::string_view name_of(FindingKind kind);

// Receives the faults that the rules for labels find.
class FindingSink {
 public:
  virtual ~FindingSink() = default;
  // Adds a finding about the instruction that is being executed, and returns the number of the finding.
  virtual std::int32_t found(FindingKind kind, const std::string& expected, const std::string& got) = 0;
  // True while a tensor-core instruction is being executed: the values that it adds belong to one sum.
  virtual bool in_product() const = 0;
};

}  // namespace tcviz::inline gpu_xray
