// Expresses functions as sums of digits in mixed radix, also those that are not linear over GF(2), or as several such
// sums for parts of the domain.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "gpu/language/deduce/spelled.hpp"

namespace tcviz::inline gpu_deduce {

// The term (input / before % size) * stride.
struct Digit {
  int input = 0;  // 0: the first input, 1: the second
  int before = 1, size = 1, stride = 0;
};

// A function as base + sum of digits.
struct RadixSum {
  std::vector<Digit> digits;  // digits of the first input, then of the second; each from the fastest-varying one on
  int base = 0;
};

// A function of two inputs, which count from 0. An input may be a variable minus a number: a piece of another function
// that begins at tid = 8 has the input "tid - 8".
struct Function2 {
  std::string names[2];  // names of the variables: "tid", "i"
  // The numbers of values of the inputs.
  int sizes[2] = {1, 1};
  std::function<int(int first, int second)> value;
  int begins[2] = {0, 0};  // value of the variable at which the input is 0
};

// Returns the function as a sum of digits; none if it is not a sum of at most eight digits.
std::optional<RadixSum> find_radix_sum(const Function2& function);
// Writes the sum as a C expression.
Spelled spell(const RadixSum& sum, const Function2& function);

// Writes the function as up to four sums, selected by comparing an input with constants: i < 6 ? A : B. Returns none if
// these do not suffice.
std::optional<Spelled> spell_piecewise(const Function2& function);

}  // namespace tcviz::inline gpu_deduce
