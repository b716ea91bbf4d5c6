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
// ByBlock: in another block the text gives another place of its tile.
enum class PlaceState : std::int32_t { Done, Undefined, Changed, ByBlock };

// The answer for one slot, in the format of prelude/harness.h.
struct PlaceRecord {
  std::int64_t row, col, linear;
  std::int32_t has, form;  // has: bits for 1 row, 2 col, 4 linear; form: see there
  PlaceState state;
  std::int32_t line;
  char why[56];
};

// Every slot is computed so many times: from the first to the last, from the last to the first (a slot whose answers
// differ is Changed), and from the first to the last in another block, which may move all slots by whole tiles alike.
inline constexpr std::size_t times_asked = 3;

// All answers.
struct AnsweredSlots {
  std::vector<PlaceRecord> slots;
  std::size_t answers = 0;  // number of answers that arrived; complete: `times_asked` times the number of slots
};
// Reads the answers from the output of the process.
AnsweredSlots read_places(std::string_view bytes, const Layout& layout);
// Returns the slot of the answer with this number.
std::size_t slot_of_answer(std::size_t answer, std::size_t slots);

// Returns the answers as a formula that consists of tables by slot; slots without an answer have no value.
Formula formula_of(const std::vector<PlaceRecord>& slots, const Layout& layout);
// Checks the answers against `layout`.
Status judge_places(const std::vector<PlaceRecord>& slots, const Formula& formula, const Layout& layout,
                    Verdict& verdict);

}  // namespace tcviz::inline gpu_compiler
