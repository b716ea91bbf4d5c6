// tcviz capture: the whole window as a PNG file, drawn without a display.
#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/commands.hpp"
#include "app/cli/output.hpp"
#include "app/cli/target.hpp"
#include "app/cli/values.hpp"
#include "app/cli/window_request.hpp"

namespace tcviz {
namespace {

struct CaptureOptions {
  TargetArguments target;
  std::string output, size, scale, theme, select;
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

Status read_selection(const std::string& text, CaptureRequest& request) {
  if (text.empty()) return Nothing{};
  const Result<Slot> slot = parse_slot(text);
  if (!slot) return slot.error();
  request.select = slot.value();
  return check_selection(slot.value(), request.window);
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
  if (Status read = read_window_request(options.target, request.window); !read) return read;
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
  app.add_option("-o,--output", options->output, "the PNG file")->type_name("FILE");
  app.add_option("--size", options->size, "pixels at scale 1, WIDTHxHEIGHT (1400x840)")->type_name("WxH");
  app.add_option("--scale", options->scale, "pixels for each pixel of --size, 0.5 to 4 (1)")->type_name("SCALE");
  app.add_option("--theme", options->theme, "dark (default) or light")->type_name("THEME");
  app.add_option("--select", options->select, "pin the value x[I] of thread TID")->type_name("TID,I");
  return [options](Context& context) { return capture(*options, context); };
}

}  // namespace tcviz
