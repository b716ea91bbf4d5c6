// The names in force while a text is read: the inputs, and the locals that the text declares. And where its reader
// stands.
#pragma once

#include <algorithm>
#include <memory_resource>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "gpu/formula/emitter.hpp"
#include "gpu/formula/names.hpp"
#include "gpu/formula/token.hpp"

namespace tcviz {

struct Local {
  std::string_view name;
  Scalar scalar = Scalar::Int;
  Place place;
  bool checked = false;  // declared without a value: `has_value` says at run time whether there is one
  Place has_value;
  bool assigned = false;    // somewhere
  std::string_view member;  // of a local with two values: "row" of "place.row"

  bool is_named(std::string_view text) const {
    if (member.empty()) return name == text;
    return text.size() == name.size() + 1 + member.size() && text.starts_with(name) && text.ends_with(member) &&
           text[name.size()] == '.';
  }
};

class Scope {
 public:
  void start(Inputs inputs) {
    inputs_ = inputs;
    locals_.clear();
    parameters_.clear();
    outer_ = 0;
  }
  Inputs inputs() const { return inputs_; }

  const Local* find_local(std::string_view name) const {
    for (std::size_t at = locals_.size(); at-- > 0;)
      if (locals_[at].is_named(name)) return &locals_[at];
    return nullptr;
  }
  Local* find_local(std::string_view name) { return const_cast<Local*>(std::as_const(*this).find_local(name)); }
  Local& local(std::size_t number) { return locals_[number]; }
  std::size_t locals() const { return locals_.size(); }
  // Declared between the innermost braces.
  bool declared_here(std::string_view name) const {
    for (std::size_t at = outer_; at < locals_.size(); ++at)
      if (locals_[at].is_named(name)) return true;
    return false;
  }
  Local& declare(const Local& local) { return locals_.emplace_back(local); }
  // Braces: what `enter` gives is handed to `leave`.
  struct Mark {
    std::size_t count, outer;
  };
  Mark enter() {
    const Mark mark{locals_.size(), outer_};
    outer_ = locals_.size();
    return mark;
  }
  void leave(const Mark& mark) {
    locals_.resize(mark.count);
    outer_ = mark.outer;
  }

  // A function's parameter: another name for an input.
  void add_parameter(const NameRow& row) { parameters_.push_back(row); }
  void forget_parameters() { parameters_.clear(); }
  const NameRow* find_parameter(std::string_view name) const {
    for (const NameRow& row : parameters_)
      if (row.name == name) return &row;
    return nullptr;
  }
  std::vector<std::string_view> words() const {
    std::vector<std::string_view> words;
    for (const Local& local : locals_) words.push_back(local.name);
    for (const NameRow& row : parameters_) words.push_back(row.name);
    return words;
  }

 private:
  Inputs inputs_ = Inputs::Slot;
  std::vector<Local> locals_;
  std::vector<NameRow> parameters_;
  std::size_t outer_ = 0;
};

// Tokens and the place among them; the last token is End and is never passed.
struct Cursor {
  std::span<const Token> tokens;
  std::vector<Diagnostic>* diagnostics = nullptr;
  std::pmr::memory_resource* memory = std::pmr::get_default_resource();  // for what lives while the text is read
  std::size_t at = 0;

  const Token& peek(std::size_t ahead = 0) const { return tokens[std::min(at + ahead, tokens.size() - 1)]; }
  const Token& next() {
    const Token& token = peek();
    if (token.kind != TokenKind::End) ++at;
    return token;
  }
  bool at_sign(std::string_view sign) const { return peek().kind == TokenKind::Sign && peek().text == sign; }
  bool at_name(std::string_view name) const { return peek().kind == TokenKind::Name && peek().text == name; }
  bool at_end() const { return peek().kind == TokenKind::End; }
  bool accept(std::string_view sign) {
    const bool found = at_sign(sign);
    if (found) ++at;
    return found;
  }
  bool accept_name(std::string_view name) {
    const bool found = at_name(name);
    if (found) ++at;
    return found;
  }
  // No more errors are kept: making the text of another would be wasted.
  bool is_full() const { return diagnostics->size() >= most_diagnostics; }
  void complain(TextRange range, std::string message, std::optional<std::string> fix = {}) const {
    report(*diagnostics, {std::move(message), range, std::move(fix)});
  }
};

}  // namespace tcviz
