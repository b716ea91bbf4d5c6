#include "gpu/source/manual/manual.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/language/c/block.hpp"
#include "gpu/language/formula/formula.hpp"
#include "gpu/source/manual/rules.hpp"

namespace tcviz::inline gpu_manual {
namespace {

// The values of an expression, one for every slot, in slot order.
class SlotValues {
 public:
  SlotValues(int threads, int values) {
    for (int slot = 0; slot < threads * values; ++slot) {
      tids_.push_back(static_cast<std::uint32_t>(slot / values));
      is_.push_back(static_cast<std::uint32_t>(slot % values));
    }
  }

  Result<std::vector<std::int64_t>> of(std::string_view text) const {
    const Parsed<Formula> parsed = read_formula(text, {Inputs::Slot, Quantity::Row});
    if (!parsed) return bad_input(fmt::format("the manual's rule '{}' cannot be read", text));
    const LaneRunner::Input inputs[] = {{Variable::Tid, tids_.data()}, {Variable::I, is_.data()}};
    LaneRunner runner;
    runner.start(parsed.value->program, {});
    std::vector<std::int64_t> result;
    for (std::size_t first = 0; first < tids_.size(); first += LaneRunner::lanes) {
      const std::size_t count = std::min(LaneRunner::lanes, tids_.size() - first);
      runner.run(inputs, first, count);
      if (runner.any_undefined()) return bad_input(fmt::format("the manual's rule '{}' has no value somewhere", text));
      for (std::size_t lane = 0; lane < count; ++lane) result.push_back(runner.value(0, lane));
    }
    return result;
  }

 private:
  std::vector<std::uint32_t> tids_, is_;
};

std::string numbered(std::string_view section) { return fmt::format("{}. {}", section, section_title(section)); }

Provenance provenance_of(const ManualRule& rule) {
  Provenance provenance;
  provenance.source = Source::Documented;
  provenance.reference = fmt::format("PTX ISA {}, {}", manual_version, numbered(rule.section));
  if (!rule.note.empty()) provenance.note = rule.note;
  return provenance;
}

Result<std::vector<std::int32_t>> map_of(const Kind& kind, const ManualRule& rule) {
  SlotValues slots(kind.threads, kind.values);
  const Result<std::vector<std::int64_t>> rows = slots.of(rule.row), cols = slots.of(rule.col);
  TCVIZ_TRY(rows);
  TCVIZ_TRY(cols);
  std::vector<std::int32_t> map;
  map.reserve(rows.value().size());
  for (std::size_t slot = 0; slot < rows.value().size(); ++slot)
    map.push_back(static_cast<std::int32_t>(rows.value()[slot] * kind.cols() + cols.value()[slot]));
  if (rule.read.empty()) return map;
  const Result<std::vector<std::int64_t>> read = slots.of(fmt::format(fmt::runtime(rule.read), kind.selector));
  TCVIZ_TRY(read);
  for (std::size_t slot = 0; slot < map.size(); ++slot)
    if (read.value()[slot] == 0) map[slot] = no_element;
  return map;
}

class ManualSource final : public LayoutSource {
 public:
  ManualSource() {
    for (const Kind& kind : catalogue())
      if (rule_of(kind) != nullptr) ids_.emplace_back(kind.id);
    info_ = {std::string(manual_source), SourceClass::Documented,
             fmt::format("{} kinds, documented, in PTX ISA {}", ids_.size(), manual_version)};
  }

  const SourceInfo& info() const override { return info_; }
  std::vector<std::string> kinds() const override { return ids_; }

  std::vector<KindResult> layouts(std::span<const std::string> kinds, const Progress&) override {
    std::vector<KindResult> results;
    for (const std::string& id : kinds) {
      const Kind* const kind = find_kind(id);
      results.push_back(
          {id, kind != nullptr ? manual_layout(*kind) : unavailable(info_.name + " does not know " + id)});
    }
    return results;
  }

 private:
  SourceInfo info_;
  std::vector<std::string> ids_;
};

}  // namespace

std::string manual_section(const Kind& kind) {
  if (const ManualRule* const rule = rule_of(kind)) return numbered(rule->section);
  if (kind.family != Family::Wmma) return "";
  return "9.7.14.4.3. Warp-level Matrix Load Instruction: wmma.load";
}

Result<Layout> manual_layout(const Kind& kind) {
  const ManualRule* const rule = rule_of(kind);
  if (rule == nullptr)
    return unavailable(fmt::format("{} does not know {}: the manual leaves that layout open", manual_source, kind.id));
  Result<std::vector<std::int32_t>> map = map_of(kind, *rule);
  TCVIZ_TRY(map);
  return Layout::make({std::string(kind.id), kind.rows(), kind.cols(), kind.threads, kind.values, kind.bits(),
                       provenance_of(*rule), std::move(map).value()});
}

std::unique_ptr<LayoutSource> make_manual_source() { return std::make_unique<ManualSource>(); }

}  // namespace tcviz::inline gpu_manual
