// What a user means by KIND: the id of a kind, to be asked of a source, or a file that holds layouts. And the source
// meant by
// --device. Every error here lists the nearest legal choices.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/context.hpp"
#include "gpu/layout/layout.hpp"

namespace CLI {
class App;
}

namespace tcviz {

// As typed. With a file in `kind`, `choice` picks one of its layouts; alone, `choice` is the kind.
struct TargetArguments {
  std::string kind, choice, device;
};
void add_target(CLI::App& app, TargetArguments& arguments);
void add_device(CLI::App& app, std::string& device);

// A kind, or a file's layouts: exactly one of the two.
struct Target {
  std::string kind;
  std::string path;
  std::vector<Layout> layouts;       // already narrowed to the chosen one, where one was chosen
  std::vector<std::string> sources;  // of each, as the file names it; may be empty

  bool is_file() const { return !path.empty(); }
};
// Whether a word on the command line means a file.
bool means_file(const std::string& text);
// Whether there is such a kind is left to check_known: a user's file may hold some that the catalogue has not.
Result<Target> resolve_target(const TargetArguments& arguments);
Error unknown_kind(const std::string& text);
// The only layout of a file, or an error that lists what may be chosen.
Result<Layout> only_layout(const Target& file);

// All sources, and the one that --device means; an empty `device` is the default, which may depend on the kind.
struct OpenedSource {
  Sources sources;
  LayoutSource* source = nullptr;  // owned by sources
};
Result<OpenedSource> open_source(const Context& context, const std::string& device, const std::string& kind = {});
// What a GPU is wanted for, and what does without one.
struct GpuUse {
  std::string_view purpose;  // ends "there is no GPU ...": "to probe"
  std::string instead;       // a sentence: "`tcviz show ...` shows what was probed."
};
// The GPU that `device` names, or the first one where it names none, whatever the program's default is; an error too
// where it names something else.
Result<OpenedSource> open_gpu(const Context& context, const std::string& device, const GpuUse& use);
// 1 of "cuda:1"; none of what is no GPU.
std::optional<int> gpu_ordinal(std::string_view device);
// Whether GPUs must be looked for before this device can be found.
bool may_need_gpu(std::string_view device);
// Names of sources for a reader, with the many compiled ones as one word: "compiled:sm_70..sm_121".
std::vector<std::string> shortened(const std::vector<std::string>& sources);
// An error where `source` does not know the kind: with the sources that do, or with the nearest kinds where none does
// and the catalogue has no such kind either.
Status check_known(const OpenedSource& opened, const std::string& kind);

}  // namespace tcviz
