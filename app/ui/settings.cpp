#include "app/ui/settings.hpp"

#include <charconv>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "gpu/layout/layout_file.hpp"
#include "imgui.h"
#include "imgui_internal.h"

namespace tcviz {
namespace {

constexpr std::string_view first_words = "; tcviz window 1 ";
constexpr const char* file_name = "window.ini";

// FNV-1a, 64 bits: guards against damage, not against malice.
std::uint64_t checksum(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

void* open_section(ImGuiContext*, ImGuiSettingsHandler* handler, const char*) { return handler->UserData; }

void read_line(ImGuiContext*, ImGuiSettingsHandler*, void* entry, const char* line_begin) {
  Settings& settings = *static_cast<Settings*>(entry);
  const std::string_view line(line_begin);
  settings.found = true;
  if (line == "theme=light") settings.theme = Theme::Light;
  if (line == "theme=dark") settings.theme = Theme::Dark;
  constexpr std::string_view percent = "ui_percent=";
  if (!line.starts_with(percent)) return;
  std::from_chars(line.data() + percent.size(), line.data() + line.size(), settings.ui_percent);
}

void write_section(ImGuiContext*, ImGuiSettingsHandler* handler, ImGuiTextBuffer* out) {
  const Settings& settings = *static_cast<const Settings*>(handler->UserData);
  out->appendf("[tcviz][window]\ntheme=%s\nui_percent=%d\n\n", settings.theme == Theme::Dark ? "dark" : "light",
               settings.ui_percent);
}

}  // namespace

void keep_settings(Settings& settings) {
  ImGuiSettingsHandler handler;
  handler.TypeName = "tcviz";
  handler.TypeHash = ImHashStr("tcviz");
  handler.ReadOpenFn = open_section;
  handler.ReadLineFn = read_line;
  handler.WriteAllFn = write_section;
  handler.UserData = &settings;
  ImGui::AddSettingsHandler(&handler);
}

std::string seal(std::string_view text) { return fmt::format("{}{:016x}\n{}", first_words, checksum(text), text); }

std::optional<std::string> unseal(std::string_view sealed) {
  const std::size_t end = sealed.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view text = sealed.substr(end + 1);
  if (seal(text) != sealed) return std::nullopt;
  return std::string(text);
}

void load_settings(const std::filesystem::path& folder) {
  if (folder.empty()) return;
  std::ifstream file(folder / file_name, std::ios::binary);
  const std::string sealed{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::optional<std::string> text = unseal(sealed);
  if (text) ImGui::LoadIniSettingsFromMemory(text->data(), text->size());
}

void save_settings(const std::filesystem::path& folder) {
  if (folder.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  const Status written = write_file(folder / file_name, seal(ImGui::SaveIniSettingsToMemory()));
  static_cast<void>(written.ok());
}

}  // namespace tcviz
