#pragma once
// Chooses the tier of isolation by trying: hostile probes run where compilers and students' code
// will run, and every attempt of theirs must fail. No setting of the system is believed.

#include "compile/kit.hpp"
#include "course/course.hpp"
#include "sandbox/tier.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// What the probes found about a tier on this machine.
struct TierFinding {
  Tier tier = Tier::none;
  std::vector<std::string> problems;  ///< none: the tier holds
};

/// Tries the tiers from the strongest down to the first that holds; tier none always does.
std::vector<TierFinding> find_tier(const Kit& kit, const Course& course);

/// The tier to use: what `find_tier` found. A tier from landlock up is kept in `memory` for as long
/// as machine, user, course and kit stay the same.
Tier remembered_tier(const Kit& kit, const Course& course, const std::filesystem::path& memory);

/// What can be looked at of this process and of where it runs.
struct Surroundings {
  bool container = false, root = false;
  bool makes_namespaces = false;    ///< CAP_SYS_ADMIN
  bool sets_up_networks = false;    ///< CAP_NET_ADMIN
  bool confined = false;            ///< behind seccomp, or a profile of AppArmor or SELinux
  bool apparmor_restricts = false;  ///< kernel.apparmor_restrict_unprivileged_userns is 1
  bool only_root_clones = false;    ///< kernel.unprivileged_userns_clone is 0
  int refusal = 0;                  ///< errno of a new namespace: of mounts for root, else of users
};
Surroundings look_around();

/// What mends the tier `namespaces` where bubblewrap was refused: in a container the flags to start
/// it with, elsewhere a command; empty where nothing that was seen explains it. Pure.
std::string mend_namespaces(const Surroundings& seen);

}  // namespace grader
