// Compiles an expression that the user typed to a function that gives each slot a number, for ColorBy::Expression.
#pragma once

#include <string_view>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_export {

// Computes the number of a slot (thread and value) and its element. Not to be called by two threads at once.
using SlotValue = std::function<std::int64_t(Slot, Element)>;
// Compiles `text`. Returns an error if it has a mistake, or if C leaves its value undefined for a slot of `layouts`.
Result<SlotValue> slot_value(std::string_view text, SceneLayouts layouts);

}  // namespace tcviz::inline app_export
