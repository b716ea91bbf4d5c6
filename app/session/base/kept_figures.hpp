// The last choice for a figure, by kind, in the file of settings. A value that is not known or out of its range stays
// as it is at first.
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
