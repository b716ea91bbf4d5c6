#include "gpu/layout/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <iterator>

namespace tcviz::inline gpu_layout {
namespace {

constexpr std::array<std::string_view, 4> source_names{"probed", "compiled", "documented", "published"};

// Returns "probed on NVIDIA H200 (9.0)" or "compiled for 8.0".
std::string where(const Provenance& p) {
  std::string source(name_of(p.source));
  if (p.device && p.compute_capability) return fmt::format("{} on {} ({})", source, *p.device, *p.compute_capability);
  if (p.device) return fmt::format("{} on {}", source, *p.device);
  if (p.compute_capability) return fmt::format("{} for {}", source, *p.compute_capability);
  return source;
}

}  // namespace

std::string_view name_of(Source source) { return source_names.at(static_cast<std::size_t>(source)); }

std::optional<Source> source_named(std::string_view name) {
  const auto found = std::ranges::find(source_names, name);
  if (found == source_names.end()) return std::nullopt;
  return static_cast<Source>(std::distance(source_names.begin(), found));
}

std::string describe(const Provenance& provenance) {
  std::string line = where(provenance);
  if (provenance.driver) line += ", driver " + *provenance.driver;
  if (provenance.cuda) line += ", CUDA " + *provenance.cuda;
  if (provenance.date) line += ", " + *provenance.date;
  if (!provenance.methods.empty()) line += fmt::format(", by {}", fmt::join(provenance.methods, ", "));
  if (provenance.reference) line += ", in " + *provenance.reference;
  return line;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  tzset();  // localtime_r, unlike localtime, need not do this
  localtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

}  // namespace tcviz::inline gpu_layout
