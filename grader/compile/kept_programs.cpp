#include "compile/kept_programs.hpp"

#include "compile/prepared.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// What stands at the end of a kept file: a shared object, then its log. Loaders do not look there.
struct End {
  Digest256 recipe;
  std::uint64_t program_bytes, log_bytes;
  char mark[8] = {'s', 'o', 'f', 't', 'm', 'a', 'r', 'k'};
};

/// Each recipe has one place of so many, and takes it from what was there: nothing has to be
/// cleaned up. A program has some 100 KB.
constexpr unsigned places = 2048;

fs::path place_of(const Kit& kit, const Digest256& recipe) {
  const unsigned place = (recipe[0] * 256U + recipe[1]) % places;
  return prepared_folder(kit) / "programs" / kit.name / fmt::format("{:03x}", place);
}

std::uint64_t size_of(int file) {
  struct stat status {};
  return fstat(file, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

bool copy_bytes(int from, int to, std::uint64_t bytes) {
  off_t offset = 0;
  while (static_cast<std::uint64_t>(offset) < bytes) {
    if (sendfile(to, from, &offset, bytes - static_cast<std::uint64_t>(offset)) <= 0) return false;
  }
  return true;
}

}  // namespace

std::optional<KeptProgram> kept_program(const Kit& kit, const Digest256& recipe) {
  KeptProgram kept{Descriptor(open(place_of(kit, recipe).c_str(), O_RDONLY | O_CLOEXEC)), {}};
  const std::uint64_t bytes = kept.file.open() ? size_of(kept.file.get()) : 0;
  End end{};
  if (bytes < sizeof end) return std::nullopt;
  const std::uint64_t before_end = bytes - sizeof end;
  const auto read_at = [&](void* to, std::uint64_t size, std::uint64_t from) {
    return pread(kept.file.get(), to, size, static_cast<off_t>(from)) == static_cast<ssize_t>(size);
  };
  if (!read_at(&end, sizeof end, before_end)) return std::nullopt;
  if (std::memcmp(end.mark, End{}.mark, sizeof end.mark) != 0 || end.recipe != recipe ||
      end.log_bytes > before_end || end.program_bytes != before_end - end.log_bytes) {
    return std::nullopt;
  }
  kept.log.resize(end.log_bytes);
  if (!read_at(kept.log.data(), end.log_bytes, end.program_bytes)) return std::nullopt;
  return kept;
}

void keep_program(const Kit& kit, const Digest256& recipe, int program, const std::string& log) {
  const fs::path place = place_of(kit, recipe), whole = unfinished_name(place);
  std::error_code ignored;
  fs::create_directories(place.parent_path(), ignored);
  const Descriptor file(open(whole.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!file.open()) return;
  End end{recipe, size_of(program), log.size()};
  const std::string behind = log + std::string(reinterpret_cast<const char*>(&end), sizeof end);
  // It may be run as another user, whatever the umask. Renamed whole, so that nobody finds a piece.
  if (fchmod(file.get(), 0644) != 0 || !copy_bytes(program, file.get(), end.program_bytes) ||
      write(file.get(), behind.data(), behind.size()) != static_cast<ssize_t>(behind.size()) ||
      rename(whole.c_str(), place.c_str()) != 0) {
    unlink(whole.c_str());
  }
}

}  // namespace grader
