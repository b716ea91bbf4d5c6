#include "gpu/smem/access_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_smem {
namespace {

std::vector<std::string_view> words_between_dots(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t dot = 0; dot != std::string_view::npos;) {
    dot = text.find('.');
    words.push_back(text.substr(0, dot));
    text.remove_prefix(dot == std::string_view::npos ? text.size() : dot + 1);
  }
  return words;
}

// Returns the number behind one of the prefixes, such as 4 for "v4" and 16 for "bf16"; none if there is no such prefix.
// One that is too large for any access stays so, and one below 0 becomes 0.
std::optional<int> number_behind(std::string_view word, std::span<const std::string_view> prefixes) {
  for (const std::string_view prefix : prefixes)
    if (word.starts_with(prefix))
      if (const auto number = number_in<int>(word.substr(prefix.size()))) return std::clamp(*number, 0, 1024);
  return std::nullopt;
}

// Returns the short name of PTX's ldmatrix or stmatrix: "ldmt4" for "ldmatrix.x4.trans".
std::string matrix_name(const std::vector<std::string_view>& words) {
  constexpr std::array<std::string_view, 1> count_prefix = {"x"};
  int matrices = 0;
  for (const std::string_view word : words) matrices = number_behind(word, count_prefix).value_or(matrices);
  const bool transposed = std::find(words.begin(), words.end(), "trans") != words.end();
  return fmt::format("{}m{}{}", words.front().substr(0, 2), transposed ? "t" : "", matrices);
}

// Returns the short name of PTX's ld or st: "ld128" for "ld.shared.v4.f32".
std::string vector_name(const std::vector<std::string_view>& words) {
  constexpr std::array<std::string_view, 1> vector_prefix = {"v"};
  constexpr std::array<std::string_view, 5> type_prefixes = {"b", "u", "s", "f", "bf"};
  int bits = 0, count = 1;
  for (const std::string_view word : words) {
    bits = number_behind(word, type_prefixes).value_or(bits);
    count = number_behind(word, vector_prefix).value_or(count);
  }
  return bits > 128 || count > 4 ? std::string() : fmt::format("{}{}", words.front(), bits * count);
}

std::string name_in_ptx(std::string_view text) {
  const std::vector<std::string_view> words = words_between_dots(text);
  if (words.size() == 1) return {};
  if (words.front() == "ldmatrix" || words.front() == "stmatrix") return matrix_name(words);
  return words.front() == "ld" || words.front() == "st" ? vector_name(words) : std::string();
}

// Returns the name by bits of "ld4", "st16" or "cp8", which count bytes.
std::string name_by_bytes(std::string_view text) {
  constexpr std::array<std::string_view, 3> prefixes = {"ld", "st", "cp"};
  const std::optional<int> bytes = number_behind(text, prefixes);
  return bytes && *bytes <= 16 ? fmt::format("{}{}", text.substr(0, 2), 8 * *bytes) : std::string();
}

}  // namespace

std::vector<const WarpAccess*> accesses_named(std::string_view text) {
  std::vector<const WarpAccess*> found;
  for (const std::string& name : {std::string(text), name_by_bytes(text), name_in_ptx(text)})
    if (const WarpAccess* const access = find_warp_access(name)) found.push_back(access);
  return found;
}

}  // namespace tcviz::inline gpu_smem
