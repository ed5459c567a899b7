#pragma once
// Whose fault it was: from what was seen of one call to its outcome. Pure.

#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "protocol/control.hpp"
#include "protocol/wire.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace grader {

/// What the launcher saw of a call, and what came out of the student's process.
struct Seen {
  control::Ending ending{};
  wire::Bytes reply;
  bool reply_too_long = false;    ///< `reply` is then not all of it
  std::string printed;            ///< to standard output and error, as far as kept
  std::size_t printed_bytes = 0;  ///< all of it
};

/// The outcomes of so many calls that one process answers, one reply each, to a request that had
/// this nonce; only one where it did not answer all. What was seen from outside counts more than
/// what the program says of itself.
std::vector<Outcome> outcomes_of(Seen seen, std::uint64_t nonce, const Limits& limits,
                                 std::size_t replies);

}  // namespace grader
