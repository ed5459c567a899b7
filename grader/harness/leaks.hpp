#pragma once
// Finds memory that a student's function has leaked. In the checked kit alone.

namespace grader::harness {

/// From here on after_call() ends the process where the call has leaked memory, and sends
/// "leak BYTES BLOCKS" with the places of their allocation.
void look_for_leaks();

}  // namespace grader::harness
