// The value of an expression of host code: operators, casts, sizeof, min, max, ceil, and functions of the text by what
// they return.
#pragma once

#include "gpu/kernel/xray/propose/host_text.hpp"

namespace tcviz::inline gpu_xray {

// Both return none if a name is not known, or if the expression is no whole number. `from`: the token that names it.
std::optional<std::int64_t> value_of_expression(const HostText& text, TokenRange range, const KnownValues& known);
std::optional<std::int64_t> value_of_name(const HostText& text, std::string_view name, std::size_t from,
                                          const KnownValues& known);

}  // namespace tcviz::inline gpu_xray
