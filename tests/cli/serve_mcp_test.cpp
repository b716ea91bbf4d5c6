// tcviz serve --mcp: JSON-RPC 2.0 and the tools, by the specification of the Model Context Protocol.
#include "app/cli/serve/serve_mcp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tcviz::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const McpServer echo_server{
    "1.2.3", [](const std::string& request) -> Result<std::string> { return R"({"result":)" + request + "}"; },
    [](const ServeMethod&, const ServeParameter& parameter) { return "help of " + parameter.name; }};

json said(const json& message) {
  const std::string answer = answer_mcp(message.dump(), echo_server);
  EXPECT_EQ(answer.find('\n'), std::string::npos);
  return json::parse(answer);
}

json request_to(const std::string& method, const json& params) {
  return {{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}};
}

TEST(Mcp, AgreesOnTheClientsVersionOrOffersItsNewest) {
  const auto version = [](const std::string& asked) {
    const json answer = said(request_to("initialize", {{"protocolVersion", asked}, {"capabilities", json::object()}}));
    EXPECT_EQ(answer.at("result").at("serverInfo").at("name"), "tcviz");
    EXPECT_EQ(answer.at("result").at("serverInfo").at("version"), "1.2.3");
    EXPECT_TRUE(answer.at("result").at("capabilities").contains("tools"));
    return answer.at("result").at("protocolVersion").get<std::string>();
  };
  for (const char* known : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) EXPECT_EQ(version(known), known);
  EXPECT_EQ(version("1999-01-01"), "2025-11-25");
}

TEST(Mcp, AnswersPingsAndNoNotifications) {
  EXPECT_EQ(said(request_to("ping", nullptr)), json::parse(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
  EXPECT_EQ(answer_mcp(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", echo_server), "");
  EXPECT_EQ(answer_mcp(R"({"jsonrpc":"2.0","id":5,"result":{}})", echo_server), "");
  EXPECT_EQ(answer_mcp("", echo_server), "");
}

TEST(Mcp, ToolsAreMethodsWithSchemas) {
  const json tools = said(request_to("tools/list", json::object())).at("result").at("tools");
  std::vector<std::string> names;
  for (const json& tool : tools) {
    names.push_back(tool.at("name"));
    EXPECT_FALSE(tool.at("description").get<std::string>().empty());
    EXPECT_EQ(tool.at("inputSchema").at("type"), "object");
  }
  EXPECT_THAT(names, testing::IsSupersetOf({"layout", "owners", "formula", "check", "diff"}));
  const auto owners = std::ranges::find_if(tools, [](const json& tool) { return tool.at("name") == "owners"; });
  EXPECT_EQ(owners->at("inputSchema").at("required"), (json{"kind", "place"}));
  EXPECT_EQ(owners->at("inputSchema").at("properties").at("device").at("description"), "help of device");
}

TEST(Mcp, ACallIsAnsweredAsTextAndAsData) {
  const json call = {{"name", "owners"}, {"arguments", {{"kind", "k"}, {"place", "5,9"}}}};
  const json result = said(request_to("tools/call", call)).at("result");
  EXPECT_EQ(result.at("isError"), false);
  EXPECT_EQ(result.at("structuredContent").at("method"), "at");
  EXPECT_EQ(result.at("structuredContent").at("params").at("place"), "5,9");
  EXPECT_EQ(json::parse(result.at("content").at(0).at("text").get<std::string>()), result.at("structuredContent"));
}

TEST(Mcp, AToolsErrorIsSaidToTheModel) {
  McpServer refusing = echo_server;
  refusing.ask = [](const std::string&) -> Result<std::string> {
    return std::string(R"({"error":{"message":"no layout of that architecture is known","fault":"unavailable"}})");
  };
  const json call = request_to("tools/call", {{"name", "layout"}, {"arguments", {{"kind", "k"}}}});
  const json refused = json::parse(answer_mcp(call.dump(), refusing)).at("result");
  EXPECT_EQ(refused.at("isError"), true);
  EXPECT_EQ(refused.at("content").at(0).at("text"), "no layout of that architecture is known");
  const json wrong = said(request_to("tools/call", {{"name", "layout"}, {"arguments", {{"knd", "k"}}}})).at("result");
  EXPECT_EQ(wrong.at("isError"), true);
  EXPECT_THAT(wrong.at("content").at(0).at("text").get<std::string>(), HasSubstr("no 'knd'"));
}

TEST(Mcp, WrongUseHasItsCode) {
  const auto code = [](const std::string& line) {
    const json answer = json::parse(answer_mcp(line, echo_server));
    EXPECT_EQ(answer.at("jsonrpc"), "2.0");
    EXPECT_FALSE(answer.at("error").at("message").get<std::string>().empty());
    return answer.at("error").at("code").get<int>();
  };
  EXPECT_EQ(code("{"), -32700);
  EXPECT_EQ(code("7"), -32600);
  EXPECT_EQ(code("[]"), -32600);
  EXPECT_EQ(code(R"({"id":1})"), -32600);
  EXPECT_EQ(code(R"({"id":{},"method":"ping"})"), -32600);
  EXPECT_EQ(code(request_to("tools/cal", {}).dump()), -32601);
  EXPECT_EQ(code(request_to("tools/call", {{"name", "verify"}}).dump()), -32602);
  EXPECT_EQ(code(request_to("tools/call", 7).dump()), -32602);
}

TEST(Mcp, ABatchIsAnsweredAsOne) {
  const json batch = {request_to("ping", nullptr), {{"method", "notifications/initialized"}}, 7};
  const json answers = said(batch);
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_TRUE(answers.at(0).contains("result"));
  EXPECT_EQ(answers.at(1).at("error").at("code"), -32600);
  EXPECT_EQ(answer_mcp(R"([{"method":"notifications/initialized"}])", echo_server), "");
}

}  // namespace
}  // namespace tcviz::test
