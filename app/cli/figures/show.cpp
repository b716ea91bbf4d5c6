// tcviz show: layouts as text, as data or as a figure.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "app/cli/figures/figure_layouts.hpp"
#include "app/cli/figures/figure_size.hpp"
#include "app/cli/figures/figure_words.hpp"
#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/suffix.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/target.hpp"
#include "app/cli/kit/values.hpp"

namespace tcviz::inline app_cli {
namespace {

struct ShowOptions {
  TargetArguments target;
  FigureWords words;
  std::string format, output, with;
  std::vector<std::string> also;
  bool json = false;
};

template <class Field>
std::vector<std::string_view> all_of(Field field) {
  std::vector<std::string_view> words;
  for (const FormatRow& format : figure_formats()) words.push_back(format.*field);
  return words;
}

Result<FigureFormat> format_named(const std::string& name) {
  const Result<std::size_t> at = parse_choice("--format", name, all_of(&FormatRow::word));
  TCVIZ_TRY(at);
  return figure_formats()[at.value()].format;
}

// Chooses the format by the suffix of -o; a name without one, such as /dev/stdout, gets text.
Result<FigureFormat> format_of_file(const std::string& path) {
  const std::string suffix = std::filesystem::path(path).extension().string();
  if (suffix.empty()) return FigureFormat::Text;
  if (const FormatRow* row = format_of_suffix(suffix)) return row->format;
  const std::vector<std::string_view> all = all_of(&FormatRow::suffix);
  const std::vector<std::string_view> nearest = nearest_words(suffix, all, all.size());
  return bad_input(
      fmt::format("-o {}: the suffix names no format. Use {}, or give --format.", path, join_choices(nearest)));
}

Result<FigureFormat> choose_format(const ShowOptions& options) {
  if (options.json && !options.format.empty() && options.format != "json")
    return bad_input(fmt::format("--json and --format {} contradict each other: leave one out.", options.format));
  if (!options.json && options.format.empty()) return format_of_file(options.output);
  const Result<FigureFormat> named = options.json ? FigureFormat::Json : format_named(options.format);
  TCVIZ_TRY(named);
  TCVIZ_TRY(check_suffix(options.output, named.value(), options.json ? "--json" : "--format"));
  return named;
}

// Refuses a style for a table, and a scale for a format that has none.
Status check_words(const FigureWords& words, const FormatRow& format) {
  const std::string_view option = picture_option_in(words);
  if (!option.empty() && !format.picture)
    return bad_input(fmt::format("{} is for pictures (svg, png, pdf and tikz), not for {}: draw one by -o layout.svg.",
                                 option, format.word));
  return Nothing{};
}

bool binary(const FormatRow& format) { return !format.text; }

Status check_output(const FormatRow& format, const ShowOptions& options, const Context& context) {
  if (!binary(format) || !goes_to_stream(options.output) || !context.out_is_terminal) return Nothing{};
  return bad_input(fmt::format("{} {} would make a terminal unreadable: give -o FILE{}, or pipe it on.",
                               format.label.starts_with('P') ? "a" : "an", format.label, format.suffix));
}

// Lists the layouts of a file that holds several, if none was chosen.
Status list_layouts(const Target& file, Context& context) {
  Table table{
      {"kind", "matrix", "threads", "values", "replication", "provenance"}, {false, true, true, true, true}, {}};
  for (const auto& [l, source] : file.parts)
    table.rows.push_back({l.kind(), fmt::format("{}x{}", l.rows(), l.cols()), std::to_string(l.threads()),
                          std::to_string(l.values()), std::to_string(l.replication()), describe(l.provenance())});
  context.out << to_text(table, context);
  context.notes << fmt::format("{} holds {} layouts: show one with --kind ID, as in --kind {}\n", file.path,
                               file.parts.size(), file.parts.front().layout.kind());
  return Nothing{};
}

// True for a file of several layouts if none was chosen, and no view that shows several.
Result<bool> holds_several(const ShowOptions& options) {
  const std::string& name = options.target.kind.empty() ? options.target.choice : options.target.kind;
  if (!options.words.view.empty() || !options.with.empty() || !options.also.empty() || !means_file(name)) return false;
  const Result<Target> file = resolve_target(options.target);
  TCVIZ_TRY(file);
  return file.value().parts.size() > 1;
}

// Writes all of them to JSON, and lists them in a terminal; other formats hold one.
Status show_several(const ShowOptions& options, Figure figure, Context& context) {
  const Result<Target> file = resolve_target(options.target);
  TCVIZ_TRY(file);
  if (figure.format == FigureFormat::Text && options.output.empty()) return list_layouts(file.value(), context);
  if (figure.format != FigureFormat::Json) return only_layout(file.value()).error();
  figure.layouts = file.value().parts;
  const Result<std::string> json = write_figure(figure);
  return json ? deliver(json.value(), options.output, context) : json.error();
}

Status show_figure(const ShowOptions& options, Figure figure, Context& context) {
  if (!options.with.empty() && options.words.view.empty()) figure.style.view = ViewMode::Comparison;
  figure.style.panels = figure.style.panels || !options.also.empty();
  SourceShelf shelf(context);
  Result<std::vector<FigureLayout>> layouts =
      figure_layouts(shelf, figure.style.view, options.target, options.with, options.also);
  TCVIZ_TRY(layouts);
  figure.layouts = std::move(layouts).value();
  TCVIZ_TRY(finish_style(options.words, figure.layouts, figure.style));
  const Result<std::string> bytes = write_figure(figure);
  TCVIZ_TRY(bytes);
  TCVIZ_TRY(deliver(bytes.value(), options.output, context));
  if (const std::string warning = size_warning(figure); !warning.empty())
    context.notes << fmt::format("warning: {}\n", warning);
  return Nothing{};
}

Status show(const ShowOptions& options, Context& context) {
  const Result<FigureFormat> format = choose_format(options);
  TCVIZ_TRY(format);
  const FormatRow& row = row_of(format.value());
  TCVIZ_TRY(check_words(options.words, row));
  TCVIZ_TRY(check_output(row, options, context));
  const Result<SceneStyle> style = read_style(options.words);
  TCVIZ_TRY(style);
  Figure figure{{}, style.value(), format.value(), {}, !goes_to_stream(options.output), false};
  figure.color = context.color && goes_to_stream(options.output);
  figure.true_color = context.true_color;
  figure.columns = goes_to_stream(options.output) ? context.columns : 0;
  TCVIZ_TRY(read_figure_size(options.words, figure));
  const Result<bool> several = holds_several(options);
  TCVIZ_TRY(several);
  return several.value() ? show_several(options, std::move(figure), context)
                         : show_figure(options, std::move(figure), context);
}

}  // namespace

Runner declare_show(CLI::App& app) {
  auto options = std::make_shared<ShowOptions>();
  add_target(app, options->target);
  add_option(app, "--format", "FORMAT", options->format,
             "text, json, csv, md, cpp (a header), svg, png, pdf or tikz; else by the suffix of -o");
  add_flag(app, "--json", options->json, "the same as --format json");
  add_option(app, "-o,--output", "FILE", options->output, "write to this file, whole or not at all");
  add_option(app, "--with", "DEVICE|KIND", options->with, "for a comparison: the other source, kind or file");
  add_list(app, "--also", "KIND,...", options->also, "more kinds in the same figure, each a panel: a, b, c");
  add_figure_words(app, options->words);
  return [options](Context& context) { return show(*options, context); };
}

}  // namespace tcviz::inline app_cli
