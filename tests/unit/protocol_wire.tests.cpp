// The binary messages: what is sent comes back bit for bit, and nothing else is accepted.

#include "catch.hpp"

#include "protocol/wire.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <random>
#include <string>
#include <vector>

using namespace grader;
using namespace grader::wire;

// Every allocation of this program passes here, so that a test can see the largest one.
static std::atomic<std::size_t> largest_allocation = 0;

[[gnu::noinline]] void* operator new(std::size_t size) {
  if (size > largest_allocation) largest_allocation = size;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return std::malloc(size);  // with its kind, so that AddressSanitizer sees matching pairs
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

constexpr std::uint32_t request_magic = 0x514d5301;
constexpr std::uint32_t reply_magic = 0x524d5301;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Puts a message together piece by piece, right or wrong.
class Pieces {
 public:
  Pieces& u32(std::uint32_t value) { return append(&value, sizeof value); }
  Pieces& u64(std::uint64_t value) { return append(&value, sizeof value); }
  Pieces& number(double value) { return append(&value, sizeof value); }
  Pieces& text(const std::string& value) {
    u32(static_cast<std::uint32_t>(value.size()));
    return append(value.data(), value.size());
  }
  Pieces& array(const std::vector<std::uint64_t>& shape, std::uint64_t count) {
    u32(static_cast<std::uint32_t>(shape.size()));
    for (const std::uint64_t length : shape) u64(length);
    return u64(count);
  }

  const Bytes& bytes() const { return bytes_; }

 private:
  Pieces& append(const void* data, std::size_t size) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
    return *this;
  }

  Bytes bytes_;
};

/// A request up to its arrays.
Pieces request_head(std::uint32_t inputs) {
  return Pieces().u32(request_magic).u64(7).u32(1).u32(0).u32(inputs);
}

/// A reply of a function that returned, up to its result.
Pieces reply_head() { return Pieces().u32(reply_magic).u64(7).u32(1).text("").u32(1); }

/// A whole reply whose result is a bare array of this shape.
Bytes bare_reply(const std::vector<std::uint64_t>& shape) {
  return reply_head().array(shape, 0).u32(0).u32(0).bytes();
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

/// Values that a comparison by == would not tell apart from others.
std::vector<double> difficult_values() {
  return {std::bit_cast<double>(0x7ff8000000abcdefULL),  // quiet NaN with a payload
          std::bit_cast<double>(0x7ff0000000000001ULL),  // signalling NaN
          std::bit_cast<double>(0xfff8000000000000ULL),
          infinity,
          -infinity,
          -0.0,
          0.0,
          std::numeric_limits<double>::denorm_min(),
          std::numeric_limits<double>::max(),
          0.1};
}

Request sample_request() {
  Request request;
  request.nonce = 0xfedcba9876543210;
  request.reply_to_each = true;
  request.inputs = {{{2, 5}, difficult_values()}, {{}, {-0.0}}, {{0, 3}, {}}, {{3}, {1, 2, 3}}};
  return request;
}

Reply sample_reply() {
  Reply reply;
  reply.nonce = 0x0123456789abcdef;
  reply.kind = ReplyKind::returned;
  reply.text = "text";
  reply.results = {{{5, 2}, difficult_values()}, {{}, {1}}};
  reply.steps = {{"scores", {{2, 2}, {1, 2, 3, 4}}},
                 {"", {{}, {-0.0}}},
                 {"scores", {{0}, {}}},
                 {"large", {{element_limit + 1}, {}}}};
  reply.frames = {0x1234, 0, ~std::uint64_t{0}};
  return reply;
}

/// The reply in the bytes, where they are exactly one.
std::optional<Reply> decode_reply(std::span<const std::byte> bytes) {
  std::vector<Reply> replies = decode_replies(bytes, 1);
  return replies.empty() ? std::nullopt : std::optional(std::move(replies.front()));
}

/// Whether `decode` refuses `bytes` without asking for memory in proportion to what they claim.
template <class Decode>
bool refused_cheaply(const Decode& decode, const Bytes& bytes) {
  largest_allocation = 0;
  const bool refused = !decode(bytes).has_value();
  return refused && largest_allocation < 64 * 1024;
}

bool well_formed(const Tensor& array) {
  if (array.shape.size() > rank_limit) return false;
  std::uint64_t count = 1;
  bool fits = true;
  for (const std::uint64_t length : array.shape) {
    fits = fits && !__builtin_mul_overflow(count, length, &count);
  }
  const bool bare = array.values.empty() && (!fits || count > element_limit);
  return bare || (fits && array.values.size() == count);
}

}  // namespace

