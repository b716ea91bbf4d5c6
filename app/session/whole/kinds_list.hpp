// The lines of the list of kinds, prepared for drawing; made again only if something that they depend on has changed.
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

// The way in which the chosen source knows a kind. Elsewhere: only another source knows it. Waiting: the source has not
// answered yet.
enum class Standing { Probed, Recorded, Compiled, Published, Documented, Elsewhere, Unknown, Waiting };
inline constexpr int standings = 8;

// The texts about a standing for legends and tooltips: "probed here and now".
struct StandingWords {
  std::string_view name, meaning;
};
StandingWords words_of(Standing standing);
Standing standing_of(const Document& document, const std::string& kind);

// Names the sources that know the kind, or may know it but have not been asked: "recorded:sm_90 and 15 compiled
// sources". Empty: none.
std::string known_to(const Document& document, const std::string& kind);

// A line of the list.
struct ListedRow {
  KindRow row;
  Standing standing = Standing::Unknown;
  std::string text;               // the text of the line
  std::vector<WordPlace> bright;  // the parts of the text that are highlighted
  std::string badge;              // "×2": the largest number of owners of an element; empty: 1
  std::string count;              // for a heading: number of kinds
  std::string key;                // heading_key(), or the id of the kind
  std::string id;  // unique among the lines: the key, with a prefix in the groups of favourites and recent kinds
  bool favourite = false;

  bool is_kind() const { return row.type == RowType::Kind; }
};

class KindsList {
 public:
  // Updates the lines. Returns true if they have changed.
  bool follow(const Document& document);
  const std::vector<ListedRow>& rows() const { return rows_; }
  const std::string& count() const { return count_; }
  bool guessed() const { return guessed_; }
  // Returns a message if the search names something known that has no kind in the catalogue, or if the lines are those
  // of one word less; else empty.
  const std::string& missing() const { return missing_; }

 private:
  // Everything that the lines depend on.
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
