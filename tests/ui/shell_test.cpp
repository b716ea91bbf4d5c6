// The window around the panels, as a person uses it: palette, menus, sources, arrangements, tour, full screen.
#include <algorithm>

#include "app/session/shared_memory/smem_state.hpp"
#include "app/session/whole/session.hpp"
#include "app/ui/kit/source_list.hpp"
#include "app/ui/window/command_list.hpp"
#include "app/ui/window/menu_rows.hpp"
#include "app/ui/window/shortcuts.hpp"
#include "app/ui/window/tour.hpp"
#include "imgui_internal.h"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

class ShellWindow : public Gui {
 protected:
  void act(Action action) {
    headless_->session().actions().push_back(std::move(action));
    headless_->run_idle();
  }
  static bool active(const char* name) {
    const ImGuiWindow* window = ImGui::FindWindowByName(name);
    return window != nullptr && window->Active && !window->Hidden;
  }
};

// What the first hit of the palette is.
std::string first_hit(const Document& document, std::string_view typed) {
  const std::vector<CommandItem> items = command_items(document);
  const std::vector<CommandHit> hits = find_items(items, typed).hits;
  return hits.empty() ? "" : items[hits.front().item].text;
}

TEST_F(ShellWindow, ThePaletteFindsWhatIsMeant) {
  const Document& d = document();
  EXPECT_EQ(first_hit(d, "high contrast"), "Theme: High contrast");
  EXPECT_EQ(first_hit(d, "gray paper"), "Palette: Print, grey with hatching");
  EXPECT_EQ(first_hit(d, "m32n8k16 acc f32"), "wmma.m32n8k16.acc.f32");
  EXPECT_EQ(first_hit(d, "published"), "published:sm_70");
  EXPECT_EQ(first_hit(d, "published 70"), "published:sm_70");
  EXPECT_EQ(first_hit(d, "ful screen"), "Full screen");
  EXPECT_EQ(first_hit(d, "smaler"), "Text size: Smaller");
  EXPECT_EQ(first_hit(d, "zzzz"), "");
}

bool lists(const Document& document, std::string_view typed, std::string_view text) {
  const std::vector<CommandItem> items = command_items(document);
  const std::vector<CommandHit> hits = find_items(items, typed).hits;
  return std::ranges::any_of(hits, [&](const CommandHit& hit) { return items[hit.item].text == text; });
}

TEST_F(ShellWindow, ThePaletteKnowsWordsOfOtherTools) {
  const Document& d = document();
  EXPECT_EQ(first_hit(d, "cute layout"), "Workspace: Formula");
  EXPECT_EQ(first_hit(d, "copy as cute"), "Workspace: Formula");
  EXPECT_FALSE(lists(d, "A100", "Grids at 100 %"));
  EXPECT_TRUE(lists(d, "at 100", "Grids at 100 %"));
  const std::vector<CommandItem> items = command_items(d);
  EXPECT_EQ(find_items(items, "scale factor").missing.rfind("mma with block scaling is not in this version", 0), 0U);
}

// The fields by the tables of PTX: start, LBO and SBO in units of 16 bytes from bits 0, 16 and 32, the mode in 62
// and 63.
TEST_F(ShellWindow, ADescriptorInTheSearchIsReadAndOpened) {
  for (const char* const typed :
       {"descriptor 0x4000004000010040", "0x4000004000010040", "desc 0x4000004000010040ULL"}) {
    const auto item = descriptor_item(document(), typed);
    ASSERT_TRUE(item) << typed;
    EXPECT_EQ(item->text, "start 1024, LBO 16, SBO 1024, base offset 0, swizzle 128b");
  }
  for (const char* const other :
       {"descriptor", "0x40", "descriptor 0x", "descriptor 0x40g", "m16n8k16 0x4000004000010040"})
    EXPECT_FALSE(descriptor_item(document(), other)) << other;
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P);
    ctx->Yield(3);
    ctx->KeyCharsAppend("descriptor 0x4000004000010040");
    ctx->Yield(3);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(4);
  });
  EXPECT_EQ(document().workspace, Workspace::SharedMemory);
  EXPECT_EQ(document().task<SmemState>().page, SmemPage::Descriptor);
  EXPECT_EQ(document().task<SmemState>().descriptor.bits, 0x4000004000010040U);
}

