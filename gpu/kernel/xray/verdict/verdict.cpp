#include "gpu/kernel/xray/verdict/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/machine/taint.hpp"
#include "gpu/kernel/xray/verdict/arrays.hpp"

namespace tcviz::inline gpu_xray {
namespace {

struct ElementVerdict {
  VerdictState state = VerdictState::Right;
  std::string text = {};   // its description, without its indices: equal for elements that are alike
  bool is_part = false;    // a sum over a part
  bool is_masked = false;  // a mask leaves a part, row by row
};

class Judge {
 public:
  Judge(const XrayArray& array, const MemoryRegion& region, bool all_blocks, Machine& machine)
      : array_(array), region_(region), all_blocks_(all_blocks), machine_(machine), labels_(machine.labels) {
    for (const ArrayDimension& dimension : array.dimensions) own_.push_back(dimension_number(labels_, dimension.name));
  }

  OutputVerdict judge() {
    OutputVerdict verdict;
    verdict.name = array_.name;
    find_expected();
    verdict.values.reserve(static_cast<std::size_t>(array_.elements()));
    std::vector<std::int64_t> indices;
    for (std::int64_t place = 0, all = array_.elements(); place < all; ++place) {
      const std::uint8_t* const bytes = region_.bytes.data() + place * region_.element_bytes;
      verdict.values.push_back(from_bits(array_.type, word_of(bytes, region_.element_bytes)));
      verdict.stored.push_back(false);
      if (!array_.put_indices(place, indices)) continue;
      ++verdict.elements;
      const Label label = label_at(place);
      const bool untouched = is_untouched(label, place);
      verdict.stored.back() = !untouched;
      verdict.written += untouched ? 0 : 1;
      if (untouched && !all_blocks_) continue;
      if (is_like_last(label, indices) && std::isfinite(verdict.values.back())) {
        ++verdict.classes[class_of_last_].count;
        continue;
      }
      ElementVerdict element = judge_element(label, indices);
      // Inputs are small: a division by nothing is not called right.
      if (element.state == VerdictState::Right && !std::isfinite(verdict.values.back()))
        element = {VerdictState::Unjudged, "the number is infinite, or none"};
      add(verdict, element, label, place, indices);
    }
    doubt_parts(verdict);
    doubt_zeros(verdict);
    doubt_unread(verdict);
    report_stores(verdict);
    verdict.is_masked = is_masked(verdict);
    for (std::size_t number = 0; number < labels_.array_names.size(); ++number)
      if (((expected_ >> number) & 1) != 0) verdict.sources.push_back(labels_.array_names[number]);
    std::ranges::sort(verdict.classes, [](const VerdictClass& a, const VerdictClass& b) {
      return rank(a.state) != rank(b.state) ? rank(a.state) > rank(b.state) : a.count > b.count;
    });
    if (!verdict.classes.empty()) verdict.state = verdict.classes.front().state;
    if (verdict.written == 0) verdict.state = VerdictState::Incomplete;
    soften(verdict);
    return verdict;
  }

 private:
  // The first element of a class.
  struct Example {
    Label label = 0;
    std::int64_t place = 0;
    bool is_part = false;
  };

  static int rank(VerdictState state) {
    return state == VerdictState::Wrong        ? 3
           : state == VerdictState::Incomplete ? 2
           : state == VerdictState::Unjudged   ? 1
                                               : 0;
  }

  // True if an element is right in the same way as the last one that went through all rules: most are.
  bool is_like_last(Label label, const std::vector<std::int64_t>& indices) const {
    return LabelSpace::shape_number(label) == right_shape_ && label != 0 &&
           judge_place(label, indices).state == VerdictState::Right;
  }

  static bool is_unset(Label label) { return LabelSpace::shape_number(label) == unset_shape; }

  // True if nothing was stored to the element. The former value of an array that is read and written is untouched too,
  // if other blocks may store there.
  bool is_untouched(Label label, std::int64_t place) const {
    return is_unset(label) || (!all_blocks_ && stored_at(place).step == 0);
  }

  Label label_at(std::int64_t place) {
    const auto first = static_cast<std::size_t>(place * region_.element_bytes);
    if (region_.codes.empty()) return region_.unset ? LabelSpace::make(unset_shape, 0) : label_of(region_.code(first));
    if (is_unset(label_of(region_.codes[first]))) return LabelSpace::make(unset_shape, 0);
    return joined(labels_, region_.codes.data() + first, array_.type);
  }

