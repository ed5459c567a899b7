#pragma once
// The result of a run, complete and ready to be written in any format.

#include "core/outcome.hpp"
#include "core/tensor.hpp"
#include "core/text.hpp"

namespace grader {

/// What became of a case or an exercise. Reports carry it by name: never rename one or reuse a
/// name.
enum class Verdict {
  passed,
  not_started,
  wrong_value,
  wrong_shape,
  not_finite,
  exception,
  crashed,
  no_answer,
  bad_reply,
  forbidden,
  time_limit,
  memory_limit,
  build_failed,
  build_limit,
  missing_file,
  rejected,
  skipped,
  too_costly,  ///< its numbers are right
  internal_error,
};

/// Whether what was returned is wrong.
constexpr bool is_of_results(Verdict verdict) {
  return verdict == Verdict::wrong_value || verdict == Verdict::wrong_shape ||
         verdict == Verdict::not_finite;
}

/// The verdict of one step. Its names are part of the report format: never rename them.
enum class StepVerdict {
  right,
  wrong,
  follows,  ///< right given the earlier steps, of which some are wrong
  not_recorded,
  not_judged,
};

/// The names in reports, in the order of the enumerators.
inline constexpr auto verdict_names = std::to_array<std::string_view>(
    {"passed", "not_started", "wrong_value", "wrong_shape", "not_finite", "exception", "crashed",
     "no_answer", "bad_reply", "forbidden", "time_limit", "memory_limit", "build_failed",
     "build_limit", "missing_file", "rejected", "skipped", "too_costly", "internal_error"});
inline constexpr auto step_verdict_names =
    std::to_array<std::string_view>({"right", "wrong", "follows", "not_recorded", "not_judged"});

inline std::string_view name_of(Verdict verdict) {
  return verdict_names.at(static_cast<std::size_t>(verdict));
}
inline std::string_view name_of(StepVerdict verdict) {
  return step_verdict_names.at(static_cast<std::size_t>(verdict));
}

/// The verdict of that name, if there is one.
template <class Enum>
std::optional<Enum> named(std::string_view name, const auto& names) {
  const auto place = std::ranges::find(names, name);
  return place == names.end() ? std::nullopt : std::optional(Enum(place - names.begin()));
}
inline std::optional<Verdict> verdict_named(std::string_view name) {
  return named<Verdict>(name, verdict_names);
}

/// The name of a verdict in plain words, without underscores.
inline std::string words_of(Verdict verdict) {
  std::string words(name_of(verdict));
  std::ranges::replace(words, '_', ' ');
  return words;
}

/// The same of a program that ran: with some TODOs done it is not called "not started".
inline std::string words_of_run(Verdict verdict) {
  return verdict == Verdict::not_started ? "a TODO is open" : words_of(verdict);
}

/// The element that is furthest from what was expected.
struct WorstElement {
  std::vector<std::size_t> index;
  double expected = 0;
  double actual = 0;
};

/// A requirement that the results of a case do not meet.
struct Missed {
  std::string requirement;
  std::string measure;
  double value = 0;
  std::optional<double> at_least = {};
  std::optional<double> at_most = {};
};

/// A cost that a limit bounds, as it was counted.
struct Counted {
  std::string limit;
  Cost cost;
  double program, reference;
  double at_most;  ///< of `ratio`
  /// A reference may need nothing.
  double ratio() const { return program / std::max(reference, 1.0); }
};

/// What a second look found.
struct Cause {
  std::string sentence;
  std::optional<Place> place;  ///< none where the sentence has no line
};

/// A step of a case, or a result, judged on its own.
struct StepResult {
  std::string name;
  std::optional<std::size_t> turn;  ///< from 0, where the step is recorded more than once
  StepVerdict verdict = StepVerdict::not_judged;
  std::string case_name;
  std::optional<std::string> mistake;  ///< the known mistake that was made there
  std::string message;                 ///< what is wrong, or why it is not judged; else empty
  std::optional<WorstElement> worst;   ///< expected: given the earlier steps
};

/// What a line below a verdict is about.
enum class RemarkKind {
  plain,  ///< code, a compiler's line, or anything that stands for itself
  steps,  ///< the verdicts of the steps
  first_wrong_step,
  first_different_step,  ///< it cannot be judged, so that it need not be wrong
  step,                  ///< why a step is wrong
  later_ending,          ///< a later case does not return
  advice,                ///< what to look at or to record
  fix,                   ///< the command that mends it
};

/// A line below a verdict. Writers make its text last (report/account.cpp).
struct Remark {
  Remark(std::string said) : words(std::move(said)) {}
  Remark(const char* said) : words(said) {}
  Remark(RemarkKind of, std::string said) : kind(of), words(std::move(said)) {}
  Remark(RemarkKind of, std::string name, std::optional<std::size_t> number, std::string in_case,
         std::string said)
      : kind(of),
        step(std::move(name)),
        turn(number),
        case_name(std::move(in_case)),
        words(std::move(said)) {}

