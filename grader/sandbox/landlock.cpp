// The kernel's interface is spelt out here, since the headers of distributions lag behind kernels.

#include "sandbox/landlock.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <system_error>

namespace grader::isolation {
namespace {

// The same numbers on every architecture.
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

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void allow(int ruleset, const std::string& path, std::uint64_t rights) {
  const int fd = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (fd < 0) {
    if (errno == ENOENT) return;
    fail(path.c_str());
  }
  struct stat status {};
  fstat(fd, &status);
  if (!S_ISDIR(status.st_mode)) {
    rights &= execute | write_file | read_file | truncate | device_control;
  }
  const PathRule rule{rights, fd};
  const long result = syscall(add_rule, ruleset, path_beneath, &rule, 0);
  close(fd);
  if (result != 0) fail(path.c_str());
}

}  // namespace

int landlock_version() {
  const long version = syscall(create_ruleset, nullptr, 0, ask_version);
  return version > 0 ? static_cast<int>(version) : 0;
}

void restrict_files(const std::vector<std::string>& readable,
                    const std::vector<std::string>& writable,
                    const std::vector<std::string>& fillable) {
  const int version = landlock_version();
  const std::uint64_t all = file_rights(version);
  // TCP bind and connect; abstract sockets and signals to processes outside.
  const Ruleset rules{all, version >= 4 ? 3U : 0U, version >= 6 ? 3U : 0U};
  const std::size_t size = version >= 6   ? sizeof rules
                           : version >= 4 ? offsetof(Ruleset, scoped)
                                          : offsetof(Ruleset, network);
  const int ruleset = static_cast<int>(syscall(create_ruleset, &rules, size, 0));
  if (ruleset < 0) fail("Landlock");
  for (const std::string& path : readable) allow(ruleset, path, execute | read_file | read_folder);
  for (const std::string& path : writable) allow(ruleset, path, all);
  const std::uint64_t fill = read_file | read_folder | write_file | (truncate & all);
  for (const std::string& path : fillable) allow(ruleset, path, fill);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(restrict_self, ruleset, 0) != 0) {
    fail("Landlock");
  }
  close(ruleset);
}

}  // namespace grader::isolation
