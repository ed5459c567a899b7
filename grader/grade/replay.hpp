#pragma once
// Replays what a program did on the public cases with the reference versions.

#include "diagnose/replay.hpp"
#include "grade/grade.hpp"
#include "grade/grader.hpp"
#include "run/runner.hpp"

#include <set>
#include <string>
#include <vector>

namespace grader {

/// Puts into `graded` what can be said of the steps of a program, `text`, that failed; where it is
/// `wordless`, nothing that the program computed. Of one that passed, notes on steps that are those
/// of an equivalent variant.
void tell_each_step(const Grader& grader, Runner& runner, const Exercise& exercise,
                    const std::string& text, const std::vector<Run>& runs,
                    const std::vector<Mistake>& mistakes, bool wordless, Graded& graded);

/// Counts as earned what all fresh cases earn, too. They ran last, and nothing is told of them but
/// which steps that are.
void count_fresh_steps(const Grader& grader, Runner& runner, const Exercise& exercise,
                       const std::vector<Mistake>& mistakes, Graded& graded);

/// What is right on the one case that is looked at, given the earlier steps. One case is not enough
/// to name mistakes by.
void replay_one(const Grader& grader, Runner& runner, const Exercise& exercise,
                const std::vector<Run>& runs, Graded& graded);

}  // namespace grader
