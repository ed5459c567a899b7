#pragma once
// What untrusted code started and left behind.

namespace grader::isolation {

/// Makes this process the parent of whatever loses its own among its descendants.
void adopt_orphans();

/// Kills and reaps all children of this process, and theirs, which come to it as orphans. Does
/// nothing where there is no /proc: in a namespace of processes, all end with its first one.
void end_descendants();

}  // namespace grader::isolation