  // Finds the arrays that take part in some element: an element that lacks one of them misses an input.
  void find_expected() {
    for (std::int64_t place = 0, all = array_.elements(); place < all; ++place) {
      const Label label = label_at(place);
      if (label == 0 || is_untouched(label, place) || labels_.shape(label).finding >= 0) continue;
      expected_ = static_cast<std::uint16_t>(expected_ | labels_.shape(label).arrays);
    }
    for (std::size_t at = 0, number = 0; at < machine_.launch.arguments.size(); ++at) {
      const XrayArgument& argument = machine_.launch.arguments[at];
      if (!argument.has_array()) continue;
      if (((expected_ >> number) & 1) != 0)
        for (const ArrayDimension& dimension : argument.array.dimensions) {
          const int d = dimension_number(labels_, dimension.name);
          if (std::ranges::find(own_, d) == own_.end() && std::ranges::find(summed_, d) == summed_.end())
            summed_.push_back(d);
        }
      ++number;
    }
  }

  ElementVerdict judge_element(Label label, const std::vector<std::int64_t>& indices) {
    if (is_unset(label)) return {VerdictState::Incomplete, "nothing was stored here"};
    // A counter, or an element that the last block resets, may be read and written: that alone is no mistake.
    if (label == 0)
      return {array_.role == ArrayRole::InOut ? VerdictState::Unjudged : VerdictState::Incomplete,
              "a constant, of no input"};
    const LabelShape& shape = labels_.shape(label);
    if (shape.finding >= 0) {
      XrayFinding& finding = machine_.findings[shape.finding];
      finding.counts = true;
      return {VerdictState::Wrong,
              fmt::format("{} at {}", name_of(finding.kind), line_text(finding.line, finding.ptx_line))};
    }
    if (shape.doubt == Doubt::Chance) machine_.doubt_all(varying_text(machine_.program));
    if (shape.doubt != Doubt::None) return {VerdictState::Unjudged, doubt_text(shape)};
    const ElementVerdict placed = judge_place(label, indices);
    if (placed.state != VerdictState::Right) return placed;
    return judge_sums(label, indices);
  }

  // Returns the doubt, and where it began if that is known; then the finding about it counts.
  std::string doubt_text(const LabelShape& shape) {
    std::string text(words_of(shape.doubt));
    if (shape.doubted < 0 || shape.doubt == Doubt::Chance) return text;
    XrayFinding& finding = machine_.findings[shape.doubted];
    if (finding.kind != FindingKind::Doubt) return text;  // the last of too many
    finding.counts = true;
    return fmt::format("{}, at {}", text, line_text(finding.line, finding.ptx_line));
  }

  // Judges an element by its place: the indices in its label must be its own.
  ElementVerdict judge_place(Label label, const std::vector<std::int64_t>& indices) const {
    const LabelShape& shape = labels_.shape(label);
    for (std::size_t at = 0; at < own_.size(); ++at) {
      const int d = own_[at];
      const std::string& name = labels_.dimensions()[d].name;
      const LabelDimension& state = shape.dimensions[d];
      if (state.state == DimensionState::None)
        return {VerdictState::Unjudged, fmt::format("no input with {} takes part", name)};
      if (state.state == DimensionState::Point && labels_.point(label, d) != indices[at])
        return {VerdictState::Wrong, fmt::format("the element of another {}", name)};
      if (state.state == DimensionState::Sum || state.state == DimensionState::Function)
        if (labels_.sets.size(state.set) != 1 || !labels_.sets.has(state.set, indices[at]))
          return {VerdictState::Unjudged, fmt::format("several {} in one element", name)};
    }
    return {};
  }

