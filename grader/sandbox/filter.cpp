#include "sandbox/layers.hpp"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/sockios.h>
#include <sched.h>
#include <seccomp.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <system_error>

namespace grader::isolation {
namespace {

/// The flags of clone that make a namespace.
constexpr unsigned long namespace_flags[] = {CLONE_NEWNS,  CLONE_NEWCGROUP, CLONE_NEWUTS,
                                             CLONE_NEWIPC, CLONE_NEWUSER,   CLONE_NEWPID,
                                             CLONE_NEWNET};
constexpr unsigned long any_namespace =
    std::accumulate(std::begin(namespace_flags), std::end(namespace_flags), 0UL, std::bit_or<>());

/// What neither a computation nor a compiler asks for: only an attack does.
const std::initializer_list<int> attack_calls = {
    // other processes
    SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev),
    SCMP_SYS(pidfd_getfd), SCMP_SYS(pidfd_send_signal), SCMP_SYS(perf_event_open),
    // namespaces, and what is mounted there
    SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot), SCMP_SYS(unshare),
    SCMP_SYS(setns),
    // the kernel
    SCMP_SYS(bpf), SCMP_SYS(keyctl), SCMP_SYS(add_key), SCMP_SYS(request_key),
    SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register),
    SCMP_SYS(userfaultfd), SCMP_SYS(init_module), SCMP_SYS(finit_module), SCMP_SYS(kexec_load),
    SCMP_SYS(reboot)};

/// What reaches into processes of the same user.
const std::initializer_list<int> other_processes = {
    // signals
    SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(tgkill), SCMP_SYS(rt_sigqueueinfo),
    SCMP_SYS(rt_tgsigqueueinfo),
    // priorities and processors
    SCMP_SYS(setpriority), SCMP_SYS(ioprio_set), SCMP_SYS(sched_setparam),
    SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_setattr), SCMP_SYS(sched_setaffinity),
    // memory
    SCMP_SYS(migrate_pages), SCMP_SYS(move_pages), SCMP_SYS(process_madvise),
    SCMP_SYS(process_mrelease), SCMP_SYS(kcmp)};

// Of fcntl, from the kernel's headers.
constexpr int f_setsig = 10, f_setown_ex = 15;

// Calls that libseccomp does not know yet; newer ones have the same number everywhere.
constexpr int fchmodat2 = 452, setxattrat = 463, removexattrat = 466, file_setattr = 469;

/// Stands in a filter for the number of the process that it is put on, which is known only there:
/// no process has this number, and no instruction a constant like it.
constexpr std::uint32_t own_process = 0x7f5a5af7;

/// That an argument is `value`. The kernel reads an int there, a filter all 64 bits: the upper ones
/// must not hide it.
template <unsigned argument>
scmp_arg_cmp low_half(int value) {
  return SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, 0xffffffffU,
                    static_cast<scmp_datum_t>(static_cast<unsigned>(value)));
}

class Filter {
 public:
  explicit Filter(std::uint32_t default_action) : context_(seccomp_init(default_action)) {
    if (context_ == nullptr) throw std::system_error(ENOMEM, std::generic_category(), "seccomp");
    check(seccomp_attr_set(context_, SCMP_FLTATR_CTL_NNP, 1));
    check(seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
  }
  Filter(const Filter&) = delete;
  ~Filter() { seccomp_release(context_); }

  /// Says what becomes of these calls, where their arguments are so.
  template <class... Comparisons>
  void add(std::uint32_t action, std::initializer_list<int> calls, Comparisons... arguments) {
    // Negative numbers stand for calls that this architecture does not have.
    for (const int call : calls) {
      if (call >= 0)
        check(seccomp_rule_add(context_, action, call, sizeof...(arguments), arguments...));
    }
  }

  void load() { check(seccomp_load(context_)); }

  /// What the kernel would be given.
  std::vector<sock_filter> program() {
    // As a tree instead of a list, so that a call costs few comparisons.
    seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    const int file = memfd_create("filter", MFD_CLOEXEC);
    check(file < 0 ? -errno : seccomp_export_bpf(context_, file));
    std::vector<sock_filter> program(static_cast<std::size_t>(lseek(file, 0, SEEK_END)) /
                                     sizeof(sock_filter));
    const std::size_t size = program.size() * sizeof(sock_filter);
    const bool read = pread(file, program.data(), size, 0) == static_cast<ssize_t>(size);
    close(file);
    if (!read || program.empty()) check(-EIO);
    return program;
  }

 private:
  static void check(int result) {
    if (result != 0) throw std::system_error(-result, std::generic_category(), "seccomp");
  }

  scmp_filter_ctx context_;
};

}  // namespace

