// Finds out the meaning of KIND: the id of a kind, which a source has, or a file that holds layouts. Also finds the
// source of --device. Every error here lists the nearest legal choices.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/asked/asked.hpp"
#include "app/cli/kit/context.hpp"
#include "app/export/figure/figure.hpp"
#include "gpu/layout/layout.hpp"
#include "gpu/source/probe/source.hpp"

namespace CLI {
class App;
}

namespace tcviz::inline app_cli {

// The words as a person typed them. If `kind` is a file, `choice` picks one of its layouts; alone, `choice` is the
// kind.
struct TargetArguments {
  std::string kind, choice, device;
  std::string command = {};  // "show": who asks
};
void add_target(CLI::App& app, TargetArguments& arguments);
void add_device(CLI::App& app, std::string& device);

// A kind, or a file's layouts: exactly one of the two.
struct Target {
  std::string kind;
  std::string path;
  std::vector<FigureLayout> parts;  // only the chosen one, if one was chosen

  bool is_file() const { return !path.empty(); }
};
// Reads the target without asking if there is such a kind: check_known asks, since a user's file may hold kinds that
// the catalogue lacks.
Result<Target> resolve_target(const TargetArguments& arguments);
// Returns the id of the only kind that `text` means in the words of PTX, machine code, CUTLASS or C++, and notes it;
// else `text`.
std::string meant_kind(const std::string& text, Context& context);
// Does the same for --with: leaves the name of a source alone, and refuses a name of several kinds.
Result<std::string> meant_other_side(const std::string& text, Context& context);
// Returns a file's layout of this kind; all of them if the choice is empty.
Result<Target> choose(Target file, const std::string& choice);
// Returns the only layout of a file, or an error that lists the choices.
Result<Layout> only_layout(const Target& file);

// All sources, and the one that --device means; an empty `device` is the default, which may depend on the kind.
struct OpenedSource {
  Sources sources;
  LayoutSource* source = nullptr;  // owned by sources
};
// Returns the source for a kind if there is no --device; notes it if that is a document, since no measured source has
// the kind.
std::string default_device(const Sources& sources, const std::string& kind, const Context& context);
Result<OpenedSource> open_source(const Context& context, const std::string& device, const std::string& kind = {},
                                 LookFor unless_a_file = LookFor::FilesAndGpus);
struct OpenedGpu : OpenedSource {
  int ordinal = 0;  // 1 of "cuda:1"
};
// The reason that a GPU is needed, and the way to do without one.
struct GpuUse {
  std::string_view purpose;  // ends "there is no GPU ...": "to probe"
  std::string instead;       // a sentence: "`tcviz show ...` shows what was probed."
};
// Opens the GPU that `device` names, or the first one if it is empty, whatever the program's default is; refuses any
// other source.
Result<OpenedGpu> open_gpu(const Context& context, const std::string& device, const GpuUse& use);
// Returns Files for the name of a file's source, else FilesAndGpus.
LookFor where_to_look(std::string_view device);
// Shortens a list of sources for a reader: "compiled:sm_70..sm_121" stands for all between.
std::vector<std::string> shortened(const std::vector<std::string>& sources);
// Refuses a kind that the source does not know, with the sources that do, or with the nearest kinds if nothing knows
// it.
Status check_known(const OpenedSource& opened, const std::string& kind);

struct OneLayout {
  Layout layout;
  std::string from;  // "recorded:sm_90", or the file's path
};
Result<OneLayout> one_layout(const TargetArguments& arguments, const Context& context);

// A layout of the sources that need no GPU, with the kinds and sources that have it.
struct KnownLayout {
  Layout layout;
  std::vector<std::string> kinds;    // "wmma.m16n16k16.a.f16.row"
  std::vector<std::string> sources;  // sources of the first kind
};
std::vector<KnownLayout> known_layouts(const Context& context, int threads, int values);

}  // namespace tcviz::inline app_cli
