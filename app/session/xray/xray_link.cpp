#include "app/session/xray/xray_link.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/session/base/json_take.hpp"
#include "app/session/xray/xray_action.hpp"

namespace tcviz::inline app_session {

nlohmann::json write_xray(const XrayLook& look) {
  nlohmann::json object = {{"declared", look.declared}, {"banks", look.banks}};
  if (look.live_asked)
    object["live"] = {look.live_asked->path, std::to_string(look.live_asked->at), look.live_asked->expect};
  const bool is_large = look.source.size() > most_linked_source;
  if (look.name.empty() || (is_large && look.path.empty())) return object;
  object["name"] = look.name;
  if (is_large)
    object["path"] = look.path;
  else
    object["source"] = look.source;
  if (!look.launch.empty() && look.launch.size() <= most_linked_source) object["launch"] = look.launch;
  object["cuda"] = look.is_cuda;
  if (!look.example.empty()) object["example"] = {look.example, look.fault};
  if (look.product) object["product"] = *look.product;
  if (look.chosen) object["chosen"] = {look.chosen->tile, look.chosen->row, look.chosen->col};
  return object;
}

XrayLook read_xray(const nlohmann::json& object) {
  XrayLook look;
  take(object, "name", look.name);
  take(object, "source", look.source);
  take(object, "path", look.path);
  take(object, "launch", look.launch);
  if (object.contains("live")) {
    const auto live = object.at("live").get<std::array<std::string, 3>>();
    look.live_asked = LiveQuestion{live[0], std::atoi(live[1].c_str()), live[2]};
  }
  take(object, "cuda", look.is_cuda);
  take(object, "product", look.product);
  take(object, "declared", look.declared);
  take(object, "banks", look.banks);
  if (object.contains("example")) {
    const auto example = object.at("example").get<std::array<std::string, 2>>();
    look.example = example[0], look.fault = example[1];
  }
  if (!object.contains("chosen")) return look;
  const auto chosen = object.at("chosen").get<std::array<int, 3>>();
  look.chosen = StepSpot{chosen[0], chosen[1], chosen[2]};
  return look;
}

// What was chosen stands before its product is there; it is dropped when that comes and does not have it.
void follow_xray(XrayState& state, const XrayLook& look) {
  apply_xray(state, DeclareXray{look.declared});
  apply_xray(state, ShowXrayBanks{look.banks});
  if (!look.name.empty() && !look.source.empty()) {
    apply_xray(state, OpenXray{look.name, look.source, look.is_cuda, look.example, look.fault});
    state.launch = look.launch;
    state.product = look.product && *look.product >= 0 ? look.product : std::nullopt;
    state.chosen = look.chosen;
  }
  if (!look.live_asked) return;
  apply_xray(state, OpenLive{look.live_asked->path, std::filesystem::path(look.live_asked->path).filename().string()});
  state.live->at = std::max(0, look.live_asked->at);
  state.live_asked->at = state.live->at;
  apply_xray(state, ExpectLive{look.live_asked->expect});
}

}  // namespace tcviz::inline app_session
