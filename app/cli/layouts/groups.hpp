// The parts of `tcviz kinds` about compiled architectures: which of them share a layout, and how the committed layouts
// compare with newly computed ones.
#pragma once

#include <span>
#include <string>

#include "app/cli/kit/context.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline app_cli {

// Kinds of one instruction and shape, "mma.m16n8k16", share a line where there are many; wgmma's, which have only half
// a shape each, "wgmma.m64".
std::string fold_key(const Kind& kind);

enum class GroupsFormat { Text, Markdown, Json };

// Architectures across, kinds down: a letter is a layout, A the first that an architecture had.
Status print_groups(std::span<const Kind* const> kinds, GroupsFormat format, Context& context);

// Executes products of these kinds, and says for each whether A * B + C came out, or why it could not be executed.
// WMMA's: machine code for every architecture that the assemblers here know, or for `device` alone ("compiled:sm_80").
// mma's and wgmma's: on the register machine, by the layouts of the manual and of recordings, or of `device` alone.
Status print_second_opinion(std::span<const Kind* const> kinds, const std::string& device, bool json, Context& context);

// Assembles and reads every architecture that the assemblers here know, and compares with what travels with the
// program. With a path, the fresh table is written there.
Status recompute_all(const std::string& output, bool json, Context& context);

}  // namespace tcviz::inline app_cli
