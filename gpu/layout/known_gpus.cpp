// NVIDIA, "CUDA GPU Compute Capability" and "CUDA Legacy GPUs" (the lists of products); 10.1 is what CUDA 12
// calls 11.0.
#include "gpu/layout/known_gpus.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace tcviz::inline gpu_layout {
namespace {

// The names behind the colon are those that a person may type, with commas between.
struct GpuRow {
  ComputeCapability architecture;
  std::string_view gpus;
};
constexpr std::array<GpuRow, 14> gpu_rows{{
    {70, "Volta: V100, Titan V"},
    {72, "Volta: Jetson Xavier"},
    {75, "Turing: T4, RTX 2080, RTX 2070, RTX 2060, Titan RTX"},
    {80, "Ampere: A100, A30"},
    {86, "Ampere: A10, A40, RTX 3090, RTX 3080, RTX 3070, RTX A6000"},
    {87, "Ampere: Jetson Orin"},
    {89, "Ada: L4, L40, L40S, RTX 4090, RTX 4080, RTX 4070, RTX 6000 Ada"},
    {90, "Hopper: H100, H200, GH200"},
    {100, "Blackwell: B200, GB200"},
    {101, "Blackwell: Jetson Thor in CUDA 12"},
    {103, "Blackwell: B300, GB300"},
    {110, "Blackwell: Jetson Thor"},
    {120, "Blackwell: RTX 5090, RTX 5080, RTX 5070, RTX PRO 6000"},
    {121, "Blackwell: GB10, DGX Spark"},
}};

// Returns the name in lower case, without blanks, dashes and the maker's words: "NVIDIA GeForce RTX 4090" is "rtx4090".
std::string plain(std::string_view text) {
  std::string word;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) word += static_cast<char>(std::tolower(c));
  }
  for (const std::string_view maker : {"nvidia", "geforce", "tesla"}) {
    if (word.starts_with(maker)) word.erase(0, maker.size());
  }
  return word;
}

// Returns the names of a row: the texts between colon, commas and end, without the blank in front.
std::vector<std::string_view> names_in(std::string_view gpus) {
  std::vector<std::string_view> names;
  for (std::size_t begin = gpus.find(':') + 1; begin < gpus.size();) {
    const std::size_t end = std::min(gpus.find(',', begin), gpus.size());
    names.push_back(gpus.substr(begin + 1, end - begin - 1));
    begin = end + 1;
  }
  return names;
}

// True if plain(name) is `wanted`.
bool is_called(std::string_view name, std::string_view wanted) {
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) continue;
    if (wanted.empty() || std::tolower(c) != wanted.front()) return false;
    wanted.remove_prefix(1);
  }
  return wanted.empty();
}

bool lists(std::string_view gpus, const std::string& wanted) {
  return std::ranges::any_of(names_in(gpus), [&](std::string_view name) { return is_called(name, wanted); });
}

std::string_view generation_of(const GpuRow& row) { return row.gpus.substr(0, row.gpus.find(':')); }

}  // namespace

std::string_view known_gpus(ComputeCapability architecture) {
  const auto found = std::ranges::find(gpu_rows, architecture, &GpuRow::architecture);
  return found == gpu_rows.end() ? std::string_view() : found->gpus;
}

std::optional<ComputeCapability> architecture_of_gpu(std::string_view name) {
  const std::string wanted = plain(name);
  for (const GpuRow& row : gpu_rows) {
    if (!wanted.empty() && lists(row.gpus, wanted)) return row.architecture;
  }
  return std::nullopt;
}

std::vector<ComputeCapability> architectures_called(std::string_view name) {
  if (const auto one = architecture_of_gpu(name)) return {*one};
  const std::string wanted = plain(name);
  std::vector<ComputeCapability> found;
  for (const GpuRow& row : gpu_rows)
    if (is_called(generation_of(row), wanted)) found.push_back(row.architecture);
  return found;
}

std::optional<ComputeCapability> read_architecture(std::string_view text) {
  ComputeCapability read = 0;
  for (const char c : text) {
    if (c == '.') continue;
    if (c < '0' || c > '9' || read > 999) break;
    read = read * 10 + (c - '0');
  }
  return read > 0 ? std::optional(read) : std::nullopt;
}

std::vector<std::string_view> gpu_names() {
  std::vector<std::string_view> names;
  for (const GpuRow& row : gpu_rows)
    for (const std::string_view name : names_in(row.gpus)) names.push_back(name);
  return names;
}

}  // namespace tcviz::inline gpu_layout
