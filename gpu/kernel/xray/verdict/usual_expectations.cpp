#include "gpu/kernel/xray/verdict/usual_expectations.hpp"

#include <fmt/args.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace tcviz::inline gpu_xray {
namespace {

using Names = std::vector<std::string>;
using NameSet = std::set<std::string>;

constexpr std::array<std::string_view, 4> activations = {"relu", "gelu", "gelu_tanh", "silu"};
constexpr std::size_t most_texts = 4000, most_factors = 5, most_extras = 3;

// The results of a sum or another value {p}: x, y and z are inputs of the output's own dimensions, a and b scalars of
// the launch, {f} one activation after the other.
struct Finish {
  std::size_t extras, scalars;
  std::string_view text;
};
constexpr std::array<Finish, 31> finishes{{
    {0, 0, "{p}"},
    {0, 0, "{f}({p})"},
    {0, 1, "{a} * {p}"},
    {0, 1, "{f}({a} * {p})"},
    {0, 2, "{a} * {b} * {p}"},
    {1, 0, "{p} + {x}"},
    {1, 0, "{p} * {x}"},
    {1, 0, "{f}({p} + {x})"},
    {1, 0, "{f}({p} * {x})"},
    {1, 0, "{f}({p}) + {x}"},
    {1, 0, "{f}({p}) * {x}"},
    {1, 1, "{a} * {p} + {x}"},
    {1, 1, "{a} * {p} * {x}"},
    {1, 1, "{f}({a} * {p} + {x})"},
    {1, 1, "{f}({a} * {p}) + {x}"},
    {1, 2, "{a} * {p} + {b} * {x}"},
    {1, 2, "{f}({a} * {p} + {b} * {x})"},
    {2, 0, "{p} + {x} + {y}"},
    {2, 0, "{p} * {x} + {y}"},
    {2, 0, "({p} + {x}) * {y}"},
    {2, 0, "{p} * {x} * {y}"},
    {2, 0, "{f}({p} + {x} + {y})"},
    {2, 0, "{f}({p} + {x}) + {y}"},
    {2, 0, "{f}({p} + {x}) * {y}"},
    {2, 0, "{f}({p} * {x} + {y})"},
    {2, 0, "{f}({p} * {x} * {y})"},
    {2, 1, "{a} * {p} + {x} + {y}"},
    {2, 2, "{a} * {p} + {b} * {x} + {y}"},
    {3, 0, "{p} + {x} + {y} + {z}"},
    {3, 0, "{p} * {x} * {y} + {z}"},
    {3, 0, "{f}({p} * {x} * {y} + {z})"},
}};
// Results that lie near and may as well be a mistake: of use as a hint, and no reason to call a kernel right.
constexpr std::array<Finish, 9> near_finishes{{
    {1, 0, "{p} - {x}"},
    {1, 0, "{x} - {p}"},
    {1, 0, "{p}"},
    {1, 0, "{p} / {x}"},
    {1, 1, "{p} + {a} * {x}"},
    {1, 1, "{a} * ({p} + {x})"},
    {1, 2, "{b} * {p} + {a} * {x}"},
    {2, 0, "{p} + {x}"},
    {2, 0, "{p} * {x}"},
}};

// An extra that has no part.
constexpr std::array<Finish, 6> without_extra{{
    {1, 0, "{p}"},
    {1, 0, "{f}({p})"},
    {1, 1, "{a} * {p}"},
    {2, 0, "{p} + {x}"},
    {2, 0, "{p} * {x}"},
    {2, 0, "{f}({p} + {x})"},
}};

// The results of one input {p} with the output's dimensions, line by line, over its dimension {k}.
struct LineText {
  std::size_t scalars;
  std::string_view text;
};
constexpr std::array<LineText, 7> of_lines{{
    {0, "softmax({k}: {p})"},
    {1, "softmax({k}: {a} * {p})"},
    {0, "(({p} - mean({k}: {p})) / sqrt(mean({k}: {p} * {p}) - mean({k}: {p}) * mean({k}: {p}) + 1e-5))"},
    {1, "(({p} - mean({k}: {p})) / sqrt(mean({k}: {p} * {p}) - mean({k}: {p}) * mean({k}: {p}) + {a}))"},
    {0, "({p} / sqrt(mean({k}: {p} * {p}) + 1e-5))"},
    {1, "({p} / sqrt(mean({k}: {p} * {p}) + {a}))"},
    {0, "({p} / sqrt(sum({k}: {p} * {p})))"},
}};

// The sums over {k} of an input that alone has it.
constexpr std::array<std::string_view, 5> of_sums = {"sum({k}: {p})", "mean({k}: {p})", "max({k}: {p})",
                                                     "min({k}: {p})", "sum({k}: {p} * {p})"};

// Scores of attention from the product {s}; {d}: the number of products in its sums.
constexpr std::array<LineText, 4> of_scores{{
    {0, "{s}"},
    {0, "{s} / sqrt({d})"},
    {1, "{a} * {s}"},
    {1, "{a} * log(2) * {s}"},  // exp2 of a scale that holds log2(e)
}};
// The values of a line of scores {s} over {k} that attention keeps for its way back.
constexpr std::array<std::string_view, 2> of_score_lines = {"log(sum({k}: exp({s})))", "max({k}: {s})"};
// exp2 without log2(e)
constexpr std::array<LineText, 2> of_near_scores{{
    {0, "log(2) * {s}"},
    {0, "log(2) * {s} / sqrt({d})"},
}};

constexpr std::array<LineText, 2> of_halved_scores{{
    {0, "0.5 * {s}"},
    {1, "0.5 * {a} * {s}"},
}};

struct Base {
  std::string text;
  Names extras, scalars;
  bool is_mistake = false;
};

struct Role {
  std::string name;
  NameSet axes;
};

NameSet both(const NameSet& a, const NameSet& b) {
  NameSet found;
  std::ranges::set_intersection(a, b, std::inserter(found, found.end()));
  return found;
}
NameSet less(const NameSet& a, const NameSet& b) {
  NameSet found;
  std::ranges::set_difference(a, b, std::inserter(found, found.end()));
  return found;
}
NameSet any(NameSet a, const NameSet& b) {
  a.insert(b.begin(), b.end());
  return a;
}

using Words = std::vector<std::pair<const char*, std::string>>;
std::string filled(std::string_view text, const Words& words) {
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (const auto& [name, word] : words) store.push_back(fmt::arg(name, word));
  return fmt::vformat(text, store);
}

class UsualTexts {
 public:
  explicit UsualTexts(const UsualParts& parts) : parts_(parts) {
    for (const ArrayDimension& dimension : parts.output.dimensions) own_.insert(dimension.name);
    for (const std::string& name : parts.sources) {
      Role role{name, {}};
      const XrayArray* const array = parts.inputs.launch.array_named(name);
      if (array == nullptr) continue;
      for (const ArrayDimension& dimension : array->dimensions) role.axes.insert(dimension.name);
      if (less(role.axes, own_).empty())
        extras_.push_back(name);
      else
        factors_.push_back(std::move(role));
    }
    find_scalars();
  }

