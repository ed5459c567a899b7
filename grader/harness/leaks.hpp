#pragma once
// Memory that a student's function has lost; in the checked kit alone.

namespace grader::harness {

/// From here on after_call() ends the process where the call has lost memory, and says
/// leak BYTES BLOCKS, with where these were asked for.
void look_for_leaks();

}  // namespace grader::harness
