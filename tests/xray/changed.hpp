// A kernel with a piece of its text replaced, and what is found then.
#pragma once

#include <string>

#include "tests/xray/cases.hpp"

namespace tcviz {

// The occurrence of a number, from 0.
std::string replaced(std::string text, const std::string& from, const std::string& to, std::size_t number = 0);
// The line of the source of a kernel that has a text.
int line_with(const std::string& file, const std::string& text);
const XrayFinding* finding_of(const XrayReport& report, FindingKind kind);
// The text of one entry alone, so that a replacement meets no other.
std::string entry_text(const std::string& name);
XrayReport run_changed(const std::string& name, const std::string& from, const std::string& to, std::size_t number = 0);

}  // namespace tcviz
