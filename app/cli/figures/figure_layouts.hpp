// Turns the names that a person gives into the layouts of a figure. Sources are found once and kept, so that many
// figures cost one search.
#pragma once

#include <optional>
#include <vector>

#include "app/cli/kit/target.hpp"
#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_cli {

class SourceShelf {
 public:
  explicit SourceShelf(const Context& context) : context_(context) {}
  // Returns the source of this name, or the default for the kind if it is empty, with the list that holds it.
  Result<OpenedSource*> open(const std::string& device, const std::string& kind = {});
  const Context& context() const { return context_; }

 private:
  const Context& context_;
  std::optional<OpenedSource> without_gpus_, with_gpus_;
};

// Returns a source's layout of a kind, or the reason that the source does not know it.
Result<FigureLayout> layout_from(SourceShelf& shelf, const std::string& device, const std::string& kind);

// Returns layouts_shown(view) layouts. `target` is a kind, or a file that holds as many; `with`, for a comparison,
// another source, kind or file; `also`, further kinds of the same source, or files, each a panel of its own.
Result<std::vector<FigureLayout>> figure_layouts(SourceShelf& shelf, ViewMode view, const TargetArguments& target,
                                                 const std::string& with, const std::vector<std::string>& also);

}  // namespace tcviz::inline app_cli
