// A figure's style as the keys of its carried object, and back. A style that lacks a key has the value of SceneStyle,
// so that the figure can be written again to the byte.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

// Returns {"view", "color_by", "palette", "labels", "theme"}, and the keys that differ from the default, in the words
// of the command line.
nlohmann::ordered_json style_json(const Figure& figure);

// Fills style and scale of a figure whose layouts and format are there already. Refuses words that are unknown, and
// numbers that fit no layout.
Status read_carried_style(const nlohmann::json& object, Figure& figure);

}  // namespace tcviz::inline app_export
