// JSON -> layouts. Every check names the key it fails at; keys that belong together are checked together.
#include "gpu/layout/layout_file.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <map>
#include <optional>

#include "gpu/layout/json_reader.hpp"

namespace tcviz::inline gpu_layout {
namespace {

using nlohmann::json;

Error at(std::string_view place, std::string_view key, std::string_view what) {
  return bad_input(fmt::format("{}{}: {}", place, key, what));
}

// An object of the file and the place of its keys: "", "layouts[3].", "layouts[3].provenance.".
struct Node {
  const json& object;
  std::string place;

  Error error(std::string_view key, std::string_view what) const { return at(place, key, what); }
  const json* find(std::string_view key) const {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
  }
};

// Returns "a string", "an array", ...
std::string_view what_is(const json& value) {
  if (value.is_number_float()) return "a fraction";
  if (value.is_null()) return "null";
  constexpr std::array<std::string_view, 5> names{"an object", "an array", "a string", "a boolean", "a number"};
  for (const std::string_view name : names)
    if (name.ends_with(value.type_name())) return name;
  return value.type_name();
}

std::string must_be(std::string_view wanted, const json& value) {
  return fmt::format("must be {}, not {}", wanted, what_is(value));
}

// True if a string can be shown anywhere: it has no control character (C0, DEL, C1), which a terminal may obey, and
// none of the two code points that XML forbids. The text is UTF-8.
bool is_plain(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 || c == 0x7f) return false;
    if (c == 0xc2 && static_cast<unsigned char>(text[i + 1]) < 0xa0) return false;
  }
  return text.find("\xef\xbf\xbe") == text.npos && text.find("\xef\xbf\xbf") == text.npos;
}

Result<std::string> plain_string(const Node& node, std::string_view key, const json& value) {
  if (!value.is_string()) return node.error(key, must_be("a string", value));
  const auto& text = value.get_ref<const std::string&>();
  if (!is_plain(text)) return node.error(key, "holds a control character");
  return text;
}

Result<std::string> read_string(const Node& node, std::string_view key) {
  const json* value = node.find(key);
  if (!value) return node.error(key, "is missing");
  return plain_string(node, key, *value);
}

std::optional<int> as_int(const json& value) {
  constexpr auto largest = std::numeric_limits<int>::max();
  if (value.is_number_unsigned() && value.get<std::uint64_t>() <= largest)
    return static_cast<int>(value.get<std::uint64_t>());
  if (value.is_number_integer() && !value.is_number_unsigned() && value.get<std::int64_t>() >= -largest)
    return static_cast<int>(value.get<std::int64_t>());
  return std::nullopt;
}

Result<int> read_int(const Node& node, std::string_view key) {
  const json* value = node.find(key);
  if (!value) return node.error(key, "is missing");
  if (!value->is_number_integer()) return node.error(key, must_be("an integer", *value));
  if (const auto number = as_int(*value)) return *number;
  return node.error(key, fmt::format("{} is out of range", value->dump()));
}

struct OptionalText {
  const char* key;
  std::optional<std::string> Provenance::*member;
};
constexpr std::array<OptionalText, 7> optional_texts{{{"device", &Provenance::device},
                                                      {"compute_capability", &Provenance::compute_capability},
                                                      {"driver", &Provenance::driver},
                                                      {"cuda", &Provenance::cuda},
                                                      {"date", &Provenance::date},
                                                      {"reference", &Provenance::reference},
                                                      {"note", &Provenance::note}}};

Status read_methods(const Node& node, std::vector<std::string>& methods) {
  const json* value = node.find("methods");
  if (!value || value->is_null()) return Nothing{};
  if (!value->is_array()) return node.error("methods", must_be("an array", *value));
  for (std::size_t i = 0; i < value->size(); ++i) {
    Result<std::string> method = plain_string(node, fmt::format("methods[{}]", i), (*value)[i]);
    TCVIZ_TRY(method);
    methods.push_back(std::move(method).value());
  }
  return Nothing{};
}

