#include "explain/explain.hpp"

#include "judge/compare.hpp"
#include "judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace grader {
namespace {

using Names = std::set<std::string>;

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

/// What is told of a mistake in a program that failed: of an equivalent one not that it does no
/// harm, which its first sentence leaves out.
std::string words_of(const Mistake& mistake) {
  return mistake.equivalent ? mistake.message.substr(0, mistake.message.find(". ") + 1)
                            : mistake.message;
}

std::string message_of(const NamedSteps& named) {
  return words_of(*named.mistake) + (named.second != nullptr ? " " + words_of(*named.second) : "");
}

/// Marks as right the steps that are another way to be right.
void accept_equivalents(Evidence& evidence) {
  std::erase_if(evidence.named, [&](const NamedSteps& each) {
    if (!each.mistake->equivalent || each.second != nullptr) return false;
    for (Places& places : evidence.places) {
      for (JudgedPlace& place : places)
        if (place.differs() && each.has(place.name)) place.verdict = StepVerdict::right;
    }
    return true;
  });
}

/// Marks what a mistake makes of a step of another shape that it has made before: that the solution
/// would not come there says nothing.
void accept_what_follows(Evidence& evidence) {
  const Names other_shape = steps_of_other_shape(runs_of(evidence.runs));
  for (Places& places : evidence.places) {
    for (JudgedPlace& place : places) {
      const NamedSteps* const named = evidence.mistake_at(place.name);
      const auto rests = [&](const JudgedPlace& each) {
        return each.name == place.name && each.rests_on_shape();
      };
      if (named != nullptr && place.differs() && named->steps.front() != place.name &&
          other_shape.contains(named->steps.front()) && any_place(evidence.places, rests))
        place.verdict = StepVerdict::follows;
    }
  }
}

/// What is found about the program, with the verdicts as they are told.
Found found_about(const Failure& failure, const std::vector<Mistake>& mistakes,
                  Replayer& replayer) {
  Found found = search(failure.exercise, failure.runs, mistakes, replayer);
  if (!found.harmful) accept_equivalents(found.evidence);
  accept_what_follows(found.evidence);
  return found;
}

/// Whether a step shows that the program computes it. What follows does where each wrong step
/// before it has the numbers of a known mistake, which follow from the inputs: of numbers that are
/// chosen freely it may be known without computing it. So it may of one number everywhere.
bool earned(const JudgedPlace& place, bool behind_unknown) {
  if (place.verdict == StepVerdict::right) return true;
  return place.verdict == StepVerdict::follows && !behind_unknown && place.student &&
         place.reference && (!is_one_number(*place.student) || is_one_number(*place.reference));
}

/// Whether results of a case can earn points: it ended well, and failed, if it did, by a result.
bool results_count(const Exercise& exercise, const CaseResult& one, const Places& places) {
  return one.verdict == Verdict::passed ||
         (is_of_results(one.verdict) && std::ranges::any_of(places, [&](const JudgedPlace& place) {
            return !exercise.has_step(place.name) && place.verdict != StepVerdict::right;
          }));
}

/// The steps and results that are not earned at some place in some run.
Names not_earned(const Failure& failure, const Evidence& evidence) {
  Names missed;
  for (std::size_t run = 0; run < evidence.runs.size(); ++run) {
    const Places& places = evidence.places[run];
    const auto one =
        std::ranges::find(failure.cases, evidence.runs[run].run.one->name, &CaseResult::name);
    const bool results =
        one != failure.cases.end() && results_count(failure.exercise, *one, places);
    bool unknown = false;
    for (const JudgedPlace& place : places) {
      unknown = unknown || (place.differs() && evidence.mistake_at(place.name) == nullptr);
      if (!earned(place, unknown) || (!results && !failure.exercise.has_step(place.name)))
        missed.insert(place.name);
    }
  }
  return missed;
}

/// Why a place is wrong or not judged, without a mistake's name.
std::string reason_of(const JudgedPlace& place, const Comparison& comparison) {
  if (place.given == nullptr || (comparison.same_shape && !is_finite(*place.given)))
    return "the steps before it leave nothing to compare it with";
  return explain_comparison(comparison, *place.student, place.given->shape);
}

/// Makes an explanation of what was found.
class Reporter {
 public:
  Reporter(const Failure& failure, Found found)
      : failure_(failure),
        exercise_(failure.exercise),
        found_(std::move(found)),
        evidence_(found_.evidence),
        failed_(first_failed(failure.cases)) {
    for (std::size_t run = 0; run < evidence_.runs.size() && failed_ != nullptr; ++run) {
      if (evidence_.runs[run].run.one->name != failed_->name) continue;
      shown_ = run;
      shows_failure_ = true;
    }
  }

