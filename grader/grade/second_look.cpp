#include "grade/second_look.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "system/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <span>
#include <utility>

namespace grader {
namespace {

/// What a second look needs to know.
struct Look : Built {
  LaunchedRunner& runner;
  std::vector<Tensor> inputs;
  const Outcome& failed;
};

using Found = std::optional<Cause>;

/// Sanitizers take several times as long and as much; nobody waits longer than this for what may be
/// nothing.
Limits limits_of_look(const Look& look) {
  Limits limits = look.exercise.limits;
  limits.cpu_seconds = std::clamp(3 * limits.cpu_seconds, 5U, 20U);
  limits.memory_mib = 2 * look.grader.options.memory_mib.value_or(limits.memory_mib) + 512;
  limits.run_seconds = 30;
  return limits;
}

bool is_crash(const Outcome& outcome) {
  const bool told = outcome.text == no_return || outcome.text == stack_is_full;
  return outcome.ending == Ending::signal && !told;
}

/// Whether two calls gave the same, bit for bit.
bool same_results(const Outcome& a, const Outcome& b) {
  return a.ending == b.ending && same_bits(a.results, b.results);
}

std::optional<Place> innermost(const Look& look, const ProgramBytes& program,
                               const std::vector<std::uint64_t>& frames) {
  const std::vector<Place> places = places_in(look, program, frames);
  return places.empty() ? std::nullopt : std::optional(places.front());
}

/// What sanitizers say of the calls that they see.
class Sanitizers {
 public:
  /// Says nothing where there is no kit, or it does not build the program.
  Sanitizers(const Look& look, Finds finds) : look_(look) {
    const std::optional<Toolchain> bench = with_sanitized_kit(look.grader.bench, finds);
    if (!bench) return;
    program_ = ProgramBuild(*bench, look.exercise, look.text).finish();
    if (!program_.problem) runner_.emplace(*bench);
  }

  Found say() { return say(look_.inputs); }

  Found say(const std::vector<Tensor>& inputs) {
    if (!runner_) return std::nullopt;
    const Outcome seen = runner_->run(program_.file.get(), inputs, limits_of_look(look_));
    ending_ = seen.ending;
    if (seen.ending != Ending::signal && seen.ending != Ending::out_of_memory) return std::nullopt;
    const FaultFrames frames = fault_frames(seen.frames);
    const ProgramBytes bytes = bytes_of(program_);
    const auto line_of = [&](const std::vector<std::uint64_t>& calls) {
      const auto place = innermost(look_, bytes, calls);
      return place ? std::optional(place->line) : std::nullopt;
    };
    const auto words = explain_fault(
        seen.text, {line_of(frames.here), line_of(frames.requested), line_of(frames.returned)});
    return words ? Found(Cause{*words, innermost(look_, bytes, frames.here)}) : std::nullopt;
  }

  /// How the last call ended; nothing where there was none.
  std::optional<Ending> ending() const { return ending_; }

