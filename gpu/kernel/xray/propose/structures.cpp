#include "gpu/kernel/xray/propose/structures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "gpu/kernel/xray/propose/host_types.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr int most_inside = 4, most_definitions = 100;  // structures in structures
constexpr std::size_t most_fields = 64;
constexpr std::int64_t most_elements = 16;  // of an array that is a field

std::int64_t aligned(std::int64_t offset, std::int64_t align) { return (offset + align - 1) / align * align; }

constexpr auto access_words = std::to_array<std::string_view>({"public", "private", "protected"});
constexpr auto type_words = std::to_array<std::string_view>({"struct", "class", "union", "enum"});
constexpr auto words_of_no_field = std::to_array<std::string_view>({"using", "typedef", "friend", "template"});
constexpr auto attribute_words =
    std::to_array<std::string_view>({"alignas", "__align__", "__attribute__", "__declspec", "decltype"});
constexpr auto ends_of_head = std::to_array<std::string_view>({"=", "(", "{", ":", ";"});
bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// Reads the definition of one structure, declaration by declaration.
class Definition {
 public:
  // `left`: the definitions that may still be looked for.
  Definition(const HostText& text, std::string prefix, int depth, int& left)
      : text_(text), prefix_(std::move(prefix)), depth_(depth), left_(left) {}

  std::optional<StructLayout> of(std::string_view type) {
    const std::size_t open = --left_ < 0 ? 0 : opening(last_part(type.substr(0, type.find('<'))));
    if (open == 0) return std::nullopt;
    const std::size_t end = text_.behind(open) - 1;
    for (std::size_t at = open + 1; at < end && found_.open.empty();) at = declaration(at, end);
    found_.bytes = aligned(found_.bytes, found_.align);
    found_.at = open;
    return std::move(found_);
  }

 private:
  // Returns the { of `struct Name {` and of `typedef struct { ... } Name;`; 0: there is none.
  std::size_t opening(std::string_view name) const {
    for (std::size_t at = 0; at + 2 < text_.tokens().size(); ++at) {
      if (text_.token(at).text != "struct" && text_.token(at).text != "class") continue;
      const std::size_t open = is_name(text_.token(at + 1)) ? at + 2 : at + 1;
      if (!is_sign(text_.token(open), "{")) continue;
      const bool is_typedef = at > 0 && text_.token(at - 1).text == "typedef";
      if (text_.token(open - 1).text == name || (is_typedef && text_.token(text_.behind(open)).text == name))
        return open;
    }
    return 0;
  }

  std::string_view word(std::size_t at) const { return text_.token(at).text; }
  bool has_word(TokenRange range, std::string_view wanted) const {
    for (std::size_t at = range.begin; at < range.end; ++at)
      if (word(at) == wanted) return true;
    return false;
  }

  // Reads the declaration at a token; returns the token behind it. What is not understood leaves the structure open.
  std::size_t declaration(std::size_t begin, std::size_t end) {
    if (is_one_of(word(begin), access_words)) return begin + 2;
    const TokenRange all{begin, end};
    std::size_t head = begin;
    while (head < end && !is_one_of(word(head), ends_of_head)) head = behind_bracket(text_, head, all);
    const bool is_call = is_sign(text_.token(head), "(");
    std::size_t last = head;
    for (; last < end && !is_sign(text_.token(last), ";"); last = behind_bracket(text_, last, all))
      if (is_call && is_sign(text_.token(last), "{")) break;
    last = std::min(last, end);
    read({begin, head}, last);
    return is_sign(text_.token(last), "{") ? text_.behind(last) : last + 1;
  }

  // Reads a declaration whose words stand in front of the first of = ( { : or its end.
  void read(TokenRange head, std::size_t last) {
    if (last == head.begin || is_one_of(word(head.begin), words_of_no_field) || has_word(head, "static")) return;
    const bool is_known = is_one_of(word(head.begin), type_words) ? has_type(head, last)
                          : is_sign(text_.token(head.end), "(")   ? is_function(head)
                          : is_sign(text_.token(head.end), ":")   ? false  // bits of a number
                                                                  : has_fields({head.begin, last});
    if (!is_known) found_.open = std::string(word(head.begin));
  }
  bool has_fields(TokenRange range) {
    fields(range);
    return found_.open.empty();
  }
  // Reads `struct Name name;`; true too if a type is only announced or defined, and no field with it.
  bool has_type(TokenRange head, std::size_t last) {
    const bool is_scoped = is_one_of(word(head.begin + 1), type_words);  // enum class
    const std::size_t behind_word = head.begin + (is_scoped ? 2 : 1);
    if (head.end >= behind_word + 2) return has_fields({behind_word, last});
    if (is_sign(text_.token(head.end), ";")) return true;
    const bool is_alone = head.end == behind_word && word(head.begin) != "enum";  // its fields are those around it
    return !is_alone && is_sign(text_.token(last - 1), "}");
  }
  // True if the bracket behind these words is that of a function's parameters.
  bool is_function(TokenRange head) const {
    if (has_word(head, "virtual")) return false;
    for (std::size_t at = head.begin; at < head.end; ++at)
      if (word(at).starts_with("operator")) return true;
    const bool is_named = head.end > head.begin && is_name(text_.token(head.end - 1));
    return is_named && !is_one_of(word(head.end - 1), attribute_words) && !is_sign(text_.token(head.end + 1), "*");
  }

