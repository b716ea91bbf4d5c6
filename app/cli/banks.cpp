// tcviz banks: the wavefronts of one access of a warp to shared memory.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "app/cli/commands.hpp"
#include "app/cli/json.hpp"
#include "app/cli/options.hpp"
#include "app/cli/table.hpp"
#include "app/cli/values.hpp"
#include "gpu/formula/expression.hpp"
#include "gpu/image/banks.hpp"

namespace tcviz {
inline namespace app_cli {
namespace {

using Json = nlohmann::ordered_json;

struct BanksOptions {
  std::string op, addresses;
  bool json = false;
};

// "0, 4, 8" or "0 4 8"
std::vector<std::string> numbers_of(const std::string& text) {
  std::vector<std::string> numbers(1);
  for (const char c : text) {
    if (c != ',' && c != ' ' && c != '\n' && c != '\t')
      numbers.back() += c;
    else if (!numbers.back().empty())
      numbers.emplace_back();
  }
  if (numbers.back().empty()) numbers.pop_back();
  return numbers;
}

bool is_list(const std::string& text) {
  const auto part = [](char c) {
    return std::string_view("0123456789abcdefABCDEFx, -\n\t").find(c) != std::string_view::npos;
  };
  return text.find_first_of(", ") != std::string::npos && std::ranges::all_of(text, part) &&
         numbers_of(text).size() > 1;
}

Result<LaneAddresses> listed(const std::string& text) {
  const std::vector<std::string> numbers = numbers_of(text);
  LaneAddresses addresses{};
  if (numbers.size() != addresses.size())
    return bad_input(fmt::format("--addresses has {} numbers: a warp has {} lanes.", numbers.size(), addresses.size()));
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    const Result<std::int64_t> number = parse_whole("--addresses", numbers[lane]);
    TCVIZ_TRY(number);
    addresses[lane] = number.value();
  }
  return addresses;
}

Result<LaneAddresses> computed(const std::string& text) {
  const Parsed<Expression> parsed = parse_expression(text, Inputs::Slot);
  if (!parsed) return bad_input(fmt::format("--addresses '{}': {}.", text, parsed.diagnostics.front().message));
  LaneAddresses addresses{};
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    Variables variables{};
    variables[Variable::Tid] = static_cast<std::int32_t>(lane);
    const Result<std::int64_t> value = parsed.value->evaluate(variables);
    if (!value) return bad_input(fmt::format("--addresses, lane {}: {}", lane, value.error().message));
    addresses[lane] = value.value();
  }
  return addresses;
}

Json json_of(const BankPhase& phase) {
  Json conflicts = Json::array();
  for (const BankConflict& conflict : phase.conflicts) {
    Json words = Json::array();
    for (const auto& word : conflict.words) words.push_back({{"address", word.address}, {"lanes", word.lanes}});
    conflicts.push_back({{"bank", conflict.bank}, {"words", words}});
  }
  return {{"lanes", phase.lanes}, {"wavefronts", phase.wavefronts}, {"conflicts", conflicts}};
}

std::string words_text(const BankConflict& conflict) {
  std::string text;
  for (const auto& word : conflict.words)
    text += fmt::format("{}{} (lane{} {})", text.empty() ? "" : ", ", word.address, word.lanes.size() == 1 ? "" : "s",
                        fmt::join(word.lanes, " "));
  return text;
}

Table table_of(const BankReport& report) {
  Table table{{"phase", "wavefronts", "bank", "words that meet in it"}, {true, true, true, false}, {}};
  for (std::size_t at = 0; at < report.phases.size(); ++at) {
    const BankPhase& phase = report.phases[at];
    if (phase.conflicts.empty())
      table.rows.push_back({std::to_string(at), std::to_string(phase.wavefronts), "", "no two in one bank"});
    for (const BankConflict& conflict : phase.conflicts)
      table.rows.push_back(
          {std::to_string(at), std::to_string(phase.wavefronts), std::to_string(conflict.bank), words_text(conflict)});
  }
  return table;
}

Status banks(const BanksOptions& options, Context& context) {
  std::vector<std::string_view> names;
  for (const WarpAccess& access : warp_accesses()) names.push_back(access.name);
  if (options.op.empty()) return bad_input(fmt::format("which access? --op is one of {}.", fmt::join(names, ", ")));
  const Result<std::size_t> op = parse_choice("--op", options.op, names);
  TCVIZ_TRY(op);
  if (options.addresses.empty())
    return bad_input("which addresses? --addresses 'lane * 4', or 32 numbers (-1: the lane is off).");
  const Result<LaneAddresses> addresses =
      is_list(options.addresses) ? listed(options.addresses) : computed(options.addresses);
  TCVIZ_TRY(addresses);
  const Result<BankReport> counted = count_wavefronts(warp_accesses()[op.value()], addresses.value());
  TCVIZ_TRY(counted);
  const BankReport& report = counted.value();
  if (options.json) {
    Json phases = Json::array();
    for (const BankPhase& phase : report.phases) phases.push_back(json_of(phase));
    context.out << print_json({{"op", options.op},
                               {"addresses", addresses.value()},
                               {"wavefronts", report.wavefronts},
                               {"conflicts", report.conflicts},
                               {"phases", phases}});
    return Nothing{};
  }
  context.out << fmt::format("{}: {} wavefront{}, {} of them by conflicts\n\n", options.op, report.wavefronts,
                             report.wavefronts == 1 ? "" : "s", report.conflicts)
              << to_text(table_of(report), context);
  return Nothing{};
}

}  // namespace

Runner declare_banks(CLI::App& app) {
  auto options = std::make_shared<BanksOptions>();
  add_option(app, "--op", "ACCESS", options->op,
             "ld or st with 32, 64 or 128; ldm, ldmt (.trans), stm or stmt with 1, 2 or 4");
  add_option(app, "--addresses", "E|LIST", options->addresses, "byte addresses: an expression of lane, or 32 numbers");
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return banks(*options, context); };
}

}  // namespace app_cli
}  // namespace tcviz
