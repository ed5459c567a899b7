#pragma once
// Sends where a program was when a signal or exit() ends it.

#include <cstdint>

namespace grader::harness {

/// From here on a signal that ends the program, or exit(), first sends where it was, as the reply
/// to the request with this nonce, unless a reply was sent. The program then ends as it would have.
void watch_for_crashes(std::uint64_t nonce);

/// Whether nothing has been sent yet. True once only: the first to ask may send.
bool may_send();

/// Notes that the answer is sent. Code that still runs, such as destructors, may send once more
/// where it fails.
void answered();
bool has_answered();

}  // namespace grader::harness
