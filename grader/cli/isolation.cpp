#include "cli/isolation.hpp"

#include "cli/commands.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

bool says(const TierFinding& finding, const char* words) {
  return std::any_of(
      finding.problems.begin(), finding.problems.end(),
      [&](const std::string& problem) { return problem.find(words) != std::string::npos; });
}

GraderFault refusal(const std::vector<TierFinding>& findings) {
  std::string fix;
  for (const TierFinding& finding : findings) {
    if (!finding.problems.empty() && keeps_secrets(finding.tier)) fix += mend(finding) + "\n     ";
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
  switch (finding.tier) {
    case Tier::namespaces:
      if (says(finding, "not installed")) return "apt-get install bubblewrap";
      if (says(finding, "uid map: Permission denied") || says(finding, "RTM_NEWADDR")) {
        return "printf 'abi <abi/4.0>,\\ninclude <tunables/global>\\nprofile bwrap /usr/bin/bwrap "
               "flags=(unconfined) {\\n  userns,\\n}\\n' | sudo tee /etc/apparmor.d/bwrap && sudo "
               "systemctl reload apparmor";
      }
      if (says(finding, "nesting depth")) return "sudo sysctl -w user.max_user_namespaces=10000";
      if (says(finding, "No permissions to create new namespace")) {
        return "sudo sysctl -w kernel.unprivileged_userns_clone=1, or grade as root; in a "
               "container: "
               "docker run --security-opt seccomp=unconfined --cap-add SYS_ADMIN";
      }
      return "in a container: docker run --security-opt seccomp=unconfined --security-opt "
             "apparmor=unconfined --cap-add SYS_ADMIN, or grade outside";
    case Tier::container:
      if (says(finding, "needs root")) return "in a container: grade as root";
      if (says(finding, "can read")) return "use a kernel from 5.13 on that has Landlock";
      return "keep the course and TMPDIR where other users may enter, such as /srv";
    case Tier::landlock:
      return "use a kernel from 5.13 on, with landlock among its lsm= modules";
    case Tier::weak:
      return "use a kernel with seccomp";
    case Tier::none:
      break;
  }
  return "";
}

Kit kit_for(const Setup& setup, const Course& course, Walls walls) {
  Kit kit = load_kit(setup.kits, setup.compiler);
  if (walls == Walls::off) {
    tell(
        "grade: warning: isolation is off: what is graded can read, change and send whatever you "
        "can\n");
    return kit;
  }
  if (walls == Walls::required) {
    const std::vector<TierFinding> findings = find_tier(kit, course);
    if (!keeps_secrets(findings.back().tier)) throw refusal(findings);
    kit.isolation = isolation_of(findings.back().tier);
    return kit;
  }
  const std::filesystem::path memory =
      setup.build_folder() / fmt::format("isolation-{}.txt", kit.name);
  kit.isolation = isolation_of(remembered_tier(kit, course, memory));
  if (!keeps_secrets(kit.isolation.tier)) {
    tell(fmt::format(
        "grade: warning: the isolation here is {}: a submission could read the solutions\n"
        "fix: ./grade doctor says how to get more\n",
        name_of(kit.isolation.tier)));
  }
  return kit;
}

}  // namespace grader
