// What has a layout: an instruction family, a shape, an operand, an element type and a memory order, with a stable id.
// Pure data; knows nothing of how a layout is found.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tcviz {

enum class Family : std::uint8_t { Wmma, Sgemm };  // Sgemm: the C tile of a hand-written kernel, no instruction
enum class Operand : std::uint8_t { A, B, Accumulator };
enum class ElementType : std::uint8_t { F16, BF16, TF32, F32, F64, S8, U8, S4, U4, S32, B1 };
enum class MemoryOrder : std::uint8_t { None, Row, Col };  // None: accumulators

// Compute capability as major * 10 + minor: 75, 90, 121.
using ComputeCapability = int;

struct Shape {
  int m = 0, n = 0, k = 0;
  friend bool operator==(const Shape&, const Shape&) = default;
};

struct Kind {
  std::string_view id;  // "wmma.m16n16k16.a.f16.row"; the catalogue's own storage
  Family family = Family::Wmma;
  Shape shape;
  Operand operand = Operand::A;
  ElementType type = ElementType::F16;
  MemoryOrder order = MemoryOrder::None;
  int threads = 32;  // size of the group that owns the fragment
  int values = 0;    // values of one thread, fragment::num_elements of mma.h
  ComputeCapability since = 70;  // first compute capability with it (PTX ISA, "wmma.load"); of a kernel, that it is for
  // Experimental types only: the last compute capability whose tensor cores execute the type themselves. For later ones
  // the compiler widens the values and multiplies those.
  std::optional<ComputeCapability> native_until;

  int rows() const { return operand == Operand::B ? shape.k : shape.m; }
  int cols() const { return operand == Operand::A ? shape.k : shape.n; }
};

int element_bits(ElementType type);              // 1, 4, 8, 16, 32 or 64
std::string_view name_of(Family family);         // "wmma"
std::string_view name_of(Operand operand);       // "a", "b", "acc"
std::string_view name_of(ElementType type);      // "f16"
std::string_view name_of(MemoryOrder order);     // "", "row", "col"
std::string name_of(Shape shape);                // "m16n16k16"
std::string compose_id(const Kind& kind);        // the id that the fields spell

// Every known kind, in the order of the ids' documents: a row each.
std::span<const Kind> catalogue();
// Those of one family, which stand together: what a probe of WMMA can ask for, for one.
std::span<const Kind> catalogue(Family family);
// The kind with this id, or null.
const Kind* find_kind(std::string_view id);
// Legal ids, the nearest to `text` first (edit distance), at most `most`.
std::vector<std::string_view> nearest_kinds(std::string_view text, std::size_t most = 3);
// The same for any list of legal words; used by every message that names legal choices.
std::vector<std::string_view> nearest_words(std::string_view text, std::span<const std::string_view> legal,
                                            std::size_t most = 3);

}  // namespace tcviz
