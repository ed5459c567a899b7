#include "grade/steps.hpp"

#include "diagnose/property.hpp"
#include "grade/steps_line.hpp"
#include "grade/unnamed.hpp"
#include "judge/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace grader {
namespace {

using Places = std::vector<JudgedPlace>;

/// What is known of all runs together.
struct Findings {
  std::vector<Places> places;  ///< of each run
  std::vector<NamedSteps> named;
  std::map<std::string, const Mistake*> here_alone;  ///< at steps that have no name
  NamedSteps by_results = {};                        ///< has all results, but not all right steps
  std::map<std::string, std::string> elsewhere;      ///< words on steps that are recorded elsewhere
  std::size_t shown = 0;  ///< the run that failed first, if it is one of them
  bool shows_failure = false;
};

/// Marks as right the steps that are another way to be right.
void accept_equivalents(Findings& findings) {
  for (const NamedSteps& each : findings.named) {
    if (!each.mistake->equivalent) continue;
    for (Places& places : findings.places) {
      for (JudgedPlace& place : places) {
        if (place.differs() && std::ranges::find(each.steps, place.name) != each.steps.end())
          place.verdict = StepVerdict::right;
      }
    }
  }
  std::erase_if(findings.named, [](const NamedSteps& each) { return each.mistake->equivalent; });
}

const NamedSteps* mistake_at(const Findings& findings, const std::string& step) {
  for (const NamedSteps& each : findings.named) {
    if (std::ranges::find(each.steps, step) != each.steps.end()) return &each;
  }
  return nullptr;
}

/// Marks what a mistake makes of a step of another shape that it has made before: that the solution
/// would not come there says nothing.
void accept_what_follows(Findings& findings, const std::vector<ReplayedRun>& replays,
                         const std::set<std::string>& other_shape) {
  std::set<std::string> resting;  // in some run
  for (std::size_t run = 0; run < replays.size(); ++run) {
    for (const JudgedPlace& place : findings.places[run])
      if (rests_on_another(replays[run].replay, place)) resting.insert(place.name);
  }
  for (Places& places : findings.places) {
    for (JudgedPlace& place : places) {
      const NamedSteps* const named = mistake_at(findings, place.name);
      if (named != nullptr && place.differs() && resting.contains(place.name) &&
          named->steps.front() != place.name && other_shape.contains(named->steps.front()))
        place.verdict = StepVerdict::follows;
    }
  }
}

/// Whether the array may be the other in another layout: flattened, or with its axes in another
/// order.
bool is_other_layout(const Tensor& array, const Tensor& other, const Tolerance& tolerance) {
  if (array.values.size() != other.values.size() || !array.complete()) return false;
  Tensor one{{array.values.size()}, array.values}, two{{other.values.size()}, other.values};
  if (compare(one, two, tolerance).matches()) return true;
  std::ranges::sort(one.values);
  std::ranges::sort(two.values);
  return compare(one, two, tolerance).matches();
}

/// Calls the first step that differs wrong where it has another shape, and no other layout of the
/// same numbers explains that.
void call_wrong_by_shape(const Exercise& exercise, Findings& findings,
                         const std::vector<ReplayedRun>& replays) {
  for (std::size_t run = 0; run < replays.size(); ++run) {
    Places& places = findings.places[run];
    const auto first = std::ranges::find_if(places, &JudgedPlace::differs);
    if (first == places.end() || !exercise.has_step(first->name)) continue;
    const bool stands = !findings.elsewhere.contains(first->name) &&
                        !steps_of_other_turns(replays[run].run).contains(first->name);
    const bool results_right = std::all_of(first, places.end(), [&](const JudgedPlace& place) {
      return exercise.has_step(place.name) || place.verdict == StepVerdict::right;
    });
    if (!stands || results_right || first->student->shape == first->reference->shape ||
        is_other_layout(*first->student, *first->reference, exercise.tolerance))
      continue;
    for (JudgedPlace& place : places) {
      const bool other = place.student != nullptr && place.name == first->name &&
                         place.student->shape != place.reference->shape;
      if (other && place.differs()) place.verdict = StepVerdict::wrong;
    }
  }
}

/// Why a place is wrong or not judged, without a mistake's name.
std::string words_on(const JudgedPlace& place, const Comparison& comparison,
                     const Outcome& replay) {
  if (place.student == nullptr) return "";
  if (place.given != nullptr && comparison.same_shape && !is_finite(*place.given))
    return "the steps before it leave no numbers to compare it with";
  if (place.given != nullptr)
    return explain_comparison(comparison, *place.student, place.given->shape);
  if (!replay.text.empty()) {
    return "with the steps before it the reference version ends in an exception: " +
           explain_exception(replay.text);
  }
  return "the reference version does not come here with the steps before it";
}

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string message_of(const NamedSteps& named) {
  return named.mistake->message + (named.second != nullptr ? " " + named.second->message : "");
}

const std::string known_numbers = "this has the numbers of a known mistake: ";

StepResult result_of(const Findings& findings, const ReplayedRun& replayed,
                     const JudgedPlace& place, const Tolerance& tolerance) {
  StepResult step;
  step.name = place.name;
  step.turn = place.turn;
  step.verdict = place.verdict;
  step.case_name = replayed.run.one->name;
  if (place.student == nullptr && place.verdict == StepVerdict::not_judged) {
    if (const auto words = findings.elsewhere.find(place.name); words != findings.elsewhere.end())
      step.message = words->second;
  }
  if (!place.differs()) return step;
  Comparison comparison;
  if (place.given != nullptr) comparison = compare(*place.student, *place.given, tolerance);
  step.worst = comparison.worst;
  step.message = words_on(place, comparison, replayed.replay);
  if (const auto words = findings.elsewhere.find(place.name); words != findings.elsewhere.end())
    step.message = words->second;
  if (const NamedSteps* named = mistake_at(findings, place.name)) {
    step.verdict = StepVerdict::wrong;
    step.message = message_of(*named);
    if (named->behind_unknown) {
      step.like = message_of(*named);
      step.like_mistake = named->mistake->owner();
      step.message = known_numbers + step.like;
    } else {
      step.mistake = named->mistake->owner();
    }
  } else if (const auto here = findings.here_alone.find(place.name);
             here != findings.here_alone.end()) {
    step.like = here->second->message;
    step.like_mistake = here->second->owner();
    step.message = known_numbers + step.like;
  }
  return step;
}

/// Those of the run that is shown, then from others those that are wrong there alone.
std::vector<StepResult> results_of(const Exercise& exercise, const Findings& findings,
                                   const std::vector<ReplayedRun>& replays) {
  std::vector<StepResult> steps;
  std::set<std::string> wrong, unjudged;
  for (const JudgedPlace& place : findings.places[findings.shown]) {
    steps.push_back(result_of(findings, replays[findings.shown], place, exercise.tolerance));
    if (steps.back().verdict == StepVerdict::wrong) wrong.insert(place.name);
    if (steps.back().verdict == StepVerdict::not_judged) unjudged.insert(place.name);
  }
  for (std::size_t run = 0; run < replays.size(); ++run) {
    for (const JudgedPlace& place : findings.places[run]) {
      const bool named = place.differs() && mistake_at(findings, place.name) != nullptr;
      const bool unsure = unjudged.contains(place.name);
      if (!named && (place.verdict != StepVerdict::wrong || unsure)) continue;
      if (!wrong.insert(place.name).second) continue;
      steps.push_back(result_of(findings, replays[run], place, exercise.tolerance));
    }
  }
  return steps;
}

/// Whether a step shows that the program computes it. Of zeros, or of one number everywhere, that
/// it was handed, it need compute nothing to have what follows.
bool earned(const JudgedPlace& place) {
  if (place.verdict == StepVerdict::right) return true;
  return place.verdict == StepVerdict::follows && place.student && place.reference &&
         (!is_one_number(*place.student) || is_one_number(*place.reference));
}

/// Whether results of a case can earn points: it ended well, and failed, if it did, by a result.
bool results_count(const Exercise& exercise, const CaseResult& one, const Places& places) {
  if (one.verdict == Verdict::passed) return true;
  const bool by_numbers = one.verdict == Verdict::wrong_value ||
                          one.verdict == Verdict::wrong_shape || one.verdict == Verdict::not_finite;
  return by_numbers && std::ranges::any_of(places, [&](const JudgedPlace& place) {
           return !exercise.has_step(place.name) && place.verdict != StepVerdict::right;
         });
}

/// The steps and results that are not earned at some place in some run.
std::set<std::string> not_earned_in(const Exercise& exercise,
                                    const std::vector<ReplayedRun>& replays,
                                    const std::vector<Places>& runs,
                                    const std::vector<CaseResult>& cases) {
  std::set<std::string> missed;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const auto one = std::ranges::find(cases, replays[run].run.one->name, &CaseResult::name);
    const bool results = one != cases.end() && results_count(exercise, *one, runs[run]);
    for (const JudgedPlace& place : runs[run]) {
      if (!earned(place) || (!results && !exercise.has_step(place.name))) missed.insert(place.name);
    }
  }
  return missed;
}