  RemarkKind kind = RemarkKind::plain;
  std::string step;  ///< or result; empty where it is of none alone
  std::optional<std::size_t> turn;
  std::string case_name;
  std::string words;  ///< of a step: to stand behind its name; may be empty

  bool operator==(const Remark&) const = default;
};

struct CaseResult {
  std::string name;
  Verdict verdict = Verdict::skipped;
  std::size_t elements = 0;
  std::size_t mismatches = 0;
  std::optional<double> max_abs_error;  ///< none where nothing finite could be compared
  std::optional<WorstElement> worst;
  std::vector<Missed> missed;  ///< where the exercise is measured, in its order
  std::string message;         ///< one line on what went wrong; empty when it passed
  std::string note = {};       ///< a remark on a case that passed; may be empty
};

/// The first case that did not pass; null where all did.
inline const CaseResult* first_failed(const std::vector<CaseResult>& cases) {
  const auto passed = [](const CaseResult& one) { return one.verdict == Verdict::passed; };
  const auto found = std::ranges::find_if_not(cases, passed);
  return found == cases.end() ? nullptr : &*found;
}

/// What is known of the steps and mistakes of a program.
struct Explanation {
  std::vector<StepResult> steps;  ///< none where nothing was replayed
  std::optional<std::string> first_wrong_step;
  std::optional<std::string> mistake;  ///< name of the known mistake that the numbers match
  std::string mistake_step;            ///< the first step that it changes, recorded or not
  std::string explanation;             ///< what the student did, its message; empty for no mistake
  std::vector<std::string> further;    ///< what else the student did, a mistake each
  std::vector<Remark> details;         ///< compiler errors, steps, where the log is
};

struct ExerciseResult : Explanation {
  unsigned number = 0;
  std::string name;
  std::string title;
  std::string file;  ///< the graded file, as the user would name it
  /// Of the first compile error, the crash or its cause, the wrong value, else of the function.
  std::optional<Place> place;
  Verdict verdict = Verdict::skipped;
  double score = 0;
  double max_score = 0;
  std::string finding;  ///< what was seen, in a line
  std::optional<Cause>
      cause;  ///< of a failure that does not explain itself, or what is wrong though it passed
  /// The share of steps that are right or follow in every case, fresh ones among them.
  std::optional<double> follow_through;
  std::vector<Counted> costs;  ///< where they were counted, of each limit
  std::vector<std::string> notes;
  /// With code: of the compiler; when it passed, of what is never set, or of a second look.
  std::vector<std::string> warnings;
  double compile_seconds = 0;
  double run_seconds = 0;  ///< of public cases, with all that was run and measured for them
  std::string student_output;
  std::vector<CaseResult> cases;

  /// Whether the compiler warns of what makes a program wrong, whatever it should do.
  bool warnings_say_why() const {
    constexpr std::array decisive = std::to_array<std::string_view>(
        {"[-Wuninitialized]", "[-Wsometimes-uninitialized]", "[-Wreturn-stack-address]",
         "[-Wreturn-local-addr]", "[-Wunused-value]", "[-Wunused-comparison]",
         "using the result of an assignment as a condition",
         "suggest parentheses around assignment used as truth value"});
    return verdict != Verdict::passed && verdict != Verdict::not_started &&
           std::ranges::any_of(warnings, [&](const std::string& line) {
             return std::ranges::any_of(decisive, [&](std::string_view words) {
               return line.find(words) != std::string::npos;
             });
           });
  }

  const CaseResult* first_failed() const { return grader::first_failed(cases); }

  /// Whether one of the details is of this kind.
  bool has(RemarkKind kind) const {
    return std::ranges::find(details, kind, &Remark::kind) != details.end();
  }

  /// The line that says most.
  const std::string& message() const { return explanation.empty() ? finding : explanation; }
};

struct Report {
  std::string submission;
  std::string who;      ///< whose it is, for people; empty: what `submission` says
  std::string again;    ///< the command that grades the same files again, without an exercise
  bool own = false;     ///< of the course's own exercises: a file can be reset
  bool packed = false;  ///< of an archive: a file cannot be edited where it is
  std::string isolation = "none";
  std::optional<std::uint64_t> seed;  ///< of fresh cases
  bool verbose = false;               ///< the text report leaves nothing out
  bool reproducible = false;          ///< written without what depends on time and machine
  std::string error;  ///< why nothing could be graded, the grader's own failure; else empty
  std::vector<ExerciseResult> exercises;
  std::string late = {};  ///< when it came and what that costs, as a sentence; may be empty
  std::vector<std::string> last_lines = {};  ///< what else the text report says at its end

  double score() const {
    double sum = 0;
    for (const ExerciseResult& exercise : exercises) sum += exercise.score;
    return sum;
  }
  double max_score() const {
    double sum = 0;
    for (const ExerciseResult& exercise : exercises) sum += exercise.max_score;
    return sum;
  }
};

}  // namespace grader
