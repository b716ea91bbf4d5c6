#include "app/session/xray/xray_task.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "app/asked/named_file.hpp"
#include "app/export/figure/scene_figure.hpp"
#include "app/session/base/folder_entries.hpp"
#include "gpu/kernel/live/live_file.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_session {

// Keeps the chosen cell until its product comes; it is dropped if the product does not have it.
void XrayTask::follow(XrayState& state, const Linked& look, Workspace) {
  apply_xray(state, DeclareXray{look.declared});
  apply_xray(state, ShowXrayBanks{look.banks});
  if (!look.name.empty() && !look.source.empty()) {
    apply_xray(state, OpenXray{look.name, look.source, look.is_cuda, look.example, look.fault});
    state.launch = look.launch;
    state.path = look.path;
    state.disk.is_met = look.path.empty();
    if (!state.disk.is_met) state.disk.saved.clear();  // what the file holds is not known until it is met
    state.product = look.product && *look.product >= 0 ? look.product : std::nullopt;
    state.chosen = look.chosen;
  }
  if (!look.live_asked) return;
  apply_xray(state, OpenLive{look.live_asked->path, std::filesystem::path(look.live_asked->path).filename().string()});
  state.live->at = std::max(0, look.live_asked->at);
  state.live_asked->at = state.live->at;
  apply_xray(state, ExpectLive{look.live_asked->expect});
}

std::string XrayTask::file_wanted(const Linked& look) { return look.source.empty() ? look.path : std::string(); }

std::optional<Workspace> XrayTask::leads_to(const XrayState& xray, const Action& action) {
  const auto* const launch = std::get_if<LaunchXray>(&action);
  const bool asks_name = std::holds_alternative<SaveXray>(action) && xray.disk.asks == XrayAsks::Name;
  const bool opens = std::holds_alternative<OpenXray>(action) || std::holds_alternative<OpenLive>(action) ||
                     std::holds_alternative<ShowXrayBanks>(action) || (launch != nullptr && !launch->launch.empty()) ||
                     asks_name;
  return opens ? std::optional(Workspace::Xray) : std::nullopt;
}

namespace {

Result<XrayAction> opened_live(const FileText& text) {
  const Result<LiveFile> live = read_live(text.file.bytes);
  if (!live) return bad_input(fmt::format("{}: {}", text.typed, live.error().message));
  if (live.value().snapshots.empty()) return bad_input(fmt::format("{} holds no snapshot.", text.typed));
  return XrayAction(OpenLive{full_path(text.file.path), text.name});
}

}  // namespace

std::optional<Result<XrayAction>> XrayTask::opens(const FileText& text) {
  const NamedFile& file = text.file;
  if (file.holds == FileHolds::Live) return opened_live(text);
  if (file.holds == FileHolds::Launch) return XrayAction(LaunchXray{file.bytes});
  if (file.holds != FileHolds::Kernel) return std::nullopt;
  if (file.bytes.empty()) return bad_input(fmt::format("{} is empty.", text.typed));
  return XrayAction(OpenXray{text.name, file.bytes, file.is_cuda, {}, {}, full_path(file.path)});
}

std::string XrayTask::figure_path(const XrayState& xray) {
  return xray.figure_path.empty() ? default_xray_path(xray) : xray.figure_path;
}

Result<FigureBytes> XrayTask::figure(const XrayState& xray, const FigureWish& wish, const TaskParts& works) {
  if (!xray.run) return bad_input("There is no product on screen: open a kernel first.");
  const Result<FigureFormat> format = wish.path.empty() ? FigureFormat::Png : picture_format_of(wish.path);
  TCVIZ_TRY(format);
  const XrayFigureWork& work = works.task<XrayWorks>().draw_xray;
  if (!work) return unavailable("this program cannot execute kernels.");
  if (!xray.product || *xray.product >= static_cast<int>(xray.run->products.size()))
    return bad_input("The kernel has executed no tensor-core product: there is nothing to draw.");
  const XrayProduct& product = xray.run->products[static_cast<std::size_t>(*xray.product)];
  XrayQuestion question{xray.run->source, xray.is_cuda, spell_product(product), {}, {}, xray.run->launch, xray.path};
  std::string suffix = wish.path.empty() ? ".png" : std::filesystem::path(wish.path).extension().string();
  return FigureBytes([work, asked = std::move(question), suffix = std::move(suffix)] { return work(asked, suffix); });
}

}  // namespace tcviz::inline app_session