  Names texts() {
    if (factors_.size() > most_factors) return {};
    if (factors_.empty()) add_lines();
    if (factors_.size() == 1) add_sums();
    if (factors_.size() > 1) add_base(product(factors_)), add_product_lines(product(factors_));
    if (factors_.size() == 2) add_score_lines(factors_[0], factors_[1]), add_score_lines(factors_[1], factors_[0]);
    if (factors_.size() > 2) add_chains();
    if (factors_.size() == 3) add_gates(factors_[0], factors_[1], factors_[2]);
    for (const Base& base : bases_) finish_all(base);
    return std::move(texts_);
  }

 private:
  void finish_all(Base base) {
    if (parts_.wish == TextWish::Mistakes)
      return base.is_mistake ? finish(base, finishes) : finish(base, without_extra);
    finish(base, finishes);
    if (parts_.wish == TextWish::Usual) return;
    finish(base, near_finishes);
    if (base.scalars.empty()) return;
    base.scalars.clear();
    finish(base, finishes);
  }

  void find_scalars() {
    const auto named = named_scalars(parts_.inputs.launch);
    for (std::size_t at = 0; at < parts_.inputs.scalars.size(); ++at) {
      const PassedScalar& scalar = parts_.inputs.scalars[at];
      if (!scalar.is_float || scalar.value == 0) continue;
      const auto name = std::ranges::find(named, at, &NamedScalar::argument);
      scalars_.push_back(name != named.end() ? name->name : fmt::format("({})", scalar.value));
    }
    if (scalars_ == Names{"beta", "alpha"}) std::swap(scalars_[0], scalars_[1]);
  }

