#include "app/session/whole/settings.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/scene/grid/names.hpp"
#include "app/session/base/json_take.hpp"
#include "app/session/base/kept_figures.hpp"

namespace tcviz::inline app_session {
namespace {

using nlohmann::json;

constexpr const char* format_name = "tcviz-window/1";

// Thrown and caught in this file only: JSON's own reader does so anyway.
struct Damage {
  std::string what;
};

template <class Choice>
void read_word(const json& object, const char* key, Choice& into) {
  if (!object.contains(key)) return;
  std::string word = object.at(key).get<std::string>();
  std::ranges::replace(word, ' ', '-');  // version 0.1 wrote "in quad"
  if (const auto read = parse_word<Choice>(key, word)) into = read.value();
}

// Reads the widths; those of an edited file are brought into their range; a workspace of another version is passed
// over.
OfWorkspaces<float> read_sides(const json& object) {
  OfWorkspaces<float> side;
  if (!object.contains("side")) return side;
  for (const WorkspaceRow& row : workspace_rows) {
    const std::string word(row.word);
    if (!object.at("side").contains(word)) continue;
    const auto share = object.at("side").at(word).get<float>();
    if (share > 0) side[row.workspace] = std::clamp(share, least_side, most_side);
  }
  return side;
}

json write_sides(const OfWorkspaces<float>& side) {
  json object = json::object();
  for (const WorkspaceRow& row : workspace_rows) {
    if (side[row.workspace] > 0) object[std::string(row.word)] = side[row.workspace];
  }
  return object;
}

KeptPlace read_kept_place(const json& object) {
  KeptPlace at;
  std::string workspace;
  take(object, "workspace", workspace);
  for (const WorkspaceRow& row : workspace_rows) {
    if (row.word == workspace) at.workspace = row.workspace;
  }
  take(object, "kind", at.kind);
  take(object, "source", at.source);
  take(object, "other_kind", at.other_kind);
  take(object, "other_source", at.other_source);
  take(object, "threads", at.threads);
  take(object, "expression", at.expression);
  take(object, "one_text", at.formula.one_text);
  take(object, "row", at.formula.row);
  take(object, "col", at.formula.col);
  take(object, "text", at.formula.text);
  take(object, "lesson", at.lesson);
  take(object, "lesson_step", at.lesson_step);
  if (!object.contains("pin")) return at;
  const auto pin = object.at("pin").get<std::array<int, 5>>();
  at.element = {pin[0], pin[1]};
  at.slot = Slot{pin[2], pin[3]};
  at.layout = pin[4];
  return at;
}

json write_kept_place(const KeptPlace& at) {
  json object = {{"workspace", row_of(at.workspace).word}};
  const auto add = [&](const char* key, const std::string& text) {
    if (!text.empty()) object[key] = text;
  };
  add("kind", at.kind);
  add("source", at.source);
  add("other_kind", at.other_kind);
  add("other_source", at.other_source);
  add("threads", at.threads);
  add("expression", at.expression);
  add("row", at.formula.row);
  add("col", at.formula.col);
  add("text", at.formula.text);
  if (at.formula.one_text) object["one_text"] = true;
  add("lesson", at.lesson);
  if (!at.lesson.empty()) object["lesson_step"] = at.lesson_step;
  if (at.slot) object["pin"] = {at.element.row, at.element.col, at.slot->tid, at.slot->i, at.layout};
  return object;
}

WindowPlace read_place(const json& object) {
  WindowPlace place;
  take(object, "x", place.x);
  take(object, "y", place.y);
  take(object, "width", place.width);
  take(object, "height", place.height);
  take(object, "maximized", place.maximized);
  return place;
}

bool is_sane(const WindowPlace& place) {
  constexpr int far = 100'000;
  const auto near = [](int v) { return v > -far && v < far; };
  return near(place.x) && near(place.y) && place.width > 0 && place.width < far && place.height > 0 &&
         place.height < far;
}

Settings read_object(const json& object) {
  if (object.at("format").get<std::string>() != format_name) throw Damage{"it is from another version"};
  Settings settings;
  Kept& kept = settings.kept;
  read_word(object, "theme", kept.theme);
  take(object, "ui_percent", kept.ui_percent);
  read_word(object, "view", kept.view);
  read_word(object, "color_by", kept.color_by);
  read_word(object, "label_by", kept.label_by);
  read_word(object, "palette", kept.palette);
  take(object, "favourites", kept.favourites);
  take(object, "recent", kept.recent);
  take(object, "recent_files", kept.recent_files);
  take(object, "tour_done", kept.tour_done);
  take(object, "inspector", kept.inspector);
  take(object, "inspector_asked", kept.inspector_asked);
  kept.side = read_sides(object);
  take(object, "learn", kept.learn);
  if (kept.learn.size() > most_learn_progress) kept.learn.clear();
  if (object.contains("figures")) kept.figures = read_kept_figures(object.at("figures"));
  if (object.contains("at")) kept.at = read_kept_place(object.at("at"));
  if (object.contains("place")) settings.place = read_place(object.at("place"));
  take(object, "link", settings.link);
  if (settings.place && !is_sane(*settings.place)) settings.place.reset();
  return settings;
}

json write_object(const Settings& settings) {
  const Kept& kept = settings.kept;
  json object = {{"format", format_name},
                 {"theme", app_scene::word_of(kept.theme)},
                 {"ui_percent", kept.ui_percent},
                 {"view", app_scene::word_of(kept.view)},
                 {"color_by", app_scene::word_of(kept.color_by)},
                 {"label_by", app_scene::word_of(kept.label_by)},
                 {"palette", app_scene::word_of(kept.palette)},
                 {"favourites", kept.favourites},
                 {"recent", kept.recent},
                 {"recent_files", kept.recent_files},
                 {"tour_done", kept.tour_done},
                 {"inspector", kept.inspector},
                 {"inspector_asked", kept.inspector_asked},
                 {"side", write_sides(kept.side)},
                 {"learn", kept.learn},
                 {"figures", write_kept_figures(kept.figures)},
                 {"at", write_kept_place(kept.at)}};
  if (!settings.link.empty()) object["link"] = settings.link;
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

}  // namespace tcviz::inline app_session
