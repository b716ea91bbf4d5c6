// `tcviz check --published`: what documents state, held against the sources that they claim to describe.
#pragma once

#include "app/cli/context.hpp"

namespace tcviz {

Status print_published(bool json, Context& context);

}  // namespace tcviz
