#include "gpu/language/compiler/file_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gpu/language/c/names.hpp"
#include "gpu/language/formula/check.hpp"
#include "gpu/language/formula/meaning_of_name.hpp"

namespace tcviz::inline gpu_compiler {
namespace {

std::string escaped(std::string_view file) {
  std::string all;
  for (const char c : file) {
    if (c == '"' || c == '\\') all += '\\';
    all += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  }
  return all;
}

class BodyMaker {
 public:
  BodyMaker(const Declarations& found, std::string_view text, std::string_view file, const Layout& layout)
      : found_(found), text_(text), file_(escaped(file)), layout_(layout) {}

  FileBody make() {
    find_moved();
    std::string row = best(NameMeaning::Row), col = best(NameMeaning::Col);
    if (row.empty() && col.empty()) find_pair(row, col);
    if (!body_.refusal.empty()) return std::move(body_);
    const std::string linear = row.empty() && col.empty() ? best(NameMeaning::Linear) : std::string();
    if (row.empty() && col.empty() && linear.empty()) return {};
    name_inputs();
    const std::string outside = chunks(false), inside = chunks(true);
    std::string ends;
    const auto give = [&](const std::string& name, std::string_view what) {
      if (name.empty()) return;
      ends += fmt::format("  tcviz_answer.{}({});\n", what, name);
      if (!is_declared(name)) results_ += fmt::format("  int {} = 0;\n", name);
    };
    give(row, "row"), give(col, "col"), give(linear, "linear");
    body_.source = fmt::format(
        "{}\n#line 1 \"tcviz\"\nstatic void tcviz_statements(const int tcviz_tid, const int tcviz_i, "
        "tcviz_harness::Answer& tcviz_answer) {{\n{}{}  {{\n{}\n#line 2 \"tcviz\"\n{}  }}\n}}\n",
        outside, inputs_, results_, inside, ends);
    body_.row = row;
    body_.col = col;
    body_.linear = linear;
    return std::move(body_);
  }

 private:
  bool is_input(std::string_view name) const {
    const auto base = name.substr(0, name.find('.'));
    return base == "threadIdx" || base == "blockIdx" || base == "blockDim" ||
           find_role(name, Inputs::Slot) != nullptr || find_name(name, Inputs::Slot) != nullptr ||
           find_lane_function(name) != nullptr;
  }

  // Finds the statements that move: those that compute from the slot, or from the result of one that moves.
  void find_moved() {
    std::set<std::string_view> moved;
    for (const DeclaredItem& item : found_.items) {
      bool moves = false;
      for (std::size_t at = item.token_begin; at < item.token_end && item.is_statement; ++at) {
        const Token& token = found_.tokens[at];
        const std::string_view base = token.text.substr(0, token.text.find('.'));
        moves = moves || (token.kind == TokenKind::Name && (is_input(token.text) || moved.contains(base)));
      }
      moves_.push_back(moves);
      if (moves) moved.insert(item.variables.begin(), item.variables.end());
    }
    move_declarations(moved);
  }

  // Moves the declarations of variables that a moved statement changes, as p of `p += i`: as globals, they would keep
  // what one slot left there for the next. Statements between that read them move along.
  void move_declarations(std::set<std::string_view>& moved) {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t at = 0; at < found_.items.size(); ++at) {
        const DeclaredItem& item = found_.items[at];
        const auto is_moved = [&](std::string_view name) { return moved.contains(name.substr(0, name.find('.'))); };
        if (moves_[at] || !item.is_statement || item.variables.empty()) continue;
        bool reads = std::ranges::any_of(item.variables, is_moved);
        for (std::size_t token = item.token_begin; token < item.token_end; ++token)
          reads = reads || (found_.tokens[token].kind == TokenKind::Name && is_moved(found_.tokens[token].text));
        if (!reads) continue;
        moves_[at] = changed = true;
        moved.insert(item.variables.begin(), item.variables.end());
      }
    }
  }

  // Returns the variable whose name says the meaning best; empty: none.
  std::string best(NameMeaning meaning) {
    std::string found;
    int weight = 0;
    for (std::size_t at = 0; at < found_.items.size(); ++at)
      for (const std::string& variable : found_.items[at].variables) {
        const MeaningOfName name = meaning_of(variable);
        if (!moves_[at] || name.meaning != meaning || name.weight == 0 || name.weight < weight) continue;
        if (!found.empty() && name.weight == weight && found != variable)
          body_.refusal = fmt::format("`{}` and `{}` may both be meant", found, variable);
        found = variable;
        weight = name.weight;
      }
    return found;
  }

