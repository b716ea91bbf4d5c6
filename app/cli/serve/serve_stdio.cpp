#include "app/cli/serve/serve_stdio.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "app/cli/serve/serve_message.hpp"
#include "app/cli/serve/serve_methods.hpp"

namespace tcviz::inline app_cli {
namespace {

Error no_method(std::string_view name) {
  std::vector<std::string_view> names;
  for (const ServeMethod& method : serve_methods()) names.push_back(method.name);
  return bad_input(
      fmt::format("there is no method '{}': the methods are {}.", name.substr(0, 80), fmt::join(names, ", ")));
}

// Returns the request of a message, checked as far as it can be without running it.
Result<std::string> request_of(const ServeJson& message) {
  const auto method = message.find("method");
  if (method == message.end() || !method->is_string()) return bad_input("a request names its \"method\" as a text.");
  const ServeMethod* const row = find_serve_method(method->get_ref<const std::string&>());
  if (row == nullptr) return no_method(method->get_ref<const std::string&>());
  const ServeJson params = message.value("params", ServeJson());
  TCVIZ_TRY(words_of(*row, params));
  return ServeJson{{"method", row->name}, {"params", params}}.dump();
}

std::string with_id(const std::string& id, std::string_view answer) {
  return fmt::format(R"({{"id":{},{})", id, answer.substr(1));
}

}  // namespace

std::string greeting(std::string_view version) {
  return fmt::format(R"({{"format":"{}","version":{}}})", serve_format, as_json_text(version));
}

std::string answer_line(std::string_view line, const AskRequest& ask) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return {};
  const Result<ServeJson> message = read_message(line);
  if (!message) return with_id("null", error_answer(message.error()));
  const std::optional<std::string> id = read_id(message.value());
  if (!id)
    return with_id("null", error_answer(bad_input("a request is an object with an \"id\": a whole number, or a text of "
                                                  "at most 200 bytes.")));
  const Result<std::string> request = request_of(message.value());
  if (!request) return with_id(*id, error_answer(request.error()));
  const Result<std::string> answer = ask(request.value());
  return with_id(*id, answer ? answer.value() : error_answer(answer.error()));
}

}  // namespace tcviz::inline app_cli
