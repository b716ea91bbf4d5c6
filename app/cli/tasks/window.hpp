// tcviz [KIND]: the window; and the request for it, which the commands that open or capture it build.
#pragma once

#include "app/cli/kit/context.hpp"
#include "app/cli/kit/target.hpp"

namespace tcviz::inline app_cli {

// The kind that the window shows if none is named.
inline constexpr std::string_view default_kind = "wmma.m16n16k16.acc.f32";

// No kind at all leaves the choice to the window.
Status read_window_request(const TargetArguments& arguments, WindowOptions& options);
// The sources of this machine, if one of them is the chosen device and has the chosen kind.
Result<Sources> sources_for_window(const Context& context, const WindowOptions& options);
// A link that was copied from a window; empty: none.
Status read_link_option(const std::string& text, WindowOptions& options);
// The slot must be one of the request's kind or file.
Status check_selection(Slot slot, const WindowOptions& options);

}  // namespace tcviz::inline app_cli