  // Finds r and c, m and n, ...: only both of them.
  void find_pair(std::string& row, std::string& col) {
    std::set<std::string_view> all;  // a variable is set by several statements
    for (std::size_t at = 0; at < found_.items.size(); ++at)
      if (moves_[at]) all.insert(found_.items[at].variables.begin(), found_.items[at].variables.end());
    std::vector<LetterName> names;
    for (const std::string_view each : all) names.push_back({each});
    const LetterPair pair = pair_by_letters(names);
    if (pair.is_open()) body_.refusal = "several pairs of variables may be meant";
    if (pair.is_found()) row = names[pair.row].name, col = names[pair.col].name;
  }

  bool is_declared(std::string_view name) const {
    return std::ranges::any_of(found_.items, [&](const DeclaredItem& item) {
      return item.declares && std::ranges::find(item.variables, name) != item.variables.end();
    });
  }

  // Finds the names that the statements read and do not declare.
  void name_inputs() {
    std::set<std::string_view> done;
    for (std::size_t at = 0; at < found_.items.size(); ++at)
      for (std::size_t token = found_.items[at].token_begin; moves_[at] && token < found_.items[at].token_end;
           ++token) {
        const std::string_view name = found_.tokens[token].text;
        if (found_.tokens[token].kind == TokenKind::Name && name.find_first_of(".:") == name.npos &&
            !is_declared(name) &&
            !std::ranges::any_of(found_.functions, [&](const DeclaredFunction& f) { return f.name == name; }) &&
            done.insert(name).second)
          name_input(name);
      }
  }
  void name_input(std::string_view name) {
    const NameRow* const row = find_name(name, Inputs::Slot);
    const Variable* const role = find_role(name, Inputs::Slot);
    if (row == nullptr && role == nullptr) return;
    const Variable variable = row != nullptr ? row->variable : *role;
    if (variable > Variable::I) {
      inputs_ += fmt::format("  constexpr int {} = {};\n", name, constants_of(layout_)[variable]);
      return;
    }
    std::string value = variable == Variable::Tid ? "tid" : "i";
    const Who who = row != nullptr ? row->who : who_is(name);
    if (layout_.threads() > 32 && (who == Who::Warp || who == Who::LaneOfWarp))
      value = who == Who::Warp ? "tid / 32" : "tid % 32";
    if (row != nullptr && row->derived != Opcode::Move)
      value += fmt::format(" {} {}", row->derived == Opcode::Shr ? ">>" : "%", row->operand);
    inputs_ += fmt::format("  const int {} = tcviz_{};\n", name, value);
    if (std::string_view(name) != "tid" && std::string_view(name) != "i") body_.inputs.emplace_back(name, value);
  }

  std::string chunks(bool moved) const {
    std::string all;
    std::size_t from = 0;
    for (std::size_t at = 0; at < found_.items.size(); ++at) {
      // Comments and #if before an item belong to it, and stay outside.
      const TextRange range = found_.items[at].range;
      if (!moved && range.begin > from) put(from, range.begin, all);
      if (moves_[at] == moved) put(range.begin, range.end, all);
      from = std::max<std::size_t>(from, range.end);
    }
    if (!moved) put(from, text_.size(), all);
    return all;
  }
  void put(std::size_t begin, std::size_t end, std::string& all) const {
    const auto line = 1 + std::ranges::count(text_.substr(0, begin), '\n');
    all += fmt::format("\n#line {} \"{}\"\n{}", line, file_, text_.substr(begin, end - begin));
  }

  const Declarations& found_;
  std::string_view text_;
  std::string file_;
  const Layout& layout_;
  FileBody body_;
  std::vector<bool> moves_;
  std::string inputs_, results_;
};

}  // namespace

FileBody file_body(const Declarations& found, std::string_view text, std::string_view file, const Layout& layout) {
  return BodyMaker(found, text, file, layout).make();
}

std::string whole_file(std::string_view text, std::string_view file) {
  return fmt::format("#line 1 \"{}\"\n{}\n", escaped(file), text);
}

}  // namespace tcviz::inline gpu_compiler
