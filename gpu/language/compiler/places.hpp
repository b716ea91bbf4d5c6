// Reads the answers of a text's process for every slot, and checks them as it checks any formula. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/formula/check.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_compiler {

enum class PlaceState : std::int32_t { Done, Undefined, Changed };

// A record as prelude/harness.h writes it.
struct PlaceRecord {
  std::int64_t row, col, linear;
  std::int32_t has, form;  // has: 1 row, 2 col, 4 linear; form: 1 by names, 2 in order
  PlaceState state;
  std::int32_t line;
  char why[56];
};

// The answers. Every slot is asked twice, the second time from the last to the first: a slot whose answers differ is
// Changed.
struct AnsweredSlots {
  std::vector<PlaceRecord> slots;
  std::size_t answers = 0;  // complete: twice as many as slots
};
AnsweredSlots read_places(std::string_view bytes, std::size_t slots);

// Returns tables by slot, without a value if there is none.
Formula formula_of(const std::vector<PlaceRecord>& slots, const Layout& layout);
Status judge_places(const std::vector<PlaceRecord>& slots, const Formula& formula, const Layout& layout,
                    Verdict& verdict);

}  // namespace tcviz::inline gpu_compiler
