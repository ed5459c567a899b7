#include "core/error.hpp"
#include "core/spare_users.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view name_start = "softmark-run-", name_pattern = "XXXXXX";
/// What a build writes, several times over.
constexpr std::uintmax_t room_needed = std::uintmax_t{16} << 20;
constexpr const char* more_room = "free some space there, or set TMPDIR to another folder";

/// The folder at `path`, open and locked for this process; -1, with errno, where it cannot be
/// opened. Where the file system knows no locks it is open all the same, and nobody sweeps there.
int locked(const fs::path& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return -1;
  while (flock(fd, LOCK_EX) != 0 && errno == EINTR) {
  }
  struct stat found {};
  if (fstat(fd, &found) == 0 && found.st_nlink > 0) return fd;
  close(fd);
  errno = ENOENT;  // swept before it was locked
  return -1;
}

bool is_temporary_name(const std::string& name) {
  return name.size() == name_start.size() + name_pattern.size() && name.starts_with(name_start);
}

/// Whether a folder was made by this user, perhaps for a spare user.
bool is_own(const struct stat& folder) {
  return S_ISDIR(folder.st_mode) &&
         (folder.st_uid == geteuid() || (geteuid() == 0 && is_spare_user(folder.st_uid)));
}

/// Removes a folder whose process is gone: it alone could hold the lock. Whether it was.
bool sweep_folder(const fs::path& folder) {
  struct stat found {};
  if (lstat(folder.c_str(), &found) != 0 || !is_own(found)) return false;
  if ((found.st_mode & S_IRUSR) == 0) chmod(folder.c_str(), S_IRWXU);
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return false;
  const bool stale = flock(fd, LOCK_EX | LOCK_NB) == 0;
  if (stale) remove_folder(folder);
  close(fd);
  return stale;
}

std::string first_line(const std::string& file) {
  std::string line;
  std::getline(std::ifstream(file), line);
  return line;
}

/// What /proc/PROCESS/status has behind `key`.
std::string status_of(const std::string& process, const std::string& key) {
  std::ifstream status("/proc/" + process + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key + ":\t")) return line.substr(key.size() + 2);
  }
  return "";
}

/// Whether it is the first process of a sandbox of this user, without the one that waits outside.
bool is_stranded(const std::string& process) {
  struct stat found {};
  const std::string folder = "/proc/" + process;
  if (stat(folder.c_str(), &found) != 0 || found.st_uid != geteuid()) return false;
  return first_line(folder + "/comm") == "bwrap" && status_of(process, "NSpid").ends_with("\t1") &&
         first_line("/proc/" + status_of(process, "PPid") + "/comm") != "bwrap" &&
         first_line(folder + "/cmdline").find(std::string("--hostname\0sandbox", 18)) !=
             std::string::npos;
}

/// Ends sandboxes of this user that were killed half-way: bubblewrap's process inside waits for
/// ever for the one outside where that is killed before it lets it begin.
void end_stranded() {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename();
    if (std::isdigit(static_cast<unsigned char>(name.front())) != 0 && is_stranded(name))
      kill(std::atoi(name.c_str()), SIGKILL);
  }
}

/// Removes the temporary folders in `base` that this user's processes have left behind, and ends
/// what a sandbox of theirs has.
void sweep(const fs::path& base) {
  std::error_code ignored;
  bool found = false;
  for (const auto& entry : fs::directory_iterator(base, ignored)) {
    const bool named = is_temporary_name(entry.path().filename().string());
    found = (named && sweep_folder(entry.path())) || found;
  }
  if (found) end_stranded();
}

}  // namespace

fs::path temporary_base() {
  const char* folder = std::getenv("TMPDIR");
  if (folder == nullptr || *folder == '\0') return "/tmp";
  return fs::absolute(folder).lexically_normal();
}

void check_room(const fs::path& folder) {
  struct statvfs system {};
  if (statvfs(folder.c_str(), &system) != 0 || system.f_blocks == 0) return;
  const std::uintmax_t free = std::uintmax_t{system.f_bavail} * system.f_frsize;
  if (free < room_needed) {
    throw TryAgain(fmt::format("{}: {} KiB are free there, expected at least {}", folder.string(),
                               free / 1024, room_needed / 1024),
                   more_room);
  }
  if (system.f_files > 0 && system.f_favail == 0) {
    throw TryAgain(fmt::format("{}: no more files can be made there", folder.string()), more_room);
  }
}

void write_temporary(const fs::path& file, std::string_view content) {
  const Descriptor opened(
      open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666));
  const ssize_t written =
      opened.open() ? write(opened.get(), content.data(), content.size()) : ssize_t{-1};
  if (written == static_cast<ssize_t>(content.size())) return;
  if (written >= 0) errno = ENOSPC;  // a part of it
  throw TryAgain(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(errno)),
                 more_room);
}

void copy_temporary(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::copy_file(from, to, error);
  if (!error) return;
  const std::string what =
      fmt::format("{}: cannot be copied to {}: {}", from.string(), to.string(), error.message());
  if (error == std::errc::no_space_on_device || error.value() == EDQUOT)
    throw TryAgain(what, more_room);
  throw GraderFault(what, "./grade doctor");
}

TemporaryFolder::TemporaryFolder() {
  const fs::path base = temporary_base();
  static const bool swept = (sweep(base), true);  // once is enough for a process
  static_cast<void>(swept);
  check_room(base);
  while (lock_ < 0) {
    std::string pattern = (base / name_start).string() + std::string(name_pattern);
    if (mkdtemp(pattern.data()) == nullptr) {
      throw TryAgain(fmt::format("{}: no temporary folder can be made there: {}", base.string(),
                                 std::strerror(errno)),
                     "free some space there, or set TMPDIR to a folder that can be written");
    }
    path_ = pattern;
    lock_ = locked(path_);
    if (lock_ < 0 && errno != ENOENT) {
      const std::string reason = std::strerror(errno);
      std::error_code ignored;
      fs::remove(path_, ignored);
      throw TryAgain(fmt::format("{}: cannot be opened: {}", pattern, reason),
                     "raise the limit on open files: ulimit -n 4096");
    }
  }
}

TemporaryFolder::~TemporaryFolder() {
  remove_folder(path_);
  close(lock_);
}

}  // namespace grader
