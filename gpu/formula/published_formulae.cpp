#include "gpu/formula/published_formulae.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz {
namespace {

constexpr std::string_view readme = "README of \"Cuda tensorcores register mapping\"";
constexpr std::string_view paper =
    "H. Ootomo and R. Yokota, on the fragments of the WMMA API (2020), section 3.2, listing 2";
constexpr std::string_view ptx = "PTX ISA, \"Matrix Fragments for mma\"";
constexpr std::string_view ampere = "sm_80 sm_86 sm_87 sm_89 sm_90 sm_100 sm_120";

constexpr PublishedFormula rows[] = {
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
};

}  // namespace

std::span<const PublishedFormula> published_formulae() { return rows; }

std::string LeadingPart::text() const {
  return fmt::format("x[0]{} of {}", values > 1 ? fmt::format(" to x[{}]", values - 1) : "", of);
}

Result<Layout> described_layout(const PublishedFormula& claim, const Layout& asked) {
  const LeadingPart& part = claim.part;
  if (part.of.empty()) return asked;
  LayoutData data{std::string(claim.kind), part.rows, part.cols, asked.threads(), part.values, asked.element_bits(),
                  asked.provenance(), {}};
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

}  // namespace tcviz
