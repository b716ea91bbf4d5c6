// A text of any notation as programs that compute row, col, the linear index, or the inverse. The text itself shows its
// notation.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/c/emitter.hpp"
#include "gpu/language/c/names.hpp"
#include "gpu/language/c/scratch.hpp"
#include "gpu/language/c/token.hpp"

namespace tcviz::inline gpu_formula {

enum class Notation : std::uint8_t { Expression, Statements, Function, Ptx, Cute, Bases, Triton, Python };
std::string_view describe(Notation notation);  // "a C expression", "the PTX manual's style", ...

// The meaning of a formula's output. Linear: row * cols + col. Offset: bytes from the start of a tile in shared memory.
enum class Quantity : std::uint8_t { Row, Col, Linear, Tid, I, Offset };
std::string_view name_of(Quantity target);  // "row"

struct Formula {
  Notation notation = Notation::Expression;
  Program program;
  std::vector<Quantity> targets;  // of the program's outputs, in their order
  int operators = 0;              // binary ones, as written
  // The numbers of threads and values that the text itself speaks of (CuTe, bases), of an offset rows and columns; 0:
  // it does not say.
  int threads = 0, values = 0;
  // The number of ways in which numbers may be meant (CuTe's index), and the way in which these were read.
  int conventions = 1, convention = 0;
  bool is_store = false;  // the index of a kernel's store was read
  // Names that were taken for inputs without saying so: "`l` is taken as i". Empty: nothing to say.
  std::string reading;

  bool has(Quantity target) const;
  std::size_t output_of(Quantity target) const;  // may be called only if has(target)
};

// Facts of the tile whose offsets are computed, as far as a CuTe layout needs them.
struct TileFacts {
  int element_bits = 8;
  std::uint32_t start = 0;  // its address in shared memory
};

struct ReadOptions {
  Inputs inputs = Inputs::Slot;
  // The meaning of the value of an expression or of `return`. Texts that assign to row and col say it themselves.
  Quantity value = Quantity::Linear;
  int convention = 0;       // the one of several in which the text may be meant
  char operand = '\0';      // 'a', 'b' or 'c': the one of several layouts in a text that is meant; 0: not known
  bool by_columns = false;  // a kernel's matrix has its columns side by side: its index is col * ld + row
  int cuda_arch = 0;        // __CUDA_ARCH__ of the device, as 900; 0: of no known device
  TileFacts tile = {};      // of an offset
};

// Describes the formula's convention; empty if there is but one.
std::string_view describe_convention(const Formula& formula);

// Returns the notation that the text looks most like; errors are reported against it.
Notation recognise(std::string_view text);
Parsed<Formula> read_formula(std::string_view text, const ReadOptions& options);

// Reads formulae again and again without allocation: for every key stroke, and for the search of repairs.
class FormulaReader {
 public:
  // Reads the text. True: `formula` is what the text says. False: `diagnostics()` says why not. The notation is set in
  // both cases.
  bool read(std::string_view text, const ReadOptions& options, Formula& formula);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  std::span<const Token> tokens() const { return tokens_; }

 private:
  bool read_foreign(std::string_view text, const ReadOptions& options, Formula& formula);
  void read_c(std::span<const Token> tokens, const ReadOptions& options, Formula& formula);
  void read_expression(const ReadOptions& options, Formula& formula);
  void say_tile_names(Formula& formula) const;
  bool read_array_element(const ReadOptions& options, Formula& formula);

  std::vector<Token> tokens_;
  std::vector<Diagnostic> diagnostics_, foreign_diagnostics_;
  Emitter emitter_;
  Scratch scratch_;
};

}  // namespace tcviz::inline gpu_formula
