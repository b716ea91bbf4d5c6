// The text of each line of the list of kinds, ready to be drawn. It is made again only if something that it depends on
// has changed. Knows nothing of Dear ImGui.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/session/base/fuzzy.hpp"
#include "app/session/base/kind_entry.hpp"
#include "app/session/base/task.hpp"

namespace tcviz::inline app_session {

struct Answers;
struct Document;

// The way in which the chosen source knows a kind; Elsewhere: only another source knows it.
enum class Standing { Probed, Recorded, Compiled, Published, Documented, Elsewhere, Unknown, Waiting };
inline constexpr int standings = 8;

// "probed here and now", for legends and tooltips.
struct StandingWords {
  std::string_view name, meaning;
};
StandingWords words_of(Standing standing);
Standing standing_of(const Document& document, const std::string& kind);

// Names the sources that know a kind, as far as they have been asked, or can be asked for it: "recorded:sm_90 and 15
// compiled sources". Empty: none.
std::string known_to(const Document& document, const std::string& kind);

struct ListedRow {
  KindRow row;
  Standing standing = Standing::Unknown;
  std::string text;               // the kind's name here
  std::vector<WordPlace> bright;  // the parts of the text that the search matched
  std::string badge;              // "×2"
  std::string count;              // of a heading
  std::string key;                // "wmma", "wmma.m16n16k16", or the kind's id
  std::string id;                 // unique among the rows; the key, but for groups
  bool favourite = false;

  bool is_kind() const { return row.type == RowType::Kind; }
};

class KindsList {
 public:
  // True if the rows were made again.
  bool follow(const Document& document);
  const std::vector<ListedRow>& rows() const { return rows_; }
  const std::string& count() const { return count_; }
  bool guessed() const { return guessed_; }
  // Returns a sentence if the search names something that is known and not in the catalogue; else empty.
  const std::string& missing() const { return missing_; }

 private:
  // Everything the rows depend on.
  struct Inputs {
    std::string search;
    std::set<std::string> closed, favourites;
    std::vector<std::string> recent;
    std::size_t source = 0, kinds = 0;
    std::vector<std::shared_ptr<const Answers>> answers;
    Stage stage = Stage::NotAsked;
  };
  bool unchanged(const Document& document) const;
  ListedRow make_row(const Document& document, KindRow row) const;

  Inputs inputs_;
  bool made_ = false, guessed_ = false;
  std::vector<ListedRow> rows_;
  std::string count_, missing_;
};

}  // namespace tcviz::inline app_session