TEST_CASE("a request comes back bit for bit") {
  const Request sent = sample_request();
  const auto received = decode_request(encode(sent));
  REQUIRE(received);
  CHECK(received->nonce == sent.nonce);
  REQUIRE(received->inputs.size() == sent.inputs.size());
  for (std::size_t i = 0; i < sent.inputs.size(); ++i) {
    INFO("input " << i);
    CHECK(received->inputs[i].shape == sent.inputs[i].shape);
    CHECK(same_bits(received->inputs[i].values, sent.inputs[i].values));
  }

  CHECK(!received->given);
  CHECK(received->reply_to_each);

  const auto empty = decode_request(encode(Request{}));
  REQUIRE(empty);
  CHECK(empty->nonce == 0);
  CHECK(empty->inputs.empty());
}

TEST_CASE("what a replay goes on with comes back bit for bit") {
  Request sent = sample_request();
  sent.calls = 2;
  const Recorded recorded{
      {{"scores", {{2, 5}, difficult_values()}}, {"", {{element_limit + 1}, {}}}},
      sample_request().inputs,
      {0, 3}};
  sent.given = Given{{Recorded{}, recorded}, {"scores", "keys"}, {1e-3, 1e-4}, 7, 3};
  const auto received = decode_request(encode(sent));
  REQUIRE(received);
  REQUIRE(received->given);
  const Given& given = *received->given;
  REQUIRE(given.cases.size() == 2);
  CHECK(given.cases[0].steps.empty());
  const Recorded& second = given.cases[1];
  REQUIRE(second.steps.size() == 2);
  CHECK(second.steps[0].name == "scores");
  CHECK(same_bits(second.steps[0].tensor.values, difficult_values()));
  CHECK(second.steps[1].tensor.shape == Shape{element_limit + 1});
  CHECK(second.results.size() == 4);
  CHECK(second.wrong == recorded.wrong);
  CHECK(given.compared_only == sent.given->compared_only);
  CHECK(given.most_pairs == sent.given->most_pairs);
  CHECK(given.tolerance.rtol == 1e-3);
  CHECK(given.tolerance.atol == 1e-4);
  CHECK(given.versions == 7);

  sent.calls = 3;
  CHECK(!decode_request(encode(sent)));
}

TEST_CASE("a reply comes back bit for bit, and in the order in which its steps were recorded") {
  const Reply sent = sample_reply();
  const auto received = decode_reply(encode(sent));
  REQUIRE(received);
  CHECK(received->nonce == sent.nonce);
  CHECK(received->kind == ReplyKind::returned);
  CHECK(received->text == "text");
  REQUIRE(received->results.size() == 2);
  CHECK(received->results[0].shape == sent.results[0].shape);
  CHECK(same_bits(received->results[0].values, sent.results[0].values));
  REQUIRE(received->steps.size() == sent.steps.size());
  for (std::size_t i = 0; i < sent.steps.size(); ++i) {
    INFO("step " << i);
    CHECK(received->steps[i].name == sent.steps[i].name);
    CHECK(received->steps[i].tensor.shape == sent.steps[i].tensor.shape);
    CHECK(same_bits(received->steps[i].tensor.values, sent.steps[i].tensor.values));
  }
  CHECK(received->frames == sent.frames);
}

TEST_CASE("a reply without a result keeps its kind and text") {
  for (const ReplyKind kind :
       {ReplyKind::not_implemented, ReplyKind::exception, ReplyKind::out_of_memory,
        ReplyKind::load_failed, ReplyKind::ended}) {
    Reply sent;
    sent.kind = kind;
    sent.text = std::string("a\0b\n\xff", 5);
    const auto received = decode_reply(encode(sent));
    REQUIRE(received);
    CHECK(received->kind == kind);
    CHECK(received->text == sent.text);
    CHECK(received->results.empty());
    CHECK(received->steps.empty());
  }
}

