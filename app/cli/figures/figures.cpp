// tcviz figures: writes every figure of a document again, or checks that it is up to date.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <sstream>

#include "app/cli/figures/figure_layouts.hpp"
#include "app/cli/figures/figure_size.hpp"
#include "app/cli/figures/figure_spec.hpp"
#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/values.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

struct FiguresOptions {
  std::string spec, only;
  bool verify = false, example = false, json = false;
};

Error in_job(const FigureJob& job, const Error& error) {
  return {error.fault, fmt::format("{} ({}): {}", job.place, job.name, error.message)};
}

std::vector<std::string> words_between_commas(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}

Result<std::string> bytes_of(SourceShelf& shelf, const FigureJob& job) {
  const Result<SceneStyle> style = read_style(job.words);
  TCVIZ_TRY(style);
  Figure figure{{}, style.value(), job.format, {}, true, false};
  if (!job.with.empty() && job.words.view.empty()) figure.style.view = ViewMode::Comparison;
  TCVIZ_TRY(read_figure_size(job.words, figure));
  const std::vector<std::string> also = words_between_commas(job.also);
  figure.style.panels = figure.style.panels || !also.empty();
  Result<std::vector<FigureLayout>> layouts = figure_layouts(shelf, figure.style.view, job.target, job.with, also);
  TCVIZ_TRY(layouts);
  figure.layouts = std::move(layouts).value();
  TCVIZ_TRY(finish_style(job.words, figure.layouts, figure.style));
  if (const std::string warning = size_warning(figure); !warning.empty())
    shelf.context().notes << fmt::format("warning: {}: {}\n", job.output.string(), warning);
  return write_figure(figure);
}

enum class State { Same, Missing, Other };

State state_of(const FigureJob& job, std::string_view bytes) {
  std::error_code none;
  if (!std::filesystem::exists(job.output, none)) return State::Missing;
  const Result<std::string> there = read_file(job.output);
  return there && there.value() == bytes ? State::Same : State::Other;
}

// Writes or verifies a figure and says what it found or did. A file that is right already is left alone, so that builds
// do not see it change.
Result<std::string_view> take(const FigureJob& job, std::string_view bytes, bool only_verify) {
  const State state = state_of(job, bytes);
  if (state == State::Same) return std::string_view("same");
  if (only_verify) return std::string_view(state == State::Missing ? "missing" : "changed");
  if (Status written = write_file(job.output, bytes); !written) return in_job(job, written.error());
  return std::string_view("written");
}

// Takes the figures one after the other up to the first that fails, and tells each: in a line, or in `done` for JSON.
Status take_all(const FiguresOptions& options, const std::vector<FigureJob>& jobs, Json& done, Context& context) {
  SourceShelf shelf(context);
  for (const FigureJob& job : jobs) {
    const Result<std::string> bytes = bytes_of(shelf, job);
    if (!bytes) return in_job(job, bytes.error());
    const Result<std::string_view> state = take(job, bytes.value(), options.verify);
    TCVIZ_TRY(state);
    done.push_back({{"figure", job.name}, {"output", job.output.string()}, {"state", state.value()}});
    if (!options.json) context.out << fmt::format("{:<7}  {}\n", state.value(), job.output.string());
  }
  return Nothing{};
}

bool same_file(const std::filesystem::path& one, const std::filesystem::path& other) {
  std::error_code none;
  return std::filesystem::equivalent(one, other, none) || one.lexically_normal() == other.lexically_normal();
}

// Refuses to overwrite the files that the command reads: the specification and layout files.
Status check_outputs(const std::vector<FigureJob>& jobs, const std::filesystem::path& spec) {
  for (const FigureJob& job : jobs) {
    if (same_file(job.output, spec))
      return bad_input(fmt::format("{}.output: {} is this specification itself: choose another file.", job.place,
                                   job.output.string()));
    for (const FigureJob& other : jobs)
      for (const std::string& input : {other.target.kind, other.with})
        if (!input.empty() && means_file(input) && same_file(job.output, input))
          return bad_input(fmt::format("{}.output: {} is the file that {} is drawn from: choose another.", job.place,
                                       job.output.string(), other.place));
  }
  return Nothing{};
}

Result<std::vector<FigureJob>> chosen_jobs(const FiguresOptions& options) {
  const std::filesystem::path path(options.spec);
  const Result<std::string> text = read_file(path);
  TCVIZ_TRY(text);
  Result<std::vector<FigureJob>> jobs = parse_figure_spec(text.value(), path.parent_path());
  if (!jobs) return Error{jobs.error().fault, fmt::format("{}: {}", options.spec, jobs.error().message)};
  if (Status outputs = check_outputs(jobs.value(), path); !outputs)
    return Error{outputs.error().fault, fmt::format("{}: {}", options.spec, outputs.error().message)};
  if (options.only.empty()) return jobs;
  std::vector<std::string_view> names;
  for (const FigureJob& job : jobs.value()) {
    if (job.name == options.only) return std::vector<FigureJob>{job};
    names.push_back(job.name);
  }
  return bad_input(fmt::format("{} has no figure '{}'.{} Its figures are {}.", options.spec, options.only,
                               suggest(options.only, names), fmt::join(names, ", ")));
}

Status figures(const FiguresOptions& options, Context& context) {
  if (options.example) {
    context.out << example_figure_spec();
    return Nothing{};
  }
  if (options.spec.empty()) return bad_input("name a specification: give a JSON file; --help says what it holds.");
  const Result<std::vector<FigureJob>> jobs = chosen_jobs(options);
  TCVIZ_TRY(jobs);
  Json done = Json::array();
  const Status taken = take_all(options, jobs.value(), done, context);
  if (options.json) context.out << print_json({{"figures", done}});
  TCVIZ_TRY(taken);
  const auto stale = std::ranges::count_if(
      done, [](const Json& each) { return each.at("state") == "missing" || each.at("state") == "changed"; });
  if (stale == 0) return Nothing{};
  return negative(fmt::format("{} of {} figures would change: write them with `tcviz figures {}`.", stale,
                              jobs.value().size(), options.spec));
}

}  // namespace

Runner declare_figures(CLI::App& app) {
  auto options = std::make_shared<FiguresOptions>();
  add_option(app, "SPEC", "SPEC", options->spec, "JSON that lists the figures, see below");
  add_flag(app, "--verify", options->verify, "write nothing; if a file would change, name it and fail");
  add_flag(app, "--example", options->example, "print a specification to start from");
  add_option(app, "--only", "NAME", options->only, "write only this figure");
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return figures(*options, context); };
}

}  // namespace tcviz::inline app_cli
