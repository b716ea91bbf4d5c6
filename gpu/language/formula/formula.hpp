// A formula in any notation, translated to a program that computes row, col, the linear index, or the inverse. The
// notation is recognised from the text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/c/emitter.hpp"
#include "gpu/language/c/names.hpp"
#include "gpu/language/c/token.hpp"
#include "gpu/language/formula/scratch.hpp"

namespace tcviz::inline gpu_formula {

// The notations in which a formula can be written.
enum class Notation : std::uint8_t { Expression, Statements, Function, Ptx, Cute, Bases, Triton, Python };
// Returns the notation as text: "a C expression", "the PTX manual's style", ...
std::string_view describe(Notation notation);

// The meaning of an output of a formula. Linear: row * cols + col. Offset: bytes from the start of a tile in shared
// memory.
enum class Quantity : std::uint8_t { Row, Col, Linear, Tid, I, Offset };
std::string_view name_of(Quantity target);  // "row"

// A parsed formula.
struct Formula {
  Notation notation = Notation::Expression;
  Program program;
  std::vector<Quantity> targets;  // meanings of the program's outputs, in order
  int operators = 0;              // number of binary operators in the text
  // The numbers of threads and values that the text states (CuTe, bases); for an offset, rows and columns; 0: it states
  // none.
  int threads = 0, values = 0;
  // The number of possible meanings of the numbers (what CuTe's index counts), and the meaning with which the text was
  // read, from 0.
  int conventions = 1, convention = 0;
  bool reads_bare_lane = false;  // the conventions are those of `lane`: tid, or else the lane in its warp
  bool is_store = false;         // it is the index in a store of a kernel
  // of_matrix: sizes of the text (Variable::Size) are at least those of the matrix, as a kernel stores it. sizes:
  // number of parameters that are such a size.
  bool of_matrix = false;
  int sizes = 0;
  // A remark on names that were assumed to be inputs: "`l` is taken as i". Empty: none.
  std::string reading;

  bool has(Quantity target) const;
  std::size_t output_of(Quantity target) const;  // requires has(target)
};

// Properties of the tile in shared memory whose offsets are computed, which a CuTe layout needs.
struct TileFacts {
  int element_bits = 8;
  std::uint32_t start = 0;  // its address in shared memory
};

struct ReadOptions {
  Inputs inputs = Inputs::Slot;
  // The meaning of an expression's value or of `return`. Texts that assign to row and col do not need it.
  Quantity value = Quantity::Linear;
  int convention = 0;           // which of the possible meanings is used (Formula::conventions), from 0
  char operand = '\0';          // 'a', 'b' or 'c': which of several layouts in a text is used; 0: not known
  bool by_columns = false;      // the matrix of a kernel is column-major: its index is col * ld + row
  int cuda_arch = 0;            // the value of __CUDA_ARCH__, such as 900; 0: the device is not known
  TileFacts tile = {};          // for Quantity::Offset
  int threads = 0, values = 0;  // of the layout; 0: not known
  // The meaning of a bare `lane` of a layout of several warps: true: 0 to 31 in each; false: tid, 0 to 127.
  bool lane_in_warp = false;
};

// Returns a text about the formula's convention; empty if only one is possible.
std::string_view describe_convention(const Formula& formula);

// Returns the notation that the text resembles most; errors are reported for that notation.
Notation recognise(std::string_view text);
// Parses a text in any notation.
Parsed<Formula> read_formula(std::string_view text, const ReadOptions& options);

// Parses formulae repeatedly without allocation: at every key stroke, and when repairs are searched.
class FormulaReader {
 public:
  // Parses the text into `formula`. False: diagnostics() has the errors. The notation is set in both cases.
  bool read(std::string_view text, const ReadOptions& options, Formula& formula);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  std::span<const Token> tokens() const { return tokens_; }

 private:
  bool read_foreign(std::string_view text, const ReadOptions& options, Formula& formula);
  void read_c(std::span<const Token> tokens, const ReadOptions& options, Formula& formula);
  void read_expression(const ReadOptions& options, Formula& formula);
  void say_tile_names(Formula& formula) const;
  void say_more_values(const ReadOptions& options, Formula& formula) const;
  bool read_array_element(const ReadOptions& options, Formula& formula);

  std::vector<Token> tokens_;
  std::vector<Diagnostic> diagnostics_, foreign_diagnostics_;
  Emitter emitter_;
  Scratch scratch_;
  std::string fragment_;  // of the store that was read
};

}  // namespace tcviz::inline gpu_formula
