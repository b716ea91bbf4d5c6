// The kinds of fragments. A kind is an instruction family, a shape, an operand, an element type and a memory order;
// each has a stable id. Plain data, independent of how a layout is found.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tcviz::inline gpu_layout {

// The instruction that uses the fragment; Sgemm is none, but the C tile of a hand-written kernel.
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
// The operand whose elements the layout places. Metadata: the indices of a sparse A. Registers: those that ldmatrix
// loads and stmatrix stores. For movmatrix, A is the source and Destination the result.
enum class Operand : std::uint8_t { A, B, Accumulator, Metadata, Registers, Destination };
// The types of elements. B16: 16 bits of any type.
enum class ElementType : std::uint8_t { F16, BF16, TF32, F32, F64, S8, U8, S4, U4, S32, B1, E4M3, E5M2, B16 };
// None: for accumulators, and instructions with a single order.
enum class MemoryOrder : std::uint8_t { None, Row, Col };

// Compute capability as major * 10 + minor: 75, 90, 121.
using ComputeCapability = int;
// Version of the PTX ISA as major * 10 + minor: 78 is 7.8.
using PtxVersion = int;

// The sizes of a matrix product. 0: the layout does not depend on this size, as for n of the A of wgmma.
struct Shape {
  int m = 0, n = 0, k = 0;
  friend bool operator==(const Shape&, const Shape&) = default;
};

// A kind of fragment.
struct Kind {
  std::string_view id;  // "wmma.m16n16k16.a.f16.row"; points into the catalogue
  Family family = Family::Wmma;
  Shape shape;
  Operand operand = Operand::A;
  ElementType type = ElementType::F16;  // for metadata: the type of A
  MemoryOrder order = MemoryOrder::None;
  int threads = 32;  // number of threads that own the fragment
  int values = 0;    // number of values of one thread, fragment::num_elements of mma.h
  // First compute capability with the kind (PTX ISA, "wmma.load"); for a kernel's tile, that of the kernel.
  ComputeCapability since = 70;
  // The last compute capability whose tensor cores compute with the type; only for experimental types. For later ones
  // the compiler widens the values first. None: no limit.
  std::optional<ComputeCapability> native_until = std::nullopt;
  PtxVersion since_ptx = 0;  // first version of PTX with the kind; 0: not an instruction
  // Number of matrices of this shape in the fragment, one below the other (for B: side by side): the four of ldmatrix
  // x4, the four products of mma.m8n8k4. Row 8 * p + r is row r of matrix p.
  int stack = 1;
  int selector = -1;            // for metadata: which lanes of each four are read; -1: not metadata
  bool transposed = false;      // has the modifier .trans
  bool one_generation = false;  // only one generation has it (sm_90a): later architectures do not

  int rows() const;
  int cols() const;
  int bits() const;  // bits of a value; 2 for metadata, whose values are indices
  bool is_sparse() const { return family == Family::SparseMma || family == Family::SparseWgmma; }
};

int element_bits(ElementType type);           // 1, 4, 8, 16, 32 or 64
std::string_view name_of(Family family);      // "wmma"
std::string_view name_of(Operand operand);    // "a", "b", "acc"
std::string_view name_of(ElementType type);   // "f16"
std::string_view name_of(MemoryOrder order);  // "", "row", "col"
std::string name_of(Shape shape);             // "m16n16k16", "m64n128"
// Returns the id that the fields of `kind` give.
std::string compose_id(const Kind& kind);
// Returns the number of two-bit indices in one row of the metadata of a sparse A with this type and k columns.
int metadata_fields(ElementType type, int k);

// Returns all known kinds, family after family.
std::span<const Kind> catalogue();
// Returns the kinds of one family, which are adjacent in the catalogue.
std::span<const Kind> catalogue(Family family);
std::span<const Family> all_families();
// Returns the kind with this id; null if there is none.
const Kind* find_kind(std::string_view id);
// Returns at most `most` ids of kinds, those most like `text` first (by edit distance).
std::vector<std::string_view> nearest_kinds(std::string_view text, std::size_t most = 3);
// Returns the words in `legal` that are most like `text`; used by all messages that list legal choices.
std::vector<std::string_view> nearest_words(std::string_view text, std::span<const std::string_view> legal,
                                            std::size_t most = 3);

}  // namespace tcviz::inline gpu_layout
