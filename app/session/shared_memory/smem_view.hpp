// The content of the workspace of shared memory, prepared: made again only if the look changes. Knows nothing of Dear
// ImGui.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/pictures/image_map.hpp"
#include "app/session/shared_memory/smem_state.hpp"
#include "app/session/shared_memory/smem_trials.hpp"
#include "gpu/smem/banks.hpp"

namespace tcviz::inline app_session {

// A field of a descriptor, taken apart.
struct SmemFieldLine {
  DescriptorField field;
  std::int64_t value = 0, other = 0;  // in the field's unit
  std::string text, note;             // "1024 bytes"; "not read here"
  bool read = true, differs = false;
};

// The cost of an access of a warp.
struct SmemCost {
  LaneAddresses addresses{};
  const WarpAccess* access = nullptr;
  BankReport report;
  std::array<int, warp_lanes> phase_of{};      // by lane; -1: the lane is off, or its address is not used
  std::array<bool, warp_lanes> conflicting{};  // by lane
  std::vector<std::array<int, banks>> words;   // for each phase: different words by bank
  int deepest = 0;                             // words of one bank, over all phases
  std::string verdict;                         // "4 wavefronts: none by conflicts"
  std::vector<std::string> phases;             // a line for each
};

class SmemView {
 public:
  void prepare(const SmemState& state);
  // Returns another number whenever the view's content changes; the marks do not count.
  int version() const { return version_; }

  const SmemLook& look() const { return look_; }
  // Returns the map; null: problem() says why.
  const ImageMap* map() const { return map_ ? &*map_ : nullptr; }
  const ImageMap* other() const { return other_ ? &*other_ : nullptr; }  // of the second descriptor
  const std::string& problem() const { return problem_; }
  const std::string& id() const { return id_; }
  const std::string& about() const { return about_; }
  const std::string& provenance() const { return provenance_; }
  const std::string& command() const { return command_; }
  // Returns the lines of the element under the pointer, or else of the chosen one; none: there is none.
  const std::vector<std::string>& marked() const { return marked_lines_; }

  const std::vector<SmemFieldLine>& fields() const { return fields_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  const std::string& difference() const { return difference_; }

  const std::optional<SmemCost>& cost() const { return cost_; }
  const SmemTrials& trials() const { return trials_; }
  const std::string& access_problem() const { return access_problem_; }

  // Returns the journey; null: way_problem() says why.
  const Journey* way() const { return way_ ? &*way_ : nullptr; }
  const std::string& way_problem() const { return way_problem_; }
  // Returns the hop that is looked at, if there is a way; hop_in_terminal() is the line that shows it in a terminal.
  int hop() const { return hop_; }
  const std::string& hop_in_terminal() const { return hop_in_terminal_; }

 private:
  void make_image();
  void make_way();
  void make_hop();
  void make_words();
  void make_difference();
  void make_fields();
  void make_cost();
  void make_marked();

  int version_ = 0;
  std::optional<SmemLook> seen_;
  std::optional<Element> marked_;
  SmemLook look_;
  std::optional<ImageMap> map_, other_;
  std::string problem_, id_, about_, provenance_, command_;
  std::vector<std::string> marked_lines_;
  std::vector<SmemFieldLine> fields_;
  std::vector<std::string> warnings_;
  std::string difference_;
  std::optional<SmemCost> cost_;
  SmemTrials trials_;
  std::string access_problem_;
  std::optional<SmemJourney> way_of_;
  std::optional<Journey> way_;
  std::string way_problem_;
  int hop_ = 0;
  std::string hop_in_terminal_;
};

// Returns the origin of the answer: a GPU, or the documentation.
std::string smem_provenance(const SmemLook& look);
// Returns the line that answers the same in a terminal.
std::string smem_command(const SmemLook& look);

}  // namespace tcviz::inline app_session