  Explained explained() {
    Names missed = not_earned(failure_, evidence_);
    if (results_overrule()) {
      evidence_.named.clear();
      tell_steps();
      tell_mistake_of_results();
      if (!failure_.numbers) leave_out_numbers();
      tell_later_ending();
    } else {
      tell_first_step();
      if (!evidence_.runs.empty()) {
        tell_steps();
        tell_mistakes();
      }
      if (!found_.doubted.empty() && !is_returned(found_.doubted)) doubt(found_.doubted);
      tell_remarks();
    }
    for (ReplayedRun& each : evidence_.runs)
      each.run = *std::ranges::find(failure_.runs, each.run.one, &Run::one);
    return {std::move(told_), std::move(missed), std::move(evidence_.runs)};
  }

 private:
  /// What explains all results says more than records that do not fit together, and that do not
  /// name it, or something else beside it.
  bool results_overrule() const {
    const Mistake* const mistake = found_.by_results.mistake;
    return mistake != nullptr && is_of_results(failure_.verdict) &&
           (evidence_.named.empty() ||
            std::ranges::any_of(evidence_.named, [&](const NamedSteps& each) {
              return each.mistake->owner() != mistake->owner();
            }));
  }

  const Places& places() const { return evidence_.places[shown_]; }
  const ReplayedRun& shown() const { return evidence_.runs[shown_]; }

  /// The run of the first case that failed; null where none was made.
  const Run* failed_run() const {
    const auto found = std::ranges::find_if(failure_.runs, [&](const Run& run) {
      return failed_ != nullptr && run.one->name == failed_->name;
    });
    return found == failure_.runs.end() ? nullptr : &*found;
  }

  /// Of the run that failed, the first step that is not the reference's. None that is another way
  /// to be right, or lacks turns.
  void tell_first_step() {
    const Run* const run = failed_run();
    if (run == nullptr) return;
    const Places failed = shows_failure_ ? places() : judge_places(exercise_, {*run, {}}, {});
    const Names other_turns = steps_of_other_turns(*run);
    const auto place = std::ranges::find_if(failed, [&](const JudgedPlace& each) {
      return exercise_.has_step(each.name) && each.differs() && !other_turns.contains(each.name);
    });
    if (place == failed.end()) return;
    const bool unknown = place->verdict == StepVerdict::not_judged && !evidence_.runs.empty() &&
                         evidence_.mistake_at(place->name) == nullptr;
    const Tensor& expected = place->given != nullptr ? *place->given : *place->reference;
    const Comparison comparison = compare(*place->student, expected, exercise_.tolerance);
    told_.first_wrong_step = place->name;
    first_.emplace(unknown ? RemarkKind::first_different_step : RemarkKind::first_wrong_step,
                   place->name, place->turn, failed_->name,
                   explain_comparison(comparison, *place->student, expected.shape));
  }

  StepResult result_of(std::size_t run, const JudgedPlace& place) const {
    StepResult step;
    step.name = place.name;
    step.turn = place.turn;
    step.verdict = place.name == found_.doubted ? StepVerdict::not_judged : place.verdict;
    step.case_name = evidence_.runs[run].run.one->name;
    if (!place.differs()) return step;
    Comparison comparison;
    if (place.given != nullptr)
      comparison = compare(*place.student, *place.given, exercise_.tolerance);
    step.worst = comparison.worst;
    step.message = reason_of(place, comparison);
    if (const NamedSteps* named = evidence_.mistake_at(place.name)) {
      step.verdict = StepVerdict::wrong;
      step.message = message_of(*named);
      step.mistake = named->mistake->owner();
    }
    return step;
  }

