// What `tcviz kinds` says of compiled architectures: which share a layout, and what reading them afresh gives.
#pragma once

#include <span>
#include <string>

#include "app/cli/context.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz {

enum class GroupsFormat { Text, Markdown, Json };

// Architectures across, kinds down: a letter is a layout, A the first that an architecture had.
Status print_groups(std::span<const Kind* const> kinds, GroupsFormat format, Context& context);

// Executes products of these kinds for every architecture that the assemblers here know, or for `device` alone
// ("compiled:sm_80"), and says for each kind whether A * B + C came out, or why it could not be executed.
Status print_second_opinion(std::span<const Kind* const> kinds, const std::string& device, bool json, Context& context);

// Assembles and reads every architecture that the assemblers here know, and compares with what travels with the
// program. With a path, the fresh table is written there.
Status recompute_all(const std::string& output, bool json, Context& context);

}  // namespace tcviz
