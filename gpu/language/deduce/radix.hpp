// Maps that are not linear over GF(2), as sums of digits in mixed radix, or as a few such sums side by side.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "gpu/language/deduce/spelled.hpp"

namespace tcviz::inline gpu_deduce {

// (input / before % size) * stride.
struct Digit {
  int input = 0;  // 0: the first, 1: the second
  int before = 1, size = 1, stride = 0;
};

struct RadixSum {
  std::vector<Digit> digits;  // of the first input, then of the second; each from the fastest on
  int base = 0;
};

// A function of two inputs, each from 0 on, by its values. An input may be a variable less a number: a piece of another
// function that begins at 8 has the input "tid - 8".
struct Function2 {
  std::string names[2];  // of the variables: "tid", "i"
  int sizes[2] = {1, 1};
  std::function<int(int first, int second)> value;
  int begins[2] = {0, 0};  // the value of the variable at which the input is 0
};

// Finds the digits. None if the function is not a sum of at most eight digits.
std::optional<RadixSum> find_radix_sum(const Function2& function);
Spelled spell(const RadixSum& sum, const Function2& function);

// Spells up to four sums, chosen by comparisons of an input with a constant: i < 6 ? A : B. None if these do not
// suffice.
std::optional<Spelled> spell_piecewise(const Function2& function);

}  // namespace tcviz::inline gpu_deduce
