// The example kernels of the X-ray (from assets/xray), which are part of the program as text: each is right, and comes
// with faults that can be inserted. Nothing here compiles or executes one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/xray/verdict/report.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

// A fault: a change of the source that makes the kernel wrong.
struct PlantedFault {
  std::string id;        // "columns"
  std::string question;  // asks the user to find the fault; does not reveal its place
  std::string replace;   // the text to be replaced, which occurs once in the source
  std::string by;        // the new text; empty: the old one is removed, with its line if that is empty then
  VerdictState verdict = VerdictState::Wrong;  // the X-ray's verdict on the wrong kernel
  std::optional<FindingKind> finding;          // a kind of finding that the X-ray reports; none: it reports nothing
  std::string at;                              // text in the line that the finding names; empty: it names no line
  std::string answer;                          // explains the fault in a sentence
};

struct XrayExample {
  std::string id;      // "wmma"
  std::string title;   // "A product by WMMA"
  std::string arch;    // "sm_90a"; a comment in the source has it too, with the launch
  std::string source;  // CUDA C++
  std::vector<PlantedFault> faults;
};

// Returns the examples, from the simple to the difficult. Leaves out those that cannot be read; a test checks that all
// can be.
std::vector<XrayExample> built_in_xray_examples();

// Returns the source of `example` with `fault` inserted.
std::string faulted_source(const XrayExample& example, const PlantedFault& fault);

// Reads an example from its source and its `description`, a JSON text. Returns the error BadInput for a bad
// description.
Result<XrayExample> read_xray_example(std::string_view source, std::string_view description);
// The files of an example: name (without suffix), source and description.
struct XrayExampleFiles {
  std::string_view name, source, description;
};
std::vector<XrayExampleFiles> built_in_xray_example_files();

}  // namespace tcviz::inline app_session