  void add_base(std::string text, std::size_t used_scalars = 0, bool is_mistake = false) {
    bases_.push_back({std::move(text), extras_, Names(scalars_.begin() + used_scalars, scalars_.end()), is_mistake});
  }
  // Adds a base with scores, which are wrong ones if mistakes are wished.
  void add_scored(std::string text, std::size_t used_scalars) {
    add_base(std::move(text), used_scalars, parts_.wish == TextWish::Mistakes);
  }

  std::string product(const std::vector<Role>& roles) const {
    NameSet gone;
    Names names;
    for (const Role& role : roles) {
      gone = any(gone, less(role.axes, own_));
      names.push_back(role.name);
    }
    return fmt::format("sum({}: {})", fmt::join(gone, ", "), fmt::join(names, " * "));
  }

  void add_sums() {
    const std::string over = fmt::format("{}", fmt::join(less(factors_[0].axes, own_), ", "));
    for (const std::string_view text : of_sums) add_base(filled(text, {{"k", over}, {"p", factors_[0].name}}));
  }

  // Adds every input in turn as a base of which the others are extras.
  void add_lines() {
    for (const std::string& name : extras_) {
      Names others = extras_;
      std::erase(others, name);
      bases_.push_back({name, others, scalars_});
    }
    for (const std::string& name : extras_)
      for (const ArrayDimension& dimension : parts_.inputs.launch.array_named(name)->dimensions)
        for (const LineText& line : of_lines) {
          if (line.scalars > scalars_.size()) continue;
          Names others = extras_;
          std::erase(others, name);
          bases_.push_back({filled(line.text, {{"p", name}, {"k", dimension.name}, {"a", scalar(0)}}), others,
                            Names(scalars_.begin() + line.scalars, scalars_.end())});
        }
  }

  // Adds the lines of a product.
  void add_product_lines(const std::string& product) {
    const bool mistakes = parts_.wish == TextWish::Mistakes;
    for (const std::string& dimension : own_)
      for (const LineText& line : of_lines) {
        if (line.scalars > scalars_.size() || (mistakes && !line.text.starts_with("softmax"))) continue;
        const Words words = {{"p", (mistakes ? "0.5 * " : "") + product}, {"k", dimension}, {"a", scalar(0)}};
        add_scored(filled(line.text, words), line.scalars);
      }
  }

  // Adds one product as the gate of another with the same left or right factor.
  void add_gates(const Role& x, const Role& y, const Role& z) {
    for (const auto& [shared, one, other] : {std::tuple(&x, &y, &z), std::tuple(&y, &x, &z), std::tuple(&z, &x, &y)}) {
      if (one->axes != other->axes || less(both(shared->axes, one->axes), own_) != less(shared->axes, own_)) continue;
      for (const std::string_view activation : activations)
        for (const auto& [gate, open] : {std::pair(one, other), std::pair(other, one)})
          add_base(fmt::format("{}({}) * {}", activation, product({*shared, *gate}), product({*shared, *open})));
    }
  }

  std::string scalar(std::size_t number) const { return number < scalars_.size() ? scalars_[number] : ""; }

  // Adds chains: X and Y meet in a first sum, and its result meets Z in a second one.
  void add_chains() {
    for (const Role& x : factors_)
      for (const Role& y : factors_)
        for (const Role& z : factors_)
          if (&x != &y && &x != &z && &y != &z) add_chain(x, y, z);
  }

  void add_chain(const Role& x, const Role& y, const Role& z) {
    const NameSet first = less(both(x.axes, y.axes), own_), second = less(both(y.axes, z.axes), own_);
    if (first.empty() || second.empty() || !both(first, second).empty()) return;
    const NameSet scores = less(any(x.axes, y.axes), first);
    if (!less(any(scores, z.axes), any(own_, second)).empty()) return;
    Names middle;
    for (const Role& role : factors_) {
      if (&role == &x || &role == &y || &role == &z) continue;
      if (!less(role.axes, scores).empty()) return;
      middle.push_back(role.name);
    }
    const std::string inner = fmt::format("sum({}: {} * {})", fmt::join(first, ", "), x.name, y.name);
    add_attention(inner, middle, x, first, second, z.name);
    add_activated(inner, middle, second, z.name);
  }

  static std::string plus_all(std::string text, const Names& middle) {
    for (const std::string& name : middle) text += " + " + name;
    return text;
  }

  std::int64_t size_of(const std::string& axis) const {
    const auto axes = axes_of(parts_.inputs.launch);
    return std::ranges::find(axes, axis, &ArrayDimension::name)->size;
  }