TEST_F(ShellWindow, ThePaletteHasEveryRowOfTheMenusEveryKindAndEverySource) {
  const std::vector<CommandItem> items = command_items(document());
  const auto has = [&](std::string_view type, const std::string& text) {
    return std::any_of(items.begin(), items.end(),
                       [&](const CommandItem& i) { return i.type == type && i.text == text; });
  };
  for (const MenuRow& row : menu_rows()) {
    if (!can(row, document())) continue;
    const std::string name(row.name);
    EXPECT_TRUE(has("command", row.group.empty() ? name : std::string(row.group) + ": " + name)) << name;
  }
  for (const KindEntry& kind : document().kinds) EXPECT_TRUE(has("kind", kind.id)) << kind.id;
  for (const SourceState& source : document().sources) EXPECT_TRUE(has("source", source.info.name));
}

// A key that a menu shows is one that the table of keys knows, and no key is there twice.
TEST_F(ShellWindow, EveryKeyOfAMenuIsAShortcut) {
  std::vector<Shortcut> all(shortcuts().begin(), shortcuts().end());
  all.insert(all.end(), grid_shortcuts().begin(), grid_shortcuts().end());
  for (const MenuRow& row : menu_rows()) {
    if (row.chord == 0) continue;
    const auto of_row = [&](const Shortcut& s) { return s.chord == row.chord && s.act != nullptr; };
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), of_row)) << row.name;
    EXPECT_FALSE(keys_of(row.chord).empty()) << row.name;
  }
  for (std::size_t a = 0; a < all.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      EXPECT_FALSE(all[a].chord != 0 && all[a].chord == all[b].chord) << all[a].keys << all[a].what;
    }
  }
}

TEST_F(ShellWindow, TypingInThePaletteChoosesAKind) {
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P);
    ctx->Yield(3);
    EXPECT_TRUE(document().commands_open);
    ctx->KeyChars("acc double");
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(3);
    EXPECT_FALSE(document().commands_open);
    EXPECT_EQ(document().kind, "wmma.m8n8k4.acc.f64");
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P);
    ctx->Yield(3);
    ctx->KeyChars("theme");
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(3);
    EXPECT_EQ(document().theme, Theme::Light);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P);
    ctx->Yield(3);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    EXPECT_FALSE(document().commands_open);
  });
}

TEST_F(ShellWindow, TheFieldOfTheTopBarOpensThePaletteAndAClickElsewhereClosesIt) {
  run([&](ImGuiTestContext* ctx) {
    ctx->ItemClick("//##MainMenuBar/##MenuBar/##palette");
    ctx->Yield(3);
    EXPECT_TRUE(document().commands_open);
    ctx->MouseMoveToPos({20, 560});
    ctx->MouseClick();
    ctx->Yield(3);
    EXPECT_FALSE(document().commands_open);
  });
}

TEST_F(ShellWindow, UndoAndRedoByKeyAndByMenu) {
  run([&](ImGuiTestContext* ctx) {
    const std::string before = document().kind;
    click_row(ctx, "wmma.m16n16k16.acc.f16/##kind");
    ctx->Yield();
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    ctx->Yield();
    EXPECT_EQ(document().kind, before);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Y);
    ctx->Yield();
    EXPECT_EQ(document().kind, "wmma.m16n16k16.acc.f16");
    ctx->SetRef("##MainMenuBar");
    ctx->MenuClick("###tcviz/Edit/Undo");
    ctx->Yield();
    EXPECT_EQ(document().kind, before);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
    ctx->Yield();
    EXPECT_EQ(document().kind, "wmma.m16n16k16.acc.f16");
  });
}

TEST_F(ShellWindow, StarsMakeFavourites) {
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_D);
    ctx->Yield(2);
    EXPECT_TRUE(document().favourites.contains("wmma.m16n16k16.acc.f32"));
    open_kinds(ctx);
    ctx->SetRef(ctx->WindowInfo("//###kinds/##rows").ID);
    EXPECT_TRUE(ctx->ItemExists("wmma.m16n16k16.acc.f32 favourite/##kind"));
    ctx->MouseMove("wmma.m16n16k16.acc.f32 favourite/##kind");  // into sight
    const ImRect row = ctx->ItemInfo("wmma.m16n16k16.acc.f32 favourite/##kind").RectFull;
    ctx->MouseMoveToPos({row.Max.x - 8, row.GetCenter().y});
    ctx->MouseClick();
    ctx->Yield(2);
    EXPECT_TRUE(document().favourites.empty());
  });
}

TEST_F(ShellWindow, SourcesAreFoundByTypingAndChosenByEnter) {
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_L);
    ctx->Yield(3);
    ctx->KeyChars("publ 70");
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(3);
  });
  EXPECT_EQ(document().chosen().info.name, "published:sm_70");
  EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
}

