#pragma once
// Limits and identity of the process that is about to run untrusted code. All of it holds for what
// the process starts, too. Everything here throws std::system_error when the kernel refuses.

#include <sys/resource.h>

namespace grader::isolation {

/// Sets a limit, or leaves a stricter one that is there already.
void limit(__rlimit_resource resource, rlim_t soft, rlim_t hard);

/// Gives up being root, for good: `user` becomes the only user and group. It should be one that
/// owns nothing.
void become_user(unsigned user);

}  // namespace grader::isolation
