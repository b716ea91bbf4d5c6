// The command lines of the workspace Shared memory: the one that prints what is shown, and the one that draws its
// figure, which the figure carries.
#pragma once

#include <string>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "app/session/shared_memory/smem_state.hpp"

namespace tcviz::inline app_session {

// An access as `tcviz banks` takes it: --op, --addresses.
struct NamedAccess {
  std::string op, addresses;
};
NamedAccess named_access(const SmemLook& look);

// Returns the command line that prints the same.
std::string smem_command(const SmemLook& look);
// Returns the words of the command that draws the figure: "image", "smem.128b.k.b16", "--rows=64"; without -o.
std::vector<std::string> smem_figure_words(const SmemLook& look, Theme theme, Palette palette);

}  // namespace tcviz::inline app_session