/// Whether the program did not come to its end in some run, and a step there that is not right is
/// none of a known mistake.
bool breaks_off_for_no_known_reason(const Findings& findings,
                                    const std::vector<ReplayedRun>& replays) {
  for (std::size_t run = 0; run < replays.size(); ++run) {
    if (!replays[run].run.outcome->results.empty()) continue;
    const auto unknown = [&](const JudgedPlace& place) {
      return place.differs() && mistake_at(findings, place.name) == nullptr;
    };
    if (std::ranges::any_of(findings.places[run], unknown)) return true;
  }
  return false;
}

/// Names the mistakes: alone where one explains all that is wrong, else each with its steps.
void tell_mistakes(const std::vector<ReplayedRun>& replays, const Findings& findings,
                   ExerciseResult& result) {
  const auto unnamed = [](const StepResult& step) {
    return step.verdict == StepVerdict::wrong && !step.mistake;
  };
  const bool complete = std::ranges::none_of(result.steps, unnamed) &&
                        !breaks_off_for_no_known_reason(findings, replays);
  if (std::ranges::all_of(findings.named, &NamedSteps::behind_unknown)) return;  // or none at all
  const bool alone =
      complete && findings.named.size() == 1 && findings.named.front().second == nullptr;
  for (const NamedSteps& each : findings.named) {
    for (const Mistake* mistake : {each.mistake, each.second}) {
      if (each.behind_unknown || mistake == nullptr) continue;
      std::string told = alone ? mistake->message : joined(each.steps) + ": " + mistake->message;
      if (!result.mistake) {
        result.mistake = mistake->owner();
        result.explanation = std::move(told);
      } else {
        result.further.push_back(std::move(told));
      }
    }
  }
}

