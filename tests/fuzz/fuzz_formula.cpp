// Any bytes as a formula: read, checked and repaired without a crash, and whatever diagnostics come lie inside the
// text.
#include <cstdint>
#include <cstdlib>

#include "gpu/language/formula/check.hpp"
#include "gpu/language/formula/check_inverse.hpp"
#include "gpu/language/formula/repair.hpp"

namespace {

using namespace tcviz;

// 4 threads of 4 values own a 4x4 matrix.
Layout small_layout() {
  LayoutData data{"fuzz", 4, 4, 4, 4, 16, {}, {}};
  for (int slot = 0; slot < 16; ++slot) data.map.push_back(slot ^ (slot >> 2));
  return Layout::make(std::move(data)).value();
}

void require(bool holds) {
  if (!holds) std::abort();
}

void look_at(std::string_view text, Inputs inputs) {
  const auto formula = read_formula(text, {inputs, inputs == Inputs::Element ? Quantity::Tid : Quantity::Linear});
  require(formula.value.has_value() == formula.diagnostics.empty());
  for (const Diagnostic& each : formula.diagnostics)
    require(each.range.begin <= each.range.end && each.range.end <= text.size());
  if (!formula) return;
  const Layout layout = small_layout();
  const Formula* const one = &*formula.value;
  if (inputs == Inputs::Element) return (void)check_inverse(layout, {&one, 1}).ok();
  Checker checker(layout);
  Verdict verdict;
  if (!checker.check({&one, 1}, verdict)) return;
  require(verdict.holds() == checker.holds({&one, 1}));
  for (const Repair& repair : find_repairs(checker, text, {}, 1, std::chrono::microseconds(200))) {
    const auto repaired = read_formula(repair.text, {});
    require(repaired.value.has_value());
    const Formula* const right = &*repaired.value;
    require(checker.holds({&right, 1}));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  look_at(text, Inputs::Slot);
  look_at(text, Inputs::Element);
  return 0;
}
