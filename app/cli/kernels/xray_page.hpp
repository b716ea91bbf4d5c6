// Writes a report as one page of HTML, to be read or handed on without tcviz: verdict, findings, the cells of a
// product, wavefronts and the source, each finding at its line. It has no script, and loads nothing.
#pragma once

#include <string>
#include <string_view>

#include "app/cli/kernels/xray_figure.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"
#include "gpu/kernel/xray/verdict/request.hpp"

namespace tcviz::inline app_cli {

// True for a path that names such a page: "report.html".
bool is_page(std::string_view path);
// Returns the page. If the report has a snapshot, its cells are shown.
std::string xray_page(const XrayReport& report, const XrayRequest& launch, const XraySource& source,
                      std::string_view version);

}  // namespace tcviz::inline app_cli
