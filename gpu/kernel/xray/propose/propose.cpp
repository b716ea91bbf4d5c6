#include "gpu/kernel/xray/propose/propose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/kernel/ptx/kernel_name.hpp"
#include "gpu/kernel/xray/label/tensor_map.hpp"
#include "gpu/kernel/xray/propose/map_arguments.hpp"
#include "gpu/kernel/xray/propose/needs.hpp"
#include "gpu/kernel/xray/propose/struct_arguments.hpp"
#include "gpu/kernel/xray/verdict/xray.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Bytes that every block may have from sm_80 on, and those of sm_90.
constexpr std::int64_t most_shared = 99 * 1024, most_shared_of_hopper = 227 * 1024;

// The products of numbers that an execution of a few seconds has room for, with tensor cores and without.
constexpr std::int64_t most_by_products = 1 << 25, most_by_numbers = 1 << 22;

// Names of constants that are the threads of a block, in lower case and without _.
constexpr auto thread_words = std::to_array<std::string_view>(
    {"numthreads", "threadsperblock", "blockthreads", "threadnum", "nthreads", "knumthreads", "threads", "kthreads",
     "btthreadnum", "blockdim", "blocksize", "threadsnum", "numthread"});

bool has_product(const PtxFunction& entry) {
  return std::ranges::any_of(entry.instructions, [](const PtxLine& line) {
    return line.opcode.starts_with("mma.") || line.opcode.starts_with("wmma.mma") ||
           line.opcode.starts_with("wgmma.mma");
  });
}

Result<const PtxFunction*> chosen_entry(const PtxModule& module, const std::string& name) {
  if (!name.empty()) return entry_of(module, name);
  const PtxFunction* first = nullptr;
  for (const std::string_view one : module.entries()) {
    const PtxFunction* const entry = module.entry(one);
    if (first == nullptr || (has_product(*entry) && !has_product(*first))) first = entry;
  }
  return first == nullptr ? entry_of(module, name) : Result<const PtxFunction*>(first);
}

class Proposer {
 public:
  Proposer(const PtxFunction& entry, const HostSource& source, int arch)
      : entry_(entry), full_(full_name(entry.name)), source_(source), text_(source.text, arch) {
    find_text();
    bind_template();
    find_parameters();
  }

  LaunchProposal propose() {
    const std::vector<char> letters = letters_of_matrices(structures_, facts_);
    std::vector<SizeParameter> parameters;
    for (std::size_t at = 0; at < facts_.size(); ++at) parameters.push_back({facts_[at].is_whole, letters[at]});
    const bool has_maps = std::ranges::any_of(facts_, &ParameterFacts::is_map);
    sizes_ = sizes_of(text_, kernel_, call(), known_, parameters,
                      has_product(entry_) ? most_by_products : most_by_numbers, has_maps);
    for (const KernelSize& size : sizes_)
      if (size.is_parameter || size.is_host) put_size(text_, kernel_, call(), size, size.value, known_);
    if (has_maps) maps_ = maps_of({text_, kernel_, facts_, sizes_, known_}, call(), entry_);
    LaunchProposal made;
    made.block = block();
    made.grid = grid(made.block.text);
    made.shared = shared();
    put_arguments(made);
    return made;
  }

 private:
  const KernelCall* call() const { return call_ ? &*call_ : nullptr; }
  std::string place(std::size_t token) const {
    const int of_text = text_.line_of(token), line = of_text - source_.first_line + 1;
    if (source_.launcher_line > 0 && of_text >= source_.launcher_line)
      return fmt::format("{}:{}", source_.launcher, of_text - source_.launcher_line + 1);
    return line > 0 ? fmt::format("line {}", line) : "a header";
  }
  std::string of_call() const { return fmt::format("{}: {}", place(call_->at), text_.quote(call_->whole)); }

  void find_text() {
    const std::string name = short_name(entry_.name);
    for (KernelText& one : kernels_in(text_))
      if (one.name == last_part(name) || (kernel_.name.empty() && one.name == name)) {
        const bool fits = one.parameters.size() == entry_.params.size();
        if (kernel_.name.empty() || fits) kernel_ = std::move(one);
      }
    if (kernel_.name.empty()) return;
    for (KernelCall& one : calls_of(text_, kernel_.name))
      if (!call_ && one.arguments.size() <= entry_.params.size()) call_ = std::move(one);
  }

  void bind_template() {
    const auto given = demangled_template_arguments(full_);
    for (std::size_t n = 0; n < std::min(given.size(), kernel_.template_parameters.size()); ++n)
      if (given[n] && !kernel_.template_parameters[n].empty()) known_[kernel_.template_parameters[n]] = *given[n];
  }

