// Actions of a person and of the runner on the workspace X-ray.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "app/session/xray/xray_state.hpp"

namespace tcviz::inline app_session {

// A source from a file or an example; it is executed at once.
struct OpenXray {
  std::string name, source;
  bool is_cuda = false;
  std::string example = {}, fault = {};  // of a built-in one
  std::string path = {};                 // of the file
};
struct ShowXrayAnswer {
  bool shown = true;
};
// Takes the typed source; RunXray executes it.
struct EditXray {
  std::string source;
};
// A launch file, as `tcviz xray --launch` takes it, instead of the comment in the source; empty: that again. The kernel
// is executed anew.
struct LaunchXray {
  std::string launch;
};
struct RunXray {};
struct StopXray {};
// One of the products, by its place among them, or so many further on.
struct ChooseXrayProduct {
  int product = 0;
};
struct StepXrayProduct {
  int steps = 1;
};
// The product of the same number in another warp.
struct StepXrayWarp {
  int steps = 1;
};
// The next finding, and the product that it names; wraps around.
struct StepXrayFinding {
  int steps = 1;
};
struct ChooseXrayFinding {
  int finding = 0;
};
struct DeclareXray {
  bool declared = false;
};
// Shared memory instead of the product, or back.
struct ShowXrayBanks {
  bool shown = false;
};
// One of the accesses that fed the product, or so many further on; wraps around.
struct ChooseXrayAccess {
  int access = 0;
};
struct StepXrayAccess {
  int steps = 1;
};
// Another access, as --access has it.
struct AskXrayAccess {
  std::string wish;
};
struct HoverXrayByte {
  std::optional<std::int64_t> byte;
};
struct ChooseXrayByte {
  std::optional<std::int64_t> byte;
};
// Moves by lines of those that are shown, and by banks.
struct MoveXrayByte {
  int lines = 0, banks = 0;
};
struct HoverXray {
  std::optional<StepSpot> spot;
};
struct ChooseXrayCell {
  std::optional<StepSpot> spot;
};
struct MoveXrayCell {
  int rows = 0, cols = 0;
};
// The path of its figure; empty: the working folder, under its own name.
struct SetXrayFigurePath {
  std::string path;
};
// Live registers that a kernel wrote, in front of the kernel; closed, the kernel is there again.
struct OpenLive {
  std::string path, name;
};
struct CloseLive {};
struct ChooseLiveTake {
  int at = 0;
};
// The values that the matrix should hold, as --expect has them; empty: nothing is expected.
struct ExpectLive {
  std::string text;
};
struct HoverLive {
  std::optional<Element> element;
};
struct ChooseLive {
  std::optional<Element> element;
};
struct MoveLive {
  int rows = 0, cols = 0;
};
// The next wrong value, and its element; wraps around.
struct StepLiveWrong {
  int steps = 1;
};
struct TakeLive {
  int job = 0;
  std::shared_ptr<const LiveRun> run;
};
struct FailLive {
  int job = 0;
  std::string why;
};
// Messages of the runner. `job`: the number of the request; those of an earlier one come too late.
struct TellXray {
  int job = 0;
  std::string doing;
};
struct TakeXrayRun {
  int job = 0;
  std::shared_ptr<const XrayRun> run;
  std::optional<int> product;  // the product with its cells in it
  bool last = true;            // else the cells are still to come
};
struct FailXray {
  int job = 0;
  std::string why;
  bool stopped = false;
};

using XrayAction =
    std::variant<OpenXray, ShowXrayAnswer, EditXray, LaunchXray, RunXray, StopXray, ChooseXrayProduct, StepXrayProduct,
                 StepXrayWarp, StepXrayFinding, ChooseXrayFinding, DeclareXray, ShowXrayBanks, ChooseXrayAccess,
                 StepXrayAccess, AskXrayAccess, HoverXrayByte, ChooseXrayByte, MoveXrayByte, HoverXray, ChooseXrayCell,
                 MoveXrayCell, SetXrayFigurePath, TellXray, TakeXrayRun, FailXray, OpenLive, CloseLive, ChooseLiveTake,
                 ExpectLive, HoverLive, ChooseLive, MoveLive, StepLiveWrong, TakeLive, FailLive>;

// Applies an action. Total: an absent thing is not chosen.
void apply_xray(XrayState& state, const XrayAction& action);

}  // namespace tcviz::inline app_session