TEST_CASE("a message that is cut anywhere is refused") {
  const Bytes request = encode(sample_request());
  for (std::size_t size = 0; size < request.size(); ++size) {
    INFO("request of " << request.size() << " bytes cut to " << size);
    CHECK(!decode_request({request.data(), size}));
  }
  const Bytes reply = encode(sample_reply());
  for (std::size_t size = 0; size < reply.size(); ++size) {
    INFO("reply of " << reply.size() << " bytes cut to " << size);
    CHECK(!decode_reply({reply.data(), size}));
  }
}

TEST_CASE("a message with a byte too many is refused") {
  Bytes request = encode(sample_request());
  request.push_back(std::byte{0});
  CHECK(!decode_request(request));
  Bytes reply = encode(sample_reply());
  reply.push_back(std::byte{0});
  CHECK(!decode_reply(reply));
  const Bytes once = encode(sample_reply());
  Bytes twice = once;
  twice.insert(twice.end(), once.begin(), once.end());
  CHECK(!decode_reply(twice));
}

TEST_CASE("as many replies as may come are read, whole and in order") {
  Bytes both = encode(sample_reply());
  const std::size_t first = both.size();
  Reply failure;
  failure.kind = ReplyKind::ended;
  failure.frames = {3, 4};
  const Bytes more = encode(failure);
  both.insert(both.end(), more.begin(), more.end());
  const std::vector<Reply> replies = decode_replies(both, 2);
  REQUIRE(replies.size() == 2);
  CHECK(replies[0].results.size() == sample_reply().results.size());
  CHECK(replies[1].frames == failure.frames);
  for (std::size_t size = 0; size < both.size(); ++size) {
    INFO("cut to " << size);
    CHECK(decode_replies({both.data(), size}, 2).size() == (size == first ? 1 : 0));
  }
  CHECK(decode_replies(both, 1).empty());
  both.push_back(std::byte{0});
  CHECK(decode_replies(both, 2).empty());
  CHECK(decode_replies(both, 3).empty());
}

TEST_CASE("a request for no call is refused") {
  Request request = sample_request();
  request.calls = 0;
  CHECK(!decode_request(encode(request)));
}

TEST_CASE("a message with another mark is refused") {
  CHECK(!decode_request(encode(sample_reply())));
  CHECK(!decode_reply(encode(sample_request())));
  for (std::size_t i = 0; i < 4; ++i) {
    Bytes request = encode(sample_request());
    request[i] ^= std::byte{1};
    CHECK(!decode_request(request));
    Bytes reply = encode(sample_reply());
    reply[i] ^= std::byte{1};
    CHECK(!decode_reply(reply));
  }
  CHECK(!decode_reply(Bytes(64, std::byte{0})));
  CHECK(!decode_request(Bytes(64, std::byte{0xff})));
}

TEST_CASE("lengths that promise more than the bytes hold are refused before memory is asked for") {
  constexpr std::uint64_t huge = std::uint64_t{1} << 62;
  constexpr std::uint64_t root = std::uint64_t{1} << 32;  // its square overflows to 0
  struct Row {
    const char* what;
    Pieces array;
  };
  const std::vector<Row> rows = {
      {"2^62 elements", Pieces().array({huge}, huge)},
      {"a size in bytes that overflows",
       Pieces().array({std::uint64_t{1} << 61}, std::uint64_t{1} << 61)},
      {"all bits set", Pieces().array({~std::uint64_t{0}}, ~std::uint64_t{0})},
      {"a product that overflows to 0, with values", Pieces().array({root, root}, 1).number(1)},
      {"a product that overflows to 1",
       Pieces().array({~std::uint64_t{0}, ~std::uint64_t{0}}, 1).number(1)},
      {"nine axes", Pieces().array(std::vector<std::uint64_t>(9, 1), 1).number(1)},
      {"2^32 - 1 axes", Pieces().u32(0xffffffff).u64(1).u64(1)},
      {"fewer values than the shape has", Pieces().array({2}, 1).number(1)},
      {"more values than the shape has", Pieces().array({1}, 2).number(1).number(1)},
      {"values for an empty shape", Pieces().array({0}, 1).number(1)},
      {"no values for a small shape", Pieces().array({2}, 0)},
      {"no values for a scalar", Pieces().array({}, 0)},
      {"values that are not all there", Pieces().array({1000}, 1000).number(1)},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    const auto with = [&](Pieces head, bool is_reply) {
      Bytes bytes = head.bytes();
      bytes.insert(bytes.end(), row.array.bytes().begin(), row.array.bytes().end());
      if (is_reply) bytes.insert(bytes.end(), 8, std::byte{0});  // no steps, no frames
      return bytes;
    };
    CHECK(refused_cheaply(decode_request, with(request_head(1), false)));
    CHECK(refused_cheaply(decode_reply, with(reply_head(), true)));
    const Pieces in_step =
        Pieces().u32(reply_magic).u64(7).u32(3).text("").u32(0).u32(1).text("step");
    CHECK(refused_cheaply(decode_reply, with(in_step, false)));
  }
}

