#pragma once
// What records tell and do not tell: which step to record so that the grader can say more. Pure.

#include "explain/places.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// What records steps: the stub as it was handed out, and the student's program.
struct RecordTexts {
  std::string_view stub, program;
};

/// Advice to record steps: of one run, those that are recorded in none, and come before the first
/// wrong one since the last right one. The calls are the stub's, those that the program lacks.
/// Empty where there is none.
std::string advice_on_records(const std::vector<Places>& runs, std::size_t run,
                              const RecordTexts& texts);

/// Which steps a program that returned recorded more or less often than the solution does, how
/// often, and whether the first or the last turns are missing; empty where there is none.
std::string words_on_turns(const Run& run, const Tolerance& tolerance);

/// "queries, keys and values are right so far", for a program whose next TODO is open. Empty where
/// something that it recorded on the case is wrong.
std::string right_so_far(const Run& run, const Tolerance& tolerance);

}  // namespace grader