  /// Those of the run that is shown, then from others those that are wrong there alone.
  void tell_steps() {
    Names wrong, unjudged;
    for (const JudgedPlace& place : places()) {
      told_.steps.push_back(result_of(shown_, place));
      if (told_.steps.back().verdict == StepVerdict::wrong) wrong.insert(place.name);
      if (told_.steps.back().verdict == StepVerdict::not_judged) unjudged.insert(place.name);
    }
    for (std::size_t run = 0; run < evidence_.runs.size(); ++run) {
      for (const JudgedPlace& place : evidence_.places[run]) {
        const bool named = place.differs() && evidence_.mistake_at(place.name) != nullptr;
        const bool sure = place.verdict == StepVerdict::wrong && !unjudged.contains(place.name);
        if ((named || sure) && wrong.insert(place.name).second)
          told_.steps.push_back(result_of(run, place));
      }
    }
  }

  /// Names the mistakes: alone where one, or two at the same steps, explain all that is wrong, else
  /// each with its steps.
  void tell_mistakes() {
    const auto unnamed = [](const StepResult& step) {
      return step.verdict == StepVerdict::wrong && !step.mistake;
    };
    const bool alone = evidence_.named.size() == 1 && std::ranges::none_of(told_.steps, unnamed);
    for (const NamedSteps& each : evidence_.named) {
      for (const Mistake* mistake : {each.mistake, each.second}) {
        if (mistake == nullptr) continue;
        std::string words =
            alone ? words_of(*mistake) : joined(each.steps) + ": " + words_of(*mistake);
        if (told_.mistake) {
          told_.further.push_back(std::move(words));
        } else {
          told_.mistake = mistake->owner();
          told_.explanation = std::move(words);
          told_.mistake_step = first_changed(places(), each.version);
        }
      }
    }
  }

  /// Names what has all results, and the first record that does not fit it.
  void tell_mistake_of_results() {
    const NamedSteps& all = found_.by_results;
    told_.mistake = all.mistake->owner();
    told_.mistake_step = found_.step;
    told_.explanation = words_of(*all.mistake);
    if (all.second != nullptr) told_.further.push_back(words_of(*all.second));
    for (StepResult& step : told_.steps) {
      if (step.name == found_.step && step.verdict == StepVerdict::right && told_.details.empty())
        add(RemarkKind::advice,
            fmt::format("The recorded \"{}\" is right: this comes after it.", step.name));
      if (!exercise_.has_step(step.name) || step.verdict != StepVerdict::wrong ||
          is_returned(step.name))
        continue;
      if (told_.details.empty()) doubt(step.name);
      step.verdict = StepVerdict::not_judged;
      step.message.clear();
      step.worst.reset();
    }
  }

  /// Whether what was recorded of this step is what the program returned.
  bool is_returned(const std::string& name) const {
    const Run* const run = failed_run();
    return run != nullptr && std::ranges::any_of(run->outcome->steps, [&](const NamedTensor& step) {
             return step.name == name &&
                    std::ranges::any_of(run->outcome->results, [&](const Tensor& result) {
                      return compare(step.tensor, result, exercise_.tolerance).matches();
                    });
           });
  }

  /// Tells of a record that does not go with the rest.
  void doubt(const std::string& step) {
    bool zero = true;
    for (const Run& run : failure_.runs)
      for (const NamedTensor& one : run.outcome->steps)
        zero = zero && (one.name != step || is_zero(one.tensor));
    add(RemarkKind::advice,
        zero ? fmt::format("The recorded \"{}\" is all zeros: is it recorded before it is filled?",
                           step)
             : fmt::format("The recorded \"{}\" does not fit the rest: is it recorded too early, "
                           "too late or in another form?",
                           step));
  }

  void add(RemarkKind kind, std::string words) {
    if (!words.empty()) told_.details.emplace_back(kind, std::move(words));
  }

