// The size of a figure as a person gives it: a scale, or the place that it is made for.
#pragma once

#include "app/cli/figures/figure_words.hpp"

namespace tcviz::inline app_cli {

// Reads the scale or the paper of a figure whose format is known. Refuses words that contradict each other.
Status read_figure_size(const FigureWords& words, Figure& figure);

// Reads "8.5cm", "85mm", "3.35in" or "240pt" as millimetres. `what` names the option in errors.
Result<double> parse_length(std::string_view what, std::string_view text, double least_mm, double most_mm);

}  // namespace tcviz::inline app_cli
