#include "gpu/language/compiler/compiled_text.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <regex>

#include "embedded/compiler_files.hpp"
#include "gpu/language/compiler/call_plan.hpp"
#include "gpu/language/compiler/host_compiler.hpp"
#include "gpu/language/compiler/limited_process.hpp"
#include "gpu/language/compiler/places.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/language/formula/meant.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline gpu_compiler {
namespace {

// Headers of CUDA that a text may name; the prelude holds all that is known of them.
constexpr auto known_headers =
    std::to_array<const char*>({"cuda.h", "cuda_runtime.h", "cuda_runtime_api.h", "cuda_fp16.h", "cuda_bf16.h", "mma.h",
                                "vector_types.h", "device_launch_parameters.h", "cooperative_groups.h"});

constexpr auto usual_flags = std::to_array<const char*>({"-std=gnu++20", "-O0", "-w", "-pipe", "-fmax-errors=3"});
// Flags with which a compiler that knows them finds undefined behaviour and fills variables that have no value.
constexpr auto strict_flags =
    std::to_array<const char*>({"-fsanitize=undefined", "-fno-sanitize=vptr", "-fno-sanitize-recover=all",
                                "-ftrivial-auto-var-init=pattern", "-D_GLIBCXX_ASSERTIONS"});

// Replaces asm("mov.u32 %0, %%laneid;" : "=r"(lane)); by a call: it is PTX, which no host has.
std::string without_lane_assembly(const std::string& text) {
  static const std::regex lane(
      R"rx((?:__)?asm(?:__)?\s*(?:volatile|__volatile__)?\s*\(\s*"mov\.[usb]32\s+%0,\s*%+laneid;")rx"
      R"rx(\s*:\s*"=r"\s*\(\s*(\w+)\s*\)\s*\)\s*;)rx");
  return std::regex_replace(text, lane, "$1 = tcviz_lane();");
}

// Returns the first lines of the log, without those that only name the files around the text.
std::string first_lines(std::string_view log) {
  constexpr int most_lines = 12;
  std::string all;
  int lines = 0;
  while (!log.empty() && lines < most_lines) {
    const std::string_view line = log.substr(0, log.find('\n'));
    log.remove_prefix(std::min(log.size(), line.size() + 1));
    if (line.starts_with("In file included from") || line.empty()) continue;
    for (const char c : line.substr(0, 200)) all += static_cast<unsigned char>(c) < ' ' && c != '\t' ? '?' : c;
    all += '\n';
    ++lines;
  }
  if (!all.empty()) all.pop_back();
  return all;
}

class Run {
 public:
  Run(const TextToCompile& request, const Layout& layout, const std::function<bool()>& stopped)
      : request_(request), layout_(layout), stopped_(stopped) {}

  Result<CompiledVerdict> judge() {
    const std::string text = without_lane_assembly(request_.text);
    const Result<CallPlan> plan =
        plan_calls({text, request_.file, request_.call, operand_letter(layout_), cuda_arch_of(layout_)}, layout_);
    TCVIZ_TRY(plan);
    Result<HostCompiler> compiler = find_host_compiler();
    TCVIZ_TRY(compiler);
    const Result<TemporaryFolder> folder = TemporaryFolder::make();
    TCVIZ_TRY(folder);
    folder_ = folder.value().path();
    compiler_ = std::move(compiler).value();
    TCVIZ_TRY(write(plan.value()));
    TCVIZ_TRY(compile());
    return run(plan.value());
  }

 private:
  std::string by() const { return fmt::format("compiled by {}", compiler_.name); }

  Status write(const CallPlan& plan) {
    std::error_code ignored;
    std::filesystem::create_directory(folder_ / "include", ignored);
    for (const char* const name : known_headers) TCVIZ_TRY(write_file(folder_ / "include" / name, "#pragma once\n"));
    for (const embedded::File& file : embedded::compiler_files())
      TCVIZ_TRY(write_file(folder_ / fmt::format("tcviz_{}", file.name), std::string(file.bytes)));
    const int arch = cuda_arch_of(layout_);
    std::string source = "#include \"tcviz_prelude.h\"\n";
    if (arch > 0) source += fmt::format("#define __CUDA_ARCH__ {}\n", arch);
    if (plan.is_kernel) source += "#include \"tcviz_kernel.h\"\n";
    source += "#include \"tcviz_harness.h\"\n";
    if (plan.is_kernel) source += "#include \"tcviz_words.h\"\n";
    source += "#define main tcviz_main_of_the_text\n" + plan.source;
    source += fmt::format("#undef main\nint main() {{ return tcviz_harness::run(tcviz_place, {{{}, {}}}, {}); }}\n",
                          layout_.threads(), plan.rows_of_warps, layout_.values());
    return write_file(folder_ / "text.cpp", source);
  }

  Result<ProcessEnd> call_compiler(std::vector<std::string> words) {
    words.insert(words.begin(), compiler_.program.string());
    LimitedProcess process{std::move(words), folder_, {}};
    process.limits.cpu = std::chrono::seconds(30);
    process.limits.wall = std::chrono::seconds(60);
    process.limits.memory = std::size_t{4} << 30;
    process.limits.file_bytes = std::size_t{64} << 20;
    process.limits.computes_only = false;
    return run_limited(process, stopped_);
  }

