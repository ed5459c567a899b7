#include "protocol/wire.hpp"

#include <algorithm>
#include <concepts>
#include <cstring>
#include <tuple>
#include <type_traits>

namespace grader::wire {
namespace {

constexpr std::uint32_t request_magic = 0x514d5301;  // "\1SMQ"
constexpr std::uint32_t reply_magic = 0x524d5301;    // "\1SMR"

// What messages consist of, in order: Writer and Reader both go by it.

template <class T, class Plain>
concept Is = std::same_as<std::remove_const_t<T>, Plain>;

auto fields(Is<NamedTensor> auto& step) { return std::tie(step.name, step.tensor); }
auto fields(Is<Tolerance> auto& tolerance) { return std::tie(tolerance.rtol, tolerance.atol); }
auto fields(Is<Recorded> auto& one) { return std::tie(one.steps, one.results, one.wrong); }
auto fields(Is<Given> auto& given) {
  return std::tie(given.versions, given.most_pairs, given.tolerance, given.compared_only,
                  given.cases);
}
auto fields(Is<Request> auto& request) {
  return std::tie(request.nonce, request.calls, request.conditions, request.inputs, request.given,
                  request.reply_to_each, request.most_reads);
}
auto fields(Is<Reply> auto& reply) {
  return std::tie(reply.nonce, reply.kind, reply.text, reply.results, reply.steps, reply.frames);
}

template <class T>
concept Struct = requires(T& value) {
  fields(value);
};
template <class T>
concept Number = (std::is_arithmetic_v<T> && !std::same_as<T, bool>) || std::is_enum_v<T>;

class Writer {
 public:
  explicit Writer(std::uint32_t magic) { write(magic); }

  void write(const Number auto& number) { append(&number, sizeof number); }
  void write(bool flag) { write(std::uint32_t{flag}); }
  void write(const std::string& text) {
    const std::size_t size = std::min(text.size(), text_limit);
    write(static_cast<std::uint32_t>(size));
    append(text.data(), size);
  }
  void write(const Tensor& array) {
    write(array.shape);
    write(array.values.size());
    append(array.values.data(), array.values.size() * sizeof(double));
  }
  void write(const Struct auto& value) {
    std::apply([this](const auto&... each) { (this->write(each), ...); }, fields(value));
  }
  template <class T>
  void write(const std::optional<T>& value) {
    write(static_cast<std::uint32_t>(value.has_value()));
    if (value) write(*value);
  }
  template <class List>
  void write(const List& list) {
    write(static_cast<std::uint32_t>(list.size()));
    for (const auto& each : list) write(each);
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
  Reader(std::span<const std::byte> bytes, std::size_t list_limit)
      : rest_(bytes), list_limit_(list_limit) {}

  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }

  template <class T>
  T next() {
    T value{};
    read(value);
    return value;
  }

  void read(Number auto& number) { take(&number, sizeof number, 1); }
  void read(bool& flag) { flag = next<std::uint32_t>() != 0; }
  void read(std::string& text) {
    const auto size = next<std::uint32_t>();
    if (!require(size <= text_limit && size <= rest_.size())) return;
    text.resize(size);
    take(text.data(), size, 1);
  }
  /// An array whose number of values is that of its shape; or none, where these are too many.
  void read(Tensor& array) {
    read(array.shape);
    const auto sent = next<std::size_t>();
    if (!require(array.shape.size() <= rank_limit)) return;
    bool fits = true;
    std::size_t count = 1;
    for (const std::size_t length : array.shape)
      fits = fits && !__builtin_mul_overflow(count, length, &count);
    if (sent == 0 && (!fits || count > element_limit)) return;
    if (!require(fits && sent == count && sent <= rest_.size() / sizeof(double))) return;
    array.values.resize(sent);
    take(array.values.data(), sent, sizeof(double));
  }
  void read(Struct auto& value) {
    std::apply([this](auto&... each) { (this->read(each), ...); }, fields(value));
  }
  template <class T>
  void read(std::optional<T>& value) {
    if (next<std::uint32_t>() != 0) read(value.emplace());
  }
  template <class List>
  void read(List& list) {
    const auto count = next<std::uint32_t>();
    require(count <= list_limit_);
    for (std::uint32_t i = 0; i < count && ok_; ++i)
      list.insert(list.end(), next<typename List::value_type>());
  }

 private:
  bool require(bool condition) { return ok_ = ok_ && condition; }

  void take(void* to, std::size_t count, std::size_t each) {
    const std::size_t size = count * each;
    if (!require(size <= rest_.size()) || size == 0) return;
    std::memcpy(to, rest_.data(), size);
    rest_ = rest_.subspan(size);
  }

  std::span<const std::byte> rest_;
  std::size_t list_limit_;
  bool ok_ = true;
};

bool well_formed(const Reply& reply) {
  return reply.kind >= ReplyKind::returned && reply.kind <= ReplyKind::ended &&
         reply.results.size() <= result_limit && reply.frames.size() <= frame_limit &&
         reply.results.empty() == (reply.kind != ReplyKind::returned);
}

}  // namespace

Bytes encode(const Request& request) {
  Writer writer(request_magic);
  writer.write(request);
  return writer.take();
}

Bytes encode(const Reply& reply) {
  Writer writer(reply_magic);
  writer.write(reply);
  return writer.take();
}

std::optional<Request> decode_request(std::span<const std::byte> bytes) {
  Reader reader(bytes, bytes.size());
  if (reader.next<std::uint32_t>() != request_magic) return std::nullopt;
  auto request = reader.next<Request>();
  const bool whole =
      reader.ok() && reader.at_end() && std::ranges::all_of(request.inputs, &Tensor::complete);
  if (!whole || request.calls == 0) return std::nullopt;
  if (request.given && request.given->cases.size() != request.calls) return std::nullopt;
  return request;
}

std::vector<Reply> decode_replies(std::span<const std::byte> bytes, std::size_t most) {
  Reader reader(bytes, step_limit);
  std::vector<Reply> replies;
  while (!reader.at_end()) {
    if (replies.size() == most || reader.next<std::uint32_t>() != reply_magic) return {};
    replies.push_back(reader.next<Reply>());
    if (!reader.ok() || !well_formed(replies.back())) return {};
  }
  return replies;
}

}  // namespace grader::wire
