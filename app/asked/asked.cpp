#include "app/asked/asked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <system_error>

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_asked {
namespace {

// Returns ", or its operand as in 'HMMA.16816.F32.D'"; empty if the kinds differ in more than the operand.
std::string one_operand(const std::string& text, const KindAnswer& answer) {
  constexpr std::array<std::string_view, 4> letters = {"A", "B", "D", "E"};
  std::string letter;
  std::set<Operand> operands;
  for (const Kind* kind : answer.kinds) {
    if (!operands.insert(kind->operand).second || kind->operand > Operand::Metadata) return "";
    if (letter != "D") letter = letters[static_cast<std::size_t>(kind->operand)];
  }
  return fmt::format(", or its operand as in '{}.{}'", text, letter);
}

Error several_kinds(const std::string& text, const KindAnswer& answer) {
  constexpr std::size_t most = 12;
  std::string list;
  for (std::size_t at = 0; at < std::min(most, answer.kinds.size()); ++at)
    list += fmt::format("\n  {}", answer.kinds[at]->id);
  if (answer.kinds.size() > most)
    list += fmt::format("\nand {} more: `tcviz kinds '{}'` lists all.", answer.kinds.size() - most, text);
  return bad_input(fmt::format("'{}' means {} kinds: name one{}. The best fits:{}", text, answer.kinds.size(),
                               one_operand(text, answer), list));
}

// True if the path exists, or if the text can only be a path: ids of kinds have dots but no slash.
bool is_path(const std::string& text) {
  std::error_code none;
  const std::string suffix = std::filesystem::path(text).extension().string();
  return text.find('/') != std::string::npos || format_of_suffix(suffix) != nullptr ||
         std::filesystem::exists(text, none);
}

}  // namespace

Asked asked_for(const std::string& text) {
  if (find_kind(text)) return {AskedFor::Kind, {}};
  if (!text.empty() && is_path(text)) return {AskedFor::File, {}};
  if (names_image(text)) return {AskedFor::Image, {}};
  return {AskedFor::Name, search_kinds(text)};
}

bool means_file(const std::string& text) { return !text.empty() && !find_kind(text) && is_path(text); }

bool names_image(const std::string& text) { return text.starts_with("smem."); }

std::optional<Error> image_instead(const std::string& text) {
  if (!names_image(text)) return std::nullopt;
  return bad_input(
      fmt::format("{0} is an image of shared memory: `tcviz image {0}` shows, compares and draws it, `tcviz "
                  "check` and `tcviz formula` take it as KIND.",
                  text));
}

std::optional<std::string> one_kind(const std::string& text) {
  const std::vector<const Kind*> kinds = asked_for(text).answer.kinds;
  const bool one = kinds.size() == 1 && kinds.front()->family != Family::Sgemm;
  return one ? std::optional(std::string(kinds.front()->id)) : std::nullopt;
}

Error unknown_kind(const std::string& text) {
  if (const std::optional<Error> image = image_instead(text)) return *image;
  const KindAnswer answer = search_kinds(text);
  if (!answer.missing.empty()) return unavailable(answer.missing);
  if (answer.kinds.size() > 1) return several_kinds(text, answer);
  return bad_input(fmt::format("'{}' is neither a kind nor a file.{}\n`tcviz kinds` lists all {}.", text,
                               list_of_nearest_kinds(text), catalogue().size()));
}

std::string list_of_nearest_kinds(const std::string& text) {
  std::string list;
  for (const std::string_view id : nearest_kinds(text)) list += fmt::format("\n  {}", id);
  return list.empty() ? list : " The nearest kinds:" + list;
}

}  // namespace tcviz::inline app_asked
