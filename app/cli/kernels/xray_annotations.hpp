// Writes a report for tools that show findings beside the source: the annotations of a workflow of GitHub
// (`--format github`), and SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format").
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline app_cli {

enum class AnnotationLevel { Notice, Warning, Error };

// A line of a file; 0: the file as a whole.
struct AnnotatedPlace {
  std::string file;
  int line = 0;
  std::string text = {};  // of another place than the one that the annotation is about: what happens there
};

struct Annotation {
  AnnotationLevel level = AnnotationLevel::Notice;
  std::string rule;  // the kind of the finding, "race", or the verdict, "unjudged"
  std::string text;
  AnnotatedPlace at;
  std::vector<AnnotatedPlace> others = {};  // the other side of a race
};

// Returns the findings, and behind them the verdict. `file` as the user has typed it. A warning, a finding that reaches
// no output, and one of a launch that is not judged are no errors.
std::vector<Annotation> annotations_of(const XrayReport& report, const std::string& file);

// Returns one workflow command a line: "::error file=gemm.cu,line=24,title=race::...".
std::string github_text(const std::vector<Annotation>& annotations);
nlohmann::ordered_json sarif_json(const std::vector<Annotation>& annotations, std::string_view version);

}  // namespace tcviz::inline app_cli
