#include "app/cli/smem/banks_picture.hpp"

#include <fmt/format.h>

#include <set>

#include "app/scene/pictures/bank_page.hpp"
#include "gpu/smem/known_by.hpp"

namespace tcviz::inline app_cli {
namespace {

constexpr int bytes_of_matrix_row = 16;

// Returns the lanes with their bytes, and the lines of 128 bytes that they touch.
BankAccess bank_access(const AccessPattern& pattern, const BankReport& report) {
  const WarpAccess& access = *pattern.access;
  BankAccess drawn;
  drawn.opcode = access.name;
  drawn.wavefronts = BankWavefronts{std::string(access.name), report, report.phases};
  const int bytes = access.matrix ? bytes_of_matrix_row : access.bytes;
  std::set<std::int64_t> lines;
  for (int lane = 0; lane < access.lanes; ++lane) {
    const std::int64_t address = pattern.addresses.at(static_cast<std::size_t>(lane));
    if (address == lane_off) continue;
    drawn.touches.push_back({lane, address, bytes});
    for (std::int64_t line = address / bank_line; line * bank_line < address + bytes; ++line)
      lines.insert(line * bank_line);
  }
  for (const std::int64_t line : lines) drawn.lines.push_back({line, {}});
  return drawn;
}

}  // namespace

Scene banks_picture(const DrawnAccess& drawn) {
  return bank_page(bank_access(drawn.pattern, drawn.report),
                   {drawn.title, drawn.lines, fmt::format("the model of banks: {}", images_known_by())});
}

}  // namespace tcviz::inline app_cli
