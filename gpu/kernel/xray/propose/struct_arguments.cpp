#include "gpu/kernel/xray/propose/struct_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/kernel/xray/propose/host_types.hpp"
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

ProposedField joined(const StructArgument& structure, const std::vector<ParameterFacts>& facts,
                     const std::vector<ProposedField>& fields) {
  ProposedField whole{structure.name, {}, {}, true};
  std::int64_t end = 0;
  for (std::size_t n = 0; n < structure.count; ++n) {
    const ProposedField& field = fields[structure.first + n];
    const ParameterFacts& fact = facts[structure.first + n];
    const std::string text = typed(fact, field.text);
    if (text.empty()) return {structure.name, {}, fmt::format(".{}: {}", member_name(fact.name), field.origin), false};
    const std::int64_t align = text.starts_with("pad:") ? 1 : std::min<std::int64_t>(fact.bytes, 64);
    const std::int64_t offset = structure.fields[n].offset;
    if ((end + align - 1) / align * align != offset) whole.text += fmt::format("pad:{}, ", offset - end);
    whole.text += text + (n + 1 < structure.count ? ", " : "");
    whole.known = whole.known && field.known;
    end = offset + fact.bytes;
  }
  whole.text = "struct(" + whole.text + ")";
  whole.origin = " has these fields";
  return whole;
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

std::vector<ProposedField> joined_structures(const std::vector<StructArgument>& structures,
                                             const std::vector<ParameterFacts>& facts,
                                             const std::vector<ProposedField>& fields) {
  std::vector<ProposedField> whole;
  for (const StructArgument& one : structures)
    whole.push_back(one.is_struct() ? joined(one, facts, fields) : fields[one.first]);
  return whole;
}

}  // namespace tcviz::inline gpu_xray
