// The value of an expression of host code: operators, casts, sizeof, min, max, ceil, and functions of the text by what
// they return.
#pragma once

#include "gpu/kernel/xray/propose/host_text.hpp"

namespace tcviz::inline gpu_xray {

// Returns the value of an expression; none if a name in it is not known, or if it is no whole number.
std::optional<std::int64_t> value_of_expression(const HostText& text, TokenRange range, const KnownValues& known);
// Returns the value of a name that the token `from` names.
std::optional<std::int64_t> value_of_name(const HostText& text, std::string_view name, std::size_t from,
                                          const KnownValues& known);

}  // namespace tcviz::inline gpu_xray
