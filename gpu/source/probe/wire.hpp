// Requests and answers as bytes, for a probe device that runs in another process.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "gpu/source/probe/probe_device.hpp"

namespace tcviz::inline gpu_probe {

using Requests = std::variant<std::vector<LoadRequest>, std::vector<StoreRequest>, std::vector<ProductRequest>,
                              std::vector<TensorRequest>>;

struct Reply {
  std::variant<ProbeAnswers<Words>, ProbeAnswers<ProbeBytes>> answers;
  bool lost = false;
};

std::string write_requests(const Requests& requests);
Result<Requests> read_requests(const std::string& bytes);
std::string write_reply(const Reply& reply);
Result<Reply> read_reply(const std::string& bytes);

}  // namespace tcviz::inline gpu_probe
