#include "gpu/language/formula/verdict_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tcviz::inline gpu_formula {
namespace {

std::string wrong_text(const char* name, int wrong) {
  if (wrong == 0) return fmt::format("{} is right everywhere", name);
  return fmt::format("{} is wrong for {} slot{}", name, wrong, wrong == 1 ? "" : "s");
}

std::string slot_text(Slot slot) { return fmt::format("T{} x[{}]", slot.tid, slot.i); }

std::string got_text(const Verdict& verdict, const FirstMismatch& first) {
  if (verdict.asked_row && verdict.asked_col) return fmt::format("({}, {})", first.row, first.col);
  return verdict.asked_row ? fmt::format("row {}", first.row) : fmt::format("col {}", first.col);
}

// Returns "right if the size is 32768 or 17, wrong if it is 1 or 3".
std::string open_text(const OpenNumber& open) {
  const std::string_view number = open.variable == Variable::Size    ? "the leading dimension or size"
                                  : open.variable == Variable::Start ? "the place where the tile begins"
                                                                     : "the number of the tile";
  return fmt::format("it is right if {} is {}, and wrong if it is {}", number, fmt::join(open.right, ", "),
                     fmt::join(open.wrong, ", "));
}

}  // namespace

std::string with_blame(std::string_view message, std::string_view blame) {
  const std::size_t end = std::min(message.find(": "), message.size());
  return fmt::format("{}{}{}{}", message.substr(0, end), blame.empty() ? "" : ", ", blame, message.substr(end));
}

VerdictWords verdict_words(const Verdict& verdict) {
  VerdictWords words;
  if (!verdict.ok() && verdict.asked_row && verdict.asked_col)
    words.apart =
        fmt::format("{}, {}", wrong_text("row", verdict.row_mismatches), wrong_text("col", verdict.col_mismatches));
  if (verdict.open) words.apart = open_text(*verdict.open) + (words.apart.empty() ? "" : "; there ") + words.apart;
  if (const auto& first = verdict.first) {
    const std::string who = slot_text(first->slot), got = got_text(verdict, *first);
    words.first = fmt::format("{}: expected ({}, {}), got {}", who, first->expected->row, first->expected->col, got);
    words.first_got = fmt::format("{}: got {}", who, got);
  }
  if (const auto& undefined = verdict.undefined)
    words.undefined =
        fmt::format("{}: {}", slot_text(undefined->slot), with_blame(undefined->message, undefined->blame));
  return words;
}

}  // namespace tcviz::inline gpu_formula
