#include "app/cli/kernels/live_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "app/cli/kernels/live_words.hpp"
#include "app/cli/kit/table.hpp"
#include "app/scene/pictures/value_view.hpp"

namespace tcviz::inline app_cli {
namespace {

using LiveJson = nlohmann::ordered_json;

constexpr std::size_t most_listed = 8;  // wrong slots in the text

std::string sides_text(const LiveSides& sides) { return fmt::format("{}", fmt::join(sides, ",")); }

std::string architecture_text(const LiveFile& file) {
  if (file.capability == 0) return file.gpu;
  return fmt::format("{}{}sm_{}", file.gpu, file.gpu.empty() ? "" : ", ", file.capability);
}

std::string time_text(const LiveFragment& fragment) {
  const std::uint64_t time = fragment.reached + 1;
  return fragment.times == 0 ? fmt::format("{}", time) : fmt::format("{} of {}", time, fragment.times);
}

std::string threads_text(const LiveFragment& fragment) {
  return fmt::format("{} of {}", fragment.threads() - fragment.missing(), fragment.threads());
}

std::string about_fragment(const LiveAnswer& answer) {
  const LiveFragment& fragment = answer.fragment;
  return fmt::format("{}, {} line {}, block {}, warp {}, time {}, {}; layout of {}", fragment.kind, fragment.file,
                     fragment.line, sides_text(answer.file->block), warps_text(fragment), time_text(fragment),
                     architecture_text(*answer.file), answer.from);
}
std::string heading(const LiveAnswer& answer) { return fmt::format("{}: {}\n", answer.number, about_fragment(answer)); }

bool is_wrong(const LiveAnswer& answer, std::int32_t slot) {
  return answer.comparison && std::ranges::binary_search(answer.comparison->wrong, slot);
}

// Returns "7", "7*" if it is wrong, "7|8" if owners differ, "." if no owner saved it.
std::string cell_of(const LiveAnswer& answer, Element element) {
  std::string text;
  std::optional<std::uint64_t> shown;
  for (const std::int32_t owner : answer.layout.owner_slots(element)) {
    const auto slot = static_cast<std::size_t>(owner);
    if (!answer.values.present[slot] || shown == answer.values.bits[slot]) continue;
    text += fmt::format("{}{}{}", shown ? "|" : "", number_text(answer.values.format, answer.values.numbers[slot]),
                        is_wrong(answer, owner) ? "*" : "");
    shown = answer.values.bits[slot];
  }
  return text.empty() ? "." : text;
}

// Returns the number in the first owner of an element, if it came by.
std::optional<double> found_in(const LiveAnswer& answer, Element element) {
  const auto slot = static_cast<std::size_t>(answer.layout.owner_slots(element).front());
  return answer.values.present[slot] ? std::optional(answer.values.numbers[slot]) : std::nullopt;
}

std::optional<double> expected_in(const LiveAnswer& answer, Element element) {
  return answer.expected->values[static_cast<std::size_t>(element.row * answer.layout.cols() + element.col)];
}

std::string expected_cell(const LiveAnswer& answer, Element element) {
  const std::optional<double> value = expected_in(answer, element);
  return value ? number_text(answer.values.format, *value) : "";
}

template <class Cell>
Table grid_with(const LiveAnswer& answer, Cell cell) {
  const Layout& layout = answer.layout;
  Table table{{""}, {}, {}};
  for (int col = 0; col < layout.cols(); ++col) table.header.push_back(std::to_string(col));
  table.right.assign(table.header.size(), true);
  for (int row = 0; row < layout.rows(); ++row) {
    table.rows.push_back({std::to_string(row)});
    for (int col = 0; col < layout.cols(); ++col) table.rows.back().push_back(cell(answer, Element{row, col}));
  }
  return table;
}

std::string verdict_text(const LiveAnswer& answer) {
  const LiveComparison& found = *answer.comparison;
  if (found.wrong.empty()) return fmt::format("\nall {} values are as expected.\n", found.compared);
  std::string text = fmt::format("\n{} of {} values are wrong, in {} and {}:\n", found.wrong.size(), found.compared,
                                 counted(found.wrong_elements, "element"), counted(found.wrong_threads, "thread"));
  for (std::size_t at = 0; at < std::min(found.wrong.size(), most_listed); ++at)
    text += fmt::format("  {}\n", wrong_text(answer, found.wrong[at]));
  if (found.wrong.size() > most_listed)
    text += fmt::format("  and {} more, marked * above; --json has all.\n", found.wrong.size() - most_listed);
  return text;
}

LiveJson number_json(double value) {
  if (std::isfinite(value)) return value;
  return fmt::format("{}", value);
}

LiveJson number_json(const std::optional<double>& value) { return value ? number_json(*value) : LiveJson(); }

LiveJson slot_json(const LiveAnswer& answer, std::int32_t number) {
  const Slot slot = answer.layout.slot(number);
  const std::optional<Element> element = answer.layout.element(slot);
  const auto at = static_cast<std::size_t>(number);
  LiveJson json = {{"tid", slot.tid},
                   {"warp", warp_of(answer.fragment, slot)},
                   {"lane", slot.tid % lanes_of_warp},
                   {"i", slot.i},
                   {"register", answer.layout.register_of(slot.i).first},
                   {"element", {element->row, element->col}},
                   {"bits", answer.values.bits[at]},
                   {"got", number_json(answer.values.numbers[at])}};
  if (answer.expected) json["expected"] = number_json(expected_in(answer, *element));
  return json;
}

int first_owner(const Layout& layout, Element element) { return layout.slot(layout.owner_slots(element).front()).tid; }

template <class Cell>
LiveJson matrix_json(const Layout& layout, const Cell& cell) {
  LiveJson rows = LiveJson::array();
  for (int row = 0; row < layout.rows(); ++row) {
    LiveJson cells = LiveJson::array();
    for (int col = 0; col < layout.cols(); ++col) cells.push_back(cell(Element{row, col}));
    rows.push_back(std::move(cells));
  }
  return rows;
}

// Returns a number in the words of the window.
std::string cell_text(const std::optional<double>& value) { return value ? fmt::format("{:.6g}", *value) : ""; }

LiveTake take_of(const LiveFragment& fragment) {
  return {fragment.kind,
          fragment.file,
          static_cast<int>(fragment.line),
          static_cast<int>(fragment.first_warp),
          static_cast<int>(fragment.reached + 1),
          fragment.threads(),
          fragment.missing()};
}

LiveGrid grid_of(const LiveAnswer& answer) {
  const Layout& layout = answer.layout;
  LiveGrid grid{layout.rows(), layout.cols(), answer.fragment.threads(), {}, answer.expected.has_value()};
  for (int row = 0; row < grid.rows; ++row)
    for (int col = 0; col < grid.cols; ++col) {
      const Element at{row, col};
      grid.cells.push_back({cell_text(found_in(answer, at)),
                            grid.has_expected ? cell_text(expected_in(answer, at)) : "", first_owner(layout, at)});
    }
  return grid;
}

LiveWrong wrong_of(const LiveAnswer& answer, std::int32_t number) {
  const Slot slot = answer.layout.slot(number);
  const Element element = answer.layout.element(slot).value_or(Element{});
  return {slot.tid % lanes_of_warp,
          static_cast<int>(warp_of(answer.fragment, slot)),
          answer.layout.register_of(slot.i).first,
          element,
          cell_text(answer.values.numbers[static_cast<std::size_t>(number)]),
          cell_text(expected_in(answer, element))};
}

LiveJson fragment_json(const LiveFragment& fragment, std::size_t number) {
  return {{"at", number},
          {"kind", fragment.kind},
          {"file", fragment.file},
          {"line", fragment.line},
          {"warp", fragment.first_warp},
          {"threads", fragment.threads()},
          {"missing_threads", fragment.missing()},
          {"time", fragment.reached + 1},
          {"times", fragment.times == 0 ? LiveJson() : LiveJson(fragment.times)},
          {"registers", fragment.lane_bytes / 4}};
}

LiveJson file_json(const LiveFile& file) {
  return {{"gpu", file.gpu},   {"compute_capability", file.capability}, {"block", file.block},
          {"grid", file.grid}, {"block_threads", file.threads},         {"missed", file.missed}};
}

// Returns each element's value in the first owner that saved it.
std::vector<double> first_owners(const LiveAnswer& answer) {
  std::vector<double> numbers;
  for (int element = 0; element < answer.layout.elements(); ++element) {
    double number = std::nan("");
    for (const std::int32_t owner :
         answer.layout.owner_slots({element / answer.layout.cols(), element % answer.layout.cols()}))
      if (std::isnan(number) && answer.values.present[static_cast<std::size_t>(owner)])
        number = answer.values.numbers[static_cast<std::size_t>(owner)];
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

std::string live_list(const std::string& path, const LiveFile& file, const std::vector<LiveFragment>& fragments,
                      const Context& context) {
  Table table{{"at", "kind", "file", "line", "warp", "time", "threads", "registers"},
              {true, false, false, true, true, true, true, true},
              {}};
  for (std::size_t at = 0; at < fragments.size(); ++at) {
    const LiveFragment& one = fragments[at];
    table.rows.push_back({std::to_string(at), one.kind, one.file, std::to_string(one.line), warps_text(one),
                          time_text(one), threads_text(one), std::to_string(one.lane_bytes / 4)});
  }
  return fmt::format("{}: {} fragments of block {}, {}, grid {}, {} threads in a block\n", path, fragments.size(),
                     sides_text(file.block), architecture_text(file), sides_text(file.grid), sides_text(file.threads)) +
         to_text(table, context);
}

LiveJson live_list_json(const LiveFile& file, const std::vector<LiveFragment>& fragments) {
  LiveJson json = file_json(file);
  json["fragments"] = LiveJson::array();
  for (std::size_t at = 0; at < fragments.size(); ++at) json["fragments"].push_back(fragment_json(fragments[at], at));
  return json;
}

std::string live_text(const LiveAnswer& answer, const Context& context) {
  std::string text = heading(answer);
  if (const int missing = answer.fragment.missing(); missing > 0)
    text +=
        fmt::format("{} did not reach TCVIZ: a dot where no other holds the element.\n", counted(missing, "thread"));
  text += fmt::format("\nfound ({} down, {} to the right)\n", matrix_axes(answer.layout).row,
                      matrix_axes(answer.layout).col);
  text += to_text(grid_with(answer, cell_of), context);
  if (answer.expected) text += "\nexpected\n" + to_text(grid_with(answer, expected_cell), context);
  if (!answer.differing.empty()) {
    text += fmt::format("\nowners of {} do not agree, although they hold copies:\n",
                        counted(answer.differing.size(), "element"));
    for (std::size_t at = 0; at < std::min(answer.differing.size(), most_listed); ++at)
      text += fmt::format("  {}\n", differing_text(answer, answer.differing[at]));
  }
  if (answer.comparison) text += verdict_text(answer);
  for (const std::string& hint : answer.hints) text += hint + "\n";
  return text;
}

LiveJson live_json(const LiveAnswer& answer) {
  LiveJson json = file_json(*answer.file);
  json.update(fragment_json(answer.fragment, answer.number));
  json["layout"] = answer.from;
  json["rows"] = answer.layout.rows();
  json["cols"] = answer.layout.cols();
  const auto matrix = [&](const auto& cell) { return matrix_json(answer.layout, cell); };
  json["values"] = matrix([&](Element at) { return number_json(found_in(answer, at)); });
  json["owners"] = matrix([&](Element at) { return first_owner(answer.layout, at); });
  if (answer.expected)
    json["expected_values"] = matrix([&](Element at) { return number_json(expected_in(answer, at)); });
  json["owners_differ"] = LiveJson::array();
  for (const OwnersDiffer& each : answer.differing)
    json["owners_differ"].push_back({slot_json(answer, each.one.tid * answer.layout.values() + each.one.i),
                                     slot_json(answer, each.other.tid * answer.layout.values() + each.other.i)});
  if (!answer.comparison) return json;
  json["tolerance"] = answer.tolerance;
  json["compared"] = answer.comparison->compared;
  json["right"] = live_problem(answer).empty();
  json["wrong_elements"] = answer.comparison->wrong_elements;
  json["wrong"] = LiveJson::array();
  for (const std::int32_t slot : answer.comparison->wrong) json["wrong"].push_back(slot_json(answer, slot));
  json["hints"] = answer.hints;
  return json;
}

LiveRun live_run(const LiveQuestion& asked, const std::vector<LiveFragment>& fragments, const LiveAnswer& answer) {
  LiveRun run;
  run.at = asked.at, run.expect = asked.expect, run.source = answer.from;
  for (const LiveFragment& each : fragments) run.takes.push_back(take_of(each));
  run.grid = grid_of(answer);
  run.differing = static_cast<int>(answer.differing.size());
  run.hints = answer.hints;
  if (!answer.comparison) return run;
  run.compared = answer.comparison->compared;
  for (const std::int32_t slot : answer.comparison->wrong) {
    run.wrong.push_back(wrong_of(answer, slot));
    const Element at = run.wrong.back().element;
    run.grid.cells[static_cast<std::size_t>(at.row * run.grid.cols + at.col)].wrong = true;
  }
  return run;
}

Scene live_scene(const LiveAnswer& answer) {
  const std::vector<double> found = first_owners(answer);
  std::vector<double> expected;
  if (answer.expected)
    for (const std::optional<double>& value : answer.expected->values) expected.push_back(value.value_or(std::nan("")));
  ValueView view;
  view.kind = answer.layout.kind();
  view.rows = answer.layout.rows();
  view.cols = answer.layout.cols();
  view.theme = Theme::Light;
  // Values within the tolerance are not marked.
  std::vector<double> marked = found;
  if (answer.comparison)
    for (const std::int32_t slot : answer.comparison->wrong) {
      const auto element = static_cast<std::size_t>(answer.layout.map()[static_cast<std::size_t>(slot)]);
      marked[element] = expected[element];
    }
  view.grids.push_back({"found", found, marked});
  if (answer.expected) view.grids.push_back({"expected", expected, {}});
  Scene scene = build_value_scene(view);
  scene.title = fmt::format("{}, live registers", answer.fragment.kind);
  scene.description = about_fragment(answer);
  return scene;
}

std::string live_problem(const LiveAnswer& answer) {
  if (answer.comparison && !answer.comparison->wrong.empty()) {
    const std::size_t wrong = answer.comparison->wrong.size();
    const std::string first = wrong_text(answer, answer.comparison->wrong.front());
    return fmt::format("{}{}.", first, wrong == 1 ? "" : fmt::format("; {} values are wrong", wrong));
  }
  if (!answer.differing.empty())
    return fmt::format("{}; {} {} not the same in all owners.", differing_text(answer, answer.differing.front()),
                       counted(answer.differing.size(), "element"), answer.differing.size() == 1 ? "is" : "are");
  const int missing = answer.fragment.missing();
  if (answer.comparison && missing > 0)
    return fmt::format("{} of {} threads did not reach TCVIZ, and their values are not judged.", missing,
                       answer.fragment.threads());
  return {};
}

}  // namespace tcviz::inline app_cli
