// The words of a Python text, a position in them, and the tree that is being built. Parsing ends at the first error.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gpu/language/python/token.hpp"
#include "gpu/language/python/tree.hpp"

namespace tcviz::inline gpu_python {

class PythonCursor {
 public:
  PythonCursor(PythonTree& tree, std::vector<Diagnostic>& diagnostics)
      : tree_(tree), words_(python_words(tree.text)), diagnostics_(diagnostics) {}

  const PythonWord& peek(std::size_t ahead = 0) const { return words_[std::min(at_ + ahead, words_.size() - 1)]; }
  PythonWord next() {
    const PythonWord& word = peek();
    if (word.kind != PythonWordKind::End) ++at_;
    return word;
  }
  const PythonWord& last() const { return words_[at_ == 0 ? 0 : at_ - 1]; }
  bool accept(std::string_view word) {
    const bool found = peek().is(word);
    at_ += found;
    return found;
  }
  void expect(std::string_view word);
  bool failed() const { return !diagnostics_.empty(); }
  void complain(TextRange range, std::string message) {
    if (!failed()) diagnostics_.push_back({std::move(message), range, {}});
  }

  PythonTree& tree() { return tree_; }
  const PythonExpression& node(PythonAt at) const { return tree_.nodes[at]; }
  PythonAt add(PythonExpression node);
  // Adds a node whose range is that of its parts.
  PythonAt join_parts(PythonNode kind, std::vector<PythonAt> parts, PythonSign sign = PythonSign::None);
  PythonAt nothing(TextRange range) { return add({.kind = PythonNode::Nothing, .range = range}); }
  PythonAt leaf(PythonNode kind, const PythonWord& word);

 private:
  PythonTree& tree_;
  std::vector<PythonWord> words_;
  std::vector<Diagnostic>& diagnostics_;
  std::size_t at_ = 0;
};

}  // namespace tcviz::inline gpu_python
