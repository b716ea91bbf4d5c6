#include "tests/xray/ptxas_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <sstream>
#include <string_view>

#include "gpu/kernel/xray/step/opcodes.hpp"
#include "tests/xray/ptxas_legal.hpp"

namespace tcviz {
namespace {

// The types and their bits.
constexpr std::array<std::pair<std::string_view, int>, 24> types{{
    {"u8", 8},      {"s8", 8},      {"b8", 8},    {"u16", 16}, {"s16", 16}, {"b16", 16}, {"f16", 16}, {"bf16", 16},
    {"e4m3x2", 16}, {"e5m2x2", 16}, {"e4m3", 32}, {"u32", 32}, {"s32", 32}, {"b32", 32}, {"f32", 32}, {"f16x2", 32},
    {"bf16x2", 32}, {"tf32", 32},   {"u64", 64},  {"s64", 64}, {"b64", 64}, {"f64", 64}, {"pred", 1}, {"e5m2", 32},
}};

bool is_type(std::string_view word) {
  return std::ranges::find(types, word, &std::pair<std::string_view, int>::first) != types.end();
}

struct Instruction {
  std::string name;
  std::vector<std::string> words;
  std::vector<std::string> operands;
};

std::vector<std::string> parts_of(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

Instruction instruction_of(const Legal& one) {
  Instruction made{{}, parts_of(one.opcode, '.'), parts_of(one.operands, ' ')};
  made.name = made.words.front();
  made.words.erase(made.words.begin());
  return made;
}

std::string register_of(int bits, std::string_view type, std::size_t number) {
  const std::string_view name = bits == 1       ? "%p"
                                : bits <= 16    ? "%h"
                                : bits == 64    ? (type == "f64" ? "%d" : "%rd")
                                : type == "f32" ? "%f"
                                                : "%r";
  return fmt::format("{}{}", name, number);
}

int bits_of(std::string_view type) {
  const auto* const row = std::ranges::find(types, type, &std::pair<std::string_view, int>::first);
  return row == types.end() ? 32 : row->second;
}

std::string operand_of(const std::string& operand, std::size_t number, const Instruction& of) {
  std::vector<std::string> found;
  std::ranges::copy_if(of.words, std::back_inserter(found), is_type);
  const std::string first = found.empty() ? "b32" : found.front(), last = found.empty() ? "b32" : found.back();
  const bool wide = std::ranges::find(of.words, "wide") != of.words.end();
  if (operand == "T" || (operand == "W" && !wide)) return register_of(bits_of(first), first, number);
  if (operand == "W") return register_of(std::clamp(2 * bits_of(first), 16, 64), "", number);
  if (operand == "U") return register_of(bits_of(last), last, number);
  if (operand == "r") return register_of(32, "", number);
  if (operand == "h") return register_of(16, "", number);
  if (operand == "d") return register_of(64, "", number);
  return operand == "p" ? register_of(1, "", number) : operand;
}

std::string text_of(const Instruction& of) {
  std::string text = of.name;
  for (const std::string& word : of.words) text += "." + word;
  for (std::size_t at = 0; at < of.operands.size(); ++at)
    text += fmt::format("{}{}", at == 0 ? " " : ", ", operand_of(of.operands[at], at + 1, of));
  return text + ";";
}

// Returns the modifiers that the X-ray knows of an opcode.
std::vector<std::string> words_of(std::string_view name) {
  std::set<std::string> all;
  for (const auto& table : {integer_opcodes(), float_opcodes(), half_opcodes(), bit_opcodes(), conversion_opcodes(),
                            memory_opcodes(), copy_opcodes(), control_opcodes(), warp_opcodes(), matrix_opcodes(),
                            mbarrier_opcodes(), bulk_opcodes(), wgmma_opcodes()})
    for (const OpcodeRow& row : table)
      if (row.name == name)
        for (const std::string& word : parts_of(row.modifiers, ' ')) all.insert(word);
  return {all.begin(), all.end()};
}

using Instructions = std::vector<Instruction>;

void drop_each(const Instruction& from, Instructions& made) {
  for (std::size_t at = 0; at < from.words.size(); ++at) {
    made.push_back(from);
    made.back().words.erase(made.back().words.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

void double_each(const Instruction& from, Instructions& made) {
  for (std::size_t at = 0; at < from.words.size(); ++at) {
    made.push_back(from);
    made.back().words.insert(made.back().words.begin() + static_cast<std::ptrdiff_t>(at), from.words[at]);
  }
}

void swap_each(const Instruction& from, Instructions& made) {
  for (std::size_t at = 0; at + 1 < from.words.size(); ++at) {
    made.push_back(from);
    std::swap(made.back().words[at], made.back().words[at + 1]);
  }
}

void add_each(const Instruction& from, const std::vector<std::string>& words, Instructions& made) {
  for (const std::string& word : words) {
    made.push_back(from);
    made.back().words.insert(made.back().words.begin(), word);
    for (std::size_t at = 0; at < from.words.size(); ++at) {
      if (is_type(from.words[at])) continue;
      made.push_back(from);
      made.back().words[at] = word;
    }
  }
}

void change_types(const Instruction& from, Instructions& made) {
  for (std::size_t at = 0; at < from.words.size(); ++at)
    for (const auto& [type, bits] : types) {
      if (!is_type(from.words[at])) continue;
      made.push_back(from);
      made.back().words[at] = type;
    }
}

void change_registers(const Instruction& from, Instructions& made) {
  for (std::size_t at = 0; at < from.operands.size(); ++at)
    for (const char* reg : {"%p7", "%h7", "%r7", "%f7", "%rd7", "%d7"}) {
      if (from.operands[at].size() > 1) continue;
      made.push_back(from);
      made.back().operands[at] = reg;
    }
}

// Returns all instructions that differ from one in one place.
Instructions near(const Instruction& from) {
  Instructions made;
  drop_each(from, made);
  double_each(from, made);
  swap_each(from, made);
  add_each(from, words_of(from.name), made);
  change_types(from, made);
  change_registers(from, made);
  return made;
}

constexpr int walks = 20, lines_of_walk = 15;

// Returns some instructions that differ in two places.
Instructions further(const Instructions& nearby, std::mt19937& random) {
  Instructions made;
  for (int walk = 0; walk < walks && !nearby.empty(); ++walk) {
    const Instructions next = near(nearby[random() % nearby.size()]);
    for (int at = 0; at < lines_of_walk && !next.empty(); ++at) made.push_back(next[random() % next.size()]);
  }
  return made;
}

}  // namespace

std::vector<std::string> lines_near_legal() {
  std::set<std::string> all;
  std::mt19937 random(20261127);
  for (const Legal& one : legal) {
    const Instruction start = instruction_of(one);
    const Instructions nearby = near(start);
    all.insert(text_of(start));
    for (const Instruction& each : nearby) all.insert(text_of(each));
    for (const Instruction& each : further(nearby, random)) all.insert(text_of(each));
  }
  return {all.begin(), all.end()};
}

}  // namespace tcviz
