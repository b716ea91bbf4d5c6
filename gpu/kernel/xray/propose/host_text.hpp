// CUDA C++ read as tokens after its macros: the values of names, as host code computes them before it launches a
// kernel. Nothing is executed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/c/token.hpp"

namespace tcviz::inline gpu_xray {

// A prefix that no source has: behind the text stands a definition `prefixM = M;` for each macro M, whose value is read
// there, after the preprocessor.
inline constexpr std::string_view macro_prefix = "tcviz_value_of_";

using HostTokens = std::span<const Token>;
// Values of names that the text leaves open, such as the sizes of matrices.
using KnownValues = std::map<std::string, std::int64_t, std::less<>>;

inline bool is_name(const Token& token) { return token.kind == TokenKind::Name; }
inline bool is_sign(const Token& token, std::string_view sign) {
  return token.kind == TokenKind::Sign && token.text == sign;
}
inline bool opens(const Token& token) { return is_sign(token, "(") || is_sign(token, "[") || is_sign(token, "{"); }
inline bool closes(const Token& token) { return is_sign(token, ")") || is_sign(token, "]") || is_sign(token, "}"); }
// Returns a name in lower case and without _: "blockm" of "BLOCK_M".
std::string plain_name(std::string_view name);

// Returns the name of a member without that of what it belongs to: "A" of "params.A".
std::string_view member_name(std::string_view name);
// Returns the name of what a member belongs to: "params" of "params.A"; empty: it is none.
inline std::string_view owner_of(std::string_view name) {
  return name.substr(0, name.size() - std::min(name.size(), member_name(name).size() + 1));
}
// Returns the name as one word: "params_A" of "params.A".
std::string one_word(std::string_view name);
// Returns the wanted name, or if it is taken that with the first number that makes it another one: "A2".
std::string free_name(const std::vector<std::string>& taken, const std::string& wanted);
// Returns a name in a launch for each: that of the member if no other has it, else the whole as one word.
std::vector<std::string> launch_names(const std::vector<std::string>& names);

// A range of tokens, by their indices.
struct TokenRange {
  std::size_t begin = 0, end = 0;
};

class HostText {
 public:
  // `arch`: the value of __CUDA_ARCH__.
  HostText(std::string text, int arch);

  HostTokens tokens() const { return tokens_; }
  const Token& token(std::size_t at) const { return tokens_[at < tokens_.size() ? at : tokens_.size() - 1]; }
  // Returns the line of a token, from 1 on.
  int line_of(std::size_t at) const;
  // Returns the part of the text between two tokens, on one line and shortened.
  std::string quote(TokenRange range) const;
  // Returns the index after the bracket that closes the one at `open`; that of End if none does.
  std::size_t behind(std::size_t open) const;
  // Returns the parts of a range between commas that are in no bracket; none of an empty range.
  std::vector<TokenRange> parts(TokenRange range) const;

  // Returns the value of a whole-number expression, with the definitions that can be seen from it.
  std::optional<std::int64_t> value(TokenRange range, const KnownValues& known) const;
  // Returns the value of the name at the token `from`; none: it is not known there.
  std::optional<std::int64_t> value_of_name(std::string_view name, std::size_t from, const KnownValues& known) const;
  // Returns the sides of a dim3: an expression, `dim3(2, n)`, or a name that is defined so.
  std::vector<std::optional<std::int64_t>> sides(TokenRange range, const KnownValues& known) const;
  // Returns the definitions of a name that can be seen from the token `from`, the nearest first; if there are none,
  // those elsewhere.
  std::vector<TokenRange> definitions(std::string_view name, std::size_t from) const;
  // Returns the names that are defined somewhere.
  std::vector<std::string_view> defined() const;

 private:
  struct Definition {
    std::string_view name;
    TokenRange value, scope;
    std::size_t at = 0;
  };

  void find_scopes();
  void find_definitions();
  void define(std::size_t at, TokenRange value);
  std::size_t end_of_value(std::size_t at) const;

  std::shared_ptr<const std::string> text_;
  std::vector<Token> tokens_;
  std::vector<TokenRange> scopes_;                     // of each token
  std::vector<std::size_t> closing_;                   // of each token that opens a bracket
  std::multimap<std::string_view, Definition> found_;  // in the order of the text
};

}  // namespace tcviz::inline gpu_xray
