// The state of the workspace X-ray, a plain value: the source of a kernel, the result of its execution (with findings
// about wrong values), and the product (executed tensor-core instruction) that is shown.
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

// The largest source that the window opens, in bytes; `tcviz xray FILE` accepts larger ones.
inline constexpr std::size_t most_xray_source = std::size_t{2} << 20;
// The largest source that a link contains, in bytes.
inline constexpr std::size_t most_linked_source = std::size_t{48} << 10;

// The part of the state that a link contains.
struct XrayLook {
  std::string name;         // name of the file or the example; empty: nothing is open
  std::string source;       // the text in the editor
  bool is_cuda = false;     // CUDA C++; false: PTX
  std::string path = {};    // path of the file; empty: not from a file
  std::string launch = {};  // the launch as JSON; empty: it is in a comment in the source
  std::optional<LiveQuestion> live_asked =
      {};                      // values that a real run left in registers, shown in place of the kernel
  std::string example, fault;  // ids of a built-in example; empty: not an example, or without a fault
  // Index of the product that is shown, in the order of execution; none: the first that a finding is about.
  std::optional<int> product;
  bool declared = false;  // cells show their place in the tile instead of the value found there
  bool banks = false;     // an access to shared memory is shown instead of the product
  std::optional<StepSpot> chosen;
  friend bool operator==(const XrayLook&, const XrayLook&) = default;
};

// The result for a product. Found: a finding is about it. Alike: a finding is about another product of the same line.
enum class ProductState : std::uint8_t { Fine, Alike, Found };
// A product: an executed tensor-core instruction.
struct XrayProduct {
  std::size_t event = 0;     // index into the report's events
  int warp = 0, number = 0;  // its warp, and its number in that warp, from 0
  ProductState state = ProductState::Fine;
};

// A finished execution.
struct XrayRun {
  std::string source;
  bool is_cuda = false;
  std::string launch = {};
  std::string path_of;  // the element whose path is in the report, "B[k=3,n=5]"; empty: none
  XrayReport report;
  std::vector<XrayProduct> products;
};
// Makes a run of a report: lists its products.
XrayRun make_xray_run(std::string source, bool is_cuda, XrayReport report, std::string path_of = {},
                      std::string launch = {});
// Returns `line` for CUDA C++, or `ptx_line` for PTX: the line in the editor, from 1; 0: none.
int shown_line(const XrayRun& run, int line, int ptx_line);
// Returns the index of the first product that a finding is about, or else 0; none if there are no products.
std::optional<int> first_product(const XrayRun& run);
// Returns "2:w1" (number, warp), as the option --event names products.
std::string spell_product(const XrayProduct& product);

// Tells texts in the editor apart that came from elsewhere; what is typed makes no other.
struct XrayVersion {
  int openings = 0;  // number of sources opened so far; a change tells the editor to load the new text
  int follows = 0;   // number of times that the text followed its file
  friend bool operator==(const XrayVersion&, const XrayVersion&) = default;
};

class Action;
// The question that is asked about the kernel's text. Name: which file it is to be saved to. Leave: if it is to be
// saved before it goes away.
enum class XrayAsks : std::uint8_t { Name, Leave };
// A request to write the kernel's text to a file.
struct XraySave {
  std::string path, text;
  std::optional<std::string> known;   // the text that the kernel's own file holds, it is thought; none: another file
  bool replaces = false;              // another file of this name may be replaced
  int opening = 0;                    // XrayVersion::openings
  std::optional<XrayAsks> asks = {};  // the question that was open
};
// The kernel's file, as far as the window knows it.
struct XrayDisk {
  std::string saved;                   // the text that was opened, or saved last
  bool is_met = true;                  // false: opened from a link; the file has not been read yet
  std::optional<std::string> other;    // another program's text in the file, while that in the editor was not saved
  std::optional<XraySave> wish;        // a save that is wanted; the session takes it
  std::optional<XrayAsks> asks;        // the question that is open
  std::shared_ptr<const Action> held;  // what is done once it is answered, and would drop the text now; null: nothing
  std::string typed;                   // the path that was typed for it; empty: the kernel's name
  std::string news;                    // about the last save
  bool failed = false;
  bool is_there = false;  // it was not saved because there is a file of that name
};

struct XrayState : XrayLook {
  Task task;
  XrayDisk disk;
  int job = 0;                                 // number of the last request
  std::shared_ptr<const XrayRun> run, before;  // null: none yet; before: the run before the last change of the source
  std::optional<int> shown;                    // index of the product whose cells are in `run`
  std::string problem;                         // message if the source could not be executed
  std::optional<StepSpot> hover;
  int finding = -1;           // index of the chosen finding; -1: none
  bool answer_shown = false;  // the explanation of the example's fault is shown
  std::string figure_path;    // empty: default_xray_path()
  // The access to shared memory that is shown: an index into the accesses that loaded the product's operands, or if
  // access_wish is not empty, the one that it names.
  int access = 0;
  std::string access_wish;                       // as the option --access names it
  std::optional<std::int64_t> byte, hover_byte;  // addresses in shared memory: chosen, under the pointer
  std::optional<LiveLook> live;                  // live registers shown in place of the kernel; none: not shown
  int live_jobs = 0;                             // number of the last request about live registers
  XrayVersion text;                              // which text is in the editor

  // True if the source or the launch has changed since the last execution.
  bool is_edited() const { return run == nullptr || run->source != source || run->launch != launch; }
  // True if the text has changed since it was opened or saved.
  bool is_unsaved() const { return !name.empty() && source != disk.saved; }
  // Returns the cells of the product on screen; null: there are none yet.
  const EventSnapshot* snapshot() const { return run && run->report.snapshot ? &*run->report.snapshot : nullptr; }
  // Returns the access on screen; null: there is none yet.
  const BankAccess* bank_access() const;
  const std::optional<std::int64_t>& marked_byte() const { return hover_byte ? hover_byte : byte; }
  const std::optional<StepSpot>& marked() const { return hover ? hover : chosen; }
};

// Returns a default name for the figure: "tiled.product-3-w1.svg".
std::string default_xray_path(const XrayState& state);

// Describes in a sentence how the verdict and the findings differ; empty: they do not.
std::string describe_difference(const XrayRun& before, const XrayRun& now);

// Describes the result: "C is wrong: pairs A[m=0, k=8] with B[k=0, n=0]".
std::string describe_run(const XrayRun& run);

// Returns the element that a cell holds, as the option --path names it: "B[k=3,n=5]"; empty: it holds no single element
// of A or B.
std::string spell_element(const EventSnapshot& event, const StepSpot& spot);
// Returns a matrix of a product: 0 for A, 1 for B, 2 for the sum.
inline const SnapshotTile& tile_of(const EventSnapshot& event, int tile) {
  return tile == 0 ? event.a : tile == 1 ? event.b : event.sum;
}

// Returns the line of an access, as the option --access names it: "57", or "ptx:57" if only the PTX line is known.
std::string spell_place(const XrayRun& run, const BankPlace& place);
// Describes an access: "line 45, warp 1, step 1266: read by ldmatrix...".
std::string describe_access(const XrayRun& run, const BankAccess& access);
// Describes a byte of shared memory: its bank, the element there, the threads that access it and in which phase.
std::vector<std::string> describe_byte(const BankAccess& access, std::int64_t byte);

// Describes a cell: its place, the element that it holds, and the lane that holds it.
std::vector<std::string> describe_cell(const EventSnapshot& event, const StepSpot& spot);

}  // namespace tcviz::inline app_session
