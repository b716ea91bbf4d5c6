#include "gpu/kernel/xray/propose/host_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory_resource>

#include "gpu/kernel/xray/propose/host_evaluation.hpp"
#include "gpu/language/c/preprocessor.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::size_t most_quote = 60;

// Returns the text with a definition behind macro_prefix for each #define of a name with a value.
std::string with_macro_values(std::string text) {
  std::vector<Token> words;
  std::vector<Diagnostic> complaints;
  read_tokens(text, words, complaints, Fractions::Read);
  std::string values;
  for (std::size_t at = 0; at + 3 < words.size(); ++at) {
    const Token& name = words[at + 2];
    if (!is_sign(words[at], "#") || words[at + 1].text != "define" || !is_name(name)) continue;
    const bool takes_arguments = is_sign(words[at + 3], "(") && words[at + 3].range.begin == name.range.end;
    if (!takes_arguments) values += fmt::format("\n;{}{} = {};", macro_prefix, name.text, name.text);
  }
  return std::move(text) + values;
}

}  // namespace

std::string plain_name(std::string_view name) {
  std::string text = lower_case(name);
  std::erase(text, '_');
  return text;
}

std::string_view member_name(std::string_view name) { return name.substr(name.rfind('.') + 1); }

std::string one_word(std::string_view name) {
  std::string word;
  for (const char letter : name)
    if (is_name_part(letter))
      word += letter;
    else if (!word.empty() && word.back() != '_')
      word += '_';
  return word;
}

std::string free_name(const std::vector<std::string>& taken, const std::string& wanted) {
  std::string name = wanted;
  for (int number = 2; std::ranges::find(taken, name) != taken.end(); ++number)
    name = fmt::format("{}{}", wanted, number);
  return name;
}

std::vector<std::string> launch_names(const std::vector<std::string>& names) {
  const auto of_member = [](const std::string& name) { return last_part(member_name(name)); };
  std::vector<std::string> found;
  for (const std::string& name : names) {
    const bool is_alone = std::ranges::count(names, of_member(name), of_member) == 1;
    found.push_back(free_name(found, is_alone ? std::string(of_member(name)) : one_word(name)));
  }
  return found;
}

HostText::HostText(std::string text, int arch)
    : text_(std::make_shared<const std::string>(with_macro_values(std::move(text)))) {
  std::vector<Token> words;
  std::vector<Diagnostic> complaints;
  read_tokens(*text_, words, complaints, Fractions::Read);
  const auto made = preprocess({*text_, words, arch, std::pmr::new_delete_resource()}, complaints);
  tokens_.assign(made.begin(), made.end());
  find_scopes();
  find_definitions();
}

int HostText::line_of(std::size_t at) const {
  const std::size_t end = std::min<std::size_t>(token(at).range.begin, text_->size());
  return 1 + static_cast<int>(std::count(text_->begin(), text_->begin() + static_cast<std::ptrdiff_t>(end), '\n'));
}

std::string HostText::quote(TokenRange range) const {
  if (range.begin >= range.end) return {};
  const std::size_t begin = token(range.begin).range.begin, end = token(range.end - 1).range.end;
  std::string words;
  for (const char letter : std::string_view(*text_).substr(begin, end > begin ? end - begin : 0)) {
    const bool blank = static_cast<unsigned char>(letter) <= ' ';
    if (!blank) words += letter;
    if (blank && !words.empty() && words.back() != ' ') words += ' ';
    if (words.size() > most_quote) return words.substr(0, words.rfind(' ')) + " ...";
  }
  return words;
}

std::size_t HostText::behind(std::size_t open) const {
  return open < closing_.size() ? std::min(closing_[open] + 1, tokens_.size() - 1) : tokens_.size() - 1;
}

std::vector<TokenRange> HostText::parts(TokenRange range) const {
  std::vector<TokenRange> found;
  std::size_t begin = range.begin;
  for (std::size_t at = range.begin; at < range.end;) {
    if (is_sign(token(at), ",")) {
      found.push_back({begin, at});
      begin = at + 1;
    }
    at = opens(token(at)) ? std::max(at + 1, behind(at)) : at + 1;
  }
  if (begin < range.end) found.push_back({begin, range.end});
  return found;
}

std::optional<std::int64_t> HostText::value(TokenRange range, const KnownValues& known) const {
  return value_of_expression(*this, range, known);
}

std::optional<std::int64_t> HostText::value_of_name(std::string_view name, std::size_t from,
                                                    const KnownValues& known) const {
  return tcviz::value_of_name(*this, name, from, known);
}

