// tcviz show: one layout as text, as data or as a picture.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <memory>
#include <ostream>

#include "app/cli/commands.hpp"
#include "app/cli/output.hpp"
#include "app/cli/table.hpp"
#include "app/cli/target.hpp"
#include "app/cli/values.hpp"
#include "app/export/export.hpp"
#include "gpu/layout/layout_file.hpp"

namespace tcviz {
namespace {

struct ShowOptions {
  TargetArguments target;
  std::string format, output, scale, theme;
  bool json = false;
};

// Everything but the layout that a format may need.
struct Drawing {
  SceneStyle style;
  double scale = 2;  // of PNG: sharp on the screens of today
  bool color = false;
};

struct Format {
  std::string_view name;
  std::string_view suffix;
  bool has_theme, has_scale;
  Result<std::string> (*write)(const Layout&, const Drawing&);
};

constexpr std::array<Format, 6> formats = {{
    {"text", ".txt", false, false,
     [](const Layout& l, const Drawing& d) -> Result<std::string> { return to_text(l, TextOptions{d.color}); }},
    {"json", ".json", false, false, [](const Layout& l, const Drawing&) -> Result<std::string> { return to_json(l); }},
    {"csv", ".csv", false, false, [](const Layout& l, const Drawing&) -> Result<std::string> { return to_csv(l); }},
    {"md", ".md", false, false, [](const Layout& l, const Drawing&) -> Result<std::string> { return to_markdown(l); }},
    {"svg", ".svg", true, false,
     [](const Layout& l, const Drawing& d) -> Result<std::string> { return to_svg(l, d.style); }},
    {"png", ".png", true, true,
     [](const Layout& l, const Drawing& d) -> Result<std::string> { return to_png(l, d.style, d.scale); }},
}};

template <class Field>
std::vector<std::string_view> all_of(Field field) {
  std::vector<std::string_view> words;
  words.reserve(formats.size());
  for (const Format& format : formats) words.push_back(format.*field);
  return words;
}

Result<const Format*> format_named(const std::string& name) {
  const Result<std::size_t> at = parse_choice("--format", name, all_of(&Format::name));
  if (!at) return at.error();
  return &formats[at.value()];
}

// By the suffix of -o; a name without one, /dev/stdout for instance, gets text.
Result<const Format*> format_of_file(const std::string& path) {
  const std::string suffix = std::filesystem::path(path).extension().string();
  if (suffix.empty()) return &formats[0];
  for (const Format& format : formats)
    if (format.suffix == suffix) return &format;
  const std::vector<std::string_view> nearest = nearest_words(suffix, all_of(&Format::suffix), formats.size());
  return bad_input(
      fmt::format("-o {}: the suffix tells no format. Use {}, or say --format.", path, join_choices(nearest)));
}

Result<const Format*> choose_format(const ShowOptions& options) {
  if (options.json && !options.format.empty() && options.format != "json")
    return bad_input(fmt::format("--json and --format {} contradict each other: leave one out.", options.format));
  if (options.json) return format_named("json");
  return options.format.empty() ? format_of_file(options.output) : format_named(options.format);
}

Result<Drawing> choose_drawing(const ShowOptions& options, const Format& format, const Context& context) {
  Drawing drawing;
  drawing.color = context.color && goes_to_stream(options.output);
  if (!options.theme.empty()) {
    if (!format.has_theme) return bad_input(fmt::format("--theme is for svg and png, not for {}.", format.name));
    const Result<Theme> theme = parse_theme(options.theme);
    if (!theme) return theme.error();
    drawing.style.theme = theme.value();
  }
  if (!options.scale.empty()) {
    if (!format.has_scale) return bad_input(fmt::format("--scale is for png, not for {}.", format.name));
    const Result<double> scale = parse_scale(options.scale, 0.1, 16);
    if (!scale) return scale.error();
    drawing.scale = scale.value();
  }
  return drawing;
}

// What a file of several layouts holds, where none was chosen.
Status list_layouts(const Target& file, Context& context) {
  Table table{
      {"kind", "matrix", "threads", "values", "replication", "provenance"}, {false, true, true, true, true}, {}};
  for (const Layout& l : file.layouts)
    table.rows.push_back({l.kind(), fmt::format("{}x{}", l.rows(), l.cols()), std::to_string(l.threads()),
                          std::to_string(l.values()), std::to_string(l.replication()), describe(l.provenance())});
  context.out << to_text(table, context.color);
  context.notes << fmt::format("{} holds {} layouts: show one with --kind ID, as in --kind {}\n", file.path,
                               file.layouts.size(), file.layouts.front().kind());
  return Nothing{};
}

Status write_one(const Layout& layout, const Format& format, const ShowOptions& options, Context& context) {
  const Result<Drawing> drawing = choose_drawing(options, format, context);
  if (!drawing) return drawing.error();
  if (format.name == "png" && goes_to_stream(options.output) && context.out_is_terminal)
    return bad_input("a PNG would make a terminal unreadable: give -o FILE.png, or pipe it on.");
  const Result<std::string> bytes = format.write(layout, drawing.value());
  if (!bytes) return bytes.error();
  return deliver(bytes.value(), options.output, context);
}

Status show_file(const Target& file, const Format& format, const ShowOptions& options, Context& context) {
  if (file.layouts.size() > 1 && format.name == "json") return deliver(to_json(file.layouts), options.output, context);
  if (file.layouts.size() > 1 && format.name == "text" && options.output.empty()) return list_layouts(file, context);
  const Result<Layout> layout = only_layout(file);
  if (!layout) return layout.error();
  return write_one(layout.value(), format, options, context);
}

Status show_kind(const std::string& kind, const Format& format, const ShowOptions& options, Context& context) {
  const Result<OpenedSource> opened = open_source(context, options.target.device);
  if (!opened) return opened.error();
  if (Status known = check_known(opened.value(), kind); !known) return known;
  const Result<Layout> layout = layout_of(*opened.value().source, kind);
  if (!layout) return layout.error();
  return write_one(layout.value(), format, options, context);
}

Status show(const ShowOptions& options, Context& context) {
  const Result<const Format*> format = choose_format(options);
  if (!format) return format.error();
  const Result<Target> target = resolve_target(options.target);
  if (!target) return target.error();
  if (target.value().is_file()) return show_file(target.value(), *format.value(), options, context);
  return show_kind(target.value().kind, *format.value(), options, context);
}

}  // namespace

Runner declare_show(CLI::App& app) {
  auto options = std::make_shared<ShowOptions>();
  add_target(app, options->target);
  app.add_option("--format", options->format, "text, json, csv, md, svg or png; else by the suffix of -o")
      ->type_name("FORMAT");
  app.add_flag("--json", options->json, "the same as --format json");
  app.add_option("-o,--output", options->output, "write to this file, whole or not at all")->type_name("FILE");
  app.add_option("--scale", options->scale, "pixels of a PNG for each unit of the drawing, 0.1 to 16 (2)")
      ->type_name("SCALE");
  app.add_option("--theme", options->theme, "colours of svg and png: light (default) or dark")->type_name("THEME");
  return [options](Context& context) { return show(*options, context); };
}

}  // namespace tcviz
