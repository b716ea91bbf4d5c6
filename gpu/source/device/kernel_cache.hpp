// Stores compiled kernels in a folder, one file each. Each file (entry) holds its whole key, so that no kernel is
// mistaken for another, and a checksum. Knows nothing of compilers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace tcviz::inline gpu_device {

// The most bytes that the folder may hold; entries that were not used for the longest time are removed first.
inline constexpr std::uint64_t most_cached_bytes = std::uint64_t{256} << 20;

// The machine code of a kernel and the log of the compiler.
struct CachedKernel {
  std::string cubin, log;
};

// Returns the file of the entry for `key`.
std::filesystem::path cache_entry(const std::filesystem::path& folder, const std::string& key);
// Returns the kernel for `key`; none if there is no entry or it is damaged.
std::optional<CachedKernel> read_cached(const std::filesystem::path& folder, const std::string& key);
// Writes the entry for `key`. Ignores errors.
void write_cached(const std::filesystem::path& folder, const std::string& key, const CachedKernel& kernel);
// Removes the entries that were not used for the longest time until at most `most_bytes` are left.
void trim_cache(const std::filesystem::path& folder, std::uint64_t most_bytes);

}  // namespace tcviz::inline gpu_device
