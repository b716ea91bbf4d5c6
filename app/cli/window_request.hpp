// What the window is to show, for the commands that open or capture it.
#pragma once

#include "app/cli/context.hpp"
#include "app/cli/target.hpp"

namespace tcviz {

// What the window shows where no kind is named.
inline constexpr std::string_view default_kind = "wmma.m16n16k16.acc.f32";

// No kind at all leaves the choice to the window.
Status read_window_request(const TargetArguments& arguments, WindowRequest& request);
// The sources of this machine, if the device and the kind that were asked for can be had from them.
Result<Sources> sources_for_window(const Context& context, const WindowRequest& request);
// The slot must be one of the request's kind or file.
Status check_selection(Slot slot, const WindowRequest& request);

}  // namespace tcviz