// Every pair of them, by one key each way.
TEST_F(ShellWindow, EveryWorkspaceIsReachedFromEveryOther) {
  run([&](ImGuiTestContext* ctx) {
    const auto go = [&](const WorkspaceRow& row) {
      const auto n = static_cast<int>(&row - workspace_rows);
      ctx->KeyPress(n < 9 ? static_cast<int>(ImGuiMod_Ctrl) | (ImGuiKey_1 + n)
                          : static_cast<int>(ImGuiMod_Ctrl) | static_cast<int>(ImGuiMod_Shift) | ImGuiKey_X);
      ctx->Yield(3);
      EXPECT_EQ(document().workspace, row.workspace) << row.word;
    };
    for (const WorkspaceRow& from : workspace_rows) {
      for (const WorkspaceRow& to : workspace_rows) {
        if (&from == &to) continue;
        go(from);
        go(to);
      }
    }
  });
}

TEST_F(ShellWindow, TabsOpenWorkspacesAndEscapeGoesBack) {
  run([&](ImGuiTestContext* ctx) {
    const bool tabs = ctx->ItemExists("//##MainMenuBar/##MenuBar/operations/##tab");
    if (tabs) ctx->ItemClick("//##MainMenuBar/##MenuBar/operations/##tab");
    if (!tabs) ctx->ItemClick("//##MainMenuBar/##MenuBar/##workspace");
    ctx->Yield(2);
    if (!tabs) ctx->ItemClick("//$FOCUSED/Operations");
    ctx->Yield(4);
    EXPECT_EQ(document().workspace, Workspace::Operations);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_6);
    ctx->Yield(3);
    EXPECT_EQ(document().workspace, Workspace::Tiles);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    EXPECT_EQ(document().workspace, Workspace::Operations);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    EXPECT_EQ(document().workspace, Workspace::Layout);
  });
}

// What is chosen where it cannot be seen is shown where it can.
TEST_F(ShellWindow, AKindThatIsChosenIsSeen) {
  act(ShowWorkspace{Workspace::Products});
  act(ChooseKind{"wmma.m8n8k4.acc.f64"});
  EXPECT_EQ(document().workspace, Workspace::Layout);
  act(ShowWorkspace{Workspace::Operations});
  act(ChooseKind{"wmma.m16n16k16.acc.f16"});
  EXPECT_EQ(document().workspace, Workspace::Operations);
}

TEST_F(ShellWindow, ThePinGoesAlong) {
  const Pick pin{{9, 6}, {7, 2}};
  act(SetPin{pin});
  for (const WorkspaceRow& row : workspace_rows) act(ShowWorkspace{row.workspace});
  act(SetViewMode{ViewMode::Product});
  ASSERT_TRUE(document().pin.has_value());
  EXPECT_EQ(document().pin->layout, 2);  // of A, B and the accumulator
  act(SetViewMode{ViewMode::Threads});
  EXPECT_EQ(document().pin, pin);
}

TEST_F(ShellWindow, FullScreenIsTheGridsAlone) {
  const ImVec2 before = ImGui::FindWindowByName("Grids###grids")->Size;
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_F11);
    ctx->Yield(4);
    EXPECT_TRUE(document().full_screen);
    EXPECT_FALSE(active("##MainMenuBar"));
    EXPECT_FALSE(active("###formula_line"));
    EXPECT_GT(ImGui::FindWindowByName("Grids###grids")->Size.y, before.y);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(4);
    EXPECT_FALSE(document().full_screen);
    ctx->KeyPress(ImGuiKey_F11);
    ctx->Yield(3);
    ctx->ItemClick("//##back/Leave full screen (Esc)");
    ctx->Yield(4);
  });
  EXPECT_FALSE(document().full_screen);
  EXPECT_FLOAT_EQ(ImGui::FindWindowByName("Grids###grids")->Size.y, before.y);
}

// The button that leaves full screen lies over no panel; only where the grids are alone it stands beside their line.
TEST_F(ShellWindow, TheWayOutOfFullScreenCoversNothing) {
  act(SetFullScreen{true});
  for (const WorkspaceRow& row : workspace_rows) {
    act(ShowWorkspace{row.workspace});
    const ImRect back = ImGui::FindWindowByName("##back")->Rect();
    const auto covered = std::ranges::count_if(ImGui::GetCurrentContext()->Windows, [&](const ImGuiWindow* window) {
      const bool is_panel = std::string_view(window->Name).find("###") != std::string_view::npos;
      return is_panel && window->Active && !window->Hidden && window->Rect().Overlaps(back);
    });
    EXPECT_EQ(covered > 0, row.workspace == Workspace::Layout || row.workspace == Workspace::Compare) << row.word;
  }
}

