// Texts with their errors beside them: every file of tests/formula/diagnostics. A line of a text ends with what is
// wrong with it,
//   text  // error 3-4: the message => the fix
//   text  // undefined (tid,i) 3-4: the message
// where 3-4 is a range of bytes of that line. Texts are parted by lines of four dashes; ${10000 (} repeats, and
// ${bytes ff 80} are bytes in hexadecimal. A text without such an ending is one without an error.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "gpu/language/formula/check.hpp"
#include "tests/layout/samples.hpp"

namespace tcviz {
namespace {

struct Case {
  std::string text;
  std::vector<std::string> expected;  // "error 3-4: ..." with the range in the whole text
};

std::string expand(const std::string& line) {
  static const std::regex directive(R"(\$\{(?:(\d+) ([^}]*)|bytes ([0-9a-f ]+))\})");
  std::string out;
  auto at = line.cbegin();
  for (std::sregex_iterator each(line.begin(), line.end(), directive), end; each != end; ++each) {
    out.append(at, (*each)[0].first);
    at = (*each)[0].second;
    const std::string times = (*each)[1], part = (*each)[2], bytes = (*each)[3];
    for (int count = times.empty() ? 0 : std::stoi(times); count > 0; --count) out += part;
    for (std::size_t digit = 0; digit + 1 < bytes.size(); digit += 3)
      out += static_cast<char>(std::stoi(bytes.substr(digit, 2), nullptr, 16));
  }
  return out.append(at, line.cend());
}

// "error 3-4: ...", its range moved by where its line begins.
std::string moved(const std::string& said, std::size_t by) {
  static const std::regex range(R"((\d+)-(\d+): )");
  std::smatch found;
  if (!std::regex_search(said, found, range)) return "no range in: " + said;
  return fmt::format("{}{}-{}: {}", found.prefix().str(), std::stoul(found[1]) + by, std::stoul(found[2]) + by,
                     found.suffix().str());
}

void add_line(const std::string& line, Case& to) {
  static const std::regex mark("(  )?// (error|undefined) ");
  std::smatch found;
  const bool says = std::regex_search(line, found, mark);
  const std::size_t begin = to.text.size();
  std::string rest = says ? line.substr(static_cast<std::size_t>(found.position(2))) : "";
  to.text += expand(says ? found.prefix().str() : line);
  for (std::size_t next; !rest.empty(); rest = next == std::string::npos ? "" : rest.substr(next + 4)) {
    next = rest.find(" && ");  // several of one line
    while (next != std::string::npos && rest.compare(next + 4, 5, "error") != 0 &&
           rest.compare(next + 4, 9, "undefined") != 0)
      next = rest.find(" && ", next + 1);
    to.expected.push_back(moved(rest.substr(0, next), begin));
  }
}

std::vector<Case> cases_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<Case> cases(1);
  bool first = true;
  for (std::string line; std::getline(file, line);) {
    if (line == "----") {
      cases.emplace_back();
      first = true;
      continue;
    }
    if (!first) cases.back().text += '\n';
    first = false;
    add_line(line, cases.back());
  }
  return cases;
}

std::vector<std::string> what_is_said(const std::string& text, const Layout& layout) {
  const auto formula = read_formula(text, {});
  std::vector<std::string> said;
  for (const Diagnostic& each : formula.diagnostics)
    said.push_back(fmt::format("error {}-{}: {}{}", each.range.begin, each.range.end, each.message,
                               each.fix ? " => " + *each.fix : ""));
  if (!formula) return said;
  const Formula* const one = &*formula.value;
  Verdict verdict;
  if (const Status done = Checker(layout).check({&one, 1}, verdict); !done)
    return {"error 0-0: " + done.error().message};
  if (const auto& undefined = verdict.undefined)
    said.push_back(fmt::format("undefined ({},{}) {}-{}: {}", undefined->slot.tid, undefined->slot.i,
                               undefined->range.begin, undefined->range.end, undefined->message));
  return said;
}

TEST(Diagnostics, EveryTextSaysWhatIsBesideIt) {
  const Layout layout = samples::of_formula({16, 16, 32, 8}, [](int tid, int i) { return tid * 8 + i; });
  int files = 0, cases = 0, errors = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TCVIZ_FORMULA_TESTS "/diagnostics")) {
    ++files;
    for (const Case& each : cases_of(entry.path())) {
      ++cases;
      errors += static_cast<int>(each.expected.size());
      EXPECT_EQ(what_is_said(each.text, layout), each.expected)
          << entry.path().filename() << ": " << each.text.substr(0, 200);
    }
  }
  EXPECT_GE(files, 5);
  EXPECT_GE(cases, 40);
  EXPECT_GE(errors, 40);
}

}  // namespace
}  // namespace tcviz
