// Reads the options for the size of a figure: a scale, or a size on paper.
#pragma once

#include "app/cli/figures/figure_words.hpp"

namespace tcviz::inline app_cli {

// Sets scale or paper of `figure`, whose format must be set. Returns an error for options that contradict each other.
Status read_figure_size(const FigureWords& words, Figure& figure);

// Reads a length, "8.5cm", "85mm", "3.35in" or "240pt", and converts it to millimetres. `what` names the option in
// errors.
Result<double> parse_length(std::string_view what, std::string_view text, double least_mm, double most_mm);

}  // namespace tcviz::inline app_cli
