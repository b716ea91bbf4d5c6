// Writes and reads the style of a figure as part of the JSON object that the file contains (carried.hpp). A missing key
// stands for the default of SceneStyle. The figure can be written again from it, byte for byte.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

// Returns {"view", "color_by", "palette", "labels", "theme"} and all other keys whose value is not the default. Values
// are the words of the command line.
nlohmann::ordered_json style_json(const Figure& figure);

// Sets style and scale of `figure`, whose layouts and format must be set. Returns an error for unknown words, and for
// numbers that do not fit the layouts.
Status read_carried_style(const nlohmann::json& object, Figure& figure);

}  // namespace tcviz::inline app_export
