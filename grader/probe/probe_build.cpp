// The hostile probe of the build: confined as a compiler is and run in its place. It says what it
// could do that it should not, and what it could not do that a compiler must, one a line.
//
//   probe [--needs PATH]... [--secret PATH]... [--outside FOLDER]... [--scratch FILE] [--namespaces]
//         [--spare-user]

#include <fcntl.h>
#include <getopt.h>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

namespace {

bool opens(const std::string& path, int flags) {
  const int fd = open(path.c_str(), flags, 0600);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

bool creates_file_in(const std::string& folder) {
  const std::string file = folder + "/.softmark-probe";
  const bool made = opens(file, O_WRONLY | O_CREAT);
  const int error = errno;
  if (made) unlink(file.c_str());
  errno = error;
  return made;
}

/// Whether it may set the mode that the folder has.
bool changes_mode(const std::string& folder) {
  struct stat found {};
  return stat(folder.c_str(), &found) == 0 && chmod(folder.c_str(), found.st_mode & 07777) == 0;
}

void report(bool bad, const char* what, const char* path = "") {
  if (bad) std::printf("%s%s\n", what, path);
}

void report_failure(bool bad, const char* what, const char* path) {
  if (bad) std::printf("%s%s: %s\n", what, path, std::strerror(errno));
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
  report(socket(AF_INET, SOCK_STREAM, 0) >= 0, "can make a network socket");
  report(socket(AF_UNIX, SOCK_STREAM, 0) >= 0, "can make a unix socket");
  report(ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr) == 0, "can trace its parent");
  report(shmget(IPC_PRIVATE, 4096, 0600) >= 0, "can share memory");
  report(unshare(CLONE_NEWUSER) == 0, "can make a user namespace");
  report(kill(getppid(), 0) == 0, "can signal its parent");
  return 0;
}