  Status compile() {
    std::vector<std::string> usual(usual_flags.begin(), usual_flags.end());
    if (compiler_.name.find("clang") != std::string::npos) usual.back() = "-ferror-limit=3";
    for (const char* const word : {"-Iinclude", "-c", "text.cpp", "-o", "text.o"}) usual.emplace_back(word);
    std::vector<std::string> strict = usual;
    strict.insert(strict.begin(), strict_flags.begin(), strict_flags.end());
    Result<ProcessEnd> done = call_compiler(strict);
    TCVIZ_TRY(done);
    const std::string& log = done.value().answer;
    const bool unknown = log.find("unrecognized command") != log.npos || log.find("unknown argument") != log.npos ||
                         log.find("unsupported option") != log.npos;
    if (done.value().exit_code != 0 && unknown) done = call_compiler(usual);
    TCVIZ_TRY(done);
    TCVIZ_TRY(compiled(done.value()));
    TCVIZ_TRY(has_one_order());
    const Result<ProcessEnd> linked = call_compiler({"text.o", "-o", "text"});
    TCVIZ_TRY(linked);
    return compiled(linked.value());
  }

  // Refuses f(n++, n) and its like: it is undefined, no sanitizer sees it, and a compiler only warns of it.
  Status has_one_order() {
    const Result<ProcessEnd> asked =
        call_compiler({"-std=gnu++20", "-Iinclude", "-fsyntax-only", "-Wno-unknown-warning-option",
                       "-Werror=sequence-point", "-Werror=return-local-addr", "text.cpp"});
    TCVIZ_TRY(asked);
    std::string_view log = asked.value().answer;
    for (std::size_t end = 0; asked.value().exit_code != 0 && !log.empty(); log.remove_prefix(end)) {
      end = std::min(log.size(), log.find('\n') + 1);
      if (end == 0) end = log.size();
      const std::string_view line = log.substr(0, end);
      if (line.find("-Werror") == line.npos || line.find("error:") == line.npos) continue;
      return bad_input(fmt::format("the text does what C++ leaves undefined, so it has no value here; {} says:\n{}",
                                   compiler_.name, first_lines(line)));
    }
    return Nothing{};
  }

  Status compiled(const ProcessEnd& end) const {
    if (end.stopped) return negative("Stopped.");
    if (end.out_of_time || end.signal == SIGXCPU)
      return bad_input(fmt::format("{} did not end: it was stopped.", compiler_.name));
    if (end.signal != 0) return bad_input(fmt::format("{} was ended by signal {}.", compiler_.name, end.signal));
    if (end.exit_code == 0) return Nothing{};
    const bool ours = end.answer.starts_with("tcviz:") || end.answer.find("\ntcviz:") != std::string::npos;
    return bad_input(fmt::format("{} cannot compile the text{}:\n{}", compiler_.name,
                                 ours ? " as it would be called; name what is meant by --call 'row=EXPR;col=EXPR'" : "",
                                 first_lines(end.answer)));
  }

  Result<CompiledVerdict> run(const CallPlan& plan) {
    const auto slots = static_cast<std::size_t>(layout_.slots());
    LimitedProcess process{{(folder_ / "text").string()}, folder_, {}};
    process.limits.answer_bytes = times_asked * slots * sizeof(PlaceRecord);
    const Result<ProcessEnd> end = run_limited(process, stopped_);
    TCVIZ_TRY(end);
    const AnsweredSlots answered = read_places(end.value().answer, layout_);
    TCVIZ_TRY(ended(end.value(), answered.answers, slots));
    CompiledVerdict found{compiler_.name, reading(plan, answered.slots), {}, {}};
    found.formula = formula_of(answered.slots, layout_);
    TCVIZ_TRY(judge_places(answered.slots, found.formula, layout_, found.verdict));
    return found;
  }

  static std::string reading(const CallPlan& plan, const std::vector<PlaceRecord>& slots) {
    const auto has_form = [&](int form) { return std::ranges::find(slots, form, &PlaceRecord::form) != slots.end(); };
    const bool linear = std::ranges::any_of(slots, [](const PlaceRecord& slot) { return slot.has == 4; });
    std::string all = plan.reading;
    if (has_form(3)) all += ", col before row";
    if (has_form(2)) all += ", its two values are row and col in this order";
    if (linear) all += ", its value is row * COLS + col";
    return all;
  }

  // Returns an error that says why the process did not answer for every slot; none if it did.
  Status ended(const ProcessEnd& end, std::size_t answers, std::size_t slots) const {
    if (end.unlimited)
      return unavailable("this system cannot keep a program from files and processes (no seccomp): it was not run.");
    if (end.stopped) return negative("Stopped.");
    if (answers == times_asked * slots && end.exit_code == 0 && end.signal == 0) return Nothing{};
    const std::size_t slot = slot_of_answer(std::min(answers, times_asked * slots - 1), slots);
    const auto values = static_cast<std::size_t>(layout_.values());
    const std::string where = fmt::format("at T{} x[{}] ({})", slot / values, slot % values, by());
    if (end.out_of_time || end.signal == SIGXCPU || end.signal == SIGKILL)
      return negative(fmt::format("the text did not end within 5 s of CPU time or 10 s in all, {}.", where));
    if (end.signal != 0)
      return negative(
          fmt::format("the text crashed with signal {} ({}), {}.", end.signal, strsignal(end.signal), where));
    return negative(fmt::format("the text ended its process by itself, {}.", where));
  }

  const TextToCompile& request_;
  const Layout& layout_;
  const std::function<bool()>& stopped_;
  std::filesystem::path folder_;
  HostCompiler compiler_;
};

}  // namespace

Result<CompiledVerdict> judge_compiled(const TextToCompile& request, const Layout& layout,
                                       const std::function<bool()>& stopped) {
  return Run(request, layout, stopped).judge();
}

}  // namespace tcviz::inline gpu_compiler
