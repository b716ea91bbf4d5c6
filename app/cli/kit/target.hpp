// Finds out what a user means by KIND: the id of a kind, which a source is asked for, or a file that holds layouts.
// Also finds the source of --device. Every error here lists the nearest legal choices.
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

// As typed. With a file in `kind`, `choice` picks one of its layouts; alone, `choice` is the kind.
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
// check_known decides whether there is such a kind: a user's file may hold some that the catalogue lacks.
Result<Target> resolve_target(const TargetArguments& arguments);
// The id of the kind that `text` means in the words of PTX, machine code, CUTLASS or C++, if it means just one; that is
// said. Else `text`.
std::string meant_kind(const std::string& text, Context& context);
// The same of what --with names: a source's name is left as it is, and a name of several kinds is an error.
Result<std::string> meant_other_side(const std::string& text, Context& context);
// A file's layouts without those that were not chosen; an empty choice takes all.
Result<Target> choose(Target file, const std::string& choice);
// The only layout of a file, or an error that lists what may be chosen.
Result<Layout> only_layout(const Target& file);

// All sources, and the one that --device means; an empty `device` is the default, which may depend on the kind.
struct OpenedSource {
  Sources sources;
  LayoutSource* source = nullptr;  // owned by sources
};
// Where a kind is looked for if no --device is given; says so if that is a document, because nothing measured has it.
std::string default_device(const Sources& sources, const std::string& kind, const Context& context);
Result<OpenedSource> open_source(const Context& context, const std::string& device, const std::string& kind = {},
                                 LookFor unless_a_file = LookFor::FilesAndGpus);
struct OpenedGpu : OpenedSource {
  int ordinal = 0;  // 1 of "cuda:1"
};
// Why a GPU is needed, and what works without one.
struct GpuUse {
  std::string_view purpose;  // ends "there is no GPU ...": "to probe"
  std::string instead;       // a sentence: "`tcviz show ...` shows what was probed."
};
// The GPU that `device` names, or the first one if it names none, whatever the program's default is; an error too
// if it names something else.
Result<OpenedGpu> open_gpu(const Context& context, const std::string& device, const GpuUse& use);
// Files where the name is one of a file's, else GPUs too: never Everything.
LookFor where_to_look(std::string_view device);
// Names of sources for a reader, with the many compiled ones as one word: "compiled:sm_70..sm_121".
std::vector<std::string> shortened(const std::vector<std::string>& sources);
// An error if `source` does not know the kind: with the sources that do, or with the nearest kinds if none does
// and the catalogue has no such kind either.
Status check_known(const OpenedSource& opened, const std::string& kind);

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
