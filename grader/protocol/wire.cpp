#include "protocol/wire.hpp"

#include <algorithm>
#include <cstring>

namespace grader::wire {
namespace {

constexpr std::uint32_t request_magic = 0x514d5301;  // "\1SMQ"
constexpr std::uint32_t reply_magic = 0x524d5301;    // "\1SMR"

class Writer {
 public:
  template <class T>
  void number(T value) {
    append(&value, sizeof value);
  }

  void text(const std::string& value) {
    number(static_cast<std::uint32_t>(value.size()));
    append(value.data(), value.size());
  }

  void array(const Shape& shape, const std::vector<double>& values) {
    number(static_cast<std::uint32_t>(shape.size()));
    for (const std::size_t length : shape) number(static_cast<std::uint64_t>(length));
    number(static_cast<std::uint64_t>(values.size()));
    append(values.data(), values.size() * sizeof(double));
  }

  Bytes take() { return std::move(bytes_); }

 private:
  void append(const void* data, std::size_t size) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
  }

  Bytes bytes_;
};

/// Reads from the front; after the first read that does not fit, `ok()` is false and all reads give
/// zero.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && rest_.empty(); }

  template <class T>
  T number() {
    T value{};
    if (take(sizeof value)) std::memcpy(&value, taken_.data(), sizeof value);
    return value;
  }

  std::string text(std::size_t limit) {
    const auto size = number<std::uint32_t>();
    if (size > limit || !take(size)) return fail<std::string>();
    return {reinterpret_cast<const char*>(taken_.data()), size};
  }

  /// An array whose number of values is that of its shape, or none where `may_be_bare`.
  Tensor array(bool may_be_bare) {
    Tensor array;
    const auto rank = number<std::uint32_t>();
    if (rank > rank_limit) return fail<Tensor>();
    bool fits = true;
    std::uint64_t count = 1;
    for (std::uint32_t axis = 0; axis < rank; ++axis) {
      const auto length = number<std::uint64_t>();
      fits = fits && !__builtin_mul_overflow(count, length, &count);
      array.shape.push_back(length);
    }
    const auto sent = number<std::uint64_t>();
    const bool bare = may_be_bare && sent == 0 && (!fits || count > element_limit);
    if (bare) return array;
    if (!fits || sent != count || sent > rest_.size() / sizeof(double)) return fail<Tensor>();
    take(sent * sizeof(double));
    array.values.resize(sent);
    if (sent > 0) std::memcpy(array.values.data(), taken_.data(), taken_.size());
    return array;
  }

 private:
  bool take(std::size_t size) {
    if (!ok_ || size > rest_.size()) {
      ok_ = false;
      return false;
    }
    taken_ = rest_.first(size);
    rest_ = rest_.subspan(size);
    return true;
  }

  template <class T>
  T fail() {
    ok_ = false;
    return T{};
  }

  std::span<const std::byte> rest_;
  std::span<const std::byte> taken_;
  bool ok_ = true;
};

}  // namespace

namespace {

void append(Writer& writer, const Recorded& recorded) {
  writer.number(static_cast<std::uint32_t>(recorded.steps.size()));
  for (const NamedTensor& step : recorded.steps) {
    writer.text(step.name);
    writer.array(step.tensor.shape, step.tensor.values);
  }
  writer.number(static_cast<std::uint32_t>(recorded.results.size()));
  for (const Tensor& result : recorded.results) writer.array(result.shape, result.values);
  writer.number(static_cast<std::uint32_t>(recorded.wrong.size()));
  for (const std::size_t number : recorded.wrong) writer.number(std::uint64_t{number});
}

void append(Writer& writer, const Given& given) {
  writer.number(given.versions);
  writer.number(static_cast<std::uint32_t>(given.costs.size()));
  for (const std::uint32_t cost : given.costs) writer.number(cost);
  writer.number(given.tolerance.rtol);
  writer.number(given.tolerance.atol);
  for (const auto* names : {&given.compared_only, &given.set_aside}) {
    writer.number(static_cast<std::uint32_t>(names->size()));
    for (const std::string& name : *names) writer.text(name);
  }
  writer.number(static_cast<std::uint32_t>(given.cases.size()));
  for (const Recorded& each : given.cases) append(writer, each);
}

Recorded recorded_in(Reader& reader) {
  Recorded recorded;
  const auto steps = reader.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < steps && reader.ok(); ++i) {
    std::string name = reader.text(text_limit);
    recorded.steps.push_back({std::move(name), reader.array(true)});
  }
  const auto results = reader.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < results && reader.ok(); ++i)
    recorded.results.push_back(reader.array(true));
  const auto wrong = reader.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < wrong && reader.ok(); ++i)
    recorded.wrong.insert(reader.number<std::uint64_t>());
  return recorded;
}

