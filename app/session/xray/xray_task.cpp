#include "app/session/xray/xray_task.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/asked/named_file.hpp"
#include "app/export/figure/scene_figure.hpp"
#include "app/session/base/json_take.hpp"
#include "gpu/kernel/live/live_file.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_session {

nlohmann::json XrayTask::write(const Linked& linked, Workspace) {
  const XrayLook& look = linked.xray;
  nlohmann::json object = {{"declared", look.declared}, {"banks", look.banks}};
  if (look.live_asked)
    object["live"] = {look.live_asked->path, std::to_string(look.live_asked->at), look.live_asked->expect};
  const bool is_large = look.source.size() > most_linked_source;
  if (look.name.empty() || (is_large && look.path.empty())) return object;
  object["name"] = look.name;
  if (is_large)
    object["path"] = look.path;
  else
    object["source"] = look.source;
  if (!look.launch.empty() && look.launch.size() <= most_linked_source) object["launch"] = look.launch;
  object["cuda"] = look.is_cuda;
  if (!look.example.empty()) object["example"] = {look.example, look.fault};
  if (look.product) object["product"] = *look.product;
  if (look.chosen) object["chosen"] = {look.chosen->tile, look.chosen->row, look.chosen->col};
  return object;
}

void XrayTask::read(const nlohmann::json& object, Workspace, Linked& into) {
  XrayLook& look = into.xray;
  take(object, "name", look.name);
  take(object, "source", look.source);
  take(object, "path", look.path);
  take(object, "launch", look.launch);
  if (object.contains("live")) {
    const auto live = object.at("live").get<std::array<std::string, 3>>();
    look.live_asked = LiveQuestion{live[0], std::atoi(live[1].c_str()), live[2]};
  }
  take(object, "cuda", look.is_cuda);
  take(object, "product", look.product);
  take(object, "declared", look.declared);
  take(object, "banks", look.banks);
  if (object.contains("example")) {
    const auto example = object.at("example").get<std::array<std::string, 2>>();
    look.example = example[0], look.fault = example[1];
  }
  if (!object.contains("chosen")) return;
  const auto chosen = object.at("chosen").get<std::array<int, 3>>();
  look.chosen = StepSpot{chosen[0], chosen[1], chosen[2]};
}

// Keeps the chosen cell until its product comes; it is dropped if the product does not have it.
void XrayTask::follow(XrayState& state, const Linked& linked, Workspace) {
  const XrayLook& look = linked.xray;
  apply_xray(state, DeclareXray{look.declared});
  apply_xray(state, ShowXrayBanks{look.banks});
  if (!look.name.empty() && !look.source.empty()) {
    apply_xray(state, OpenXray{look.name, look.source, look.is_cuda, look.example, look.fault});
    state.launch = look.launch;
    state.product = look.product && *look.product >= 0 ? look.product : std::nullopt;
    state.chosen = look.chosen;
  }
  if (!look.live_asked) return;
  apply_xray(state, OpenLive{look.live_asked->path, std::filesystem::path(look.live_asked->path).filename().string()});
  state.live->at = std::max(0, look.live_asked->at);
  state.live_asked->at = state.live->at;
  apply_xray(state, ExpectLive{look.live_asked->expect});
}

std::string XrayTask::file_wanted(const Linked& linked) {
  return linked.xray.source.empty() ? linked.xray.path : std::string();
}

std::optional<Workspace> XrayTask::leads_to(const XrayState&, const Action& action) {
  const auto* const launch = std::get_if<LaunchXray>(&action);
  const bool opens = std::holds_alternative<OpenXray>(action) || std::holds_alternative<OpenLive>(action) ||
                     (launch != nullptr && !launch->launch.empty());
  return opens ? std::optional(Workspace::Xray) : std::nullopt;
}

namespace {

std::string full(const NamedFile& file) { return std::filesystem::absolute(file.path).string(); }

Result<XrayAction> opened_live(const FileText& text) {
  const Result<LiveFile> live = read_live(text.file.bytes);
  if (!live) return bad_input(fmt::format("{}: {}", text.typed, live.error().message));
  if (live.value().snapshots.empty()) return bad_input(fmt::format("{} holds no snapshot.", text.typed));
  return XrayAction(OpenLive{full(text.file), text.name});
}

}  // namespace

std::optional<Result<XrayAction>> XrayTask::opens(const FileText& text) {
  const NamedFile& file = text.file;
  if (file.holds == FileHolds::Live) return opened_live(text);
  if (file.holds == FileHolds::Launch) return XrayAction(LaunchXray{file.bytes});
  if (file.holds != FileHolds::Kernel) return std::nullopt;
  if (file.bytes.empty()) return bad_input(fmt::format("{} is empty.", text.typed));
  return XrayAction(OpenXray{text.name, file.bytes, file.is_cuda, {}, {}, full(file)});
}

std::string XrayTask::figure_path(const XrayState& xray) {
  return xray.figure_path.empty() ? default_xray_path(xray) : xray.figure_path;
}

Result<FigureBytes> XrayTask::figure(const XrayState& xray, const FigureWish& wish, const XrayWorks& works) {
  if (!xray.run) return bad_input("There is no product on screen: open a kernel first.");
  const Result<FigureFormat> format = wish.path.empty() ? FigureFormat::Png : picture_format_of(wish.path);
  TCVIZ_TRY(format);
  if (!works.draw_xray) return unavailable("this program cannot execute kernels.");
  if (!xray.product || *xray.product >= static_cast<int>(xray.run->products.size()))
    return bad_input("The kernel has executed no tensor-core product: there is nothing to draw.");
  const XrayProduct& product = xray.run->products[static_cast<std::size_t>(*xray.product)];
  XrayQuestion question{xray.run->source, xray.is_cuda, spell_product(product), {}, {}, xray.run->launch};
  std::string suffix = wish.path.empty() ? ".png" : std::filesystem::path(wish.path).extension().string();
  return FigureBytes([work = works.draw_xray, asked = std::move(question), suffix = std::move(suffix)] {
    return work(asked, suffix);
  });
}

}  // namespace tcviz::inline app_session