std::vector<std::optional<std::int64_t>> HostText::sides(TokenRange range, const KnownValues& known) const {
  if (range.begin >= range.end) return {};
  if (const auto whole = value(range, known)) return {whole};
  const Token& first = token(range.begin);
  const bool is_list = (first.text == "dim3" && opens(token(range.begin + 1))) || is_sign(first, "{");
  if (is_list) {
    const std::size_t open = range.begin + (is_sign(first, "{") ? 0 : 1), end = behind(open);
    std::vector<std::optional<std::int64_t>> found;
    for (const TokenRange& part : parts({open + 1, end > open ? end - 1 : open + 1}))
      found.push_back(value(part, known));
    return found;
  }
  if (!is_name(first) || range.end != range.begin + 1) return {};
  std::vector<std::optional<std::int64_t>> found;
  for (const char side : std::string_view("xyz"))
    found.push_back(value_of_name(std::string(first.text) + "." + side, range.begin, known));
  while (!found.empty() && !found.back()) found.pop_back();
  return found;
}

std::vector<TokenRange> HostText::definitions(std::string_view name, std::size_t from) const {
  std::vector<TokenRange> seen, elsewhere;
  const auto [begin, end] = found_.equal_range(name);
  for (auto at = begin; at != end; ++at) {
    const Definition& one = at->second;
    const bool is_seen = one.at < from && one.scope.begin <= from && from < one.scope.end;
    (is_seen ? seen : elsewhere).push_back(one.value);
  }
  if (begin == end && last_part(name) != name) return definitions(last_part(name), from);
  std::ranges::reverse(seen);
  return seen.empty() ? elsewhere : seen;
}

std::vector<std::string_view> HostText::defined() const {
  std::vector<std::string_view> names;
  for (const auto& [name, definition] : found_)
    if (names.empty() || names.back() != name) names.push_back(name);
  return names;
}

void HostText::find_scopes() {
  const std::size_t last = tokens_.size() - 1;
  scopes_.assign(tokens_.size(), {0, last});
  closing_.assign(tokens_.size(), last);
  std::vector<std::size_t> brackets;
  for (std::size_t at = 0; at < last; ++at) {
    if (opens(tokens_[at])) brackets.push_back(at);
    if (!closes(tokens_[at]) || brackets.empty()) continue;
    closing_[brackets.back()] = at;
    brackets.pop_back();
  }
  std::vector<TokenRange> open = {{0, last}};
  for (std::size_t at = 0; at < last; ++at) {
    while (open.size() > 1 && at >= open.back().end) open.pop_back();
    scopes_[at] = open.back();
    if (is_sign(tokens_[at], "{")) open.push_back({at, std::min(closing_[at], open.back().end)});
  }
}

std::size_t HostText::end_of_value(std::size_t at) const {
  while (at + 1 < tokens_.size()) {
    const Token& now = tokens_[at];
    if (is_sign(now, ",") || is_sign(now, ";") || closes(now)) break;
    at = opens(now) ? std::max(at + 1, behind(at)) : at + 1;
  }
  return at;
}

void HostText::define(std::size_t at, TokenRange value) {
  std::string_view name = tokens_[at].text;
  if (name.starts_with(macro_prefix)) name.remove_prefix(macro_prefix.size());
  found_.emplace(name, Definition{name, value, scopes_[at], at});
}

// Finds `name = value`, and `dim3 name(x, y)` as the list x, y; a list in braces too.
void HostText::find_definitions() {
  for (std::size_t at = 0; at + 2 < tokens_.size(); ++at) {
    if (!is_name(tokens_[at])) continue;
    const bool is_sides = at > 0 && tokens_[at - 1].text == "dim3";
    if (is_sign(tokens_[at + 1], "=")) {
      std::size_t begin = at + 2;
      if (tokens_[begin].text == "dim3" && opens(token(begin + 1))) ++begin;
      const bool is_list = begin > at + 2 || is_sign(tokens_[begin], "{");
      define(at, is_list ? TokenRange{begin + 1, std::max(begin + 1, behind(begin) - 1)}
                         : TokenRange{begin, end_of_value(begin)});
    } else if (opens(tokens_[at + 1]) && !is_sign(tokens_[at + 1], "[") &&
               (is_sides || is_sign(tokens_[at + 1], "{"))) {
      if (at > 0) define(at, {at + 2, std::max(at + 2, behind(at + 1) - 1)});
    }
  }
}

}  // namespace tcviz::inline gpu_xray
