// Model Context Protocol, specification of 2025-06-18: "Lifecycle", "Tools", "Transports" (stdio); of 2025-03-26 also
// "Batching".
#include "app/cli/serve/serve_mcp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/cli/serve/serve_message.hpp"

namespace tcviz::inline app_cli {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> known_protocols = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

constexpr std::string_view instructions =
    "Layouts of NVIDIA tensor-core fragments: which thread holds which matrix element in which register. Name a kind "
    "by its id (mma.m16n8k16.acc.f32) or by an instruction (HMMA.16816.F32.D); `kinds` finds ids. Name a device as a "
    "product (A100) or a source (recorded:sm_90). Every answer says where its layout comes from; what is not known "
    "for a device is refused, not guessed.";

enum RpcCode : int { ParseError = -32700, InvalidRequest = -32600, MethodNotFound = -32601, InvalidParams = -32602 };

std::string reply(const std::string& id, std::string_view result) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", id, result);
}

std::string rpc_error(const std::string& id, RpcCode code, std::string_view message) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"error":{{"code":{},"message":{}}}}})", id, static_cast<int>(code),
                     as_json_text(message));
}

std::string text_member(const ServeJson& object, const char* key) {
  const auto found = object.find(key);
  return object.is_object() && found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::string initialize(const ServeJson& params, const McpServer& server) {
  const std::string asked = text_member(params, "protocolVersion");
  const bool known = std::ranges::find(known_protocols, asked) != known_protocols.end();
  const OrderedJson result = {{"protocolVersion", known ? asked : std::string(known_protocols.front())},
                              {"capabilities", {{"tools", {{"listChanged", false}}}}},
                              {"serverInfo", {{"name", "tcviz"}, {"title", "tcviz"}, {"version", server.version}}},
                              {"instructions", instructions}};
  return result.dump();
}

OrderedJson schema_of(const ServeMethod& method, const ServeParameter& parameter, const McpServer& server) {
  OrderedJson one = {{"type", "string"}};
  if (parameter.number) one["type"] = OrderedJson::array({"string", "number"});
  OrderedJson schema = one;
  if (parameter.flag) schema["type"] = "boolean";
  if (parameter.several) schema = {{"anyOf", {one, {{"type", "array"}, {"items", one}}}}};
  schema["description"] = server.describe(method, parameter);
  return schema;
}

OrderedJson tool_of(const ServeMethod& method, const McpServer& server) {
  OrderedJson properties = OrderedJson::object(), required = OrderedJson::array();
  for (const ServeParameter& each : parameters_of(method)) {
    properties[each.name] = schema_of(method, each, server);
    if (each.required) required.push_back(each.name);
  }
  return {{"name", method.tool},
          {"description", method.purpose},
          {"inputSchema",
           {{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}}},
          {"annotations", {{"readOnlyHint", true}, {"openWorldHint", false}}}};
}

std::string list_tools(const McpServer& server) {
  OrderedJson tools = OrderedJson::array();
  for (const ServeMethod& method : serve_methods())
    if (!method.tool.empty()) tools.push_back(tool_of(method, server));
  return OrderedJson{{"tools", tools}}.dump();
}

// Returns a tool's answer twice: as text for a model and as data for a program.
std::string tool_result(std::string_view text, bool is_error, std::string_view structured) {
  return fmt::format(R"({{"content":[{{"type":"text","text":{}}}],{}"isError":{}}})", as_json_text(text),
                     structured.empty() ? "" : fmt::format(R"("structuredContent":{},)", structured), is_error);
}

std::string tool_answer(const Result<std::string>& answer) {
  if (!answer) return tool_result(answer.error().message, true, {});
  const OrderedJson said = OrderedJson::parse(answer.value(), nullptr, false);
  if (const auto error = said.find("error"); error != said.end())
    return tool_result(error->at("message").get<std::string>(), true, {});
  const auto result = said.find("result");
  if (result == said.end()) return tool_result("the answer could not be read.", true, {});
  const std::string text = result->dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  return tool_result(text, false, text);
}

std::string call_tool(const std::string& id, const ServeJson& params, const McpServer& server) {
  const std::string name = text_member(params, "name");
  const ServeMethod* const method = find_serve_tool(name);
  if (method == nullptr)
    return rpc_error(id, InvalidParams, fmt::format("there is no tool '{}': tools/list has all.", name.substr(0, 80)));
  const ServeJson arguments = params.value("arguments", ServeJson());
  if (const auto words = words_of(*method, arguments); !words)
    return reply(id, tool_result(words.error().message, true, {}));
  return reply(id, tool_answer(server.ask(ServeJson{{"method", method->name}, {"params", arguments}}.dump())));
}

std::string answer_message(const ServeJson& message, const McpServer& server) {
  const std::string method = text_member(message, "method");
  const std::optional<std::string> id = read_id(message);
  const bool said = message.is_object() && message.contains("id");
  if (method.empty() && message.is_object() && (message.contains("result") || message.contains("error"))) return {};
  if (method.empty() || (said && !id)) return rpc_error(id.value_or("null"), InvalidRequest, "this is no request.");
  if (!id) return {};  // a notification
  const ServeJson params = message.value("params", ServeJson::object());
  if (method == "initialize") return reply(*id, initialize(params, server));
  if (method == "ping") return reply(*id, "{}");
  if (method == "tools/list") return reply(*id, list_tools(server));
  if (method == "tools/call" && params.is_object()) return call_tool(*id, params, server);
  if (method == "tools/call") return rpc_error(*id, InvalidParams, "\"params\" must be an object.");
  return rpc_error(*id, MethodNotFound, fmt::format("there is no method '{}'.", method.substr(0, 80)));
}

std::string answer_batch(const ServeJson& batch, const McpServer& server) {
  constexpr std::size_t most_messages = 100;
  if (batch.empty() || batch.size() > most_messages)
    return rpc_error("null", InvalidRequest, fmt::format("a batch has 1 to {} messages.", most_messages));
  std::string answers;
  for (const ServeJson& message : batch)
    if (const std::string answer = answer_message(message, server); !answer.empty())
      answers += fmt::format("{}{}", answers.empty() ? "" : ",", answer);
  return answers.empty() ? "" : fmt::format("[{}]", answers);
}

}  // namespace

std::string answer_mcp(std::string_view line, const McpServer& server) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return {};
  const Result<ServeJson> message = read_message(line);
  if (!message) return rpc_error("null", ParseError, message.error().message);
  return message.value().is_array() ? answer_batch(message.value(), server) : answer_message(message.value(), server);
}

}  // namespace tcviz::inline app_cli
