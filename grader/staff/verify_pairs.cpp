#include "staff/verify.hpp"

#include "cli/commands.hpp"
#include "compile/program.hpp"
#include "compile/replay_program.hpp"
#include "core/case.hpp"
#include "core/text.hpp"
#include "course/patch.hpp"
#include "explain/naming.hpp"
#include "explain/places.hpp"
#include "judge/compare.hpp"
#include "grade/grade.hpp"
#include "staff/versions.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace grader {
namespace {

using Words = std::set<std::string>;

/// What the replays say of the steps that one mistake changes.
struct Seen {
  Words wrong;               ///< of these, those that differ from what follows
  Words unjudged;            ///< of those, such that nothing to compare with is known
  Words other_numbers;       ///< and those where the mistake gives others than the program has
  bool some_number = false;  ///< a wrong one, not NaN
  std::vector<bool> fits;    ///< by mistake: it gives the program's numbers at all of `wrong`
};

bool has_wrong_number(const JudgedPlace& place) {
  if (place.given == nullptr || place.given->values.size() != place.student->values.size())
    return true;
  for (std::size_t i = 0; i < place.student->values.size(); ++i) {
    const double value = place.student->values[i];
    if (!std::isnan(value) && value != place.given->values[i]) return true;
  }
  return false;
}

Seen look(const Exercise& exercise, const Graded& graded, std::size_t mistakes, std::size_t which,
          const Words& changed) {
  Seen seen{{}, {}, {}, false, std::vector<bool>(mistakes, true)};
  const Words other_shape = steps_of_other_shape(runs_of(graded.replays));
  for (const ReplayedRun& replayed : graded.replays) {
    for (const JudgedPlace& place : judge_places(exercise, replayed, other_shape)) {
      if (!changed.contains(place.name) || !place.differs()) continue;
      seen.wrong.insert(place.name);
      if (place.verdict == StepVerdict::not_judged) seen.unjudged.insert(place.name);
      seen.some_number = seen.some_number || has_wrong_number(place);
      for (std::size_t i = 0; i < mistakes; ++i) {
        if ((marks_of(replayed.replay, i + 1, place) & matches_student) == 0) seen.fits[i] = false;
      }
      if ((marks_of(replayed.replay, which + 1, place) & matches_student) == 0)
        seen.other_numbers.insert(place.name);
    }
  }
  return seen;
}

std::string list(const Words& words) { return fmt::format("{}", fmt::join(words, ", ")); }

/// The reason, in a few words, why the result of a program with two mistakes does not name
/// `mistake`, one of them. `changed` are the steps that this mistake changes itself; `mistakes` are
/// all that were replayed.
std::string why_untold(const Exercise& exercise, const Graded& graded,
                       const std::vector<Mistake>& mistakes, const Mistake& mistake,
                       const std::set<std::string>& changed) {
  if (graded.replays.empty()) return "nothing could be replayed";
  const auto which = static_cast<std::size_t>(&mistake - mistakes.data());
  const Seen seen = look(exercise, graded, mistakes.size(), which, changed);
  if (seen.wrong.empty()) return "beside the other it changes nothing";
  if (!seen.unjudged.empty()) return list(seen.unjudged) + " cannot be judged beside the other";
  if (!seen.other_numbers.empty())
    return list(seen.other_numbers) + " has other numbers beside the other";
  Words alike;
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    if (seen.fits[i] && mistakes[i].message != mistake.message) alike.insert(mistakes[i].name);
  }
  if (!alike.empty()) return fmt::format("{} gives the same there", list(alike));
  if (!seen.some_number) return "all that differs is NaN";
  return "a step before is wrong for no known reason";
}

struct Pair {
  const Mistake* first;
  const Mistake* second;
  Words first_changes;  ///< the steps that it changes itself
  Words second_changes;
  std::string text;     ///< the solution's, with both made in it
  std::string problem;  ///< what is told of it instead of both; empty where all is well
  bool is_other =
      false;  ///< all that it does is what the named mistakes do: nothing tells them apart
  bool false_name = false;
  bool builds = true;  ///< else the two do not go together
};

