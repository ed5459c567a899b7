#pragma once
// Landlock: the kernel's own list of what a process may still open. Needs no privilege.

#include <string>
#include <vector>

namespace grader::isolation {

/// The version of Landlock that this kernel offers; 0 where there is none.
int landlock_version();

/// From now on this process and what it starts may read (and execute) only below `readable`, and
/// also write below `writable`; below `fillable` they write to files that are there, and make,
/// rename and remove none. They connect nowhere, and signal only one another, as far as the
/// kernel's version goes. Paths that are not there are left out. Throws std::system_error where
/// there is no Landlock.
void restrict_files(const std::vector<std::string>& readable,
                    const std::vector<std::string>& writable,
                    const std::vector<std::string>& fillable);

}  // namespace grader::isolation
