#include "grade/intake.hpp"

#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace grader {
namespace {

Intake problem(const std::filesystem::path& file, Verdict verdict, std::string reason) {
  return {file, verdict, std::move(reason), {}};
}

/// Finds `file` step by step from the folder `trusted`, so that no link is followed even if
/// somebody swaps a folder for one meanwhile. ELOOP for a link. What is found can be looked at, but
/// is not open: to open some devices is to use them.
Descriptor find_below(const std::filesystem::path& trusted, const std::filesystem::path& file) {
  const std::filesystem::path start = trusted.empty() ? "." : trusted;
  Descriptor at(open(start.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const std::filesystem::path inside = file.lexically_relative(start);
  for (auto part = inside.begin(); part != inside.end() && at.open(); ++part) {
    Descriptor next(openat(at.get(), part->c_str(), O_NOFOLLOW | O_CLOEXEC | O_PATH));
    struct stat status {};
    if (next.open() && fstat(next.get(), &status) == 0 && S_ISLNK(status.st_mode)) {
      next.reset();
      errno = ELOOP;
    }
    at = std::move(next);
  }
  return at;
}

Intake unreadable(const std::filesystem::path& file) {
  return problem(file, Verdict::rejected,
                 fmt::format("it cannot be read: {}", std::strerror(errno)));
}

}  // namespace

Intake take_in(const std::filesystem::path& file, const std::filesystem::path& trusted) {
  const Descriptor found = find_below(trusted.empty() ? file.parent_path() : trusted, file);
  if (!found.open()) {
    if (errno == ENOENT || errno == ENOTDIR) {
      return problem(file, Verdict::missing_file, "the file is not there");
    }
    if (errno == ELOOP)
      return problem(file, Verdict::rejected, "it is a symbolic link, not a file");
    return unreadable(file);
  }
  struct stat status {};
  if (fstat(found.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return problem(file, Verdict::rejected, "it is not a regular file");
  }
  if (!trusted.empty() && status.st_nlink > 1) {
    return problem(file, Verdict::rejected, "it is a hard link: another name for a file elsewhere");
  }
  const Descriptor descriptor(open(fmt::format("/proc/self/fd/{}", found.get()).c_str(),
                                   O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!descriptor.open()) return unreadable(file);
  Intake intake{file, std::nullopt, {}, {}};
  char buffer[65536];
  for (;;) {
    const ssize_t count = read(descriptor.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return unreadable(file);
    if (count == 0) return intake;
    intake.text.append(buffer, static_cast<std::size_t>(count));
    if (intake.text.size() > submission_limit) {
      return problem(file, Verdict::rejected,
                     fmt::format("it is larger than {} KiB", submission_limit / 1024));
    }
  }
}

std::filesystem::path submitted_file(const std::filesystem::path& submission,
                                     const Exercise& exercise) {
  using std::filesystem::file_type;
  const auto type_of = [](const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::symlink_status(path, ignored).type();
  };
  const std::string name = exercise.name + ".cpp";
  const std::filesystem::path all = submission / "exercises";
  if (type_of(submission / name) != file_type::not_found) return submission / name;
  for (const auto& folder : {submission / exercise.folder, all, all / exercise.folder}) {
    if (type_of(folder) == file_type::symlink) return folder;
    if (folder != all && type_of(folder / name) != file_type::not_found) return folder / name;
  }
  return submission / name;
}

bool is_original_stub(const Exercise& exercise, const std::string& text) {
  return std::filesystem::exists(exercise.original()) && text == read_file(exercise.original());
}

}  // namespace grader
