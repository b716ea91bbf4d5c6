#include "app/cli/kit/output.hpp"

#include <ostream>
#include <utility>

#include "gpu/layout/layout_file.hpp"

namespace tcviz::inline app_cli {

bool goes_to_stream(const std::string& path) { return path.empty() || path == "-"; }

Status deliver(std::string_view bytes, const std::string& path, Context& context) {
  if (!goes_to_stream(path)) return write_file(path, bytes);
  context.out << bytes;
  return Nothing{};
}

Error answered_no(bool is_told, std::string message) { return negative(is_told ? std::string() : std::move(message)); }

std::string print_json(const nlohmann::ordered_json& value) {
  return value.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace tcviz::inline app_cli
