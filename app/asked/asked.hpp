// Decides what a word that the user typed means: a kind, a file, an image in shared memory, or another name for kinds.
// Uses only the form of the word, the catalogue and the disk, so the command line and the window agree.
#pragma once

#include <optional>
#include <string>

#include "gpu/layout/kind_search.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_asked {

enum class AskedFor : std::uint8_t { Kind, File, Image, Name };
struct Asked {
  AskedFor what;
  KindAnswer answer;  // for Name: the kinds that it means

  // True if the name is known, but this version has no kind for it.
  bool is_missing() const { return !answer.missing.empty(); }
};
Asked asked_for(const std::string& text);
bool means_file(const std::string& text);
// True if the text looks like the id of an image, "smem.128b.k.b16", even if it is not a valid one.
bool names_image(const std::string& text);

// Returns the id of the one kind that a name means; none if it means several or no kind. A kernel's tile goes by its id
// alone.
std::optional<std::string> one_kind(const std::string& text);

// Returns, for a command that needs a kind: if `text` is an image, an error that names the commands for images; else
// none.
std::optional<Error> image_instead(const std::string& text);
// Returns " The nearest kinds:" and those that `text` may be a misspelling of, a line each; empty if there is none.
std::string list_of_nearest_kinds(const std::string& text);
// Returns the error for a text that is not a kind: with the kinds that it may mean, or that this version has none for
// it, or the ids of which it may be a misspelling.
Error unknown_kind(const std::string& text);

}  // namespace tcviz::inline app_asked