  void find_parameters() {
    const std::vector<KernelParameter> demangled = demangled_parameters(full_);
    std::vector<PointerPlace> places;
    for (std::size_t at = 0; at < entry_.params.size(); ++at) places.push_back({at, 0});
    const std::vector<PointerUse> uses = pointer_uses(entry_, places);
    kernel_.parameters.resize(std::max(kernel_.parameters.size(), entry_.params.size()));
    for (std::size_t at = 0; at < entry_.params.size(); ++at) {
      const PtxVariable& variable = entry_.params[at];
      KernelParameter& written = kernel_.parameters[at];
      ParameterFacts fact;
      fact.bytes = variable.bytes;
      fact.name = written.name.empty() ? std::string(1, static_cast<char>('A' + at % 26)) : written.name;
      written.name = fact.name;
      const bool is_known = demangled.size() == entry_.params.size();
      const KernelParameter& typed = is_known ? demangled[at] : written;
      fact.type = typed.type;
      const bool can_point =
          variable.bytes == 8 && !variable.type.starts_with(".f") && !variable.type.starts_with(".b8");
      fact.use = uses[at];
      fact.is_map = (variable.bytes == tensor_map_bytes && variable.type == ".b8") || (can_point && is_map(typed));
      fact.is_pointer = can_point && !fact.is_map &&
                        (is_known || !written.type.empty() ? typed.is_pointer : uses[at].read || uses[at].written);
      fact.is_const = typed.is_const || written.is_const;
      const bool is_scalar = !fact.is_pointer && !fact.is_map && !variable.type.starts_with(".b8");
      fact.is_fraction = (is_scalar && variable.type.starts_with(".f")) || is_half(fact, variable);
      fact.is_whole = is_scalar && !fact.is_fraction;
      facts_.push_back(std::move(fact));
    }
    structures_ = expand_structures(text_, entry_, kernel_, call_ ? &*call_ : nullptr, facts_);
    std::vector<std::string> names;
    for (const ParameterFacts& one : facts_) names.push_back(one.name);
    names = launch_names(names);
    for (std::size_t at = 0; at < facts_.size(); ++at) facts_[at].shown = std::move(names[at]);
  }
  static bool is_map(const KernelParameter& parameter) {
    return parameter.is_pointer && parameter.type.find("CUtensorMap") != std::string::npos;
  }
  static bool is_half(const ParameterFacts& fact, const PtxVariable& variable) {
    return !fact.is_pointer && variable.type == ".b8" && variable.bytes == 2;
  }

  // Returns "2,4" for sides of which at least the first is known.
  static std::string sides_text(const std::vector<std::optional<std::int64_t>>& sides) {
    std::string text;
    for (const auto& side : sides) {
      if (!side || *side < 1 || *side > 1 << 20) return {};
      text += fmt::format("{}{}", text.empty() ? "" : ",", *side);
    }
    return text;
  }

  ProposedField block() const {
    ProposedField field{"block", {}, {}, true};
    if (entry_.required[0] > 0) {
      field.text = sides_text({entry_.required[0], entry_.required[1], entry_.required[2]});
      field.origin = "the PTX requires it";
      while (field.text.ends_with(",1")) field.text.resize(field.text.size() - 2);
      return field;
    }
    if (call_) field.text = sides_text(text_.sides(call_->block, known_));
    if (!field.text.empty()) return field.origin = of_call(), field;
    field.known = false;
    if (entry_.threads > 0) {
      field.text = fmt::format("{}", entry_.threads);
      field.origin = "__launch_bounds__ allows as many threads";
      return field;
    }
    propose_block(field);
    return field;
  }

  bool mentions(std::string_view word) const {
    for (std::size_t at = kernel_.body.begin; at < kernel_.body.end; ++at)
      if (text_.token(at).text == word) return true;
    return false;
  }

  void propose_block(ProposedField& field) const {
    if (kernel_.name.empty()) {
      field.origin = "the PTX does not say it: write how many threads a block has";
      return;
    }
    if (mentions("threadIdx.y")) {
      field.text = "16,16";
      field.origin = "threadIdx.y is read";
      return;
    }
    for (const std::string_view wanted : thread_words)
      for (const std::string_view name : text_.defined())
        if (plain_name(name) == wanted)
          if (const auto value = text_.value_of_name(name, kernel_.body.end, known_);
              value && *value >= 1 && *value <= 1024) {
            field.text = fmt::format("{}", *value);
            field.origin = fmt::format("{} of the source", name);
            return;
          }
    field.text = has_product(entry_) ? "32" : "256";
    field.origin = has_product(entry_) ? "one warp" : "a usual block";
  }

