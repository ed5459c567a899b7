#pragma once
// Memory and arithmetic of the process that runs a student's code.

#include <cstdint>

namespace grader::harness {

/// From here on the C library keeps freed memory instead of giving it back to the kernel, since
/// each new page costs as much as many operations on it. Arrays of 16 MiB and more are still given
/// back.
void keep_freed_memory();

/// Sets fresh memory and arithmetic to these conditions of core/conditions.hpp.
void take_conditions(std::uint32_t conditions);

/// In the handler of a signal that is about to end the process.
void before_crash();

}  // namespace grader::harness
