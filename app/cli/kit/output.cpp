#include "app/cli/kit/output.hpp"

#include <ostream>

#include "gpu/layout/layout_file.hpp"

namespace tcviz::inline app_cli {

bool goes_to_stream(const std::string& path) { return path.empty() || path == "-"; }

Status deliver(std::string_view bytes, const std::string& path, Context& context) {
  if (!goes_to_stream(path)) return write_file(path, bytes);
  context.out << bytes;
  return Nothing{};
}

}  // namespace tcviz::inline app_cli