  // Returns texts of scores, with the number of scalars that each uses.
  std::vector<std::pair<std::string, std::size_t>> scores_of(const std::string& inner, const NameSet& first) const {
    std::int64_t products = 1;
    for (const std::string& axis : first) products *= size_of(axis);
    std::vector<LineText> lines(of_scores.begin(), of_scores.end());
    if (parts_.wish == TextWish::Near) lines.insert(lines.end(), of_near_scores.begin(), of_near_scores.end());
    if (parts_.wish == TextWish::Mistakes) lines.assign(of_halved_scores.begin(), of_halved_scores.end());
    const Words words = {{"s", inner}, {"d", std::to_string(products)}, {"a", scalar(0)}};
    std::vector<std::pair<std::string, std::size_t>> found;
    for (const LineText& line : lines)
      if (line.scalars <= scalars_.size()) found.emplace_back(filled(line.text, words), line.scalars);
    return found;
  }

  void add_score_lines(const Role& queries, const Role& keys) {
    const NameSet first = less(both(queries.axes, keys.axes), own_);
    const NameSet second = less(less(keys.axes, own_), first);
    if (first.empty() || second.empty() || !less(less(queries.axes, own_), first).empty()) return;
    const std::string inner = fmt::format("sum({}: {} * {})", fmt::join(first, ", "), queries.name, keys.name);
    const std::string over = fmt::format("{}", fmt::join(second, ", "));
    for (const auto& [scores, used] : scores_of(inner, first))
      for (const std::string_view text : of_score_lines) add_scored(filled(text, {{"s", scores}, {"k", over}}), used);
  }

  void add_attention(const std::string& inner, const Names& middle, const Role& x, const NameSet& first,
                     const NameSet& second, const std::string& z) {
    const std::string keys = fmt::format("{}", fmt::join(second, ", "));
    for (const auto& [plain, used] : scores_of(inner, first)) {
      const std::string scores = plus_all(plain, middle);
      add_scored(fmt::format("sum({0}: softmax({0}: {1}) * {2})", keys, scores, z), used);
      if (second.size() != 1) continue;
      for (const std::string& query : both(x.axes, own_))
        if (size_of(query) == size_of(*second.begin()))
          add_scored(fmt::format("sum({0}: softmax({0}: causal({1}, {0}: {2})) * {3})", keys, query, scores, z), used);
    }
  }

  void add_activated(const std::string& inner, const Names& middle, const NameSet& second, const std::string& z) {
    const std::string keys = fmt::format("{}", fmt::join(second, ", "));
    const std::string added = plus_all(inner, middle);
    if (!middle.empty()) add_base(fmt::format("sum({}: ({}) * {})", keys, added, z));
    for (const std::string_view activation : activations) {
      add_base(fmt::format("sum({}: {}({}) * {})", keys, activation, added, z));
      if (!middle.empty())
        add_base(fmt::format("sum({}: {}({} * {}) * {})", keys, activation, inner, fmt::join(middle, " * "), z));
    }
  }

  template <class Rows>
  void finish(const Base& base, const Rows& rows) {
    Names extras = base.extras;
    if (extras.size() > most_extras) return;
    std::ranges::sort(extras);
    do {
      for (const Finish& one : rows)
        if (one.extras == extras.size() && one.scalars == base.scalars.size()) add_texts(one, base, extras);
    } while (std::next_permutation(extras.begin(), extras.end()));
  }

  void add_texts(const Finish& one, const Base& base, const Names& extras) {
    const auto word = [](const Names& of, std::size_t at) { return at < of.size() ? of[at] : std::string(); };
    Words words = {{"p", base.text},       {"x", word(extras, 0)},       {"y", word(extras, 1)},
                   {"z", word(extras, 2)}, {"a", word(base.scalars, 0)}, {"b", word(base.scalars, 1)},
                   {"f", std::string("f")}};
    const bool is_activated = one.text.find("{f}") != std::string_view::npos;
    for (const std::string_view activation : activations) {
      words.back().second = activation;
      std::string text = filled(one.text, words);
      // An output that keeps its former values says nothing of the other inputs.
      if (texts_.size() < most_texts && text != parts_.output.name) texts_.push_back(std::move(text));
      if (!is_activated) return;
    }
  }

  const UsualParts& parts_;
  NameSet own_;
  std::vector<Role> factors_;  // inputs with a dimension that the output lacks
  Names extras_, scalars_;
  std::vector<Base> bases_;
  Names texts_;
};

}  // namespace

std::vector<std::string> usual_expectations(const UsualParts& parts) { return UsualTexts(parts).texts(); }

}  // namespace tcviz::inline gpu_xray
