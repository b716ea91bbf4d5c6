// A large layout file of this program's own writing, from which an entry is read only when it is asked for: the file of
// all families holds near a million numbers, and a command wants one kind.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/source/probe/source.hpp"

namespace tcviz::inline gpu_probe {

struct IndexedFile {
  struct Entry {
    std::string_view kind, json;
  };
  std::string_view head;  // the text before the first entry, with the provenance that entries share
  std::vector<Entry> entries;
};
// Returns views into the text; no entries if the text is not laid out as to_json (layout_file.hpp) lays out several
// layouts.
IndexedFile index_file(std::string_view json);
// Makes the source. The text that the file looks into must outlive it. Refuses a file whose first entry cannot be read;
// a mistake in another entry is the answer for its kind.
Result<std::unique_ptr<LayoutSource>> make_indexed_source(std::string name, SourceClass type, IndexedFile file);

}  // namespace tcviz::inline gpu_probe
