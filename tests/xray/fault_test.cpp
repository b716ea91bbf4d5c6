// Faults planted in right kernels, line by line of their PTX. The judge is a host product of the numbers that the
// execution itself gives: nothing numerically wrong may be called right, and nothing clean wrong.
#include <gmock/gmock.h>

#include <array>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <sstream>

#include "tests/assets/texts.hpp"
#include "tests/xray/cases.hpp"
#include "tests/xray/styles.hpp"

namespace tcviz {
namespace {

struct PlantedFault {
  std::string kind, text;  // text: of the whole module
  std::size_t line = 0;
};

std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

bool has(const std::string& line, std::string_view word) { return line.find(word) != std::string::npos; }

// Registers of one list {a,b,...}, of which two neighbours change places.
std::string exchanged(const std::string& line, std::size_t list, std::size_t first) {
  std::size_t open = 0;
  for (std::size_t at = 0; at <= list; ++at) open = line.find('{', open) + 1;
  if (open == 0) return line;
  const std::size_t close = line.find('}', open);
  std::vector<std::string> names;
  std::istringstream in(line.substr(open, close - open));
  for (std::string name; std::getline(in, name, ',');) names.push_back(name);
  if (first + 1 >= names.size()) return line;
  std::swap(names[first], names[first + 1]);
  std::string made;
  for (const std::string& name : names) made += (made.empty() ? "" : ",") + name;
  return line.substr(0, open) + made + line.substr(close);
}

// Another offset of an address.
std::string moved(const std::string& line, int by) {
  const std::size_t close = line.find(']'), plus = line.rfind('+', close);
  if (close == std::string::npos || has(line, "ld.param")) return line;
  if (plus == std::string::npos || plus < line.find('['))
    return line.substr(0, close) + "+" + std::to_string(by) + line.substr(close);
  const int old = std::stoi(line.substr(plus + 1, close - plus - 1));
  return line.substr(0, plus + 1) + std::to_string(old + by) + line.substr(close);
}

// Another constant at the end of an instruction: "add.s32 %r1, %r2, 16;"
std::string other_constant(const std::string& line, int by) {
  const std::size_t blank = line.rfind(' '), end = line.rfind(';');
  if (blank == std::string::npos || end == std::string::npos || blank + 1 >= end) return line;
  const std::string word = line.substr(blank + 1, end - blank - 1);
  if (word.empty() || word.find_first_not_of("0123456789") != std::string::npos || word.size() > 6) return line;
  return line.substr(0, blank + 1) + std::to_string(std::stoi(word) + by) + line.substr(end);
}

std::vector<std::pair<std::string, std::string>> faults_of(const std::string& line) {
  std::vector<std::pair<std::string, std::string>> found;
  const auto add = [&](std::string kind, std::string changed) {
    if (changed != line) found.emplace_back(std::move(kind), std::move(changed));
  };
  const bool is_matrix = has(line, "mma.sync") || has(line, "ldmatrix") || has(line, "mma_async");
  for (std::size_t list = 0; list < 4 && is_matrix; ++list)
    for (std::size_t first = 0; first < 3; ++first) add("registers exchanged", exchanged(line, list, first));
  if (has(line, "ld.") || has(line, "st.") || has(line, "ldmatrix") || has(line, "cp.async.c"))
    for (const int by : {2, 16, 64}) add("offset", moved(line, by));
  if (has(line, "add.s") || has(line, "shl.") || has(line, "shr.") || has(line, "and.b") || has(line, "mul.lo") ||
      has(line, "xor.b"))
    for (const int by : {1, 8}) add("constant", other_constant(line, by));
  if (has(line, "bar.sync") || has(line, "wait_group") || has(line, "bar.warp")) add("no wait", "");
  if (has(line, "mbarrier.init") || has(line, "mbarrier.arrive.expect_tx")) add("constant", other_constant(line, 1));
  if (has(line, "mbarrier.arrive") || has(line, "mbarrier.init") || has(line, "cp.async.bulk")) add("left out", "");
  if (has(line, "st.") || has(line, "store")) add("no store", "");
  if (has(line, "wgmma.")) add("left out", has(line, "}; }") || has(line, "0; }") || has(line, "1; }") ? "}" : "");
  if (has(line, "shfl") || has(line, "mma.sync") || has(line, "fma.") || has(line, "mul.f32") || has(line, "add.f32") ||
      has(line, "max.f32"))
    add("left out", "");
  if (has(line, ".x4.trans"))
    add("no .trans", std::string(line).replace(line.find(".trans"), 6, ""));
  else if (has(line, "ldmatrix") && has(line, ".x4"))
    add(".trans", std::string(line).replace(line.find(".x4"), 3, ".x4.trans"));
  return found;
}

// At most `most`, chosen by chance but always the same.
std::vector<PlantedFault> plant(const KernelCase& in, std::size_t most) {
  const std::vector<std::string> lines = lines_of(ptx_text(in));
  std::vector<PlantedFault> faults;
  bool inside = false;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (has(lines[at], ".entry")) inside = has(lines[at], in.entry);
    if (!inside || lines[at].find(';') == std::string::npos || has(lines[at], "@")) continue;
    for (const auto& [kind, changed] : faults_of(lines[at])) {
      std::vector<std::string> all = lines;
      all[at] = changed;
      faults.push_back({kind, text_of(all), at + 1});
    }
  }
  std::mt19937 random(7);
  for (std::size_t at = faults.size(); at > 1; --at) std::swap(faults[at - 1], faults[random() % at]);
  if (faults.size() > most) faults.resize(most);
  return faults;
}

// What is wrong whatever the numbers are.
bool is_hazard(FindingKind kind) {
  return kind == FindingKind::Race || kind == FindingKind::PendingCopy || kind == FindingKind::Bounds ||
         kind == FindingKind::Uninitialised || kind == FindingKind::Alignment || kind == FindingKind::Divergence ||
         kind == FindingKind::Deadlock;
}

using Counts = std::map<std::string, int>;

void judge(const KernelCase& in, const PlantedFault& fault, Counts& counts) {
  const XrayReport report = run_case(in, fault.text);
  if (report.refused || report.outputs.empty()) {
    ++counts["refused"];
    return;
  }
  const bool clean = is_numerically_right(in, report);
  const bool hazard =
      std::ranges::any_of(report.findings, [](const XrayFinding& finding) { return is_hazard(finding.kind); });
  const bool called_wrong = report.verdict == VerdictState::Wrong || report.verdict == VerdictState::Incomplete;
  const std::string where = in.name + ", " + fault.kind + ", line " + std::to_string(fault.line);
  ++counts[std::string(clean ? "clean, called " : "wrong, called ") + std::string(name_of(report.verdict))];
  EXPECT_TRUE(clean || report.verdict != VerdictState::Right) << where << " is numerically wrong";
  if (clean && !hazard && called_wrong) {
    ADD_FAILURE() << where << " is clean and called " << name_of(report.verdict);
    for (const XrayFinding& finding : report.findings) std::cout << "  " << finding.text << "\n";
    for (const VerdictClass& one : report.outputs[0].classes) std::cout << "  " << one.count << " " << one.text << "\n";
  }
}

class PlantedFaults : public testing::TestWithParam<KernelCase> {};

TEST_P(PlantedFaults, AreJudgedByTheHost) {
  const char* const asked = std::getenv("TCVIZ_XRAY_FAULTS");  // of each kernel, in a longer run
  const std::size_t most = asked != nullptr ? std::stoul(asked) : 30;
  Counts counts;
  for (const PlantedFault& fault : plant(GetParam(), most)) judge(GetParam(), fault, counts);
  int wrong = 0;
  for (const auto& [what, count] : counts) {
    std::cout << GetParam().name << ": " << count << " " << what << "\n";
    wrong += what.starts_with("wrong, called wrong") || what.starts_with("wrong, called incomplete") ? count : 0;
  }
  EXPECT_GT(wrong, 0) << "no fault was found at all";
}

INSTANTIATE_TEST_SUITE_P(Xray, PlantedFaults, testing::ValuesIn(kernel_cases()),
                         [](const auto& one) { return one.param.name; });

// Of the styles, some that are right and small.
std::vector<KernelCase> faulty_styles() {
  const std::vector<JudgedCase> products = product_styles(), larger = larger_styles();
  std::vector<KernelCase> chosen;
  for (const auto* const all : {&products, &larger})
    for (const JudgedCase& one : *all)
      for (const std::string_view name : {"turned", "f64_columns", "dequantised", "alpha_beta", "product_norm", "gated",
                                          "stream_k", "causal_warps", "three_stages", "swizzle_64"})
        if (one.kernel.name == name) chosen.push_back(one.kernel);
  return chosen;
}

INSTANTIATE_TEST_SUITE_P(Styles, PlantedFaults, testing::ValuesIn(faulty_styles()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace tcviz
