#include "submission/archive.hpp"

#include "compile/compile.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "submission/archive_limits.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <csignal>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr int refused = 120;  // of confine: its command failed
constexpr double wall_seconds = 60;
constexpr std::size_t longest_reason = 300;

Command unpack_command(const Workbench& bench, const fs::path& course, int archive,
                       const fs::path& folder) {
  const fs::path program = fs::path(bench.kit.confine).parent_path() / "unpack";
  Confinement walls;
  walls.isolation = with_libraries_alone(bench.isolation);
  walls.access = {{program.parent_path()}, {folder, "/dev/null"}};
  walls.folder = folder;
  walls.cpu_seconds = archive_limits::cpu_seconds;
  walls.memory_mib = archive_limits::memory_mib;
  walls.file_mib = archive_limits::file_mib;
  Command command = confined(walls, bench.kit, course, {program.string()});
  command.descriptor_3 = archive;
  return command;
}

std::string unpack(const Workbench& bench, const fs::path& course, int archive,
                   const fs::path& folder) {
  lseek(archive, 0, SEEK_SET);
  const Captured end =
      CapturedProcess(unpack_command(bench, course, archive, folder)).finish(wall_seconds);
  if (end.exit_code == 0) return "";
  const int signal = end.exit_code > 128 ? end.exit_code - 128 : end.signal;
  if (end.wall_limit_hit && end.cpu_seconds < archive_limits::cpu_seconds)
    throw TryAgain("the machine is too busy to unpack an archive", "grade with fewer --jobs");
  if (end.wall_limit_hit || signal == SIGXCPU) return "the archive takes too long to unpack";
  if (end.exit_code == refused && trimmed(end.output) == archive_limits::no_room) {
    throw TryAgain(fmt::format("{}: no room to unpack an archive", folder.string()),
                   "free some space there, or set TMPDIR to another folder");
  }
  if (end.exit_code == refused && !trimmed(end.output).empty())
    return printable_name(cut(trimmed(split_lines(end.output).front()), longest_reason));
  if (end.exit_code == refused || signal != 0)
    return "the archive is damaged: unpacking it crashes";
  throw GraderFault("archives cannot be unpacked: " + printable(end.output), "./grade doctor");
}

}  // namespace

Unpack unpacking(const Workbench& bench, const fs::path& course) {
  return [&bench, course](int archive, const fs::path& folder) {
    return unpack(bench, course, archive, folder);
  };
}

}  // namespace grader