/// Leaves of steps which are wrong, and known mistakes.
void drop_numbers(ExerciseResult& result) {
  for (StepResult& step : result.steps) {
    step.worst.reset();
    if (!step.mistake) step.message.clear();
  }
  for (Remark& remark : result.details) {
    if (is_of_first_step(remark)) remark.words.clear();
  }
}

/// Where the step that differs first from the reference is another way to be right, some of its
/// turns are missing, or it was recorded elsewhere, tells the first that is wrong instead. Where it
/// cannot be judged, says so.
void restate_first_wrong(const Exercise& exercise, const Findings& findings, const Run& run,
                         ExerciseResult& result) {
  if (!result.first_wrong_step) return;
  const Places& places = findings.places[findings.shown];
  const auto is_of_it = [&](StepVerdict verdict) {
    return std::ranges::any_of(places, [&](const JudgedPlace& place) {
      return place.name == *result.first_wrong_step && place.verdict == verdict;
    });
  };
  const bool stands = !findings.elsewhere.contains(*result.first_wrong_step) &&
                      !steps_of_other_turns(run).contains(*result.first_wrong_step);
  const bool known = mistake_at(findings, *result.first_wrong_step) != nullptr;
  if (stands && (known || is_of_it(StepVerdict::wrong) || is_of_it(StepVerdict::follows))) return;
  if (stands && is_of_it(StepVerdict::not_judged)) {
    for (Remark& remark : result.details) {
      if (is_of_first_step(remark)) remark.kind = RemarkKind::first_different_step;
    }
    return;
  }
  std::erase_if(result.details, is_of_first_step);
  result.first_wrong_step.reset();
  for (const JudgedPlace& place : places) {
    const bool step = exercise.has_step(place.name);
    if (!step || place.verdict != StepVerdict::wrong || place.given == nullptr) continue;
    const Comparison comparison = compare(*place.student, *place.given, exercise.tolerance);
    result.first_wrong_step = place.name;
    result.details.emplace_back(RemarkKind::first_wrong_step, place.name, place.turn, run.one->name,
                                explain_comparison(comparison, *place.student, place.given->shape));
    return;
  }
}

