// The content of the workspace Shared memory, prepared for drawing: images, texts and costs. Computed again only if the
// state changes. Draws nothing itself.
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

// A line of the table of a descriptor's fields.
struct SmemFieldLine {
  DescriptorField field;
  std::int64_t value = 0, other = 0;  // raw value in both descriptors, in the field's unit
  std::string text, note;             // "1024 bytes"; why the hardware does not read the field, or empty
  bool read = true, differs = false;  // the hardware reads the field; the two descriptors differ in it
};

// The bank conflicts of a warp's access.
struct SmemCost {
  LaneAddresses addresses{};
  const WarpAccess* access = nullptr;
  BankReport report;
  std::array<int, warp_lanes> phase_of{};      // by lane: its phase; -1: the lane is off, or its address is not used
  std::array<bool, warp_lanes> conflicting{};  // by lane: it takes part in a conflict
  std::vector<std::array<int, banks>> words;   // for each phase and bank: number of different words
  int deepest = 0;                             // the largest sum of a bank's words over all phases
  std::string verdict;                         // "4 wavefronts, no conflicts, 4 cycles"
  std::vector<std::string> phases;             // a line of text for each phase
};

class SmemView {
 public:
  // Computes what has changed since the last call.
  void prepare(const SmemState& state);
  // Returns a number that changes with the content; the element under the pointer does not count as content.
  int version() const { return version_; }

  const SmemLook& look() const { return look_; }
  // Returns the image's map from elements to bytes; null: problem() says why.
  const ImageMap* map() const { return map_ ? &*map_ : nullptr; }
  const ImageMap* other() const { return other_ ? &*other_ : nullptr; }  // the map of the second descriptor; null: none
  const std::string& problem() const { return problem_; }
  const std::string& id() const { return id_; }
  const std::string& about() const { return about_; }
  const std::string& provenance() const { return provenance_; }
  const std::string& command() const { return command_; }
  // Returns lines of text about the element under the pointer, or else the chosen one; empty if there is neither.
  const std::vector<std::string>& marked() const { return marked_lines_; }

  const std::vector<SmemFieldLine>& fields() const { return fields_; }
  const std::vector<std::string>& notes() const { return notes_; }  // sentences about fields that are not read
  const std::vector<std::string>& warnings() const { return warnings_; }
  const std::string& difference() const { return difference_; }

  const std::optional<SmemCost>& cost() const { return cost_; }
  const SmemTrials& trials() const { return trials_; }
  const std::string& access_problem() const { return access_problem_; }

  // Returns the journey (way) of the element; null: way_problem() says why.
  const Journey* way() const { return way_ ? &*way_ : nullptr; }
  const std::string& way_problem() const { return way_problem_; }
  // Returns the index of the hop that is shown in detail; hop_in_terminal() is the command line that prints it.
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
  std::vector<std::string> notes_, warnings_;
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

// Returns a text about the origin of the data: a GPU, or the documentation.
std::string smem_provenance(const SmemLook& look);

}  // namespace tcviz::inline app_session
