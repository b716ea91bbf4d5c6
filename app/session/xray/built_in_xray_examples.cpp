#include "app/session/xray/built_in_xray_examples.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "embedded/xray_examples.hpp"
#include "gpu/kernel/xray/verdict/report_fields.hpp"
#include "gpu/layout/record.hpp"

namespace tcviz::inline app_session {
template <class V>
void fields(V& v, PlantedFault& fault) {
  v("id", fault.id);
  v("question", fault.question);
  v("replace", fault.replace);
  v("by", fault.by);
  v("verdict", fault.verdict);
  v("finding", fault.finding);
  v.null("at", fault.at);
  v("answer", fault.answer);
}

template <class V>
void fields(V& v, XrayExample& example) {
  v("id", example.id);
  v("title", example.title);
  v("arch", example.arch);
  v("faults", example.faults);
}

Result<XrayExample> read_xray_example(std::string_view source, std::string_view description) {
  XrayExample made;
  const Status read = read_record(nlohmann::json::parse(description, nullptr, false), made);
  if (!read) return bad_input(fmt::format("this describes no kernel with faults: {}.", read.error().message));
  made.source = source;
  return made;
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
  // An empty line would give away the place of the missing text.
  const std::size_t begin = at == 0 ? 0 : source.rfind('\n', at - 1) + 1, end = source.find('\n', at);
  const bool is_empty = end != std::string::npos && source.find_first_not_of(' ', begin) == end;
  return is_empty ? source.erase(begin, end + 1 - begin) : source;
}

}  // namespace tcviz::inline app_session
