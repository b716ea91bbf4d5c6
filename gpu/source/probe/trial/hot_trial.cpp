#include "gpu/source/probe/trial/hot_trial.hpp"

#include <fmt/format.h>

namespace tcviz::inline gpu_probe {

Result<HotChange> HotReader::read(std::span<const std::uint32_t> records) const {
  const std::size_t patterns = records.size() / static_cast<std::size_t>(record_words());
  HotChange change;
  for (std::size_t pattern = 0; pattern < patterns; ++pattern) {
    const auto each = static_cast<std::size_t>(record_words());
    const auto record = records.subspan(pattern * each, each);
    if (record[0] >= each)
      return negative(fmt::format("changes {} values of D, more than a row or a column", record[0]));
    for (std::uint32_t at = 1; at <= record[0]; ++at) {
      const auto slot = static_cast<std::int32_t>(record[at] >> 8);
      const auto element = slot < sum.slots() ? sum.element(sum.slot(slot)) : std::nullopt;
      if (!element) return negative(fmt::format("changes slot {} of D, which holds no element", slot));
      const int col = instruction.b_col(element->row, element->col);
      const int place = by_row ? element->row : col, line = by_row ? element->col : element->row % instruction.shape.m;
      if (change.place >= 0 && change.place != place)
        return negative(fmt::format("changes {}s {} and {} of D", by_row ? "row" : "column", change.place, place));
      change.place = place;
      change.signature.resize(patterns * static_cast<std::size_t>(lines()));
      change.signature[pattern * static_cast<std::size_t>(lines()) + static_cast<std::size_t>(line)] =
          static_cast<char>(record[at] & 0xFF);
    }
  }
  return change;
}

std::string name_of_slot(const TensorRequest& request, int slot, int threads) {
  const int each = request.slots / threads, tid = slot / each, i = slot % each;
  if (request.hot != HotOperand::E) return fmt::format("T{} x[{}]", tid, i);
  return fmt::format("T{} bits {} to {}", tid, i * request.width, i * request.width + request.width - 1);
}

}  // namespace tcviz::inline gpu_probe