  ElementVerdict judge_sums(Label label, const std::vector<std::int64_t>& indices) {
    const LabelShape& shape = labels_.shape(label);
    const auto known = right_sums_.find(LabelSpace::shape_number(label));
    if (known != right_sums_.end()) return {VerdictState::Right, known->second};
    ElementVerdict verdict;
    bool of_shape = true;  // and not of the element's own indices
    if (shape.arrays != expected_) return {VerdictState::Incomplete, "not all inputs take part"};
    for (const int d : summed_) {
      const LabelDimension& state = shape.dimensions[d];
      const std::string& name = labels_.dimensions()[d].name;
      of_shape = of_shape && state.state != DimensionState::Point;
      const SetId set = state.state == DimensionState::None ? 0 : labels_.set_of(label, d);
      const char* const what = state.state == DimensionState::Function ? "function of" : "sum over";
      verdict.text += verdict.text.empty() ? "" : ", ";
      if (set == labels_.full(d)) {
        verdict.text += fmt::format("{} {} {}", what, name, labels_.sets.describe(set));
        if (state.scale != 0 && state.scale != set)
          return {VerdictState::Unjudged,
                  fmt::format("scaled by a function of only {} {}", name, labels_.sets.describe(state.scale))};
        continue;
      }
      if (const std::string triangle = triangle_text(set, indices, d); !triangle.empty()) {
        verdict.text += fmt::format("{} {} {}", what, name, triangle);
        verdict.state = VerdictState::Unjudged;
        verdict.is_masked = true;
        of_shape = false;
        continue;
      }
      return {VerdictState::Incomplete,
              fmt::format("{} {} {} of {}", what, name, set == 0 ? "none" : labels_.sets.describe(set),
                          labels_.sets.describe(labels_.full(d))),
              true};
    }
    if (of_shape) right_sums_[LabelSpace::shape_number(label)] = verdict.text;
    return verdict;
  }

  // Describes a mask that leaves 0..p of a dimension, with p an index of the element; empty: it is none.
  std::string triangle_text(SetId set, const std::vector<std::int64_t>& indices, int d) {
    const auto runs = labels_.sets.runs(set);
    if (runs.size() != 1 || runs[0][0] != 0) return {};
    for (std::size_t at = 0; at < own_.size(); ++at)
      if (runs[0][1] == indices[at] && labels_.dimensions()[own_[at]].size == labels_.dimensions()[d].size)
        return fmt::format("0..{} (a mask, row by row)", labels_.dimensions()[own_[at]].name);
    return {};
  }

  void add(OutputVerdict& verdict, const ElementVerdict& element, Label label, std::int64_t place,
           const std::vector<std::int64_t>& indices) {
    others_ += element.state == VerdictState::Right || element.is_masked ? 0 : 1;
    const auto key = std::pair(element.state, element.text);
    const auto [at, is_new] = known_.try_emplace(key, verdict.classes.size());
    if (is_new) {
      if (verdict.classes.size() >= most_classes) {
        at->second = verdict.classes.size() - 1;
      } else {
        VerdictClass made;
        made.state = element.state, made.text = element.text, made.example = indices;
        if (element.is_part) parts_.push_back(verdict.classes.size());
        if (element.is_masked) masked_.push_back(verdict.classes.size());
        for (std::size_t d = 0; d < own_.size(); ++d) made.points.push_back(array_.dimensions[d].name);
        if (!is_unset(label) && label != 0 && labels_.shape(label).finding < 0)
          for (const int d : summed_)
            made.sums.emplace_back(labels_.dimensions()[d].name, labels_.sets.runs(labels_.set_of(label, d)));
        verdict.classes.push_back(std::move(made));
        examples_.push_back({label, place, element.is_part});
      }
    }
    ++verdict.classes[at->second].count;
    const std::uint32_t shape = LabelSpace::shape_number(label);
    if (element.state == VerdictState::Right && right_sums_.contains(shape))
      right_shape_ = shape, class_of_last_ = at->second;
  }

  // Reports elements that are wrong in their place, or incomplete there, at the store that brought them; incomplete
  // sums at the last product that fed them.
  void report_stores(const OutputVerdict& verdict) const {
    const auto any = [&](VerdictState state) {
      return std::ranges::any_of(verdict.classes, [&](const VerdictClass& one) { return one.state == state; });
    };
    const bool tells_incomplete =
        !machine_.stopped() && !lacks_blocks() && (!machine_.branched_on_data || any(VerdictState::Wrong));
    for (std::size_t at = 0; at < verdict.classes.size(); ++at) {
      const VerdictClass& one = verdict.classes[at];
      const Example& example = examples_[at];
      const bool has_cause = example.label != 0 && labels_.shape(example.label).finding >= 0;
      if (one.state == VerdictState::Wrong && !has_cause) report(FindingKind::Store, one, example);
      if (one.state == VerdictState::Incomplete && tells_incomplete && expected_ != 0 && !is_unset(example.label))
        report(FindingKind::Incomplete, one, example);
    }
  }