Result<Source> read_source(const Node& node) {
  Result<std::string> name = read_string(node, "source");
  TCVIZ_TRY(name);
  if (const auto source = source_named(name.value())) return *source;
  return node.error("source", fmt::format("\"{}\" is none of probed, compiled, documented, published", name.value()));
}

Result<Provenance> read_provenance(const Node& node) {
  Provenance provenance;
  const Result<Source> source = read_source(node);
  TCVIZ_TRY(source);
  provenance.source = source.value();
  for (const OptionalText& row : optional_texts) {
    const json* value = node.find(row.key);
    if (!value || value->is_null()) continue;
    Result<std::string> text = plain_string(node, row.key, *value);
    TCVIZ_TRY(text);
    provenance.*row.member = std::move(text).value();
  }
  TCVIZ_TRY(read_methods(node, provenance.methods));
  const bool stated = provenance.source == Source::Published || provenance.source == Source::Documented;
  if (stated && !provenance.reference)
    return node.error("reference", "is missing; say which document states the layout");
  return provenance;
}

// Returns the object's own provenance, or the file's shared one.
Result<Provenance> find_provenance(const Node& node, const std::optional<Provenance>& shared) {
  const json* value = node.find("provenance");
  if (!value && shared) return *shared;
  if (!value) return node.error("provenance", "is missing");
  if (!value->is_object()) return node.error("provenance", must_be("an object", *value));
  return read_provenance({*value, node.place + "provenance."});
}

Result<std::int32_t> read_entry(const Node& node, const json& entry, std::size_t number) {
  if (entry.is_null()) return no_element;
  const auto element = entry.is_number_integer() ? as_int(entry) : std::nullopt;
  if (element && *element >= 0) return *element;
  const std::string key = fmt::format("map[{}]", number);
  if (!entry.is_number_integer()) return node.error(key, must_be("an integer or null", entry));
  return node.error(key, fmt::format("element {} is outside the matrix", entry.dump()));
}

Result<std::vector<std::int32_t>> read_map(const Node& node) {
  const json* value = node.find("map");
  if (!value) return node.error("map", "is missing");
  if (!value->is_array()) return node.error("map", must_be("an array", *value));
  std::vector<std::int32_t> map;
  map.reserve(value->size());
  for (const json& entry : *value) {
    const Result<std::int32_t> element = read_entry(node, entry, map.size());
    TCVIZ_TRY(element);
    map.push_back(element.value());
  }
  return map;
}

struct IntKey {
  const char* key;
  int LayoutData::*member;
};
constexpr std::array<IntKey, 5> int_keys{{{"rows", &LayoutData::rows},
                                          {"cols", &LayoutData::cols},
                                          {"threads", &LayoutData::threads},
                                          {"values", &LayoutData::values},
                                          {"element_bits", &LayoutData::element_bits}}};

// Refuses a file that contradicts the catalogue on a kind that the catalogue knows.
Status check_catalogue(const Node& node, const LayoutData& data) {
  const Kind* kind = find_kind(data.kind);
  if (!kind) return Nothing{};
  const std::array<int, 5> known{kind->rows(), kind->cols(), kind->threads, kind->values, kind->bits()};
  for (std::size_t i = 0; i < int_keys.size(); ++i) {
    const int given = data.*int_keys[i].member;
    if (given != known[i])
      return node.error(int_keys[i].key,
                        fmt::format("{} contradicts the catalogue, where {} has {}", given, data.kind, known[i]));
  }
  return Nothing{};
}

Status check_format(const Node& node) {
  if (node.place.empty() && !node.find("format")) return bad_input("this is no layout file: it has no \"format\"");
  Result<std::string> format = read_string(node, "format");
  TCVIZ_TRY(format);
  if (format.value() == layout_format) return Nothing{};
  return node.error("format", fmt::format(R"("{}" is not known here, only "{}" is)", format.value(), layout_format));
}

