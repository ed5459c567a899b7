#include "data/files.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace grader {

std::string read_file(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw InputError(fmt::format("{}: expected a file, found a folder", file.string()));
  }
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream content;
  if (!stream || (stream.peek() != EOF && !(content << stream.rdbuf()))) {
    throw InputError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
  }
  return content.str();
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

void write_file(const std::filesystem::path& file, std::string_view content) {
  std::error_code error;
  // Through symbolic links, so that the file changes and not the link to it.
  const std::filesystem::path target = std::filesystem::weakly_canonical(file, error);
  const bool in_place = is_special(file);
  const std::filesystem::path written =
      in_place ? file : std::filesystem::path(target.string() + fmt::format(".{}.tmp", getpid()));
  const auto fail = [&] {
    const std::string reason = std::strerror(errno);
    const bool full = errno == ENOSPC || errno == EDQUOT;
    std::error_code ignored;
    if (!in_place) std::filesystem::remove(written, ignored);
    throw InputError(fmt::format("{}: cannot be written: {}", file.string(), reason),
                     full ? "free some space there" : "use a folder that you can write to");
  };
  std::ofstream stream(written, std::ios::binary);
  if (!stream) fail();
  stream << content;
  stream.close();
  if (!stream) fail();
  if (in_place) return;
  std::filesystem::rename(written, target, error);
  if (error) {
    errno = error.value();
    fail();
  }
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

}  // namespace grader
