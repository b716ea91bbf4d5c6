// Any bytes as a line to tcviz serve, in both protocols: one line of JSON comes back, with the id of the request or
// none, and what is asked of the worker is a command line without options that nobody may give.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "app/cli/serve/serve_mcp.hpp"
#include "app/cli/serve/serve_message.hpp"
#include "app/cli/serve/serve_stdio.hpp"

namespace {

using namespace tcviz;
using nlohmann::json;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

// Says the request back, as a worker's answer that is as odd as what was asked.
Result<std::string> say_back(const std::string& request) {
  const json asked = json::parse(request);
  const ServeMethod* const method = find_serve_method(asked.at("method").get<std::string>());
  require(method != nullptr, "only methods of the table are asked");
  const auto words = words_of(*method, asked.at("params"));
  require(words.ok(), "what is asked makes a command line");
  require(words.value().front() == method->command, "the command comes first");
  for (const std::string& word : words.value())
    require(!word.starts_with("-o") && !word.starts_with("--output"), "no file is written");
  return R"({"result":)" + request + "}";
}

void check_stdio(std::string_view line) {
  const std::string answer = answer_line(line, say_back);
  if (answer.empty()) return;
  require(answer.find('\n') == std::string::npos, "an answer is one line");
  const json said = json::parse(answer, nullptr, false);
  require(said.is_object() && said.contains("id"), "an answer is an object with an id");
  require(said.contains("result") != said.contains("error"), "an answer is a result or an error");
  if (said.at("id").is_null()) return;
  require(line.find('\0') == std::string_view::npos, "a line with a zero byte is no JSON");
  require(said.at("id") == json::parse(line).at("id"), "an answer has the id of its request");
}

void check_mcp(std::string_view line) {
  const McpServer server{"1", say_back, [](const ServeMethod&, const ServeParameter& each) { return each.option; }};
  const std::string answer = answer_mcp(line, server);
  if (answer.empty()) return;
  require(answer.find('\n') == std::string::npos, "an answer is one line");
  const json said = json::parse(answer, nullptr, false);
  require(said.is_object() || said.is_array(), "an answer is an object, or those of a batch");
  for (const json& each : said.is_array() ? said : json::array({said}))
    require(each.at("jsonrpc") == "2.0" && each.contains("result") != each.contains("error"), "JSON-RPC 2.0");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  check_stdio(line);
  check_mcp(line);
  return 0;
}
