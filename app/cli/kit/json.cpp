#include "app/cli/kit/json.hpp"

namespace tcviz::inline app_cli {

std::string print_json(const nlohmann::ordered_json& value) {
  return value.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace tcviz::inline app_cli
