#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "gpu/smem/journey.hpp"

namespace tcviz::inline gpu_smem {
namespace {

constexpr std::array<JourneyPreset, 4> presets = {
    {{"ampere", "cp.async, ldmatrix and mma.sync; each lane stores its part of D", 128, 128, 32, 3, Swizzle::B64, false,
      false, true, false},
     {"hopper", "TMA, and wgmma that reads both operands from shared memory", 128, 128, 64, 4, Swizzle::B128, true,
      true, false, false},
     {"hopper-rs", "TMA, ldmatrix for A, and wgmma with A in registers", 128, 128, 64, 4, Swizzle::B128, true, true,
      true, false},
     {"epilogue", "as hopper; D goes as f16 by stmatrix to shared memory, and from there by TMA", 128, 128, 64, 4,
      Swizzle::B128, true, true, false, true}}};

bool read_number(std::string_view& text, std::int64_t& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc() && into >= 0;
}

}  // namespace

std::span<const JourneyPreset> journey_presets() { return presets; }

const JourneyPreset* find_journey_preset(std::string_view name) {
  const auto found = std::find_if(presets.begin(), presets.end(), [&](const auto& each) { return each.name == name; });
  return found == presets.end() ? nullptr : &*found;
}

Result<JourneyElement> read_journey_element(std::string_view text) {
  const std::string_view given = text;
  JourneyElement element;
  if (!text.empty()) element.matrix = text.front() >= 'a' ? static_cast<char>(text.front() - 'a' + 'A') : text.front();
  const bool named = element.matrix == 'A' || element.matrix == 'B' || element.matrix == 'C' || element.matrix == 'D';
  const auto accept = [&](char sign) {
    const bool found = !text.empty() && text.front() == sign;
    if (found) text.remove_prefix(1);
    return found;
  };
  if (!text.empty()) text.remove_prefix(1);
  if (!named || !accept(':') || !read_number(text, element.row) || !accept(',') || !read_number(text, element.col) ||
      !text.empty())
    return bad_input(
        fmt::format("'{}' is no element: write A:37,12 (row and column of A, B or C, counted from 0).", given));
  if (element.matrix == 'D') element.matrix = 'C';
  return element;
}

std::string spell(const JourneyElement& element) {
  return fmt::format("{}:{},{}", element.matrix, element.row, element.col);
}

}  // namespace tcviz::inline gpu_smem
