// Checks a formula against a layout: computes it for every slot, and returns a verdict with the number of wrong slots,
// the first wrong one, and what C leaves undefined. Pure.
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
  Wrong,      // the formula gives another element of the matrix
  Outside,    // the formula gives no element of the matrix
  Undefined,  // C leaves the value undefined
  Unasked,    // the slot holds no element
};

// The first slot for which the formula is wrong.
struct FirstMismatch {
  Slot slot;
  std::optional<Element> expected;
  std::int64_t row = 0, col = 0;  // the result of the formula
};

struct UndefinedAt {
  Slot slot;  // for an inverse: tid is the row and i the col for which it was computed
  std::string message;
  TextRange range;
  bool in_second = false;  // it is in the second of two texts
  // It is not undefined: its loops were given up, as they take more steps than interpreter.hpp allows, or its numbers
  // are too large, so its value is not known.
  bool endless = false;
  std::string_view blame = Undefined{}.blame;  // "which C leaves undefined"
};

// A number that the layout leaves open, if the text is right for some values of it and wrong for others.
struct OpenNumber {
  Variable variable = Variable::Size;  // or Start, or Block
  std::vector<int> right, wrong;       // the values that were tried
};

// The result of checking a formula.
struct Verdict {
  int slots = 0;       // number of slots that were checked
  int mismatches = 0;  // wrong slots, including undefined ones
  std::optional<FirstMismatch> first;
  std::optional<UndefinedAt> undefined;
  std::optional<OpenNumber> open;              // the rest of the verdict is of one of its wrong values
  int row_mismatches = 0, col_mismatches = 0;  // slots with a wrong row, and with a wrong col
  bool asked_row = false, asked_col = false;   // the formula gives row, gives col
  std::vector<Cell> cells;                     // by slot number
  // By slot number: the element that the formula gives for a wrong slot; no_element for all others.
  std::vector<std::int32_t> got;

  // True if all results of the formula are right. It may lack row or col: see ok().
  bool holds() const { return mismatches == 0 && slots > 0; }
  // True if the formula gives row and col, and both are right on every slot.
  bool ok() const { return holds() && asked_row && asked_col; }
};

// Returns the sizes of the layout's kind, for the names M, N, K, ROWS and COLS.
Variables constants_of(const Layout& layout);

// Checks formulae against one layout, repeatedly without allocation. The layout must outlive it.
class Checker {
 public:
  explicit Checker(const Layout& layout);

  // Checks one formula that gives row, col, both or the linear index; or two, of which the second gives what the first
  // lacks. Returns an error if they give none of these, or state other sizes than the layout's.
  Status check(std::span<const Formula* const> formulae, Verdict& verdict);
  // True if the formulae are right on every slot, with every number that is tried of those that the layout leaves open.
  // Stops at the first wrong slot.
  bool holds(std::span<const Formula* const> formulae);

  const Layout& layout() const { return *layout_; }

 private:
  struct Run {
    const Formula* formula = nullptr;
    LaneRunner lanes;
  };
  // The formula and output that give a quantity.
  struct Source {
    std::size_t run = 0, output = 0;
    bool known = false;
  };

  // A number that the layout leaves open, and the value that is tried; the others have their usual ones.
  struct Trial {
    Variable variable;
    int value;
  };
  std::vector<Trial> trials_of(std::span<const Formula* const> formulae) const;
  void set(const Trial& trial);
  Status check_once(std::span<const Formula* const> formulae, Verdict& verdict);
  bool holds_once(std::span<const Formula* const> formulae);
  void find_shift(std::size_t first, std::size_t count);
  Status prepare(std::span<const Formula* const> formulae);
  Status check_sizes(const Formula& formula) const;
  void find_source(Quantity target, Source& source) const;
  void run_block(std::size_t first, std::size_t count);
  bool is_undefined(std::size_t lane) const;  // in any formula
  bool is_undefined(const Source& source, std::size_t lane) const;
  bool has_value(const Source& source, std::size_t lane) const { return source.known && !is_undefined(source, lane); }
  std::optional<UndefinedAt> first_undefined() const;
  std::size_t wrong_lanes(std::size_t first, std::size_t count);
  void judge_block(std::size_t first, std::size_t count, Verdict& verdict);
  void judge_wrong(std::size_t slot, std::size_t lane, Verdict& verdict) const;
  const std::uint32_t* column(const Source& source) const { return runs_[source.run].lanes.column(source.output); }
  std::int64_t value(const Source& source, std::size_t lane) const;

  const Layout* layout_;
  Variables constants_;
  // By slot: inputs and expected results; ~0 if the slot holds no element.
  std::vector<std::uint32_t> tids_, is_, rows_, cols_, linears_;
  bool all_asked_ = true;
  std::vector<Run> runs_;
  std::size_t run_count_ = 0;
  Source row_, col_, linear_;
  std::array<std::uint8_t, LaneRunner::lanes> wrong_{};
  bool any_undefined_ = false;  // some lane of the current block is undefined
  // Block moves all rows by whole tiles and Start by any number: the shift that all slots must have alike.
  Variable moved_by_ = Variable::Size;
  bool shift_known_ = false, any_row_shift_ = false;
  std::int64_t row_shift_ = 0, col_shift_ = 0, linear_shift_ = 0;
};

}  // namespace tcviz::inline gpu_formula
