// tcviz capture: the whole window as a PNG file, drawn without a display.
#include <memory>

#include "app/cli/commands.hpp"
#include "app/cli/maxas_variant.hpp"
#include "app/cli/options.hpp"
#include "app/cli/output.hpp"
#include "app/cli/target.hpp"
#include "app/cli/values.hpp"
#include "app/cli/window_request.hpp"
#include "app/scene/names.hpp"
#include "app/scene/thread_filter.hpp"
#include "gpu/formula/expression.hpp"

namespace tcviz {
namespace {

struct CaptureOptions {
  TargetArguments target;
  std::string output, size, scale, theme, select, show;
  std::string view, color_by, palette, labels, threads, with;
  std::string row, col, formula;
  std::string maxas, maxas_tour;
  VariantWords variant;
  bool full_screen = false, hide_answer = false;
};

template <class T>
Status take(const Result<T>& parsed, T& into) {
  if (!parsed) return parsed.error();
  into = parsed.value();
  return Nothing{};
}

Status read_picture_options(const CaptureOptions& options, CaptureRequest& request) {
  if (!options.size.empty()) {
    Size size;
    if (Status read = take(parse_size(options.size), size); !read) return read;
    request.width = size.width, request.height = size.height;
  }
  if (!options.scale.empty())
    if (Status read = take(parse_scale(options.scale, 0.5, 4), request.scale); !read) return read;
  if (!options.theme.empty())
    if (Status read = take(parse_theme(options.theme), request.theme); !read) return read;
  return Nothing{};
}

// A word of a table; nothing where none was given.
template <class Choice>
Status read_word(std::string_view what, const std::string& word, Choice& into) {
  return word.empty() ? Status(Nothing{}) : take(parse_word<Choice>(what, word), into);
}

// A colouring's name, or else an expression to colour by.
Status read_coloring(const std::string& text, CaptureRequest& request) {
  if (text.empty()) return Nothing{};
  const Result<ColorBy> named = parse_word<ColorBy>("--color-by", text);
  request.color_by = named ? named.value() : ColorBy::Expression;
  if (named) return Nothing{};
  const auto parsed = parse_expression(text);
  request.expression = text;
  return parsed ? Status(Nothing{}) : Status(named.error());
}

Status read_look(const CaptureOptions& options, CaptureRequest& request) {
  if (Status read = read_word("--view", options.view, request.view); !read) return read;
  if (Status read = read_coloring(options.color_by, request); !read) return read;
  if (Status read = read_word("--palette", options.palette, request.palette); !read) return read;
  if (Status read = read_word("--labels", options.labels, request.label_by); !read) return read;
  if (const auto threads = parse_threads(options.threads, Layout::max_threads); !threads) return threads.error();
  if (!options.with.empty() && options.view.empty()) request.view = ViewMode::Comparison;
  request.threads = options.threads;
  request.with = options.with;
  request.full_screen = options.full_screen;
  return Nothing{};
}

Status read_selection(const std::string& text, CaptureRequest& request) {
  if (text.empty()) return Nothing{};
  const Result<Slot> slot = parse_slot(text);
  if (!slot) return slot.error();
  request.select = slot.value();
  // Of a product the accumulator's slot is meant, which the window knows.
  return request.view == ViewMode::Product ? Status(Nothing{}) : check_selection(slot.value(), request.window);
}

Status read_formula_options(const CaptureOptions& options, CaptureRequest& request) {
  if (!options.formula.empty() && !(options.row.empty() && options.col.empty()))
    return bad_input("--formula is one text with row and col: give it alone, or --row and --col.");
  request.row = options.row;
  request.col = options.col;
  request.formula = options.formula;
  request.hide_answer = options.hide_answer;
  return Nothing{};
}

Status read_maxas_options(const CaptureOptions& options, CaptureRequest& request) {
  request.maxas = options.maxas;
  request.maxas_tour = options.maxas_tour;
  if (options.variant.empty()) return Nothing{};
  if (!options.maxas_tour.empty())
    return bad_input(
        "--maxas-tour tells of the published kernel: leave out --maxas-order, --maxas-map and --maxas-entries.");
  const auto variant = read_variant(options.variant, "--maxas-");
  if (!variant) return variant.error();
  request.maxas_variant = variant.value();
  return Nothing{};
}

Status check_output(const CaptureOptions& options, const Context& context) {
  if (options.output.empty()) return bad_input("no file is named: give -o FILE.png.");
  if (options.output == "-" && context.out_is_terminal)
    return bad_input("a PNG would make a terminal unreadable: give -o FILE.png, or pipe it on.");
  return Nothing{};
}

Status capture(const CaptureOptions& options, Context& context) {
  if (Status output = check_output(options, context); !output) return output;
  CaptureRequest request;
  if (Status read = read_picture_options(options, request); !read) return read;
  if (Status read = read_look(options, request); !read) return read;
  if (Status read = read_formula_options(options, request); !read) return read;
  if (Status read = read_window_request(options.target, request.window); !read) return read;
  request.show = options.show;
  if (Status read = read_maxas_options(options, request); !read) return read;
  if (Status read = read_selection(options.select, request); !read) return read;
  Result<Sources> sources = sources_for_window(context, request.window);
  if (!sources) return sources.error();
  const Result<std::string> png = context.backends.capture(sources.value(), request);
  if (!png) return png.error();
  return deliver(png.value(), options.output, context);
}

}  // namespace

Runner declare_capture(CLI::App& app) {
  auto options = std::make_shared<CaptureOptions>();
  add_target(app, options->target);
  add_option(app, "-o,--output", "FILE", options->output, "the PNG file");
  add_option(app, "--size", "WxH", options->size, "pixels at scale 1, WIDTHxHEIGHT (1400x840)");
  add_option(app, "--scale", "SCALE", options->scale, "pixels for each pixel of --size, 0.5 to 4 (1)");
  add_option(app, "--theme", "THEME", options->theme, "dark (default), light or contrast");
  add_option(app, "--select", "TID,I", options->select, "pin the value x[I] of thread TID");
  add_option(app, "--view", "VIEW", options->view, "grids (default), combined, product, threads or comparison");
  add_option(app, "--color-by", "WORD|E", options->color_by,
             "what colours the cells: thread, value, ..., or an expression");
  add_option(app, "--palette", "PALETTE", options->palette, "safe (default), vivid or print");
  add_option(app, "--labels", "WORD", options->labels, "what is written in the cells: thread, slot, ..., none");
  add_option(app, "--threads", "LIST", options->threads, "dim all threads but these: 0-7,16");
  add_option(app, "--with", "DEVICE|KIND", options->with, "compare with this source or this kind");
  add_flag(app, "--full-screen", options->full_screen, "the grids alone, as F11 shows them");
  add_option(app, "--row", "E", options->row, "a formula in the editor: the row, from tid and i");
  add_option(app, "--col", "E", options->col, "the column");
  add_option(app, "--formula", "TEXT", options->formula,
             "both in one text instead: C, the PTX manual's style, CuTe or bases");
  add_flag(app, "--hide-answer", options->hide_answer, "for teaching: the grids show only axes");
  add_option(app, "--show", "WHAT", options->show,
             "with this open: architectures, palette, figure, operations, maxas, products, tiles, keys, sources, "
             "tour-1 to tour-5");
  add_option(app, "--maxas", "STEP", options->maxas,
             "the maxas SGEMM at a step: S3:17 is FFMA 17, S4:2:5 FFMA 5 of line 2, S6:2 pass 2");
  add_option(app, "--maxas-tour", "PAGE", options->maxas_tour, "at a page of its two tours: 1:1 to 2:4");
  add_variant(app, options->variant, "--maxas-");
  return [options](Context& context) { return capture(*options, context); };
}

}  // namespace tcviz
