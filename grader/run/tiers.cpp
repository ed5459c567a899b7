#include "run/tiers.hpp"

#include "compile/compile.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "run/runner.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr unsigned probe_seconds = 20;  // on an ordinary machine

/// What no compiler of a student's code may see, whatever state the rest of the course is in.
std::vector<fs::path> secret_files(const Course& course) {
  std::vector<fs::path> files;
  for (const char* folder : {"solutions", "reference_data"}) {
    std::error_code ignored;
    for (const auto& entry : fs::recursive_directory_iterator(course.root / folder, ignored)) {
      if (entry.is_regular_file(ignored)) files.push_back(entry.path());
    }
  }
  return files;
}

/// The problems that a probe prints of those in whose place it runs, one a line.
std::vector<std::string> told(const std::string& whose, const std::string& output) {
  std::vector<std::string> problems;
  for (const std::string& line : split_lines(output)) {
    if (!trimmed(line).empty()) problems.push_back(whose + printable(line));
  }
  return problems;
}

/// What is wrong with the walls around compilers.
std::vector<std::string> build_problems(const Kit& kit, const Isolation& isolation,
                                        const Course& course) {
  const TemporaryFolder scratch, other;
  const fs::path output = scratch.path() / "output";
  write_temporary(output, "");
  std::vector<std::string> words{kit.probe_build, "--scratch", output};
  const auto add = [&](const char* option, const fs::path& path) {
    if (fs::exists(path)) words.insert(words.end(), {option, path});
  };
  for (const fs::path& path : build_access(kit, scratch.path()).readable) add("--needs", path);
  add("--needs", kit.start_object);
  if (isolation.landlock) add("--outside", scratch.path());
  if (isolation.tier != Tier::weak) {
    add("--outside", other.path());
    write_temporary(other.path() / "secret", "secret");
    add("--secret", other.path() / "secret");
    add("--secret", "/etc/passwd");  // all may read it: the submissions of others are like that
    for (const fs::path& file : secret_files(course)) add("--secret", file);
  }
  if (isolation.tier == Tier::namespaces) words.emplace_back("--namespaces");
  if (isolation.spare_user) words.emplace_back("--spare-user");
  const unsigned limit = scaled_timeout(probe_seconds);
  const Confinement walls = build_walls(kit, isolation, scratch.path(), limit);
  const Captured end = CapturedProcess(confined(walls, kit, course.root, words)).finish(limit);
  if (end.wall_limit_hit) throw TryAgain("the probe of the isolation does not end");
  std::vector<std::string> problems = told("compilers: ", end.output);
  if (problems.empty() && end.exit_code != 0)
    problems.push_back(fmt::format("compilers: the probe ended with exit code {}", end.exit_code));
  return problems;
}

/// What is wrong with the walls around students' code.
std::vector<std::string> run_problems(const Kit& kit, const Isolation& isolation) {
  const Descriptor probe(open((kit.folder / "probe.so").c_str(), O_RDONLY | O_CLOEXEC));
  LaunchedRunner runner({.kit = kit, .isolation = isolation});
  const auto call = [&](double traces) {
    const double not_as = isolation.spare_user ? geteuid() : -1.0;
    const double in_namespace = isolation.tier == Tier::namespaces ? 1 : 0;
    return runner.run(probe.get(), {{{}, {traces}}, {{}, {not_as}}, {{}, {in_namespace}}},
                      {scaled_timeout(2), 256});
  };
  const Outcome outcome = call(0);
  std::vector<std::string> problems = told("programs ", outcome.output);
  if (outcome.ending != Ending::returned ||
      outcome.results[0].values[0] != static_cast<double>(problems.size())) {
    return {"programs: the probe does not return" +
            (outcome.output.empty() ? "" : ": " + printable(outcome.output))};
  }
  // Where the filter is missing, this attempt would stop the launcher.
  if (problems.empty() && call(1).ending != Ending::forbidden)
    problems.emplace_back("programs can trace others");
  return problems;
}

