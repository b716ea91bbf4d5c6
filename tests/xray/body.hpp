// A kernel of one body: C is A, one element a thread, with what the body does to it.
#pragma once

#include <string>
#include <vector>

#include "tests/xray/cases.hpp"

namespace tcviz {

struct BodyWish {
  std::string grid = "1", block = "32", before = "";
  std::vector<std::string> more = {};  // arguments
  std::vector<std::string> expect = {};
};

std::string text_with(const std::string& body, const BodyWish& wish = {});
// The body has A's element in %f1, C's address in %rd2, and leaves %f2.
XrayReport run_body(const std::string& body, const BodyWish& wish = {});
inline const std::string stores = "st.global.f32 [%rd2], %f2;";

// Why a text is refused before it is executed, or its first instruction that is; empty: it is not.
std::string refusal_of(const std::string& text);

}  // namespace tcviz