  std::int64_t size_of(char letter) const {
    const auto found = std::ranges::find(sizes_, letter, &KernelSize::letter);
    return found == sizes_.end() ? 0 : found->value;
  }

  ProposedField grid(const std::string& block) const {
    ProposedField field{"grid", {}, {}, true};
    if (call_) field.text = sides_text(text_.sides(call_->grid, known_));
    if (!field.text.empty()) return field.origin = of_call(), field;
    field.known = false;
    field.text = "1";
    field.origin = "one block";
    if (const auto sides = read_dim3("block", block);
        sides && mentions("threadIdx.y") && size_of('m') > 0 && size_of('n') > 0) {
      const Dim3& side = sides.value();
      field.text = fmt::format("{},{}", (size_of('n') + side[0] - 1) / side[0], (size_of('m') + side[1] - 1) / side[1]);
      field.origin = "a thread for each element";
      return field;
    }
    if (const std::int64_t threads = number_in<std::int64_t>(block).value_or(0);
        threads > 0 && !has_product(entry_) && sizes_.size() == 1) {
      field.text = fmt::format("{}", (sizes_[0].value + threads - 1) / threads);
      field.origin = fmt::format("a thread for each {}", sizes_[0].name);
    }
    return field;
  }

  bool has_dynamic() const {
    const auto is_open = [](const PtxVariable& one) { return one.space == PtxSpace::Shared && one.bytes == 0; };
    return std::ranges::any_of(entry_.variables, is_open) || module_dynamic_;
  }

 public:
  bool is_hopper_ = false;          // the module is for sm_90a
  std::int64_t module_shared_ = 0;  // bytes of shared memory that the module declares
  bool module_dynamic_ = false;     // the module has an array of shared memory that the launch sizes

 private:
  ProposedField shared() const {
    ProposedField field{"shared", "0", "the kernel has no dynamic shared memory", true};
    if (call_ && call_->shared.begin < call_->shared.end)
      if (const auto bytes = text_.value(call_->shared, known_);
          bytes && *bytes >= 0 && *bytes <= most_shared_of_hopper)
        return ProposedField{"shared", fmt::format("{}", *bytes), of_call(), true};
    if (!has_dynamic()) return field;
    if (const auto attribute = by_attribute()) return *attribute;
    const std::int64_t most = is_hopper_ ? most_shared_of_hopper - static_shared() : most_shared;
    return {"shared", fmt::format("{}", std::max<std::int64_t>(most, 1024)),
            is_hopper_ ? "extern __shared__: as much as sm_90 has" : "extern __shared__: as much as most GPUs have",
            false};
  }

  // Returns the bytes of shared memory that the kernel declares, with gaps.
  std::int64_t static_shared() const {
    std::int64_t bytes = module_shared_;
    for (const PtxVariable& one : entry_.variables)
      if (one.space == PtxSpace::Shared) bytes += one.bytes + one.align;
    return (bytes + 1023) / 1024 * 1024;
  }

  // Reads cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes).
  std::optional<ProposedField> by_attribute() const {
    for (std::size_t at = 0; at + 1 < text_.tokens().size(); ++at) {
      if (text_.token(at).text != "cudaFuncAttributeMaxDynamicSharedMemorySize" || text_.token(at + 1).text != ",")
        continue;
      std::size_t end = at + 2;
      for (int depth = 0; end + 1 < text_.tokens().size(); ++end) {
        depth += (text_.token(end).text == "(") - (text_.token(end).text == ")");
        if (depth < 0 || text_.token(end).text == ";") break;
      }
      if (const auto bytes = text_.value({at + 2, end}, known_); bytes && *bytes > 0 && *bytes <= most_shared_of_hopper)
        return ProposedField{"shared", fmt::format("{}", *bytes), place(at) + ": cudaFuncSetAttribute", true};
    }
    return std::nullopt;
  }

  void put_arguments(LaunchProposal& made) const {
    const KernelFacts facts{text_, kernel_, facts_, sizes_, known_};
    const auto readings = arrays_of(facts);
    made.arguments = arguments(readings.front());
    for (std::size_t n = 1; n < readings.size(); ++n) {
      std::vector<std::string> other;
      for (const ProposedField& field : arguments(readings[n])) other.push_back(field.text);
      made.others.push_back(std::move(other));
    }
  }

  std::vector<ProposedField> arguments(const std::vector<std::string>& arrays) const {
    std::vector<ProposedField> fields;
    for (std::size_t at = 0; at < facts_.size(); ++at) fields.push_back(argument(at, arrays));
    std::vector<ProposedField> joined = joined_structures(structures_, facts_, fields);
    for (std::size_t at = 0; at < structures_.size(); ++at)
      if (structures_[at].is_struct())
        joined[at].origin = fmt::format("{}: {}{}", place(structures_[at].at), joined[at].name, joined[at].origin);
    return joined;
  }

