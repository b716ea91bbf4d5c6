// Reads single layouts from a large layout file that this program wrote, without parsing the rest: the file of all
// families holds nearly a million numbers, and a command needs one kind.
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
  std::string_view head;  // the text before the first entry, with the provenance that all entries share
  std::vector<Entry> entries;
};
// Returns views into `json`. Returns no entries unless the text is formatted as to_json (layout_file.hpp) formats
// several layouts.
IndexedFile index_file(std::string_view json);
// Makes the source. The text that `file` refers to must outlive it. Returns an error if the first entry cannot be read;
// an error in another entry is the result for its kind.
Result<std::unique_ptr<LayoutSource>> make_indexed_source(std::string name, SourceClass type, IndexedFile file);

}  // namespace tcviz::inline gpu_probe
