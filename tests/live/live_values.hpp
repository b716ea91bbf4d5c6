// Fragments whose registers hold what a function of the element says.
#pragma once

#include <cstring>

#include "gpu/kernel/live/live_fragment.hpp"
#include "gpu/layout/element_value.hpp"
#include "gpu/source/manual/manual.hpp"

namespace tcviz {

inline Layout manual_layout(const std::string& kind) {
  const std::unique_ptr<LayoutSource> source = make_manual_source();
  return layout_of(*source, kind).value();
}

template <class Number>
LiveFragment fragment_of(const Layout& layout, Number number) {
  const ValueFormat format = format_of(layout);
  LiveFragment made;
  made.kind = layout.kind();
  made.line = 20;
  made.lane_bytes = static_cast<std::uint32_t>((layout.values() * format.bits + 31) / 32 * 4);
  made.present.assign(static_cast<std::size_t>(layout.threads()), true);
  made.bytes.resize(made.present.size() * made.lane_bytes);
  for (int slot = 0; slot < layout.slots(); ++slot) {
    const std::optional<Element> element = layout.element(layout.slot(slot));
    if (!element) continue;
    const auto bit = static_cast<std::size_t>(slot / layout.values()) * made.lane_bytes * 8 +
                     static_cast<std::size_t>(slot % layout.values() * format.bits);
    const int value = number(element->row, element->col);
    const std::uint64_t bits = format.type ? encode(*format.type, value) : static_cast<std::uint64_t>(value);
    put_bits(made.bytes, bit, format.bits, bits);
  }
  return made;
}

inline LiveValues values_in(const LiveFragment& fragment, const Layout& layout) {
  return live_values(fragment, layout, format_of(layout)).value();
}

}  // namespace tcviz
