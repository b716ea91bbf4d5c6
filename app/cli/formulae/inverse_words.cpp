#include "app/cli/formulae/inverse_words.hpp"

#include <fmt/format.h>

#include "gpu/language/formula/verdict_words.hpp"

namespace tcviz::inline app_cli {

nlohmann::ordered_json json_of(const InverseVerdict& verdict) {
  nlohmann::ordered_json json = {{"ok", verdict.ok()},
                                 {"elements", verdict.elements},
                                 {"asked", verdict.asked},
                                 {"mismatches", verdict.mismatches},
                                 {"replica", verdict.has_replica}};
  if (verdict.first)
    json["first"] = {{"row", verdict.first->element.row},
                     {"col", verdict.first->element.col},
                     {"r", verdict.first->r},
                     {"got", {verdict.first->tid, verdict.first->i}}};
  if (verdict.undefined)
    json["undefined"] = {{"row", verdict.undefined->element.row},
                         {"col", verdict.undefined->element.col},
                         {"r", verdict.undefined->r},
                         {"message", verdict.undefined->message}};
  return json;
}

std::string text_of(const InverseVerdict& verdict, const Layout& layout) {
  std::string text;
  if (const auto& first = verdict.first) {
    std::string owners;
    for (const Slot slot : layout.owners(first->element))
      owners += fmt::format("{}T{} x[{}]", owners.empty() ? "" : " and ", slot.tid, slot.i);
    text += fmt::format("({}, {}){}: owned by {}, got T{} x[{}].\n", first->element.row, first->element.col,
                        verdict.has_replica ? fmt::format(", r = {}", first->r) : "", owners, first->tid, first->i);
  }
  if (const auto& undefined = verdict.undefined)
    text += fmt::format("({}, {}): {}.\n", undefined->element.row, undefined->element.col,
                        with_blame(undefined->message, undefined->blame));
  return text;
}

}  // namespace tcviz::inline app_cli
