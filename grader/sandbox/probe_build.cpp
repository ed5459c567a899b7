// The hostile probe of the build: confined as a compiler is and run in its place. It says what it
// could do that it should not, and what it could not do that a compiler must, one a line.
//
//   probe [--needs PATH]... [--secret PATH]... [--outside FOLDER]... [--scratch FILE]
//   [--namespaces]
//         [--spare-user]

#include "sandbox/attempts.hpp"

#include <getopt.h>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/stat.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace {

/// Whether it may set the mode that the folder has.
bool changes_mode(const std::string& folder) {
  struct stat found {};
  return stat(folder.c_str(), &found) == 0 && chmod(folder.c_str(), found.st_mode & 07777) == 0;
}

void report_failure(bool bad, const char* what, const std::string& path) {
  report(bad, what, (path + ": " + std::strerror(errno)).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const option options[] = {{"needs", 1, nullptr, 'n'},
                            {"secret", 1, nullptr, 's'},
                            {"outside", 1, nullptr, 'o'},
                            {"scratch", 1, nullptr, 't'},
                            {"namespaces", 0, nullptr, 'p'},
                            {"spare-user", 0, nullptr, 'u'},
                            {}};
  for (int key = 0; (key = getopt_long(argc, argv, "", options, nullptr)) != -1;) {
    switch (key) {
      case 'n':
        report_failure(!opens(optarg, O_RDONLY), "cannot read ", optarg);
        break;
      case 's':
        report(opens(optarg, O_RDONLY), "can read ", optarg);
        break;
      case 'o':
        report(creates_file_in(optarg), "can write to ", optarg);
        report(changes_mode(optarg), "can change the mode of ", optarg);
        break;
      case 't':
        report_failure(!opens(optarg, O_WRONLY | O_TRUNC), "cannot write to ", optarg);
        break;
      // No other wall hides these: what is not in the namespace is not even there.
      case 'p':
        report(access("/proc", F_OK) == 0 || access("/etc/passwd", F_OK) == 0, "sees all files");
        report(getpid() > 100, "is among all processes");
        break;
      case 'u':
        report(geteuid() == 0, "is root");
        break;
      default:
        return 1;
    }
  }
  report(makes_socket(AF_INET), "can make a network socket");
  report(makes_socket(AF_UNIX), "can make a unix socket");
  report(ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr) == 0, "can trace its parent");
  report(shares_memory(), "can share memory");
  report(unshare(CLONE_NEWUSER) == 0, "can make a user namespace");
  report(kill(getppid(), 0) == 0, "can signal its parent");
  return 0;
}
