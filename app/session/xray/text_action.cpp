#include "app/session/xray/text_action.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/session/base/folder_entries.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_session {

namespace fs = std::filesystem;

namespace {

void want_save(XrayState& s, const std::string& path, bool is_own, bool replaces) {
  s.disk.news.clear();
  s.disk.failed = s.disk.is_there = false;
  s.disk.wish = XraySave{path, s.source, s.disk.saved, is_own, replaces, s.openings};
}

void ask(XrayState& s, XrayAsks question) {
  s.disk.asks = question;
  s.disk.typed.clear(), s.disk.news.clear();
  s.disk.failed = s.disk.is_there = false;
}

void fail(XrayState& s, std::string why) {
  s.disk.news = std::move(why);
  s.disk.failed = true;
}

}  // namespace

void apply_text(XrayState& s, const SaveXray& a) {
  if (s.name.empty()) return;
  if (a.as || s.path.empty()) return ask(s, XrayAsks::Name);
  if (!s.disk.other) return want_save(s, s.path, true, true);
  fail(s, fmt::format("Not saved: {} was changed by another program. Reload it, or keep your text, first.", s.name));
}
void apply_text(XrayState& s, const TypeXrayPath& a) {
  s.disk.typed = a.path;
  s.disk.news.clear();
  s.disk.is_there = false;
}
void apply_text(XrayState& s, const WriteXray& a) {
  if (s.name.empty()) return;
  std::error_code none;
  const std::string typed = without_tilde(s.disk.typed.empty() ? s.name : s.disk.typed);
  want_save(s, fs::absolute(typed, none).string(), false, a.replaces);
}
void apply_text(XrayState& s, const DiscardXray&) {
  s.source = s.disk.saved;
  s.disk.asks.reset();
}
void apply_text(XrayState& s, const LeaveXraySave&) { s.disk.asks.reset(); }
void apply_text(XrayState& s, const AskXrayLeave&) { ask(s, XrayAsks::Leave); }
void apply_text(XrayState& s, const KeepXray&) {
  if (s.disk.other) s.disk.saved = *std::exchange(s.disk.other, std::nullopt);
  s.disk.news.clear();
}
void apply_text(XrayState& s, const TellXraySaved& a) {
  if (a.save.opening != s.openings) return;  // another kernel is open
  s.disk.is_there = a.is_there;
  if (!a.problem.empty()) return fail(s, a.problem);
  s.path = a.save.path;
  s.name = fs::path(s.path).filename().string();
  s.disk.saved = a.save.text;
  s.disk.other.reset(), s.disk.asks.reset();
  s.disk.news = fmt::format("saved: {}", s.path);
  s.disk.failed = false;
}

bool take_text(XrayState& s, const TakeXrayText& a) {
  if (s.name.empty() || a.path != s.path || a.text.size() > most_xray_source) return false;
  const bool is_first = !std::exchange(s.disk.is_met, true);  // of a link, whose text may be older or newer
  s.disk.other.reset();
  if (a.text == s.source) s.disk.saved = a.text;
  if (a.text == s.disk.saved) return false;
  const bool follows = !is_first && !s.is_unsaved();
  if (follows) s.source = a.text;
  if (!follows) s.disk.other = a.text;
  if (follows || is_first) s.disk.saved = a.text;
  return follows;
}

bool take_other_text(XrayState& s) {
  if (!s.disk.other) return false;
  s.source = s.disk.saved = *std::exchange(s.disk.other, std::nullopt);
  s.disk.news.clear();
  s.disk.failed = false;
  return true;
}

namespace {

bool is_read_only(const fs::file_status& status) {
  constexpr fs::perms writes = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  return fs::exists(status) && (status.permissions() & writes) == fs::perms::none;
}

}  // namespace

XrayAction saved_text(const XraySave& save) {
  std::error_code none;
  const fs::file_status there = fs::status(save.path, none);
  if (fs::exists(there) && !save.replaces)
    return TellXraySaved{save, fmt::format("There is a file already: {}", save.path), true};
  if (is_read_only(there))
    return TellXraySaved{save, fmt::format("Not saved: {} may not be written to; choose another name.", save.path)};
  if (const Result<std::string> text = save.is_own ? read_file(save.path) : Result<std::string>(save.known);
      text && text.value() != save.known && text.value() != save.text)
    return TakeXrayText{save.path, text.value()};
  const Status written = write_file(save.path, save.text);
  return TellXraySaved{save, written ? std::string() : fmt::format("Not saved: {}.", written.error().message)};
}

}  // namespace tcviz::inline app_session
