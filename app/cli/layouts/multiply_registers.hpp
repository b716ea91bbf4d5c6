// The part of `tcviz kinds --multiply` about mma, mma.sp, wgmma and wgmma.sp: products on the register machine.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/kit/context.hpp"
#include "app/cli/kit/table.hpp"
#include "gpu/source/probe/tensor_opinion.hpp"
#include "nlohmann/json.hpp"

namespace tcviz::inline app_cli {

std::string_view name_of(Opinion opinion);  // "agrees"

// By the layouts of `device`, or of the manual and of every recording, each packed and read by each. Says beside the
// answer what such an opinion is worth.
Result<std::vector<KindOpinion>> ask_register_machine(std::span<const Kind* const> kinds, const std::string& device,
                                                      Context& context);
// Kinds of one shape that agree share a line if there are many.
Table table_of(std::span<const KindOpinion> opinions);
nlohmann::ordered_json json_of(std::span<const KindOpinion> opinions);

}  // namespace tcviz::inline app_cli
