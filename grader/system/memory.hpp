#pragma once
// How much memory programs have, seen from outside them.

#include <sys/types.h>

namespace grader {

/// The MiB of memory that the process `root` and all below it have, with their page tables;
/// infinity where nobody can tell.
double memory_below(pid_t root);

}  // namespace grader