TEST_CASE(
    "the crafted messages of these tests are accepted where only the hostile part is mended") {
  CHECK(decode_request(
      request_head(1).array({2}, 2).number(1).number(2).u32(0).u32(0).u64(0).bytes()));
  CHECK(decode_reply(reply_head().array({2}, 2).number(1).number(2).u32(0).u32(0).bytes()));
  CHECK(decode_reply(
      reply_head().array(std::vector<std::uint64_t>(8, 1), 1).number(1).u32(0).u32(0).bytes()));
}

TEST_CASE("numbers of inputs and steps are checked against the bytes that are there") {
  CHECK(refused_cheaply(decode_request, request_head(0xffffffff).bytes()));
  CHECK(refused_cheaply(decode_request, request_head(2).array({1}, 1).number(1).bytes()));
  CHECK(refused_cheaply(decode_request, request_head(0).array({1}, 1).number(1).bytes()));
  const auto steps = [](std::uint32_t count) {
    return Pieces().u32(reply_magic).u64(7).u32(3).text("").u32(0).u32(count);
  };
  CHECK(refused_cheaply(decode_reply, steps(0xffffffff).bytes()));
  CHECK(refused_cheaply(decode_reply, steps(2).text("one").array({}, 1).number(1).bytes()));
}

TEST_CASE("a reply carries step_limit steps and no more") {
  Reply reply;
  reply.kind = ReplyKind::exception;
  reply.steps.resize(step_limit, {"step", {{}, {1}}});
  CHECK(decode_reply(encode(reply)));
  reply.steps.push_back({"step", {{}, {1}}});
  CHECK(!decode_reply(encode(reply)));
}

TEST_CASE("a reply carries frame_limit frames and no more, and ends with them") {
  Reply reply;
  reply.kind = ReplyKind::ended;
  reply.frames.resize(frame_limit + 1, 7);
  CHECK(!decode_reply(encode(reply)));
  reply.frames.resize(frame_limit);
  const Bytes bytes = encode(reply);
  const auto received = decode_reply(bytes);
  REQUIRE(received);
  CHECK(received->frames == std::vector<std::uint64_t>(frame_limit, 7));
  std::uint64_t last = 0;
  std::memcpy(&last, bytes.data() + bytes.size() - sizeof last, sizeof last);
  CHECK(last == 7);
  const auto frames = [](std::uint32_t count) {
    return Pieces().u32(reply_magic).u64(7).u32(6).text("").u32(0).u32(0).u32(count).u64(1);
  };
  CHECK(decode_reply(frames(1).bytes()));
  for (const std::uint32_t count : {0U, 2U, 65U, 0xffffffffU})
    CHECK(refused_cheaply(decode_reply, frames(count).bytes()));
}

