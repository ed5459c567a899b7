#include "sandbox/layers.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace grader::isolation {
namespace {

// The kernel's interface of Landlock, since the headers of distributions lag behind kernels. The
// calls have the same numbers on every architecture.
constexpr long create_ruleset = 444, add_rule = 445, restrict_self = 446;
constexpr unsigned ask_version = 1, path_beneath = 1;

struct Ruleset {
  std::uint64_t files;
  std::uint64_t network;
  std::uint64_t scoped;
};

struct __attribute__((packed)) PathRule {
  std::uint64_t allowed;
  std::int32_t folder;
};

constexpr std::uint64_t execute = 1 << 0, write_file = 1 << 1, read_file = 1 << 2,
                        read_folder = 1 << 3, refer = 1 << 13, truncate = 1 << 14,
                        device_control = 1 << 15;
constexpr std::uint64_t first_version = (1 << 13) - 1;

/// All rights over files that this version can take away.
std::uint64_t file_rights(int version) {
  return first_version | (version >= 2 ? refer : 0) | (version >= 3 ? truncate : 0) |
         (version >= 5 ? device_control : 0);
}

void check(long result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
}

void allow(int ruleset, const Paths& paths, std::uint64_t folder_rights) {
  for (const std::string& path : paths) {
    const int fd = open(path.c_str(), O_PATH | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT) continue;
    struct stat status {};
    check(fd < 0 ? fd : fstat(fd, &status), path.c_str());
    const std::uint64_t of_file = execute | write_file | read_file | truncate | device_control;
    const PathRule rule{S_ISDIR(status.st_mode) ? folder_rights : folder_rights & of_file, fd};
    check(syscall(add_rule, ruleset, path_beneath, &rule, 0), path.c_str());
    close(fd);
  }
}

bool is_option(const char* word) { return std::strncmp(word, "--", 2) == 0; }

}  // namespace

Options::Options(char** words, std::initializer_list<std::string_view> known) {
  while (*words != nullptr && std::strcmp(*words, "--") != 0) {
    const std::string name = *words++;
    if (std::ranges::find(known, name) == known.end())
      throw std::invalid_argument(name + " is no option");
    Paths& values = values_[name];
    if (*words != nullptr && !is_option(*words)) values.emplace_back(*words++);
  }
  rest_ = *words == nullptr ? words : words + 1;
}

Paths Options::all(std::string_view name) const {
  const auto found = values_.find(name);
  return found != values_.end() ? found->second : Paths{};
}

rlim_t Options::number(std::string_view name, rlim_t missing) const {
  const Paths values = all(name);
  return values.empty() ? missing : std::strtoul(values.back().c_str(), nullptr, 10);
}

void become_user(unsigned user) {
  check(setgroups(0, nullptr), "setgroups");
  check(setresgid(user, user, user), "setresgid");
  check(setresuid(user, user, user), "setresuid");
}

void limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  rlimit present{};
  check(getrlimit(resource, &present), "getrlimit");
  const rlimit value{std::min(soft, present.rlim_max), std::min(hard, present.rlim_max)};
  check(setrlimit(resource, &value), "setrlimit");
}

int landlock_version() {
  const long version = syscall(create_ruleset, nullptr, 0, ask_version);
  return version > 0 ? static_cast<int>(version) : 0;
}

void restrict_files(const Paths& readable, const Paths& writable, const Paths& fillable) {
  const int version = landlock_version();
  const std::uint64_t all = file_rights(version);
  // TCP bind and connect; abstract sockets and signals to processes outside.
  const Ruleset rules{all, version >= 4 ? 3U : 0U, version >= 6 ? 3U : 0U};
  const std::size_t size = version >= 6   ? sizeof rules
                           : version >= 4 ? offsetof(Ruleset, scoped)
                                          : offsetof(Ruleset, network);
  const int ruleset = static_cast<int>(syscall(create_ruleset, &rules, size, 0));
  check(ruleset, "Landlock");
  allow(ruleset, readable, execute | read_file | read_folder);
  allow(ruleset, writable, all);
  allow(ruleset, fillable, read_file | read_folder | write_file | (truncate & all));
  check(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "Landlock");
  check(syscall(restrict_self, ruleset, 0), "Landlock");
  close(ruleset);
}

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

void end_descendants() {
  // Each turn ends at least one, and they may start more; but not for ever.
  for (int turn = 0; turn < 100'000; ++turn) {
    std::FILE* file = std::fopen("/proc/thread-self/children", "re");
    if (file == nullptr) return;
    pid_t child = 0;
    while (std::fscanf(file, "%d", &child) == 1) kill(child, SIGKILL);
    std::fclose(file);
    if (waitpid(-1, nullptr, 0) < 0) return;  // no children left
  }
}

}  // namespace grader::isolation
