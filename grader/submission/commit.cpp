#include "submission/commit.hpp"

#include "compile/compile.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <charconv>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* git = "/usr/bin/git";
constexpr const char* env = "/usr/bin/env";
constexpr double git_seconds = 20;

/// The seconds in the line "committer NAME <ADDRESS> SECONDS ZONE" of a commit's head.
std::optional<Moment> committed(const std::string& commit) {
  for (const std::string& line : split_lines(commit)) {
    if (line.empty()) break;  // what follows are its author's words
    const std::size_t end = line.rfind("> ");
    if (!line.starts_with("committer ") || end == std::string::npos) continue;
    Moment moment = 0;
    const char* first = line.data() + end + 2;
    const auto [last, error] = std::from_chars(first, line.data() + line.size(), moment);
    const bool known = error == std::errc() && last != first && moment > 0;
    constexpr Moment year_9999 = 253370764800;
    return known && moment < year_9999 ? std::optional(moment) : std::nullopt;
  }
  return std::nullopt;
}

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

CommitTime commit_time(const Workbench& bench, const fs::path& course, const fs::path& folder) {
  std::error_code error;
  const fs::path repository = fs::absolute(folder) / ".git";
  const fs::file_type type = fs::symlink_status(repository, error).type();
  if (type == fs::file_type::not_found) return {};
  if (type != fs::file_type::directory) return {std::nullopt, "its .git is not a folder"};
  if (!fs::exists(git, error)) return {std::nullopt, "git is not installed here"};
  if (may_hold_special_files(repository))
    return {std::nullopt, "its .git has a pipe, a device or the like, or cannot be read"};
  const TemporaryFolder scratch;
  Confinement walls;
  walls.isolation = with_libraries_alone(bench.isolation);
  walls.access = {{fs::path(bench.kit.confine).parent_path(), env, git, repository},
                  {scratch.path(), "/dev/null"}};
  walls.folder = scratch.path();
  walls.cpu_seconds = 10;
  walls.memory_mib = 512;
  walls.file_mib = 1;
  // Nothing of the user's own settings; what the repository's say has no effect on cat-file.
  const Command command =
      confined(walls, bench.kit, course,
               {env, "-i", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", git,
                "--git-dir=" + repository.string(), "cat-file", "commit", "HEAD"});
  const Captured end = CapturedProcess(command).finish(git_seconds);
  if (end.exit_code != 0) return {std::nullopt, "git reads no commit at its HEAD"};
  const std::optional<Moment> moment = committed(end.output);
  return {moment, moment ? "" : "its commit has no time"};
}

}  // namespace grader
