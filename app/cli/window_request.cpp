#include "app/cli/window_request.hpp"

#include "app/cli/values.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz {

Status read_window_request(const TargetArguments& arguments, WindowRequest& request) {
  request.source = arguments.device;
  if (arguments.kind.empty() && arguments.choice.empty()) return Nothing{};
  const Result<Target> target = resolve_target(arguments);
  if (!target) return target.error();
  request.kind = target.value().kind;
  if (!target.value().is_file()) return Nothing{};
  const Result<Layout> layout = only_layout(target.value());
  if (!layout) return layout.error();
  request.file_layout = layout.value();
  return Nothing{};
}

Result<Sources> sources_for_window(const Context& context, const WindowRequest& request) {
  if (request.file_layout) return context.backends.sources(true);
  Result<OpenedSource> opened = open_source(context, request.source, request.kind);
  if (!opened) return opened.error();
  if (!request.kind.empty())
    if (const Status known = check_known(opened.value(), request.kind); !known) return known.error();
  return std::move(opened).value().sources;
}

Status check_selection(Slot slot, const WindowRequest& request) {
  if (request.file_layout) {
    const Layout& layout = *request.file_layout;
    return check_slot(slot, layout.threads(), layout.values(), layout.kind());
  }
  const Kind* kind = find_kind(request.kind.empty() ? default_kind : request.kind);
  return kind ? check_slot(slot, kind->threads, kind->values, kind->id) : Status(Nothing{});
}

}  // namespace tcviz
