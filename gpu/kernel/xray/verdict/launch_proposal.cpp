#include "gpu/kernel/xray/verdict/launch_proposal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

std::string in_brackets(const std::string& sides) {
  return sides.find_first_of(",x") == std::string::npos ? sides : fmt::format("({})", sides);
}

bool ends_with_backslash(std::string_view line) {
  while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) line.remove_suffix(1);
  return line.ends_with('\\');
}

std::string_view line_before(std::string_view source, std::size_t begin) {
  if (begin == 0) return {};
  const std::size_t end = begin - 1;
  const std::size_t from = end == 0 ? 0 : source.rfind('\n', end - 1) + 1;
  return source.substr(from, end - from);
}

// Returns the begin of the line of the last word `template` or `__global__` in front of the kernel's name, if it is a
// line of its own and no part of a macro.
std::size_t place_of_comment(std::string_view source, std::string_view name) {
  for (std::size_t global = source.find("__global__"); global != std::string_view::npos;
       global = source.find("__global__", global + 1)) {
    const std::string_view head =
        source.substr(global, std::min(source.find_first_of("{;", global), source.size()) - global);
    const std::size_t at = head.find(name);
    if (at == std::string_view::npos || at == 0 || is_name_part(head[at - 1])) continue;
    if (const std::size_t end = at + name.size(); end < head.size() && is_name_part(head[end])) continue;
    const std::size_t before = source.find_last_of(";{}", global);
    std::size_t word = global;
    if (const std::size_t templ = source.rfind("template", global);
        templ != std::string_view::npos && (before == std::string_view::npos || templ > before))
      word = templ;
    const std::size_t begin = source.rfind('\n', word) + 1;
    const std::string_view line = trimmed(source.substr(begin, word - begin));
    const bool is_plain = line.empty() || line == "static" || line == "extern \"C\"" || line == "inline";
    if (is_plain && !ends_with_backslash(line_before(source, begin))) return begin;
  }
  return 0;
}

}  // namespace

std::vector<const ProposedField*> fields_of(const LaunchProposal& proposal) {
  std::vector<const ProposedField*> found = {&proposal.grid, &proposal.block, &proposal.shared};
  for (const ProposedField& argument : proposal.arguments) found.push_back(&argument);
  return found;
}

std::vector<const ProposedField*> LaunchProposal::missing() const {
  std::vector<const ProposedField*> found = fields_of(*this);
  std::erase_if(found, [](const ProposedField* field) { return !field->text.empty(); });
  return found;
}

bool LaunchProposal::is_stated() const {
  return std::ranges::all_of(fields_of(*this), [](const ProposedField* field) { return field->known; });
}

void take_stated(const LaunchWords& words, LaunchProposal& proposal) {
  const auto take = [](const std::string& word, ProposedField& field) {
    if (!word.empty()) field = {field.name, word, "stated", true};
  };
  take(words.grid, proposal.grid);
  take(words.block, proposal.block);
  take(words.shared, proposal.shared);
  if (!words.arguments.empty()) proposal.arguments.clear(), proposal.others.clear();
  if (!words.entry.empty()) proposal.kernels.clear();
}

void add_proposal(const LaunchProposal& proposal, LaunchWords& words) {
  const auto say = [](std::string& into, const std::string& word) {
    if (into.empty()) into = word;
  };
  say(words.entry, proposal.entry);
  say(words.grid, proposal.grid.text);
  say(words.block, proposal.block.text);
  say(words.shared, proposal.shared.text);
  if (!words.arguments.empty()) return;
  for (const ProposedField& argument : proposal.arguments) words.arguments.push_back(argument.text);
}

std::string call_text(const LaunchWords& words) {
  std::string head = words.entry;
  if (!words.arch.empty()) head += (head.empty() ? "" : " ") + words.arch;
  if (!head.empty()) head += " ";
  const std::string shared = words.shared.empty() || words.shared == "0" ? "" : ", " + words.shared;
  return fmt::format("{}<<<{}, {}{}>>> ({})", head, in_brackets(words.grid.empty() ? "1" : words.grid),
                     in_brackets(words.block), shared, fmt::join(words.arguments, ", "));
}

std::string with_launch_comment(const std::string& source, const LaunchProposal& proposal) {
  const std::string name = proposal.entry.substr(0, proposal.entry.find('<'));
  constexpr std::string_view mark = "\xef\xbb\xbf";  // of UTF-8, at the begin of a file
  std::size_t at = place_of_comment(source, last_part(name));
  if (at == 0 && source.starts_with(mark)) at = mark.size();
  const std::size_t end = source.find('\n');
  const bool has_returns = end != std::string::npos && end > 0 && source[end - 1] == '\r';
  return source.substr(0, at) + "// xray: " + proposal.call + (has_returns ? "\r\n" : "\n") + source.substr(at);
}

}  // namespace tcviz::inline gpu_xray
