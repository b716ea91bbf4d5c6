// The output of `tcviz live` as text, as JSON and as the window shows it: the list of the fragments in a file, or one
// fragment with its values and the expected ones.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/kit/context.hpp"
#include "app/scene/easel/scene.hpp"
#include "app/session/xray/live_run.hpp"
#include "gpu/kernel/live/live_comparison.hpp"

namespace tcviz::inline app_cli {

// One fragment, and everything known about it.
struct LiveAnswer {
  const LiveFile* file = nullptr;
  LiveFragment fragment;
  std::size_t number = 0;  // its number in the file, as in --at
  Layout layout;
  std::string from;  // the source of `layout`
  LiveValues values;
  std::optional<ExpectedMatrix> expected = {};
  double tolerance = 0;
  std::vector<OwnersDiffer> differing = {};
  std::optional<LiveComparison> comparison = {};
  std::vector<std::string> hints = {};  // live_hints()
};

std::string live_list(const std::string& path, const LiveFile& file, const std::vector<LiveFragment>& fragments,
                      const Context& context);
nlohmann::ordered_json live_list_json(const LiveFile& file, const std::vector<LiveFragment>& fragments);

std::string live_text(const LiveAnswer& answer, const Context& context);
nlohmann::ordered_json live_json(const LiveAnswer& answer);
LiveRun live_run(const LiveQuestion& asked, const std::vector<LiveFragment>& fragments, const LiveAnswer& answer);
// Draws the values, and beside them the expected ones.
Scene live_scene(const LiveAnswer& answer);
// Describes the worst problem, "lane 5, register 2 holds C[9, 6] = 3, expected 7"; empty if there is none.
std::string live_problem(const LiveAnswer& answer);

}  // namespace tcviz::inline app_cli
