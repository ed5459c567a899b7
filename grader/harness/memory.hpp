#pragma once
// Memory and arithmetic of the process that runs a student's code.

#include <cstdint>

namespace grader::harness {

/// From here on the C library keeps what is freed, instead of giving it back and asking anew: each
/// page that the kernel hands out again costs as much as many operations on it. Arrays of 16 MiB
/// and more still come and go by themselves.
void keep_freed_memory();

/// From here on fresh memory and arithmetic are as these of core/conditions.hpp say.
void take_conditions(std::uint32_t conditions);

/// In the handler of a signal that is about to end the process.
void before_crash();

/// When the student's function has returned, and what it returned is kept.
void after_call();

}  // namespace grader::harness
