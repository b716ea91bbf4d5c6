// Any bytes as a file of live registers, and as what is expected of a matrix: read or refused with a sentence. What was
// read comes back as it was, becomes fragments and, where a layout fits, values that are compared.
#include <cstdint>
#include <cstdlib>

#include "gpu/kernel/live/live_comparison.hpp"

namespace {

using namespace tcviz;

void require(bool holds) {
  if (!holds) std::abort();
}

// Not that of the kind, but of its sizes: slot after slot the next element.
std::optional<Layout> some_layout(const std::string& id) {
  const Kind* const kind = find_kind(id);
  if (kind == nullptr) return std::nullopt;
  LayoutData data{id, kind->rows(), kind->cols(), kind->threads, kind->values, kind->bits(), {}, {}};
  for (int slot = 0; slot < kind->threads * kind->values; ++slot) data.map.push_back(slot % (data.rows * data.cols));
  Result<Layout> made = Layout::make(std::move(data));
  return made ? std::optional(std::move(made).value()) : std::nullopt;
}

void look_at(const LiveFragment& fragment, const ExpectedMatrix& expected) {
  require(fragment.missing() < fragment.threads());
  require(fragment.bytes.size() == fragment.present.size() * fragment.lane_bytes);
  const std::optional<Layout> layout = some_layout(fragment.kind);
  if (!layout) return;
  const Result<LiveValues> values = live_values(fragment, *layout, format_of(*layout));
  if (!values) return require(!values.error().message.empty());
  require(values.value().bits.size() == static_cast<std::size_t>(layout->slots()));
  owners_that_differ(values.value(), *layout);
  if (expected.rows != layout->rows() || expected.cols != layout->cols()) return;
  const LiveComparison found = compare_live(values.value(), *layout, expected, 0.5);
  require(static_cast<int>(found.wrong.size()) <= found.compared && found.compared <= layout->slots());
  for (const OrderOf what : {OrderOf::Values, OrderOf::Threads})
    order_found(what, values.value(), *layout, expected, 0.5);
  factor_found(values.value(), *layout, expected, 0.5);
}

void look_at_file(std::string_view bytes) {
  const Result<LiveFile> file = read_live(bytes);
  if (!file) return require(!file.error().message.empty());
  const Result<LiveFile> again = read_live(write_live(file.value()));
  require(again.ok() && again.value().snapshots.size() == file.value().snapshots.size());
  const ExpectedMatrix expected = expected_by_expression("row * 8 + col", 16, 8).value();
  int most = 4;
  for (const LiveFragment& fragment : live_fragments(file.value()))
    if (most-- > 0) look_at(fragment, expected);
}

void look_at_table(std::string_view bytes) {
  for (const auto& matrix : {expected_in_csv(bytes), expected_in_npy(bytes)}) {
    if (!matrix) {
      require(!matrix.error().message.empty());
      continue;
    }
    const ExpectedMatrix& read = matrix.value();
    require(read.rows > 0 && read.cols > 0);
    require(read.values.size() == static_cast<std::size_t>(read.rows) * static_cast<std::size_t>(read.cols));
    require(transposed(read).values.size() == read.values.size());
  }
}

void look_at_expression(std::string_view text) {
  const Result<ExpectedMatrix> matrix = expected_by_expression(text, 2, 3);
  require(matrix ? matrix.value().values.size() == 6 : !matrix.error().message.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  look_at_file(text);
  look_at_table(text);
  look_at_expression(text);
  return 0;
}
