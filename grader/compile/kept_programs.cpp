#include "compile/kept_programs.hpp"

#include "compile/prepared.hpp"
#include "system/cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// What stands at the end of a kept file: a shared object, then its log. Loaders do not look there.
struct End {
  Digest256 before;  ///< of all bytes before it: a machine that lost its power can leave others
  std::uint64_t program_bytes;
};

/// Of a kept file. Most have some 100 KB; a text can make a program of any size.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20;

fs::path file_of(const Kit& kit, const Digest256& recipe) {
  return prepared_folder(kit) / "programs" / hex(recipe);
}

/// The bytes of an open file; none where it is no regular one, or too large to be kept.
std::string bytes_of(int file) {
  struct stat status {};
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
      static_cast<std::uint64_t>(status.st_size) > most_bytes)
    return "";
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  return pread(file, bytes.data(), bytes.size(), 0) == status.st_size ? bytes : "";
}

}  // namespace

std::optional<KeptProgram> kept_program(const Kit& kit, const Digest256& recipe) {
  const fs::path place = file_of(kit, recipe);
  KeptProgram kept{Descriptor(open(place.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)), {}};
  const std::string bytes = bytes_of(kept.file.get());
  End end{};
  if (bytes.size() < sizeof end) return std::nullopt;
  const std::string_view before(bytes.data(), bytes.size() - sizeof end);
  std::memcpy(&end, before.end(), sizeof end);
  if (end.before != sha256(before) || end.program_bytes > before.size()) return std::nullopt;
  kept.log = before.substr(end.program_bytes);
  note_use(place);
  return kept;
}

void keep_program(const Kit& kit, const Digest256& recipe, int program, const std::string& log) {
  const std::string shared_object = bytes_of(program), before = shared_object + log;
  const End end{sha256(before), shared_object.size()};
  const std::string all = before + std::string(reinterpret_cast<const char*>(&end), sizeof end);
  if (shared_object.empty() || all.size() > most_bytes) return;
  const fs::path place = file_of(kit, recipe), whole = unfinished_name(place);
  std::error_code ignored;
  fs::create_directories(place.parent_path(), ignored);
  const Descriptor held = hold_cache(place.parent_path());
  const Descriptor file(open(whole.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!file.open()) return;
  // It may be run as another user, whatever the umask. Renamed whole, so that nobody finds a piece.
  if (fchmod(file.get(), 0644) != 0 ||
      write(file.get(), all.data(), all.size()) != static_cast<ssize_t>(all.size()) ||
      rename(whole.c_str(), place.c_str()) != 0) {
    unlink(whole.c_str());
  }
}

}  // namespace grader
