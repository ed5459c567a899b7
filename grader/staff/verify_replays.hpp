#pragma once
// Whether every step of an exercise can be replayed.

#include "grade/grader.hpp"

#include <string>

namespace grader {

/// What keeps replays of the exercise from judging every step; empty where nothing does. The
/// versions must compile together. A replay must go on with each step that a student recorded:
/// other numbers there must change something after it, else the step is recorded after its use. A
/// step whose numbers come once more behind it is excused.
std::string check_replays(const Grader& grader, const Exercise& exercise);

}  // namespace grader
