#pragma once
// Filters on system calls (seccomp, by libseccomp). A filter holds for this process and all it
// starts and cannot be taken off. Both throw std::system_error where the kernel refuses.

#include <linux/filter.h>

#include <cstddef>
#include <vector>

namespace grader::isolation {

/// For the process that runs a student's function: what computing needs, and nothing else. A list
/// of what is allowed; calls unknown to it fail with ENOSYS, well-known ones such as socket and
/// fork with EPERM. What only an attack asks for (ptrace, namespaces, keys, foreign architectures
/// …) kills the process with SIGSYS. `open`, `openat`, and `newfstatat` with AT_EMPTY_PATH raise a
/// SIGSYS that a handler can answer: no file is ever opened or looked at by its path, but a handler
/// may hand out a descriptor that is open already, and say what `fstat` tells of one.
/// Made once, for it takes half a millisecond; put on in each forked process, which may send
/// signals to itself alone.
class ComputingFilter {
 public:
  ComputingFilter();
  void put_on() const;

 private:
  std::vector<sock_filter> program_;
  std::size_t place_;  ///< of the instruction that compares with the process's own number
};

/// For compilers, which start programs and open files: a list of what is refused, with EPERM:
/// network, namespaces, mounts; other processes' memory, signals, limits and priorities; leaving
/// the process group, and what outlives a process.
void deny_unneeded_calls();

}  // namespace grader::isolation
