#include "data/files.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
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

void write_file(const std::filesystem::path& file, std::string_view content) {
  const std::filesystem::path beside = file.string() + fmt::format(".{}.tmp", getpid());
  const auto fail = [&] {
    const std::string reason = std::strerror(errno);
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
    throw InputError(fmt::format("{}: cannot be written: {}", file.string(), reason));
  };
  std::ofstream stream(beside, std::ios::binary);
  if (!stream) fail();
  stream << content;
  stream.close();
  if (!stream) fail();
  std::error_code error;
  std::filesystem::rename(beside, file, error);
  if (error) {
    errno = error.value();
    fail();
  }
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "softmark-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw GraderFault(
        fmt::format("{}: no temporary folder can be made: {}", pattern, std::strerror(errno)),
        "free some space there, or set TMPDIR to a folder that can be written");
  }
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace grader
