// Finds the words that a misspelled one was meant for.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace tcviz::inline gpu_layout {

// Returns the words in `legal` that `text` may stand for, the most similar first: misspellings, where at most two
// letters, and fewer than half of its letters, make it the word or some of its parts; and the words of which it is the
// beginning, or that of a part. Used by all messages that ask "Did you mean ...?".
std::vector<std::string_view> meant_words(std::string_view text, std::span<const std::string_view> legal,
                                          std::size_t most = 3);

}  // namespace tcviz::inline gpu_layout
