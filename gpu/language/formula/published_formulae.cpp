#include "gpu/language/formula/published_formulae.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "gpu/language/formula/check.hpp"

namespace tcviz::inline gpu_formula {
namespace {

constexpr std::string_view readme = "README of \"Cuda tensorcores register mapping\"";
constexpr std::string_view paper =
    "H. Ootomo and R. Yokota, on the fragments of the WMMA API (2020), section 3.2, listing 2";
constexpr std::string_view ptx = "PTX ISA, \"Matrix Fragments for mma\"";
constexpr std::string_view ampere = "sm_80 sm_86 sm_87 sm_89 sm_90 sm_100 sm_120";

// clang-format off
constexpr PublishedFormula published_formulae_rows[] = {
    {"README, A100 and Turing, float", readme, "wmma.m16n16k16.acc.f32", "sm_75 sm_80",
     "((i & 2) << 2) + ((tid & 28) >> 2)", "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 1)", "", ""},
    {"README, A100 and Turing, half", readme, "wmma.m16n16k16.acc.f16", "sm_75 sm_80",
     "((i & 2) << 2) + ((tid & 28) >> 2)", "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 1)", "", ""},
    {"README, Volta, float", readme, "wmma.m16n16k16.acc.f32", "sm_70",
     "(i & 2) + (tid & 1) + ((tid & 4) << 1) + ((tid & 16) >> 2)", "(i & 5) + (tid & 10)", "", ""},
    {"README, Volta, half", readme, "wmma.m16n16k16.acc.f16", "sm_70",
     "(tid & 3) + ((tid & 4) << 1) + ((tid & 16) >> 2)", "(i & 7) + (tid & 8)", "", ""},
    {"Paper, matrix_a, as a row-major index", paper, "wmma.m16n16k16.a.f16.col", "sm_70", "", "",
     "unsigned get_m_table(const unsigned tid, const unsigned i) {\n"
     "  return (((tid >> 2) & 0b1) << 3)\n"
     "       + ((tid >> 4) << 2)\n"
     "       + ((tid & 0b11) << 4)\n"
     "       + ((i >> 2) << 6)\n"
     "       + (i & 0b11);\n"
     "}",
     "The paper counts the matrix column by column, so that its index is no row * COLS + col."},
    {"Paper, matrix_a, column by column", paper, "wmma.m16n16k16.a.f16.col", "sm_70", "", "",
     "int m = (((tid >> 2) & 0b1) << 3)\n"
     "  + ((tid >> 4) << 2)\n"
     "  + ((tid & 0b11) << 4)\n"
     "  + ((i >> 2) << 6)\n"
     "  + (i & 0b11);\n"
     "row = m % 16;\n"
     "col = m / 16;",
     "The paper's index with its own meaning: m = row + 16 * col."},
    {"PTX, mma.m16n8k16, A, 16 bits", ptx, "mma.m16n8k16.a.f16", ampere, "", "",
     "groupID           = %laneid >> 2\n"
     "threadID_in_group = %laneid % 4\n"
     "row =      groupID            for ai where  0 <= i < 2 || 4 <= i < 6\n"
     "           groupID + 8        Otherwise\n"
     "col =  (threadID_in_group * 2) + (i & 0x1)          for ai where i <  4\n"
     "       (threadID_in_group * 2) + (i & 0x1) + 8      for ai where i >= 4",
     "", {"wmma.m16n16k16.a.f16.row", 16, 16, 8}},
    {"PTX, mma.m16n8k16, B, 16 bits", ptx, "mma.m16n8k16.b.f16", ampere, "", "",
     "groupID           = %laneid >> 2\n"
     "threadID_in_group = %laneid % 4\n"
     "row =  (threadID_in_group * 2) + (i & 0x1)           for bi where i <  2\n"
     "       (threadID_in_group * 2) + (i & 0x1) + 8       for bi where i >= 2\n"
     "col = groupID",
     "", {"wmma.m16n16k16.b.f16.col", 16, 8, 4}},
    {"PTX, mma.m16n8k16, accumulator", ptx, "mma.m16n8k16.d.f32", ampere, "", "",
     "groupID           = %laneid >> 2\n"
     "threadID_in_group = %laneid % 4\n"
     "row =      groupID                            for ci where i <  2\n"
     "           groupID + 8                        for ci where i >= 2\n"
     "col =  (threadID_in_group * 2) + (i & 0x1)    for ci where i = {0,..,3}",
     "", {"wmma.m16n16k16.acc.f32", 16, 8, 4}},
    {"PTX, mma.m16n8k8, A, 16 bits", ptx, "mma.m16n8k8.a.f16", "sm_75 sm_80 sm_86 sm_89 sm_90 sm_100 sm_120", "", "",
     "groupID           = %laneid >> 2\n"
     "threadID_in_group = %laneid % 4\n"
     "row =      groupID            for a0 and a1\n"
     "           groupID + 8        for a2 and a3\n"
     "col =  threadID_in_group * 2 + (i & 0x1)    for ai where i = {0,..,3}",
     "", {"wmma.m16n16k16.a.f16.row", 16, 8, 4}},
    {"PTX, mma.m8n8k4, A, 64 bits", ptx, "mma.m8n8k4.a.f64", "sm_80 sm_90 sm_100", "", "",
     "row =        %laneid >> 2\n"
     "col =        %laneid % 4",
     "", {"wmma.m8n8k4.a.f64.row", 8, 4, 1}},
    {"PTX, mma.m16n8k256, A, as printed", ptx, "mma.m16n8k256.a.b1", "sm_90", "", "",
     "groupID           = %laneid >> 2\n"
     "threadID_in_group = %laneid % 4\n"
     "row =      groupID            for ai where  0 <= i < 32 || 64 <= i < 96\n"
     "           groupID + 8        Otherwise\n"
     "col =  (threadID_in_group * 32) + i                    for ai where i <  64\n"
     "       (threadID_in_group * 32) + (i & 0x1F) + 128     for ai where i >= 64",
     "Without the & 0x1F of every other case, i = 32..63 fall into the next thread's columns."},
};
// clang-format on

}  // namespace

std::span<const PublishedFormula> published_formulae() { return published_formulae_rows; }

std::string LeadingPart::text() const {
  return fmt::format("x[0]{} of {}", values > 1 ? fmt::format(" to x[{}]", values - 1) : "", of);
}

std::string StatedView::text() const {
  std::string words = quad_pairs ? "in each of four products" : "";
  if (parts == 16) words += "as 16 bits each";
  if (parts == 2) words += "as two k each";
  return words;
}

Result<Layout> described_layout(const PublishedFormula& claim, const Layout& asked) {
  const LeadingPart& part = claim.part;
  if (part.of.empty()) return asked;
  LayoutData data{std::string(claim.kind), part.rows,          part.cols, asked.threads(), part.values,
                  asked.element_bits(),    asked.provenance(), {}};
  for (int tid = 0; tid < asked.threads(); ++tid) {
    for (int i = 0; i < std::min(part.values, asked.values()); ++i) {
      const auto element = asked.element({tid, i});
      if (!element || element->row >= part.rows || element->col >= part.cols)
        return unavailable(fmt::format("{} does not begin with {}", asked.kind(), claim.kind));
      data.map.push_back(element->row * part.cols + element->col);
    }
  }
  return Layout::make(std::move(data));
}

std::string_view StatedView::index() const {
  if (parts == 16) return "bits of the rows in memory, one after the other";
  return convention == 0 ? "m + M * k, or m + M * n" : "n + N * k";
}

namespace {

LayoutData sized(const Layout& asked, int rows, int cols, int threads, int values) {
  return {asked.kind(), rows, cols, threads, values, asked.element_bits(), asked.provenance(), {}};
}

// Cuts every value into `parts`, side by side in its row.
Result<Layout> in_parts(const Layout& asked, int parts) {
  LayoutData data = sized(asked, asked.rows(), asked.cols() * parts, asked.threads(), asked.values() * parts);
  for (const std::int32_t element : asked.map())
    for (int part = 0; part < parts; ++part)
      data.map.push_back(element == no_element ? no_element : element * parts + part);
  return Layout::make(std::move(data));
}

// Returns product p of threads 4p..4p+3 and 16+4p..16+4p+3, numbered 0..7; its matrix is one of four below or beside
// each other.
Result<Layout> one_product(const Layout& asked, int product) {
  const bool below = asked.rows() == 32;
  if (asked.threads() != 32) return unavailable(fmt::format("{} is not a warp's", asked.kind()));
  LayoutData data = sized(asked, below ? 8 : asked.rows(), below ? asked.cols() : 8, 8, asked.values());
  for (int own = 0; own < data.threads; ++own) {
    for (int i = 0; i < data.values; ++i) {
      const auto element = asked.element({own % 4 + own / 4 * 16 + product * 4, i});
      const int row = element ? element->row - (below ? 8 * product : 0) : -1;
      const int col = element ? element->col - (below ? 0 : 8 * product) : -1;
      if (row < 0 || row >= data.rows || col < 0 || col >= data.cols)
        return unavailable(fmt::format("{} does not keep its products apart", asked.kind()));
      data.map.push_back(row * data.cols + col);
    }
  }
  return Layout::make(std::move(data));
}

std::optional<std::vector<Formula>> formulae_of(const PublishedFormula& claim, std::string& why) {
  std::vector<Formula> formulae;
  const auto add = [&](std::string_view text, Quantity value) {
    ReadOptions options{Inputs::Slot, value};
    options.convention = claim.view.convention;
    Parsed<Formula> parsed = read_formula(text, options);
    if (parsed) formulae.push_back(std::move(*parsed.value));
    if (!parsed) why = parsed.diagnostics.empty() ? "it is no formula" : parsed.diagnostics.front().message;
    return parsed.value.has_value();
  };
  const bool all = claim.text.empty() ? add(claim.row, Quantity::Row) && add(claim.col, Quantity::Col)
                                      : add(claim.text, Quantity::Linear);
  return all ? std::optional(std::move(formulae)) : std::nullopt;
}

}  // namespace

Result<std::vector<Layout>> described_layouts(const PublishedFormula& claim, const Layout& asked) {
  std::vector<Layout> all;
  const auto keep = [&](Result<Layout> made) -> Status {
    if (!made) return made.error();
    all.push_back(std::move(made).value());
    return Nothing{};
  };
  for (int product = 0; claim.view.quad_pairs && product < 4; ++product) TCVIZ_TRY(keep(one_product(asked, product)));
  if (claim.view.parts > 1) TCVIZ_TRY(keep(in_parts(asked, claim.view.parts)));
  if (all.empty()) TCVIZ_TRY(keep(described_layout(claim, asked)));
  return all;
}

Result<StatedVerdict> judge_stated(const PublishedFormula& claim, const Layout& asked) {
  StatedVerdict sum;
  const auto formulae = formulae_of(claim, sum.unreadable);
  if (!formulae) return sum;
  std::vector<const Formula*> pointers;
  for (const Formula& formula : *formulae) pointers.push_back(&formula);
  const auto layouts = described_layouts(claim, asked);
  TCVIZ_TRY(layouts);
  for (const Layout& layout : layouts.value()) {
    Verdict verdict;
    if (const Status checked = Checker(layout).check(pointers, verdict); !checked) {
      sum.unreadable = checked.error().message;
      return sum;
    }
    sum.slots += verdict.slots;
    sum.mismatches += verdict.mismatches;
  }
  return sum;
}

}  // namespace tcviz::inline gpu_formula