TEST_CASE("a text that is too long is cut by the writer and refused by the reader") {
  Reply reply;
  reply.kind = ReplyKind::exception;
  reply.text = std::string(text_limit + 10, 'x');
  reply.steps = {{std::string(text_limit + 10, 'y'), {{}, {1}}}};
  const auto received = decode_reply(encode(reply));
  REQUIRE(received);
  CHECK(received->text == std::string(text_limit, 'x'));
  CHECK(received->steps.at(0).name == std::string(text_limit, 'y'));

  const auto with_text = [](std::size_t size) {
    return Pieces()
        .u32(reply_magic)
        .u64(7)
        .u32(3)
        .text(std::string(size, 'x'))
        .u32(0)
        .u32(0)
        .u32(0)
        .bytes();
  };
  CHECK(decode_reply(with_text(text_limit)));
  CHECK(!decode_reply(with_text(text_limit + 1)));
  const Bytes endless =
      Pieces().u32(reply_magic).u64(7).u32(3).u32(0xffffffff).u32(0).u32(0).u32(0).bytes();
  CHECK(refused_cheaply(decode_reply, endless));
}

TEST_CASE("a reply must have a known kind, and a result just when the function returned") {
  const auto reply = [](std::uint32_t kind, std::uint32_t results) {
    Pieces pieces = Pieces().u32(reply_magic).u64(7).u32(kind).text("").u32(results);
    for (std::uint32_t i = 0; i < results && i < 2; ++i) pieces.array({}, 1).number(1);
    return pieces.u32(0).u32(0).bytes();
  };
  CHECK(decode_reply(reply(1, 1)));
  CHECK(!decode_reply(reply(1, 0)));
  CHECK(decode_reply(reply(1, 2)));
  CHECK(!decode_reply(reply(1, 3)));  // with two arrays only
  CHECK(!decode_reply(reply(1, result_limit + 1)));
  CHECK(!decode_reply(reply(1, 0xffffffff)));
  for (std::uint32_t kind = 2; kind <= 6; ++kind) {
    CHECK(decode_reply(reply(kind, 0)));
    CHECK(!decode_reply(reply(kind, 1)));
  }
  CHECK(!decode_reply(reply(0, 0)));
  CHECK(!decode_reply(reply(0, 1)));
  CHECK(!decode_reply(reply(7, 0)));
  CHECK(!decode_reply(reply(7, 1)));
  CHECK(!decode_reply(reply(0x80000001, 1)));
}

TEST_CASE("only an array above element_limit may come without values, and only in a reply") {
  for (const std::vector<std::uint64_t>& shape : {std::vector<std::uint64_t>{element_limit + 1},
                                                  {1024, 513},
                                                  {1ULL << 40, 1ULL << 40},
                                                  {~0ULL}}) {
    const auto received = decode_reply(bare_reply(shape));
    REQUIRE(received);
    CHECK(received->results[0].shape == Shape(shape.begin(), shape.end()));
    CHECK(received->results[0].values.empty());
    CHECK(!decode_request(request_head(1).array(shape, 0).bytes()));
  }
  CHECK(!decode_reply(bare_reply({element_limit})));
  CHECK(!decode_reply(bare_reply({1024, 512})));
  CHECK(!decode_reply(bare_reply({1})));
  CHECK(decode_reply(bare_reply({0})));
  CHECK(decode_reply(bare_reply({0, 1ULL << 62})));
}

TEST_CASE("whatever damage a reply takes, it is refused or its arrays are well formed") {
  const Bytes whole = encode(sample_reply());
  std::mt19937 random(1);
  std::size_t accepted = 0;
  std::size_t malformed = 0;
  for (int turn = 0; turn < 20000; ++turn) {
    Bytes damaged = whole;
    for (unsigned i = random() % 4 + 1; i > 0; --i) {
      const std::byte values[] = {std::byte{0}, std::byte{1}, std::byte{0x7f}, std::byte{0xff},
                                  static_cast<std::byte>(random() & 0xff)};
      damaged[random() % damaged.size()] = values[random() % 5];
    }
    if (random() % 8 == 0) damaged.resize(random() % damaged.size());
    largest_allocation = 0;
    const auto reply = decode_reply(damaged);
    if (largest_allocation > 64 * 1024) ++malformed;
    if (!reply) continue;
    ++accepted;
    for (const Tensor& result : reply->results) {
      if (!well_formed(result)) ++malformed;
    }
    for (const NamedTensor& step : reply->steps) malformed += well_formed(step.tensor) ? 0 : 1;
  }
  CHECK(malformed == 0);
  CHECK(accepted > 1000);  // damage to values and names only
}
