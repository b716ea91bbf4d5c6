// The state of the workspace X-ray, as one plain value: a kernel's source, the findings of its execution, one product.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/pictures/step_scene.hpp"
#include "app/session/base/task.hpp"
#include "app/session/xray/live_run.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline app_session {

// The largest source that the window takes; `tcviz xray FILE` takes larger ones.
inline constexpr std::size_t most_xray_source = std::size_t{2} << 20;
// The largest that travels with a link.
inline constexpr std::size_t most_linked_source = std::size_t{48} << 10;

struct XrayLook {
  std::string name;                             // of the file or the example; empty: nothing is open
  std::string source;                           // as it stands in the editor, with its launch in a comment
  bool is_cuda = false;                         // else it is PTX
  std::string path = {};                        // of the file that it was opened from; empty: none
  std::string launch = {};                      // a launch file, as JSON; empty: a comment in the source says it
  std::optional<LiveQuestion> live_asked = {};  // live registers that stand in front of the kernel
  std::string example, fault;  // ids of a built-in one that was opened; empty: it is none, or has no fault
  // The product that is looked at, in the order of their steps; none: the first that a finding names.
  std::optional<int> product;
  bool declared = false;  // cells say their place, not the value found there
  bool banks = false;     // instead of the product, shared memory with an access to it
  std::optional<StepSpot> chosen;
  friend bool operator==(const XrayLook&, const XrayLook&) = default;
};

// A tensor-core product of the execution, and the state of its check.
enum class ProductState : std::uint8_t { Fine, Alike, Found };  // Alike: one of the same line was found wrong
struct XrayProduct {
  std::size_t event = 0;     // in the report
  int warp = 0, number = 0;  // the N-th of its warp
  ProductState state = ProductState::Fine;
};

// An execution with all that follows from it.
struct XrayRun {
  std::string source;
  bool is_cuda = false;
  std::string launch = {};
  std::string path_of;  // the element whose path is in the report; empty: none
  XrayReport report;
  std::vector<XrayProduct> products;
};
XrayRun make_xray_run(std::string source, bool is_cuda, XrayReport report, std::string path_of = {},
                      std::string launch = {});
// Returns the line of the source, from 1 on; 0: none.
int shown_line(const XrayRun& run, int line, int ptx_line);
// Returns the first that a finding names, or else the first; none: there is none.
std::optional<int> first_product(const XrayRun& run);
// Returns "2:w1", as --event has it.
std::string spell_product(const XrayProduct& product);

struct XrayState : XrayLook {
  Task task;
  int job = 0;                                 // the number of the last request
  std::shared_ptr<const XrayRun> run, before;  // null: none yet; before: of the source before this one
  std::optional<int> shown;                    // the product whose cells are in the run
  std::string problem;                         // why there is no run of this source
  std::optional<StepSpot> hover;
  int finding = -1;           // that is looked at
  bool answer_shown = false;  // of the fault
  std::string figure_path;    // empty: default_xray_path()
  // The number of the access on screen among the accesses to shared memory that fed the product; or the one that was
  // asked for.
  int access = 0;
  std::string access_wish;                       // as --access has it; empty: none
  std::optional<std::int64_t> byte, hover_byte;  // of shared memory
  std::optional<LiveLook> live;                  // in front of the kernel
  int live_jobs = 0;                             // counted up with everything that is asked of a file
  int openings = 0;                              // counted up with every source that comes from elsewhere

  bool is_edited() const { return run == nullptr || run->source != source || run->launch != launch; }
  // Returns the product on screen; null: it is being executed, or there is none.
  const EventSnapshot* snapshot() const { return run && run->report.snapshot ? &*run->report.snapshot : nullptr; }
  // Returns the access on screen; null: there is none, or it is still to come.
  const BankAccess* bank_access() const;
  const std::optional<std::int64_t>& marked_byte() const { return hover_byte ? hover_byte : byte; }
  const std::optional<StepSpot>& marked() const { return hover ? hover : chosen; }
};

// Returns "tiled.product-3-w1.svg".
std::string default_xray_path(const XrayState& state);

// Describes in a sentence the difference from the run before; empty: there was none, or nothing differs.
std::string describe_difference(const XrayRun& before, const XrayRun& now);

// Returns "C is wrong: pairs A[m=0, k=8] with B[k=0, n=0]".
std::string describe_run(const XrayRun& run);

// Returns the element that a cell holds, as --path takes it: "B[k=3,n=5]"; empty: it holds none that has a name.
std::string spell_element(const EventSnapshot& event, const StepSpot& spot);

// Returns "ptx:57", a place in shared memory's list as --access has it.
std::string spell_place(const XrayRun& run, const BankPlace& place);
// Describes an access, "line 45, warp 1, step 1266: read by ldmatrix...", and a byte of shared memory: its bank, the
// element there, the threads that touch it and the times.
std::string describe_access(const XrayRun& run, const BankAccess& access);
std::vector<std::string> describe_byte(const BankAccess& access, std::int64_t byte);

// Describes a cell: its place, the element that it holds, and the lane that holds it.
std::vector<std::string> describe_cell(const EventSnapshot& event, const StepSpot& spot);

}  // namespace tcviz::inline app_session