Result<LayoutData> read_data(const Node& node, const std::optional<Provenance>& shared) {
  TCVIZ_TRY(check_format(node));
  LayoutData data;
  Result<std::string> kind = read_string(node, "kind");
  TCVIZ_TRY(kind);
  data.kind = std::move(kind).value();
  for (const IntKey& row : int_keys) {
    const Result<int> number = read_int(node, row.key);
    TCVIZ_TRY(number);
    data.*row.member = number.value();
  }
  TCVIZ_TRY(check_catalogue(node, data));
  Result<Provenance> provenance = find_provenance(node, shared);
  TCVIZ_TRY(provenance);
  data.provenance = std::move(provenance).value();
  Result<std::vector<std::int32_t>> map = read_map(node);
  TCVIZ_TRY(map);
  data.map = std::move(map).value();
  return data;
}

Result<Layout> read_layout(const Node& node, const std::optional<Provenance>& shared) {
  Result<LayoutData> data = read_data(node, shared);
  TCVIZ_TRY(data);
  const Result<int> replication = read_int(node, "replication");
  TCVIZ_TRY(replication);
  Result<Layout> layout = Layout::make(std::move(data).value());
  if (!layout) return bad_input(node.place + layout.error().message);
  if (layout.value().replication() == replication.value()) return layout;
  return node.error("replication", fmt::format("{} contradicts the map, which gives {}", replication.value(),
                                               layout.value().replication()));
}

Result<std::vector<Layout>> read_array(const json& array, const std::optional<Provenance>& shared) {
  std::vector<Layout> layouts;
  std::map<std::string, std::size_t, std::less<>> first_of;
  for (std::size_t i = 0; i < array.size(); ++i) {
    const std::string place = fmt::format("layouts[{}]", i);
    if (!array[i].is_object()) return at(place, "", must_be("an object", array[i]));
    Result<Layout> layout = read_layout({array[i], place + "."}, shared);
    TCVIZ_TRY(layout);
    const auto [known, is_new] = first_of.emplace(layout.value().kind(), i);
    if (!is_new) return at(place, ".kind", fmt::format("{} is in layouts[{}] already", known->first, known->second));
    layouts.push_back(std::move(layout).value());
  }
  if (layouts.empty()) return at("layouts", "", "is empty: nothing to show");
  return layouts;
}

Result<std::vector<Layout>> read_many(const Node& root, const json& array) {
  if (!array.is_array()) return root.error("layouts", must_be("an array", array));
  if (root.find("map") || root.find("kind"))
    return root.error("layouts", "stands beside a layout's own keys: a file is either one layout or an array of them");
  if (root.find("format")) TCVIZ_TRY(check_format(root));
  std::optional<Provenance> shared;
  if (root.find("provenance")) {
    Result<Provenance> provenance = find_provenance(root, std::nullopt);
    TCVIZ_TRY(provenance);
    shared = std::move(provenance).value();
  }
  return read_array(array, shared);
}

}  // namespace

Result<std::vector<Layout>> parse_layouts(std::string_view text) {
  const Result<json> tree = read_json(text);
  TCVIZ_TRY(tree);
  if (!tree.value().is_object()) return bad_input("the file " + must_be("an object", tree.value()));
  const Node root{tree.value(), ""};
  if (const json* array = root.find("layouts")) return read_many(root, *array);
  Result<Layout> layout = read_layout(root, std::nullopt);
  TCVIZ_TRY(layout);
  return std::vector<Layout>{std::move(layout).value()};
}

Result<std::vector<Layout>> read_layouts(const std::filesystem::path& path) {
  const Result<std::string> text = read_file(path, JsonLimits{}.bytes);
  TCVIZ_TRY(text);
  Result<std::vector<Layout>> layouts = parse_layouts(text.value());
  if (!layouts) return bad_input(fmt::format("{}: {}", path.string(), layouts.error().message));
  return layouts;
}

}  // namespace tcviz::inline gpu_layout
