#include "gpu/prove/sweep_wire.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tcviz::inline gpu_prove {
namespace {

using SweepJson = nlohmann::json;

std::string bytes_of(const SweepJson& json) {
  const std::vector<std::uint8_t> bytes = SweepJson::to_cbor(json);
  return {bytes.begin(), bytes.end()};
}

// What a reader makes of the bytes, or an error that says that they make no sense.
template <class T, class Reader>
Result<T> read_bytes(const std::string& bytes, const Reader& reader) {
  try {
    return reader(SweepJson::from_cbor(bytes));
  } catch (const SweepJson::exception& error) {
    return unavailable(fmt::format("the process that asks the GPU was not understood: {}.", error.what()));
  }
}

SweepJson json_of(const OperandUse& use, std::uint64_t descriptor) {
  return {{"type", use.type}, {"is_a", use.is_a},     {"mn", use.major == Major::MN},
          {"n", use.n},       {"sparse", use.sparse}, {"descriptor", descriptor}};
}

// The type as a word that lasts.
OperandUse use_of(const SweepJson& json) {
  const auto types = descriptor_types();
  const auto type = std::find(types.begin(), types.end(), json.at("type").get<std::string>());
  return {type == types.end() ? std::string_view() : *type, json.at("is_a"),
          json.at("mn").get<bool>() ? Major::MN : Major::K, json.at("n"), json.at("sparse")};
}

SweepJson json_of(const TmaBox& box) {
  return {{"swizzle", static_cast<int>(box.swizzle)},
          {"inner", box.inner},
          {"rows", box.rows},
          {"planes", box.planes},
          {"start", box.start},
          {"atom", static_cast<int>(box.atom)}};
}

TmaBox box_of(const SweepJson& json) {
  return {swizzles.at(json.at("swizzle").get<std::size_t>()),
          json.at("inner"),
          json.at("rows"),
          json.at("planes"),
          json.at("start"),
          swizzle_atoms.at(json.at("atom").get<std::size_t>())};
}

SweepCase case_of(const SweepJson& json) {
  if (json.contains("operand")) return OperandCase{use_of(json["operand"]), json["operand"].at("descriptor")};
  if (json.contains("read")) return ReadCase{use_of(json["read"]), json["read"].at("descriptor")};
  if (json.contains("box")) return BoxCase{box_of(json["box"])};
  const WarpAccess* const access = find_warp_access(json.at("access").get<std::string>());
  return BankCase{access == nullptr ? std::string_view() : access->name, json.at("addresses").get<LaneAddresses>()};
}

}  // namespace

std::string write_case(const SweepCase& one) {
  if (const auto* operand = std::get_if<OperandCase>(&one))
    return bytes_of({{"operand", json_of(operand->use, operand->descriptor)}});
  if (const auto* read = std::get_if<ReadCase>(&one)) return bytes_of({{"read", json_of(read->use, read->descriptor)}});
  if (const auto* box = std::get_if<BoxCase>(&one)) return bytes_of({{"box", json_of(box->box)}});
  const BankCase& bank = std::get<BankCase>(one);
  return bytes_of({{"access", bank.access}, {"addresses", bank.addresses}});
}

Result<SweepCase> read_case(const std::string& bytes) { return read_bytes<SweepCase>(bytes, case_of); }

std::string write_answer(const SweepAnswer& answer) {
  return bytes_of({{"outcome", static_cast<int>(answer.outcome)},
                   {"places", answer.places},
                   {"cycles", answer.cycles},
                   {"text", answer.text}});
}

Result<SweepAnswer> read_answer(const std::string& bytes) {
  return read_bytes<SweepAnswer>(bytes, [](const SweepJson& json) {
    return SweepAnswer{static_cast<SweepAnswer::Outcome>(json.at("outcome").get<int>()),
                       json.at("places").get<std::vector<std::int64_t>>(), json.at("cycles"), json.at("text")};
  });
}

std::string write_facts(const Result<SweepFacts>& facts) {
  if (!facts) return bytes_of({{"error", facts.error().message}});
  const GpuInfo& gpu = facts.value().gpu;
  return bytes_of({{"ordinal", gpu.ordinal},
                   {"name", gpu.name},
                   {"capability", gpu.capability},
                   {"driver", gpu.driver},
                   {"cuda", gpu.cuda},
                   {"wgmma", facts.value().has_wgmma}});
}

Result<SweepFacts> read_facts(const std::string& bytes) {
  return read_bytes<SweepFacts>(bytes, [](const SweepJson& json) -> Result<SweepFacts> {
    if (json.contains("error")) return unavailable(json["error"].get<std::string>());
    return SweepFacts{{json.at("ordinal"), json.at("name"), json.at("capability"), json.at("driver"), json.at("cuda")},
                      json.at("wgmma")};
  });
}

}  // namespace tcviz::inline gpu_prove
