#include "app/session/xray/xray_answer_banks.hpp"

#include <nlohmann/json.hpp>

#include "app/session/base/json_take.hpp"
#include "app/session/xray/named_value.hpp"

namespace tcviz::inline app_session {
namespace {

using BanksJson = nlohmann::json;

std::int64_t number_or_none(const BanksJson& from, const char* key) {
  const BanksJson& value = from.at(key);
  return value.is_null() ? -1 : value.get<std::int64_t>();
}

BankPhase phase_of_answer(const BanksJson& from) {
  BankPhase made;
  take(from, "lanes", made.lanes);
  take(from, "wavefronts", made.wavefronts);
  for (const BanksJson& one : from.at("conflicts")) {
    BankConflict& conflict = made.conflicts.emplace_back();
    take(one, "bank", conflict.bank);
    for (const BanksJson& word : one.at("words"))
      conflict.words.push_back({word.at("address").get<std::int64_t>(), word.at("lanes").get<std::vector<int>>()});
  }
  return made;
}

BankLine line_of_answer(const BanksJson& from) {
  BankLine made;
  take(from, "address", made.address);
  for (const BanksJson& one : from.at("pieces")) {
    BankPiece piece;
    take(one, "at", piece.at);
    take(one, "bytes", piece.bytes);
    piece.state = named(one, "state", BankState::Unset);
    take(one, "array", piece.array);
    take(one, "text", piece.text);
    piece.row = number_or_none(one, "row"), piece.col = number_or_none(one, "col");
    if (piece.at < 0 || piece.bytes < 1 || piece.at + piece.bytes > bank_line)
      throw std::invalid_argument("an element lies outside of its line");
    made.pieces.push_back(std::move(piece));
  }
  return made;
}

BankAccess access_of_answer(const BanksJson& from) {
  BankAccess made;
  take(from, "step", made.step);
  take(from, "warp", made.warp);
  take(from, "line", made.line);
  take(from, "ptx_line", made.ptx_line);
  take(from, "instruction", made.opcode);
  take(from, "stores", made.stores);
  for (const BanksJson& one : from.at("lanes"))
    made.touches.push_back({static_cast<int>(number_or_none(one, "lane")), one.at("address"), one.at("bytes")});
  for (const BanksJson& one : from.at("lines")) made.lines.push_back(line_of_answer(one));
  const BanksJson& counted = from.at("wavefronts");
  if (counted.is_null()) return made;
  BankWavefronts& wavefronts = made.wavefronts.emplace();
  take(counted, "op", wavefronts.op);
  take(counted, "count", wavefronts.wavefronts);
  take(counted, "least", wavefronts.least);
  for (const BanksJson& one : counted.at("phases")) wavefronts.phases.push_back(phase_of_answer(one));
  return made;
}

}  // namespace

void read_bank_accesses(const nlohmann::json& answer, XrayReport& into) {
  if (!answer.contains("feeding")) return;
  for (const BanksJson& one : answer.at("feeding")) into.feeding.push_back(access_of_answer(one));
  if (!answer.at("access").is_null()) into.access = access_of_answer(answer.at("access"));
  for (const BanksJson& one : answer.at("shared"))
    into.shared_places.push_back({one.at("line"), one.at("ptx_line"), one.at("instruction")});
}

}  // namespace tcviz::inline app_session
