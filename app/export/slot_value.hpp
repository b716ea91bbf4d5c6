// An expression as the number of a slot: what ColorBy::Expression colours by.
#pragma once

#include <string_view>

#include "app/scene/scene.hpp"

namespace tcviz {

// From a slot and its element. A message where the text is wrong, or where C leaves its value undefined for some slot
// of the layouts. Calls share a buffer: for one thread at a time.
using SlotValue = std::function<std::int64_t(Slot, Element)>;
Result<SlotValue> slot_value(std::string_view text, SceneLayouts layouts);

}  // namespace tcviz
