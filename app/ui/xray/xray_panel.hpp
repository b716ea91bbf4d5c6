// The panel of the workspace X-ray: the source of the kernel at the left; at the right the timeline of its products
// (tensor-core instructions), and below it one product, with a description of the cell under the pointer.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "TextEditor.h"
#include "app/scene/pictures/bank_scene.hpp"
#include "app/scene/pictures/step_scene.hpp"
#include "app/session/xray/built_in_xray_examples.hpp"
#include "app/session/xray/xray_action.hpp"
#include "app/ui/kit/path_dialog.hpp"
#include "app/ui/kit/typed_field.hpp"
#include "app/ui/kit/view_panel.hpp"
#include "app/ui/xray/live_pane.hpp"

namespace tcviz::inline app_ui {

// Returns the colour of a verdict.
ImU32 verdict_color(const Ui& ui, const XrayReport& report);

// The editor of the source, with marks beside the lines that findings name.
class XrayEditor {
 public:
  XrayEditor();
  void draw(const Ui& ui, ImVec2 size);
  // True if the editor has the keyboard focus, or had it until this frame (Escape removes the focus before this is
  // called).
  bool focused() const { return focused_ || was_focused_; }
  // Scrolls to line `line`, from 1.
  void show_line(int line);

 private:
  void follow(const Ui& ui);
  std::string text() const;
  float draw_loss(const Ui& ui, float width) const;
  void mark(const Ui& ui);

  TextEditor editor_;
  std::string text_;
  XrayVersion of_;  // which text that is
  int product_line_ = 0;
  std::shared_ptr<const XrayRun> marked_;
  std::optional<Theme> styled_, marked_theme_;
  std::optional<int> wanted_line_;
  bool focused_ = false, was_focused_ = false;
  bool ends_with_return_ = false;  // lines of the text end as those of Windows
  bool is_whole_ = true;           // false: the editor cannot hold the text, and so does not change it
};

// The questions about the kernel's text and its file: a strip if another program changed the file or a save failed, and
// a dialog for the file's name or before the text goes away.
class XraySaveDialog {
 public:
  void draw_strip(const Ui& ui) const;
  void draw(const Ui& ui);

 private:
  void draw_question(const Ui& ui, bool begins);
  void draw_name(const Ui& ui, bool begins);
  void draw_answers(const Ui& ui, bool entered) const;

  std::string title_;
  TypedField name_;
  std::optional<XrayAsks> asked_;
};

// The texts about a run, made again only if run, product or spot changes.
struct XrayWords {
  std::shared_ptr<const XrayRun> run, before;
  std::optional<int> product;
  std::optional<StepSpot> spot;
  int finding = -1;
  std::string verdict, difference, instruction;
  // The verdict in large letters; then the chosen finding, or the first: where, why, and the change that would mend it.
  std::string outcome;
  std::vector<std::string> advice;
  std::string proposal, fields;  // the launch that was proposed, and where its parts come from
  std::vector<std::string> findings, hints;
  std::vector<std::string> cell, path;  // about the marked cell; the path of the element that was asked for last
  void prepare(const XrayState& state);

 private:
  void prepare_advice(const XrayState& state);
};

// The picture of a product, in an area that scrolls if it is too small.
class XrayCanvas {
 public:
  void draw(const Ui& ui, const XrayWords& words, ImVec2 size);

 private:
  struct Inputs {
    const XrayRun* run = nullptr;
    std::optional<int> product;
    float w = 0, h = 0;
    Theme theme = Theme::Dark;
    bool declared = false;
    friend bool operator==(const Inputs&, const Inputs&) = default;
  };
  void build(const Inputs& inputs, const EventSnapshot& event);
  void mark(const Ui& ui, ImVec2 at) const;
  void say(const Ui& ui, const XrayWords& words, ImVec2 at) const;
  void point(const Ui& ui, ImVec2 at) const;
  void keep_in_sight(const Ui& ui);

  Inputs inputs_;
  StepScene scene_;
  std::optional<StepSpot> followed_;
};

// The picture of shared memory with one access: the choice of the access above it, a text about the byte under the
// pointer below it.
class XrayBanksPane {
 public:
  void draw(const Ui& ui, ImVec2 size);

 private:
  struct Inputs {
    std::shared_ptr<const XrayRun> run;  // owned, so that no other run can have its address
    const BankAccess* access = nullptr;
    float w = 0, h = 0;
    Theme theme = Theme::Dark;
    Palette palette = Palette::Safe;
    friend bool operator==(const Inputs&, const Inputs&) = default;
  };
  void prepare(const Ui& ui, const BankAccess* access, ImVec2 room);
  void draw_choice(const Ui& ui);
  void draw_list(const Ui& ui) const;
  void draw_canvas(const Ui& ui, ImVec2 size);
  void mark(const Ui& ui, ImVec2 at) const;
  void say(const Ui& ui, const BankAccess& access, ImVec2 at, float width);
  void keep_in_sight(const Ui& ui);

  std::optional<Inputs> inputs_;
  BankScene scene_;
  std::string title_, cost_;
  std::vector<std::string> names_;  // names of the accesses that loaded the product's operands, then of all others
  std::optional<std::int64_t> said_, followed_;
  std::vector<std::string> words_;  // lines of text about the byte
};

class XrayPanel : public ViewPanel {
 public:
  void draw(const Ui& ui) override;
  PanelKeys keys() const override { return covered_ ? PanelKeys::None : PanelKeys::All; }
  std::vector<Rect> subjects() const override { return {subject_}; }

 private:
  void draw_empty(const Ui& ui);
  void draw_example(const Ui& ui, const XrayExample& example) const;
  void open_example(const Ui& ui, const XrayExample& example, const PlantedFault* fault) const;
  void draw_examples(const Ui& ui) const;
  void draw_question(const Ui& ui) const;
  void draw_head(const Ui& ui);
  void draw_verdict(const Ui& ui);
  void draw_proposal(const Ui& ui);
  void draw_body(const Ui& ui);
  void draw_findings(const Ui& ui, ImVec2 size);
  void draw_timeline(const Ui& ui, float height);
  void draw_product(const Ui& ui, ImVec2 size);
  void draw_switch(const Ui& ui) const;
  float timeline_height(const Ui& ui) const;
  void draw_figure_dialog(const Ui& ui);
  void press_keys(const Ui& ui) const;

  XrayEditor source_;
  XrayCanvas canvas_;
  XrayBanksPane banks_;
  LivePane live_;
  PathDialog figure_;
  XraySaveDialog save_;
  XrayWords words_;
  std::vector<XrayExample> examples_;  // read when needed for the first time
  Rect subject_;
  int shown_finding_ = -1;
  bool covered_ = false;
};

}  // namespace tcviz::inline app_ui
