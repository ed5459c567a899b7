// Runs a command as if on another machine, so that every tier of isolation can be tried on this
// one:
//
//   machine [--user UID] [--no-namespaces] [--no-landlock] [--no-inotify]
//           [--no-32-bit-calls] -- COMMAND...
//
// --user UID        as that user instead of root
// --no-namespaces   as in a container with the usual profile: no new namespaces, no mounts
// --no-landlock     as on a kernel without Landlock
// --no-inotify      as where the kernel tells of no changes of files
// --no-32-bit-calls as on a kernel that does not run 32-bit programs

#include <getopt.h>
#include <grp.h>
#include <sched.h>
#include <seccomp.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace {

void check(bool good, const char* what) {
  if (good) return;
  std::perror(what);
  std::exit(1);
}

/// A filter that lets all calls through but those refused with `error`. It leaves set-uid alone.
class Refusal {
 public:
  Refusal() : context_(seccomp_init(SCMP_ACT_ALLOW)) {
    seccomp_attr_set(context_, SCMP_FLTATR_CTL_NNP, geteuid() == 0 ? 0 : 1);
  }
  ~Refusal() { seccomp_release(context_); }
  void add(int call, int error) {
    check(seccomp_rule_add(context_, SCMP_ACT_ERRNO(error), call, 0) == 0, "rule");
  }
  void add_flag(int call, unsigned long flag, int error) {
    check(seccomp_rule_add(context_, SCMP_ACT_ERRNO(error), call, 1,
                           SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag)) == 0,
          "rule");
  }
  /// Refuses all calls of other architectures, too, which else end the process.
  void add_other_architectures(int error) {
    check(seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(error)) == 0,
          "attribute");
  }
  void load() { check(seccomp_load(context_) == 0, "seccomp"); }

 private:
  scmp_filter_ctx context_;
};

void forbid_namespaces() {
  Refusal refusal;
  for (const unsigned long flag : {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                                   CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET}) {
    refusal.add_flag(SCMP_SYS(clone), flag, EPERM);
  }
  refusal.add(SCMP_SYS(clone3), ENOSYS);
  for (const int call : {SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(mount), SCMP_SYS(umount2),
                         SCMP_SYS(pivot_root)}) {
    refusal.add(call, EPERM);
  }
  refusal.load();
}

void forbid_landlock() {
  Refusal refusal;
  for (const int call : {444, 445, 446}) refusal.add(call, ENOSYS);
  refusal.load();
}

void forbid_inotify() {
  Refusal refusal;
  refusal.add(SCMP_SYS(inotify_init1), ENOSYS);
  refusal.load();
}

void forbid_32_bit_calls() {
  Refusal refusal;
  refusal.add_other_architectures(ENOSYS);
  refusal.load();
}

}  // namespace

int main(int argc, char** argv) {
  const option options[] = {{"user", 1, nullptr, 'u'},
                            {"no-namespaces", 0, nullptr, 'n'},
                            {"no-landlock", 0, nullptr, 'l'},
                            {"no-inotify", 0, nullptr, 'i'},
                            {"no-32-bit-calls", 0, nullptr, '3'},
                            {}};
  unsigned user = 0;
  bool no_namespaces = false, no_landlock = false, no_inotify = false, no_32_bit_calls = false;
  for (int key = 0; (key = getopt_long(argc, argv, "+", options, nullptr)) != -1;) {
    if (key == 'u') user = static_cast<unsigned>(std::atoi(optarg));
    if (key == 'n') no_namespaces = true;
    if (key == 'l') no_landlock = true;
    if (key == 'i') no_inotify = true;
    if (key == '3') no_32_bit_calls = true;
    if (key == '?') return 1;
  }
  if (no_namespaces) forbid_namespaces();
  if (no_landlock) forbid_landlock();
  if (no_inotify) forbid_inotify();
  if (no_32_bit_calls) forbid_32_bit_calls();
  if (user != 0) {
    check(setgroups(0, nullptr) == 0 && setresgid(user, user, user) == 0 &&
              setresuid(user, user, user) == 0,
          "user");
  }
  execv(argv[optind], argv + optind);
  std::perror(argv[optind]);
  return 1;
}
