// The body of an operation: C statements over one value of a fragment, parsed once and then executed for every slot on
// the CPU, with the meaning that the same text has in a kernel. Knows nothing of kernels, layouts or devices.
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

// The values that a body may read for one slot. In the text, x, a, b, u and v have the type float, or double for f64
// fragments; the numbers here must be values of that type.
struct BodyInputs {
  double x = 0, a = 0, b = 0;
  int row = 0, col = 0, tid = 0, i = 0, d = 0, rows = 0, cols = 0;  // rows and cols are ROWS and COLS in the text
  std::span<const double> u, v;  // u[e] and v[e] for any int e; an index out of range stops the execution with an error
  std::span<double> out;         // written by out[e] = ...
};

// The reason why an execution has no result, and the part of the text that caused it.
struct BodyError {
  std::string message;
  TextRange range;
};

// The most steps of an execution; it is stopped at more.
inline constexpr std::int64_t most_body_steps = 1'000'000;

// A name in C's headers that a body may use, and its definition for a kernel, as NVRTC defines none of them.
struct BodyConstantText {
  std::string_view name, text;
};
inline constexpr std::array<BodyConstantText, 5> body_constant_texts{{{"INFINITY", "__int_as_float(0x7f800000)"},
                                                                      {"NAN", "__int_as_float(0x7fc00000)"},
                                                                      {"FLT_MAX", "__int_as_float(0x7f7fffff)"},
                                                                      {"INT_MAX", "2147483647"},
                                                                      {"INT_MIN", "(-2147483647 - 1)"}}};

struct BodyCode;

// A parsed body.
class Body {
 public:
  // The type of x in the text: float; double for f64; int for fragments of integers (s32 accumulators, s8, ...).
  enum class Value { Float, Double, Int };

  // Parses a text. A single expression that assigns nothing means "x = expression". Reports up to five errors.
  static Parsed<Body> parse(std::string_view text, Value value = Value::Float);

  struct Outcome {
    double x = 0;            // the new x
    std::int32_t x_int = 0;  // the new x if x is an int
  };
  // Returns the new x, or the reason why there is none: what C leaves undefined is an error. `x_int` is x if its type
  // is int. May be called from several threads at once.
  std::variant<Outcome, BodyError> run(const BodyInputs& inputs, std::int32_t x_int = 0) const;

  // Returns the statements for the kernel, with the line numbers of the text; a single expression becomes "x = (...);".
  const std::string& kernel_text() const;

  // True if the text uses `name`: "u", "v", "a", "b", "x", "row", "ROWS", "out", ...
  bool reads(std::string_view name) const;

 private:
  std::shared_ptr<const BodyCode> code_;
};

}  // namespace tcviz::inline gpu_ops
