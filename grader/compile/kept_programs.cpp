#include "compile/prepared.hpp"
#include "compile/program.hpp"
#include "core/error.hpp"
#include "system/cache.hpp"

#include <fmt/format.h>

#include <fcntl.h>

#include <cstdint>
#include <exception>
#include <filesystem>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Of a program with its log. Most have some 100 KB; a text can make a program of any size.
constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 20;

fs::path folder_of(const Kit& kit, const Digest256& recipe) {
  return prepared_folder(kit) / "programs" / hex(recipe);
}

/// Stands beside them: a machine that lost its power can leave files with other bytes.
std::string sum_of(const std::string& program, const std::string& log) {
  return hex(sha256(program + log));
}

}  // namespace

std::optional<Program> kept_program(const Kit& kit, const Digest256& recipe) {
  const fs::path folder = folder_of(kit, recipe), program = folder / "program.so";
  Descriptor file(open(program.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return std::nullopt;
  try {
    Program kept;
    kept.file = std::move(file);
    kept.log = read_file(folder / "log");
    if (read_file(folder / "sum") != sum_of(read_file(program), kept.log)) return std::nullopt;
    note_use(folder);
    return kept;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

void keep_program(const Kit& kit, const Digest256& recipe, const Program& program) {
  try {
    const fs::path made = fmt::format("/proc/self/fd/{}", program.file.get());
    if (fs::file_size(made) + program.log.size() > most_bytes) return;
    const std::string bytes = read_file(made);
    const fs::path folder = folder_of(kit, recipe);
    fs::create_directories(folder);
    const Descriptor held = hold_cache(folder.parent_path());
    write_file(folder / "program.so", bytes);
    fs::permissions(folder / "program.so", fs::perms(0644));  // it may be run as another user
    write_file(folder / "log", program.log);
    write_file(folder / "sum", sum_of(bytes, program.log));
  } catch (const std::exception&) {  // the next one builds it again
  }
}

}  // namespace grader
