// The body of an operation: C statements over one value of a fragment, read once and then run for every slot on the
// CPU, with the meaning that the same text has in a kernel. Knows nothing of kernels, layouts or devices.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "gpu/language/c/diagnostic.hpp"

namespace tcviz::inline gpu_ops {

// The values that a body may read for one slot. x, a, b, u and v have the type float in the text, or double for f64
// fragments; numbers of that type are expected here.
struct BodyInputs {
  double x = 0, a = 0, b = 0;
  int row = 0, col = 0, tid = 0, i = 0, d = 0, rows = 0, cols = 0;  // the last two are ROWS and COLS of the text
  std::span<const double> u, v;  // u[e] and v[e] for any int e; an index outside ends the run with an error
  std::span<double> out;         // out[e] = ... writes here
};

// The reason that a run has no result, and the part of the text that is to blame.
struct BodyError {
  std::string message;
  TextRange range;
};

// The most steps of a run; one that takes more is given up.
inline constexpr std::int64_t most_body_steps = 1'000'000;

// A name of C's headers that a body may use. NVRTC defines none of them: a kernel's text brings those it needs.
struct BodyConstantText {
  std::string_view name, text;
};
inline constexpr std::array<BodyConstantText, 5> body_constant_texts{{{"INFINITY", "__int_as_float(0x7f800000)"},
                                                                      {"NAN", "__int_as_float(0x7fc00000)"},
                                                                      {"FLT_MAX", "__int_as_float(0x7f7fffff)"},
                                                                      {"INT_MAX", "2147483647"},
                                                                      {"INT_MIN", "(-2147483647 - 1)"}}};

struct BodyCode;

class Body {
 public:
  // The type of x in the text: float; double for f64; int for fragments of integers (s32 accumulators, s8, ...).
  enum class Value { Float, Double, Int };

  // Reads a text. A single expression that assigns nothing means "x = expression". Up to five diagnostics.
  static Parsed<Body> parse(std::string_view text, Value value = Value::Float);

  struct Outcome {
    double x = 0;            // the new x
    std::int32_t x_int = 0;  // the new x if x is an int
  };
  // Returns the new x, or the reason that there is none: what C leaves undefined is an error, never a number. `x_int`
  // is x if x is an int. May be called from several threads at once.
  std::variant<Outcome, BodyError> run(const BodyInputs& inputs, std::int32_t x_int = 0) const;

  // Returns the statements to write into a kernel, line for line those of the text; an expression alone becomes "x =
  // (...);".
  const std::string& kernel_text() const;

  // True if the text names it: "u", "v", "a", "b", "x", "row", "ROWS", "out", ...
  bool reads(std::string_view name) const;

 private:
  std::shared_ptr<const BodyCode> code_;
};

}  // namespace tcviz::inline gpu_ops
