#include "app/session/whole/tasks.hpp"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "app/session/learn/learn_task.hpp"
#include "app/session/maxas/maxas_task.hpp"
#include "app/session/operations/operations_task.hpp"
#include "app/session/products/products_task.hpp"
#include "app/session/shared_memory/smem_task.hpp"
#include "app/session/whole/workspace_moves.hpp"
#include "app/session/xray/xray_task.hpp"
#include "gpu/layout/record.hpp"

namespace tcviz::inline app_session {
namespace {

using nlohmann::json;

template <class... Task>
struct TaskList {
  // Calls `f` for each task, in the order of the list (in which they are also asked to open a file).
  template <class F>
  static void for_each(F f) {
    (f.template operator()<Task>(), ...);
  }
};
using Tasks = TaskList<XrayTask, OperationsTask, ProductsTask, MaxasTask, LearnTask, SmemTask>;

// Calls `f` for each task that has Linked.
template <class F>
void for_each_linked(F f) {
  Tasks::for_each([&]<class Task>() {
    if constexpr (requires { typename Task::Linked; }) f.template operator()<Task>();
  });
}

template <class Task>
bool is_shown(const Document& d) {
  return std::ranges::find(Task::keys, d.workspace, &LinkKey::workspace) != std::end(Task::keys);
}

// Calls `f` with the task that is shown, if it has figures of its own.
template <class F>
void with_figure(const Document& d, F f) {
  Tasks::for_each([&]<class Task>() {
    if constexpr (requires { &Task::figure; }) {
      if (is_shown<Task>(d)) f.template operator()<Task>();
    }
  });
}

// A task's part of a link, under one of its keys.
template <class Task>
struct LinkPart {
  typename Task::Linked& linked;
  Workspace of;
};
template <class V, class Task>
void fields(V& v, LinkPart<Task>& part) {
  Task::fields(v, part.linked, part.of);
}

// Leaves out what is as usual.
void shorten(json& part, const json& usual) {
  for (auto member = part.begin(); member != part.end();) {
    const auto same = usual.find(member.key());
    if (same != usual.end() && member->is_object() && same->is_object()) shorten(*member, *same);
    const bool is_usual = same != usual.end() && (*member == *same || (member->is_object() && member->empty()));
    member = is_usual ? part.erase(member) : std::next(member);
  }
}

template <class Task>
json short_part(typename Task::Linked linked, Workspace of) {
  typename Task::Linked usual{};
  json part = write_record(LinkPart<Task>{linked, of});
  shorten(part, write_record(LinkPart<Task>{usual, of}));
  return part;
}

template <class Task>
Status read_part(const json& object, const LinkKey& of, typename Task::Linked& linked) {
  const auto found = object.find(of.key);
  if (found == object.end()) return Nothing{};
  if (!found->is_object()) return bad_input(fmt::format("{} is no object", of.key));
  LinkPart<Task> part{linked, of.workspace};
  if (!read_record(*found, part, Missing::Kept)) return bad_input(std::string(mistyped_link));
  if constexpr (requires { Task::mend(linked); }) Task::mend(linked);
  return Nothing{};
}

}  // namespace

Document::Document() {
  Tasks::for_each([&]<class Task>() {
    if constexpr (requires { typename Task::State; }) task<typename Task::State>();
  });
}

bool apply_to_task(Document& document, const Action& action) {
  bool applied = false;
  Tasks::for_each([&]<class Task>() {
    if constexpr (requires { &Task::apply; }) {
      const auto* const mine = action.as<typename Task::Action>();
      if (mine == nullptr) return;
      applied = true;
      auto& state = document.task<typename Task::State>();
      Task::apply(state, *mine);
      if constexpr (requires { &Task::leads_to; }) {
        const auto workspace = Task::leads_to(state, *mine);
        const bool in_lesson = document.workspace == Workspace::Learn && workspace == shown_workspace(document);
        if (workspace && !in_lesson) go_to(document, *workspace);  // which gives it the keys where it is open
      }
    }
  });
  return applied;
}

std::optional<Result<Action>> opened_by_task(const FileText& file) {
  std::optional<Result<Action>> opened;
  Tasks::for_each([&]<class Task>() {
    if constexpr (requires { &Task::opens; }) {
      if (opened) return;
      auto action = Task::opens(file);
      if (action) opened = action->ok() ? Result<Action>(std::move(*action).value()) : Result<Action>(action->error());
    }
  });
  return opened;
}

void link_tasks(const Document& document, Link& link) {
  for_each_linked(
      [&]<class Task>() { link.task<typename Task::Linked>() = Task::linked(document.task<typename Task::State>()); });
}

void write_tasks(const Link& link, json& object) {
  const Workspace here = link.kept.at.workspace;
  for_each_linked([&]<class Task>() {
    for (const LinkKey& of : Task::keys)
      if (of.workspace == here)
        object[std::string(of.key)] = short_part<Task>(link.task<typename Task::Linked>(), here);
  });
}

Status read_tasks(const json& object, Link& link) {
  Status read = Nothing{};
  for_each_linked([&]<class Task>() {
    for (const LinkKey& of : Task::keys)
      if (read) read = read_part<Task>(object, of, link.task<typename Task::Linked>());
  });
  return read;
}

void reset_tasks(Document& document, const Link& link) {
  for_each_linked([&]<class Task>() {
    if constexpr (requires { Task::begins_anew; })
      Task::follow(document.task<typename Task::State>(), link.task<typename Task::Linked>(), link.kept.at.workspace);
  });
}

void follow_in_task(Document& document, const Link& link) {
  for_each_linked([&]<class Task>() {
    if (!is_shown<Task>(document)) return;
    const auto& linked = link.task<typename Task::Linked>();
    Task::follow(document.task<typename Task::State>(), linked, document.workspace);
    if constexpr (requires { &Task::file_wanted; }) {
      if (std::string file = Task::file_wanted(linked); !file.empty()) document.open_wanted.push_back(std::move(file));
    }
  });
}

std::string figure_path_of_task(const Document& document) {
  std::string path;
  with_figure(document, [&]<class Task>() { path = Task::figure_path(document.task<typename Task::State>()); });
  return path;
}

std::optional<Result<FigureBytes>> figure_of_task(const Document& document, const FigureWish& wish,
                                                  const TaskParts& works) {
  std::optional<Result<FigureBytes>> made;
  with_figure(document, [&]<class Task>() { made = Task::figure(document.task<typename Task::State>(), wish, works); });
  return made;
}

}  // namespace tcviz::inline app_session
