// Bytes of any format -> the layouts they carry.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "app/export/figure/carried.hpp"
#include "app/export/figure/carried_picture.hpp"
#include "app/export/figure/export.hpp"
#include "app/export/figure/readers.hpp"
#include "app/export/figure/writers.hpp"
#include "app/export/ink/png_text.hpp"
#include "gpu/layout/json_reader.hpp"
#include "gpu/layout/layout_file.hpp"

namespace tcviz::inline app_export {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view after_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

bool is_xml(std::string_view bytes) { return after_blanks(bytes).starts_with('<'); }
bool is_csv(std::string_view bytes) { return after_blanks(bytes).starts_with("tid,i,register,"); }
bool is_array(std::string_view bytes) { return after_blanks(bytes).starts_with('['); }
bool is_json(std::string_view bytes) { return after_blanks(bytes).starts_with('{'); }

// A reader, and the test of its bytes. The first row that knows the bytes reads them.
struct Reader {
  bool (*knows)(std::string_view bytes);
  Result<std::vector<FigureLayout>> (*read)(std::string_view bytes);
};
constexpr std::array readers{Reader{is_png, figure_in_png}, Reader{is_xml, figure_in_svg},
                             Reader{is_json, figure_in_json}, Reader{is_csv, figure_in_csv},
                             Reader{has_armor, figure_in_armor}};

// True if the text is the object of a figure or a picture. Only the metadata of the root is tested: other texts in it
// may speak of figures, too.
bool is_carried(std::string_view json) {
  const Result<nlohmann::json> tree = read_json(json);
  if (!tree || !tree.value().is_object()) return false;
  const nlohmann::json format = tree.value().value("format", nlohmann::json());
  return format == figure_format || format == picture_format;
}

std::vector<FigureLayout> without_sources(std::vector<Layout> layouts) {
  std::vector<FigureLayout> parts;
  for (Layout& layout : layouts) parts.push_back({std::move(layout), {}});
  return parts;
}

}  // namespace

Result<std::string> carried_in_png(std::string_view png) {
  const Result<std::vector<PngText>> texts = png_texts(png);
  TCVIZ_TRY(texts);
  for (const PngText& text : texts.value())
    if (text.key == png_key) return text.text;
  return bad_input("this PNG holds no layout: only those that `tcviz show --format png` wrote can be read back");
}

Result<std::vector<FigureLayout>> figure_in_png(std::string_view png) {
  const Result<std::string> carried = carried_in_png(png);
  return carried ? parse_carried(carried.value()) : carried.error();
}

Result<std::vector<FigureLayout>> figure_in_armor(std::string_view bytes) {
  const Result<std::string> json = unarmored(bytes);
  return json ? parse_carried(json.value()) : json.error();
}

Result<std::vector<FigureLayout>> figure_in_json(std::string_view json) {
  if (is_carried(json)) return parse_carried(json);
  Result<std::vector<Layout>> layouts = parse_layouts(json);
  TCVIZ_TRY(layouts);
  return without_sources(std::move(layouts).value());
}

Result<std::vector<FigureLayout>> figure_in_text(std::string_view bytes) {
  if (bytes.starts_with(byte_order_mark)) bytes.remove_prefix(byte_order_mark.size());
  if (after_blanks(bytes).empty()) return bad_input("the file is empty: give a layout file or a figure");
  for (const Reader& reader : readers)
    if (reader.knows(bytes)) return reader.read(bytes);
  if (bytes.starts_with("%PDF"))
    return bad_input("this PDF holds no layout: only those that `tcviz show --format pdf` wrote can be read back");
  if (is_array(bytes)) return figure_in_json(bytes);  // whose error is the one to report
  return bad_input(
      "this is no figure of tcviz (no layout is inside) and no JSON: give a file that `tcviz show -o` wrote");
}

}  // namespace tcviz::inline app_export
