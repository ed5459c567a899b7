#include "grade/unnamed.hpp"

#include "diagnose/pattern.hpp"
#include "diagnose/relation.hpp"
#include "judge/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace grader {
namespace {

/// Whether the finding tells what is wrong with this result.
bool is_the_finding(const Exercise& exercise, const StepResult& step,
                    const ExerciseResult& result) {
  const CaseResult* const failed = result.first_failed();
  if (exercise.has_step(step.name) || failed == nullptr || failed->name != step.case_name)
    return false;
  if (!step.worst || !failed->worst) return failed->verdict == Verdict::wrong_shape;
  return step.worst->index == failed->worst->index &&
         element_matches(step.worst->expected, failed->worst->expected, exercise.tolerance);
}

/// What the place may have been made of: the steps before it, of loops those of its own turn, and
/// the inputs.
std::vector<NamedTensor> arrays_before(const std::vector<JudgedPlace>& places, std::size_t index,
                                       const Case& one) {
  std::vector<NamedTensor> arrays;
  for (std::size_t i = 0; i < index; ++i) {
    const JudgedPlace& place = places[i];
    const bool seen = place.student != nullptr && place.student->complete();
    const bool own_turn = !place.turn || place.turn == places[index].turn;
    if (seen && own_turn && place.name != places[index].name)
      arrays.push_back({place.name, *place.student});
  }
  for (const auto& [name, input] : one.inputs) arrays.push_back({name, input});
  return arrays;
}

/// What shows in a result that cannot be judged given the steps before it.
void tell_pattern_of_unjudged(const std::vector<JudgedPlace>& places, const Case& one,
                              const Tolerance& tolerance, ExerciseResult& result) {
  for (std::size_t i = one.steps.size(); i < places.size(); ++i) {
    if (places[i].verdict != StepVerdict::not_judged || places[i].student == nullptr) continue;
    const std::string pattern = pattern_of(*places[i].student, *places[i].reference, tolerance);
    if (!pattern.empty())
      result.details.emplace_back(RemarkKind::pattern, places[i].name, std::nullopt, one.name,
                                  pattern);
  }
}

/// The wrong steps that are no known mistake.
std::set<std::string> unnamed_in(const ExerciseResult& result) {
  std::set<std::string> unnamed;
  for (const StepResult& step : result.steps) {
    const bool known = step.mistake || !step.like.empty();
    if (step.verdict == StepVerdict::wrong && !known) unnamed.insert(step.name);
  }
  return unnamed;
}

}  // namespace

void tell_unnamed(const Exercise& exercise, ExerciseResult& result) {
  std::set<std::string> told, told_mistakes;
  for (const StepResult& step : result.steps) {
    if (step.mistake) told_mistakes.insert(*step.mistake);
  }
  std::string wrong_in;  // the case in which a step before is wrong
  for (const StepResult& step : result.steps) {
    if (step.verdict != StepVerdict::wrong) continue;
    const bool after_wrong = wrong_in == step.case_name;
    if (exercise.has_step(step.name)) wrong_in = step.case_name;
    if (step.mistake || !told.insert(step.name).second) continue;
    if (step.name == result.first_wrong_step && step.like.empty()) continue;
    if (step.like_mistake) {
      if (!told_mistakes.insert(*step.like_mistake).second) continue;
    } else if (is_the_finding(exercise, step, result)) {
      continue;
    }
    result.details.emplace_back(RemarkKind::step, step.name, step.turn, step.case_name,
                                (after_wrong ? "given your earlier steps, " : "") + step.message);
  }
}

void tell_patterns(const std::vector<JudgedPlace>& places, const Case& one,
                   const Tolerance& tolerance, ExerciseResult& result) {
  std::set<std::string> unnamed = unnamed_in(result);
  constexpr std::size_t most = 2;
  std::size_t told = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const JudgedPlace& place = places[i];
    if (told == most) return;
    if (place.verdict != StepVerdict::wrong || place.student == nullptr || place.given == nullptr)
      continue;
    if (unnamed.erase(place.name) == 0) continue;
    std::string pattern = copy_of(*place.student, arrays_before(places, i, one), tolerance);
    if (pattern.empty()) pattern = pattern_of(*place.student, *place.given, tolerance);
    if (pattern.empty()) {
      pattern = relation_of(*place.student, *place.given, arrays_before(places, i, one), tolerance);
    }
    if (pattern.empty()) pattern = whole_numbers(*place.student, *place.given);
    if (pattern.empty()) continue;
    ++told;
    result.details.emplace_back(RemarkKind::pattern, place.name, place.turn, one.name, pattern);
  }
  if (told == 0) tell_pattern_of_unjudged(places, one, tolerance, result);
}

}  // namespace grader
