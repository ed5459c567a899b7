#include "run/tiers.hpp"

#include "build/compile.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "data/files.hpp"
#include "isolation/probe_list.hpp"
#include "run/runner.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr double probe_seconds = 20;
constexpr Limits probe_limits{2, 256};

/// What is wrong with the walls around compilers.
std::vector<std::string> build_problems(const Kit& kit, const Course& course) {
  const Exercise& exercise = course.exercises.front();
  const TemporaryFolder scratch, other;
  std::vector<std::string> words{kit.probe_build, "--scratch", scratch.path()};
  const auto add = [&](const char* option, const fs::path& path) {
    if (fs::exists(path)) words.insert(words.end(), {option, path});
  };
  for (const fs::path& path : build_access(kit, exercise, scratch.path()).readable)
    add("--needs", path);
  add("--needs", kit.start_object);
  if (kit.isolation.tier != Tier::weak) {
    add("--outside", other.path());
    for (const char* folder : {"solutions", "reference_data"})
      add("--secret", course.root / folder);
    write_file(other.path() / "secret", "secret");
    add("--secret", other.path() / "secret");
  }
  // A user who owns nothing may still read what all may read.
  if (kit.isolation.tier == Tier::namespaces || kit.isolation.landlock) {
    add("--secret", "/etc/passwd");
  }
  const Captured end =
      CapturedProcess(confined(kit, exercise, scratch.path(), words)).finish(probe_seconds);
  std::vector<std::string> problems;
  for (const std::string& line : split_lines(end.output)) {
    if (!trimmed(line).empty()) problems.push_back("compilers: " + printable(line));
  }
  if (problems.empty() && end.exit_code != 0) {
    problems.push_back(fmt::format("compilers: the probe ended with exit code {}", end.exit_code));
  }
  return problems;
}

/// What is wrong with the walls around students' code.
std::vector<std::string> run_problems(const Kit& kit) {
  const Descriptor probe(open((kit.folder / "probe.so").c_str(), O_RDONLY | O_CLOEXEC));
  Runner runner(kit);
  std::vector<std::string> problems;
  const auto call = [&](double input) {
    return runner.run(probe.get(), {Tensor{{}, {input}}}, probe_limits);
  };
  const Outcome outcome = call(0);
  constexpr std::size_t attempts = std::size(isolation::run_attempts);
  constexpr std::size_t needs = std::size(isolation::run_needs);
  if (outcome.ending != Ending::returned || outcome.result->values.size() != attempts + needs) {
    return {"programs: the probe does not return" +
            (outcome.output.empty() ? "" : ": " + printable(outcome.output))};
  }
  for (std::size_t i = 0; i < attempts + needs; ++i) {
    if (outcome.result->values[i] == 0) continue;
    problems.push_back(i < attempts
                           ? fmt::format("programs can {}", isolation::run_attempts[i])
                           : fmt::format("programs cannot {}", isolation::run_needs[i - attempts]));
  }
  if (call(1).ending != Ending::forbidden) problems.emplace_back("programs can trace others");
  return problems;
}

/// What the choice rests on: when any of it changes, it is made anew.
std::string situation(const Kit& kit) {
  std::string text = fmt::format("user {}\n", geteuid());
  for (const char* file : {"/proc/sys/kernel/random/boot_id", "/proc/sys/kernel/osrelease",
                           "/proc/sys/user/max_user_namespaces"}) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    text += line + '\n';
  }
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    for (const char* start : {"Cap", "NoNewPrivs", "Seccomp"}) {
      if (line.starts_with(start)) text += line + '\n';
    }
  }
  for (const fs::path& file :
       {fs::path("/proc/self/ns/mnt"), fs::path("/proc/self/ns/user"), fs::path("/usr/bin/bwrap"),
        fs::path(kit.confine), fs::path(kit.launcher), kit.folder}) {
    struct stat found {};
    stat(file.c_str(), &found);
    text += fmt::format("{} {} {} {}\n", file.string(), found.st_ino, found.st_mtim.tv_sec,
                        found.st_mode);
  }
  return text;
}

}  // namespace

TierFinding try_isolation(Kit kit, const Course& course, const Isolation& isolation) {
  kit.isolation = isolation;
  TierFinding finding{isolation.tier, {}};
  if (isolation.tier == Tier::none) return finding;
  try {
    finding.problems = build_problems(kit, course);
    if (finding.problems.empty()) finding.problems = run_problems(kit);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    finding.problems.emplace_back(error.what());
  }
  return finding;
}

std::vector<TierFinding> find_tier(const Kit& kit, const Course& course) {
  std::vector<TierFinding> findings;
  for (const Tier tier : all_tiers) {
    const Isolation isolation = isolation_of(tier);
    TierFinding finding{tier, {}};
    if (const char* missing = lacking(isolation)) {
      finding.problems.emplace_back(missing);
    } else {
      finding = try_isolation(kit, course, isolation);
    }
    findings.push_back(std::move(finding));
    if (findings.back().problems.empty()) break;
  }
  return findings;
}

Tier remembered_tier(const Kit& kit, const Course& course, const fs::path& memory) {
  const std::string now = situation(kit);
  try {
    const std::string text = read_file(memory);
    const std::size_t end = text.find('\n');
    if (end != std::string::npos && text.substr(end + 1) == now) {
      if (const std::optional<Tier> tier = tier_named(text.substr(0, end))) return *tier;
    }
  } catch (const InputError&) {  // none yet
  }
  const Tier tier = find_tier(kit, course).back().tier;
  try {
    write_file(memory, fmt::format("{}\n{}", name_of(tier), now));
  } catch (const InputError&) {  // it is only a memory
  }
  return tier;
}

std::string reasons(const std::vector<TierFinding>& findings) {
  std::vector<std::string> parts;
  for (const TierFinding& finding : findings) {
    if (!finding.problems.empty()) {
      parts.push_back(fmt::format("{}: {}", name_of(finding.tier), finding.problems.front()));
    }
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace grader
