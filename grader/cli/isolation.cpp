#include "cli/commands.hpp"
#include "cli/invocation.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace grader {
namespace {

bool says(const TierFinding& finding, const char* words) {
  return std::ranges::any_of(finding.problems, [&](const std::string& problem) {
    return problem.find(words) != std::string::npos;
  });
}

/// The file or folder that a problem "… PATH: Permission denied" names; empty where none does.
std::filesystem::path refused_path(const TierFinding& finding) {
  for (const std::string& problem : finding.problems) {
    const std::size_t start = problem.find('/');
    const std::size_t end = problem.find(": Permission denied");
    if (start < end && end != std::string::npos) return problem.substr(start, end - start);
  }
  return {};
}

/// The first folder on the way to `path` that other users may not enter; empty where there is none.
std::filesystem::path closed_above(const std::filesystem::path& path) {
  std::filesystem::path folder;
  for (const std::filesystem::path& part : path.parent_path()) {
    folder /= part;
    std::error_code ignored;
    const auto rights = std::filesystem::status(folder, ignored).permissions();
    if ((rights & std::filesystem::perms::others_exec) == std::filesystem::perms::none)
      return folder;
  }
  return {};
}

/// The command that lets spare users in where a path is closed to them.
std::string mend_access(const TierFinding& finding) {
  const std::filesystem::path path = refused_path(finding);
  const std::filesystem::path closed = closed_above(path);
  if (finding.tier == Tier::container && !closed.empty()) {
    return fmt::format(
        "chmod o+x {}, or keep the course, its build folder and TMPDIR where other users may "
        "enter, such as /srv",
        shell_word(closed.string()));
  }
  return "chmod -R o+rX " + shell_word(path.string());
}

constexpr const char* allow_bwrap =
    "printf 'abi <abi/4.0>,\\ninclude <tunables/global>\\nprofile bwrap /usr/bin/bwrap "
    "flags=(unconfined) {\\n  userns,\\n}\\n' | sudo tee /etc/apparmor.d/bwrap && sudo "
    "systemctl reload apparmor";
constexpr const char* newer_kernel = "use a kernel from 5.13 on that has Landlock";
constexpr const char* with_landlock =
    "use a kernel from 5.13 on, with landlock among its lsm= modules";

/// What mends a tier whose problems have these words; the first that fits.
constexpr struct {
  Tier tier;
  const char* words;
  const char* fix;
} fixes[] = {
    {Tier::namespaces, "not installed", "apt-get install bubblewrap"},
    {Tier::namespaces, "uid map: Permission denied", allow_bwrap},
    {Tier::namespaces, "RTM_NEWADDR", allow_bwrap},
    {Tier::namespaces, "nesting depth", "sudo sysctl -w user.max_user_namespaces=10000"},
    {Tier::namespaces, "No permissions to create new namespace",
     "sudo sysctl -w kernel.unprivileged_userns_clone=1, or grade as root; in a container: "
     "docker run --security-opt seccomp=unconfined --cap-add SYS_ADMIN"},
    {Tier::namespaces, "bwrap: ",
     "in a container: docker run --security-opt seccomp=unconfined --security-opt "
     "apparmor=unconfined --cap-add SYS_ADMIN, or grade outside"},
    {Tier::container, "needs root", "in a container: grade as root"},
    {Tier::container, "Landlock", newer_kernel},
    {Tier::container, "can read", newer_kernel},
    {Tier::landlock, "Landlock", with_landlock},
    {Tier::landlock, "can read", with_landlock},
    {Tier::weak, "seccomp", "use a kernel with seccomp"},
};

GraderFault refusal(const std::vector<TierFinding>& findings) {
  std::string fix;
  for (const TierFinding& finding : findings) {
    if (finding.problems.empty() || !keeps_secrets(finding.tier)) continue;
    if (const std::string way = mend(finding); !way.empty()) fix += way + "\n     ";
  }
  return GraderFault(
      fmt::format(
          "not graded: this machine cannot isolate student code ({}). A submission could read "
          "the solutions.",
          reasons(findings)),
      fix + "or, if you trust these submissions: --isolation auto");
}

}  // namespace

std::string mend(const TierFinding& finding) {
  const bool refused =
      keeps_secrets(finding.tier) && !refused_path(finding).empty() && !says(finding, "bwrap: ");
  if (refused && finding.tier == Tier::namespaces) return mend_access(finding);
  for (const auto& [tier, words, fix] : fixes) {
    if (finding.tier == tier && says(finding, words)) return fix;
  }
  return refused ? mend_access(finding) : "";
}

Workbench bench_for(const Setup& setup, const Course& course, Walls walls) {
  Workbench bench{.kit = load_kit(setup.kits, setup.compiler), .tell = tell_progress};
  if (walls == Walls::off) {
    tell(
        "grade: warning: isolation is off: what is graded can read, change and send whatever you "
        "can\n");
    return bench;
  }
  if (walls == Walls::required) {
    const std::vector<TierFinding> findings = find_tier(bench.kit, course);
    if (!keeps_secrets(findings.back().tier)) throw refusal(findings);
    bench.isolation = isolation_of(findings.back().tier);
    return bench;
  }
  const std::filesystem::path memory =
      setup.build_folder() / fmt::format("isolation-{}.txt", bench.kit.name);
  bench.isolation = isolation_of(remembered_tier(bench.kit, course, memory));
  if (!keeps_secrets(bench.isolation.tier)) {
    tell(fmt::format(
        "grade: warning: the isolation here is {}: a submission could read the solutions\n"
        "fix: {} doctor   says how to get more\n",
        name_of(bench.isolation.tier), invocation()));
  }
  return bench;
}

}  // namespace grader
