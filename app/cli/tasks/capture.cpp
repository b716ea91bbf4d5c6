// tcviz capture: draws the whole window into a PNG file, without a display.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <ostream>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/target.hpp"
#include "app/cli/kit/values.hpp"
#include "app/cli/tasks/maxas_variant.hpp"
#include "app/cli/tasks/window.hpp"
#include "app/scene/grid/names.hpp"
#include "app/session/base/view_rows.hpp"
#include "app/session/whole/window_options.hpp"
#include "gpu/language/formula/expression.hpp"
#include "gpu/language/formula/formula.hpp"
#include "gpu/language/formula/meant.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline app_cli {
namespace {

// The words as a person typed them.
struct CaptureWords {
  TargetArguments target;
  std::string output, size, scale, theme, pin, show;
  std::string view, color_by, palette, labels, threads, with;
  std::string row, col, formula;
  std::string maxas, maxas_tour, link;
  VariantWords variant;
  bool full_screen = false, hide_answer = false;
};

// Lists what --show can open: views without the grids' modes, which --view names, and without those that are always
// open; workspaces; dialogs and pages.
std::string help_of_show() {
  std::string words;
  for (const ViewRow& row : view_rows)
    if (!row.mode && !row.title.empty()) words += std::string(row.word) + ", ";
  for (const WorkspaceRow& row : workspace_rows)
    if (has_own_word(row)) words += std::string(row.word) + ", ";
  return "open this as well: " + words +
         "palette, figure, residual, speed-up, spread, descriptor, banks, journey, xray-banks, quiz, lesson:NAME:STEP, "
         "keys, sources, tour-1 to tour-5";
}

template <class T>
Status take(const Result<T>& parsed, T& into) {
  TCVIZ_TRY(parsed);
  into = parsed.value();
  return Nothing{};
}

Status read_picture_options(const CaptureWords& options, CaptureOptions& request) {
  if (!options.size.empty()) {
    Size size;
    TCVIZ_TRY(take(parse_size(options.size), size));
    request.width = size.width, request.height = size.height;
  }
  if (!options.scale.empty()) TCVIZ_TRY(take(parse_scale(options.scale, 0.5, 4), request.scale));
  if (!options.theme.empty()) TCVIZ_TRY(take(parse_theme(options.theme), request.theme));
  return Nothing{};
}

// Reads the name of a colouring, or else an expression to colour by.
Status read_coloring(const std::string& text, CaptureOptions& request) {
  if (text.empty()) return Nothing{};
  const Result<ColorBy> named = parse_word<ColorBy>("--color-by", text);
  request.color_by = named ? named.value() : ColorBy::Expression;
  if (named) return Nothing{};
  const auto parsed = parse_expression(text);
  request.expression = text;
  return parsed ? Status(Nothing{}) : Status(named.error());
}

Status read_look(const CaptureWords& options, CaptureOptions& request) {
  TCVIZ_TRY(read_word("--view", options.view, request.view));
  TCVIZ_TRY(read_coloring(options.color_by, request));
  TCVIZ_TRY(read_word("--palette", options.palette, request.palette));
  TCVIZ_TRY(read_word("--labels", options.labels, request.label_by));
  if (!options.with.empty() && options.view.empty()) request.view = ViewMode::Comparison;
  request.threads = options.threads;
  request.with = options.with;
  request.full_screen = options.full_screen;
  return Nothing{};
}

Status read_pin(const std::string& text, CaptureOptions& request) {
  if (text.empty()) return Nothing{};
  const Result<Slot> slot = parse_slot(text);
  TCVIZ_TRY(slot);
  request.select = slot.value();
  // In a product, a pin means a slot of the accumulator: the window checks it.
  return request.view == ViewMode::Product ? Status(Nothing{}) : check_selection(slot.value(), request.window);
}

// Says which text the editor in the picture cannot read, which reads one text with row and col as the inverse.
void note_unread(std::string_view option, const std::string& text, Quantity value, Context& context) {
  if (text.empty()) return;
  const bool is_inverse = value == Quantity::Linear && inputs_of(text) == Inputs::Element;
  const Parsed<Formula> read =
      read_formula(text, is_inverse ? ReadOptions{Inputs::Element, Quantity::Tid} : ReadOptions{Inputs::Slot, value});
  if (read || read.diagnostics.empty()) return;
  context.notes << fmt::format("{} '{}': {}: the picture shows it so.\n", option, text,
                               read.diagnostics.front().message);
}

Status read_formula_options(const CaptureWords& options, CaptureOptions& request, Context& context) {
  if (!options.formula.empty() && !(options.row.empty() && options.col.empty()))
    return bad_input("--formula is one text with row and col: give it alone, or --row and --col.");
  request.row = options.row;
  request.col = options.col;
  request.formula = options.formula;
  request.hide_answer = options.hide_answer;
  note_unread("--row", options.row, Quantity::Row, context);
  note_unread("--col", options.col, Quantity::Col, context);
  note_unread("--formula", options.formula, Quantity::Linear, context);
  return Nothing{};
}

Status read_maxas_options(const CaptureWords& options, CaptureOptions& request) {
  request.maxas = options.maxas;
  request.maxas_tour = options.maxas_tour;
  if (options.variant.empty()) return Nothing{};
  if (!options.maxas_tour.empty())
    return bad_input(
        "--maxas-tour describes the published kernel: leave out --maxas-order, --maxas-map and --maxas-entries.");
  const auto variant = read_variant(options.variant, "--maxas-");
  TCVIZ_TRY(variant);
  request.maxas_variant = variant.value();
  return Nothing{};
}

Status check_output(const CaptureWords& options, const Context& context) {
  if (options.output.empty()) return bad_input("name a file: -o FILE.png.");
  if (options.output == "-" && context.out_is_terminal)
    return bad_input("a PNG would make a terminal unreadable: give -o FILE.png, or pipe it on.");
  const std::string suffix = std::filesystem::path(options.output).extension().string();
  const bool other = !suffix.empty() && suffix != ".png" && suffix != ".PNG";
  if (other && options.output != "-" && !options.output.starts_with("/dev/"))
    return bad_input(fmt::format("-o {}: a picture of the window is a PNG: call it {}.png.", options.output,
                                 std::filesystem::path(options.output).stem().string()));
  return Nothing{};
}

Status capture(const CaptureWords& options, Context& context) {
  TCVIZ_TRY(check_output(options, context));
  CaptureOptions request;
  TCVIZ_TRY(read_picture_options(options, request));
  TCVIZ_TRY(read_look(options, request));
  TCVIZ_TRY(read_formula_options(options, request, context));
  TCVIZ_TRY(read_window_request(options.target, request.window));
  TCVIZ_TRY(read_link_option(options.link, request.window));
  request.show = options.show;
  TCVIZ_TRY(read_maxas_options(options, request));
  TCVIZ_TRY(read_pin(options.pin, request));
  Result<Sources> sources = sources_for_window(context, request.window);
  TCVIZ_TRY(sources);
  const Result<std::string> png = context.backends.capture(sources.value(), request);
  TCVIZ_TRY(png);
  return deliver(png.value(), options.output, context);
}

}  // namespace

