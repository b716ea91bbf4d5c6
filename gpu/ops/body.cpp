#include "gpu/ops/body.hpp"

#include <fmt/format.h>

#include "gpu/ops/body_statement_parser.hpp"

namespace tcviz {
namespace {

constexpr std::size_t most_text = std::size_t{256} << 10;

}  // namespace

Parsed<Body> Body::parse(std::string_view text, Value value) {
  Parsed<Body> parsed;
  if (text.size() > most_text) {
    report(parsed.diagnostics,
           {fmt::format("a body has at most {} bytes, and this one {}", most_text, text.size()), {}, {}});
    return parsed;
  }
  std::vector<Token> tokens;
  read_tokens(text, tokens, parsed.diagnostics, Fractions::Read);
  auto code = std::make_shared<BodyCode>();
  code->value = value;
  BodyCursor cursor{{tokens, &parsed.diagnostics}};
  BodyStatementParser(cursor, *code).parse();
  if (!parsed.diagnostics.empty()) return parsed;
  // The last statement may lack its semicolon, and a comment may stand behind it.
  code->kernel_text = code->expression_end > 0 ? fmt::format("x = ({});", text.substr(0, code->expression_end))
                                               : fmt::format("{}\n;", text);
  parsed.value.emplace();
  parsed.value->code_ = std::move(code);
  return parsed;
}

const std::string& Body::kernel_text() const { return code_->kernel_text; }

bool Body::reads(std::string_view name) const {
  const BodyInputRow* row = find_body_input(name);
  return code_ != nullptr && row != nullptr && (code_->uses >> static_cast<unsigned>(row->input) & 1) != 0;
}

}  // namespace tcviz
