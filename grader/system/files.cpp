#include "system/files.hpp"

#include "core/error.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sodium.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

namespace grader {

std::string read_file(const std::filesystem::path& file) {
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
bool is_special(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto type = std::filesystem::status(file, ignored).type();
  return type != std::filesystem::file_type::not_found &&
         type != std::filesystem::file_type::regular;
}

}  // namespace

std::string change_time(const std::filesystem::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return "";
  return fmt::format("{}.{}", status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

std::filesystem::path unfinished_name(const std::filesystem::path& target) {
  // Processes of several machines may write the same file, and have the same number there.
  std::uint64_t random = 0;
  randombytes_buf(&random, sizeof random);
  return target.string() + fmt::format(".{:016x}.tmp", random);
}

void write_file(const std::filesystem::path& file, std::string_view content) {
  write_file(file, [&](std::ostream& stream) { stream << content; });
}

void write_file(const std::filesystem::path& file, const std::function<void(std::ostream&)>& fill) {
  std::error_code error;
  // Through symbolic links, so that the file changes and not the link to it.
  const std::filesystem::path target = std::filesystem::is_symlink(file, error)
                                           ? std::filesystem::weakly_canonical(file, error)
                                           : file;
  const bool in_place = is_special(file);
  const std::filesystem::path written = in_place ? file : unfinished_name(target);
  const auto fail = [&] {
    const std::string reason = std::strerror(errno);
    const bool full = errno == ENOSPC || errno == EDQUOT;
    std::error_code ignored;
    if (!in_place) std::filesystem::remove(written, ignored);
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
  std::filesystem::rename(written, target, error);
  if (error) {
    errno = error.value();
    fail();
  }
}

std::filesystem::path as_shown(const std::filesystem::path& file) {
  const std::filesystem::path absolute = std::filesystem::absolute(file).lexically_normal();
  const std::filesystem::path relative =
      absolute.lexically_proximate(std::filesystem::current_path());
  return relative.native().size() < absolute.native().size() ? relative : absolute;
}

void give_to(unsigned user, const std::filesystem::path& folder) {
  const auto give = [user](const std::filesystem::path& path) {
    if (lchown(path.c_str(), user, user) == 0) return;
    throw GraderFault(fmt::format("{}: its owner cannot be changed to user {}: {}", path.string(),
                                  user, std::strerror(errno)));
  };
  for (const auto& entry : std::filesystem::directory_iterator(folder)) give(entry.path());
  give(folder);
}

void give_to_owner(const std::filesystem::path& folder) {
  struct stat status {};
  if (lstat(folder.c_str(), &status) == 0 && status.st_uid != geteuid())
    give_to(status.st_uid, folder);
}

namespace {

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

}  // namespace

void remove_folder(const std::filesystem::path& folder) {
  const int top = opened_folder(AT_FDCWD, folder.c_str());
  if (top < 0) return;
  // Folders below the second level move up, so that no depth is too deep.
  std::size_t moved = 0;
  while (remove_deep_folders(top, top, moved)) {
  }
  close(top);
  rmdir(folder.c_str());
}

std::vector<std::filesystem::path> programs_named(const std::string& name) {
  std::vector<std::filesystem::path> found;
  const char* path = std::getenv("PATH");
  std::istringstream folders((path != nullptr ? path : "/usr/bin:/bin") + std::string(":"));
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path file = std::filesystem::path(folder) / name;
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

}  // namespace grader
