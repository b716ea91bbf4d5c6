#include "gpu/language/formula/returned_names.hpp"

#include <algorithm>
#include <array>

#include "gpu/language/c/cursor.hpp"
#include "gpu/language/c/functions.hpp"

namespace tcviz::inline gpu_formula {
namespace {

class ReturnedNames {
 public:
  ReturnedNames(std::span<const Token> tokens, std::size_t end, NameMeaning first, NameMeaning second)
      : tokens_(tokens), end_(std::min(end, tokens.size() - 1)), first_(first), second_(second) {}

  // Returns what the return behind `at` says.
  NamedOrder of_return(std::size_t at) const {
    while (at < end_ && text(at) != ";" && text(at) != "return") {
      const bool calls = text(at) == "(" && is_call(at), lists = text(at) == "{";
      const NamedOrder said = calls || lists ? of_parts(at) : NamedOrder{};
      if (lists || (said.weight > 0 && makes_record(at))) return said;
      at = calls || text(at) == "[" ? behind_brackets(tokens_, at) : at + 1;
    }
    return {};
  }

 private:
  std::string_view text(std::size_t at) const { return tokens_[at].text; }
  bool is_name(std::size_t at) const { return tokens_[at].kind == TokenKind::Name; }

  bool is_call(std::size_t open) const {
    return (is_name(open - 1) && text(open - 1) != "return") || text(open - 1) == ">";
  }

  // Returns what the two parts inside the brackets at `open` say.
  NamedOrder of_parts(std::size_t open) const {
    const std::size_t behind = behind_brackets(tokens_, open);
    if (behind > end_) return {};
    std::size_t comma = open + 1;
    while (comma < behind && text(comma) != ",")
      comma = text(comma) == "(" ? behind_brackets(tokens_, comma) : comma + 1;
    if (comma >= behind) return {};
    return order_of_returned(name_of_part(open + 1, comma), name_of_part(comma + 1, behind - 1), first_, second_);
  }

  // Returns the name of a value that is returned: col, p.col or col(tid, i); empty: it has none.
  std::string_view name_of_part(std::size_t begin, std::size_t end) const {
    std::size_t last = begin;
    while (last + 2 < end && is_name(last) && (text(last + 1) == "." || text(last + 1) == "->")) last += 2;
    if (last >= end || !is_name(last)) return {};
    const bool calls = last + 1 < end && text(last + 1) == "(" && behind_brackets(tokens_, last + 1) == end;
    return last + 1 == end || calls ? text(last) : std::string_view();
  }

  // True if what is called at "(" makes a record of its arguments: make_int2, std::pair<int, int>, a record of the
  // text.
  bool makes_record(std::size_t open) const {
    std::size_t name = open - 1;
    if (text(name) == ">") {
      for (int depth = 1; depth > 0 && name > 0;) {
        --name;
        depth += (text(name) == ">" ? 1 : 0) - (text(name) == "<" ? 1 : 0);
      }
      if (name == 0) return false;
      --name;
    }
    if (!is_name(name)) return false;
    const std::string_view whole = text(name), bare = whole.substr(whole.rfind(':') + 1);  // npos + 1 is 0
    constexpr auto types = std::to_array<std::string_view>({"pair", "tuple", "int2", "uint2"});
    const bool of_vector = bare.starts_with("make_") && bare.ends_with('2');  // make_short2: for a compiler alone
    return of_vector || makes_pair(whole) || std::ranges::find(types, bare) != types.end() || is_record(bare);
  }

  bool is_record(std::string_view name) const {
    for (std::size_t at = 1; at < tokens_.size(); ++at)
      if (text(at) == name && (text(at - 1) == "struct" || text(at - 1) == "class")) return true;
    return false;
  }

  std::span<const Token> tokens_;
  std::size_t end_;
  NameMeaning first_, second_;
};

}  // namespace

NamedOrder order_of_return(std::span<const Token> tokens, std::size_t begin, std::size_t end, NameMeaning first,
                           NameMeaning second) {
  const ReturnedNames names(tokens, end, first, second);
  for (std::size_t at = begin; at + 1 < end && at + 1 < tokens.size(); ++at) {
    if (tokens[at].text != "return") continue;
    if (const NamedOrder said = names.of_return(at + 1); said.weight > 0) return said;
  }
  return {};
}

}  // namespace tcviz::inline gpu_formula
