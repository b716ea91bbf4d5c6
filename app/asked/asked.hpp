// The meaning of a word that a person types: a kind, a file, an image in shared memory, or another name of kinds. It
// follows from the word's form, the catalogue and the disk alone, so it is the same for the command line and the
// window; no source is asked.
#pragma once

#include <optional>
#include <string>

#include "gpu/layout/kind_search.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_asked {

enum class AskedFor : std::uint8_t { Kind, File, Image, Name };
struct Asked {
  AskedFor what;
  KindAnswer answer;  // the kinds that a Name means

  bool is_missing() const { return !answer.missing.empty(); }
};
Asked asked_for(const std::string& text);
bool means_file(const std::string& text);
// True if the text has the form of an image's id, rightly spelled or not: "smem.128b.k.b16".
bool names_image(const std::string& text);

// Names the commands that take an image in shared memory, if `text` is one; all other commands need a kind.
std::optional<Error> image_instead(const std::string& text);
// Says, about a text that is not a kind, the kinds that it may mean, or that this version lacks the thing it names, or
// the ids that come nearest.
Error unknown_kind(const std::string& text);

}  // namespace tcviz::inline app_asked