/// The steps that each mistake changes itself, whatever comes before.
std::vector<Words> changed_steps(const Grader& grader, const Exercise& exercise,
                                 const Material& material) {
  const Descriptor program =
      opened_program(replay_program(grader.bench, grader.course, exercise, material.mistakes));
  LaunchedRunner runner(grader.bench);
  std::vector<Words> changed(material.mistakes.size());
  for (const Case& one : material.cases) {
    Outcome right;
    right.steps = one.steps;
    right.results = one.expected;
    const Given given{{{one.steps, one.expected}},
                      {},
                      {},
                      exercise.tolerance,
                      static_cast<std::uint32_t>(changed.size() + 1)};
    const std::vector<std::vector<Tensor>> inputs{arguments_of(exercise, one.inputs)};
    const ReplayedRun replayed{
        {&one, &right}, runner.replay(program.get(), inputs, given, exercise.limits).front()};
    for (const JudgedPlace& place : judge_places(exercise, replayed, {})) {
      for (std::size_t i = 0; i < changed.size(); ++i) {
        const unsigned marks = marks_of(replayed.replay, i + 1, place);
        if (changes_place(marks)) changed[i].insert(place.name);
      }
    }
  }
  return changed;
}

bool change_one_step(const Words& a, const Words& b) {
  return std::ranges::any_of(a, [&](const std::string& name) { return b.contains(name); });
}

