// The parts of `tcviz kinds` about architectures: a table of architectures that share a layout, checks of layouts by
// multiplying matrices (second opinions), and the computation of all compiled layouts.
#pragma once

#include <span>
#include <string>

#include "app/cli/kit/context.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline app_cli {

// Returns the line under which a long list groups the kind: instruction and shape, "mma.m16n8k16"; for wgmma, whose
// kinds have only a part of the shape, "wgmma.m64".
std::string fold_key(const Kind& kind);

enum class GroupsFormat { Text, Markdown, Json };

// Prints a table with a column for each architecture and a row for each kind. Equal letters in a row are equal layouts;
// A is that of the earliest architecture.
Status print_groups(std::span<const Kind* const> kinds, GroupsFormat format, Context& context);

// Multiplies matrices with the layouts of `kinds`, and prints for each if the result is A * B + C, or why it could not
// be tested. WMMA: interprets machine code for every architecture that the assemblers here know, or only for `device`
// ("compiled:sm_80"). mma and wgmma: simulates registers, with the layouts of the manual and of recordings, or only
// those of `device`.
Status print_second_opinion(std::span<const Kind* const> kinds, const std::string& device, bool json, Context& context);

// Computes the layouts from machine code for every architecture that the assemblers here know, and compares them with
// those that are part of the program. If `output` is not empty, writes the new table there.
Status recompute_all(const std::string& output, bool json, Context& context);

}  // namespace tcviz::inline app_cli
