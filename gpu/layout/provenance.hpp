// The origin of a layout: the type of source and its details.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tcviz::inline gpu_layout {

// The type of source that established a layout. A layout that is read from a file keeps the source of its first
// establishment.
enum class Source { Probed, Compiled, Documented, Published };

// The source of one layout; a value is none if it is not known or does not apply.
struct Provenance {
  Source source = Source::Probed;
  std::optional<std::string> device;              // "NVIDIA H200"
  std::optional<std::string> compute_capability;  // "9.0"
  std::optional<std::string> driver;              // "580.65.06"
  std::optional<std::string> cuda;                // "13.0"
  std::optional<std::string> date;                // ISO 8601, "2026-11-20"
  std::vector<std::string> methods;               // "load", "store", "product"
  std::optional<std::string> reference;           // document and section
  std::optional<std::string> note;  // a remark that the user must know, for example a contradiction in a document

  friend bool operator==(const Provenance&, const Provenance&) = default;
};

std::string_view name_of(Source source);  // "probed"
// Returns the source of this name; none if there is none.
std::optional<Source> source_named(std::string_view name);
// Returns one line of text: "probed on NVIDIA H200 (9.0), driver 580.65.06, CUDA 13.0, 2026-11-20, by load, store,
// product".
std::string describe(const Provenance& provenance);

// Returns today's date by ISO 8601, from the clock of this machine in the time zone of the environment variable TZ.
std::string today();

}  // namespace tcviz::inline gpu_layout
