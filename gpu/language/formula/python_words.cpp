// Tells Python from C; and tells a comment, in a text of C, from a `//` of Python's division that was not translated.
#include <algorithm>
#include <array>

#include "gpu/language/formula/notations.hpp"
#include "gpu/language/python/token.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_formula {
namespace {

// Words that are Python's alone.
constexpr auto python_marks = std::to_array<std::string_view>(
    {"= lambda ", "np.arange(", "np.where(", "tl.arange(", "torch.arange(", "cuda.threadIdx", "numpy."});

bool ends_operand(std::span<const TextWord> words) {
  if (words.size() < 2) return false;
  const TextWord& last = words[words.size() - 2];
  return last.kind == WordKind::Number || last.kind == WordKind::Name || last.is(")") || last.is("]");
}

// True for numbers, inputs and operators to the end of the line: "4", "4) + i", "(4 * i)".
bool is_rest_of_formula(std::span<const TextWord> words) {
  constexpr std::array<std::string_view, 8> inputs = {"tid", "i", "lane", "laneid", "lane_id", "reg", "row", "col"};
  if (words.size() < 2 || !(words[0].kind == WordKind::Number || words[0].kind == WordKind::Name || words[0].is("(")))
    return false;
  for (const TextWord& word : words.first(words.size() - 1)) {
    const bool sign =
        word.kind == WordKind::Sign && std::string_view("()+-*/%&|^<>~;").find(word.text) != std::string_view::npos;
    const bool input = word.kind == WordKind::Name && std::ranges::find(inputs, word.text) != inputs.end();
    if (!sign && !input && word.kind != WordKind::Number) return false;
  }
  return true;
}

bool is_python_line(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
    if (text.substr(begin, at - begin).find_first_not_of(" \t") == std::string_view::npos) return true;
  }
  return false;
}

std::string_view without_beginning(std::string_view text, std::string_view blanks) {
  return text.substr(std::min(text.find_first_not_of(blanks), text.size()));
}

// Returns what stands behind a name; the text itself where there is none.
std::string_view behind_name(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_name_part(text[end])) ++end;
  return end == 0 || is_digit(text.front()) ? text : without_beginning(text.substr(end), " \t");
}

// True at row, col = ..., where C would throw row away; and at (row, col) = ...
bool is_tuple_assignment(std::string_view line) {
  std::string_view rest = without_beginning(line, " \t([");
  std::size_t names = 0;
  for (bool goes_on = true; goes_on; ++names) {
    const std::string_view behind = behind_name(rest);
    if (behind.size() == rest.size()) return false;
    goes_on = behind.starts_with(',');
    rest = goes_on ? without_beginning(behind.substr(1), " \t") : without_beginning(behind, " \t)]");
  }
  return names > 1 && rest.starts_with('=') && !rest.starts_with("==");
}

// True at `for i in range(8):`, `if tid > 4:` and their like.
bool begins_python_block(std::string_view line) {
  constexpr auto blocks = std::to_array<std::string_view>({"for", "while", "if", "elif", "else"});
  const std::string_view rest = behind_name(line), word = trimmed(line.substr(0, line.size() - rest.size()));
  if (std::ranges::find(blocks, word) == blocks.end()) return false;
  if (word == "for" && behind_name(rest).starts_with("in ") && !rest.starts_with("in ")) return true;
  return trimmed(line).ends_with(':') && line.find('?') == std::string_view::npos;
}

bool is_statement_of_python(std::string_view line) {
  const std::string_view text = trimmed(line.substr(0, line.find('#')));
  return begins_python_block(text) || is_tuple_assignment(text);
}

bool has_statement_of_python(std::string_view text) {
  bool goes_on = false;  // the line before ends with a comma, as in int a,
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    if (!goes_on && is_statement_of_python(line)) return true;
    goes_on = line.ends_with(',');
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

}  // namespace

bool looks_like_python(std::string_view text, std::pmr::memory_resource*) {
  for (const std::string_view word : {"def ", "import ", "from "})
    if (is_python_line(text, word)) return true;
  const auto stands_in = [&](std::string_view mark) { return text.find(mark) != std::string_view::npos; };
  return std::ranges::any_of(python_marks, stands_in) || has_statement_of_python(text);
}

bool may_be_python(std::string_view text) {
  const std::vector<PythonWord> words = python_words(text);
  std::size_t lines = 0;
  for (std::size_t at = 0; at + 3 < words.size(); ++at) {
    if (words[at].is(";") || words[at].is("{")) return false;
    if (words[at].kind != PythonWordKind::Line) continue;
    const PythonWord &name = words[at + 1], &sign = words[at + 2];
    const bool assigns = name.kind == PythonWordKind::Name && sign.kind == PythonWordKind::Sign &&
                         sign.text.ends_with("=") && sign.text.size() < 4 && !sign.is("==");
    if (!assigns) return false;
    ++lines;
  }
  return lines > 1 && !words.back().is(";");
}

void hint_at_floor_division(std::string_view text, std::pmr::memory_resource* memory,
                            std::vector<Diagnostic>& diagnostics) {
  for (std::size_t at = text.find("//"); at != std::string_view::npos; at = text.find("//", at + 2)) {
    const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1,
                      end = std::min(text.find('\n', at), text.size());
    if (text.substr(line, at - line).find("//") != std::string_view::npos) continue;  // inside of a comment
    const std::pmr::vector<TextWord> before = words_in(text.substr(line, at - line), WordsOf::C, memory);
    const std::pmr::vector<TextWord> behind = words_in(text.substr(at + 2, end - at - 2), WordsOf::C, memory);
    if (!ends_operand(before) || !is_rest_of_formula(behind)) continue;
    const TextRange range{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
    return report(diagnostics, {"in C // begins a comment: for division write /, or give a Python function, as def "
                                "row(tid, i): return tid // 4",
                                range, std::nullopt});
  }
}

}  // namespace tcviz::inline gpu_formula
