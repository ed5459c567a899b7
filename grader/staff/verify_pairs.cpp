#include "staff/verify.hpp"

#include "cli/commands.hpp"
#include "core/case.hpp"
#include "core/text.hpp"
#include "course/mistakes.hpp"
#include "explain/places.hpp"
#include "explain/replayer.hpp"
#include "judge/compare.hpp"
#include "staff/versions.hpp"
#include "system/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <set>

namespace grader {
namespace {

using Words = std::set<std::string>;

struct Pair {
  const Mistake* first;
  const Mistake* second;
  std::string text;       ///< the solution's, with both made in it
  std::string told = {};  ///< what is told of it instead of both; empty where all is well
  /// All that it does is what the named mistakes do: nothing tells them apart.
  bool is_other = false;
  bool false_name = false;
  bool builds = true;  ///< else the two do not go together
};

using Mistakes = std::set<const Mistake*>;

/// The steps that each mistake changes itself, whatever comes before.
std::vector<Words> changed_steps(const Grader& grader, const Exercise& exercise,
                                 const Material& material) {
  LaunchedRunner runner(grader.bench);
  Replayer replayer(grader.bench, grader.course, exercise, material, runner);
  if (!replayer.open()) {
    throw InputError(exercise.folder + ": solution and mistakes do not compile together",
                     "./grade verify " + exercise.folder);
  }
  std::vector<Words> changed(material.mistakes().size());
  for (const Case& one : material.cases) {
    Outcome right;
    right.steps = one.steps;
    right.results = one.expected;
    const ReplayedRun replayed = replayer.replay({{&one, &right}}, Replays::of_all).front();
    for (const JudgedPlace& place : judge_places(exercise, replayed, {})) {
      for (std::size_t i = 0; i < changed.size(); ++i) {
        if (changes_place(place.marks_of(i + 1))) changed[i].insert(place.name);
      }
    }
  }
  return changed;
}

/// The solution's text with all of these mistakes; nothing where they change the same lines.
std::optional<std::string> text_with(const Course& course, const Exercise& exercise,
                                     const Mistakes& mistakes) {
  Mistake all = **mistakes.begin();
  all.patches.clear();
  for (const Mistake* mistake : mistakes)
    all.patches.insert(all.patches.end(), mistake->patches.begin(), mistake->patches.end());
  try {
    return apply_mistake(course, exercise, all);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::vector<Pair> pairs_of(const Grader& grader, const Exercise& exercise,
                           const Material& material) {
  const std::vector<Words> changed = changed_steps(grader, exercise, material);
  const std::vector<Mistake>& mistakes = material.mistakes();
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    for (std::size_t k = i + 1; k < mistakes.size(); ++k) {
      if (mistakes[i].equivalent && mistakes[k].equivalent) continue;
      const bool share_a_step = std::ranges::any_of(
          changed[i], [&](const std::string& name) { return changed[k].contains(name); });
      if (changed[i].empty() || changed[k].empty() || share_a_step) continue;
      if (auto text = text_with(grader.course, exercise, {&mistakes[i], &mistakes[k]}))
        pairs.push_back({&mistakes[i], &mistakes[k], std::move(*text)});
    }
  }
  return pairs;
}

Mistakes named_in(const ExerciseResult& result, const std::vector<Mistake>& mistakes) {
  Mistakes named;
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
bool all_same(const Grader& grader, const Exercise& exercise, const Mistakes& mistakes,
              const Graded& other) {
  const std::optional<std::string> text = text_with(grader.course, exercise, mistakes);
  if (!text) return false;
  const Graded graded = grade_exercise(grader, exercise, {exercise.stub(), std::nullopt, {}, *text},
                                       Untouched::is_compiled);
  return std::ranges::equal(
      public_runs(graded), public_runs(other), [&](const Run& a, const Run& b) {
        return all_match(a.outcome->results, b.outcome->results, exercise.tolerance) &&
               same_steps(*a.outcome, *b.outcome, exercise.tolerance);
      });
}

/// The same of a name that stands for all mistakes that share a message.
bool any_same(const Grader& grader, const Exercise& exercise, const std::vector<Mistake>& mistakes,
              const Mistakes& named, const Graded& other) {
  if (all_same(grader, exercise, named, other)) return true;
  return named.size() == 1 && std::ranges::any_of(mistakes, [&](const Mistake& mistake) {
           return mistake.shares == (*named.begin())->name &&
                  all_same(grader, exercise, {&mistake}, other);
         });
}

std::string names_of(const Mistakes& mistakes) {
  std::string names;
  for (const Mistake* mistake : mistakes) names += " " + mistake->name;
  return names;
}

void check(const Grader& grader, const Exercise& exercise, const Material& material, Runner& runner,
           int program, Pair& pair) {
  const Graded graded = grade_program(grader, runner, program, exercise);
  if (graded.result.verdict == Verdict::passed) {
    pair.is_other = true;
    pair.told = "the two together are right";
    return;
  }
  const Mistakes named = named_in(graded.result, material.mistakes());
  Words wanted, told;
  for (const Mistake* mistake : {pair.first, pair.second}) {
    if (!mistake->equivalent) wanted.insert(mistake->message);
  }
  for (const Mistake* mistake : named) told.insert(mistake->message);
  if (told == wanted) return;
  pair.is_other = !named.empty() && any_same(grader, exercise, material.mistakes(), named, graded);
  pair.false_name = !pair.is_other && !std::ranges::includes(wanted, told);
  pair.told = pair.is_other   ? "the two together are" + names_of(named)
              : named.empty() ? "none is named"
                              : "named as" + names_of(named);
}

struct Sums {
  std::size_t pairs = 0, told = 0, false_names = 0;
  std::size_t others = 0;   ///< pairs that do just what others do
  std::size_t unbuilt = 0;  ///< pairs of changes that do not go together: none of the above
};

Sums sums_of(const std::vector<Pair>& pairs) {
  Sums sums;
  for (const Pair& pair : pairs) {
    if (!pair.builds) ++sums.unbuilt;
    if (!pair.builds) continue;
    ++sums.pairs;
    if (pair.told.empty()) ++sums.told;
    if (pair.is_other) ++sums.others;
    if (pair.false_name) ++sums.false_names;
  }
  return sums;
}

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

std::vector<Pair> verify_exercise(const Grader& grader, const Exercise& exercise, unsigned jobs) {
  const auto material = grader.library->of(grader.course, exercise);
  std::vector<Pair> pairs = pairs_of(grader, exercise, *material);
  Versions versions(grader, exercise, pairs.size(), [&](std::size_t i) { return pairs[i].text; });
  in_parallel_shown(exercise.folder + ": {} of {} pairs", pairs.size(), jobs, [&](std::size_t i) {
    const std::string problem = versions.with(i, [&](Runner& runner, int program) {
      check(grader, exercise, *material, runner, program, pairs[i]);
    });
    pairs[i].builds = problem.empty();
  });
  std::cout << fmt::format("      {}: {}\n", exercise.folder, words_of(sums_of(pairs)));
  for (const Pair& pair : pairs) {
    if (pair.told.empty()) continue;
    std::cout << harmless(fmt::format("        {} {} and {}: {}\n",
                                      pair.false_name ? "FALSE" : "     ", pair.first->name,
                                      pair.second->name, pair.told));
  }
  std::cout << std::flush;
  return pairs;
}

}  // namespace

ExitCode verify_pairs(const Grader& grader, const std::vector<Exercise>& exercises, unsigned jobs) {
  std::vector<Pair> all;
  for (const Exercise& exercise : exercises) {
    if (exercise.measures || !std::filesystem::exists(grader.course.solution(exercise))) continue;
    std::ranges::move(verify_exercise(grader, exercise, jobs), std::back_inserter(all));
  }
  const Sums sums = sums_of(all);
  std::cout << words_of(sums) << '\n';
  return share_told(sums) >= 95 && sums.false_names == 0 ? ExitCode::all_passed
                                                         : ExitCode::not_all_passed;
}

}  // namespace grader
