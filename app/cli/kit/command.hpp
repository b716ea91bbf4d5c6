// The row of a subcommand in the table of all commands, and the functions that declare the options of each, which are
// defined in the file of the command's name.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "gpu/layout/result.hpp"

namespace CLI {
class App;
}

namespace tcviz::inline app_cli {

struct Context;

// Runs a command whose options have been parsed; called once.
using Runner = std::function<Status(Context&)>;

// A subcommand.
struct Command {
  std::string_view name;         // empty: the program without a subcommand
  std::string_view summary;      // one line
  std::string_view usage;        // "tcviz show KIND [options]"
  std::string_view examples;     // one per line; a test runs all of them
  Runner (*declare)(CLI::App&);  // declares the options; returns the function that runs the command
  std::string_view notes = {};   // text of --help below the options
};

// Returns a suggestion for an unknown command `word`: " Did you mean show?"
std::string suggest_command(std::string_view word, std::span<const Command> commands);

Runner declare_window(CLI::App& app);
Runner declare_devices(CLI::App& app);
Runner declare_kinds(CLI::App& app);
Runner declare_show(CLI::App& app);
Runner declare_at(CLI::App& app);
Runner declare_image(CLI::App& app);
Runner declare_descriptor(CLI::App& app);
Runner declare_banks(CLI::App& app);
Runner declare_journey(CLI::App& app);
Runner declare_xray(CLI::App& app);
Runner declare_live(CLI::App& app);
Runner declare_figures(CLI::App& app);
Runner declare_verify(CLI::App& app);
Runner declare_probe(CLI::App& app);
Runner declare_diff(CLI::App& app);
Runner declare_check(CLI::App& app);
Runner declare_formula(CLI::App& app);
Runner declare_maxas(CLI::App& app);
Runner declare_demo(CLI::App& app);
Runner declare_bench(CLI::App& app);
Runner declare_learn(CLI::App& app);
Runner declare_serve(CLI::App& app);
Runner declare_capture(CLI::App& app);
Runner declare_completion(CLI::App& app);

}  // namespace tcviz::inline app_cli
