#include "app/session/whole/architectures.hpp"

#include <algorithm>

#include "app/session/whole/document.hpp"
#include "gpu/source/probe/layout_groups.hpp"

namespace tcviz::inline app_session {
namespace {

std::vector<ArchitectureColumn> columns_of(const Document& document) {
  std::vector<ArchitectureColumn> columns;
  for (std::size_t s = 0; s < document.sources.size(); ++s) {
    const SourceInfo& info = document.sources[s].info;
    if (info.type == SourceClass::Compiled) columns.push_back({s, compiled_architecture(info)});
  }
  std::sort(columns.begin(), columns.end(), [](const ArchitectureColumn& a, const ArchitectureColumn& b) {
    return older(a.architecture, b.architecture);
  });
  return columns;
}

ArchitectureRow row_of(const Document& document, const std::vector<ArchitectureColumn>& columns, std::size_t entry) {
  const std::string& id = document.kinds[entry].id;
  KindGroups groups{id, {}, {}};
  for (const ArchitectureColumn& column : columns) {
    const SourceState& source = document.sources[column.source];
    if (!source.answers) continue;
    const Layout* layout = source.layout(id);  // lives as long as the answers
    add_architecture(groups, column.architecture, std::shared_ptr<const Layout>(source.answers, layout));
  }
  ArchitectureRow row;
  row.entry = entry;
  for (const ArchitectureColumn& column : columns) {
    const bool read = document.sources[column.source].answers != nullptr;
    row.groups.push_back(read ? group_of(groups, column.architecture) : not_read);
  }
  for (const LayoutGroup& group : groups.groups) row.members.push_back(group.architectures);
  row.history = describe(groups);
  return row;
}

bool some_can_answer(const Document& document, const std::vector<ArchitectureColumn>& columns, const std::string& id) {
  return std::any_of(columns.begin(), columns.end(),
                     [&](const ArchitectureColumn& c) { return document.sources[c.source].can_answer(id); });
}

}  // namespace

ArchitectureTable make_architecture_table(const Document& document) {
  ArchitectureTable table;
  table.columns = columns_of(document);
  const KindEntry* before = nullptr;
  for (std::size_t entry = 0; entry < document.kinds.size(); ++entry) {
    const KindEntry& kind = document.kinds[entry];
    if (!some_can_answer(document, table.columns, kind.id)) continue;
    ArchitectureRow row = row_of(document, table.columns, entry);
    row.heading = before == nullptr || before->shape != kind.shape || before->family != kind.family;
    before = &kind;
    table.layouts += static_cast<int>(row.members.size());
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string group_letter(int group) {
  if (group == lacks_kind) return "·";
  if (group == not_read) return "?";
  return group < 26 ? std::string(1, static_cast<char>('A' + group)) : std::to_string(group + 1);
}

}  // namespace tcviz::inline app_session
