// The id of a layout's kind: an instruction family, a shape, an operand, an element type and a memory order. Ids are
// stable. Pure data; knows nothing of how a layout is found.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tcviz::inline gpu_layout {

// The instruction; Sgemm is no instruction but the C tile of a hand-written kernel.
enum class Family : std::uint8_t {
  Wmma,
  Mma,
  SparseMma,
  Ldmatrix,
  Stmatrix,
  Movmatrix,
  Wgmma,
  SparseWgmma,
  Sgemm,
};
// The operand that the layout places. Metadata: the indices of a sparse A. Registers: those that ldmatrix fills and
// stmatrix stores. A and Destination of movmatrix are its source and its result.
enum class Operand : std::uint8_t { A, B, Accumulator, Metadata, Registers, Destination };
// B16: 16 bits of any type.
enum class ElementType : std::uint8_t { F16, BF16, TF32, F32, F64, S8, U8, S4, U4, S32, B1, E4M3, E5M2, B16 };
enum class MemoryOrder : std::uint8_t { None, Row, Col };  // None: accumulators, and instructions with only one order

// Compute capability as major * 10 + minor: 75, 90, 121.
using ComputeCapability = int;
// Version of the PTX ISA as major * 10 + minor: 78 is 7.8.
using PtxVersion = int;

// The sides of a matrix product. 0: a side that says nothing about the layout, as n does for the A of wgmma.
struct Shape {
  int m = 0, n = 0, k = 0;
  friend bool operator==(const Shape&, const Shape&) = default;
};

struct Kind {
  std::string_view id;  // "wmma.m16n16k16.a.f16.row"; the catalogue's own storage
  Family family = Family::Wmma;
  Shape shape;
  Operand operand = Operand::A;
  ElementType type = ElementType::F16;  // of metadata: the type of A
  MemoryOrder order = MemoryOrder::None;
  int threads = 32;              // size of the group that owns the fragment
  int values = 0;                // values of one thread, fragment::num_elements of mma.h
  ComputeCapability since = 70;  // first compute capability with it (PTX ISA, "wmma.load"); of a kernel, its own
  // The last compute capability whose tensor cores execute the type themselves; of experimental types only. For later
  // ones the compiler widens the values and multiplies those.
  std::optional<ComputeCapability> native_until = std::nullopt;
  PtxVersion since_ptx = 0;  // first version of PTX with it; 0: not an instruction
  // Number of matrices of this shape that lie one below the other (B: side by side): the four of ldmatrix x4, the four
  // products of mma.m8n8k4. Row 8 * p + r is row r of matrix p.
  int stack = 1;
  int selector = -1;            // metadata: the lanes of each four that are read; -1: not metadata
  bool transposed = false;      // .trans
  bool one_generation = false;  // sm_90a: later architectures do not have it

  int rows() const;
  int cols() const;
  int bits() const;  // bits of a value: 2 for metadata, whose values are indices
  bool is_sparse() const { return family == Family::SparseMma || family == Family::SparseWgmma; }
};

int element_bits(ElementType type);           // 1, 4, 8, 16, 32 or 64
std::string_view name_of(Family family);      // "wmma"
std::string_view name_of(Operand operand);    // "a", "b", "acc"
std::string_view name_of(ElementType type);   // "f16"
std::string_view name_of(MemoryOrder order);  // "", "row", "col"
std::string name_of(Shape shape);             // "m16n16k16", "m64n128"
std::string compose_id(const Kind& kind);     // the id that the fields spell
// Returns the number of two-bit indices in a row of the metadata of a sparse A of this type with k columns.
int metadata_fields(ElementType type, int k);

// Returns every known kind, a row each, in the order of the ids' documents.
std::span<const Kind> catalogue();
// Returns the kinds of one family, which stand together: for example those that a probe of WMMA can ask for.
std::span<const Kind> catalogue(Family family);
std::span<const Family> all_families();
// Returns the kind with this id, or null.
const Kind* find_kind(std::string_view id);
// Returns at most `most` legal ids, the nearest to `text` first (edit distance).
std::vector<std::string_view> nearest_kinds(std::string_view text, std::size_t most = 3);
// Returns the nearest of any list of legal words; every message that names legal choices uses it.
std::vector<std::string_view> nearest_words(std::string_view text, std::span<const std::string_view> legal,
                                            std::size_t most = 3);

}  // namespace tcviz::inline gpu_layout
