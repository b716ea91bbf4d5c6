#include "gpu/source/device/child.hpp"

namespace tcviz::inline gpu_device {

// The news that the work goes on, or the reason that it was given up.
struct WorkNews {
  std::string doing = {};
  int done = 0, all = 0;
  std::optional<Fault> fault = {};
  std::string error = {};
};

std::string_view name_of(Fault fault) {
  return std::array<std::string_view, 3>{"negative", "bad input", "unavailable"}.at(static_cast<std::size_t>(fault));
}
constexpr Fault last_of(Fault) { return Fault::Unavailable; }

template <class V>
void fields(V& v, WorkNews& news) {
  v.maybe("doing", news.doing);
  v.maybe("done", news.done);
  v.maybe("all", news.all);
  v.maybe("fault", news.fault);
  v.maybe("error", news.error);
}

namespace {

constexpr std::chrono::milliseconds listen_slice{20};

double seconds(std::chrono::milliseconds time) { return static_cast<double>(time.count()) / 1000; }

Error usual_words(const std::string& who, const Loss& loss) {
  switch (loss.how) {
    case Loss::How::Unsent:
      return unavailable(fmt::format("{} ended early: try again.", who));
    case Loss::How::Ended:
      return unavailable(fmt::format("{} crashed: try again.", who));
    case Loss::How::Silence:
      return negative(fmt::format("{} did not answer for {} s: it was ended.", who, seconds(loss.silence)));
    case Loss::How::Garbled:
      return unavailable(fmt::format("{} was not understood: {}.", who, loss.garbled));
    case Loss::How::Stopped:
      return negative("stopped");
  }
  return negative("stopped");
}

}  // namespace

Status Child::start() {
  if (child_) return Nothing{};
  auto started = ChildProcess::start(terms_.command, terms_.why);
  TCVIZ_TRY(started);
  child_ = std::move(started).value();
  return Nothing{};
}

Error Child::lose(const Loss& loss) {
  child_.reset();
  std::optional<Error> own = terms_.explain ? terms_.explain(loss) : std::nullopt;
  return own ? *std::move(own) : usual_words(terms_.who, loss);
}

Result<nlohmann::json> Child::exchange(const std::string& request, const WorkProgress& progress) {
  TCVIZ_TRY(start());
  if (!child_->send(request)) return lose({Loss::How::Unsent});
  WorkNews news;
  auto heard = std::chrono::steady_clock::now();
  for (std::string bytes;;) {
    const ChildProcess::Answer came = child_->receive(bytes, listen_slice);
    if (came == ChildProcess::Answer::Ended) return lose({Loss::How::Ended, news.doing});
    if (came == ChildProcess::Answer::Frame) {
      heard = std::chrono::steady_clock::now();
      nlohmann::json told = nlohmann::json::from_cbor(bytes, true, false);
      if (told.is_object() && told.contains("answer")) return std::move(told["answer"]);
      const std::string doing = std::exchange(news, {}).doing;
      const Status read = read_record(told, news);
      if (!read) return lose({Loss::How::Garbled, doing, {}, read.error().message});
      if (news.fault) return Error{*news.fault, news.error};
    }
    const auto patience = terms_.patience ? terms_.patience(news.doing) : std::chrono::minutes(2);
    if (std::chrono::steady_clock::now() - heard >= patience) return lose({Loss::How::Silence, news.doing, patience});
    if (progress && !progress(news.doing, news.done, news.all)) return lose({Loss::How::Stopped, news.doing});
  }
}

std::string progress_frame(std::string_view doing, int done, int all) {
  return to_cbor(WorkNews{std::string(doing), done, all});
}

std::string error_frame(const Error& error) { return to_cbor(WorkNews{{}, 0, 0, error.fault, error.message}); }

std::string answer_frame(nlohmann::json answer) {
  std::string bytes;
  nlohmann::json::to_cbor({{"answer", std::move(answer)}}, bytes);
  return bytes;
}

}  // namespace tcviz::inline gpu_device