 private:
  const Look& look_;
  Program program_;
  std::optional<LaunchedRunner> runner_;  ///< none where there is nothing to run
  std::optional<Ending> ending_;
};

/// Whether it can start threads, by the names that its program asks the libraries for.
bool starts_threads(const Look& look) {
  const ProgramBytes bytes = bytes_of(look.program);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto asks_for = [&](const char* name) { return text.find(name) != text.npos; };
  return asks_for("_M_start_thread") || asks_for("pthread_create") || asks_for("thrd_create");
}

/// A race shows in nearly every run; where it crashes the program, that can come first.
Found by_races(const Look& look) {
  if (!starts_threads(look)) return std::nullopt;
  Sanitizers sanitizers(look, Finds::races);
  const int tries = is_crash(look.failed) ? 5 : 2;
  for (int i = 0; i < tries; ++i) {
    if (Found race = sanitizers.say()) return race;
  }
  return std::nullopt;
}

/// The failed case once more, with the program as it is, under other conditions.
Outcome under(const Look& look, LaunchedRunner& runner, std::uint32_t conditions) {
  const CallList once{{look.inputs}, conditions};
  return runner.make(look.program.file.get(), once, limits_of_look(look)).front();
}

bool stopped_by_arithmetic(const Outcome& outcome) {
  return outcome.ending == Ending::signal && outcome.signal == SIGFPE && !outcome.frames.empty();
}

/// A cause at the place where arithmetic stopped the program; nothing where it did not.
Found at(const Look& look, const Outcome& stopped, std::string sentence) {
  if (!stopped_by_arithmetic(stopped)) return std::nullopt;
  ExerciseResult not_counted;
  const auto bytes = with_lines(look, not_counted);
  if (!bytes) return std::nullopt;
  const auto place = innermost(look, *bytes, stopped.frames);
  return place ? Found(Cause{std::move(sentence), place}) : std::nullopt;
}

/// Where the program computes with fresh memory: it is stopped where a NaN arises, once with memory
/// that makes one and once with zeros. What stops it in both made the NaN of numbers.
Found origin_of_nan(const Look& look) {
  using namespace conditions;
  const Outcome marked = under(look, look.runner, fresh_traps | stop_at_nan);
  const Outcome zeros = under(look, look.runner, fresh_zeros | stop_at_nan);
  // One that the compiler computed, or a variable that was never set.
  if (stopped_by_arithmetic(zeros) && zeros.text == nan_was_there) return std::nullopt;
  const bool by_numbers = stopped_by_arithmetic(zeros) &&
                          (!stopped_by_arithmetic(marked) || marked.frames == zeros.frames);
  if (by_numbers)
    return at(look, zeros,
              "the first NaN arises here: 0 / 0, infinity - infinity, infinity * 0, or a "
              "root or logarithm of a negative number");
  return at(look, marked, "it computes here with memory that was never set");
}

Found origin_of_infinity(const Look& look) {
  return at(
      look, under(look, look.runner, conditions::fresh_zeros | conditions::stop_at_infinity),
      "the first infinity arises here: a number divided by 0, or more than a double can hold");
}

Found cause_of_not_finite(const Look& look) {
  if (Found cause = Sanitizers(look, Finds::faults).say()) return cause;
  const bool nan = std::ranges::any_of(look.failed.results, [](const Tensor& result) {
    return std::ranges::any_of(result.values, [](double value) { return std::isnan(value); });
  });
  return nan ? origin_of_nan(look) : origin_of_infinity(look);
}

/// An answer that is not the same each time, though the inputs are. Also where it has a name:
/// garbage can look like a mistake.
Found cause_of_change(const Look& look) {
  constexpr double longest = 0.5;  // seconds to wait twice more for what is mostly nothing
  if (look.failed.wall_seconds > longest) return std::nullopt;
  LaunchedRunner elsewhere(look.grader.bench);  // where stack, heap and code have other addresses
  const bool changes = !same_results(look.failed, under(look, elsewhere, 0));
  if (!changes && same_results(look.failed, under(look, elsewhere, conditions::fresh_zeros)))
    return std::nullopt;
  if (Found cause = changes ? by_races(look) : std::nullopt) return cause;
  if (Found cause = Sanitizers(look, Finds::faults).say()) return cause;
  if (changes) {
    return Cause{
        "its answer changes from run to run, though the inputs are the same: does it start threads "
        "that write the same memory, or ask for random numbers or the time?",
        std::nullopt};
  }
  const Outcome marked =
      under(look, look.runner, conditions::fresh_traps | conditions::stop_at_nan);
  if (Found cause = at(look, marked, "it computes here with memory that was never set"))
    return cause;
  return Cause{"its answer depends on memory that was never set, or on where its memory lies",
               std::nullopt};
}

/// Throws GraderFault where the stub as it was handed out does not come to its end either where
/// races are sought: a verdict must not rest on what a machine lacks.
void check_that_races_are_sought(const Look& look, const std::vector<Tensor>& inputs) {
  const std::string stub = read_file(look.exercise.original());
  const Look of_stub{
      {look.grader, look.exercise, stub, look.program}, look.runner, {}, look.failed};
  Sanitizers sanitizers(of_stub, Finds::races);
  sanitizers.say(inputs);
  if (sanitizers.ending() == Ending::not_implemented) return;
  const Kit& kit = look.grader.bench.kit;
  throw GraderFault("ThreadSanitizer does not see programs to their end, so this may have races",
                    fmt::format("cmake --build {} --target kit_{}_races",
                                shell_word(kit.build_folder().string()), kit.name));
}

/// Whether races are part of what an exercise is about.
bool shares_work(const Exercise& exercise) {
  return exercise.costs && exercise.costs->bounds(Cost::span);
}

Found cause_of(const Look& look, const ExerciseResult& result) {
  const SecondLook wanted = look.grader.options.second_look;
  const bool all = wanted == SecondLook::all;
  const bool may_race = all || shares_work(look.exercise) || is_crash(look.failed);
  if (Found cause = may_race ? by_races(look) : std::nullopt) return cause;
  if (wanted == SecondLook::none) return std::nullopt;
  if (is_crash(look.failed) || (all && look.failed.ending == Ending::exception))
    return Sanitizers(look, Finds::faults).say();
  if (look.failed.ending != Ending::returned) return std::nullopt;
  if (result.verdict == Verdict::not_finite && !result.mistake) return cause_of_not_finite(look);
  if (result.verdict != Verdict::wrong_value) return std::nullopt;
  Found cause = cause_of_change(look);
  return cause || !all ? cause : Sanitizers(look, Finds::faults).say();
}

/// What is wrong with a program though its answers are right: in the first case that shows it.
Found fault_of_passed(const Look& look, std::span<const Case> cases) {
  std::vector<Finds> searches{Finds::faults};
  if (starts_threads(look)) searches.push_back(Finds::races);
  for (const Finds finds : searches) {
    Sanitizers sanitizers(look, finds);
    for (const Case& one : cases) {
      if (Found fault = sanitizers.say(arguments_of(look.exercise, one.inputs))) return fault;
    }
  }
  return std::nullopt;
}

/// Whether a look is made at all: not at what nothing may be told of.
bool is_wanted(const Built& built) {
  const GradeOptions& options = built.grader.options;
  const bool looks = options.second_look != SecondLook::none || shares_work(built.exercise);
  return looks && options.secret.empty() && !built.exercise.measures;
}

template <class Search>
void tell_what_is_found(const Built& built, ExerciseResult& result, Search search) {
  const GradeOptions& options = built.grader.options;
  const bool may_change = result.verdict == Verdict::passed && options.fresh > 0;
  if (options.before_second_look && !may_change) {
    ExerciseResult early = result;
    if (!early.place) early.place = place_of_verdict(built.text, built.exercise, result);
    options.before_second_look(early);
  }
  try {
    if (Found cause = search()) tell_cause(std::move(*cause), built, result);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {  // the verdict stands, whatever becomes of a second look
  }
}

}  // namespace

void rerun_with_sanitizers(const Built& built, LaunchedRunner& runner, const Case& one,
                           const Outcome& failed, ExerciseResult& result) {
  if (!is_wanted(built)) return;
  tell_what_is_found(built, result, [&] {
    return cause_of({built, runner, arguments_of(built.exercise, one.inputs), failed}, result);
  });
}

void fail_on_data_race(const Built& built, LaunchedRunner& runner, Graded& graded) {
  const Exercise& exercise = built.exercise;
  const Look look{built, runner, {}, graded.runs.front().outcome};
  if (!shares_work(exercise) || !starts_threads(look)) return;
  Sanitizers sanitizers(look, Finds::races);
  const std::vector<Case>& cases = graded.cases;
  // The first case once more: a race shows in nearly every run.
  for (std::size_t i = 0; i <= cases.size(); ++i) {
    const std::size_t which = i == cases.size() ? 0 : i;
    std::optional<Cause> race = sanitizers.say(arguments_of(exercise, cases[which].inputs));
    if (!race && sanitizers.ending() == Ending::returned) continue;
    if (!race) check_that_races_are_sought(look, arguments_of(exercise, cases[which].inputs));
    const std::string what = race ? "its answer is right by luck"
                                  : "it ends well, but not where ThreadSanitizer looks for races";
    ExerciseResult& result = graded.result;
    result.verdict = result.cases[which].verdict = race ? Verdict::wrong_value : Verdict::crashed;
    result.cases[which].message = what;
    result.follow_through = 0;
    result.finding = fmt::format("case {}: {}", cases[which].name, what);
    if (race) tell_cause(*std::move(race), built, result);
    return;
  }
}

void look_at_passed(const Built& built, LaunchedRunner& runner, Graded& graded) {
  if (!is_wanted(built) || built.grader.options.second_look != SecondLook::all) return;
  const Look look{built, runner, {}, graded.runs.front().outcome};
  tell_what_is_found(built, graded.result, [&] { return fault_of_passed(look, graded.cases); });
}

}  // namespace grader
