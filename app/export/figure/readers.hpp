// One function for each way in which a file carries a figure; figure_reader.cpp chooses by content.
#pragma once

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

Result<std::vector<FigureLayout>> figure_in_svg(std::string_view svg);
Result<std::vector<FigureLayout>> figure_in_png(std::string_view png);
// Returns the object in the file's metadata, as text.
Result<std::string> carried_in_svg(std::string_view svg);
Result<std::string> carried_in_png(std::string_view png);
// Reads the first armored figure in the bytes of PDF, TikZ, C++, Markdown or text.
Result<std::vector<FigureLayout>> figure_in_armor(std::string_view bytes);
// Reads a figure's own object, or a layout file.
Result<std::vector<FigureLayout>> figure_in_json(std::string_view json);

inline constexpr std::string_view csv_header = "tid,i,register,low_bit,high_bit,row,col,linear,kind,provenance";
// One more column, if a kind is there whose rows have addresses: ldmatrix and stmatrix.
inline constexpr std::string_view csv_address = ",address_tid";
// Reads the map from the rows, and the provenance from the cell that has one. Errors name the line.
Result<std::vector<FigureLayout>> figure_in_csv(std::string_view csv);

}  // namespace tcviz::inline app_export
