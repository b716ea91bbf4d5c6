// Reads the answers of a text that was executed for every slot, and checks them like those of a formula. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/formula/check.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_compiler {

// Done: there is an answer. Undefined: the text gave none. Changed: the text answered differently the second time.
enum class PlaceState : std::int32_t { Done, Undefined, Changed };

// The answer for one slot, in the format of prelude/harness.h.
struct PlaceRecord {
  std::int64_t row, col, linear;
  std::int32_t has, form;  // has: bits for 1 row, 2 col, 4 linear; form: 1 result fields found by names, 2 in order
  PlaceState state;
  std::int32_t line;
  char why[56];
};

// All answers. Every slot is computed twice, the second time from the last to the first: a slot whose answers differ is
// Changed.
struct AnsweredSlots {
  std::vector<PlaceRecord> slots;
  std::size_t answers = 0;  // number of answers that arrived; complete: twice the number of slots
};
// Reads the answers from the output of the process.
AnsweredSlots read_places(std::string_view bytes, std::size_t slots);

// Returns the answers as a formula that consists of tables by slot; slots without an answer have no value.
Formula formula_of(const std::vector<PlaceRecord>& slots, const Layout& layout);
// Checks the answers against `layout`.
Status judge_places(const std::vector<PlaceRecord>& slots, const Formula& formula, const Layout& layout,
                    Verdict& verdict);

}  // namespace tcviz::inline gpu_compiler