TEST_F(ShellWindow, TheTourGoesFromCardToCardAndEndsWithAnElement) {
  run([&](ImGuiTestContext* ctx) {
    ctx->SetRef("##MainMenuBar");
    ctx->MenuClick("###tcviz/Help/Tour");
    ctx->Yield(2);
    EXPECT_EQ(document().tour_step, 0);
    for (int step = 1; step < tour_steps; ++step) {
      ctx->ItemClick("//###tour/Next");
      ctx->Yield(3);
      EXPECT_EQ(document().tour_step, step);
    }
    const auto& pin = document().pin;
    EXPECT_TRUE(pin.has_value());
    EXPECT_EQ(document().layout()->element(pin->slot), pin->element);
    ctx->ItemClick("//###tour/Back");
    ctx->Yield(2);
    ctx->ItemClick("//###tour/Next");
    ctx->Yield(2);
    ctx->ItemClick("//###tour/Done");
    ctx->Yield(2);
    EXPECT_FALSE(document().tour_step.has_value());
    EXPECT_TRUE(document().pin.has_value());  // to walk on from
  });
}

// What the last card says, against what the published figure of the accumulator shows.
TEST_F(ShellWindow, TheTourExplainsWhatIsOnScreen) {
  act(SetPin{Pick{{9, 6}, {7, 2}}});
  const std::string text = explain_pick(document());
  EXPECT_NE(text.find("Element (9, 6) of wmma.m16n16k16.acc.f32 is x[2] of thread 7, in R2 [31:0]"), text.npos) << text;
  EXPECT_NE(text.find("No other thread"), text.npos);
  act(ChooseKind{"wmma.m16n16k16.a.f16.row"});
  act(SetPin{pick_to_explain(document())});
  EXPECT_NE(explain_pick(document()).find("held 2 times"), text.npos) << explain_pick(document());
  act(ChooseSource{1});  // which does not know this kind
  EXPECT_FALSE(pick_to_explain(document()).has_value());
  EXPECT_NE(explain_pick(document()).find("Nothing is on screen"), text.npos);
}

TEST_F(ShellWindow, TheTourCanBeLeft) {
  act(SetTour{2});
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    EXPECT_FALSE(document().tour_step.has_value());
  });
  act(SetTour{1});
  run([&](ImGuiTestContext* ctx) { ctx->ItemClick("//###tour/Skip the tour"); });
  EXPECT_FALSE(document().tour_step.has_value());
}

TEST_F(ShellWindow, MessagesStandInTheStatusBarAndCanBeCleared) {
  act(WindowAction(AddProblem{"a file was refused"}));
  run([&](ImGuiTestContext* ctx) {
    ctx->ItemClick("//##status/##problem");
    ctx->Yield(3);
    ctx->ItemClick("//$FOCUSED/Clear messages");
    ctx->Yield(2);
  });
  EXPECT_TRUE(document().problems.empty());
}

TEST(SmallWindow, EveryPanelFitsFrom640x400) {
  Sources sources = sample_sources();
  struct Size {
    int width, height;
    double scale;
  };
  for (const Size size : {Size{640, 400, 1}, Size{1024, 640, 1}, Size{1024, 640, 2}, Size{3840, 2160, 2}}) {
    auto made = Headless::make(sources, {}, size.width, size.height, size.scale);
    ASSERT_TRUE(made.ok()) << made.error().message;
    for (const Action& open : {Action(ShowView{ViewId::Kinds}), Action(ShowView{ViewId::Inspector}),
                               Action(ShowHelp{true}), Action(SetTour{4}), Action(ShowCommands{true})}) {
      made.value()->session().actions().push_back(open);
      made.value()->run_idle();
    }
    for (const char* name :
         {"Kinds###kinds", "Grids###grids", "Inspector###inspector", "###help", "###tour", "###palette"}) {
      const ImGuiWindow* window = ImGui::FindWindowByName(name);
      ASSERT_NE(window, nullptr) << name;
      EXPECT_GE(window->Pos.x, 0) << name << size.width;
      EXPECT_LE(window->Pos.x + window->Size.x, static_cast<float>(size.width)) << name << size.width;
      EXPECT_LE(window->Pos.y + window->Size.y, static_cast<float>(size.height)) << name << size.height;
      EXPECT_GE(window->Size.x, 100) << name << size.width;
    }
  }
}

}  // namespace
}  // namespace tcviz
