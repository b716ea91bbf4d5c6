// Writes and reads the figure options that were last used for each kind (the map's key is the kind's id) as JSON, for
// the file of settings. When reading, a value that is unknown or out of range is replaced by the default.
#pragma once

#include <map>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "app/session/base/figure_choice.hpp"

namespace tcviz::inline app_session {

inline constexpr std::size_t most_kept_figures = 100;

nlohmann::json write_kept_figures(const std::map<std::string, FigureChoice>& figures);
std::map<std::string, FigureChoice> read_kept_figures(const nlohmann::json& object);

}  // namespace tcviz::inline app_session
