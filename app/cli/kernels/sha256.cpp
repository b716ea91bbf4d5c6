#include "app/cli/kernels/sha256.hpp"

#include <sha256.h>

#include <array>
#include <cstdint>

namespace tcviz::inline app_cli {

std::string sha256(std::string_view bytes) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> text{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), text.data());
  return text.data();
}

}  // namespace tcviz::inline app_cli
