// The actions of the workspace X-ray: requests of the user, and results of the background threads. The X-ray executes a
// kernel on a simulated GPU that tracks, for every value, the matrix element it came from.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "app/session/xray/xray_state.hpp"

namespace tcviz::inline app_session {

// Opens a source from a file or an example, and executes it.
struct OpenXray {
  std::string name, source;
  bool is_cuda = false;
  std::string example = {}, fault = {};  // ids, if it is a built-in example
  std::string path = {};                 // if it is from a file
};
// Shows or hides the explanation of the example's fault.
struct ShowXrayAnswer {
  bool shown = true;
};
// Sets the source in the editor; RunXray executes it. `of`: the text that was edited; none: the one that is there now.
struct EditXray {
  std::string source;
  std::optional<XrayVersion> of = {};
};
// Saves the text to its file. Asks for a name if it has none, or if `as` is true.
struct SaveXray {
  bool as = false;
};
// Answers the question about the text: the path that is typed; save it there; drop what was not saved; leave it open.
struct TypeXrayPath {
  std::string path;
};
struct WriteXray {
  bool replaces = false;  // a file that is there already
};
struct DiscardXray {};
struct LeaveXraySave {};
// Asks if the text is to be saved before it goes away.
struct AskXrayLeave {};
// Takes the text that another program wrote to the file, and executes it; or keeps the text of the editor.
struct ReloadXray {};
struct KeepXray {};
// Messages of the threads that write the file and look at it. TakeXrayText: the file holds this text now.
struct TellXraySaved {
  XraySave save;
  std::string problem = {};               // empty: it is saved
  bool is_there = false;                  // the problem is another file of this name
  std::optional<std::string> other = {};  // the problem is this text in the file, which another program wrote
};
struct TakeXrayText {
  std::string path, text;
};
// Sets the launch (grid, block, arguments) as JSON, as in the file of `tcviz xray --launch`; empty: the launch is in a
// comment in the source. Executes the kernel again.
struct LaunchXray {
  std::string launch;
};
// Writes the launch that was proposed into the source as a comment, and executes the kernel as it says.
struct InsertXrayLaunch {};
struct RunXray {};
struct StopXray {};
// Shows a product (an executed tensor-core instruction), by its index, from 0.
struct ChooseXrayProduct {
  int product = 0;
};
// Moves by `steps` products.
struct StepXrayProduct {
  int steps = 1;
};
// Shows the product with the same number in the next (1) or previous (-1) warp that has one.
struct StepXrayWarp {
  int steps = 1;
};
// Moves by `steps` findings, with wrap-around, and shows the product that the finding is about.
struct StepXrayFinding {
  int steps = 1;
};
// Shows a finding, by its index, and the product that it is about.
struct ChooseXrayFinding {
  int finding = 0;
};
// Switches the text of cells between their place in the tile (true) and the value found there.
struct DeclareXray {
  bool declared = false;
};
// Shows shared memory in place of the product, or the product again.
struct ShowXrayBanks {
  bool shown = false;
};
// Shows one of the accesses to shared memory that loaded the product's operands, by its index.
struct ChooseXrayAccess {
  int access = 0;
};
// Moves by `steps` of these accesses, with wrap-around.
struct StepXrayAccess {
  int steps = 1;
};
// Shows any other access, named as in `tcviz xray --access`.
struct AskXrayAccess {
  std::string wish;
};
// The byte of shared memory under the pointer; none: no byte.
struct HoverXrayByte {
  std::optional<std::int64_t> byte;
};
// Chooses a byte of shared memory by its address.
struct ChooseXrayByte {
  std::optional<std::int64_t> byte;
};
// Moves the chosen byte by visible lines and by banks.
struct MoveXrayByte {
  int lines = 0, banks = 0;
};
// The cell of the product under the pointer; none: no cell.
struct HoverXray {
  std::optional<StepSpot> spot;
};
// Chooses a cell of the product, and requests the path of its element.
struct ChooseXrayCell {
  std::optional<StepSpot> spot;
};
struct MoveXrayCell {
  int rows = 0, cols = 0;
};
// Sets the path of the figure; empty: default_xray_path() in the working folder.
struct SetXrayFigurePath {
  std::string path;
};
// Opens a file of live registers (live_run.hpp), which is shown in place of the kernel until CloseLive.
struct OpenLive {
  std::string path, name;
};
struct CloseLive {};
// Shows a fragment of the file, by its index.
struct ChooseLiveTake {
  int at = 0;
};
// Sets the expression for the expected values, as in `tcviz live --expect`; empty: none.
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
// Chooses the next (1) or previous (-1) wrong value, with wrap-around.
struct StepLiveWrong {
  int steps = 1;
};
// The result, or the failure, of request number `job` for live registers; ignored if a later request was made.
struct TakeLive {
  int job = 0;
  std::shared_ptr<const LiveRun> run;
};
struct FailLive {
  int job = 0;
  std::string why;
};
// Messages of the thread that executes kernels. `job`: number of the request; ignored if a later request was made.
struct TellXray {
  int job = 0;
  std::string doing;
};
struct TakeXrayRun {
  int job = 0;
  std::shared_ptr<const XrayRun> run;
  std::optional<int> product;  // the product whose cells are in `run`; none: it has no cells yet
  bool last = true;            // false: another message, with the cells, will follow
};
struct FailXray {
  int job = 0;
  std::string why;
  bool stopped = false;
};

using XrayAction =
    std::variant<OpenXray, ShowXrayAnswer, EditXray, SaveXray, TypeXrayPath, WriteXray, DiscardXray, LeaveXraySave,
                 AskXrayLeave, ReloadXray, KeepXray, TellXraySaved, TakeXrayText, LaunchXray, InsertXrayLaunch, RunXray,
                 StopXray, ChooseXrayProduct, StepXrayProduct, StepXrayWarp, StepXrayFinding, ChooseXrayFinding,
                 DeclareXray, ShowXrayBanks, ChooseXrayAccess, StepXrayAccess, AskXrayAccess, HoverXrayByte,
                 ChooseXrayByte, MoveXrayByte, HoverXray, ChooseXrayCell, MoveXrayCell, SetXrayFigurePath, TellXray,
                 TakeXrayRun, FailXray, OpenLive, CloseLive, ChooseLiveTake, ExpectLive, HoverLive, ChooseLive,
                 MoveLive, StepLiveWrong, TakeLive, FailLive>;

// Applies `action`. A product, cell or access that does not exist is not chosen.
void apply_xray(XrayState& state, const XrayAction& action);

// Brings back what was open before another kernel was, and executes it if it never was. Counters go on, so that no late
// news is taken for its own.
void restore_xray(XrayState& state, const XrayState& before);

}  // namespace tcviz::inline app_session