ComputingFilter::ComputingFilter() {
  Filter filter(SCMP_ACT_ERRNO(ENOSYS));
  filter.add(
      SCMP_ACT_ALLOW,
      {// memory
       SCMP_SYS(brk), SCMP_SYS(mmap), SCMP_SYS(munmap), SCMP_SYS(mprotect),
       SCMP_SYS(madvise),
       // descriptors that are open
       SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(writev),
       SCMP_SYS(close), SCMP_SYS(lseek), SCMP_SYS(fstat), SCMP_SYS(poll), SCMP_SYS(ppoll),
       // time and chance
       SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(time),
       SCMP_SYS(nanosleep), SCMP_SYS(clock_nanosleep), SCMP_SYS(getrandom), SCMP_SYS(times),
       SCMP_SYS(getrusage),
       // threads
       SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(set_tid_address), SCMP_SYS(rseq),
       SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(membarrier), SCMP_SYS(getcpu),
       SCMP_SYS(arch_prctl), SCMP_SYS(restart_syscall), SCMP_SYS(exit), SCMP_SYS(exit_group),
       // signals to itself, and who it is
       SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn),
       SCMP_SYS(sigaltstack), SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getppid),
       SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid), SCMP_SYS(uname)});
  // How glibc asks about a descriptor; a filter cannot see whether the path is empty indeed.
  filter.add(SCMP_ACT_TRAP, {SCMP_SYS(newfstatat)}, SCMP_A3(SCMP_CMP_EQ, AT_EMPTY_PATH));
  filter.add(SCMP_ACT_ALLOW, {SCMP_SYS(ioctl)}, SCMP_A1(SCMP_CMP_EQ, TCGETS));
  filter.add(SCMP_ACT_ALLOW, {SCMP_SYS(prlimit64)}, SCMP_A0(SCMP_CMP_EQ, 0),
             SCMP_A2(SCMP_CMP_EQ, 0));  // reading its own limits
  filter.add(SCMP_ACT_ALLOW, {SCMP_SYS(prlimit64)}, SCMP_A0(SCMP_CMP_EQ, 0),
             SCMP_A1(SCMP_CMP_EQ, RLIMIT_STACK), SCMP_A2(SCMP_CMP_NE, 0),
             SCMP_A3(SCMP_CMP_EQ, 0));  // and lowering this one
  filter.add(SCMP_ACT_ALLOW, {SCMP_SYS(clone)},
             SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_VM | any_namespace,
                     CLONE_THREAD | CLONE_VM));
  filter.add(SCMP_ACT_TRAP, {SCMP_SYS(open), SCMP_SYS(openat)});
  filter.add(SCMP_ACT_ERRNO(EPERM),
             {SCMP_SYS(openat2), SCMP_SYS(creat),     SCMP_SYS(readlink),   SCMP_SYS(readlinkat),
              SCMP_SYS(access),  SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(stat),
              SCMP_SYS(lstat),   SCMP_SYS(statx),     SCMP_SYS(getcwd),     SCMP_SYS(chdir),
              SCMP_SYS(mkdir),   SCMP_SYS(unlink),    SCMP_SYS(unlinkat),   SCMP_SYS(rename),
              SCMP_SYS(symlink), SCMP_SYS(socket),    SCMP_SYS(socketpair), SCMP_SYS(fork),
              SCMP_SYS(vfork),   SCMP_SYS(execve),    SCMP_SYS(execveat),   SCMP_SYS(kill),
              SCMP_SYS(tkill),   SCMP_SYS(setrlimit)});
  filter.add(SCMP_ACT_KILL_PROCESS, attack_calls);
  filter.add(SCMP_ACT_KILL_PROCESS, {SCMP_SYS(pidfd_open)});
  filter.add(SCMP_ACT_ALLOW, {SCMP_SYS(tgkill)}, SCMP_A0(SCMP_CMP_EQ, own_process));
  filter.add(SCMP_ACT_ERRNO(EPERM), {SCMP_SYS(tgkill)}, SCMP_A0(SCMP_CMP_NE, own_process));
  program_ = filter.program();
  const auto names_it = [](const sock_filter& one) {
    return one.code == (BPF_JMP | BPF_JEQ | BPF_K) && one.k == own_process;
  };
  place_ = static_cast<std::size_t>(std::ranges::find_if(program_, names_it) - program_.begin());
  if (std::ranges::count_if(program_, names_it) != 1) {
    throw std::system_error(EINVAL, std::generic_category(),
                            "seccomp: one comparison was expected");
  }
}

