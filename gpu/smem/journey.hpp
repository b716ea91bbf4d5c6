// The journey of one matrix element of D = A B through a typical kernel: global memory, shared memory, registers, the
// product, and back, one hop for each place. The rules of gpu/smem compute every address, and layouts that the caller
// passes every register. If two hops concern one place (a copy writes it, an instruction reads it) and disagree, the
// result is an error.
//
// A is m x k and B is k x n, both f16 with k contiguous in global memory (A row-major, B column-major); D is m x n and
// row-major.
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

// The plan of a typical kernel. Blocks of D are block_m x block_n. A step along k uses one stage of shared memory,
// which holds the tile of A and then that of B.
struct JourneyPreset {
  std::string_view name;   // "hopper"
  std::string_view about;  // a description of one line
  int block_m = 128, block_n = 128, block_k = 64, stages = 4;
  Swizzle swizzle = Swizzle::B128;
  bool tma = true;             // tiles are copied by TMA; else by cp.async
  bool warpgroup = true;       // the product is wgmma; else mma.sync in 2 x 2 warps
  bool a_in_registers = true;  // A is loaded by ldmatrix; B of wgmma never is
  // D is stored as f16 to shared memory by stmatrix, and from there by TMA; else each lane stores f32 to global memory.
  bool by_stmatrix = false;
};
std::span<const JourneyPreset> journey_presets();
const JourneyPreset* find_journey_preset(std::string_view name);

// An element of a matrix. Its row and col are m and k in A, k and n in B, m and n in C (which is D).
struct JourneyElement {
  char matrix = 'A';
  std::int64_t row = 0, col = 0;
  friend bool operator==(const JourneyElement&, const JourneyElement&) = default;
};
// Reads an element as the user types it, "A:37,12"; spell() writes it.
Result<JourneyElement> read_journey_element(std::string_view text);
std::string spell(const JourneyElement& element);

struct ProductSizes {
  std::int64_t m = 1024, n = 1024, k = 1024;
  friend bool operator==(const ProductSizes&, const ProductSizes&) = default;
};

inline constexpr std::int64_t largest_product_side = 1 << 20;
inline constexpr int most_hops = 16;  // the most hops of a journey
// Returns the numbers of rows and columns of A, B or C.
std::pair<std::int64_t, std::int64_t> matrix_sizes(const ProductSizes& sizes, char matrix);

// The view that the window can open for a hop: the layout of a kind at an element, an image (a tile in shared memory)
// at an element, the elements that a descriptor of f16 reads, or an access of a warp in an image.
struct HopView {
  enum class Type : std::uint8_t { None, Layout, Image, Descriptor, Banks };
  Type type = Type::None;
  std::string id;                // id of the kind or image, or name of the access ("ldm4")
  int row = 0, col = 0;          // the element, for Layout, Image and Descriptor
  OperandImage image;            // for Image, Descriptor and Banks
  std::optional<TmaBox> box;     // the box of the hop's tensor copy, whether or not it has a view
  std::string addresses;         // for Banks: the addresses as an expression of lane
  std::uint64_t descriptor = 0;  // for Descriptor, and for the operand that uses it
  bool is_a = false;
  int n = 0;
};

// A rectangle of a matrix, in the drawing of a hop.
struct MatrixArea {
  std::int64_t row = 0, col = 0, rows = 1, cols = 1;
};
struct MatrixSketch {
  std::string name;  // "A"
  std::int64_t rows = 0, cols = 0;
  MatrixArea tile, mark;  // tile: the part of the block; mark: the element, or those to which it contributes
};
struct MemorySketch {
  std::int64_t byte = 0;  // offset in shared memory
  int bytes = 1;
};
struct RegisterSketch {
  int lane = 0;                // the lane of the warp that holds the element
  int from = -1;               // the lane that passes the address of its row; -1: none
  int value = -1, values = 0;  // number of the 32-bit register, and number of all registers; 0: not drawn
};
using HopSketch = std::variant<std::monostate, MatrixSketch, MemorySketch, RegisterSketch>;

// One place of the element on its journey.
struct Hop {
  std::string stage;    // "global memory", "shared memory", "ldmatrix", "registers", ...
  std::string place;    // a phrase: "byte 75,800 of A"
  std::string formula;  // the computation of the place, with the names in `numbers`; empty: nothing is computed
  std::vector<std::pair<std::string, std::int64_t>> numbers;
  HopView view;
  HopSketch sketch = {};
};

// An element of D, in the block that is shown, to which the journey's element contributes, and the thread that holds
// it.
struct FedElement {
  std::int64_t row = 0, col = 0;
  int thread = 0, i = 0;  // thread of the block, and its f32 register in the order of the instruction's tiles
};

// The journey of one element.
struct Journey {
  std::string preset;
  JourneyElement element;
  ProductSizes sizes;
  std::vector<Hop> hops;
  std::vector<FedElement> feeds;  // for an element of A, a row of the block; of B, a column; of C, itself
};

// Returns the layout of a kind.
using LayoutOf = std::function<Result<Layout>(std::string_view kind)>;
// Returns the journey of `element`. Returns an error if the element is outside of its matrix, if `sizes` do not allow
// copies of 16 bytes, or if a layout is not known.
Result<Journey> make_journey(const JourneyPreset& preset, const JourneyElement& element, const ProductSizes& sizes,
                             const LayoutOf& layout_of);

}  // namespace tcviz::inline gpu_smem