/// The step at which a mistake is made where that was recorded elsewhere, so that the mistake shows
/// first behind it; else empty.
std::string hidden_step_of(const NamedSteps& named, const Places& places, const Outcome& replay,
                           const std::vector<StepResult>& steps) {
  if (named.second != nullptr || named.behind_unknown) return "";
  const auto first = std::ranges::find_if(
      places, [&](const JudgedPlace& place) { return differs_in(replay, named.version, place); });
  if (first == places.end() || std::ranges::count(named.steps, first->name) > 0) return "";
  const bool unjudged = std::ranges::any_of(steps, [&](const StepResult& step) {
    return step.name == first->name && step.verdict == StepVerdict::not_judged;
  });
  return unjudged ? first->name : "";
}

/// Tells such mistakes where they are made, and that what shows them follows.
void tell_hidden_steps(const Findings& findings, const Outcome& replay, ExerciseResult& result) {
  for (const NamedSteps& named : findings.named) {
    const std::string hidden =
        hidden_step_of(named, findings.places[findings.shown], replay, result.steps);
    if (hidden.empty()) continue;
    for (StepResult& step : result.steps) {
      if (step.name == hidden) {
        step.verdict = StepVerdict::wrong;
        step.mistake = named.mistake->owner();
        step.message = named.mistake->message;
      } else if (std::ranges::count(named.steps, step.name) > 0) {
        step.verdict = StepVerdict::follows;
        step.mistake.reset();
        step.message.clear();
      }
    }
    const bool moves =
        result.first_wrong_step && std::ranges::count(named.steps, *result.first_wrong_step) > 0;
    if (!moves) continue;
    result.first_wrong_step = hidden;
    std::erase_if(result.details, is_of_first_step);
  }
}

/// Gives the mistakes their messages. Those that do not open are as if they were not known.
void make_readable(const Telling& telling, Findings& findings) {
  const auto open = [&](NamedSteps& named) {
    if (named.mistake == nullptr) return;
    named.mistake = telling.readable(named.mistake);
    const bool two = named.second != nullptr;
    if (two) named.second = telling.readable(named.second);
    if (two && named.second == nullptr) named.mistake = nullptr;
  };
  for (NamedSteps& each : findings.named) open(each);
  open(findings.by_results);
  for (auto& [step, here] : findings.here_alone) here = telling.readable(here);
  std::erase_if(findings.named, [](const NamedSteps& each) { return each.mistake == nullptr; });
  std::erase_if(findings.here_alone, [](const auto& each) { return each.second == nullptr; });
}

