// The source of a layout, with its particulars.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tcviz::inline gpu_layout {

// The way in which the layout was established. A layout read from a file keeps the source by which it was established.
enum class Source { Probed, Compiled, Documented, Published };

struct Provenance {
  Source source = Source::Probed;
  std::optional<std::string> device;              // "NVIDIA H200"
  std::optional<std::string> compute_capability;  // "9.0"
  std::optional<std::string> driver;              // "580.65.06"
  std::optional<std::string> cuda;                // "13.0"
  std::optional<std::string> date;                // ISO 8601, "2026-11-20"
  std::vector<std::string> methods;               // "load", "store", "product"
  std::optional<std::string> reference;           // a document and its section
  std::optional<std::string> note;  // something that the reader must know, for example a contradiction in a document

  friend bool operator==(const Provenance&, const Provenance&) = default;
};

std::string_view name_of(Source source);  // "probed"
std::optional<Source> source_named(std::string_view name);
// Returns one line for a person: "probed on NVIDIA H200 (9.0), driver 580.65.06, CUDA 13.0, 2026-11-20, by load, store,
// product".
std::string describe(const Provenance& provenance);

// Returns the date of today, ISO 8601: the day on the clock of the measuring machine, in the time zone of the
// environment's TZ.
std::string today();

}  // namespace tcviz::inline gpu_layout
