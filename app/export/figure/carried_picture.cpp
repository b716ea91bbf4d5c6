#include "app/export/figure/carried_picture.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/export/figure/carried.hpp"
#include "app/export/figure/readers.hpp"
#include "app/export/ink/png_text.hpp"
#include "gpu/layout/json_reader.hpp"

namespace tcviz::inline app_export {
namespace {

using Json = nlohmann::ordered_json;

struct CarriedText {
  std::string text;  // "": nothing is carried
  FigureFormat format = FigureFormat::Svg;
};
CarriedText carried_text(std::string_view bytes) {
  const auto read = [](const Result<std::string>& text, FigureFormat format) {
    return CarriedText{text.ok() ? text.value() : std::string(), format};
  };
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  if (is_png(bytes)) return read(carried_in_png(bytes), FigureFormat::Png);
  if (first != std::string_view::npos && bytes[first] == '<') return read(carried_in_svg(bytes), FigureFormat::Svg);
  return read(unarmored(bytes), bytes.starts_with("%PDF") ? FigureFormat::Pdf : FigureFormat::Tikz);
}

Result<CarriedFile> file_in(const std::string& name, const nlohmann::json& value) {
  if (name.empty() || name == "." || name == ".." || name.find_first_of(std::string_view("/\0", 2)) != name.npos)
    return bad_input("files: a name is that of a file, without a folder");
  if (value.is_string()) return CarriedFile{name, value.get<std::string>()};
  if (!value.is_object() || !value.contains("packed") || !value["packed"].is_string())
    return bad_input("files: must be an object of texts");
  Result<std::string> bytes = unpacked(value["packed"].get<std::string>());
  TCVIZ_TRY(bytes);
  return CarriedFile{name, std::move(bytes).value(), true};
}

bool is_text_array(const nlohmann::json& value) {
  return value.is_array() && !value.empty() &&
         std::ranges::all_of(value, [](const nlohmann::json& word) { return word.is_string(); });
}

Result<std::vector<CarriedFile>> files_in(const nlohmann::json& files) {
  std::vector<CarriedFile> read;
  if (!files.is_object()) return bad_input("files: must be an object of texts");
  for (const auto& [name, value] : files.items()) {
    Result<CarriedFile> file = file_in(name, value);
    TCVIZ_TRY(file);
    read.push_back(std::move(file).value());
  }
  return read;
}

}  // namespace

std::string carried_json(const CarriedPicture& picture) {
  Json json = {{"format", picture_format}, {"command", picture.command}, {"files", Json::object()}};
  for (const CarriedFile& file : picture.files)
    json["files"][file.name] = file.is_binary ? Json({{"packed", packed(file.text)}}) : Json(file.text);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<std::optional<ReadPicture>> picture_in_text(std::string_view bytes) {
  const CarriedText carried = carried_text(bytes);
  const Result<nlohmann::json> tree = read_json(carried.text);
  if (!tree || !tree.value().is_object() || tree.value().value("format", nlohmann::json()) != picture_format)
    return std::optional<ReadPicture>();
  const nlohmann::json command = tree.value().value("command", nlohmann::json());
  if (!is_text_array(command)) return bad_input("command: must be an array of words");
  Result<std::vector<CarriedFile>> files = files_in(tree.value().value("files", nlohmann::json::object()));
  TCVIZ_TRY(files);
  return std::optional(
      ReadPicture{{command.get<std::vector<std::string>>(), std::move(files).value()}, carried.format});
}

}  // namespace tcviz::inline app_export
