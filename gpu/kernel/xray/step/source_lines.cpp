#include "gpu/kernel/xray/step/source_lines.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::size_t most_calls = 16;  // inlined into each other
// Parts of the paths of headers of the CUDA toolkit: what is inside them is an instruction to those who use it.
constexpr std::array<std::string_view, 6> toolkit_headers{"/include/crt/", "/include/cuda_",   "/include/sm_",
                                                          "/include/mma.", "/include/device_", "/include/vector_"};

bool is_of_toolkit(std::string_view file) {
  return std::ranges::any_of(toolkit_headers, [&](std::string_view part) { return file.find(part) != file.npos; });
}

using FileLine = std::pair<int, int>;

// Takes the places in their order, and knows for each place of a call where its function was called last.
class Calls {
 public:
  explicit Calls(const PtxFunction& function) {
    for (const PtxPlace& place : function.places) note(place);
  }
  void note(const PtxPlace& place) {
    if (place.caller_file != 0) callers_[{place.file, place.line}] = {place.caller_file, place.caller_line};
  }
  // Returns the place and the calls around it, innermost first.
  std::vector<FileLine> chain(const PtxPlace& place) const {
    std::vector<FileLine> chain{{place.file, place.line}};
    FileLine next{place.caller_file, place.caller_line};
    while (next.first != 0 && chain.size() < most_calls) {
      chain.push_back(next);
      const auto caller = callers_.find(next);
      next = caller == callers_.end() ? FileLine() : caller->second;
    }
    return chain;
  }

 private:
  std::map<FileLine, FileLine> callers_;
};

std::vector<SourcePlace> named(const PtxModule& module, const std::vector<FileLine>& chain) {
  std::vector<SourcePlace> places;
  for (const auto& [file, line] : chain) {
    const auto name = module.files.find(file);
    const std::string_view path = name == module.files.end() ? std::string_view() : name->second;
    if (places.empty() && is_of_toolkit(path)) continue;
    places.push_back({std::string(path.substr(path.find_last_of("/\\") + 1)), line});
  }
  return places;
}

}  // namespace

void find_lines(XrayProgram& program) {
  const PtxFunction& function = *program.function;
  const auto first = std::ranges::find_if(function.places, [](const PtxPlace& one) { return one.file != 0; });
  const int file = first == function.places.end() ? 0 : first->file;
  Calls calls(function);
  int last = 0;
  const PtxPlace* before = nullptr;
  std::size_t noted = 0;  // places that stand before it
  for (const PtxLine& line : function.instructions) {
    const PtxPlace& place = function.places[line.place];
    if (&place != before) {
      for (; noted <= line.place; ++noted) calls.note(function.places[noted]);
      const std::vector<FileLine> chain = calls.chain(place);
      const auto here = std::ranges::find_if(chain, [&](const FileLine& one) { return one.first == file; });
      if (here != chain.end() && here->second != 0) last = here->second;
      std::vector<SourcePlace> places = named(*program.module, chain);
      if (places.size() < 2 || place.line == 0) places.clear();
      if (program.chains.empty() || program.chains.back() != places) program.chains.push_back(std::move(places));
      before = &place;
    }
    program.lines.push_back(last);
    program.chain_of.push_back(static_cast<std::uint32_t>(program.chains.size() - 1));
  }
}

}  // namespace tcviz::inline gpu_xray
