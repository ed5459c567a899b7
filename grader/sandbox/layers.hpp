#pragma once
// The layers that a process puts on itself, in confine and in the launcher: another user, limits,
// Landlock, filters on system calls. They hold for what it starts, too, and none can be taken off.
// Where the kernel refuses one, std::system_error is thrown.

#include <linux/filter.h>
#include <sys/resource.h>

#include <cstddef>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace grader::isolation {

using Paths = std::vector<std::string>;

/// The options of a command line, up to "--" or its end: "--NAME" or "--NAME VALUE".
class Options {
 public:
  /// Throws std::invalid_argument for an option that is not among `known`.
  Options(char** words, std::initializer_list<std::string_view> known);

  bool has(std::string_view name) const { return values_.contains(name); }
  /// The values, in order; none where the option is missing.
  Paths all(std::string_view name) const;
  /// The number behind an option, or `missing`.
  rlim_t number(std::string_view name, rlim_t missing = 0) const;
  /// The words behind "--".
  char** rest() const { return rest_; }

 private:
  std::map<std::string, Paths, std::less<>> values_;
  char** rest_;
};

/// Gives up being root, for good: `user`, who should own nothing, becomes the only user and group.
void become_user(unsigned user);

/// Sets a limit, or leaves a stricter one that is there already.
void limit(__rlimit_resource resource, rlim_t soft, rlim_t hard);

/// The version of Landlock that this kernel offers; 0 where there is none.
int landlock_version();

/// By Landlock: from now on files can be read and executed only below `readable`, also written
/// below `writable`; below `fillable` those that are there can be written, and none is made,
/// renamed or removed. Connections and signals stay inside, as far as the kernel's version goes.
/// Paths that are not there are left out.
void restrict_files(const Paths& readable, const Paths& writable, const Paths& fillable);

/// For the process that runs a student's function: a list of the system calls that computing needs.
/// Others fail with ENOSYS, well-known ones such as fork with EPERM; what only an attack asks for
/// ends the process by SIGSYS. So do `open`, `openat`, and `newfstatat` with AT_EMPTY_PATH, where
/// no handler answers: it may hand out a descriptor that is open, and say what `fstat` tells of
/// one. Made once, for it takes half a millisecond; put on in each forked process, which may send
/// signals to itself alone.
class ComputingFilter {
 public:
  ComputingFilter();
  void put_on() const;

 private:
  std::vector<sock_filter> program_;
  std::size_t place_;  ///< of the instruction that compares with the process's own number
};

/// For compilers, which start programs and open files: a filter of what is refused, with EPERM:
/// network, namespaces, mounts; other processes' memory, signals, limits and priorities; leaving
/// the process group, and what outlives a process.
void deny_unneeded_calls();

/// Makes this process the parent of whatever loses its own among its descendants.
void adopt_orphans();

/// Kills and reaps all children of this process, and theirs, which come to it as orphans. Does
/// nothing where there is no /proc: in a namespace of processes, all end with its first one.
void end_descendants();

}  // namespace grader::isolation
