// Finds in a text of a person what it names of a figure: a kind, a source, a GPU or a date.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

// Returns what the text names and no layout of the figure states: "names the kind mma.m16n8k8.acc.f32, and the figure
// shows mma.m16n8k16.acc.f32". Empty if there is nothing of that sort.
std::string named_otherwise(std::string_view text, std::span<const FigureLayout> layouts);

// True for a date by ISO 8601, "2026-11-22".
bool is_day(std::string_view text);

}  // namespace tcviz::inline app_export
