// Functions that read the layouts in a figure file, one for each form of the data. figure_reader.cpp chooses one by the
// content of the file.
#pragma once

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

Result<std::vector<FigureLayout>> figure_in_svg(std::string_view svg);
Result<std::vector<FigureLayout>> figure_in_png(std::string_view png);
// Returns the JSON object in the metadata of an SVG, or in a text chunk of a PNG.
Result<std::string> carried_in_svg(std::string_view svg);
Result<std::string> carried_in_png(std::string_view png);
// Returns the text of the element <desc> of an SVG; "" if there is none.
std::string description_in_svg(std::string_view svg);
// Reads the first armored object (carried.hpp) in a PDF, TikZ, C++, Markdown or text file.
Result<std::vector<FigureLayout>> figure_in_armor(std::string_view bytes);
// Reads the JSON object of a figure, or a layout file.
Result<std::vector<FigureLayout>> figure_in_json(std::string_view json);

inline constexpr std::string_view csv_header = "tid,i,register,low_bit,high_bit,row,col,linear,kind,provenance";
// An additional column if one of the kinds is of ldmatrix or stmatrix: the thread that provides the address of the row.
inline constexpr std::string_view csv_address = ",address_tid";
// Reads the layouts from the rows, and the provenance from the cell that has one. Errors name the line.
Result<std::vector<FigureLayout>> figure_in_csv(std::string_view csv);

}  // namespace tcviz::inline app_export
