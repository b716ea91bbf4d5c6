#include "app/session/whole/link.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/session/base/json_take.hpp"
#include "app/session/maxas/maxas_steps.hpp"
#include "app/session/shared_memory/smem_link.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/learning.hpp"
#include "app/session/xray/xray_link.hpp"

namespace tcviz::inline app_session {
namespace {

using nlohmann::json;

constexpr const char* link_format = "tcviz-link/1";

json write_operation(const Link& link) {
  const OperationsChoice& o = link.operation;
  return {{"id", o.operation}, {"a", o.a},       {"b", o.b},
          {"d", o.d},          {"body", o.body}, {"by", static_cast<int>(link.step_by)},
          {"step", link.step}};
}

void read_operation(const json& object, Link& link) {
  take(object, "id", link.operation.operation);
  take(object, "a", link.operation.a);
  take(object, "b", link.operation.b);
  take(object, "d", link.operation.d);
  take(object, "body", link.operation.body);
  take_choice(object, "by", 3, link.step_by);
  take(object, "step", link.step);
}

json write_products(const Link& link) {
  return {{"page", static_cast<int>(link.page)}, {"quiet", link.look.quiet},      {"of_cublas", link.look.of_cublas},
          {"table", link.table.share},           {"table_size", link.table.size}, {"all_sizes", link.table.all}};
}

void read_products(const json& object, Link& link) {
  take_choice(object, "page", 5, link.page);
  take(object, "quiet", link.look.quiet);
  take(object, "of_cublas", link.look.of_cublas);
  take(object, "table", link.table.share);
  link.table.share = std::clamp(link.table.share, 0.0, most_table_share);
  take(object, "table_size", link.table.size);
  take(object, "all_sizes", link.table.all);
}

json write_tiles(const TileChoice& t) {
  return {{"kernel", t.kernel},
          {"sm", t.architecture},
          {"shape", {t.shape.m, t.shape.n, t.shape.k}},
          {"place", {t.place.block_row, t.place.block_col, t.place.warp, t.place.piece}},
          {"phase", t.phase}};
}

void read_tiles(const json& object, TileChoice& t) {
  take(object, "kernel", t.kernel);
  take(object, "sm", t.architecture);
  if (object.contains("shape")) {
    const auto shape = object.at("shape").get<std::array<int, 3>>();
    t.shape = {shape[0], shape[1], shape[2]};
  }
  if (object.contains("place")) {
    const auto place = object.at("place").get<std::array<int, 4>>();
    t.place = {place[0], place[1], place[2], place[3]};
  }
  take(object, "phase", t.phase);
}

json write_maxas(const MaxasLook& look) {
  json object = {{"tile", look.kernel.tile},
                 {"thread", look.thread},
                 {"order", static_cast<int>(look.variant.order)},
                 {"map", static_cast<int>(look.variant.map)},
                 {"entries", look.variant.entries},
                 {"color", static_cast<int>(look.color_by)},
                 {"step", maxas_step_text(look.step)}};
  if (look.chosen) object["chosen"] = {static_cast<int>(look.chosen.type), look.chosen.first, look.chosen.second};
  if (look.large) object["large"] = static_cast<int>(*look.large);
  if (look.page) object["page"] = {look.page->tour, look.page->page};
  return object;
}

void read_maxas(const json& object, MaxasLook& look) {
  int tile = 0;
  std::string step;
  take(object, "tile", tile);
  take(object, "step", step);
  for (const SgemmKernel& kernel : sgemm_kernels)
    if (kernel.tile == tile) look.kernel = kernel;
  take(object, "thread", look.thread);
  take_choice(object, "order", 6, look.variant.order);
  take_choice(object, "map", 3, look.variant.map);
  take(object, "entries", look.variant.entries);
  look.variant.entries = std::clamp(look.variant.entries, 0, maxas::most_entries);
  take_choice(object, "color", static_cast<int>(maxas_color_names.size()), look.color_by);
  if (const auto parsed = parse_maxas_step(look.kernel, step)) look.step = parsed.value();
  if (object.contains("chosen")) {
    const auto chosen = object.at("chosen").get<std::array<int, 3>>();
    if (chosen[0] >= 0 && chosen[0] <= static_cast<int>(MaxasObject::Type::Register))
      look.chosen = {static_cast<MaxasObject::Type>(chosen[0]), chosen[1], chosen[2]};
  }
  MaxasPart large{};
  if (object.contains("large")) {
    take_choice(object, "large", maxas_parts, large);
    look.large = large;
  }
  if (!object.contains("page")) return;
  const auto page = object.at("page").get<std::array<int, 2>>();
  look.page = MaxasPage{page[0], page[1]};
}

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

// As a POSIX shell reads it.
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
  link.operation = d.operations.choice;
  link.step_by = d.operations.step_by;
  link.step = d.operations.step;
  link.page = d.products.page;
  link.look = d.products.look;
  link.table = d.products.table;
  link.tiles = d.products.tiles;
  link.maxas = d.maxas;
  link.smem = d.smem;
  link.xray = d.xray;
  return link;
}

// Of the tasks that are not on screen nothing is written: the line stays short.
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
  if (here == Workspace::Operations) object["operation"] = write_operation(link);
  if (here == Workspace::Products) object["products"] = write_products(link);
  if (here == Workspace::Tiles) object["tiles"] = write_tiles(link.tiles);
  if (here == Workspace::Maxas) object["maxas"] = write_maxas(link.maxas);
  if (here == Workspace::SharedMemory) object["shared_memory"] = write_smem(link.smem);
  if (here == Workspace::Xray) object["xray"] = write_xray(link.xray);
  return object.dump(-1, ' ', true, json::error_handler_t::replace);
}

Result<Link> read_link(std::string_view text) {
  try {
    json object = json::parse(text);
    if (object.at("format").get<std::string>() != link_format) return bad_input("this link is of another version");
    Link link;
    read_grids(object, link.grids);
    take(object, "hidden_answer", link.hidden_answer);
    take(object, "full_screen", link.full_screen);
    take(object, "architectures", link.architectures);
    if (object.contains("products")) read_products(object.at("products"), link);
    for (const char* const key : {"products", "operation", "tiles", "maxas", "shared_memory", "xray"}) {
      if (object.contains(key) && !object.at(key).is_object()) return bad_input(fmt::format("{} is no object", key));
    }
    if (object.contains("operation")) read_operation(object.at("operation"), link);
    if (object.contains("tiles")) read_tiles(object.at("tiles"), link.tiles);
    if (object.contains("shared_memory")) link.smem = read_smem(object.at("shared_memory"));
    if (object.contains("xray")) link.xray = read_xray(object.at("xray"));
    if (object.contains("maxas")) read_maxas(object.at("maxas"), link.maxas);
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