Runner declare_capture(CLI::App& app) {
  auto options = std::make_shared<CaptureWords>();
  add_target(app, options->target);
  add_option(app, "-o,--output", "FILE", options->output, "the PNG file");
  add_option(app, "--size", "WxH", options->size, "pixels at scale 1, WIDTHxHEIGHT (1400x840)");
  add_option(app, "--scale", "SCALE", options->scale, "pixels for each pixel of --size, 0.5 to 4 (1)");
  add_option(app, "--theme", "THEME", options->theme, "dark (default), light or contrast");
  add_option(app, "--pin", "TID,I", options->pin, "pin the value x[I] of thread TID");
  add_option(app, "--view", "VIEW", options->view, "grids (default), combined, product, threads or comparison");
  add_option(app, "--color-by", "WORD|E", options->color_by,
             "colour the cells by thread, value, ..., or an expression");
  add_option(app, "--palette", "PALETTE", options->palette, "safe (default), vivid or print");
  add_option(app, "--labels", "WORD", options->labels, "text in the cells: thread, slot, ..., none");
  add_option(app, "--threads", "LIST", options->threads, "dim all threads but these: 0-7,16");
  add_option(app, "--with", "DEVICE|KIND", options->with, "compare with this source or this kind");
  add_flag(app, "--full-screen", options->full_screen, "only the grids, as F11 shows them");
  add_option(app, "--row", "E", options->row, "a formula in the editor: the row, from tid and i");
  add_option(app, "--col", "E", options->col, "the column");
  add_option(app, "--formula", "TEXT", options->formula,
             "row and col in one text instead: C, the PTX manual's style, CuTe or bases");
  add_flag(app, "--hide-answer", options->hide_answer, "for teaching: the grids show only axes");
  add_option(app, "--show", "WHAT", options->show, help_of_show());
  add_option(app, "--maxas", "STEP", options->maxas,
             "show the maxas SGEMM at a step: S3:17 is FFMA 17, S4:2:5 FFMA 5 of line 2, S6:2 pass 2");
  add_option(app, "--maxas-tour", "PAGE", options->maxas_tour, "show a page of its two tours: 1:1 to 2:4");
  add_variant(app, options->variant, "--maxas-");
  add_option(app, "--link", "LINK", options->link, "draw what Edit > Copy command in a window wrote, and nothing else");
  return [options](Context& context) { return capture(*options, context); };
}

}  // namespace tcviz::inline app_cli
