// Any bytes as the offsets of a tile, CuTe's swizzles among them: read, judged and mended without a crash. The verdict
// is that of asking each element, diagnostics lie inside the text, and what is said to mend a text does.
#include <cstdint>
#include <cstdlib>

#include "gpu/smem/offset_checker.hpp"

namespace {

using namespace tcviz;

void require(bool holds) {
  if (!holds) std::abort();
}

OperandImage tile(int element_bits, std::int64_t start, int base_offset) {
  return {16, 16, element_bits, Swizzle::B64, Major::K, start, 1024, 512, base_offset};
}

int asked_one_by_one(const OffsetTile& tile, const Formula& formula) {
  Interpreter interpreter(formula.program);
  Variables variables{};
  variables[Variable::Rows] = tile.rows;
  variables[Variable::Cols] = tile.cols;
  int wrong = 0;
  for (int row = 0; row < tile.rows; ++row)
    for (int col = 0; col < tile.cols; ++col) {
      variables[Variable::Row] = row;
      variables[Variable::Col] = col;
      const bool done = interpreter.run(variables) == RunState::Done;
      const auto element = static_cast<std::size_t>(row * tile.cols + col);
      wrong += !done || interpreter.output(formula.output_of(Quantity::Offset)) != tile.offsets[element];
    }
  return wrong;
}

void look_at(std::string_view text, const OperandImage& image) {
  OffsetChecker checker(offsets_of(image));
  const Parsed<Formula> formula = read_offset(text, checker);
  require(formula.value.has_value() == formula.diagnostics.empty());
  for (const Diagnostic& each : formula.diagnostics)
    require(each.range.begin <= each.range.end && each.range.end <= text.size());
  if (!formula) return;
  const Result<OffsetVerdict> verdict = checker.check(*formula.value);
  if (!verdict) return require(!verdict.error().message.empty());
  require(verdict.value().ok() == checker.holds(*formula.value));
  if (verdict.value().undefined && verdict.value().undefined->endless) return;
  require(verdict.value().mismatches == asked_one_by_one(checker.tile(), *formula.value));
  for (const Repair& repair : offset_repairs(checker, text, *formula.value, std::chrono::microseconds(200), 1)) {
    const Parsed<Formula> repaired = read_offset(repair.text, checker);
    require(repaired.value.has_value() && checker.holds(*repaired.value));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  look_at(text, tile(16, 0, 0));
  look_at(text, tile(8, 0x90, 3));
  return 0;
}
