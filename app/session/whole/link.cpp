#include "app/session/whole/link.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/session/whole/learning.hpp"
#include "app/session/whole/tasks.hpp"
#include "app/session/xray/xray_task.hpp"
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

// Lists of numbers that a link writes as people write them, each # a number: "5,9 T20 x5", "0,0 to 3,7 in 1", "2 at
// 0.5,0.5". The last part, `usual`, is left out where it stands. A link of version 0.1 has the lists.
struct ListRow {
  const char* key;
  std::string_view pattern, usual;
};
constexpr ListRow pin_row{"pin", "#,# T# x# in #", " in 0"};
constexpr ListRow grid_rows[] = {{"band", "#,# to #,# in #", " in 0"}, {"camera", "# at #,#", ""}};

std::string spell_number(const json& number) {
  return number.is_number_float() ? fmt::format("{:.5g}", number.get<double>()) : number.dump();
}

void write_in_words(const ListRow& row, json& object) {
  const auto list = object.find(row.key);
  if (list == object.end()) return;
  std::string text;
  std::size_t at = 0;
  for (const char c : row.pattern) text += c == '#' ? spell_number(list->at(at++)) : std::string(1, c);
  if (!row.usual.empty() && text.ends_with(row.usual)) text.resize(text.size() - row.usual.size());
  *list = text;
}

// Returns the numbers in the places of the pattern; null if the text is not of it.
json numbers_in(std::string_view pattern, std::string_view text) {
  json list = json::array();
  for (const char c : pattern) {
    const std::size_t size = c == '#' ? std::min(text.find_first_not_of("-+.0123456789e"), text.size()) : 1;
    const bool is_sign = c != '#' && text.starts_with(c);
    const json number = c == '#' ? json::parse(text.substr(0, size), nullptr, false) : json();
    if (!is_sign && !number.is_number()) return nullptr;
    if (!is_sign) list.push_back(number);
    text.remove_prefix(size);
  }
  return text.empty() ? list : json();
}

// Takes the words back to the list; a text that has others is left, and refused as no list.
void read_words(const ListRow& row, json& object) {
  const auto found = object.is_object() ? object.find(row.key) : object.end();
  if (found == object.end() || !found->is_string()) return;
  const std::string text = found->get<std::string>();
  json list = numbers_in(row.pattern, text);
  if (list.is_null()) list = numbers_in(row.pattern, text + std::string(row.usual));
  if (!list.is_null()) *found = std::move(list);
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
  if (object["at"].at("workspace") == usual.at("at").at("workspace")) object["at"].erase("workspace");
  write_in_words(pin_row, object["at"]);
  for (const ListRow& row : grid_rows) write_in_words(row, object);
  write_tasks(link, object);
  return object.dump(-1, ' ', true, json::error_handler_t::replace);
}

Result<Link> read_link(std::string_view text) {
  try {
    json object = json::parse(text);
    if (object.at("format").get<std::string>() != link_format) return bad_input("this link is from another version");
    if (const auto at = object.find("at"); at != object.end()) read_words(pin_row, *at);
    for (const ListRow& row : grid_rows) read_words(row, object);
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

namespace {

// Returns the link for other people, to whom no path of this machine belongs but that of a source which is left out.
Link copied_link(const Document& document) {
  Link link = link_of(document);
  XrayLook& kernel = link.task<XrayLook>();
  if (kernel.source.size() <= most_linked_source) kernel.path.clear();
  return link;
}

}  // namespace

std::string window_command(const Document& document) {
  return "tcviz --link " + quoted(write_link(copied_link(document)));
}

std::string picture_command(const Document& document, int width, int height) {
  return fmt::format("tcviz capture -o view.png --size {}x{} --link {}", width, height,
                     quoted(write_link(copied_link(document))));
}

}  // namespace tcviz::inline app_session
