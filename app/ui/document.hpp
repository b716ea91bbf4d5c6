// What the window shows, as one plain value. Panels read it and never change it: actions do (action.hpp). Knows nothing
// of Dear ImGui, OpenGL or threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/scene.hpp"
#include "app/ui/camera.hpp"
#include "app/ui/kind_entry.hpp"
#include "gpu/probe/source.hpp"

namespace tcviz {

// What a source answered to every kind it was asked for. Immutable: the worker makes it, panels read it.
struct Answers {
  std::vector<KindResult> results;

  const Result<Layout>* find(std::string_view kind) const;
};

enum class Stage : std::uint8_t {
  NotAsked,
  Wanted,  // the worker has not begun
  Running,
  Answered,
  Stopped,  // by the user, before the end
};

struct SourceState {
  SourceInfo info;
  std::vector<std::string> kinds;  // what it can be asked
  Stage stage = Stage::NotAsked;
  bool stop_wanted = false;
  int done = 0, all = 0;                   // progress of Running, in kinds
  std::shared_ptr<const Answers> answers;  // null until there are some

  bool can_answer(std::string_view kind) const;
  const Layout* layout(std::string_view kind) const;  // null: not known
  bool busy() const { return stage == Stage::Wanted || stage == Stage::Running; }
};

// One slot of one element: what the pointer is on, or what is pinned.
struct Pick {
  Element element;
  Slot slot;
  friend bool operator==(const Pick&, const Pick&) = default;
};

struct Document {
  std::vector<KindEntry> kinds;
  std::vector<SourceState> sources;
  std::string gpu_absence;            // why there is no GPU; empty where there is one
  std::vector<std::string> problems;  // files that were refused

  std::size_t source = 0;  // chosen; sources is never empty
  std::string kind;        // chosen id
  std::string search;
  std::set<std::string> closed;  // headings of the list

  std::optional<Pick> hover, pin;
  Camera camera;
  Theme theme = Theme::Dark;
  int ui_percent = 100;  // the user's scale, on top of the monitor's

  bool help_open = false, about_open = false;
  bool quit = false;
  // Counted up, so that a panel sees a new request by comparing with the last one it served.
  int panel_resets = 0, search_focuses = 0;

  const SourceState& chosen() const { return sources[source]; }
  const Layout* layout() const { return chosen().layout(kind); }
  // The thread to mark: the one under the pointer, or else the pinned one.
  const std::optional<Pick>& marked() const { return hover ? hover : pin; }
};

// Why the chosen source shows no layout of the chosen kind, for a person. `title` is a few words.
struct NoLayout {
  std::string title, reason;
  enum class Remedy : std::uint8_t { None, Wait, Ask, ChooseOther } remedy = Remedy::None;
  std::vector<std::size_t> others;  // sources that do show it
};
NoLayout why_no_layout(const Document& document);

// "probed · driver 580.65.06 · 2026-11-20" and "NVIDIA H200 · 9.0"; empty parts are left out.
std::string stamp(const Provenance& provenance);

}  // namespace tcviz