  void report(FindingKind kind, const VerdictClass& of, const Example& example) const {
    XrayFinding finding;
    finding.kind = kind;
    finding.counts = true;
    finding.expected = fmt::format("{}[{}]", array_.name, fmt::join(of.example, ","));
    finding.got = labels_.describe(example.label);
    finding.text = fmt::format("{} holds {}: {}", finding.expected, finding.got, of.text);
    LastPlace place = stored_at(example.place);
    if (kind == FindingKind::Incomplete && example.is_part) {
      LastPlace product = machine_.products.of(labels_, example.label, place.warp);
      if (product.warp == place.warp) product.lane = place.lane;
      if (product.step > 0) place = product, finding.text += ", and this is the last product that fed it";
    }
    if (place.step > 0) machine_.place(finding, place);
    machine_.findings.push_back(std::move(finding));
  }

  LastPlace stored_at(std::int64_t place) const { return region_.last_store(static_cast<std::size_t>(place)); }

  // Doubts elements that are sums over different parts, none over all: they may come from a window that moves, as in a
  // convolution.
  void doubt_parts(OutputVerdict& verdict) const {
    const bool any_right =
        std::ranges::any_of(verdict.classes, [](const VerdictClass& one) { return one.state == VerdictState::Right; });
    if (any_right || parts_.size() < 2) return;
    for (const std::size_t at : parts_) verdict.classes[at].state = VerdictState::Unjudged;
  }

  // Doubts elements that are all zero: no input is, so that something was multiplied by nothing or taken from itself.
  static void doubt_zeros(OutputVerdict& verdict) {
    if (verdict.written == 0 || std::ranges::any_of(verdict.values, [](double value) { return value != 0; })) return;
    for (VerdictClass& one : verdict.classes)
      if (one.state == VerdictState::Right)
        one.state = VerdictState::Unjudged, one.text = "every element is exactly zero";
  }

  // Doubts right elements if nothing of an input was read: a bias in the launch is to be added, so it may be a fault
  // that no sum has it.
  void doubt_unread(OutputVerdict& verdict) const {
    std::vector<const XrayArray*> arrays;
    for (const XrayArgument& argument : machine_.launch.arguments)
      if (argument.has_array()) arrays.push_back(&argument.array);
    const auto& regions = machine_.memory.regions();
    const auto unread = std::ranges::find_if(regions, [&](const auto& region) {
      return region->array >= 0 && !region->was_read && !region->bytes.empty() &&
             arrays[region->array]->role == ArrayRole::In && !arrays[region->array]->dimensions.empty();
    });
    if (unread == regions.end()) return;
    for (VerdictClass& one : verdict.classes)
      if (one.state == VerdictState::Right)
        one.state = VerdictState::Unjudged,
        one.text = fmt::format("{} is an input, but none of it was read", (*unread)->name);
  }

  bool is_masked(const OutputVerdict& verdict) const {
    if (others_ > 0 || masked_.empty()) return false;
    for (std::size_t at = 0; at < verdict.classes.size(); ++at)
      if (verdict.classes[at].state != VerdictState::Right && std::ranges::find(masked_, at) == masked_.end())
        return false;
    return true;
  }

  // True if other blocks may add the missing parts.
  bool lacks_blocks() const { return machine_.others.share && !all_blocks_; }

  // Softens the verdict if a branch depended on the data: missing parts may be missing on purpose.
  void soften(OutputVerdict& verdict) const {
    if ((machine_.branched_on_data || lacks_blocks()) && verdict.state == VerdictState::Incomplete)
      verdict.state = VerdictState::Unjudged;
  }

  static constexpr std::size_t most_classes = 64;
  const XrayArray& array_;
  const MemoryRegion& region_;
  bool all_blocks_;
  Machine& machine_;
  LabelSpace& labels_;
  std::vector<int> own_, summed_;
  std::vector<std::size_t> parts_, masked_;                    // classes
  std::vector<Example> examples_;                              // of each class
  std::int64_t others_ = 0;                                    // elements that are neither right nor masked
  std::unordered_map<std::uint32_t, std::string> right_sums_;  // of shapes that are right
  std::uint32_t right_shape_ = 0;
  std::size_t class_of_last_ = 0;
  std::uint16_t expected_ = 0;
  std::map<std::pair<VerdictState, std::string>, std::size_t> known_;
};

}  // namespace

std::string_view name_of(VerdictState state) {
  constexpr std::array<std::string_view, 4> names = {"right", "incomplete", "wrong", "unjudged"};
  return names[static_cast<std::size_t>(state)];
}

OutputVerdict judge_output(const XrayArray& array, const MemoryRegion& region, bool all_blocks, Machine& machine) {
  return Judge(array, region, all_blocks, machine).judge();
}

}  // namespace tcviz::inline gpu_xray
