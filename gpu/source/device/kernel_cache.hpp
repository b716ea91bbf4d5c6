// Compiled kernels in a folder, one file each. An entry holds everything that it was made from, so that it is never
// taken for another, and a checksum. Knows nothing of compilers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace tcviz::inline gpu_device {

// The folder holds no more than this; the entries not used for the longest time are removed.
inline constexpr std::uint64_t most_cached_bytes = std::uint64_t{256} << 20;

struct CachedKernel {
  std::string cubin, log;
};

std::filesystem::path cache_entry(const std::filesystem::path& folder, const std::string& key);
// Returns the entry; none if there is no such entry or it is damaged.
std::optional<CachedKernel> read_cached(const std::filesystem::path& folder, const std::string& key);
// Writes the entry; does nothing if that fails.
void write_cached(const std::filesystem::path& folder, const std::string& key, const CachedKernel& kernel);
void trim_cache(const std::filesystem::path& folder, std::uint64_t most_bytes);

}  // namespace tcviz::inline gpu_device
