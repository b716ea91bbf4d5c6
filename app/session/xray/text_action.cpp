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

// Drops the message about the last save.
void forget(XrayDisk& disk) {
  disk.news.clear();
  disk.failed = disk.is_there = false;
}

void want_save(XrayState& s, const std::string& path, std::optional<std::string> known, bool replaces) {
  forget(s.disk);
  s.disk.wish = XraySave{path, s.source, std::move(known), replaces, s.text.openings, s.disk.asks};
}

void ask(XrayState& s, XrayAsks question) {
  s.disk.asks = question;
  s.disk.typed.clear();
  forget(s.disk);
}

void fail(XrayState& s, std::string why) {
  s.disk.news = std::move(why);
  s.disk.failed = true;
}

std::string changed_words(const std::string& path) {
  return fmt::format("Not saved: {} was changed by another program. Reload it, or keep your text, first.",
                     fs::path(path).filename().string());
}

void save_own(XrayState& s) {
  if (s.disk.other) return fail(s, changed_words(s.path));
  want_save(s, s.path, s.disk.saved, true);
}

bool is_same_file(const std::string& one, const std::string& other) {
  std::error_code none;
  return one == other || fs::equivalent(one, other, none);
}

// True if the question that is open has its answer in this save, which has succeeded.
bool is_answered(const XrayState& s, const XraySave& save) {
  return s.disk.asks == XrayAsks::Leave ? !s.is_unsaved() : s.disk.asks == save.asks;
}

}  // namespace

void apply_text(XrayState& s, const SaveXray& a) {
  if (s.name.empty()) return;
  a.as || s.path.empty() ? ask(s, XrayAsks::Name) : save_own(s);
}
void apply_text(XrayState& s, const TypeXrayPath& a) {
  s.disk.typed = a.path;
  forget(s.disk);
}
void apply_text(XrayState& s, const WriteXray& a) {
  if (s.name.empty()) return;
  const std::string path = full_path(without_tilde(s.disk.typed.empty() ? s.name : s.disk.typed));
  is_same_file(path, s.path) ? save_own(s) : want_save(s, path, std::nullopt, a.replaces);
}
// Drops the changes; a text whose file was never met stays, as there is no other.
void apply_text(XrayState& s, const DiscardXray&) {
  if (s.disk.is_met) s.source = s.disk.saved;
  s.disk.saved = s.source;
  s.disk.asks.reset();
  forget(s.disk);
}
void apply_text(XrayState& s, const LeaveXraySave&) {
  s.disk.asks.reset();
  forget(s.disk);
}
void apply_text(XrayState& s, const AskXrayLeave&) { ask(s, XrayAsks::Leave); }
void apply_text(XrayState& s, const KeepXray&) {
  if (s.disk.other) s.disk.saved = *std::exchange(s.disk.other, std::nullopt);
  forget(s.disk);
}
void apply_text(XrayState& s, const TellXraySaved& a) {
  if (a.save.opening != s.text.openings) return;  // another kernel is open
  s.disk.is_there = a.is_there;
  if (a.other) s.disk.other = a.other;
  if (!a.problem.empty()) return fail(s, a.problem);
  s.path = a.save.path;
  s.name = fs::path(s.path).filename().string();
  s.disk.saved = a.save.text;
  s.disk.other.reset();
  if (is_answered(s, a.save)) s.disk.asks.reset();
  s.disk.news = fmt::format("saved: {}", s.path);
  s.disk.failed = false;
}

bool take_text(XrayState& s, const TakeXrayText& a) {
  if (s.name.empty() || a.path != s.path || a.text.size() > most_xray_source) return false;
  const bool is_first = !std::exchange(s.disk.is_met, true);  // of a link, whose text may be older or newer
  if (s.disk.other && *s.disk.other != a.text) forget(s.disk);
  s.disk.other.reset();
  if (a.text == s.source) s.disk.saved = a.text;
  if (a.text == s.disk.saved) return false;
  const bool follows = !is_first && !s.is_unsaved();
  if (follows) s.source = a.text, ++s.text.follows;
  if (!follows) s.disk.other = a.text;
  if (follows || is_first) s.disk.saved = a.text;
  return follows;
}

bool take_other_text(XrayState& s) {
  if (!s.disk.other) return false;
  s.source = s.disk.saved = *std::exchange(s.disk.other, std::nullopt);
  forget(s.disk);
  return true;
}

namespace {

bool is_read_only(const fs::file_status& status) {
  constexpr fs::perms writes = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  return fs::exists(status) && (status.permissions() & writes) == fs::perms::none;
}

// Returns the complaint about a text that must not be replaced: it is not the one that the window knows, or cannot be
// read. None: there is no such text.
std::optional<TellXraySaved> other_in(const XraySave& save) {
  const Result<std::string> text = read_file(save.path);
  if (!text)
    return TellXraySaved{save, fmt::format("Not saved, as the file there cannot be read: {}", text.error().message)};
  if (text.value() == *save.known || text.value() == save.text) return std::nullopt;
  if (text.value().size() <= most_xray_source)
    return TellXraySaved{save, changed_words(save.path), false, text.value()};
  return TellXraySaved{
      save, fmt::format("Not saved: another program has made {} larger than 2 MB; choose another name.", save.path)};
}

}  // namespace

XrayAction saved_text(const XraySave& save) {
  std::error_code none;
  const fs::file_status there = fs::status(save.path, none);
  if (fs::exists(there) && !save.replaces)
    return TellXraySaved{save, fmt::format("There is a file already: {}", save.path), true};
  if (is_read_only(there))
    return TellXraySaved{save, fmt::format("Not saved: {} may not be written to; choose another name.", save.path)};
  if (save.known && fs::exists(there))
    if (std::optional<TellXraySaved> other = other_in(save)) return *std::move(other);
  const Status written = write_file(save.path, save.text);
  return TellXraySaved{save, written ? std::string() : fmt::format("Not saved: {}.", written.error().message)};
}

}  // namespace tcviz::inline app_session
