// SVG -> the figure that it carries, and its description. Only <metadata> and <desc> count, not the drawing.
#include <expat.h>
#include <fmt/format.h>

#include <memory>

#include "app/export/figure/readers.hpp"

namespace tcviz::inline app_export {
namespace {

constexpr int deepest = 1000;  // elements inside each other: expat keeps each, and no drawing has so many
constexpr std::string_view any_format = "tcviz-";

// The texts that expat's calls gather: that of every <metadata> and <desc>, without that of elements inside it.
struct Gathered {
  XML_Parser parser = nullptr;
  std::vector<std::string> metadata, descriptions;
  std::vector<std::string>* open = nullptr;  // where the text of the open <metadata> or <desc> goes
  int depth = 0;                             // depth of the open element
  int open_depth = 0;                        // depth of the open <metadata> or <desc>; 0 outside of one
  bool svg = false;                          // the root is <svg>
  bool declares_entities = false, too_deep = false;
};

// Turns "svg:metadata" into "metadata": editors write SVG with or without a prefix.
std::string_view local_name(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

void XMLCALL on_start(void* data, const XML_Char* name, const XML_Char**) {
  Gathered& gathered = *static_cast<Gathered*>(data);
  ++gathered.depth;
  if (gathered.depth > deepest) {
    gathered.too_deep = true;
    XML_StopParser(gathered.parser, XML_FALSE);
    return;
  }
  if (gathered.depth == 1) gathered.svg = local_name(name) == "svg";
  const bool metadata = local_name(name) == "metadata";
  if (gathered.open_depth > 0 || (!metadata && local_name(name) != "desc")) return;
  gathered.open = metadata ? &gathered.metadata : &gathered.descriptions;
  gathered.open_depth = gathered.depth;
  gathered.open->emplace_back();
}

void XMLCALL on_end(void* data, const XML_Char*) {
  Gathered& gathered = *static_cast<Gathered*>(data);
  if (gathered.open_depth == gathered.depth) gathered.open_depth = 0;
  --gathered.depth;
}

void XMLCALL on_text(void* data, const XML_Char* text, int length) {
  Gathered& gathered = *static_cast<Gathered*>(data);
  if (gathered.open_depth != gathered.depth || gathered.depth == 0) return;
  gathered.open->back().append(text, static_cast<std::size_t>(length));
}

// Stops the parser: a figure needs no entities of its own, and a file that multiplies them is not a figure.
void XMLCALL on_entity(void* data, const XML_Char*, int, const XML_Char*, int, const XML_Char*, const XML_Char*,
                       const XML_Char*, const XML_Char*) {
  Gathered& gathered = *static_cast<Gathered*>(data);
  gathered.declares_entities = true;
  XML_StopParser(gathered.parser, XML_FALSE);
}

struct FreeParser {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

Error unreadable(XML_Parser parser, const Gathered& gathered) {
  if (gathered.declares_entities) return bad_input("the SVG declares entities: save it again as plain SVG");
  if (gathered.too_deep)
    return bad_input(fmt::format("line {}: more than {} elements inside each other: that is no figure",
                                 XML_GetCurrentLineNumber(parser), deepest));
  return bad_input(fmt::format("line {}, column {}: not well-formed XML ({}): the SVG is damaged or cut off",
                               XML_GetCurrentLineNumber(parser), XML_GetCurrentColumnNumber(parser) + 1,
                               XML_ErrorString(XML_GetErrorCode(parser))));
}

Result<Gathered> gather(std::string_view xml) {
  const std::unique_ptr<XML_ParserStruct, FreeParser> parser(XML_ParserCreate(nullptr));
  if (parser == nullptr) return bad_input("no memory for the XML reader");
  Gathered gathered;
  gathered.parser = parser.get();
  XML_SetUserData(parser.get(), &gathered);
  XML_SetElementHandler(parser.get(), on_start, on_end);
  XML_SetCharacterDataHandler(parser.get(), on_text);
  XML_SetEntityDeclHandler(parser.get(), on_entity);
  if (XML_Parse(parser.get(), xml.data(), static_cast<int>(xml.size()), XML_TRUE) != XML_STATUS_OK) {
    return unreadable(parser.get(), gathered);
  }
  return gathered;
}

}  // namespace

Result<std::string> carried_in_svg(std::string_view svg) {
  const Result<Gathered> gathered = gather(svg);
  TCVIZ_TRY(gathered);
  if (!gathered.value().svg)
    return bad_input("XML, but not SVG: give a layout file or a figure that `tcviz show` wrote");
  for (const std::string& text : gathered.value().metadata)
    if (text.find(any_format) != std::string::npos) return text;
  return bad_input("this SVG holds no layout: only those that `tcviz show --format svg` wrote can be read back");
}

std::string description_in_svg(std::string_view svg) {
  const Result<Gathered> gathered = gather(svg);
  std::string text;
  if (gathered.ok())
    for (const std::string& part : gathered.value().descriptions) text += (text.empty() ? "" : "; ") + part;
  return text;
}

Result<std::vector<FigureLayout>> figure_in_svg(std::string_view svg) {
  const Result<std::string> carried = carried_in_svg(svg);
  if (!carried) return carried.error();
  Result<std::vector<FigureLayout>> layouts = figure_in_json(carried.value());
  if (layouts) return layouts;
  return bad_input("the layout in <metadata>: " + layouts.error().message);
}

}  // namespace tcviz::inline app_export
