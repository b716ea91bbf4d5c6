// The way of one element of D = A B through a kernel: global memory, shared memory, registers, the product, and back.
// The rules of this room compute every address, and a layout that the caller passes every register; if two hops speak
// of one place (a copy writes, an instruction reads), they must agree, or there is no journey.
//
// A is m x k and B is k x n, both with k side by side in global memory (row-major A, column-major B), of f16; D is m x
// n and row-major.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/smem/operand_image.hpp"
#include "gpu/smem/tma_box.hpp"

namespace tcviz::inline gpu_smem {

// A kernel of the usual kind. Blocks of D are block_m x block_n; each step along k is one stage of shared memory, A's
// tile and then B's.
struct JourneyPreset {
  std::string_view name;   // "hopper"
  std::string_view about;  // a line
  int block_m = 128, block_n = 128, block_k = 64, stages = 4;
  Swizzle swizzle = Swizzle::B128;
  bool tma = true;             // else cp.async
  bool warpgroup = true;       // wgmma; else mma.sync by 2 x 2 warps
  bool a_in_registers = true;  // ldmatrix before the product; never B of wgmma
  bool by_stmatrix = false;    // D goes to shared memory as f16, and from there by TMA; else each lane stores f32
};
std::span<const JourneyPreset> journey_presets();
const JourneyPreset* find_journey_preset(std::string_view name);

// An element of a matrix. Rows and columns of A: m and k; of B: k and n; of C (which is D): m and n.
struct JourneyElement {
  char matrix = 'A';
  std::int64_t row = 0, col = 0;
  friend bool operator==(const JourneyElement&, const JourneyElement&) = default;
};
// Reads an element, "A:37,12".
Result<JourneyElement> read_journey_element(std::string_view text);
std::string spell(const JourneyElement& element);

struct ProductSizes {
  std::int64_t m = 1024, n = 1024, k = 1024;
  friend bool operator==(const ProductSizes&, const ProductSizes&) = default;
};

inline constexpr std::int64_t largest_product_side = 1 << 20;
inline constexpr int most_hops = 16;  // of any journey
// Returns the numbers of rows and columns of A, B or C.
std::pair<std::int64_t, std::int64_t> matrix_sizes(const ProductSizes& sizes, char matrix);

// The view that a hop opens: a kind's layout at an element, an image at an element, the elements that a descriptor of
// f16 reads, or an access of a warp in an image.
struct HopView {
  enum class Type : std::uint8_t { None, Layout, Image, Descriptor, Banks };
  Type type = Type::None;
  std::string id;                // the kind, the image, or the access ("ldm4")
  int row = 0, col = 0;          // of Layout, Image and Descriptor
  OperandImage image;            // of Image, Descriptor and Banks
  std::optional<TmaBox> box;     // the box of the tensor copy that the hop is, with or without another view
  std::string addresses;         // of Banks: an expression of lane
  std::uint64_t descriptor = 0;  // of Descriptor, and of the operand that reads it
  bool is_a = false;
  int n = 0;
};

// A small drawing of the place of the element.
struct MatrixArea {
  std::int64_t row = 0, col = 0, rows = 1, cols = 1;
};
struct MatrixSketch {
  std::string name;  // "A"
  std::int64_t rows = 0, cols = 0;
  MatrixArea tile, mark;  // of the block, and in it the element or what it is added to
};
struct MemorySketch {
  std::int64_t byte = 0;  // of shared memory
  int bytes = 1;
};
struct RegisterSketch {
  int lane = 0;                // of a warp: the lane that has it
  int from = -1;               // the lane that passes its address; -1: none
  int value = -1, values = 0;  // number of this one and of all 32-bit registers; 0: not drawn
};
using HopSketch = std::variant<std::monostate, MatrixSketch, MemorySketch, RegisterSketch>;

struct Hop {
  std::string stage;    // "global memory", "shared memory", "ldmatrix", "registers", ...
  std::string place;    // "byte 75,800 of A": a phrase
  std::string formula;  // the computation of the place, with the names of `numbers`; empty: nothing to compute
  std::vector<std::pair<std::string, std::int64_t>> numbers;
  HopView view;
  HopSketch sketch = {};
};

// An element of D to which the journey's element is added, in the block that is shown, and the thread that holds it.
struct FedElement {
  std::int64_t row = 0, col = 0;
  int thread = 0, i = 0;  // of the block; the register of f32 in the order of the instruction's tiles
};

struct Journey {
  std::string preset;
  JourneyElement element;
  ProductSizes sizes;
  std::vector<Hop> hops;
  std::vector<FedElement> feeds;  // of A: a row of the block; of B: a column; of C: itself
};

using LayoutOf = std::function<Result<Layout>(std::string_view kind)>;
// Makes the journey. An error if the element lies outside its matrix, if sizes do not suit copies of 16 bytes, or if a
// layout is not known.
Result<Journey> make_journey(const JourneyPreset& preset, const JourneyElement& element, const ProductSizes& sizes,
                             const LayoutOf& layout_of);

}  // namespace tcviz::inline gpu_smem
