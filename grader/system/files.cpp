#include "system/files.hpp"

#include "core/error.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sodium.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

namespace grader {

namespace fs = std::filesystem;

std::string read_file(const fs::path& file) {
  const auto fail = [&] {
    throw InputError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
  };
  const Descriptor open_file(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!open_file.open() || fstat(open_file.get(), &status) != 0) fail();
  if (S_ISDIR(status.st_mode)) {
    throw InputError(fmt::format("{}: expected a file, found a folder", file.string()));
  }
  // A byte more than it has, so that its end shows at once; a pipe has no size of its own.
  std::string content(std::max<std::size_t>(static_cast<std::size_t>(status.st_size) + 1, 512), 0);
  for (std::size_t size = 0;;) {
    if (size == content.size()) content.resize(2 * size);
    const ssize_t count = read(open_file.get(), content.data() + size, content.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    size += static_cast<std::size_t>(count);
    if (count > 0) continue;
    content.resize(size);
    return content;
  }
}

namespace {

/// Whether `file` is something that a rename would destroy: a device, a pipe.
bool is_special(const fs::path& file) {
  std::error_code ignored;
  const auto type = fs::status(file, ignored).type();
  return type != fs::file_type::not_found && type != fs::file_type::regular;
}

/// Names in an open folder, not all of them at once: there may be millions.
std::vector<std::string> some_names(int folder) {
  constexpr std::size_t most = 4096;
  std::vector<std::string> names;
  DIR* entries = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (entries == nullptr) return names;
  while (const dirent* entry = names.size() < most ? readdir(entries) : nullptr) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  closedir(entries);
  return names;
}

/// Opens a folder that its owner may have closed to all; -1 where that is not possible.
int opened_folder(int parent, const char* name) {
  struct stat status {};
  if (fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(status.st_mode)) {
    return -1;
  }
  if ((status.st_mode & S_IRWXU) != S_IRWXU) fchmodat(parent, name, S_IRWXU, 0);
  return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// Removes some of what a folder holds, `top` or one in it; what is deeper moves up to `top`.
/// Whether anything changed.
bool remove_deep_folders(int folder, int top, std::size_t& moved) {
  bool changed = false;
  for (const std::string& name : some_names(folder)) {
    if (unlinkat(folder, name.c_str(), 0) == 0 ||
        unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0) {
      changed = true;
    } else if (const int deeper = opened_folder(folder, name.c_str()); deeper >= 0) {
      const std::string above = fmt::format("softmark-moved-{}", moved++);
      changed = (folder == top ? remove_deep_folders(deeper, top, moved)
                               : renameat(folder, name.c_str(), top, above.c_str()) == 0) ||
                changed;
      close(deeper);
    }
  }
  return changed;
}

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

/// Whether a folder was made by this user, perhaps for a spare user.
bool is_own(const struct stat& folder) {
  return S_ISDIR(folder.st_mode) &&
         (folder.st_uid == geteuid() || (geteuid() == 0 && is_spare_user(folder.st_uid)));
}

/// Removes a folder whose process is gone: it alone could hold the lock.
void sweep_folder(const fs::path& folder) {
  struct stat found {};
  if (lstat(folder.c_str(), &found) != 0 || !is_own(found)) return;
  if ((found.st_mode & S_IRUSR) == 0) chmod(folder.c_str(), S_IRWXU);
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return;
  if (flock(fd, LOCK_EX | LOCK_NB) == 0) remove_folder(folder);
  close(fd);
}

/// Removes the temporary folders in `base` that this user's processes have left behind.
void sweep(const fs::path& base) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(base, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.size() == name_start.size() + name_pattern.size() && name.starts_with(name_start))
      sweep_folder(entry.path());
  }
}

}  // namespace

std::string change_time(const fs::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return "";
  return fmt::format("{}.{}", status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

fs::path unfinished_name(const fs::path& target) {
  // Processes of several machines may write the same file, and have the same number there.
  std::uint64_t random = 0;
  randombytes_buf(&random, sizeof random);
  return target.string() + fmt::format(".{:016x}.tmp", random);
}

void write_file(const fs::path& file, std::string_view content) {
  write_file(file, [&](std::ostream& stream) { stream << content; });
}

void write_file(const fs::path& file, const std::function<void(std::ostream&)>& fill) {
  std::error_code error;
  // Through symbolic links, so that the file changes and not the link to it.
  const fs::path target = fs::is_symlink(file, error) ? fs::weakly_canonical(file, error) : file;
  const bool in_place = is_special(file);
  const fs::path written = in_place ? file : unfinished_name(target);
  const auto fail = [&] {
    const std::string reason = std::strerror(errno);
    const bool full = errno == ENOSPC || errno == EDQUOT;
    std::error_code ignored;
    if (!in_place) fs::remove(written, ignored);
    InputError unwritten(fmt::format("{}: cannot be written: {}", file.string(), reason),
                         full ? "free some space there" : "use a folder that you can write to");
    if (full) unwritten.code = ExitCode::try_again;
    throw unwritten;
  };
  std::ofstream stream(written, std::ios::binary);
  if (!stream) fail();
  fill(stream);
  stream.close();
  if (!stream) fail();
  if (in_place) return;
  fs::rename(written, target, error);
  if (error) {
    errno = error.value();
    fail();
  }
}

fs::path as_shown(const fs::path& file) {
  const fs::path absolute = fs::absolute(file).lexically_normal();
  const fs::path relative = absolute.lexically_proximate(fs::current_path());
  return relative.native().size() < absolute.native().size() ? relative : absolute;
}

void give_to(unsigned user, const fs::path& folder) {
  const auto give = [user](const fs::path& path) {
    if (lchown(path.c_str(), user, user) == 0) return;
    throw GraderFault(fmt::format("{}: its owner cannot be changed to user {}: {}", path.string(),
                                  user, std::strerror(errno)));
  };
  for (const auto& entry : fs::directory_iterator(folder)) give(entry.path());
  give(folder);
}

void give_to_owner(const fs::path& folder) {
  struct stat status {};
  if (lstat(folder.c_str(), &status) == 0 && status.st_uid != geteuid())
    give_to(status.st_uid, folder);
}

void remove_folder(const fs::path& folder) {
  const int top = opened_folder(AT_FDCWD, folder.c_str());
  if (top < 0) return;
  // Folders below the second level move up, so that no depth is too deep.
  std::size_t moved = 0;
  while (remove_deep_folders(top, top, moved)) {
  }
  close(top);
  rmdir(folder.c_str());
}

std::vector<fs::path> programs_named(const std::string& name) {
  std::vector<fs::path> found;
  const char* path = std::getenv("PATH");
  std::istringstream folders((path != nullptr ? path : "/usr/bin:/bin") + std::string(":"));
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder) / name;
    if (access(file.c_str(), X_OK) == 0) found.push_back(file);
  }
  return found;
}

Digest256 sha256(std::string_view bytes) {
  Digest256 digest;
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size());
  return digest;
}

std::string hex(const Digest256& digest) {
  char text[2 * sizeof digest + 1];
  return sodium_bin2hex(text, sizeof text, digest.data(), digest.size());
}

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
