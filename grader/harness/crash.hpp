#pragma once
// The last words of a program that a signal ends, or exit(): where it was.

#include <cstdint>

namespace grader::harness {

/// From here on a signal that ends the program, and exit(), first send where it was, for a reply to
/// the request with this nonce, unless one was sent. What becomes of the program stays the same.
void watch_for_crashes(std::uint64_t nonce);

/// Whether nothing has been sent yet: who asks first may send.
bool may_send();

/// The answer is sent. What still runs, such as destructors, may send once more where it fails.
void answered();

}  // namespace grader::harness