  ProposedField argument(std::size_t at, const std::vector<std::string>& arrays) const {
    const ParameterFacts& fact = facts_[at];
    ProposedField field{fact.name, arrays[at], {}, false};
    if (fact.is_pointer && kernel_.name.empty()) {
      field.text.clear();
      field.origin = "the PTX does not say it: write its array, such as A=f16[m:64,k:128]";
    } else if (fact.is_pointer) {
      field.origin = fact.is_const       ? "const: an input"
                     : !fact.use.written ? "only read"
                     : fact.use.read     ? "read and written"
                                         : "only written";
    } else if (fact.is_map) {
      field.text = maps_[at].text;
      field.origin = maps_[at].at > 0 ? fmt::format("{}: {}", place(maps_[at].at), maps_[at].origin) : maps_[at].origin;
    } else if (fact.is_fraction) {
      put_fraction(fact, field);
    } else if (fact.is_whole) {
      put_whole(at, arrays, field);
    } else {
      field.text.clear();
      field.origin = fmt::format("a structure of {} bytes: write its fields, such as struct(A=f16[m:64,k:128], i64:64)",
                                 fact.bytes);
    }
    return field;
  }

  static void put_fraction(const ParameterFacts& fact, ProposedField& field) {
    const std::string name = plain_name(member_name(fact.name));
    const bool is_small = name.find("eps") != std::string::npos;
    field.text = fmt::format("{}={}", fact.shown, is_small ? "0.001" : name == "beta" ? "0.25" : "0.5");
    field.origin = "a number that shows if it is left out";
  }

  void put_whole(std::size_t at, const std::vector<std::string>& arrays, ProposedField& field) const {
    for (const KernelSize& size : sizes_) {
      if (!size.is_parameter || size.at != at) continue;
      field.text = fmt::format("{}", size.value);
      field.origin = size.origin;
      field.known = size.is_fixed;
      return;
    }
    field.text = fmt::format("{}", line_of_pitch(facts_[at].name, arrays));
    field.origin = "the pitch of its array";
  }
  // Returns the elements of a line of the array that has a pitch: the only one of its structure, or the one whose
  // letter ends the name of the pitch, "ldb".
  std::int64_t line_of_pitch(std::string_view pitch, const std::vector<std::string>& arrays) const {
    std::vector<std::size_t> pointers;
    for (std::size_t at = 0; at < facts_.size(); ++at)
      if (facts_[at].is_pointer) pointers.push_back(at);
    const auto is_own = [&](std::size_t at) { return owner_of(facts_[at].name) == owner_of(pitch); };
    const auto is_meant = [&](std::size_t at) {
      return plain_name(facts_[at].name).ends_with(plain_name(pitch).back());
    };
    const bool has_one = std::ranges::count_if(pointers, is_own) == 1;
    const auto found = has_one ? std::ranges::find_if(pointers, is_own) : std::ranges::find_if(pointers, is_meant);
    if (pointers.empty()) return 0;
    return line_of_array(arrays[found == pointers.end() ? pointers.front() : *found]);
  }

  const PtxFunction& entry_;
  std::string full_;
  const HostSource& source_;
  HostText text_;
  KernelText kernel_;
  std::optional<KernelCall> call_;
  KnownValues known_;
  std::vector<ParameterFacts> facts_;
  std::vector<KernelSize> sizes_;
  std::vector<MapArgument> maps_;
  std::vector<StructArgument> structures_;  // of the kernel's parameters
};

}  // namespace

Result<LaunchProposal> propose_launch(const PtxModule& module, const HostSource& source, const std::string& entry) {
  if (module.entries().empty()) return nothing_compiled(source.text);
  const Result<const PtxFunction*> chosen = chosen_entry(module, entry);
  TCVIZ_TRY(chosen);
  Proposer proposer(*chosen.value(), source, 800);
  proposer.module_dynamic_ = std::ranges::any_of(
      module.variables, [](const PtxVariable& one) { return one.space == PtxSpace::Shared && one.bytes == 0; });
  proposer.is_hopper_ = module.target == "sm_90a";
  for (const PtxVariable& one : module.variables)
    if (one.space == PtxSpace::Shared) proposer.module_shared_ += one.bytes + one.align;
  LaunchProposal made = proposer.propose();
  const std::vector<std::string_view> names = module.entries();
  const std::vector<std::string> apart = names_apart(names);
  for (std::size_t at = 0; at < names.size(); ++at)
    if (names[at] == chosen.value()->name)
      made.entry = apart[at];
    else
      made.kernels.push_back(apart[at]);
  return made;
}

}  // namespace tcviz::inline gpu_xray
