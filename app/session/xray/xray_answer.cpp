#include "app/session/xray/xray_answer.hpp"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "app/session/base/json_take.hpp"
#include "app/session/xray/named_value.hpp"
#include "app/session/xray/xray_answer_banks.hpp"

namespace tcviz::inline app_session {
namespace {

using AnswerJson = nlohmann::json;

// Null: `otherwise`.
template <class T>
T value_or(const AnswerJson& object, const char* key, T otherwise) {
  const AnswerJson& value = object.at(key);
  return value.is_null() ? otherwise : value.get<T>();
}

template <class Place>
void take_place(const AnswerJson& from, Place& into) {
  take(from, "step", into.step);
  take(from, "warp", into.warp);
  take(from, "line", into.line);
  take(from, "ptx_line", into.ptx_line);
  take(from, "instruction", into.opcode);
}

XrayFinding finding_of(const AnswerJson& from) {
  XrayFinding made;
  take_place(from, made);
  made.kind = named(from, "kind", FindingKind::Deadlock);
  made.weight = named(from, "severity", FindingWeight::Warning);
  made.register_name = value_or<std::string>(from, "register", {});
  take(from, "lane", made.lane);
  take(from, "text", made.text);
  take(from, "expected", made.expected);
  take(from, "got", made.got);
  if (from.contains("remedy")) made.remedy = value_or<std::string>(from, "remedy", {});
  take(from, "count", made.count);
  return made;
}

// A number that JSON has none for, infinity say, is null there.
double number_of(const AnswerJson& from, const char* key) {
  return value_or(from, key, std::numeric_limits<double>::quiet_NaN());
}

OutputNumbers numbers_of(const AnswerJson& from) {
  OutputNumbers made;
  made.state = named(from, "state", VerdictState::Unjudged);
  take(from, "given", made.given);
  take(from, "expression", made.expression);
  take(from, "compared", made.compared);
  take(from, "nearest", made.nearest);
  take(from, "reason", made.reason);
  if (const AnswerJson& first = from.at("first"); !first.is_null())
    made.first = {first.at("element"), number_of(first, "found"), number_of(first, "expected")};
  return made;
}

OutputVerdict output_of(const std::string& name, const AnswerJson& from) {
  OutputVerdict made;
  made.name = name;
  made.state = named(from, "state", VerdictState::Unjudged);
  take(from, "elements", made.elements);
  take(from, "stored", made.written);
  for (const AnswerJson& one : from.at("classes")) {
    VerdictClass& alike = made.classes.emplace_back();
    alike.state = named(one, "state", VerdictState::Unjudged);
    take(one, "count", alike.count);
    take(one, "text", alike.text);
    take(one, "points", alike.points);
    take(one, "example", alike.example);
  }
  if (const auto numbers = from.find("numbers"); numbers != from.end() && !numbers->is_null())
    made.numbers = numbers_of(*numbers);
  return made;
}

SnapshotTile snapshot_tile(const AnswerJson& from) {
  SnapshotTile made{from.at("name"), from.at("rows"), from.at("cols"), {}, {}};
  take(from, "indices", made.indices);
  for (const AnswerJson& cell : from.at("cells"))
    made.cells.push_back({cell.at("text"), value_or<std::int64_t>(cell, "row", -1),
                          value_or<std::int64_t>(cell, "col", -1), named(cell, "state", SnapshotState::Unknown),
                          value_or(cell, "lane", -1)});
  if (made.rows < 0 || made.cols < 0 ||
      static_cast<std::int64_t>(made.cells.size()) != std::int64_t{made.rows} * made.cols)
    throw std::invalid_argument("a matrix lacks cells");
  return made;
}

EventSnapshot product_of(const AnswerJson& from) {
  EventSnapshot made;
  take_place(from, made);
  made.a = snapshot_tile(from.at("a")), made.b = snapshot_tile(from.at("b")), made.sum = snapshot_tile(from.at("sum"));
  return made;
}

PathHop hop_of(const AnswerJson& from) {
  PathHop made;
  take_place(from, made);
  made.part = named(from, "part", PathHop::Part::Right);
  take(from, "lane", made.lane);
  made.register_name = value_or<std::string>(from, "register", {});
  take(from, "value", made.value);
  made.from = value_or<std::string>(from, "from", {});
  made.to = value_or<std::string>(from, "to", {});
  take(from, "count", made.count);
  return made;
}

XrayReport report_of(const AnswerJson& from) {
  if (from.at("format") != "tcviz-xray/1") throw std::invalid_argument("it is of another format");
  XrayReport made;
  take(from, "kernel", made.kernel);
  made.architecture = std::stoi(from.at("arch").get<std::string>().substr(3));  // sm_80
  take(from, "reason", made.reason);
  take(from, "notes", made.notes);
  made.verdict = named(from, "state", VerdictState::Unjudged);
  take(from.at("executed"), "blocks", made.blocks);
  take(from.at("executed"), "steps", made.steps);
  take(from.at("executed"), "ms", made.milliseconds);
  for (const auto& [name, output] : from.at("verdict").items()) made.outputs.push_back(output_of(name, output));
  for (const AnswerJson& one : from.at("findings")) made.findings.push_back(finding_of(one));
  for (const AnswerJson& one : from.at("events")) take_place(one, made.events.emplace_back());
  if (from.contains("path"))
    for (const AnswerJson& one : from.at("path")) made.path.push_back(hop_of(one));
  if (!from.at("event").is_null()) made.snapshot = product_of(from.at("event"));
  read_bank_accesses(from, made);
  if (!from.at("refused").is_null()) made.refused = from.at("refused").get<std::string>();
  return made;
}

}  // namespace

Result<XrayReport> read_xray_answer(std::string_view json) {
  try {
    return report_of(AnswerJson::parse(json));
  } catch (const std::exception& error) {
    return bad_input(fmt::format("this is no answer of tcviz xray --json: {}.", error.what()));
  }
}

}  // namespace tcviz::inline app_session
