// Keeps saved formulae and the history in a file in the user's configuration folder. Several windows may run at the
// same time: each adds its changes to the file. A file that cannot be read is renamed, never overwritten.
#pragma once

#include <filesystem>
#include <string>

#include "app/session/formula/formula_state.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

// Writes the JSON text, which read_formulae() reads: {"format": "tcviz-formulae/1", "formulae": [{"name", "kind",
// "row", "col"}, ...], "history": [...]}.
std::string write_formulae(const KeptFormulae& kept);
Result<KeptFormulae> read_formulae(std::string_view text);

class FormulaFile {
 public:
  // Uses the file in `folder`. If `folder` is empty, load() returns nothing and save() writes nothing.
  explicit FormulaFile(std::filesystem::path folder) : folder_(std::move(folder)) {}

  struct Loaded {
    KeptFormulae kept;
    std::string problem;  // message for the user if the file could not be read; else empty
  };
  Loaded load();

  // Merges the formulae that this window saved, changed or dropped since its last load or save into the file's current
  // content. Returns true if it wrote the file.
  Result<bool> save(const KeptFormulae& ours);

 private:
  Loaded read();
  KeptFormulae merged(KeptFormulae theirs, const KeptFormulae& ours) const;

  std::filesystem::path folder_;
  KeptFormulae known_;  // content at the last load or save
};

}  // namespace tcviz::inline app_session
