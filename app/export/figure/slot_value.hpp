// An expression as the number of a slot: ColorBy::Expression colours by it.
#pragma once

#include <string_view>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_export {

// The value of an expression for a slot and its element. slot_value refuses a text that is wrong, or whose value C
// leaves undefined for some slot of the layouts. Calls share a buffer: for one thread at a time.
using SlotValue = std::function<std::int64_t(Slot, Element)>;
Result<SlotValue> slot_value(std::string_view text, SceneLayouts layouts);

}  // namespace tcviz::inline app_export