  // Adds the fields of `half *A, *B;`.
  void fields(TokenRange range) {
    const std::vector<TokenRange> parts = template_parts(text_, range);
    std::string type;
    bool is_const = false;
    for (std::size_t n = 0; n < parts.size(); ++n) {
      KernelParameter one = parameter_of(parts[n]);
      if (n == 0) type = one.type, is_const = one.is_const;
      one.type = type, one.is_const = one.is_const || (one.is_pointer && is_const);
      if (one.name.empty()) one.name = fmt::format("{}", found_.fields.size());
      add(one, elements(parts[n]));
    }
  }
  KernelParameter parameter_of(TokenRange part) const {
    KernelParameter one;
    std::size_t name = part.end;
    for (std::size_t at = part.begin; at < part.end; ++at) {
      const Token& token = text_.token(at);
      if (is_sign(token, "=") || is_sign(token, "[") || is_sign(token, "{")) break;
      if (is_sign(token, "*")) one.is_pointer = true;
      if (token.text == "const") one.is_const = one.is_const || !one.is_pointer;
      if (is_name(token) && token.text != "const" && !token.text.starts_with("__restrict")) name = at;
    }
    for (std::size_t at = part.begin; at < std::min(name, part.end); ++at)
      if (const std::string_view word = text_.token(at).text;
          is_name(text_.token(at)) && word != "const" && word != "volatile" && !word.starts_with("__restrict"))
        one.type += (one.type.empty() ? "" : " ") + std::string(word);
    if (name < part.end) one.name = std::string(text_.token(name).text);
    return one;
  }
  // Returns 4 for `int strides[4]`; 0 for what is not understood, such as `int m[2][2]`.
  std::int64_t elements(TokenRange part) const {
    for (std::size_t at = part.begin; at < part.end; ++at) {
      if (is_sign(text_.token(at), "=") || is_sign(text_.token(at), "{")) break;
      if (!is_sign(text_.token(at), "[")) continue;
      const std::size_t behind = text_.behind(at);
      return is_sign(text_.token(behind), "[") ? 0 : text_.value({at + 1, behind - 1}, {}).value_or(0);
    }
    return 1;
  }

  void add(KernelParameter one, std::int64_t count) {
    const HostType* const type = host_type(one.type);
    const std::int64_t bytes = one.is_pointer              ? 8
                               : type != nullptr           ? type->bytes
                               : one.type == "bool"        ? 1
                               : one.type == "CUtensorMap" ? 128
                                                           : 0;
    const std::string name = one.name;
    if (bytes == 0 && count == 1) return inside(one);
    if (bytes == 0 || count < 1 || count > most_elements || found_.fields.size() > most_fields) {
      found_.open = name;
      return;
    }
    for (std::int64_t n = 0; n < count; ++n) {
      one.name = count == 1 ? prefix_ + name : fmt::format("{}{}{}", prefix_, name, n);
      const std::int64_t align = std::min<std::int64_t>(bytes, 64), offset = aligned(found_.bytes, align);
      found_.fields.push_back({one, offset, bytes});
      found_.bytes = offset + bytes;
      found_.align = std::max(found_.align, align);
    }
  }
  void inside(const KernelParameter& one) {
    const auto inner = depth_ < most_inside
                           ? Definition(text_, prefix_ + one.name + ".", depth_ + 1, left_).of(one.type)
                           : std::nullopt;
    if (!inner || !inner->open.empty() || inner->fields.empty() || inner->fields.size() > most_fields) {
      found_.open = one.name;
      return;
    }
    const std::int64_t begin = aligned(found_.bytes, inner->align);
    for (StructField field : inner->fields) {
      field.offset += begin;
      found_.fields.push_back(std::move(field));
    }
    found_.bytes = begin + inner->bytes;
    found_.align = std::max(found_.align, inner->align);
    if (found_.fields.size() > most_fields) found_.open = one.name;
  }

  const HostText& text_;
  std::string prefix_;
  int depth_;
  int& left_;
  StructLayout found_;
};

// Returns the last name of an expression; empty: it has none.
std::string_view variable_of(const HostText& text, TokenRange range) {
  std::string_view found;
  for (std::size_t at = range.begin; at < range.end; ++at)
    if (is_name(text.token(at))) found = text.token(at).text;
  return found;
}

}  // namespace

std::optional<StructLayout> layout_of(const HostText& text, std::string_view type, const std::string& prefix) {
  int left = most_definitions;
  return Definition(text, prefix, 0, left).of(type);
}

TokenRange filled_with(const HostText& text, TokenRange argument, const StructLayout& layout, std::size_t field) {
  const std::string_view variable = variable_of(text, argument);
  const std::string& name = layout.fields[field].parameter.name;
  const std::string member = name.substr(std::min(name.find('.') + 1, name.size()));
  const auto set = text.definitions(fmt::format("{}.{}", variable, member), argument.begin);
  if (!variable.empty() && !set.empty()) return set.front();
  std::vector<TokenRange> lists = text.definitions(variable, argument.begin);
  if (argument.end > argument.begin && is_sign(text.token(argument.end - 1), "}"))  // Params{a, b, c} in the call
    for (std::size_t at = argument.begin; at < argument.end; ++at)
      if (is_sign(text.token(at), "{")) lists = {{at + 1, argument.end - 1}};
  for (const TokenRange& list : lists) {
    const std::vector<TokenRange> parts = text.parts(list);
    for (const TokenRange& part : parts)
      if (part.end > part.begin + 3 && is_sign(text.token(part.begin), ".") &&
          text.token(part.begin + 1).text == member)
        return {part.begin + 3, part.end};
    if (parts.size() == layout.fields.size() && !is_sign(text.token(list.begin), ".")) return parts[field];
  }
  return {};
}

}  // namespace tcviz::inline gpu_xray
