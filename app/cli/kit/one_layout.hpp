// The one layout that a command works on: of a kind and a source, or of a file.
#pragma once

#include "app/cli/kit/target.hpp"

namespace tcviz::inline app_cli {

struct OneLayout {
  Layout layout;
  std::string from;  // "recorded:sm_90", or the file's path
};
Result<OneLayout> one_layout(const TargetArguments& arguments, const Context& context);

// Layouts that differ from each other, of every source that needs no GPU, with the kinds and sources that have each.
struct KnownLayout {
  Layout layout;
  std::vector<std::string> kinds;    // "wmma.m16n16k16.a.f16.row"
  std::vector<std::string> sources;  // of the first kind
};
std::vector<KnownLayout> known_layouts(const Context& context, int threads, int values);

}  // namespace tcviz::inline app_cli
