#include "app/session/whole/link.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/session/whole/learning.hpp"
#include "app/session/whole/tasks.hpp"
#include "gpu/layout/record.hpp"

namespace tcviz::inline app_session {
namespace {

using nlohmann::json;

constexpr const char* link_format = "tcviz-link/1";

LinkGrids grids_of(const Look& look, const Camera& camera) {
  LinkGrids grids{look.only_differences, {}, {}};
  if (const auto& band = look.band)
    grids.band = {band->first.row, band->first.col, band->last.row, band->last.col, band->layout};
  if (!camera.fit) grids.camera = {camera.zoom, camera.center.x, camera.center.y};
  return grids;
}

// Quotes the text as a POSIX shell reads it.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

template <class V>
void fields(V& v, Link& link) {
  v.maybe("only_differences", link.grids.only_differences);
  v.maybe("band", link.grids.band);
  v.maybe("camera", link.grids.camera);
  v.maybe("hidden_answer", link.hidden_answer);
  v.maybe("full_screen", link.full_screen);
  v.maybe("architectures", link.architectures);
}

// Takes what is on screen, and neither a draft nor an expression that is not. The right side of a comparison is a
// chosen one, so that it is the same on a machine with other sources.
Link link_of(const Document& d) {
  Link link;
  link.kept = kept_of(d);
  link.kept.favourites.clear();
  link.kept.recent.clear();
  link.kept.recent_files.clear();
  link.kept.drafts.clear();
  link.kept.at.other_found = false;
  if (link.kept.at.workspace != Workspace::Formula) link.kept.at.formula = {};
  if (link.kept.color_by != ColorBy::Expression) link.kept.at.expression.clear();
  const BeforeLearn* const before = d.learn.before.get();
  link.grids = grids_of(before != nullptr ? before->look : d, d.camera);
  link.hidden_answer = before != nullptr ? before->hide_answer : d.formulae.hide_answer;
  link.full_screen = d.full_screen;
  link.architectures = before != nullptr ? before->architectures : d.views[ViewId::Architectures].open;
  link_tasks(d, link);
  return link;
}

// Writes the link. It leaves out the tasks that are not on screen, and what is as usual: the line stays short.
std::string write_link(const Link& link) {
  const json kept = json::parse(write_settings({link.kept, std::nullopt, {}}));
  const json usual = json::parse(write_settings({}));
  json object = write_record(link);
  object["format"] = link_format;
  for (const char* const key :
       {"theme", "ui_percent", "view", "color_by", "label_by", "palette", "inspector", "inspector_asked", "side"})
    if (kept.at(key) != usual.at(key)) object[key] = kept.at(key);
  object["at"] = kept.at("at");
  write_tasks(link, object);
  return object.dump(-1, ' ', true, json::error_handler_t::replace);
}

Result<Link> read_link(std::string_view text) {
  try {
    json object = json::parse(text);
    if (object.at("format").get<std::string>() != link_format) return bad_input("this link is from another version");
    Link link;
    if (!read_record(object, link, Missing::Kept)) return bad_input(std::string(mistyped_link));
    TCVIZ_TRY(read_tasks(object, link));
    object["format"] = "tcviz-window/1";
    const Result<Settings> settings = read_settings(object.dump());
    if (!settings) return settings.error();
    link.kept = settings.value().kept;
    link.kept.tour_done = true;
    return link;
  } catch (const json::parse_error& error) {
    return bad_input(fmt::format("this is no link of tcviz, or a part of one: it breaks at letter {}", error.byte));
  } catch (const json::exception&) {
    return bad_input(std::string(mistyped_link));
  }
}

std::string window_command(const Document& document) { return "tcviz --link " + quoted(write_link(link_of(document))); }

std::string picture_command(const Document& document, int width, int height) {
  return fmt::format("tcviz capture -o view.png --size {}x{} --link {}", width, height,
                     quoted(write_link(link_of(document))));
}

}  // namespace tcviz::inline app_session
