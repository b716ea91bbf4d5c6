// A session without a window on the layouts that travel with the program, in which lessons are opened.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "app/session/learn/learn_action.hpp"
#include "app/session/whole/session.hpp"
#include "app/session/xray/xray_works.hpp"
#include "gpu/source/manual/manual.hpp"
#include "gpu/source/probe/discover.hpp"
#include "tests/assets/assets.hpp"
#include "tests/session/xray_stand_in.hpp"

namespace tcviz {

inline Sources learn_sources() {
  DiscoverOptions options;
  for (const std::string_view name : {"sm_90", "published_sm_70", "published_sm_75", "published_sm_80", "compiled"})
    options.shipped.push_back({name, asset(std::string(name) + ".json")});
  options.look_for_gpus = false;
  options.stated = manual_layout;
  Sources sources = discover_sources(options);
  sources.add(make_manual_source());
  return sources;
}

inline WindowOptions with_xray() {
  WindowOptions options;
  options.task<XrayWorks>().run_xray = xray_here();
  return options;
}

class Learn : public testing::Test {
 protected:
  Learn() : sources_(learn_sources()), session_(Session::make(sources_, with_xray(), [] {}).value()) {
    session_->settle();
  }

  const Document& document() const { return session_->document(); }
  const LearnState& learn() const { return document().learn; }
  void act(const Action& action) {
    session_->actions().push_back(action);
    session_->settle();
  }
  void open(const std::string& id, int step = 0) { act(LearnAction(OpenLesson{id, step})); }
  void enter() { act(LearnAction(GoOnLearning{})); }
  void escape() { act(LearnAction(GoBackLearning{})); }
  // Where a click on the cell of a slot leads.
  Action pin_of(Slot slot) const { return SetPin{Pick{*document().layout()->element(slot), slot, 0}}; }

  Sources sources_;
  std::unique_ptr<Session> session_;
};

}  // namespace tcviz
