#include "gpu/source/probe/wire.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

namespace tcviz::inline gpu_probe {

using nlohmann::json;

namespace {

std::string_view id_of(const Kind* kind) { return kind == nullptr ? std::string_view() : kind->id; }

json to_json(const LoadRequest& r) {
  return {{"kind", id_of(r.kind)},
          {"image_bytes", r.image_bytes},
          {"row_images", r.row_images},
          {"row_leading_dimension", r.row_leading_dimension},
          {"col_leading_dimension", r.col_leading_dimension},
          {"images", json::binary(r.images)}};
}

json to_json(const StoreRequest& r) {
  return {{"kind", id_of(r.kind)},
          {"partner", id_of(r.partner)},
          {"leading_dimension", r.leading_dimension},
          {"one", r.one},
          {"code", json::binary(r.code)}};
}

json to_json(const ProductRequest& r) { return {{"kind", id_of(r.kind)}, {"a", r.a}, {"b", r.b}, {"c", r.c}}; }

json to_json(const TensorRequest& r) {
  return {{"kind", id_of(r.kind)},  {"instruction", r.instruction},
          {"patterns", r.patterns}, {"words", r.words},
          {"hot", r.hot},           {"width", r.width},
          {"slots", r.slots},       {"record_words", r.record_words},
          {"values", r.values}};
}

const Kind* kind_of(const json& id) { return find_kind(id.get<std::string>()); }

void from_json(const json& j, LoadRequest& r) {
  r = {kind_of(j.at("kind")),         j.at("image_bytes"),           j.at("row_images"),
       j.at("row_leading_dimension"), j.at("col_leading_dimension"), ProbeBytes(j.at("images").get_binary())};
}

void from_json(const json& j, StoreRequest& r) {
  r = {kind_of(j.at("kind")), kind_of(j.at("partner")), j.at("leading_dimension"), j.at("one"),
       ProbeBytes(j.at("code").get_binary())};
}

void from_json(const json& j, ProductRequest& r) {
  r = {kind_of(j.at("kind")), j.at("a").get<Words>(), j.at("b").get<Words>(), j.at("c").get<Words>()};
}

void from_json(const json& j, TensorRequest& r) {
  r = {kind_of(j.at("kind")),
       j.at("instruction"),
       j.at("patterns"),
       j.at("words").get<Words>(),
       j.at("hot"),
       j.at("width"),
       j.at("slots"),
       j.at("record_words"),
       j.at("values").get<std::vector<std::uint64_t>>()};
}

template <class Request>
std::vector<Request> list(const json& items) {
  std::vector<Request> requests(items.size());
  for (std::size_t at = 0; at < items.size(); ++at) from_json(items[at], requests[at]);
  for (const Request& request : requests) {
    if (request.kind == nullptr) throw std::invalid_argument("unknown kind");
  }
  return requests;
}

template <class T>
json to_json(const ProbeAnswers<T>& answers) {
  json items = json::array();
  for (const auto& answer : answers) {
    if (!answer)
      items.push_back(nullptr);
    else if (answer->ok())
      items.push_back({{"data", answer->value()}});
    else
      items.push_back({{"error", answer->error().message}});
  }
  return items;
}

template <class T>
ProbeAnswers<T> answers_from(const json& items) {
  ProbeAnswers<T> answers;
  for (const json& item : items) {
    if (item.is_null())
      answers.emplace_back();
    else if (item.contains("error"))
      answers.emplace_back(unavailable(item.at("error")));
    else
      answers.emplace_back(item.at("data").get<T>());
  }
  return answers;
}

std::string pack(const json& message) {
  const std::vector<std::uint8_t> bytes = json::to_msgpack(message);
  return {bytes.begin(), bytes.end()};
}

constexpr std::string_view operations[] = {"load", "store", "multiply", "execute"};

}  // namespace

std::string write_requests(const Requests& requests) {
  json items = json::array();
  std::visit(
      [&](const auto& all) {
        for (const auto& request : all) items.push_back(to_json(request));
      },
      requests);
  return pack({{"operation", operations[requests.index()]}, {"requests", std::move(items)}});
}

Result<Requests> read_requests(const std::string& bytes) try {
  const json message = json::from_msgpack(bytes);
  const std::string operation = message.at("operation");
  const json& items = message.at("requests");
  if (operation == operations[0]) return Requests(list<LoadRequest>(items));
  if (operation == operations[1]) return Requests(list<StoreRequest>(items));
  if (operation == operations[2]) return Requests(list<ProductRequest>(items));
  return Requests(list<TensorRequest>(items));
} catch (const std::exception& problem) {
  return bad_input(fmt::format("a message between the probing processes is damaged: {}", problem.what()));
}

std::string write_reply(const Reply& reply) {
  json answers = std::visit([](const auto& all) { return to_json(all); }, reply.answers);
  return pack({{"bytes", reply.answers.index() == 1}, {"lost", reply.lost}, {"answers", std::move(answers)}});
}

Result<Reply> read_reply(const std::string& bytes) try {
  const json message = json::from_msgpack(bytes);
  Reply reply;
  if (message.at("bytes").get<bool>())
    reply.answers = answers_from<ProbeBytes>(message.at("answers"));
  else
    reply.answers = answers_from<Words>(message.at("answers"));
  reply.lost = message.at("lost");
  return reply;
} catch (const std::exception& problem) {
  return bad_input(fmt::format("a message between the probing processes is damaged: {}", problem.what()));
}

}  // namespace tcviz::inline gpu_probe
