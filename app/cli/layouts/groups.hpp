// The parts of `tcviz kinds` about architectures: those that share a layout, second opinions by multiplication, and
// compiled layouts computed again.
#pragma once

#include <span>
#include <string>

#include "app/cli/kit/context.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline app_cli {

// Returns the line that kinds share in a long list: "mma.m16n8k16", an instruction and its shape; "wgmma.m64" for
// wgmma, whose kinds have half a shape each.
std::string fold_key(const Kind& kind);

enum class GroupsFormat { Text, Markdown, Json };

// Prints a column for each architecture and a row for each kind: a letter is a layout, A the earliest.
Status print_groups(std::span<const Kind* const> kinds, GroupsFormat format, Context& context);

// Executes products of these kinds, and says for each whether A * B + C came out, or why it could not be executed.
// WMMA's: machine code for every architecture that the assemblers here know, or for `device` alone ("compiled:sm_80").
// mma's and wgmma's: on the register machine, by the layouts of the manual and of recordings, or of `device` alone.
Status print_second_opinion(std::span<const Kind* const> kinds, const std::string& device, bool json, Context& context);

// Assembles and reads every architecture that the assemblers here know, and compares the layouts with those that travel
// with the program. With a path, writes the fresh table there.
Status recompute_all(const std::string& output, bool json, Context& context);

}  // namespace tcviz::inline app_cli
