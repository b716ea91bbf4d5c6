#include "gpu/source/device/kernel_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "gpu/layout/file.hpp"

namespace tcviz::inline gpu_device {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "tcviz kernel 1\n";
constexpr const char* suffix = ".kernel";

// Returns the FNV-1a hash, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/), from any starting value.
std::uint64_t hash(std::string_view bytes, std::uint64_t value) {
  for (const char byte : bytes) value = (value ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  return value;
}
constexpr std::uint64_t usual_start = 0xcbf29ce484222325u, other_start = 0x9e3779b97f4a7c15u;

// The head of an entry: magic, checksum of what follows the header, three lengths; then come key, log, cubin.
struct Header {
  std::uint64_t checksum, key, log, cubin;
};
constexpr std::size_t body_begin = magic.size() + sizeof(Header);

// Returns the parts of an entry, or none if it is not whole, is damaged or has another key.
std::optional<CachedKernel> parts_of(const std::string& bytes, const std::string& key) {
  if (bytes.size() < body_begin || !bytes.starts_with(magic)) return std::nullopt;
  Header header;
  std::memcpy(&header, bytes.data() + magic.size(), sizeof header);
  const std::string_view body = std::string_view(bytes).substr(body_begin);
  const bool fits = header.key <= body.size() && header.log <= body.size() && header.cubin <= body.size() &&
                    header.key + header.log + header.cubin == body.size();
  if (!fits || hash(body, usual_start) != header.checksum || body.substr(0, header.key) != key) return std::nullopt;
  return CachedKernel{std::string(body.substr(header.key + header.log)),
                      std::string(body.substr(header.key, header.log))};
}

struct Entry {
  fs::path path;
  fs::file_time_type used;
  std::uint64_t bytes;
};

std::vector<Entry> entries_of(const fs::path& folder) {
  std::vector<Entry> entries;
  std::error_code problem;
  for (fs::directory_iterator each(folder, problem), end; !problem && each != end; each.increment(problem)) {
    std::error_code gone;
    if (each->path().extension() != suffix) continue;
    const Entry entry{each->path(), each->last_write_time(gone), each->file_size(gone)};
    if (!gone) entries.push_back(entry);
  }
  return entries;
}

}  // namespace

fs::path cache_entry(const fs::path& folder, const std::string& key) {
  return folder / fmt::format("{:016x}{:016x}{}", hash(key, usual_start), hash(key, other_start), suffix);
}

std::optional<CachedKernel> read_cached(const fs::path& folder, const std::string& key) {
  const fs::path path = cache_entry(folder, key);
  const auto bytes = read_file(path);
  if (!bytes) return std::nullopt;
  auto kernel = parts_of(bytes.value(), key);
  std::error_code ignored;  // a read-only folder serves as well
  if (kernel) fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return kernel;
}

void write_cached(const fs::path& folder, const std::string& key, const CachedKernel& kernel) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) return;
  const std::string body = key + kernel.log + kernel.cubin;
  const Header header{hash(body, usual_start), key.size(), kernel.log.size(), kernel.cubin.size()};
  std::string bytes(magic);
  bytes.append(reinterpret_cast<const char*>(&header), sizeof header).append(body);
  if (write_file(cache_entry(folder, key), bytes)) trim_cache(folder, most_cached_bytes);
}

void trim_cache(const fs::path& folder, std::uint64_t most_bytes) {
  std::vector<Entry> entries = entries_of(folder);
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used > b.used; });
  std::uint64_t sum = 0;
  std::error_code ignored;
  for (const Entry& each : entries)
    if ((sum += each.bytes) > most_bytes) fs::remove(each.path, ignored);
}

}  // namespace tcviz::inline gpu_device
