#include "app/session/xray/built_in_xray_examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/session/xray/named_value.hpp"
#include "embedded/xray_examples.hpp"

namespace tcviz::inline app_session {
namespace {

using ExampleJson = nlohmann::json;

std::string text_or_nothing(const ExampleJson& from, const char* key) {
  return from.at(key).is_null() ? std::string() : from.at(key).get<std::string>();
}

PlantedFault fault_of(const ExampleJson& from) {
  PlantedFault made;
  made.id = from.at("id"), made.question = from.at("question"), made.answer = from.at("answer");
  made.replace = from.at("replace"), made.by = from.at("by"), made.at = text_or_nothing(from, "at");
  made.verdict = named(from, "verdict", VerdictState::Unjudged);
  if (!from.at("finding").is_null()) made.finding = named(from, "finding", FindingKind::Deadlock);
  return made;
}

}  // namespace

Result<XrayExample> read_xray_example(std::string_view source, std::string_view description) {
  try {
    const ExampleJson from = ExampleJson::parse(description);
    XrayExample made{from.at("id"), from.at("title"), from.at("arch"), std::string(source), {}};
    for (const ExampleJson& fault : from.at("faults")) made.faults.push_back(fault_of(fault));
    return made;
  } catch (const std::exception& error) {
    return bad_input(fmt::format("this describes no kernel with faults: {}.", error.what()));
  }
}

std::vector<XrayExampleFiles> built_in_xray_example_files() {
  std::vector<XrayExampleFiles> found;
  for (const embedded::File& file : embedded::xray_examples()) {
    const std::string_view name = file.name.substr(0, file.name.rfind('.'));
    auto at = std::ranges::find(found, name, &XrayExampleFiles::name);
    if (at == found.end()) at = found.insert(found.end(), {name, {}, {}});
    (file.name.ends_with(".json") ? at->description : at->source) = file.bytes;
  }
  std::ranges::sort(found, {}, &XrayExampleFiles::name);
  return found;
}

std::vector<XrayExample> built_in_xray_examples() {
  std::vector<XrayExample> examples;
  for (const XrayExampleFiles& files : built_in_xray_example_files())
    if (Result<XrayExample> read = read_xray_example(files.source, files.description))
      examples.push_back(std::move(read).value());
  return examples;
}

std::string faulted_source(const XrayExample& example, const PlantedFault& fault) {
  std::string source = example.source;
  const std::size_t at = source.find(fault.replace);
  if (at == std::string::npos) return source;
  source.replace(at, fault.replace.size(), fault.by);
  if (!fault.by.empty()) return source;
  // An empty line would tell where something is missing.
  const std::size_t begin = at == 0 ? 0 : source.rfind('\n', at - 1) + 1, end = source.find('\n', at);
  const bool is_empty = end != std::string::npos && source.find_first_not_of(' ', begin) == end;
  return is_empty ? source.erase(begin, end + 1 - begin) : source;
}

int line_to_find(const XrayExample& example, const PlantedFault& fault) {
  const std::string source = faulted_source(example, fault);
  const std::size_t at = fault.at.empty() ? std::string::npos : source.find(fault.at);
  if (at == std::string::npos) return 0;
  return 1 + static_cast<int>(std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

}  // namespace tcviz::inline app_session
