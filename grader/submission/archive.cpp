// What other programs read of a submission: archives, and the time of a checkout's last commit.

#include "compile/compile.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "submission/archive_limits.hpp"
#include "submission/contents.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <charconv>
#include <csignal>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr int refused = 120;  // of confine: its command failed
constexpr double wall_seconds = 60;
constexpr std::size_t longest_reason = 300;

/// Walls behind which a program writes to one folder alone.
Confinement walls_around(const Toolchain& bench, std::vector<fs::path> readable,
                         const fs::path& folder) {
  Confinement walls;
  walls.isolation = with_libraries_alone(bench.isolation);
  walls.access = {std::move(readable), {folder, "/dev/null"}};
  walls.folder = folder;
  walls.cpu_seconds = archive_limits::cpu_seconds;
  walls.memory_mib = archive_limits::memory_mib;
  walls.file_mib = archive_limits::file_mib;
  return walls;
}

constexpr const char* git = "/usr/bin/git";
constexpr const char* env = "/usr/bin/env";
constexpr double git_seconds = 20;

/// Whether there is a pipe, a socket or a device, or a link to one: git would wait for what never
/// comes. So it may be where not all can be seen.
bool may_hold_special_files(const fs::path& repository) {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(repository, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code broken;
    const fs::file_type type = entry->status(broken).type();
    if (type != fs::file_type::regular && type != fs::file_type::directory &&
        type != fs::file_type::not_found)
      return true;
  }
  return static_cast<bool>(error);
}

}  // namespace

Unpack unpacking(const Toolchain& bench, const fs::path& course) {
  return [&bench, course](int archive, const fs::path& folder) -> std::string {
    const fs::path program = fs::path(bench.kit.confine).parent_path() / "unpack";
    Command command = confined(walls_around(bench, {program.parent_path()}, folder), bench.kit,
                               course, {program.string()});
    command.descriptor_3 = archive;
    lseek(archive, 0, SEEK_SET);
    const Captured end = CapturedProcess(std::move(command)).finish(wall_seconds);
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
  };
}

CommitTime commit_time(const Toolchain& bench, const fs::path& course, const fs::path& folder) {
  std::error_code error;
  const fs::path repository = fs::absolute(folder) / ".git";
  const fs::file_type type = fs::symlink_status(repository, error).type();
  if (type == fs::file_type::not_found) return {};
  if (type != fs::file_type::directory) return {std::nullopt, "its .git is not a folder"};
  if (!fs::exists(git, error)) return {std::nullopt, "git is not installed here"};
  if (may_hold_special_files(repository))
    return {std::nullopt, "its .git has a pipe, a device or the like, or cannot be read"};
  const TemporaryFolder scratch;
  const Confinement walls = walls_around(
      bench, {fs::path(bench.kit.confine).parent_path(), env, git, repository}, scratch.path());
  // Nothing of the user's own settings; what the repository's say has no effect on rev-list.
  const Command command =
      confined(walls, bench.kit, course,
               {env, "-i", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", git,
                "--git-dir=" + repository.string(), "rev-list", "--timestamp", "-1", "HEAD"});
  const Captured end = CapturedProcess(command).finish(git_seconds);
  if (end.exit_code != 0) return {std::nullopt, "git reads no commit at its HEAD"};
  Moment moment = 0;
  std::from_chars(end.output.data(), end.output.data() + end.output.size(), moment);
  constexpr Moment year_9999 = 253370764800;
  if (moment <= 0 || moment >= year_9999) return {std::nullopt, "its commit has no time"};
  return {moment};
}

}  // namespace grader
