#include "gpu/kernel/xray/step/forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "gpu/kernel/xray/step/form_rows.hpp"
#include "gpu/kernel/xray/step/opcodes.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// ptxas takes these words twice.
constexpr std::string_view repeatable = "sat satfinite relu NaN approx sync uni";

// Calls visit(part) for every part of a text between `separator`, until one returns true; returns whether one did.
template <class Visit>
bool any_part(std::string_view text, char separator, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (visit(text.substr(0, end))) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

// The modifiers of an instruction that are no types; a row strikes out those that it takes.
class OpenWords {
 public:
  explicit OpenWords(const XrayStep& step) : all_(step.modifiers) {
    for (const std::string_view word : step.modifiers)
      if (!lists_type(step, word) && !(lists(repeatable, word) && has(word))) words_.push_back(word);
  }

  // Strikes out one modifier of a group, "lo|hi" or "row.col|row.row"; false if there is none.
  bool take(std::string_view group) {
    return any_part(group, '|', [&](std::string_view one) { return take_one(one); });
  }
  std::string_view first() const { return words_.empty() ? std::string_view() : words_.front(); }

 private:
  static bool lists_type(const XrayStep& step, std::string_view word) {
    return std::ranges::find(step.types, word) != step.types.end();
  }
  static bool is(std::string_view word, std::string_view pattern) {
    return pattern.ends_with('*') ? word.starts_with(pattern.substr(0, pattern.size() - 1)) : word == pattern;
  }
  bool has(std::string_view word) const { return std::ranges::find(words_, word) != words_.end(); }

  // Strikes out "row.col", in this order; "^async.bulk" has to be the beginning.
  bool take_one(std::string_view one) {
    if (one.starts_with('^')) return begins_with(one.substr(1)) && take_one(one.substr(1));
    std::vector<std::string_view> left = words_;
    std::ptrdiff_t from = 0;
    const bool lacks_one = any_part(one, '.', [&](std::string_view word) {
      const auto found =
          std::find_if(left.begin() + from, left.end(), [&](std::string_view open) { return is(open, word); });
      if (found == left.end()) return true;
      from = found - left.begin();
      left.erase(found);
      return false;
    });
    if (!lacks_one) words_ = std::move(left);
    return !lacks_one;
  }

  bool begins_with(std::string_view words) const {
    std::size_t at = 0;
    return !any_part(words, '.', [&](std::string_view word) { return at >= all_.size() || all_[at++] != word; });
  }

  std::span<const std::string_view> all_;
  std::vector<std::string_view> words_;
};

// A modifier that a row demands, and one that it does not take. Both are empty if the instruction is of this form.
struct FormMisfit {
  std::string_view missing, extra;
  bool fits() const { return missing.empty() && extra.empty(); }
};

FormMisfit misfit_of(const FormRow& row, OpenWords words) {
  FormMisfit misfit;
  any_part(row.needs, ' ', [&](std::string_view group) {
    if (!words.take(group) && misfit.missing.empty()) misfit.missing = group;
    return false;
  });
  any_part(row.may, ' ', [&](std::string_view group) { return words.take(group), false; });
  misfit.extra = words.first();
  return misfit;
}

bool has_types(const FormRow& row, const XrayStep& step) {
  if (!row.from.empty())
    return step.types.size() == 2 && lists(row.types, step.types[0]) && lists(row.from, step.types[1]);
  if (row.types == no_type) return step.types.empty();
  if (step.types.size() == 1) return lists(row.types, step.types[0]);
  return !step.types.empty() && lists(row.types, fmt::format("{}", fmt::join(step.types, ".")));
}

// Returns ".lo, .hi or .wide" for "lo|hi|wide".
std::string alternatives(std::string_view group, char separator) {
  std::vector<std::string> parts;
  any_part(group, separator, [&](std::string_view one) { return parts.push_back(fmt::format(".{}", one)), false; });
  const std::string last = parts.back();
  parts.pop_back();
  return parts.empty() ? last : fmt::format("{} or {}", fmt::join(parts, ", "), last);
}

using FormRows = std::span<const FormRow>;

FormRows forms_of(std::string_view name) {
  const FormRows all = form_rows();
  const auto first = std::ranges::lower_bound(all, name, {}, &FormRow::name);
  const auto last = std::ranges::upper_bound(all, name, {}, &FormRow::name);
  return all.subspan(static_cast<std::size_t>(first - all.begin()), static_cast<std::size_t>(last - first));
}

std::string fault_of_types(const FormRows& rows, const XrayStep& step) {
  if (step.types.empty()) return fmt::format("{} needs a type", step.name);
  const std::string have = fmt::format(".{}", fmt::join(step.types, "."));
  std::string all;
  for (const FormRow& row : rows) {
    if (row.types == no_type) return fmt::format("{} takes no type, and has {}", step.name, have);
    if (!row.from.empty()) return fmt::format("{} takes no {}", step.name, have);
    any_part(row.types, ' ', [&](std::string_view type) {
      if (!lists(all, type)) all += fmt::format("{}{}", all.empty() ? "" : " ", type);
      return false;
    });
  }
  return fmt::format("{} does not take {}: it takes {}", step.name, have, alternatives(all, ' '));
}

std::string fault_of_words(const FormMisfit& misfit, const XrayStep& step) {
  const std::string types = step.types.empty() ? std::string() : fmt::format(".{}", fmt::join(step.types, "."));
  if (misfit.extra.empty()) return fmt::format("{}{} needs {}", step.name, types, alternatives(misfit.missing, '|'));
  const bool twice = std::ranges::count(step.modifiers, misfit.extra) > 1;
  return twice ? fmt::format(".{} is there twice", misfit.extra)
               : fmt::format("{}{} does not take .{} here", step.name, types, misfit.extra);
}

}  // namespace

std::string form_fault(const XrayStep& step) {
  const FormRows found = forms_of(step.name);
  if (found.empty()) return {};
  const OpenWords words(step);
  FormMisfit nearest;
  for (const FormRow& row : found) {
    if (!has_types(row, step)) continue;
    const FormMisfit misfit = misfit_of(row, words);
    if (misfit.fits()) return {};
    if (nearest.fits() || (!nearest.extra.empty() && misfit.extra.empty())) nearest = misfit;
  }
  return nearest.fits() ? fault_of_types(found, step) : fault_of_words(nearest, step);
}

}  // namespace tcviz::inline gpu_xray
