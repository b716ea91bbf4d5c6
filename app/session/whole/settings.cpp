#include "app/session/whole/settings.hpp"

#include <algorithm>

#include "app/scene/grid/names.hpp"
#include "app/session/base/kept_figures.hpp"
#include "gpu/layout/record.hpp"

namespace tcviz::inline app_session {
namespace {

using nlohmann::json;

constexpr const char* format_name = "tcviz-window/1";

using Shares = std::map<std::string, float>;

Shares shares_of(const OfWorkspaces<float>& side) {
  Shares shares;
  for (const WorkspaceRow& row : workspace_rows)
    if (side[row.workspace] > 0) shares[std::string(row.word)] = side[row.workspace];
  return shares;
}

// Reads the widths; those of an edited file are brought into their range; a workspace of another version is passed
// over.
std::optional<OfWorkspaces<float>> read_shares(const Shares& shares) {
  OfWorkspaces<float> side;
  for (const WorkspaceRow& row : workspace_rows)
    if (const auto share = shares.find(std::string(row.word)); share != shares.end() && share->second > 0)
      side[row.workspace] = std::clamp(share->second, least_side, most_side);
  return side;
}

std::string_view workspace_word(Workspace workspace) { return row_of(workspace).word; }
std::optional<Workspace> workspace_of_word(std::string_view word) {
  for (const WorkspaceRow& row : workspace_rows)
    if (row.word == word) return row.workspace;
  return std::nullopt;
}

bool is_sane(const WindowPlace& place) {
  constexpr int far = 100'000;
  const auto near = [](int v) { return v > -far && v < far; };
  return near(place.x) && near(place.y) && place.width > 0 && place.width < far && place.height > 0 &&
         place.height < far;
}

}  // namespace

template <class V>
void fields(V& v, FormulaText& t) {
  v.maybe("one_text", t.one_text);
  v.maybe("row", t.row);
  v.maybe("col", t.col);
  v.maybe("text", t.text);
}

template <class V>
void fields(V& v, KeptPlace& t) {
  v.as("workspace", t.workspace, workspace_word, workspace_of_word);
  v.maybe("kind", t.kind);
  v.maybe("source", t.source);
  v.maybe("other_kind", t.other_kind);
  v.maybe("other_source", t.other_source);
  v.maybe("other_found", t.other_found);
  v.maybe("threads", t.threads);
  v.maybe("expression", t.expression);
  fields(v, t.formula);
  v.maybe("lesson", t.lesson);
  if (v.has("lesson_step", !t.lesson.empty())) v("lesson_step", t.lesson_step);
  if (v.has("pin", t.slot)) v.row("pin", t.element.row, t.element.col, t.slot->tid, t.slot->i, t.layout);
}

template <class V>
void fields(V& v, WindowPlace& t) {
  v("x", t.x);
  v("y", t.y);
  v("width", t.width);
  v("height", t.height);
  v("maximized", t.maximized);
}

template <class V>
void fields(V& v, Settings& settings) {
  Kept& t = settings.kept;
  v("theme", t.theme);
  v("ui_percent", t.ui_percent);
  v("view", t.view);
  v("color_by", t.color_by);
  v("label_by", t.label_by);
  v("palette", t.palette);
  v("favourites", t.favourites);
  v("recent", t.recent);
  v("recent_files", t.recent_files);
  v("tour_done", t.tour_done);
  v("inspector", t.inspector);
  v("inspector_asked", t.inspector_asked);
  v.as("side", t.side, shares_of, read_shares);
  v("learn", t.learn);
  v.as("figures", t.figures, few_figures, [](const KeptFigures& all) { return std::optional(few_figures(all)); });
  v.maybe("drafts", t.drafts);
  v("at", t.at);
  v.maybe("place", settings.place);
  v.maybe("link", settings.link);
}

std::string write_settings(const Settings& settings) {
  json object = write_record(settings);
  object["format"] = format_name;
  return object.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<Settings> read_settings(std::string_view text) {
  try {
    const json object = json::parse(text);
    if (object.at("format").get<std::string>() != format_name) return bad_input("it is from another version");
    Settings settings;
    TCVIZ_TRY(read_record(object, settings, Missing::Kept));
    if (settings.kept.learn.size() > most_learn_progress) settings.kept.learn.clear();
    if (settings.place && !is_sane(*settings.place)) settings.place.reset();
    return settings;
  } catch (const json::exception& error) {
    return bad_input(error.what());
  }
}

}  // namespace tcviz::inline app_session
