// tcviz [KIND]: the window; and the request for it, which the commands that open or capture it build.
#pragma once

#include "app/cli/kit/context.hpp"
#include "app/cli/kit/target.hpp"

namespace tcviz::inline app_cli {

// The kind that the window shows if none is named.
inline constexpr std::string_view default_kind = "wmma.m16n16k16.acc.f32";

// Reads the request. If no kind is named, the window chooses.
Status read_window_request(const TargetArguments& arguments, WindowOptions& options);
// Returns the sources of this machine; refuses a device that is not among them or lacks the kind.
Result<Sources> sources_for_window(const Context& context, const WindowOptions& options);
// Reads a link that was copied from a window; an empty one is no link.
Status read_link_option(const std::string& text, WindowOptions& options);
// Refuses a slot that the kind or file of the request does not have.
Status check_selection(Slot slot, const WindowOptions& options);

}  // namespace tcviz::inline app_cli
