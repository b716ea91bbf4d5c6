#include "gpu/source/sass/steps.hpp"

namespace tcviz::inline gpu_sass {
namespace {

using Wide = std::array<std::uint64_t, lanes>;

struct Inputs {
  Lanes a, b, c, high_b{}, high_c{};
  std::uint32_t carry = 0;  // a bit for each lane
};

std::uint64_t join(std::uint32_t low, std::uint32_t high) { return std::uint64_t{high} << 32 | low; }

std::uint64_t signed_product(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(a)} * static_cast<std::int32_t>(b));
}

// Returns the sum in bits 31..0 and its carry in bit 32.
std::uint64_t low_result(const Instruction& x, const Inputs& in, std::size_t lane) {
  const std::uint64_t a = in.a[lane], b = in.b[lane], c = in.c[lane], carry = in.carry >> lane & 1;
  switch (x.operation) {
    case SassOpcode::Add:
      return a + b + c + carry;
    case SassOpcode::ShiftedAdd:
      return std::uint64_t{static_cast<std::uint32_t>(a << x.n)} + b;
    case SassOpcode::ShiftedAddHigh:
      return ((join(in.a[lane], in.c[lane]) << x.n) >> 32) + b + carry;
    case SassOpcode::MultiplyHigh:
      return a * b >> 32;
    default:
      return a * b + c + carry;  // MultiplyAdd
  }
}

std::uint64_t wide_result(const Instruction& x, const Inputs& in, std::size_t lane) {
  const std::uint64_t b = join(in.b[lane], in.high_b[lane]), c = join(in.c[lane], in.high_c[lane]);
  switch (x.operation) {
    case SassOpcode::AddWide:
      return b;  // the caller, which has a's high word, adds a
    case SassOpcode::MultiplyWideSigned:
      return signed_product(in.a[lane], in.b[lane]) + c;
    default:
      return std::uint64_t{in.a[lane]} * in.b[lane] + c;  // MultiplyWide
  }
}

Objection read_inputs(const Warp& warp, const Instruction& x, Inputs& in) {
  for (const Objection problem : {warp.read(x.a, in.a), warp.read(x.b, in.b), warp.read(x.c, in.c)}) {
    if (!problem.empty()) return problem;
  }
  return x.carry_in == true_predicate ? Objection() : warp.read_predicate(x.carry_in, in.carry);
}

Objection low(Warp& warp, const Instruction& x) {
  Inputs in;
  const Objection problem = read_inputs(warp, x, in);
  if (!problem.empty()) return problem;
  Lanes values;
  std::uint32_t carry = 0;
  for (std::size_t lane = 0; lane < values.size(); ++lane) {
    const std::uint64_t result = low_result(x, in, lane);
    values[lane] = static_cast<std::uint32_t>(result);
    carry |= static_cast<std::uint32_t>(result >> 32 & 1) << lane;
  }
  if (x.carry_out != true_predicate) warp.write_predicate(x.carry_out, carry);
  return warp.write(x.d, values);
}

Objection wide(Warp& warp, const Instruction& x) {
  Inputs in;
  Lanes high_a{};
  const bool sum = x.operation == SassOpcode::AddWide;
  if (x.d % 2 != 0) return "writes a 64-bit value that is not aligned";
  for (const Objection problem : {read_inputs(warp, x, in), sum ? warp.read_high(x.a, high_a) : Objection(),
                                  sum ? warp.read_high(x.b, in.high_b) : Objection(), warp.read_high(x.c, in.high_c)}) {
    if (!problem.empty()) return problem;
  }
  Lanes low_words, high_words;
  for (std::size_t lane = 0; lane < low_words.size(); ++lane) {
    const std::uint64_t result = wide_result(x, in, lane) + (sum ? join(in.a[lane], high_a[lane]) : 0);
    low_words[lane] = static_cast<std::uint32_t>(result);
    high_words[lane] = static_cast<std::uint32_t>(result >> 32);
  }
  const Objection written = warp.write(x.d, low_words);
  return written.empty() ? warp.write(x.d + 1, high_words) : written;
}

}  // namespace

Objection step_integer(Warp& warp, const Instruction& x) {
  switch (x.operation) {
    case SassOpcode::AddWide:
    case SassOpcode::MultiplyWide:
    case SassOpcode::MultiplyWideSigned:
      return wide(warp, x);
    default:
      return low(warp, x);
  }
}

}  // namespace tcviz::inline gpu_sass
