#include "app/cli/kernels/xray_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <vector>

#include "app/cli/kernels/xray_annotations.hpp"
#include "app/cli/kernels/xray_report.hpp"
#include "app/cli/kernels/xray_source.hpp"
#include "app/export/ink/xml_text.hpp"
#include "gpu/kernel/ptx/kernel_name.hpp"

namespace tcviz::inline app_cli {
namespace {

constexpr std::size_t most_cells = 4096;  // of a matrix: more would make a page that no browser shows at once

constexpr std::string_view style = R"(
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --faint: #59636e; --line: #d1d9e0; --panel: #f6f8fa;
  --error: #b3261e; --error-back: #fdeceb; --warning: #7a5200; --warning-back: #fff5dc; --notice: #116329;
  --notice-back: #e7f6ec; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --faint: #9aa4af; --line: #3d444d;
  --panel: #161b22; --error: #ff8f87; --error-back: #3c1613; --warning: #f0c35b; --warning-back: #33270b;
  --notice: #6fdd8b; --notice-back: #10301b; } }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
code, pre, table { font: 13px/1.5 ui-monospace, Consolas, "DejaVu Sans Mono", monospace; }
pre { white-space: pre-wrap; background: var(--panel); padding: .75rem; border-radius: 6px; }
a { color: inherit; }
.verdict { border-left: 6px solid; padding: .5rem 1rem; border-radius: 6px; }
.error { color: var(--error); } .warning { color: var(--warning); } .notice { color: var(--notice); }
.verdict.error, td.wrong, tr.error { background: var(--error-back); }
.verdict.warning, td.odd, tr.warning { background: var(--warning-back); }
.verdict.notice, tr.notice { background: var(--notice-back); }
.findings li { margin: .75rem 0; } .findings p, .faint { color: var(--ink); margin: .1rem 0; } .faint { color:
  var(--faint); }
.wide { overflow-x: auto; } .tiles { display: flex; flex-wrap: wrap; gap: 0 2rem; } h3 { font-size: 1rem; margin:
  .5rem 0; }
details { margin-top: 2rem; }
table { border-collapse: collapse; } .cells td { border: 1px solid var(--line); padding: 0 .3rem; text-align: center;
  }
td.wrong { color: var(--error); font-weight: bold; } td.odd { color: var(--warning); } td.unknown { color:
  var(--faint); }
.source tr { color: var(--ink); } .source tr.error .note { color: var(--error); } .source tr.warning .note { color:
  var(--warning); } .source td { padding: 0 .75rem; vertical-align: top; } .source pre { margin: 0; padding: 0;
  background: none; }
.source td:first-child { color: var(--faint); text-align: right; user-select: none; }
.source .note { font-style: italic; } tr:target { outline: 2px solid; }
.rows td, .rows th { border-bottom: 1px solid var(--line); padding: .1rem .75rem; text-align: left; }
)";

std::string_view class_of(AnnotationLevel level) {
  constexpr std::array<std::string_view, 3> names = {"notice", "warning", "error"};
  return names[static_cast<std::size_t>(level)];
}

// Escapes text, and keeps its tabs; `line_end` stands for each of its line ends.
std::string escaped_lines(std::string_view text, std::string_view line_end) {
  std::string made;
  for (std::size_t end = 0; !text.empty(); text.remove_prefix(end)) {
    if (end = text.find_first_of("\n\t"); end == 0) {
      made += text.front() == '\t' ? "\t" : line_end;
      end = 1;
    } else {
      made += xml_escaped(text.substr(0, end = std::min(end, text.size())));
    }
  }
  return made;
}

std::string link_to(int line) {
  return line > 0 ? fmt::format("<a href=\"#L{0}\">line {0}</a>", line) : std::string("at the end");
}

std::string verdict_part(const XrayReport& report, const XrayRequest& launch, const Annotation& verdict) {
  return fmt::format(
      "<header class=\"verdict {}\"><h1>{}: {}</h1><p>{}</p></header>\n"
      "<p class=\"faint\">sm_{}, grid {}, block {}, {} bytes of dynamic shared memory; {} of {} blocks executed, {} "
      "steps of a warp</p>\n<pre>{}</pre>\n",
      class_of(verdict.level), xml_escaped(short_name(report.kernel)), verdict.rule,
      escaped_lines(verdict.text, "<br>"), report.architecture, fmt::join(launch.grid, " x "),
      fmt::join(launch.block, " x "), launch.shared, report.blocks, report.all_blocks, report.steps,
      escaped_lines(outputs_text(report), "\n"));
}

std::string findings_part(const std::vector<Annotation>& findings) {
  if (findings.empty()) return {};
  std::string text = "<h2>Findings</h2>\n<ol class=\"findings\">\n";
  for (std::size_t at = 0; at < findings.size(); ++at) {
    const Annotation& one = findings[at];
    text += fmt::format("<li id=\"F{}\" class=\"{}\"><b>{}</b>, {}", at + 1, class_of(one.level), one.rule,
                        link_to(one.at.line));
    for (const AnnotatedPlace& other : one.others)
      text += fmt::format("; {} at {}", xml_escaped(other.text), link_to(other.line));
    text += fmt::format("<p>{}</p></li>\n", escaped_lines(one.text, "<br>"));
  }
  return text + "</ol>\n";
}

// Returns what is shown while the pointer rests on a cell.
std::string hint_of(const SnapshotTile& tile, std::size_t at) {
  const SnapshotCell& cell = tile.cells[at];
  const auto cols = static_cast<std::size_t>(tile.cols);
  std::string text = fmt::format("row {}, column {}", at / cols, at % cols);
  if (cell.element.size() == tile.indices.size())
    for (std::size_t side = 0; side < cell.element.size(); ++side)
      text += fmt::format("{}{}={}", side == 0 ? fmt::format(": {}[", tile.name) : ", ", tile.indices[side],
                          cell.element[side]);
  if (!cell.element.empty() && cell.element.size() == tile.indices.size()) text += "]";
  text += cell.lane < 0 ? ", read from shared memory" : fmt::format(", held by lane {}", cell.lane);
  return cell.state == SnapshotState::Fits ? text : fmt::format("{}: {}", text, name_of(cell.state));
}

std::string cells_of(const SnapshotTile& tile, std::string_view name) {
  std::string text = fmt::format("<div class=\"wide\"><h3>{}, {} x {}</h3>\n", xml_escaped(name), tile.rows, tile.cols);
  if (tile.cells.size() > most_cells || tile.cols <= 0)
    return text +
           fmt::format("<p class=\"faint\">{} cells: a figure shows them, -o FILE.svg.</p></div>\n", tile.cells.size());
  text += "<table class=\"cells\">\n";
  for (std::size_t at = 0; at < tile.cells.size(); ++at) {
    if (at % static_cast<std::size_t>(tile.cols) == 0) text += at == 0 ? "<tr>" : "</tr>\n<tr>";
    text += fmt::format("<td class=\"{}\" title=\"{}\">{}</td>", name_of(tile.cells[at].state),
                        xml_escaped(hint_of(tile, at)), xml_escaped(tile.cells[at].text));
  }
  return text + "</tr>\n</table></div>\n";
}

std::string product_part(const EventSnapshot& event, bool is_ptx) {
  return fmt::format(
             "<h2>The product at {}</h2>\n<p><code>{}</code>, warp {}, step {}. A cell has the indices of the element "
             "that it holds.</p>\n",
             link_to(is_ptx ? event.ptx_line : event.line), xml_escaped(event.opcode), event.warp, event.step) +
         "<div class=\"tiles\">\n" + cells_of(event.a, event.a.name) + cells_of(event.b, event.b.name) +
         cells_of(event.sum, "the sum behind it") + "</div>\n";
}

std::string banks_part(const XrayReport& report, bool is_ptx) {
  std::string rows;
  for (const XrayBanks& row : banks_by_line(report.banks))
    if (row.wavefronts > row.least)
      rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                          link_to(is_ptx ? row.ptx_line : row.line), row.op, row.wavefronts, row.least);
  if (rows.empty()) return {};
  return "<h2>Bank conflicts</h2>\n<table class=\"rows\"><tr><th>place</th><th>access</th><th>wavefronts</th>"
         "<th>fewest</th></tr>\n" +
         rows + "</table>\n";
}

