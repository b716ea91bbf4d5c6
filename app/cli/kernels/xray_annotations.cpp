#include "app/cli/kernels/xray_annotations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/cli/kernels/xray_report.hpp"
#include "app/cli/kernels/xray_source.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

struct LevelNames {
  std::string_view github, sarif;
};
constexpr std::array level_names = {LevelNames{"notice", "note"}, LevelNames{"warning", "warning"},
                                    LevelNames{"error", "error"}};
const LevelNames& names_of(AnnotationLevel level) { return level_names[static_cast<std::size_t>(level)]; }

AnnotationLevel level_of(const XrayReport& report) {
  if (report.verdict == VerdictState::Right) return AnnotationLevel::Notice;
  return report.verdict == VerdictState::Unjudged ? AnnotationLevel::Warning : AnnotationLevel::Error;
}

AnnotationLevel level_of(const XrayReport& report, const XrayFinding& finding) {
  const bool is_harmless =
      finding.weight == FindingWeight::Warning || (finding.weight == FindingWeight::Wrong && !finding.counts);
  return is_harmless ? AnnotationLevel::Warning : std::max(AnnotationLevel::Warning, level_of(report));
}

// Returns the line in `file`, which is CUDA C++ or PTX itself.
AnnotatedPlace place_in(const std::string& file, int line, int ptx_line, std::string text = {}) {
  return {file, is_cuda_source(file) ? line : ptx_line, std::move(text)};
}

Annotation annotation_of(const XrayReport& report, const XrayFinding& finding, const std::string& file) {
  Annotation made{level_of(report, finding), std::string(name_of(finding.kind)), finding.text,
                  place_in(file, finding.line, finding.ptx_line)};
  if (finding.instruction < 0) made.at.line = 0;
  if (finding.count > 1) made.text += fmt::format(" ({} times)", finding.count);
  if (!finding.calls.empty()) made.text += fmt::format("\nat {}", text_of(finding.calls));
  for (const std::string& sentence : {finding.cause, finding.remedy})
    if (!sentence.empty()) made.text += "\n" + sentence;
  if (finding.other && finding.other->instruction >= 0)
    made.others.push_back(place_in(file, finding.other->line, finding.other->ptx_line,
                                   fmt::format("{} {}", finding.other->by, name_of(finding.other->access))));
  return made;
}

// Replaces what ends a part of a workflow command. The value of a property ends at a colon or comma, too.
std::string escaped(std::string_view text, bool is_property) {
  std::string made;
  for (const char one : text) {
    const bool ends = one == '%' || one == '\n' || one == '\r' || (is_property && (one == ':' || one == ','));
    made += ends ? fmt::format("%{:02X}", static_cast<unsigned char>(one)) : std::string(1, one);
  }
  return made;
}

std::string github_line(const Annotation& one) {
  std::string text = fmt::format("::{} file={}", names_of(one.level).github, escaped(one.at.file, true));
  if (one.at.line > 0) text += fmt::format(",line={}", one.at.line);
  return text + fmt::format(",title={}::{}\n", escaped("tcviz xray: " + one.rule, true), escaped(one.text, false));
}

// Returns a path as a relative reference of RFC 3986, section 4.2.
std::string uri_of(std::string_view file) {
  constexpr std::string_view plain = "-._~/+@";
  std::string made;
  for (const char one : file) {
    const bool is_plain = (one >= '0' && one <= '9') || (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') ||
                          plain.find(one) != std::string_view::npos;
    made += is_plain ? std::string(1, one) : fmt::format("%{:02X}", static_cast<unsigned char>(one));
  }
  return made;
}

Json location_of(const AnnotatedPlace& place) {
  Json physical = {{"artifactLocation", {{"uri", uri_of(place.file)}}}};
  if (place.line > 0) physical["region"] = {{"startLine", place.line}};
  Json location = {{"physicalLocation", std::move(physical)}};
  if (!place.text.empty()) location["message"] = {{"text", place.text}};
  return location;
}

Json result_of(const Annotation& one) {
  Json result = {{"ruleId", one.rule},
                 {"level", names_of(one.level).sarif},
                 {"message", {{"text", one.text}}},
                 {"locations", Json::array({location_of(one.at)})}};
  for (std::size_t at = 0; at < one.others.size(); ++at) {
    Json other = location_of(one.others[at]);
    other["id"] = at + 1;
    result["relatedLocations"].push_back(std::move(other));
  }
  return result;
}

}  // namespace

std::vector<Annotation> annotations_of(const XrayReport& report, const std::string& file) {
  std::vector<Annotation> made;
  for (const XrayFinding& finding : report.findings) made.push_back(annotation_of(report, finding, file));
  const std::string verdict = report.refused ? "refused" : std::string(name_of(report.verdict));
  made.push_back({level_of(report), verdict, report.refused ? *report.refused : xray_summary(report) + ".", {file}});
  return made;
}

std::string github_text(const std::vector<Annotation>& annotations) {
  std::string text;
  for (const Annotation& one : annotations) text += github_line(one);
  return text;
}

nlohmann::ordered_json sarif_json(const std::vector<Annotation>& annotations, std::string_view version) {
  Json rules = Json::array(), results = Json::array();
  for (const Annotation& one : annotations) {
    const Json rule = {{"id", one.rule}};
    if (std::ranges::find(rules, rule) == rules.end()) rules.push_back(rule);
    results.push_back(result_of(one));
  }
  const Json driver = {{"name", "tcviz"}, {"version", version}, {"rules", std::move(rules)}};
  return {{"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", Json::array({{{"tool", {{"driver", driver}}}, {"results", std::move(results)}}})}};
}

}  // namespace tcviz::inline app_cli
