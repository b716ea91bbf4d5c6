// Interprets the arguments KIND (the id of a kind, or a file with layouts) and --device (a source of layouts) that most
// commands have. Errors list the most similar legal values.
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

// The arguments as typed. If `kind` is a file, `choice` (a kind's id) selects one of its layouts; if `kind` is empty,
// `choice` is the kind.
struct TargetArguments {
  std::string kind, choice, device;
  std::string command = {};  // name of the command: "show"
};
void add_target(CLI::App& app, TargetArguments& arguments);
void add_device(CLI::App& app, std::string& device);

// The meaning of KIND: either a kind, or a file (path) with its layouts.
struct Target {
  std::string kind;
  std::string path;
  std::vector<FigureLayout> parts;  // for a file: its layouts, or only the selected one

  bool is_file() const { return !path.empty(); }
};
// Interprets the arguments. Does not check that a kind exists, because a source may have kinds that the catalogue
// lacks; check_known() does.
Result<Target> resolve_target(const TargetArguments& arguments);
// Returns the id of the kind, and tells the user, if `text` is a name from PTX, machine code, CUTLASS or C++ for
// exactly one kind; else returns `text`.
std::string meant_kind(const std::string& text, Context& context);
// Does the same for the option --with: returns the name of a source unchanged, and an error for a name of several
// kinds.
Result<std::string> meant_other_side(const std::string& text, Context& context);
// Returns the file with only its layout of the kind `choice`, or with all if `choice` is empty.
Result<Target> choose(Target file, const std::string& choice);
// Returns the only layout of a file, or an error that lists the choices.
Result<Layout> only_layout(const Target& file);

// All sources that were searched, and the selected one.
struct OpenedSource {
  Sources sources;
  LayoutSource* source = nullptr;  // owned by sources
};
// Returns the name of the default source for `kind`. Tells the user if that is a document, because no measured source
// has the kind.
std::string default_device(const Sources& sources, const std::string& kind, const Context& context);
// Returns the source named `device`. For a GPU's product name, such as A100, of which the compiled layouts lack the
// kind, returns what was recorded of its architecture, or the PTX manual if that has the instruction, and tells the
// user.
Result<LayoutSource*> find_source(const Sources& sources, const std::string& device, const std::string& kind,
                                  const Context& context);
// Opens the source named `device`; if `device` is empty, the default one for `kind`. `unless_a_file`: the sources to
// search for, unless `device` names a source that is a file.
Result<OpenedSource> open_source(const Context& context, const std::string& device, const std::string& kind = {},
                                 LookFor unless_a_file = LookFor::FilesAndGpus);
struct OpenedGpu : OpenedSource {
  int ordinal = 0;  // CUDA's number of the GPU: 1 for "cuda:1"
};
// Parts of the error message if there is no GPU.
struct GpuUse {
  std::string_view purpose;  // follows "there is no GPU ": "to probe"
  std::string instead;       // a sentence about an alternative: "`tcviz show ...` shows what was probed."
};
// Opens the GPU that `device` names, or if it is empty, the first GPU. Returns an error if `device` is another source.
Result<OpenedGpu> open_gpu(const Context& context, const std::string& device, const GpuUse& use);
// Returns Files if `device` names a source that is a file, else FilesAndGpus.
LookFor where_to_look(std::string_view device);
// Shortens a list of names of sources for display: "compiled:sm_70..sm_121" stands for all between.
std::vector<std::string> shortened(const std::vector<std::string>& sources);
// Returns an error if the source, which `option` named, does not know `kind`: with those of `sources` that do, or if
// none does, with the most similar kinds.
Status check_known(const Sources& sources, LayoutSource& source, const std::string& kind, std::string_view option);
Status check_known(const OpenedSource& opened, const std::string& kind);

// A layout and its origin.
struct OneLayout {
  Layout layout;
  std::string from;  // "recorded:sm_90", or the file's path
};
// Returns the layout that the arguments name, from a source or a file.
Result<OneLayout> one_layout(const TargetArguments& arguments, const Context& context);

// A layout from sources that need no GPU, with the kinds and sources that have it.
struct KnownLayout {
  Layout layout;
  std::vector<std::string> kinds;    // "wmma.m16n16k16.a.f16.row"
  std::vector<std::string> sources;  // sources of the first kind
};
std::vector<KnownLayout> known_layouts(const Context& context, int threads, int values);

}  // namespace tcviz::inline app_cli
