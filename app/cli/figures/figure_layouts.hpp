// Finds the layouts of a figure from the names that the user gives (kinds, files, sources).
#pragma once

#include <optional>
#include <vector>

#include "app/cli/kit/target.hpp"
#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_cli {

// The sources of layouts on this machine, searched once and kept for further figures.
class SourceShelf {
 public:
  explicit SourceShelf(const Context& context) : context_(context) {}
  // Returns the source named `device`, with the list that it is in. If `device` is empty, takes the default for `kind`.
  Result<OpenedSource*> open(const std::string& device, const std::string& kind = {});
  const Context& context() const { return context_; }

 private:
  const Context& context_;
  std::optional<OpenedSource> without_gpus_, with_gpus_;  // results of the two searches
};

// Returns the layout of `kind` from the source `device`, or an error that says why the source has none.
Result<FigureLayout> layout_from(SourceShelf& shelf, const std::string& device, const std::string& kind);

// Returns as many layouts as `view` shows. `target`: a kind, or a file with so many layouts. `with`: for a comparison,
// the other source, kind or file. `also`: further kinds of the same source, or files, each for a panel of its own.
Result<std::vector<FigureLayout>> figure_layouts(SourceShelf& shelf, ViewMode view, const TargetArguments& target,
                                                 const std::string& with, const std::vector<std::string>& also);

}  // namespace tcviz::inline app_cli
