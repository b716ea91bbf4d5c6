#include "app/session/formula/formula_file.hpp"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/session/base/set_aside.hpp"
#include "app/session/formula/formula_action.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_session {
namespace {

using nlohmann::json;

constexpr const char* formula_file_format_name = "tcviz-formulae/1";
constexpr const char* formula_file_name = "formulae.json";
constexpr std::size_t largest_formula_file = std::size_t{64} << 20;

json written(const SavedFormula& formula) {
  json row = {{"kind", formula.kind}};
  if (!formula.name.empty()) row["name"] = formula.name;
  if (formula.text.one_text) row["text"] = formula.text.text;
  if (!formula.text.one_text) row["row"] = formula.text.row, row["col"] = formula.text.col;
  return row;
}

SavedFormula formula_of(const json& row) {
  const bool one_text = row.contains("text");
  SavedFormula formula{row.value("name", ""), row.at("kind").get<std::string>(), {one_text, "", "", ""}};
  if (one_text) formula.text.text = row.at("text").get<std::string>();
  if (!one_text)
    formula.text.row = row.at("row").get<std::string>(), formula.text.col = row.at("col").get<std::string>();
  return formula;
}

std::vector<SavedFormula> list_of(const json& object, const char* key, std::size_t most) {
  std::vector<SavedFormula> list;
  if (!object.contains(key)) return list;
  for (const json& row : object.at(key).get<std::vector<json>>())
    if (list.size() < most) list.push_back(formula_of(row));
  return list;
}

const SavedFormula* find(const std::vector<SavedFormula>& list, const std::string& name) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const SavedFormula& f) { return f.name == name; });
  return at == list.end() ? nullptr : &*at;
}

}  // namespace

std::string write_formulae(const KeptFormulae& kept) {
  json object = {{"format", formula_file_format_name}, {"formulae", json::array()}, {"history", json::array()}};
  for (const SavedFormula& each : kept.saved) object["formulae"].push_back(written(each));
  for (const SavedFormula& each : kept.history) object["history"].push_back(written(each));
  if (!kept.draft.text.empty()) object["draft"] = written(kept.draft);
  return object.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<KeptFormulae> read_formulae(std::string_view text) {
  try {
    const json object = json::parse(text);
    if (object.at("format").get<std::string>() != formula_file_format_name)
      return bad_input("it is from another version");
    KeptFormulae kept{
        list_of(object, "formulae", most_saved_formulae), list_of(object, "history", most_formula_history), {}};
    if (object.contains("draft")) kept.draft = formula_of(object.at("draft"));
    return kept;
  } catch (const json::exception& error) {
    return bad_input(error.what());
  }
}

FormulaFile::Loaded FormulaFile::read() {
  std::error_code ignored;
  const std::filesystem::path file = folder_ / formula_file_name;
  if (folder_.empty() || !std::filesystem::exists(file, ignored)) return {};
  constexpr const char* what = "The saved formulae";
  const Result<std::string> text = read_file(file, largest_formula_file);
  if (!text) return {{}, set_aside(file, what, text.error().message)};
  Result<KeptFormulae> kept = read_formulae(text.value());
  if (!kept) return {{}, set_aside(file, what, kept.error().message)};
  return {std::move(kept).value(), ""};
}

FormulaFile::Loaded FormulaFile::load() {
  Loaded loaded = read();
  remember(loaded.kept, loaded.kept.draft.kind, loaded.kept.draft.text);  // the text typed last, however that run ended
  loaded.kept.draft = {};
  known_ = loaded.kept;
  return loaded;
}

KeptFormulae FormulaFile::merged(KeptFormulae theirs, const KeptFormulae& ours) const {
  const auto dropped = [&](const SavedFormula& f) { return find(known_.saved, f.name) && !find(ours.saved, f.name); };
  std::erase_if(theirs.saved, dropped);
  for (const SavedFormula& each : ours.saved) {
    const SavedFormula* const before = find(known_.saved, each.name);
    if (before != nullptr && *before == each) continue;
    std::erase_if(theirs.saved, [&](const SavedFormula& f) { return f.name == each.name; });
    theirs.saved.push_back(each);
  }
  std::vector<SavedFormula> history = ours.history;
  for (const SavedFormula& each : theirs.history)
    if (std::find(history.begin(), history.end(), each) == history.end()) history.push_back(each);
  if (history.size() > most_formula_history) history.resize(most_formula_history);
  theirs.history = std::move(history);
  theirs.draft = ours.draft;
  return theirs;
}

Result<bool> FormulaFile::save(const KeptFormulae& ours) {
  if (folder_.empty() || ours == known_) return false;
  const KeptFormulae all = merged(read().kept, ours);
  std::error_code ignored;  // the write names the error
  std::filesystem::create_directories(folder_, ignored);
  known_ = ours;
  const Status written = write_file(folder_ / formula_file_name, write_formulae(all));
  if (!written) return bad_input(fmt::format("Formulae are not saved: {}", written.error().message));
  return true;
}

}  // namespace tcviz::inline app_session
