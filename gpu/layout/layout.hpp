// A layout: which matrix element each slot of one kind holds, and for each element its owners, the slots that hold it.
// Immutable. Independent of how it was found and how it is drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/provenance.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_layout {

// Value i of thread tid; both count from 0.
struct Slot {
  int tid = 0, i = 0;
  friend auto operator<=>(const Slot&, const Slot&) = default;
};

// A matrix element; both indices count from 0.
struct Element {
  int row = 0, col = 0;
  friend auto operator<=>(const Element&, const Element&) = default;
};

// The 32-bit registers, and the bits in them, that a value occupies: x[3] of f16 is R1 [31:16]; x[1] of f64 is R2..R3
// [63:0], with bits counted from the low bit of `first`.
struct RegisterSpan {
  int first = 0, last = 0;  // register numbers in the fragment, from 0
  int low = 0, high = 0;    // bit range, inclusive; high > 31 only if last > first
  friend bool operator==(const RegisterSpan&, const RegisterSpan&) = default;
};
// Returns the registers of value i.
RegisterSpan register_span(int i, int element_bits);
std::string describe(const RegisterSpan& span);  // "R1 [31:16]", "R2..R3 [63:0]"

inline constexpr std::int32_t no_element = -1;

// The data of a layout. map[tid * values + i] is the linear element (row * cols + col) of the slot, or no_element.
struct LayoutData {
  std::string kind;
  int rows = 0, cols = 0, threads = 0, values = 0, element_bits = 0;
  Provenance provenance;
  std::vector<std::int32_t> map;
};

// The layout of one kind of fragment.
class Layout {
 public:
  // The largest sizes that are accepted; larger ones are taken for mistakes.
  static constexpr int max_side = 4096, max_threads = 1024, max_values = 4096, max_slots = 1 << 20;

  // Makes a layout. Returns an error for sizes out of range, a map of the wrong length, an element outside of the
  // matrix, and an element without an owner.
  static Result<Layout> make(LayoutData data);

  const std::string& kind() const { return data_.kind; }
  int rows() const { return data_.rows; }
  int cols() const { return data_.cols; }
  int threads() const { return data_.threads; }
  int values() const { return data_.values; }
  int element_bits() const { return data_.element_bits; }
  int slots() const { return data_.threads * data_.values; }
  int elements() const { return data_.rows * data_.cols; }
  const Provenance& provenance() const { return data_.provenance; }
  std::span<const std::int32_t> map() const { return data_.map; }

  // Returns the element of a slot; none if the slot holds none. tid and i must be in range.
  std::optional<Element> element(Slot slot) const;
  // Returns the slot numbers (tid * values + i) of all owners of an element, in rising order; at least one.
  std::span<const std::int32_t> owner_slots(Element element) const;
  std::vector<Slot> owners(Element element) const;
  Slot slot(std::int32_t number) const { return {number / data_.values, number % data_.values}; }

  int replication() const { return replication_; }  // the largest number of owners of any element
  bool uniform() const { return uniform_; }         // every element has equally many owners
  RegisterSpan register_of(int i) const { return register_span(i, data_.element_bits); }

  // True if maps and sizes are equal; ignores the provenance.
  bool same_map(const Layout& other) const;

 private:
  LayoutData data_;
  // For each element, the begin of its range in owner_slots_; then the end of the last.
  std::vector<std::int32_t> owner_begin_;
  std::vector<std::int32_t> owner_slots_;
  int replication_ = 0;
  bool uniform_ = true;
};

// A slot that holds different elements in two layouts.
struct MovedSlot {
  Slot slot;
  std::int32_t from = no_element, to = no_element;  // linear elements
};

// The difference of two layouts.
struct LayoutDiff {
  int slots = 0;                 // number of slots compared
  std::vector<MovedSlot> moved;  // in slot order
  bool equal() const { return moved.empty(); }
};

// Compares two layouts slot by slot. Returns an error if their sizes differ.
Result<LayoutDiff> compare(const Layout& from, const Layout& to);

}  // namespace tcviz::inline gpu_layout
