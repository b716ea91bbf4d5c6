#include "app/cli/line/version.hpp"

#include <fmt/format.h>

#include "app/cli/kit/json.hpp"

namespace tcviz::inline app_cli {
namespace {

nlohmann::ordered_json text_or_null(std::string_view text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

}  // namespace

std::string version_line(const Context& context) { return fmt::format("tcviz {}\n", context.version); }

std::string version_json(const Context& context) {
  return print_json({{"version", context.version},
                     {"commit", text_or_null(context.build.commit)},
                     {"compiler", text_or_null(context.build.compiler)},
                     {"cuda", text_or_null(context.build.cuda)}});
}

}  // namespace tcviz::inline app_cli
