#include "grade/intake.hpp"

#include "system/files.hpp"

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

/// Finds `file` step by step from the folder `trusted`, so that no link is followed even if it
/// takes a folder's place meanwhile. The file is not open: to open some devices is to use them.
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

/// What this account may not read, or this machine cannot now, is no fault of the student's.
std::string unreadable() { return fmt::format("it cannot be read: {}", std::strerror(errno)); }

/// Without a byte order mark, and with '\n' at the end of each line.
std::string with_plain_lines(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') plain += text[i];
  }
  return plain;
}

}  // namespace

Opened open_untrusted(const std::filesystem::path& file, const std::filesystem::path& trusted) {
  const auto refused = [](Verdict verdict, std::string reason) {
    return Opened{{}, verdict, std::move(reason)};
  };
  const Descriptor found = find_below(trusted.empty() ? file.parent_path() : trusted, file);
  if (!found.open()) {
    if (errno == ENOENT || errno == ENOTDIR)
      return refused(Verdict::missing_file, "the file is not there");
    if (errno == ELOOP) return refused(Verdict::rejected, "it is a symbolic link, not a file");
    return refused(Verdict::internal_error, unreadable());
  }
  struct stat status {};
  if (fstat(found.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return refused(Verdict::rejected, "it is not a regular file");
  if (!trusted.empty() && status.st_nlink > 1)
    return refused(Verdict::rejected, "it is a hard link: another name for a file elsewhere");
  Descriptor descriptor(open(fmt::format("/proc/self/fd/{}", found.get()).c_str(),
                             O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!descriptor.open()) return refused(Verdict::internal_error, unreadable());
  return {std::move(descriptor), std::nullopt, {}};
}

Intake take_in(const std::filesystem::path& file, const std::filesystem::path& trusted) {
  const Opened opened = open_untrusted(file, trusted);
  if (opened.problem) return problem(file, *opened.problem, opened.reason);
  Intake intake{file, std::nullopt, {}, {}};
  char buffer[65536];
  for (;;) {
    const ssize_t count = read(opened.file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return problem(file, Verdict::internal_error, unreadable());
    if (count == 0) return intake;
    intake.text.append(buffer, static_cast<std::size_t>(count));
    if (intake.text.size() > submission_limit) {
      return problem(file, Verdict::rejected,
                     fmt::format("it is larger than {} KiB", submission_limit / 1024));
    }
  }
}

bool is_original_stub(const Exercise& exercise, const std::string& text) {
  if (!std::filesystem::exists(exercise.original())) return false;
  const std::string original = read_file(exercise.original());
  const bool much_longer = text.size() > 2 * original.size() + 3;  // than line ends could make it
  return text == original || (!much_longer && with_plain_lines(text) == with_plain_lines(original));
}

}  // namespace grader
