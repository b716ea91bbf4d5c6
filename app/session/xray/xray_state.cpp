#include "app/session/xray/xray_state.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace tcviz::inline app_session {
namespace {

bool is_grave(const XrayFinding& finding) { return finding.weight != FindingWeight::Warning; }

std::string place_of_finding(const XrayRun& run, const XrayFinding& finding) {
  const int line = shown_line(run, finding.line, finding.ptx_line);
  return line > 0 ? fmt::format("{} at line {}", name_of(finding.kind), line)
                  : fmt::format("{} at the end", name_of(finding.kind));
}

std::string verdict_words(const OutputVerdict& output) {
  std::string text = fmt::format("{} is {}", output.name, name_of(output.state));
  if (!output.numbers) return text;
  const OutputNumbers& numbers = *output.numbers;
  if (numbers.state == VerdictState::Right)
    return fmt::format("{}: all {} numbers are {}", text, numbers.compared, numbers.expression);
  if (numbers.state == VerdictState::Wrong && numbers.first)
    return fmt::format("{}: [{}] is {:.5g}, and {:.5g} is expected of {}", text, fmt::join(numbers.first->element, ","),
                       numbers.first->found, numbers.first->expected, numbers.expression);
  return fmt::format("{}, and its numbers are not judged: {}", text, numbers.reason);
}

std::set<std::string> finding_places(const XrayRun& run) {
  std::set<std::string> places;
  for (const XrayFinding& finding : run.report.findings)
    if (is_grave(finding)) places.insert(place_of_finding(run, finding));
  return places;
}

// Lists those of `all` that `other` lacks, at most three of them.
std::string missing_in(const std::set<std::string>& all, const std::set<std::string>& other) {
  std::string text;
  int count = 0;
  for (const std::string& one : all) {
    if (other.contains(one) || ++count > 3) continue;
    text += (text.empty() ? "" : ", ") + one;
  }
  return count > 3 ? fmt::format("{} and {} more", text, count - 3) : text;
}

}  // namespace

XrayRun make_xray_run(std::string source, bool is_cuda, XrayReport report, std::string path_of, std::string launch) {
  XrayRun run{std::move(source), is_cuda, std::move(launch), std::move(path_of), std::move(report), {}};
  std::set<std::int64_t> steps;
  std::set<int> lines;
  for (const XrayFinding& finding : run.report.findings) {
    if (!is_grave(finding)) continue;
    steps.insert(finding.step);
    lines.insert(finding.ptx_line);
  }
  std::map<int, int> counts;
  for (std::size_t n = 0; n < run.report.events.size(); ++n) {
    const XrayEvent& event = run.report.events[n];
    if (!is_product(event.opcode)) continue;
    const ProductState state = steps.contains(event.step)       ? ProductState::Found
                               : lines.contains(event.ptx_line) ? ProductState::Alike
                                                                : ProductState::Fine;
    run.products.push_back({n, event.warp, counts[event.warp]++, state});
  }
  return run;
}

std::optional<int> first_product(const XrayRun& run) {
  const auto found = std::ranges::find(run.products, ProductState::Found, &XrayProduct::state);
  if (found != run.products.end()) return static_cast<int>(found - run.products.begin());
  return run.products.empty() ? std::nullopt : std::optional(0);
}

int shown_line(const XrayRun& run, int line, int ptx_line) { return run.is_cuda ? line : ptx_line; }

std::string spell_product(const XrayProduct& product) { return fmt::format("{}:w{}", product.number, product.warp); }

std::string default_xray_path(const XrayState& state) {
  const std::string name = state.name.substr(0, state.name.rfind('.'));
  if (!state.run || !state.product || *state.product >= static_cast<int>(state.run->products.size()))
    return name + ".svg";
  const XrayProduct& product = state.run->products[static_cast<std::size_t>(*state.product)];
  return fmt::format("{}.product-{}-w{}.svg", name, product.number, product.warp);
}

