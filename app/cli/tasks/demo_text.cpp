#include "app/cli/tasks/demo_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/cli/kit/table.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

// Writes infinities as words, since JSON has none.
Json number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

// Returns a timing. same_results is null unless the operation is exact: others add in an order of their own.
Json json_of(const Timing& timing, bool exact) {
  Json json = {{"setting", name_of(timing.setting)}, {"batch", timing.batch}};
  if (!timing.skipped.empty()) {
    json["skipped"] = timing.skipped;
    return json;
  }
  json["registers_ns"] = timing.registers_ns;
  json["staged_ns"] = timing.staged_ns;
  json["speedup"] = timing.ratio;
  json["speedup_quartiles"] = {timing.ratio_low, timing.ratio_high};
  json["same_results"] = exact ? Json(timing.same_results) : Json(nullptr);
  return json;
}

std::string cell(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e6) return fmt::format("{:.0f}", value);
  return fmt::format("{:.3g}", value);
}

// Returns the matrix with the elements marked that differ from `before`: two side by side would be too wide.
Table grid(const std::vector<double>& values, const std::vector<double>* before, int cols) {
  Table table{{""}, {true}, {}};
  for (int col = 0; col < cols; ++col) {
    table.header.push_back(std::to_string(col));
    table.right.push_back(true);
  }
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (n % static_cast<std::size_t>(cols) == 0) table.rows.push_back({std::to_string(table.rows.size())});
    const bool same =
        before == nullptr || (*before)[n] == values[n] || (std::isnan((*before)[n]) && std::isnan(values[n]));
    table.rows.back().push_back(cell(values[n]) + (same ? "" : "*"));
  }
  return table;
}

Table timing_table(const std::vector<Timing>& timings) {
  Table table{{"setting", "batch", "registers ns", "shared memory ns", "ratio", "quartiles", ""},
              {false, true, true, true, true, true},
              {}};
  for (const Timing& timing : timings) {
    std::vector<std::string> row{std::string(name_of(timing.setting)), std::to_string(timing.batch)};
    if (timing.skipped.empty()) {
      row.insert(row.end(), {fmt::format("{:.3f}", timing.registers_ns), fmt::format("{:.3f}", timing.staged_ns),
                             fmt::format("{:.2f}", timing.ratio),
                             fmt::format("{:.2f} to {:.2f}", timing.ratio_low, timing.ratio_high), ""});
    } else {
      row.insert(row.end(), {"", "", "", "", timing.skipped});
    }
    table.rows.push_back(row);
  }
  return table;
}

}  // namespace

const Timing* headline(const RunResult& result, Setting setting) {
  const Timing* best = nullptr;
  for (const Timing& timing : result.timings) {
    if (timing.setting != setting || !timing.skipped.empty()) continue;
    if (best == nullptr || timing.batch > best->batch) best = &timing;
  }
  return best;
}

Json demo_json(const DemoAnswer& answer, bool with_values) {
  const RunResult& result = answer.result;
  const Timing* const timing = headline(result);
  Json json = {{"op", result.operation},
               {"kind", result.kind},
               {"device", answer.device},
               {"verified", result.judgement.computed ? Json(nullptr) : Json(result.judgement.verified)},
               {"computed", result.judgement.computed},
               {"max_abs_error", number(result.judgement.max_abs_error)},
               {"registers_ns", timing != nullptr ? Json(timing->registers_ns) : Json(nullptr)},
               {"staged_ns", timing != nullptr ? Json(timing->staged_ns) : Json(nullptr)},
               {"speedup", timing != nullptr ? Json(timing->ratio) : Json(nullptr)},
               {"executor", result.executor},
               {"verdict", result.judgement.sentence},
               {"placed_by", result.placed_by.empty() ? Json(nullptr) : Json(result.placed_by)},
               {"compiler", result.compiler.empty() ? Json(nullptr) : Json(result.compiler)},
               {"timings", Json::array()}};
  for (const Timing& each : result.timings) json["timings"].push_back(json_of(each, result.judgement.allowed == 0));
  if (!with_values) return json;
  json["before"] = numbers(result.before);
  json["after"] = numbers(result.after);
  if (!result.second.empty()) json["second"] = numbers(result.second);
  json["out"] = numbers(result.out);
  return json;
}

std::string demo_text(const DemoAnswer& answer, const std::string& path, const Context& context) {
  const RunResult& result = answer.result;
  const int cols = find_kind(result.kind)->cols();
  std::string text = fmt::format("{} on {}, layout of {}, {}\n", find_operation(result.operation)->title, result.kind,
                                 answer.device, result.executor);
  text += "\nbefore\n" + to_text_for(path, grid(result.before, nullptr, cols), context);
  text += "\nafter (* has changed)\n" + to_text_for(path, grid(result.after, &result.before, cols), context);
  if (!result.second.empty())
    text += "\nsecond fragment\n" + to_text_for(path, grid(result.second, nullptr, cols), context);
  const bool stores = find_operation(result.operation)->form == Form::Store;
  if (stores)
    text += "\nwritten to memory\n" +
            to_text_for(path, grid(result.out, nullptr, static_cast<int>(result.out.size())), context);
  text += fmt::format("\n{}: {}\n", result.judgement.word(), result.judgement.sentence);
  if (!result.placed_by.empty()) text += fmt::format("{} stated which element each slot holds\n", result.placed_by);
  if (!result.timings.empty()) text += "\n" + to_text_for(path, timing_table(result.timings), context);
  return text;
}

}  // namespace tcviz::inline app_cli