Given given_in(Reader& reader) {
  Given given;
  given.versions = reader.number<std::uint32_t>();
  const auto costs = reader.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < costs && reader.ok(); ++i)
    given.costs.push_back(reader.number<std::uint32_t>());
  given.tolerance.rtol = reader.number<double>();
  given.tolerance.atol = reader.number<double>();
  for (auto* names : {&given.compared_only, &given.set_aside}) {
    const auto count = reader.number<std::uint32_t>();
    for (std::uint32_t i = 0; i < count && reader.ok(); ++i) names->insert(reader.text(text_limit));
  }
  const auto cases = reader.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < cases && reader.ok(); ++i)
    given.cases.push_back(recorded_in(reader));
  return given;
}

}  // namespace

Bytes encode(const Request& request) {
  Writer writer;
  writer.number(request_magic);
  writer.number(request.nonce);
  writer.number(request.calls);
  writer.number(request.conditions);
  writer.number(static_cast<std::uint32_t>(request.inputs.size()));
  for (const Tensor& input : request.inputs) writer.array(input.shape, input.values);
  writer.number(static_cast<std::uint32_t>(request.given.has_value()));
  if (request.given) append(writer, *request.given);
  return writer.take();
}

std::optional<Request> decode_request(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  if (reader.number<std::uint32_t>() != request_magic) return std::nullopt;
  Request request;
  request.nonce = reader.number<std::uint64_t>();
  request.calls = reader.number<std::uint32_t>();
  if (request.calls == 0) return std::nullopt;
  request.conditions = reader.number<std::uint32_t>();
  const auto count = reader.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
    Tensor array = reader.array(false);
    request.inputs.push_back({std::move(array.shape), std::move(array.values)});
  }
  if (reader.number<std::uint32_t>() != 0) request.given = given_in(reader);
  if (!reader.at_end()) return std::nullopt;
  if (request.given && request.given->cases.size() != request.calls) return std::nullopt;
  return request;
}

Bytes encode(const Reply& reply) {
  Writer writer;
  writer.number(reply_magic);
  writer.number(reply.nonce);
  writer.number(static_cast<std::uint32_t>(reply.kind));
  writer.text(reply.text.substr(0, text_limit));
  writer.number(static_cast<std::uint32_t>(reply.results.size()));
  for (const Tensor& result : reply.results) writer.array(result.shape, result.values);
  writer.number(static_cast<std::uint32_t>(reply.steps.size()));
  for (const NamedTensor& step : reply.steps) {
    writer.text(step.name.substr(0, text_limit));
    writer.array(step.tensor.shape, step.tensor.values);
  }
  const std::size_t frames = std::min(reply.frames.size(), frame_limit);
  writer.number(static_cast<std::uint32_t>(frames));
  for (std::size_t i = 0; i < frames; ++i) writer.number(reply.frames[i]);
  return writer.take();
}

namespace {

std::optional<Reply> reply_from(Reader& reader) {
  if (reader.number<std::uint32_t>() != reply_magic) return std::nullopt;
  Reply reply;
  reply.nonce = reader.number<std::uint64_t>();
  const auto kind = reader.number<std::uint32_t>();
  if (kind < 1 || kind > static_cast<std::uint32_t>(ReplyKind::ended)) return std::nullopt;
  reply.kind = static_cast<ReplyKind>(kind);
  reply.text = reader.text(text_limit);
  const auto results = reader.number<std::uint32_t>();
  if (results > result_limit || (results > 0) != (reply.kind == ReplyKind::returned)) {
    return std::nullopt;
  }
  for (std::uint32_t i = 0; i < results && reader.ok(); ++i) {
    reply.results.push_back(reader.array(true));
  }
  const auto steps = reader.number<std::uint32_t>();
  if (steps > step_limit) return std::nullopt;
  for (std::uint32_t i = 0; i < steps && reader.ok(); ++i) {
    std::string name = reader.text(text_limit);
    reply.steps.push_back({std::move(name), reader.array(true)});
  }
  const auto frames = reader.number<std::uint32_t>();
  if (frames > frame_limit) return std::nullopt;
  for (std::uint32_t i = 0; i < frames && reader.ok(); ++i) {
    reply.frames.push_back(reader.number<std::uint64_t>());
  }
  if (!reader.ok()) return std::nullopt;
  return reply;
}

}  // namespace

std::vector<Reply> decode_replies(std::span<const std::byte> bytes, std::size_t count) {
  Reader reader(bytes);
  std::vector<Reply> replies;
  while (replies.size() < count) {
    std::optional<Reply> reply = reply_from(reader);
    if (!reply) return {};
    replies.push_back(std::move(*reply));
  }
  if (!reader.at_end()) return {};
  return replies;
}

std::optional<Reply> decode_reply(std::span<const std::byte> bytes) {
  std::vector<Reply> replies = decode_replies(bytes, 1);
  return replies.empty() ? std::nullopt : std::optional(std::move(replies.front()));
}

std::optional<LateFailure> decode_late_failure(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  std::optional<Reply> answer = reply_from(reader);
  if (!answer || answer->kind != ReplyKind::returned) return std::nullopt;
  std::optional<Reply> failure = reply_from(reader);
  if (!failure || !reader.at_end()) return std::nullopt;
  if (failure->kind != ReplyKind::ended && failure->kind != ReplyKind::exception)
    return std::nullopt;
  return LateFailure{std::move(*answer), std::move(*failure)};
}

}  // namespace grader::wire
