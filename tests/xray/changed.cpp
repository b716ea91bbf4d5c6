#include "tests/xray/changed.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace tcviz {

std::string replaced(std::string text, const std::string& from, const std::string& to, std::size_t number) {
  std::size_t at = text.find(from);
  for (; number > 0 && at != std::string::npos; --number) at = text.find(from, at + 1);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

int line_with(const std::string& file, const std::string& text) {
  KernelCase source;
  source.file = file;
  std::istringstream lines(ptx_text(source));
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number)
    if (line.find(text) != std::string::npos) return number;
  ADD_FAILURE() << text << " is not in " << file;
  return 0;
}

const XrayFinding* finding_of(const XrayReport& report, FindingKind kind) {
  for (const XrayFinding& finding : report.findings)
    if (finding.kind == kind) return &finding;
  return nullptr;
}

std::string entry_text(const std::string& name) {
  const KernelCase& of = kernel_case(name);
  const std::string text = ptx_text(of);
  const std::size_t begin = text.find(".visible .entry " + of.entry + "(");
  const std::size_t end = std::min(text.find(".visible .entry", begin + 10), text.size());
  const std::size_t first = text.find(".visible .entry");
  std::string files;
  for (std::size_t at = text.find("\t.file"); at != std::string::npos; at = text.find("\t.file", at + 1))
    files += text.substr(at, text.find('\n', at) + 1 - at);
  return text.substr(0, first) + text.substr(begin, end - begin) + files;
}

XrayReport run_changed(const std::string& name, const std::string& from, const std::string& to, std::size_t number) {
  return run_case(kernel_case(name), replaced(entry_text(name), from, to, number));
}

}  // namespace tcviz