/// What the replays of a program's runs say together.
Findings find(const Exercise& exercise, const std::vector<ReplayedRun>& replays,
              const std::vector<Mistake>& mistakes, const Telling& telling) {
  Findings findings;
  findings.elsewhere = telling.misrecorded;
  findings.places = judge_places(exercise, replays);
  Naming naming = name_mistakes(replays, findings.places, mistakes, exercise.tolerance);
  findings.named = std::move(naming.named);
  findings.here_alone = std::move(naming.here_alone);
  findings.by_results = telling.by_results;
  if (telling.readable) make_readable(telling, findings);
  accept_equivalents(findings);
  accept_what_follows(findings, replays, steps_of_other_shape(runs_of(replays)));
  call_wrong_by_shape(exercise, findings, replays);
  return findings;
}

}  // namespace

std::set<std::string> tell_steps(const Exercise& exercise, const std::vector<ReplayedRun>& replays,
                                 const std::vector<Mistake>& mistakes, const Telling& telling,
                                 ExerciseResult& result) {
  if (replays.empty()) return {};
  Findings findings = find(exercise, replays, mistakes, telling);
  const CaseResult* const failed = result.first_failed();
  for (std::size_t run = 0; run < replays.size(); ++run) {
    if (failed == nullptr || replays[run].run.one->name != failed->name) continue;
    findings.shown = run;
    findings.shows_failure = true;
  }
  restate_first_wrong(exercise, findings, replays[findings.shown].run, result);
  result.steps = results_of(exercise, findings, replays);
  tell_hidden_steps(findings, replays[findings.shown].replay, result);
  // What ended before it recorded anything has no steps.
  const std::string where =
      findings.shows_failure ? ""
                             : fmt::format("in case {}: ", replays[findings.shown].run.one->name);
  if (const std::string line = steps_line(exercise, result.steps); !line.empty())
    result.details.emplace(result.details.begin(), RemarkKind::steps, where + line);
  if (std::string words =
          !telling.numbers ? "" : words_on_turns(replays[findings.shown].run, exercise.tolerance);
      !words.empty())
    result.details.emplace_back(RemarkKind::turns, where + words);
  std::map<std::string, std::vector<std::string>> steps_by_words;
  for (const auto& [step, words] : findings.elsewhere) steps_by_words[words].push_back(step);
  for (const auto& [words, steps] : steps_by_words)
    result.details.emplace_back(RemarkKind::record, fmt::format("{}: {}", joined(steps), words));
  tell_mistakes(replays, findings, result);
  if (telling.numbers) {
    for (const StepResult& step : result.steps) {
      if (!result.mistake && !result.likely_mistake) result.likely_mistake = step.like_mistake;
    }
    const Places& shown = findings.places[findings.shown];
    if (const NamedSteps& all = findings.by_results; all.mistake != nullptr && !result.mistake) {
      result.likely_mistake = all.mistake->owner();
      result.details.emplace_back(
          RemarkKind::advice,
          fmt::format("The results are those of {}: {}",
                      all.second != nullptr ? "two known mistakes" : "a known mistake",
                      message_of(all)));
    }
    tell_unnamed(exercise, result);
    tell_patterns(shown, *replays[findings.shown].run.one, exercise.tolerance, result);
  } else {
    drop_numbers(result);
  }
  std::set<std::string> missed = not_earned_in(exercise, replays, findings.places, result.cases);
  // Where it broke off or has another shape, that is what to look at first.
  const bool numbers_alone =
      result.verdict == Verdict::wrong_value || result.verdict == Verdict::not_finite;
  if (result.mistake || !numbers_alone || result.warnings_say_why()) return missed;
  if (std::string advice = advice_on_records(findings.places, findings.shown,
                                             replays[findings.shown].replay, telling.texts);
      !advice.empty())
    result.details.emplace_back(RemarkKind::advice, std::move(advice));
  return missed;
}

std::set<std::string> missed_steps(const Exercise& exercise,
                                   const std::vector<ReplayedRun>& replays,
                                   const std::vector<Mistake>& mistakes,
                                   const std::map<std::string, std::string>& misrecorded,
                                   const std::vector<CaseResult>& cases) {
  Telling telling;
  telling.misrecorded = misrecorded;
  const Findings findings = find(exercise, replays, mistakes, telling);
  return not_earned_in(exercise, replays, findings.places, cases);
}

}  // namespace grader