void ComputingFilter::put_on() const {
  std::vector<sock_filter> own = program_;
  own[place_].k = static_cast<std::uint32_t>(getpid());
  const sock_fprog program{static_cast<unsigned short>(own.size()), own.data()};
  // A process that may not gain rights needs none to put it on.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    throw std::system_error(errno, std::generic_category(), "no_new_privs");
  const long result =
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  if (result > 0) errno = ESRCH;  // a thread that it cannot be put on
  if (result != 0) throw std::system_error(errno, std::generic_category(), "seccomp");
}

void deny_unneeded_calls() {
  Filter filter(SCMP_ACT_ALLOW);
  filter.add(SCMP_ACT_ERRNO(EPERM), attack_calls);
  filter.add(SCMP_ACT_ERRNO(EPERM), other_processes);
  filter.add(
      SCMP_ACT_ERRNO(EPERM),
      {// network, and mounts
       SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(open_tree), SCMP_SYS(move_mount),
       SCMP_SYS(fsopen), SCMP_SYS(fsconfig), SCMP_SYS(fsmount), SCMP_SYS(fspick),
       // what outlives a process: also by a number that was guessed
       SCMP_SYS(shmget), SCMP_SYS(shmat), SCMP_SYS(shmctl), SCMP_SYS(semget), SCMP_SYS(semop),
       SCMP_SYS(semtimedop), SCMP_SYS(semctl), SCMP_SYS(msgget), SCMP_SYS(msgsnd), SCMP_SYS(msgrcv),
       SCMP_SYS(msgctl), SCMP_SYS(mq_open), SCMP_SYS(mq_unlink), SCMP_SYS(mknod), SCMP_SYS(mknodat),
       // what a file is besides its contents, which Landlock does not guard
       SCMP_SYS(chmod), SCMP_SYS(fchmod), SCMP_SYS(fchmodat), fchmodat2, SCMP_SYS(chown),
       SCMP_SYS(lchown), SCMP_SYS(fchown), SCMP_SYS(fchownat), SCMP_SYS(utime), SCMP_SYS(utimes),
       SCMP_SYS(futimesat), SCMP_SYS(utimensat), SCMP_SYS(setxattr), SCMP_SYS(lsetxattr),
       SCMP_SYS(fsetxattr), setxattrat, SCMP_SYS(removexattr), SCMP_SYS(lremovexattr),
       SCMP_SYS(fremovexattr), removexattrat, file_setattr,
       // memory that no limit counts
       SCMP_SYS(memfd_create),
       // what goes on in folders that cannot be read
       SCMP_SYS(open_by_handle_at), SCMP_SYS(inotify_init), SCMP_SYS(inotify_init1),
       SCMP_SYS(fanotify_init), SCMP_SYS(syslog),
       // whoever stays in the group is killed with it
       SCMP_SYS(setsid), SCMP_SYS(setpgid)});
  // The limits of others; and signals that the kernel sends when something happens to a descriptor.
  filter.add(SCMP_ACT_ERRNO(EPERM), {SCMP_SYS(prlimit64)}, SCMP_A0(SCMP_CMP_NE, 0));
  for (const int command : {F_SETOWN, f_setown_ex, f_setsig}) {
    filter.add(SCMP_ACT_ERRNO(EPERM), {SCMP_SYS(fcntl)}, low_half<1>(command));
  }
  for (const unsigned long request :
       {FIOSETOWN + 0UL, SIOCSPGRP + 0UL, FS_IOC_SETFLAGS + 0UL, FS_IOC_FSSETXATTR + 0UL}) {
    filter.add(SCMP_ACT_ERRNO(EPERM), {SCMP_SYS(ioctl)}, low_half<1>(static_cast<int>(request)));
  }
  // Files without a name, which Landlock lets through, are no files of the grader's.
  constexpr unsigned long no_name = O_TMPFILE & ~O_DIRECTORY;
  filter.add(SCMP_ACT_ERRNO(EOPNOTSUPP), {SCMP_SYS(open)},
             SCMP_A1(SCMP_CMP_MASKED_EQ, no_name, no_name));
  filter.add(SCMP_ACT_ERRNO(EOPNOTSUPP), {SCMP_SYS(openat)},
             SCMP_A2(SCMP_CMP_MASKED_EQ, no_name, no_name));
  // Their flags lie out of a filter's sight.
  filter.add(SCMP_ACT_ERRNO(ENOSYS), {SCMP_SYS(clone3), SCMP_SYS(openat2)});
  for (const unsigned long flag : namespace_flags) {
    filter.add(SCMP_ACT_ERRNO(EPERM), {SCMP_SYS(clone)}, SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag));
  }
  filter.load();
}

}  // namespace grader::isolation
