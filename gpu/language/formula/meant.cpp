#include "gpu/language/formula/meant.hpp"

#include <array>

#include "gpu/language/formula/notations.hpp"
#include "gpu/language/formula/words.hpp"
#include "gpu/layout/known_gpus.hpp"

namespace tcviz::inline gpu_formula {
namespace {

// True if the text gives the name a value: tid = ..., int tid(...), def tid(...).
bool gives_value(std::span<const TextWord> words, std::string_view name) {
  for (std::size_t at = 0; at + 2 < words.size(); ++at) {
    if (words[at].kind != WordKind::Name || words[at].text != name) continue;
    if (words[at + 1].is("=") && !words[at + 2].is("=")) return true;
    const bool typed = at > 0 && words[at - 1].kind == WordKind::Name && !words[at - 1].is("return");
    if (typed && words[at + 1].is("(")) return true;
  }
  return false;
}

bool has_name(std::span<const TextWord> words, std::string_view name) {
  for (const TextWord& word : words)
    if (word.kind == WordKind::Name && word.text == name) return true;
  return false;
}

// True if the list of parameters between `open` and its ")" has this name, of a value that is given.
bool takes(std::span<const TextWord> words, std::size_t open, bool (*is_meant)(std::string_view)) {
  for (std::size_t at = open + 1; at < words.size() && !words[at].is(")") && !words[at].is("("); ++at) {
    const bool given = words[at].kind == WordKind::Name && !words[at - 1].is("&") && !words[at - 1].is("*");
    if (given && (words[at + 1].is(",") || words[at + 1].is(")") || words[at + 1].is(":")) && is_meant(words[at].text))
      return true;
  }
  return false;
}

bool is_thread(std::string_view name) {
  const Variable* const role = find_role(name, Inputs::Slot);
  return (role != nullptr && *role == Variable::Tid) || name == "threadIdx";
}

// True if some function takes row and col, and the text has no thread to compute from.
bool has_owner_function(std::span<const TextWord> words) {
  bool found = false;
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    const bool function = words[at].is("(") && words[at - 1].kind == WordKind::Name && at > 1 &&
                          words[at - 2].kind == WordKind::Name && !words[at - 2].is("return");
    if (!function) continue;
    if (takes(words, at, is_thread)) return false;
    found = found || (takes(words, at, [](std::string_view name) { return name == "row"; }) &&
                      takes(words, at, [](std::string_view name) { return name == "col"; }));
  }
  return found;
}

bool is_inverse(std::span<const TextWord> words) {
  const bool bases = words.size() > 3 && words[1].is(":") && words[2].is("(");
  if (bases) return words[0].is("row") || words[0].is("col") || words[0].is("r") || words[0].is("replica");
  const bool result = gives_value(words, "row") || gives_value(words, "col");
  if (!result && !has_name(words, "x") && has_owner_function(words)) return true;
  return gives_value(words, "tid") && !result && (has_name(words, "row") || has_name(words, "col"));
}

}  // namespace

char operand_letter(const Layout& layout) {
  const Kind* const kind = find_kind(layout.kind());
  if (kind == nullptr) return '\0';
  constexpr std::array<char, 3> letters = {'a', 'b', 'c'};  // by Operand
  const auto operand = static_cast<std::size_t>(kind->operand);
  return operand < letters.size() ? letters[operand] : '\0';
}

int cuda_arch_of(const Layout& layout) {
  const auto& capability = layout.provenance().compute_capability;
  return capability ? read_architecture(*capability).value_or(0) * 10 : 0;
}

Parsed<Formula> read_as_meant(std::string_view text, const ReadOptions& options, Checker& checker) {
  ReadOptions as = options;
  as.operand = operand_letter(checker.layout());
  as.cuda_arch = cuda_arch_of(checker.layout());
  as.threads = checker.layout().threads();
  as.values = checker.layout().values();
  as.convention = as.operand == 'b' ? 1 : 0;
  const auto holds = [&](const Parsed<Formula>& read) {
    const Formula* const formula = read ? &*read.value : nullptr;
    return formula != nullptr && checker.holds({&formula, 1});
  };
  Parsed<Formula> usual = read_formula(text, as);
  if (!holds(usual) && may_be_python(text)) {
    ReadOptions python = as;
    python.convention = convention_of_python;
    for (const bool in_warp : {!as.lane_in_warp, as.lane_in_warp}) {
      python.lane_in_warp = in_warp;
      Parsed<Formula> other = read_formula(text, python);
      if (holds(other) || (!usual && other && in_warp == as.lane_in_warp)) return other;
    }
  }
  if (!usual || (usual.value->conventions == 1 && !usual.value->is_store) || holds(usual)) return usual;
  for (const bool by_columns : {false, true})
    for (const bool turned : {false, true}) {
      const bool same = !by_columns && !turned;
      if (same || (turned && usual.value->conventions == 1) || (by_columns && !usual.value->is_store)) continue;
      ReadOptions tried = as;
      tried.convention = turned ? 1 - as.convention : as.convention;
      tried.lane_in_warp = as.lane_in_warp != turned;
      tried.by_columns = by_columns;
      Parsed<Formula> other = read_formula(text, tried);
      if (!holds(other)) continue;
      if (by_columns) other.value->reading += ", its matrix stored column by column: the index is col * ld + row";
      return other;
    }
  return usual;
}

std::vector<Parsed<Formula>> read_all_as_meant(std::span<const MeantText> texts, Checker& checker) {
  std::vector<Parsed<Formula>> all;
  for (const MeantText& each : texts) all.push_back(read_as_meant(each.text, each.options, checker));
  const auto is_lane = [](const Parsed<Formula>& each) { return each && each.value->reads_bare_lane; };
  if (all.size() != 2 || !is_lane(all[0]) || !is_lane(all[1])) return all;
  for (const bool in_warp : {true, false}) {
    if (all[0].value->convention == all[1].value->convention) break;
    std::vector<Parsed<Formula>> same;
    for (MeantText each : texts) {
      each.options.operand = operand_letter(checker.layout());
      each.options.cuda_arch = cuda_arch_of(checker.layout());
      each.options.threads = checker.layout().threads();
      each.options.values = checker.layout().values();
      each.options.lane_in_warp = in_warp;
      same.push_back(read_formula(each.text, each.options));
    }
    const std::array<const Formula*, 2> both = {same[0] ? &*same[0].value : nullptr,
                                                same[1] ? &*same[1].value : nullptr};
    if (both[0] != nullptr && both[1] != nullptr && (!in_warp || checker.holds(both))) all = std::move(same);
  }
  return all;
}

Inputs inputs_of(std::string_view text) {
  Scratch memory;
  const bool python = text.find("def ") != std::string_view::npos;
  return is_inverse(words_in(text, python ? WordsOf::Python : WordsOf::C, &memory)) ? Inputs::Element : Inputs::Slot;
}

}  // namespace tcviz::inline gpu_formula
