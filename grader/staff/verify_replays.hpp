#pragma once
// Can every step of an exercise be replayed?

#include "grade/grader.hpp"

#include <string>

namespace grader {

/// Why replays of the exercise say less than they could; empty where they do not. The versions must
/// compile together, a replay must go on with each step that a student records, and something after
/// a step must depend on it, unless that has the same numbers: else it is recorded after its use.
std::string check_replays(const Grader& grader, const Exercise& exercise);

}  // namespace grader
