// Labels of values: a value is a copy of one matrix element, a sum over several elements, or another function of them.
//
// A label has a shape, which many values share, and the coordinates of its points. A code is a label and one of the
// bytes of its value: registers and memory hold a code for every byte, so that each instruction that moves bytes moves
// labels.
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

constexpr Label label_of(Code code) { return code >> 3; }
constexpr Code code_of(Label label, int byte) { return label == 0 ? 0 : (label << 3) | static_cast<Code>(byte); }

// Point: one index, which the coordinates hold. Sum: over a set. Function: another function of a set, such as max.
enum class DimensionState : std::uint8_t { None, Point, Sum, Function };

struct LabelDimension {
  DimensionState state = DimensionState::None;
  SetId set = 0;    // of Sum and Function
  SetId scale = 0;  // the set by whose function a point or a sum was scaled or shifted; 0: none
  friend bool operator==(const LabelDimension&, const LabelDimension&) = default;
};

// The reason why a value is not judged. The first reason stays.
enum class Doubt : std::uint8_t { None, Format, Pieces, Remainder, Sums, Scale, Product, Whole, Branch };
std::string_view words_of(Doubt doubt);

struct LabelShape {
  std::array<LabelDimension, most_dimensions> dimensions{};
  std::uint16_t arrays = 0;  // bits: the arrays whose elements are in it
  ElementType format = ElementType::F32;
  std::uint8_t bytes = 4;
  Doubt doubt = Doubt::None;
  std::int32_t finding = -1;  // the finding that was made when this came to be; then nothing else counts
  friend bool operator==(const LabelShape&, const LabelShape&) = default;
};

struct NamedDimension {
  std::string name;  // "k"
  std::int64_t size = 0;
  bool in_every_output = false;
};

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
};
std::string_view name_of(FindingKind kind);  // "counted-twice"

// The receiver of findings: it notes what is wrong at the instruction that is being executed, and returns the number of
// the finding.
class FindingSink {
 public:
  virtual ~FindingSink() = default;
  virtual std::int32_t found(FindingKind kind, const std::string& expected, const std::string& got) = 0;
  // True while a tensor-core instruction is being executed, which adds values that belong together.
  virtual bool in_product() const = 0;
};

}  // namespace tcviz::inline gpu_xray
