#include "app/cli/line/serve_answer.hpp"

#include <fmt/format.h>

#include <exception>
#include <sstream>
#include <utility>

#include "app/cli/line/run.hpp"
#include "app/cli/serve/kept_sources.hpp"
#include "app/cli/serve/serve_message.hpp"
#include "app/cli/serve/serve_methods.hpp"
#include "gpu/source/device/child.hpp"

namespace tcviz::inline app_cli {
namespace {

struct ServePrinted {
  Status status = Nothing{};
  std::string out, notes;
};

ServePrinted run_quietly(const std::vector<std::string>& words, const Context& like) {
  std::ostringstream out, notes;
  Context context{.out = out, .notes = notes};
  context.version = like.version;
  context.backends.sources = like.backends.sources;
  Status status = run_command_line(words, context);
  return {std::move(status), out.str(), notes.str()};
}

// Puts the JSON that a command prints on one line: drops line ends and blanks outside its texts.
std::string on_one_line(std::string_view json) {
  std::string line;
  line.reserve(json.size());
  bool in_text = false, escaped = false;
  for (const char c : json) {
    if (!in_text && (c == '\n' || c == ' ')) continue;
    if (c == '"' && !escaped) in_text = !in_text;
    escaped = in_text && c == '\\' && !escaped;
    line += c;
  }
  return line;
}

std::string served_result(const ServeMethod& method, const std::string& out) {
  return method.json ? on_one_line(out) : fmt::format(R"({{"text":{}}})", as_json_text(out));
}

// Makes the answer. A "no" that comes with JSON, as for a wrong formula, is a result.
std::string served_answer(const ServeMethod& method, const ServePrinted& printed) {
  const std::string notes = printed.notes.empty() ? "" : fmt::format(R"(,"notes":{})", as_json_text(printed.notes));
  const bool no = !printed.status && printed.status.error().fault == Fault::Negative;
  const std::string says = no ? fmt::format(R"(,"no":{})", as_json_text(printed.status.error().message)) : "";
  if (printed.status || (no && !printed.out.empty()))
    return fmt::format(R"({{"result":{}{}{}}})", served_result(method, printed.out), says, notes);
  const std::string data = printed.out.empty() ? "" : fmt::format(R"(,"data":{})", served_result(method, printed.out));
  return fmt::format(R"({{"error":{}{}}})", with_more(serve_error(printed.status.error()), data), notes);
}

std::string served_answer(const ServeJson& request, const Context& context) {
  const ServeMethod* const method = find_serve_method(request.at("method").get<std::string>());
  if (method == nullptr) return error_answer(bad_input("there is no such method."));
  const Result<std::vector<std::string>> words = words_of(*method, request.value("params", ServeJson()));
  if (!words) return error_answer(words.error());
  return served_answer(*method, run_quietly(words.value(), context));
}

}  // namespace

std::string answer_request(const std::string& request, const Context& context) {
  try {
    return served_answer(ServeJson::parse(request), context);
  } catch (const std::exception& error) {  // out of memory, for one
    return error_answer(unavailable(fmt::format("the request could not be answered: {}.", error.what())));
  }
}

void serve_requests(int input, int output, Context context) {
  context.backends.sources = keep_sources(context.backends.sources);
  serve_work<std::string>(input, output, [&](const std::string& request, const WorkProgress&) -> Result<std::string> {
    return answer_request(request, context);
  });
}

}  // namespace tcviz::inline app_cli
