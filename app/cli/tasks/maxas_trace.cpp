#include "app/cli/tasks/maxas_trace.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gpu/kernel/maxas/addresses.hpp"
#include "gpu/kernel/maxas/staging.hpp"

namespace tcviz::inline app_cli {
namespace {

using maxas::Half;
using maxas::Matrix;
using MaxasTraceRow = std::vector<std::string>;

template <class... Cells>
MaxasTraceRow row_of(const Cells&... cells) {
  return {fmt::format("{}", cells)...};
}

std::string_view name_of(Matrix matrix) { return matrix == Matrix::A ? "A" : "B"; }
std::string registers(int first) { return fmt::format("R{}-R{}", first, first + 3); }

// Returns "bank 3", or "cache" if the operand is in the reuse cache of its slot.
std::string origin_of(const maxas::OperandRead& read) { return read.hit ? "cache" : fmt::format("bank {}", read.bank); }

MaxasTraceRow row_of_issue(std::size_t c, const maxas::Issue& issue) {
  MaxasTraceRow row = row_of(c, issue.index.xi, issue.index.yi);
  std::string flags;
  for (const std::size_t slot : {maxas::SlotA, maxas::SlotB, maxas::SlotC}) {
    const maxas::OperandRead& read = issue.slots[slot];
    row.push_back(fmt::format("R{}", read.reg));
    row.push_back(origin_of(read));
    if (read.reuse) flags += maxas::slot_names[slot];
  }
  for (std::string& cell : row_of(flags, issue.reads_from_banks(), issue.conflicts_raw, issue.conflicts_left))
    row.push_back(std::move(cell));
  return row;
}

Result<Table> trace_ffma(const TraceRequest& request) {
  const auto issues = maxas::collect(request.variant, request.line);
  TCVIZ_TRY(issues);
  Table table{{"c", "xi", "yi", "a", "a_from", "b", "b_from", "c_and_d", "c_from", "reuse", "bank_reads",
               "conflicts_raw", "conflicts_left"},
              {true, true, true, false, false, false, false, false, false, false, true, true, true},
              {}};
  for (std::size_t c = 0; c < issues.value().size(); ++c) table.rows.push_back(row_of_issue(c, issues.value()[c]));
  return table;
}

void add_global_loads(const SgemmKernel& kernel, int tid, Table& table) {
  for (int i = 0; i < maxas::global_loads(kernel); ++i) {
    const maxas::GlobalLoad load = maxas::global_load(kernel, tid, i);
    table.rows.push_back(row_of("global-shared", tid, name_of(load.matrix), load.line, 4 * load.quad, load.shared,
                                registers(maxas::first_load_register + 4 * i)));
  }
}

void add_shared_reads(const SgemmKernel& kernel, int tid, Table& table) {
  const Microtile at = sgemm_microtile(kernel, tid);
  for (int line = 0; line < maxas::lines; ++line) {
    for (const Half half : {Half::Low, Half::High}) {
      const int first = half == Half::Low ? 0 : 4;
      for (const Matrix matrix : {Matrix::A, Matrix::B}) {
        const bool is_a = matrix == Matrix::A;
        const int element = 4 * (is_a ? at.x : at.y) + kernel.offset(first);
        const int reg = is_a ? maxas::a_register(line, first) : maxas::b_register(line, first);
        table.rows.push_back(row_of("shared-register", tid, name_of(matrix), line, element,
                                    maxas::shared_read(kernel, tid, matrix, line, half), registers(reg)));
      }
    }
  }
}

Table trace_load(const TraceRequest& request, int first, int last) {
  Table table{{"step", "tid", "matrix", "line", "element", "shared_byte", "registers"},
              {false, true, false, true, true, true},
              {}};
  for (int tid = first; tid <= last; ++tid) add_global_loads(request.kernel, tid, table);
  for (int tid = first; tid <= last; ++tid) add_shared_reads(request.kernel, tid, table);
  return table;
}

Table trace_store(const TraceRequest& request, int first, int last) {
  const SgemmKernel& kernel = request.kernel;
  Table table{{"pass", "tid", "cs", "from_register", "stored_word", "loaded_word", "loaded_from_tid", "m", "n"},
              {true, true, true, false, true, true, true, true, true},
              {}};
  for (int pass = 0; pass < maxas::staging_passes; ++pass) {
    for (int tid = first; tid <= last; ++tid) {
      for (int q = 0; q < maxas::staged_values; ++q) {
        const int loaded = maxas::loaded_word(kernel, tid, q);
        const Element at = maxas::stored_element(kernel, tid, pass, q);
        const int reg = maxas::c_register(request.variant.map, {q, pass});
        table.rows.push_back(row_of(pass, tid, q, fmt::format("R{}", reg), maxas::staged_word(kernel, tid, q), loaded,
                                    maxas::writer_of(kernel, loaded).tid, at.row, at.col));
      }
    }
  }
  return table;
}

}  // namespace

Result<Table> trace(const TraceRequest& request) {
  if (request.what == TraceOf::Ffma) return trace_ffma(request);
  const int first = request.thread.value_or(0), last = request.thread.value_or(request.kernel.threads - 1);
  if (first < 0 || last >= request.kernel.threads)
    return bad_input(fmt::format("--thread {} is outside sgemm{}: its threads are 0 to {}.", first, request.kernel.tile,
                                 request.kernel.threads - 1));
  if (request.what == TraceOf::Load) return trace_load(request, first, last);
  return trace_store(request, first, last);
}

std::string to_csv(const Table& table) {
  std::string text = fmt::format("{}\n", fmt::join(table.header, ","));
  for (const MaxasTraceRow& row : table.rows) text += fmt::format("{}\n", fmt::join(row, ","));
  return text;
}

}  // namespace tcviz::inline app_cli
