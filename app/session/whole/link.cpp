#include "app/session/whole/link.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/session/base/json_take.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/learning.hpp"

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

void write_grids(const LinkGrids& grids, json& object) {
  if (grids.only_differences) object["only_differences"] = true;
  if (grids.band) object["band"] = *grids.band;
  if (grids.camera) object["camera"] = *grids.camera;
}

void read_grids(const json& object, LinkGrids& grids) {
  take(object, "only_differences", grids.only_differences);
  if (object.contains("band")) grids.band = object.at("band").get<std::array<int, 5>>();
  if (object.contains("camera")) grids.camera = object.at("camera").get<std::array<float, 3>>();
}

// Returns the key of a task whose value is no object; empty: all are.
std::string_view no_object(const json& object) {
  std::string_view wrong;
  for_each_linked([&]<class Task>() {
    for (const LinkKey& of : Task::keys)
      if (object.contains(of.key) && !object.at(std::string(of.key)).is_object()) wrong = of.key;
  });
  return wrong;
}

// Quotes the text as a POSIX shell reads it.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

Link link_of(const Document& d) {
  Link link;
  link.kept = kept_of(d);
  link.kept.favourites.clear();
  link.kept.recent.clear();
  link.kept.recent_files.clear();
  const BeforeLearn* const before = d.learn.before.get();
  link.grids = grids_of(before != nullptr ? before->look : d, d.camera);
  link.hidden_answer = before != nullptr ? before->hide_answer : d.formulae.hide_answer;
  link.full_screen = d.full_screen;
  link.architectures = before != nullptr ? before->architectures : d.views[ViewId::Architectures].open;
  for_each_linked([&]<class Task>() { static_cast<typename Task::Linked&>(link) = Task::linked(d.*Task::state); });
  return link;
}

// Writes the link. It leaves out the tasks that are not on screen: the line stays short.
std::string write_link(const Link& link) {
  const json kept = json::parse(write_settings({link.kept, std::nullopt, {}}));
  json object = {{"format", link_format}};
  for (const char* const key :
       {"theme", "ui_percent", "view", "color_by", "label_by", "palette", "inspector", "inspector_asked", "side", "at"})
    object[key] = kept.at(key);
  const Workspace here = link.kept.at.workspace;
  write_grids(link.grids, object);
  if (link.hidden_answer) object["hidden_answer"] = true;
  if (link.full_screen) object["full_screen"] = true;
  if (link.architectures) object["architectures"] = true;
  for_each_linked([&]<class Task>() {
    for (const LinkKey& of : Task::keys)
      if (of.workspace == here) object[std::string(of.key)] = Task::write(link, here);
  });
  return object.dump(-1, ' ', true, json::error_handler_t::replace);
}

Result<Link> read_link(std::string_view text) {
  try {
    json object = json::parse(text);
    if (object.at("format").get<std::string>() != link_format) return bad_input("this link is from another version");
    Link link;
    read_grids(object, link.grids);
    take(object, "hidden_answer", link.hidden_answer);
    take(object, "full_screen", link.full_screen);
    take(object, "architectures", link.architectures);
    if (const std::string_view wrong = no_object(object); !wrong.empty())
      return bad_input(fmt::format("{} is no object", wrong));
    for_each_linked([&]<class Task>() {
      for (const LinkKey& of : Task::keys)
        if (object.contains(of.key)) Task::read(object.at(std::string(of.key)), of.workspace, link);
    });
    object["format"] = "tcviz-window/1";
    const Result<Settings> settings = read_settings(object.dump());
    if (!settings) return settings.error();
    link.kept = settings.value().kept;
    link.kept.tour_done = true;
    return link;
  } catch (const json::parse_error& error) {
    return bad_input(fmt::format("this is no link of tcviz, or a part of one: it breaks at letter {}", error.byte));
  } catch (const json::exception&) {
    return bad_input("this is no link of tcviz: something in it is missing or of another type");
  }
}

std::string window_command(const Document& document) { return "tcviz --link " + quoted(write_link(link_of(document))); }

std::string picture_command(const Document& document, int width, int height) {
  return fmt::format("tcviz capture -o view.png --size {}x{} --link {}", width, height,
                     quoted(write_link(link_of(document))));
}

}  // namespace tcviz::inline app_session
