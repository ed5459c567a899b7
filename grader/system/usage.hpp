#pragma once
// What programs use of the machine, seen from outside them.

#include <sys/types.h>

namespace grader {

/// The MiB of memory that the process `root` and all below it have, with their page tables;
/// infinity where nobody can tell.
double memory_below(pid_t root);

/// The seconds of processor time that the process `root`, all below it and those that they waited
/// for have used; 0 where nobody can tell.
double cpu_seconds_below(pid_t root);

}  // namespace grader
