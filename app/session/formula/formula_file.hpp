// Saved formulae and the history in the user's configuration folder, written at once. Windows that run at the same time
// add to each other's; a file that cannot be read is set aside, never overwritten.
#pragma once

#include <filesystem>
#include <string>

#include "app/session/formula/formula_state.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

// Writes JSON that people can read, too: {"format": "tcviz-formulae/1", "formulae": [{"name", "kind", "row", "col"},
// ...], "history": [...]}.
std::string write_formulae(const KeptFormulae& kept);
Result<KeptFormulae> read_formulae(std::string_view text);

class FormulaFile {
 public:
  // An empty folder: nothing is read or written.
  explicit FormulaFile(std::filesystem::path folder) : folder_(std::move(folder)) {}

  struct Loaded {
    KeptFormulae kept;
    std::string problem;  // for a person; empty if all is well
  };
  Loaded load();

  // Merges the formulae saved, changed or dropped here since the last time into the present content of the file. True:
  // a file was written.
  Result<bool> save(const KeptFormulae& ours);

 private:
  Loaded read();
  KeptFormulae merged(KeptFormulae theirs, const KeptFormulae& ours) const;

  std::filesystem::path folder_;
  KeptFormulae known_;
};

}  // namespace tcviz::inline app_session
