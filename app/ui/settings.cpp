#include "app/ui/settings.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tcviz {
namespace {

using nlohmann::json;

constexpr const char* format_name = "tcviz-window/1";

// The words of each choice, in the order of its enumeration.
constexpr std::array<const char*, 3> themes = {"dark", "light", "contrast"};
constexpr std::array<const char*, 5> views = {"grids", "combined", "product", "threads", "comparison"};
constexpr std::array<const char*, 9> colorings = {"automatic", "thread", "value", "quad",      "in quad",
                                                  "word",      "row",    "col",   "expression"};
constexpr std::array<const char*, 8> labels = {"automatic", "thread",  "value",  "slot",
                                               "word",      "element", "linear", "none"};
constexpr std::array<const char*, 3> palettes = {"safe", "vivid", "print"};

template <class Choice, std::size_t Count>
const char* word_of(Choice choice, const std::array<const char*, Count>& words) {
  return words.at(static_cast<std::size_t>(choice));
}

// FNV-1a, 64 bits: guards against damage, not against malice.
std::string checksum(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return fmt::format("{:016x}", hash);
}

json sealed(const std::string& text) { return {{"text", text}, {"checksum", checksum(text)}}; }

// Thrown and caught in this file only: JSON's own reader does so anyway.
struct Damage {
  std::string what;
};

std::string unseal(const json& object) {
  std::string text = object.at("text").get<std::string>();
  if (object.at("checksum").get<std::string>() != checksum(text)) throw Damage{"a checksum does not fit"};
  return text;
}

template <class Choice, std::size_t Count>
void read_word(const json& object, const char* key, const std::array<const char*, Count>& words, Choice& into) {
  if (!object.contains(key)) return;
  const std::string word = object.at(key).get<std::string>();
  const auto at = std::find(words.begin(), words.end(), word);
  if (at != words.end()) into = static_cast<Choice>(at - words.begin());
}

template <class T>
void read(const json& object, const char* key, T& into) {
  if (object.contains(key)) into = object.at(key).get<T>();
}

void read_arrangements(const json& object, Kept& kept) {
  if (!object.contains("arrangements")) return;
  for (const json& row : object.at("arrangements").get<std::vector<json>>()) {
    if (kept.arrangements.size() == most_arrangements) return;
    kept.arrangements.push_back({row.at("name").get<std::string>(), unseal(row)});
  }
}

WindowPlace read_place(const json& object) {
  WindowPlace place;
  read(object, "x", place.x);
  read(object, "y", place.y);
  read(object, "width", place.width);
  read(object, "height", place.height);
  read(object, "maximized", place.maximized);
  return place;
}

bool is_sane(const WindowPlace& place) {
  constexpr int far = 100'000;
  const auto near = [](int v) { return v > -far && v < far; };
  return near(place.x) && near(place.y) && place.width > 0 && place.width < far && place.height > 0 &&
         place.height < far;
}

Settings read_object(const json& object) {
  if (object.at("format").get<std::string>() != format_name) throw Damage{"it is of another version"};
  Settings settings;
  Kept& kept = settings.kept;
  read_word(object, "theme", themes, kept.theme);
  read(object, "ui_percent", kept.ui_percent);
  read_word(object, "view", views, kept.view);
  read_word(object, "color_by", colorings, kept.color_by);
  read_word(object, "label_by", labels, kept.label_by);
  read_word(object, "palette", palettes, kept.palette);
  read(object, "favourites", kept.favourites);
  read(object, "recent", kept.recent);
  read_arrangements(object, kept);
  read(object, "arrangement", kept.arrangement);
  read(object, "tour_done", kept.tour_done);
  if (object.contains("panels")) settings.panels = unseal(object.at("panels"));
  if (object.contains("place")) settings.place = read_place(object.at("place"));
  if (settings.place && !is_sane(*settings.place)) settings.place.reset();
  return settings;
}

json write_object(const Settings& settings) {
  const Kept& kept = settings.kept;
  json object = {{"format", format_name},
                 {"theme", word_of(kept.theme, themes)},
                 {"ui_percent", kept.ui_percent},
                 {"view", word_of(kept.view, views)},
                 {"color_by", word_of(kept.color_by, colorings)},
                 {"label_by", word_of(kept.label_by, labels)},
                 {"palette", word_of(kept.palette, palettes)},
                 {"favourites", kept.favourites},
                 {"recent", kept.recent},
                 {"arrangements", json::array()},
                 {"arrangement", kept.arrangement},
                 {"tour_done", kept.tour_done},
                 {"panels", sealed(settings.panels)}};
  for (const PanelArrangement& arrangement : kept.arrangements) {
    json row = sealed(arrangement.text);
    row["name"] = arrangement.name;
    object["arrangements"].push_back(std::move(row));
  }
  if (settings.place) {
    const WindowPlace& p = *settings.place;
    object["place"] = {{"x", p.x}, {"y", p.y}, {"width", p.width}, {"height", p.height}, {"maximized", p.maximized}};
  }
  return object;
}

}  // namespace

std::string write_settings(const Settings& settings) {
  return write_object(settings).dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<Settings> read_settings(std::string_view text) {
  try {
    return read_object(json::parse(text));
  } catch (const Damage& damage) {
    return bad_input(damage.what);
  } catch (const json::exception& error) {
    return bad_input(error.what());
  }
}

}  // namespace tcviz