/// Empty where it cannot be read.
std::string kernel_says(const std::string& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

/// What the choice rests on: when any of it changes, it is made anew.
std::string situation(const Kit& kit, const Course& course) {
  std::string text = fmt::format("user {}, files in {}\n", geteuid(), temporary_base().string());
  for (const char* file : {"/proc/sys/kernel/random/boot_id", "/proc/sys/user/max_user_namespaces"})
    text += kernel_says(file) + '\n';
  for (const char* space : {"/proc/self/ns/mnt", "/proc/self/ns/user"})
    text += fs::read_symlink(space).string() + '\n';
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    for (const char* start : {"Cap", "NoNewPrivs", "Seccomp"})
      if (line.starts_with(start)) text += line + '\n';
  }
  for (const fs::path& file :
       {fs::path("/usr/bin/bwrap"), fs::path(kit.confine), fs::path(kit.launcher), kit.folder,
        course.root / "solutions", course.root / "reference_data"}) {
    struct stat found {};
    stat(file.c_str(), &found);
    text += fmt::format("{} {} {} {}\n", file.string(), found.st_ino, found.st_mtim.tv_sec,
                        found.st_mode);
  }
  return text;
}

void make_readable(const fs::path& path) {
  using fs::perms;
  std::error_code ignored;
  const fs::file_status found = fs::symlink_status(path, ignored);
  if (!fs::is_directory(found) && !fs::is_regular_file(found)) return;
  const bool enter = (found.permissions() & perms::owner_exec) != perms::none;
  const perms wanted = perms::others_read | (enter ? perms::others_exec : perms::none);
  if ((found.permissions() & wanted) != wanted)
    fs::permissions(path, wanted, fs::perm_options::add, ignored);
}

/// Spare users must read the kit and the course's headers, under whatever umask these were made.
/// Where that cannot be arranged, the probes tell.
void make_readable_to_spare_users(const Kit& kit, const Course& course) {
  std::error_code ignored;
  for (const fs::path& folder : build_access(kit, {}).readable) {
    if (!lies_below(folder, kit.build_folder()) && !lies_below(folder, course.root)) continue;
    make_readable(folder);
    for (const auto& entry : fs::recursive_directory_iterator(folder, ignored))
      make_readable(entry.path());
  }
}

/// What is wrong with these walls around `kit`, building and running. The course's own files serve
/// as what must not be seen.
std::vector<std::string> problems_of(const Kit& kit, const Course& course,
                                     const Isolation& isolation) {
  if (const char* missing = lacking(isolation)) return {missing};
  if (isolation.tier == Tier::none) return {};
  try {
    const std::vector<std::string> problems = build_problems(kit, isolation, course);
    return problems.empty() ? run_problems(kit, isolation) : problems;
  } catch (const Interrupted&) {
    throw;
  } catch (const TryAgain&) {
    throw;  // that says nothing about the tier
  } catch (const Error& error) {
    return {error.what()};
  }
}

}  // namespace

std::vector<TierFinding> find_tier(const Kit& kit, const Course& course) {
  if (geteuid() == 0) make_readable_to_spare_users(kit, course);
  std::vector<TierFinding> findings;
  for (const Tier tier : all_tiers) {
    findings.push_back({tier, problems_of(kit, course, isolation_of(tier))});
    if (findings.back().problems.empty()) break;
  }
  return findings;
}

Tier remembered_tier(const Kit& kit, const Course& course, const fs::path& memory) {
  const std::string now = situation(kit, course);
  try {
    const std::string text = read_file(memory);
    const std::size_t end = text.find('\n');
    if (end != std::string::npos && text.substr(end + 1) == now) {
      if (const std::optional<Tier> tier = tier_named(text.substr(0, end))) return *tier;
    }
  } catch (const InputError&) {  // none yet
  }
  const Tier tier = find_tier(kit, course).back().tier;
  if (!keeps_secrets(tier)) return tier;  // worth another look next time
  try {
    write_file(memory, fmt::format("{}\n{}", name_of(tier), now));
  } catch (const InputError&) {  // it is only a memory
  }
  return tier;
}

}  // namespace grader
