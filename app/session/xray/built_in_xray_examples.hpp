// Kernels to try the x-ray on, each right as it stands and with faults to be found: assets/xray. They travel inside the
// program as data; nothing here compiles or executes one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/xray/verdict/report.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

struct PlantedFault {
  std::string id;                              // "columns"
  std::string question;                        // for the reader who looks for it: does not tell its place
  std::string replace;                         // the replaced text, once in the source
  std::string by;                              // empty: it is taken away, with its line if nothing else stands there
  VerdictState verdict = VerdictState::Wrong;  // the x-ray's verdict then
  std::optional<FindingKind> finding;          // one of this kind is among those that it names; none: it names nothing
  std::string at;                              // text of the line that the finding names; empty: it names none
  std::string answer;                          // a sentence
};

struct XrayExample {
  std::string id;      // "wmma"
  std::string title;   // "A product by WMMA"
  std::string arch;    // "sm_90a"; the source's comment names it too, with the launch
  std::string source;  // CUDA C++
  std::vector<PlantedFault> faults;
};

// Returns the examples, from the simple to the difficult. One that cannot be read is left out; a test checks that there
// is none.
std::vector<XrayExample> built_in_xray_examples();

// Returns the source with the fault in it.
std::string faulted_source(const XrayExample& example, const PlantedFault& fault);

// Reads an example. BadInput names the error in the description, which is JSON.
Result<XrayExample> read_xray_example(std::string_view source, std::string_view description);
// Their files, in order: a source and its description have one name.
struct XrayExampleFiles {
  std::string_view name, source, description;
};
std::vector<XrayExampleFiles> built_in_xray_example_files();

}  // namespace tcviz::inline app_session
