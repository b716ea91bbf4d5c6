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
  // The source of this name; empty: the default for the kind. With the list that it stands in, for check_known.
  Result<OpenedSource*> open(const std::string& device, const std::string& kind = {});
  const Context& context() const { return context_; }

 private:
  const Context& context_;
  std::optional<OpenedSource> without_gpus_, with_gpus_;
};

// A kind of a source, or the reason why it is not known there.
Result<FigureLayout> layout_from(SourceShelf& shelf, const std::string& device, const std::string& kind);

// layouts_shown(view) layouts. `target`: a kind, or a file that holds as many. `with`: for a comparison, another
// source, kind or file.
// `also`: further kinds of the same source, or files, each a panel of a view of one layout; empty: none.
Result<std::vector<FigureLayout>> figure_layouts(SourceShelf& shelf, ViewMode view, const TargetArguments& target,
                                                 const std::string& with, const std::vector<std::string>& also);

}  // namespace tcviz::inline app_cli