std::string describe_run(const XrayRun& run) {
  const XrayReport& report = run.report;
  if (report.refused) return *report.refused;
  std::string text;
  for (const OutputVerdict& output : report.outputs) text += (text.empty() ? "" : ", ") + verdict_words(output);
  if (text.empty()) text = "No argument is an output: mark one with out, as in 'C=out f32[m:64,n:48]'";
  const auto grave = std::ranges::find_if(report.findings, is_grave);
  if (grave != report.findings.end()) text += fmt::format(" · {}: {}", place_of_finding(run, *grave), grave->text);
  if (!report.reason.empty()) text += " · " + report.reason;
  return text;
}

std::string describe_difference(const XrayRun& before, const XrayRun& now) {
  std::string text;
  const auto add = [&](const std::string& sentence) { text += (text.empty() ? "" : "; ") + sentence; };
  if (before.report.verdict != now.report.verdict)
    add(fmt::format("{} before, {} now", name_of(before.report.verdict), name_of(now.report.verdict)));
  const std::set<std::string> old = finding_places(before), fresh = finding_places(now);
  if (const std::string gone = missing_in(old, fresh); !gone.empty()) add("gone: " + gone);
  if (const std::string come = missing_in(fresh, old); !come.empty()) add("new: " + come);
  return text;
}

namespace {

const SnapshotTile& tile_at(const EventSnapshot& event, int tile) {
  return tile == 0 ? event.a : tile == 1 ? event.b : event.sum;
}

const SnapshotCell* cell_at(const EventSnapshot& event, const StepSpot& spot) {
  const SnapshotTile& tile = tile_at(event, spot.tile);
  if (spot.row < 0 || spot.col < 0 || spot.row >= tile.rows || spot.col >= tile.cols) return nullptr;
  return &tile.cells[static_cast<std::size_t>(spot.row) * tile.cols + spot.col];
}

// Returns "k=3,n=5"; empty if the cell holds no element with all indices.
std::string named_indices(const SnapshotTile& tile, const SnapshotCell& cell) {
  std::string named;
  for (std::size_t n = 0; n < std::min(tile.indices.size(), cell.element.size()); ++n)
    named += fmt::format("{}{}={}", n == 0 ? "" : ",", tile.indices[n], cell.element[n]);
  return named;
}

}  // namespace

std::string spell_element(const EventSnapshot& event, const StepSpot& spot) {
  const SnapshotCell* const cell = cell_at(event, spot);
  const SnapshotTile& tile = tile_at(event, spot.tile);
  const bool of_one = !tile.name.empty() && tile.name.find(' ') == std::string::npos;
  const std::string indices = cell != nullptr && of_one && spot.tile != 2 ? named_indices(tile, *cell) : std::string();
  return indices.empty() ? indices : fmt::format("{}[{}]", tile.name, indices);
}

std::vector<std::string> describe_cell(const EventSnapshot& event, const StepSpot& spot) {
  const SnapshotCell* const cell = cell_at(event, spot);
  if (cell == nullptr) return {};
  constexpr std::array<std::string_view, 3> tiles = {"A", "B", "the sum"};
  const std::string holder = cell->lane < 0 ? "read from shared memory" : fmt::format("held by lane {}", cell->lane);
  std::vector<std::string> lines = {fmt::format("Row {}, column {} of {}, {}", spot.row, spot.col,
                                                tiles.at(static_cast<std::size_t>(spot.tile)), holder)};
  const SnapshotTile& tile = tile_at(event, spot.tile);
  const std::string name = tile.name.empty() ? "its array" : tile.name, indices = named_indices(tile, *cell);
  if (cell->text == "0")
    lines.emplace_back("Holds zero, which belongs to no element.");
  else if (cell->text == "c")
    lines.emplace_back("Holds a number that belongs to no element.");
  else if (cell->text == "f")
    lines.push_back(fmt::format("Holds a function of several elements of {}.", name));
  else if (cell->text == "!")
    lines.emplace_back("Holds a value that is wrong already.");
  else if (spot.tile == 2)
    lines.push_back(fmt::format("Holds a sum for {}.", indices.empty() ? cell->text : indices));
  else
    lines.push_back(fmt::format("Holds {}[{}].", name, indices.empty() ? cell->text : indices));
  if (cell->state == SnapshotState::Odd)
    lines.emplace_back("It does not fit its row, its column, or the k that it meets.");
  return lines;
}

}  // namespace tcviz::inline app_session
