#pragma once
// Chooses the tier of isolation by trying: hostile probes run where compilers and students' code
// will run, and every attempt of theirs must fail. No setting of the system is believed.

#include "compile/kit.hpp"
#include "course/course.hpp"
#include "sandbox/tier.hpp"

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

}  // namespace grader
