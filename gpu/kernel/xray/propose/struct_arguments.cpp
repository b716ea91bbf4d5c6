#include "gpu/kernel/xray/propose/struct_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/kernel/xray/propose/host_types.hpp"
#include "gpu/kernel/xray/verdict/struct_argument.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Returns the layout of a parameter that is a structure of the text with as many bytes as the PTX says.
std::optional<StructLayout> layout_for(const HostText& text, const PtxVariable& variable, const ParameterFacts& fact) {
  const bool may_be = variable.type == ".b8" && !fact.is_map && !fact.is_fraction && !fact.type.empty();
  std::optional<StructLayout> layout = may_be ? layout_of(text, fact.type, fact.name + ".") : std::nullopt;
  const bool fits = layout && layout->open.empty() && layout->bytes == variable.bytes && !layout->fields.empty();
  return fits ? layout : std::nullopt;
}

ParameterFacts facts_of(const StructField& field) {
  ParameterFacts fact;
  const KernelParameter& one = field.parameter;
  fact.name = one.name, fact.type = one.type, fact.bytes = field.bytes;
  fact.is_pointer = one.is_pointer, fact.is_const = one.is_const && one.is_pointer;
  fact.is_map = !one.is_pointer && one.type == "CUtensorMap";
  const HostType* const type = host_type(one.type);
  const std::string_view format = type == nullptr ? "" : type->format;
  const bool is_number = !one.is_pointer && !fact.is_map;
  fact.is_fraction = is_number && ((format == "f32" && field.bytes == 4) || (format == "f64" && field.bytes == 8) ||
                                   (format == "f16" && field.bytes == 2));
  const bool is_integer = one.type == "bool" || format == "s32" || format == "s8" || format == "u8" || format.empty();
  fact.is_whole = is_number && is_integer && field.bytes <= 8 && last_part(one.type) != "int2";
  return fact;
}

// Returns a field with its type: "i64:64", "alpha=f32:0.5".
std::string typed(const ParameterFacts& fact, const std::string& text) {
  if (fact.is_pointer || fact.is_map) return text;
  const std::string type = fmt::format("{}{}", fact.is_fraction ? "f" : "i", 8 * fact.bytes);
  if (fact.is_whole) return type + ":" + text;
  if (!fact.is_fraction) return fmt::format("pad:{}", fact.bytes);
  const std::size_t equal = text.find('=') + 1;
  return text.substr(0, equal) + type + ":" + text.substr(equal);
}

// True if a launch reads the text as fields at these places. Padding has no type.
bool is_read_back(const std::string& text, const std::vector<std::int64_t>& offsets) {
  const Result<std::vector<XrayArgument>> read = read_whole_argument(text);
  if (!read) return false;
  std::vector<std::int64_t> found;
  for (const XrayArgument& one : read.value())
    if (one.in_struct && !one.in_struct->type.empty()) found.push_back(one.in_struct->offset);
  return found == offsets;
}

ProposedField joined(const StructArgument& structure, const std::vector<ParameterFacts>& facts,
                     const std::vector<ProposedField>& fields) {
  ProposedField whole{structure.name, {}, {}, true};
  std::int64_t end = 0;
  std::vector<std::int64_t> offsets;  // of fields that are no padding
  for (std::size_t n = 0; n < structure.count; ++n) {
    const ProposedField& field = fields[structure.first + n];
    const ParameterFacts& fact = facts[structure.first + n];
    const std::string text = typed(fact, field.text);
    if (text.empty()) return {structure.name, {}, fmt::format(".{}: {}", member_name(fact.name), field.origin), false};
    const bool is_padding = text.starts_with("pad:");
    const std::int64_t align = is_padding ? 1 : std::min<std::int64_t>(fact.bytes, 64);
    const std::int64_t offset = structure.fields[n].offset;
    if (!is_padding) offsets.push_back(offset);
    if ((end + align - 1) / align * align != offset) whole.text += fmt::format("pad:{}, ", offset - end);
    whole.text += text + (n + 1 < structure.count ? ", " : "");
    whole.known = whole.known && field.known;
    end = offset + fact.bytes;
  }
  whole.text = "struct(" + whole.text + ")";
  whole.origin = " has these fields";
  if (is_read_back(whole.text, offsets)) return whole;
  return {structure.name,
          {},
          ": its fields are not understood: write them, such as struct(A=f16[m:64,k:128], i64:64)",
          false};
}

