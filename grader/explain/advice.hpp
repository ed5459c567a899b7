#pragma once
// What is said of a program's steps, besides its mistakes. Pure.

#include "core/report.hpp"
#include "explain/places.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// What records steps: the stub as it was handed out, and the student's program.
struct RecordTexts {
  std::string_view stub, program;
};

/// Advice to record steps of a run, by the stub's calls: those that no run has, between the last
/// right one and the first wrong one. Empty where there is none.
std::string advice_on_records(const std::vector<Places>& runs, std::size_t run,
                              const RecordTexts& texts);

/// "queries, keys and values are right so far", for a program whose next TODO is open. Empty where
/// something that it recorded on the case is wrong.
std::string right_so_far(const Run& run, const Tolerance& tolerance);

/// "queries ok, keys WRONG, scores follow, result follows"; empty where no step was recorded.
std::string steps_line(const Exercise& exercise, const std::vector<StepResult>& steps);

}  // namespace grader