/// The solution's text with both mistakes; nothing where they change the same lines.
std::optional<std::string> with_both(const Course& course, const Exercise& exercise,
                                     const Mistake& first, const Mistake& second) {
  Mistake both = first;
  both.patches.insert(both.patches.end(), second.patches.begin(), second.patches.end());
  try {
    return apply_mistake(course, exercise, both);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::vector<Pair> pairs_of(const Grader& grader, const Exercise& exercise,
                           const Material& material) {
  const std::vector<Words> changed = changed_steps(grader, exercise, material);
  const std::vector<Mistake>& mistakes = material.mistakes;
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    for (std::size_t k = i + 1; k < mistakes.size(); ++k) {
      if (mistakes[i].equivalent && mistakes[k].equivalent) continue;
      if (changed[i].empty() || changed[k].empty() || change_one_step(changed[i], changed[k]))
        continue;
      if (auto text = with_both(grader.course, exercise, mistakes[i], mistakes[k]))
        pairs.push_back({&mistakes[i], &mistakes[k], changed[i], changed[k], std::move(*text), {}});
    }
  }
  return pairs;
}

/// All mistakes that a result names.
std::set<const Mistake*> named_in(const ExerciseResult& result,
                                  const std::vector<Mistake>& mistakes) {
  std::set<const Mistake*> named;
  for (const Mistake& mistake : mistakes) {
    const bool at_step = std::ranges::any_of(
        result.steps, [&](const auto& step) { return step.mistake == mistake.name; });
    if (at_step || result.mistake == mistake.name) named.insert(&mistake);
  }
  return named;
}

bool same_steps(const Outcome& a, const Outcome& b, const Tolerance& tolerance) {
  return std::ranges::equal(
      a.steps, b.steps, [&](const NamedTensor& one, const NamedTensor& other) {
        return one.name == other.name && compare(one.tensor, other.tensor, tolerance).matches();
      });
}

/// Whether the program with just these mistakes gives on every case what another one gave.
bool same_as_all(const Grader& grader, const Exercise& exercise,
                 const std::set<const Mistake*>& mistakes, const Graded& other) {
  Mistake all = **mistakes.begin();
  for (const Mistake* mistake : mistakes) {
    if (mistake != *mistakes.begin())
      all.patches.insert(all.patches.end(), mistake->patches.begin(), mistake->patches.end());
  }
  try {
    const Graded graded = grade_exercise(
        grader, exercise,
        {exercise.stub(), std::nullopt, {}, apply_mistake(grader.course, exercise, all)},
        Untouched::is_compiled);
    return std::ranges::equal(
        public_runs(graded), public_runs(other), [&](const Run& a, const Run& b) {
          return all_match(a.outcome->results, b.outcome->results, exercise.tolerance) &&
                 same_steps(*a.outcome, *b.outcome, exercise.tolerance);
        });
  } catch (const InputError&) {
    return false;
  }
}

/// The names, with one for all mistakes that share a message.
bool same_as(const Grader& grader, const Exercise& exercise, const std::vector<Mistake>& mistakes,
             const std::set<const Mistake*>& named, const Graded& other) {
  if (same_as_all(grader, exercise, named, other)) return true;
  return named.size() == 1 && std::ranges::any_of(mistakes, [&](const Mistake& mistake) {
           return mistake.shares == (*named.begin())->name &&
                  same_as_all(grader, exercise, {&mistake}, other);
         });
}

std::string names_of(const std::set<const Mistake*>& mistakes) {
  std::string names;
  for (const Mistake* mistake : mistakes) names += " " + mistake->name;
  return names;
}

void check(const Grader& grader, const Exercise& exercise, const Material& material, Runner& runner,
           int program, Pair& pair) {
  const Graded graded = grade_program(grader, runner, program, exercise);
  if (graded.result.verdict == Verdict::passed) {
    pair.is_other = true;
    pair.problem = "the two together are right";
    return;
  }
  Words wanted;
  for (const Mistake* mistake : {pair.first, pair.second}) {
    if (!mistake->equivalent) wanted.insert(mistake->message);
  }
  const std::set<const Mistake*> named = named_in(graded.result, material.mistakes);
  Words told;
  for (const Mistake* mistake : named) told.insert(mistake->message);
  if (told == wanted) return;
  pair.is_other = !named.empty() && same_as(grader, exercise, material.mistakes, named, graded);
  pair.false_name = !pair.is_other && !std::ranges::includes(wanted, told);
  if (pair.is_other || pair.false_name) {
    pair.problem = (pair.false_name ? "named as" : "the two together are") + names_of(named);
    return;
  }
  for (const Mistake* mistake : {pair.first, pair.second}) {
    if (mistake->equivalent || told.contains(mistake->message)) continue;
    const Words& changes = mistake == pair.first ? pair.first_changes : pair.second_changes;
    pair.problem += fmt::format("{}{}: {}", pair.problem.empty() ? "" : "; ", mistake->name,
                                why_untold(exercise, graded, material.mistakes, *mistake, changes));
  }
}

/// What was found about pairs.
struct Sums {
  std::size_t pairs = 0, told = 0, false_names = 0;
  std::size_t others = 0;   ///< pairs that do just what others do
  std::size_t unbuilt = 0;  ///< pairs of changes that do not go together: none of the above

  void add(const Sums& more) {
    pairs += more.pairs;
    told += more.told;
    false_names += more.false_names;
    others += more.others;
    unbuilt += more.unbuilt;
  }
};

/// The percentage of pairs told as both, among those that differ from every single mistake.
double share_told(const Sums& sums) {
  const std::size_t tellable = sums.pairs - sums.others;
  if (sums.pairs == 0 && sums.unbuilt > 0) return 0;  // nothing was tried
  return tellable == 0 ? 100
                       : 100.0 * static_cast<double>(sums.told) / static_cast<double>(tellable);
}

std::string words_of(const Sums& sums) {
  std::string words =
      fmt::format("{} of {} told as both ({:.1f} %), {} do what others do, {} falsely", sums.told,
                  count_text(sums.pairs, "pair"), share_told(sums), sums.others, sums.false_names);
  if (sums.unbuilt > 0)
    words += fmt::format("; {} more do not go together", count_text(sums.unbuilt, "pair"));
  return words;
}

/// Checks the pairs of one exercise and prints what was found.
Sums verify_exercise(const Grader& grader, const Exercise& exercise, unsigned jobs) {
  const auto material = grader.library->of(grader.course, exercise);
  std::vector<Pair> pairs = pairs_of(grader, exercise, *material);
  Versions versions(grader, exercise, pairs.size(), [&](std::size_t i) { return pairs[i].text; });
  std::atomic<std::size_t> done = 0;
  in_parallel(pairs.size(), jobs, [&](std::size_t i) {
    check_interrupted();
    const std::string problem = versions.with(i, [&](Runner& runner, int program) {
      check(grader, exercise, *material, runner, program, pairs[i]);
    });
    pairs[i].builds = problem.empty();
    show_progress(fmt::format("{}: {} of {} pairs", exercise.folder, ++done, pairs.size()));
  });
  const std::size_t unbuilt = std::erase_if(pairs, [](const Pair& pair) { return !pair.builds; });
  clear_progress();
  Sums sums{.pairs = pairs.size(), .unbuilt = unbuilt};
  for (const Pair& pair : pairs) {
    if (pair.problem.empty()) ++sums.told;
    if (pair.is_other) ++sums.others;
    if (pair.false_name) ++sums.false_names;
  }
  std::cout << fmt::format("      {}: {}\n", exercise.folder, words_of(sums));
  for (const Pair& pair : pairs) {
    if (pair.problem.empty()) continue;
    std::cout << harmless(fmt::format("        {} {} and {}: {}\n",
                                      pair.false_name ? "FALSE" : "     ", pair.first->name,
                                      pair.second->name, pair.problem));
  }
  std::cout << std::flush;
  return sums;
}

}  // namespace

ExitCode verify_pairs(const Grader& grader, const std::vector<Exercise>& exercises, unsigned jobs) {
  Sums all;
  for (const Exercise& exercise : exercises) {
    if (exercise.measures || !std::filesystem::exists(grader.course.solution(exercise))) continue;
    all.add(verify_exercise(grader, exercise, jobs));
  }
  std::cout << words_of(all) << '\n';
  return share_told(all) >= 95 && all.false_names == 0 ? ExitCode::all_passed
                                                       : ExitCode::not_all_passed;
}

}  // namespace grader
