// Makes sentences of messages of the command line, which begin with a small letter.
#pragma once

#include <string>

namespace tcviz::inline app_session {

// Returns the text with a capital letter and a full stop; an empty text stays as it is, as does the letter of a name
// such as a[2] or sm_80.
std::string sentence(std::string text);

}  // namespace tcviz::inline app_session
