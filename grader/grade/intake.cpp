#include "grade/intake.hpp"

#include "data/files.hpp"
#include "launch/process.hpp"

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

}  // namespace

Intake take_in(const std::filesystem::path& file) {
  const Descriptor descriptor(open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!descriptor.open()) {
    if (errno == ENOENT || errno == ENOTDIR) {
      return problem(file, Verdict::missing_file, "the file is not there");
    }
    if (errno == ELOOP)
      return problem(file, Verdict::rejected, "it is a symbolic link, not a file");
    return problem(file, Verdict::rejected,
                   fmt::format("it cannot be read: {}", std::strerror(errno)));
  }
  struct stat status {};
  if (fstat(descriptor.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return problem(file, Verdict::rejected, "it is not a regular file");
  }
  Intake intake{file, std::nullopt, {}, {}};
  char buffer[65536];
  for (;;) {
    const ssize_t count = read(descriptor.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      return problem(file, Verdict::rejected,
                     fmt::format("it cannot be read: {}", std::strerror(errno)));
    }
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