constexpr auto words_of_lines = std::to_array<std::string_view>({"height", "h", "rows", "nrows", "numrows", "row"});
constexpr auto words_of_columns =
    std::to_array<std::string_view>({"width", "w", "cols", "columns", "ncols", "numcols", "numcolumns", "col"});

// The fields of a matrix, as indices of the facts.
struct MatrixFields {
  std::size_t pointer = 0, lines = 0, columns = 0;
};
// Returns the fields of a structure with one pointer and two sides; none for another one.
std::optional<MatrixFields> matrix_in(const StructArgument& structure, const std::vector<ParameterFacts>& facts) {
  std::vector<std::size_t> pointers, lines, columns;
  for (std::size_t at = structure.first; structure.is_struct() && at < structure.first + structure.count; ++at) {
    const std::string name = plain_name(member_name(facts[at].name));
    if (facts[at].is_pointer) pointers.push_back(at);
    if (facts[at].is_whole && std::ranges::find(words_of_lines, name) != words_of_lines.end()) lines.push_back(at);
    if (facts[at].is_whole && std::ranges::find(words_of_columns, name) != words_of_columns.end())
      columns.push_back(at);
  }
  if (pointers.size() != 1 || lines.size() != 1 || columns.size() != 1) return std::nullopt;
  return MatrixFields{pointers[0], lines[0], columns[0]};
}

}  // namespace

std::vector<StructArgument> expand_structures(const HostText& text, const PtxFunction& entry, KernelText& kernel,
                                              KernelCall* call, std::vector<ParameterFacts>& facts) {
  std::vector<StructArgument> found;
  std::vector<PointerPlace> places;
  std::vector<KernelParameter> parameters;
  std::vector<ParameterFacts> all;
  std::vector<TokenRange> arguments;
  for (std::size_t at = 0; at < entry.params.size(); ++at) {
    StructArgument one{facts[at].name, all.size(), 1, {}, 0};
    const TokenRange argument = call != nullptr && at < call->arguments.size() ? call->arguments[at] : TokenRange();
    if (const auto layout = layout_for(text, entry.params[at], facts[at])) {
      one.fields = layout->fields, one.count = layout->fields.size(), one.at = layout->at;
      for (std::size_t n = 0; n < one.count; ++n) {
        parameters.push_back(one.fields[n].parameter);
        all.push_back(facts_of(one.fields[n]));
        places.push_back({at, one.fields[n].offset});
        arguments.push_back(filled_with(text, argument, *layout, n));
      }
    } else {
      parameters.push_back(kernel.parameters[at]);
      all.push_back(facts[at]);
      places.push_back({at, 0});
      arguments.push_back(argument);
    }
    found.push_back(std::move(one));
  }
  if (all.size() == facts.size() && std::ranges::none_of(found, &StructArgument::is_struct)) return found;
  const std::vector<PointerUse> uses = pointer_uses(entry, places);
  for (std::size_t at = 0; at < all.size(); ++at) all[at].use = uses[at];
  kernel.parameters = std::move(parameters), facts = std::move(all);
  if (call != nullptr) call->arguments = std::move(arguments);
  return found;
}

std::vector<char> letters_of_matrices(const std::vector<StructArgument>& structures,
                                      const std::vector<ParameterFacts>& facts) {
  std::vector<char> letters(facts.size(), 0);
  std::vector<MatrixFields> factors, sums;
  for (const StructArgument& one : structures)
    if (const auto matrix = matrix_in(one, facts))
      (facts[matrix->pointer].use.written ? sums : factors).push_back(*matrix);
  if (factors.size() != 2 || sums.size() != 1) return letters;
  const auto say = [&](const MatrixFields& matrix, char lines, char columns) {
    letters[matrix.lines] = lines, letters[matrix.columns] = columns;
  };
  say(factors[0], 'm', 'k'), say(factors[1], 'k', 'n'), say(sums[0], 'm', 'n');
  return letters;
}

std::vector<ProposedField> joined_structures(const std::vector<StructArgument>& structures,
                                             const std::vector<ParameterFacts>& facts,
                                             const std::vector<ProposedField>& fields) {
  std::vector<ProposedField> whole;
  for (const StructArgument& one : structures)
    whole.push_back(one.is_struct() ? joined(one, facts, fields) : fields[one.first]);
  return whole;
}

}  // namespace tcviz::inline gpu_xray
