#pragma once
// The binary messages between the grader and the process that runs a student's code. Arrays travel
// as raw doubles, so that NaN and infinities survive.
//
// A request carries inputs of cases; only one to the course's own reference versions has what the
// student's function made of them, too. A reply is one frame: what does not parse to its last byte
// is none. A program that fails after its answer may add one that says where; reference versions
// answer with one for each case. The reader trusts no length that it reads.

#include "core/outcome.hpp"
#include "core/tensor.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace grader::wire {

using Bytes = std::vector<std::byte>;

/// The most bytes of a reply that the grader reads.
inline constexpr std::size_t reply_limit = std::size_t{16} << 20;
/// The most elements of one array that a reply carries: a larger one is sent as its shape alone.
inline constexpr std::size_t element_limit = std::size_t{1} << 19;
/// The most of all results together; with `element_limit` of the steps they are below
/// `reply_limit`.
inline constexpr std::size_t results_limit = 2 * element_limit;
inline constexpr std::size_t rank_limit = 8;
inline constexpr std::size_t text_limit = 4096;
inline constexpr std::size_t step_limit = 1024;
inline constexpr std::size_t result_limit = 256;
/// The most places of a solution that a replay speaks of.
inline constexpr std::size_t place_limit = 1000;
inline constexpr std::size_t frame_limit = 64;

/// The name of a step that the harness adds where a function got a generator: how many numbers it
/// drew from it, unless they are very many.
inline constexpr const char* draws = "(numbers drawn from the generator)";
/// Likewise where costs are counted: the numbers of core/outcome.hpp.
inline constexpr const char* costs = "(costs)";

/// The inputs of calls that are made in one process.
struct Request {
  /// Marks the reply as the answer to this request. It is framing, not a secret.
  std::uint64_t nonce = 0;
  /// Of one call after the other, each in the order in which the function takes them.
  std::vector<Tensor> inputs;
  std::uint32_t calls = 1;       ///< how many, or cases; each gets as many of the inputs
  std::uint32_t conditions = 0;  ///< as in core/outcome.hpp
  /// For a program of reference versions: what they go on with. Never sent to a student's.
  std::optional<Given> given;
  bool reply_to_each = false;  ///< a reply to each call, with its steps, in place of one to all
  std::uint64_t most_reads = 0;  ///< as in Limits
};

/// How the call of the student's function ended, as told by the process that made it.
enum class ReplyKind : std::uint32_t {
  returned = 1,
  not_implemented = 2,  ///< threw NotImplemented; `text` is what it said
  exception = 3,        ///< threw anything else; `text` is its what()
  out_of_memory = 4,    ///< an allocation was refused by the memory limit
  load_failed = 5,      ///< the program could not be loaded; `text` says why
  ended = 6,            ///< it did not: a signal or exit() came first; `text` may say why
};

/// Arrays with more elements than `element_limit` have a shape and no values.
struct Reply {
  std::uint64_t nonce = 0;
  ReplyKind kind = ReplyKind::returned;
  std::string text;
  /// Those of one call after the other; at least one where the function returned, else none.
  std::vector<Tensor> results;
  std::vector<NamedTensor> steps;  ///< of the last call
  /// Where it failed: addresses in the program, innermost first; 0 is none. A reply ends with them.
  std::vector<std::uint64_t> frames;
};

Bytes encode(const Request& request);
Bytes encode(const Reply& reply);

/// The request in `bytes`, or nothing where they are not exactly one.
std::optional<Request> decode_request(std::span<const std::byte> bytes);
/// The replies in `bytes`; none where these are not well-formed replies to their last byte, or
/// more than `most`.
std::vector<Reply> decode_replies(std::span<const std::byte> bytes, std::size_t most);

}  // namespace grader::wire
