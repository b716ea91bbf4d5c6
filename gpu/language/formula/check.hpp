// Checks if a formula is right. Every slot of a layout is asked, and the answer is a verdict: the number of wrong
// slots, the first of them, and what C leaves undefined. Pure: text and layout in, verdict out.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/language/c/block.hpp"
#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/formula/formula.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_formula {

// The answer of a formula for one slot.
enum class Cell : std::uint8_t {
  Right,
  Wrong,      // another element of the matrix, which another slot owns
  Outside,    // no element of the matrix
  Undefined,  // C leaves the value undefined
  Unasked,    // the slot holds no element
};

struct FirstMismatch {
  Slot slot;
  std::optional<Element> expected;
  std::int64_t row = 0, col = 0;  // the formula's answer
};

struct UndefinedAt {
  Slot slot;  // of an inverse: tid is the row and i the col that were asked for
  std::string message;
  TextRange range;
  bool in_second = false;  // in the second of two texts
};

struct Verdict {
  int slots = 0;       // number of slots asked
  int mismatches = 0;  // including undefined ones
  std::optional<FirstMismatch> first;
  std::optional<UndefinedAt> undefined;
  int row_mismatches = 0, col_mismatches = 0;  // each counted on its own
  bool asked_row = false, asked_col = false;
  std::vector<Cell> cells;        // by slot number
  std::vector<std::int32_t> got;  // by slot number: the element said for a wrong slot; none for all others

  // True if nothing that the text says is wrong. The text may not say all: see ok().
  bool holds() const { return mismatches == 0 && slots > 0; }
  // True if the formula is right on every slot, for row and col: a formula that gives no col says nothing of it.
  bool ok() const { return holds() && asked_row && asked_col; }
};

// Returns the kind's constants, for M, N, K, ROWS and COLS.
Variables constants_of(const Layout& layout);

// Checks formulae against one layout, again and again without allocation. The layout must outlive it.
class Checker {
 public:
  explicit Checker(const Layout& layout);

  // Checks one formula that gives row, col, both or the linear index; or two, of which the second adds what the first
  // lacks. An error if they give nothing to check, or speak of other sizes than the layout's.
  Status check(std::span<const Formula* const> formulae, Verdict& verdict);
  // True if the formulae are right on every slot. Stops at the first wrong one.
  bool holds(std::span<const Formula* const> formulae);

  const Layout& layout() const { return *layout_; }

 private:
  struct Run {
    const Formula* formula = nullptr;
    LaneRunner lanes;
  };
  // The run, and its output, that gives a target.
  struct Source {
    std::size_t run = 0, output = 0;
    bool known = false;
  };

  Status prepare(std::span<const Formula* const> formulae);
  Status check_sizes(const Formula& formula) const;
  void find_source(Quantity target, Source& source) const;
  void run_block(std::size_t first, std::size_t count);
  bool is_undefined(std::size_t lane) const;
  std::optional<UndefinedAt> first_undefined() const;
  std::size_t wrong_lanes(std::size_t first, std::size_t count);
  void judge_block(std::size_t first, std::size_t count, Verdict& verdict);
  void judge_wrong(std::size_t slot, std::size_t lane, Verdict& verdict) const;
  const std::uint32_t* column(const Source& source) const { return runs_[source.run].lanes.column(source.output); }
  std::int64_t value(const Source& source, std::size_t lane) const;

  const Layout* layout_;
  Variables constants_;
  std::vector<std::uint32_t> tids_, is_, rows_, cols_, linears_;  // of every slot; ~0 if it holds no element
  bool all_asked_ = true;
  std::vector<Run> runs_;
  std::size_t run_count_ = 0;
  Source row_, col_, linear_;
  std::array<std::uint8_t, LaneRunner::lanes> wrong_{};
  bool any_undefined_ = false;  // in the block
};

}  // namespace tcviz::inline gpu_formula