std::string source_part(const XraySource& source, const std::vector<Annotation>& findings) {
  std::map<int, std::vector<std::size_t>> by_line;
  for (std::size_t at = 0; at < findings.size(); ++at)
    if (findings[at].at.line > 0) by_line[findings[at].at.line].push_back(at);
  std::string text = fmt::format("<h2>{}</h2>\n<div class=\"wide\"><table class=\"source\">\n",
                                 xml_escaped(std::filesystem::path(source.file).filename().string()));
  int number = 0;
  for (std::size_t begin = 0; begin < source.text.size();) {
    const std::size_t end = std::min(source.text.find('\n', begin), source.text.size());
    const auto found = by_line.find(++number);
    const std::string_view level = found == by_line.end() ? "" : class_of(findings[found->second.front()].level);
    text += fmt::format("<tr id=\"L{0}\" class=\"{1}\"><td>{0}</td><td><pre>{2}</pre>", number, level,
                        escaped_lines(std::string_view(source.text).substr(begin, end - begin), ""));
    for (const std::size_t at : found == by_line.end() ? std::vector<std::size_t>() : found->second)
      text += fmt::format("<div class=\"note\"><a href=\"#F{}\">{}</a>: {}</div>", at + 1, findings[at].rule,
                          xml_escaped(findings[at].text.substr(0, findings[at].text.find('\n'))));
    text += "</td></tr>\n";
    begin = end + 1;
  }
  return text + "</table></div>\n";
}

}  // namespace

bool is_page(std::string_view path) { return path.ends_with(".html") || path.ends_with(".htm"); }

std::string xray_page(const XrayReport& report, const XrayRequest& launch, const XraySource& source,
                      std::string_view version) {
  std::vector<Annotation> findings = annotations_of(report, source.file);
  const Annotation verdict = findings.back();
  findings.pop_back();
  const bool is_ptx = !is_cuda_source(source.file);
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" "
             "content=\"width=device-width, initial-scale=1\">\n<title>{}: "
             "{}</title>\n<style>{}</style></head>\n<body>\n",
             xml_escaped(short_name(report.kernel)), verdict.rule, style) +
         verdict_part(report, launch, verdict) + findings_part(findings) +
         (report.snapshot ? product_part(*report.snapshot, is_ptx) : std::string()) + banks_part(report, is_ptx) +
         fmt::format("<details><summary>The report as text</summary><pre>{}</pre></details>\n",
                     escaped_lines(xray_text(report, launch, true), "\n")) +
         source_part(source, findings) +
         fmt::format(
             "<footer class=\"faint\"><p>tcviz {}, xray: executed on a CPU with labels. SHA-256 of the source: "
             "{}</p></footer>\n</body></html>\n",
             version, sha256(source.text));
}

}  // namespace tcviz::inline app_cli