  /// The remarks, in the order in which they are read.
  void tell_remarks() {
    const bool replayed = !evidence_.runs.empty();
    if (std::string line = steps_line(exercise_, told_.steps); !line.empty()) {
      // What ended before it recorded anything has no steps: those are of another case.
      add(RemarkKind::steps,
          shows_failure_ ? line : fmt::format("in case {}: {}", shown().run.one->name, line));
    }
    if (first_ && !failure_.numbers) first_->words.clear();
    if (first_) told_.details.push_back(*first_);
    tell_later_ending();
    if (!replayed) return;
    if (failure_.numbers)
      tell_unnamed_steps();
    else
      leave_out_numbers();
    // Where it broke off or has another shape, that is what to look at first.
    if (!told_.mistake && !failure_.compiler_says_why && is_of_results(failure_.verdict) &&
        failure_.verdict != Verdict::wrong_shape)
      add(RemarkKind::advice,
          advice_on_records(exercise_, evidence_.places, shown_, failure_.texts));
  }

  /// Of a program that failed by what it returned: the first later case in which it does not even
  /// return.
  void tell_later_ending() {
    const Run* run = failed_run();
    if (run == nullptr || run->outcome->ending != Ending::returned) return;
    const Run* const end = failure_.runs.data() + failure_.runs.size();
    run = std::find_if(run, end,
                       [](const Run& each) { return each.outcome->ending != Ending::returned; });
    if (run == end) return;
    const auto one = std::ranges::find(failure_.cases, run->one->name, &CaseResult::name);
    add(RemarkKind::later_ending, fmt::format("case {}: {}", one->name, one->message));
  }

  /// Whether the finding tells what is wrong with this result.
  bool is_the_finding(const StepResult& step) const {
    if (exercise_.has_step(step.name) || failed_ == nullptr || failed_->name != step.case_name)
      return false;
    if (!step.worst || !failed_->worst) return failed_->verdict == Verdict::wrong_shape;
    return step.worst->index == failed_->worst->index &&
           element_matches(step.worst->expected, failed_->worst->expected, exercise_.tolerance);
  }

  /// Wrong steps that have no name. What the lines before say of the first is not said again.
  void tell_unnamed_steps() {
    Names steps;
    std::string wrong_in;  // the case in which a step before is wrong
    for (const StepResult& step : told_.steps) {
      if (step.verdict != StepVerdict::wrong) continue;
      const bool after_wrong = wrong_in == step.case_name;
      if (exercise_.has_step(step.name)) wrong_in = step.case_name;
      if (step.mistake || !steps.insert(step.name).second) continue;
      if (step.name == told_.first_wrong_step || is_the_finding(step)) continue;
      told_.details.emplace_back(RemarkKind::step, step.name, step.turn, step.case_name,
                                 (after_wrong ? "given your earlier steps, " : "") + step.message);
    }
  }

  /// Leaves of steps which are wrong, and known mistakes.
  void leave_out_numbers() {
    for (StepResult& step : told_.steps) {
      step.worst.reset();
      if (!step.mistake) step.message.clear();
    }
  }

  const Failure& failure_;
  const Exercise& exercise_;
  Found found_;
  Evidence& evidence_;
  const CaseResult* failed_;  ///< the first case that failed
  std::size_t shown_ = 0;     ///< its run, if it is among those of the evidence
  bool shows_failure_ = false;
  std::optional<Remark> first_;  ///< on the first wrong step
  Explanation told_;
};

}  // namespace

Explained explain(const Failure& failure, const std::vector<Mistake>& mistakes,
                  Replayer& replayer) {
  if (failure.exercise.measures || failure.runs.empty()) return {};
  if (failure.verdict == Verdict::bad_reply)  // its steps are nothing that was recorded
    return Reporter(failure, {}).explained();
  if (failure.verdict == Verdict::not_started) {
    if (std::string words = right_so_far(failure.runs.back(), failure.exercise.tolerance);
        !words.empty()) {
      Explained so_far;
      so_far.told.details.emplace_back(std::move(words));
      return so_far;
    }
  }
  return Reporter(failure, found_about(failure, mistakes, replayer)).explained();
}

std::optional<std::set<std::string>> missed_steps(const Failure& failure,
                                                  const std::vector<Mistake>& mistakes,
                                                  Replayer& replayer) {
  const Found found = found_about(failure, mistakes, replayer);
  if (found.evidence.runs.size() < failure.runs.size()) return std::nullopt;
  return not_earned(failure, found.evidence);
}

}  // namespace grader
