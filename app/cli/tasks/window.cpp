#include "app/cli/tasks/window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/values.hpp"
#include "app/session/base/best_source.hpp"
#include "app/session/learn/learn_action.hpp"
#include "app/session/products/products_action.hpp"
#include "app/session/whole/opened_file.hpp"
#include "app/session/whole/window_options.hpp"
#include "app/session/xray/xray_action.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline app_cli {
namespace {

Status take_target(const Result<Target>& target, WindowOptions& options) {
  TCVIZ_TRY(target);
  options.kind = target.value().kind;
  if (!target.value().is_file()) return Nothing{};
  const Result<Layout> layout = only_layout(target.value());
  TCVIZ_TRY(layout);
  options.file_layout = layout.value();
  return Nothing{};
}

void open_in_task(const Action& action, const std::string& path, WindowOptions& options) {
  if (action.as<ProductsAction>() != nullptr) options.products_file = path;
  const auto* const xray = action.as<XrayAction>();
  if (xray != nullptr && !std::holds_alternative<LaunchXray>(*xray)) options.kernel_file = path;
  const auto* const learn = action.as<LearnAction>();
  if (learn != nullptr) options.lesson_file = std::get<AddLesson>(*learn).lesson;
}

// Returns the sources as the window has them once those that are files have answered for the kind.
std::vector<SourceState> states_for(const Sources& sources, const std::string& kind) {
  std::vector<SourceState> states;
  for (const auto& source : sources.all()) {
    SourceState state = state_of(*source);
    const bool is_file = state.info.type == SourceClass::Recorded || state.info.type == SourceClass::Documented;
    if (is_file && state.can_answer(kind))
      state.answers = std::make_shared<const Answers>(Answers{{{kind, layout_of(*source, kind)}}});
    states.push_back(std::move(state));
  }
  return states;
}

// True if another source tells of the kind for the architecture of the opened one: the window shows that, and why.
bool is_told_by_another(const OpenedSource& opened, const std::string& kind) {
  const std::vector<SourceState> states = states_for(opened.sources, kind);
  const auto all = opened.sources.all();
  const auto at = std::ranges::find(all, opened.source, [](const auto& source) { return source.get(); });
  const auto chosen = static_cast<std::size_t>(at - all.begin());
  return best_source(states, chosen, kind) != chosen;
}

}  // namespace

Status read_window_request(const TargetArguments& arguments, WindowOptions& options) {
  options.source = arguments.device;
  if (arguments.kind.empty() && arguments.choice.empty()) return Nothing{};
  if (means_file(arguments.kind) && arguments.device.empty()) {
    Result<OpenedFile> file = open_any_file(arguments.kind);
    TCVIZ_TRY(file);
    options.file_name = file.value().name;
    if (file.value().action) {
      open_in_task(*file.value().action, arguments.kind, options);
      return Nothing{};
    }
    const bool all = file.value().layouts.size() > 1 && arguments.choice.empty() && arguments.command != "capture";
    if (all) options.open_file = file.value().path;
    if (all) return Nothing{};
    Target layouts{{}, arguments.kind, {}};
    for (Layout& each : file.value().layouts) layouts.parts.push_back({std::move(each), {}});
    return take_target(choose(std::move(layouts), arguments.choice), options);
  }
  return take_target(resolve_target(arguments), options);
}

Result<Sources> sources_for_window(const Context& context, const WindowOptions& options) {
  if (options.file_layout) return context.backends.sources(LookFor::Everything);
  Result<OpenedSource> opened = open_source(context, options.source, options.kind, LookFor::Everything);
  TCVIZ_TRY(opened);
  const Status known = options.kind.empty() ? Status(Nothing{}) : check_known(opened.value(), options.kind);
  if (!known && !is_told_by_another(opened.value(), options.kind)) return known.error();
  return std::move(opened).value().sources;
}

Status read_link_option(const std::string& text, WindowOptions& options) {
  if (text.empty()) return Nothing{};
  const Result<Link> link = read_link(text);
  if (!link)
    return bad_input(fmt::format("--link: {}. In a window Edit > Copy command copies the whole line, with its quotes.",
                                 link.error().message));
  options.link = link.value();
  XrayLook& kernel = options.link->task<XrayLook>();
  if (!kernel.source.empty()) kernel.path.clear();  // no line of a stranger says which file is written
  return Nothing{};
}

Status check_selection(Slot slot, const WindowOptions& options) {
  if (options.file_layout) {
    const Layout& layout = *options.file_layout;
    return check_slot(slot, layout.threads(), layout.values(), layout.kind());
  }
  const Kind* kind = find_kind(options.kind.empty() ? default_kind : options.kind);
  return kind ? check_slot(slot, kind->threads, kind->values, kind->id) : Status(Nothing{});
}

std::optional<Error> no_first_word(const std::string& word, std::span<const Command> commands) {
  const bool is_plain_word = !word.empty() && word.find_first_of("./") == std::string::npos;
  if (!is_plain_word) return std::nullopt;
  const Asked asked = asked_for(word);
  if (asked.what != AskedFor::Name || asked.is_missing() || !asked.answer.kinds.empty()) return std::nullopt;
  return bad_input(
      fmt::format("'{}' is not a command, a kind or a file.{} `tcviz --help` lists the commands, `tcviz kinds` "
                  "the kinds.",
                  word, suggest_command(word, commands)));
}

namespace {

struct WindowWords {
  TargetArguments target;
  std::string link;
  bool fresh = false;
};

Status open_window(const WindowWords& words, Context& context) {
  const TargetArguments& arguments = words.target;
  WindowOptions options;
  TCVIZ_TRY(read_window_request(arguments, options));
  TCVIZ_TRY(read_link_option(words.link, options));
  options.fresh = words.fresh;
  Result<Sources> sources = sources_for_window(context, options);
  if (!sources && sources.error().fault == Fault::BadInput)
    return no_first_word(arguments.kind, context.commands).value_or(sources.error());
  TCVIZ_TRY(sources);
  return context.backends.window(sources.value(), options);
}

}  // namespace

Runner declare_window(CLI::App& app) {
  auto words = std::make_shared<WindowWords>();
  add_target(app, words->target);
  add_option(app, "--link", "LINK", words->link, "a link from Edit > Copy command: opens that view");
  add_flag(app, "--fresh", words->fresh, "do not restore what the last window showed");
  return [words](Context& context) { return open_window(*words, context); };
}

}  // namespace tcviz::inline app_cli
