// Programs that are nearly right, which the cases must tell from right ones: small changes of the
// solution, and programs that see less of a size than there is.

#include "author/verify.hpp"

#include "compile/prepared.hpp"
#include "compile/program.hpp"
#include "core/text.hpp"
#include "explain/replayer.hpp"
#include "judge/judge.hpp"
#include "student/commands.hpp"
#include "student/mutants.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr unsigned seeds_of_bounds = 10;

/// Seconds for a call: a mutant that takes longer is in an endless loop.
constexpr unsigned call_seconds = 1;
constexpr unsigned training_seconds = 4;  // a right run takes nearly one

enum class Status {
  does_not_compile,
  killed,    ///< it fails
  excused,   ///< it passes, and an excuse says why
  survived,  ///< it passes
};

struct Tried {
  ChangedLines lines;
  Mutant mutant;
  Status status = Status::does_not_compile;
};

struct Trial {
  fs::path file;  ///< the solution
  std::vector<Excuse> excuses = {};
  std::vector<Tried> tried = {};

  std::size_t count(Status status) const {
    return static_cast<std::size_t>(std::ranges::count(tried, status, &Tried::status));
  }
};

Status status_of(const Trial& trial, const ChangedLines& lines, const ExerciseResult& result) {
  if (result.verdict != Verdict::passed) return Status::killed;
  const auto fits = [&](const Excuse& excuse) {
    return excuse.before == lines.before && excuse.after == lines.after;
  };
  return std::ranges::any_of(trial.excuses, fits) ? Status::excused : Status::survived;
}

Trial try_exercise(Grader grader, const Exercise& exercise, unsigned jobs) {
  grader.options.cpu_seconds = exercise.measures ? training_seconds : call_seconds;
  Trial trial{grader.course.solution(exercise)};
  const std::string text = read_file(trial.file);
  const fs::path excuses = trial.file.parent_path() / "equivalent.md";
  if (fs::exists(excuses)) trial.excuses = read_excuses(read_file(excuses), excuses.string());
  for (Mutant& mutant : mutants_of(text))
    trial.tried.push_back({changed_lines(text, mutant), std::move(mutant)});
  Versions versions(grader, exercise, trial.tried.size(),
                    [&](std::size_t i) { return changed_text(text, trial.tried[i].mutant); });
  in_parallel_shown(exercise.folder + ": {} of {} mutants", trial.tried.size(), jobs,
                    [&](std::size_t i) {
                      Tried& tried = trial.tried[i];
                      versions.with(i, [&](Runner& runner, int program) {
                        const Graded graded = grade_program(grader, runner, program, exercise);
                        tried.status = status_of(trial, tried.lines, graded.result);
                      });
                    });
  return trial;
}

void print_failures(const Trial& trial) {
  for (const Tried& tried : trial.tried) {
    if (tried.status == Status::survived)
      std::cout << fmt::format("FAIL  {}:{}: survives: {}\n      -{}\n      +{}\n",
                               trial.file.string(), tried.lines.first, tried.mutant.kind,
                               tried.lines.before, tried.lines.after);
  }
}

/// A program that is right, but sees less of a size than there is, for some sizes.
struct Bound {
  std::string name;
  std::function<std::size_t(const Sizes&)> seen;
};

/// Fixed buffers, remainders of blocks, a last and an only element that are left out, and another
/// size in its place, of those that no public case tells apart.
std::vector<Bound> bounds_of(const std::string& symbol, const std::vector<Case>& public_cases) {
  std::vector<Bound> bounds;
  const auto add = [&](std::string name, auto seen) {
    bounds.push_back({symbol + ": " + std::move(name),
                      [=](const Sizes& sizes) { return seen(sizes.at(symbol)); }});
  };
  for (const std::size_t room : {8, 10, 16, 32})
    add(fmt::format("room for {}", room), [=](std::size_t n) { return std::min(n, room); });
  for (const std::size_t block : {2, 4, 8}) {
    for (std::size_t rest = 1; rest < block; ++rest)
      add(fmt::format("blocks of {}, a rest of {} forgotten", block, rest),
          [=](std::size_t n) { return n % block == rest ? n - rest : n; });
  }
  add("the last one forgotten", [](std::size_t n) { return n - 1; });
  add("an only one forgotten", [](std::size_t n) { return n == 1 ? 0 : n; });
  for (const auto& size : public_cases.front().sizes) {
    const std::string& other = size.first;
    const bool alike = std::ranges::all_of(public_cases, [&](const Case& one) {
      const auto own = one.sizes.find(symbol);
      return own != one.sizes.end() && own->second == one.sizes.at(other);
    });
    if (other == symbol || !alike) continue;
    bounds.push_back({symbol + ": " + other + " in its place", [symbol, other](const Sizes& sizes) {
                        return std::min(sizes.at(symbol), sizes.at(other));
                      }});
  }
  return bounds;
}

/// The inputs of a case for a program that sees `seen` of a size: zeros in place of the rest.
std::map<std::string, Tensor> inputs_seen(const Exercise& exercise, const Case& one,
                                          const std::string& symbol, std::size_t seen) {
  std::map<std::string, Tensor> inputs = one.inputs;
  for (const Draw& draw : exercise.recipe.draws) {
    Tensor& tensor = inputs.at(draw.name);
    if (draw.name == symbol) tensor.values.front() = static_cast<double>(seen);
    std::size_t stride = tensor.values.size();
    for (std::size_t axis = 0; axis < draw.shape.size(); ++axis) {
      const std::size_t length = tensor.shape[axis];
      stride /= length;
      if (draw.shape[axis].symbol != symbol && draw.shape[axis].text() != symbol) continue;
      const std::size_t kept = seen * (length / one.sizes.at(symbol));
      for (std::size_t i = 0; i < tensor.values.size(); ++i)
        if (i / stride % length >= kept) tensor.values[i] = 0;
    }
  }
  return inputs;
}

/// Whether an input has a length of this size, or is a number that any program has to use: a
/// bounded one, such as a count of threads, may be taken for less.
bool has_size(const Exercise& exercise, const std::string& symbol) {
  const bool bounded =
      std::ranges::any_of(exercise.recipe.relations, [&](const SizeRelation& relation) {
        return relation.left == symbol && relation.sign == "<=";
      });
  return std::ranges::any_of(exercise.recipe.draws, [&](const Draw& draw) {
    return (draw.name == symbol && !bounded) ||
           std::ranges::any_of(draw.shape, [&](const Length& length) {
             return length.symbol == symbol || length.text() == symbol;
           });
  });
}

/// Whether some shape tells such a program from a right one, or none can.
bool is_killed(const Exercise& exercise, const std::vector<Case>& shapes, const std::string& symbol,
               const Bound& bound, Runner& runner, int solution) {
  std::vector<const Case*> changed;
  std::vector<std::vector<Tensor>> calls;
  for (const Case& one : shapes) {
    const std::size_t seen = bound.seen(one.sizes);
    if (seen == one.sizes.at(symbol) || (seen == 0 && std::ranges::all_of(one.expected, is_zero)))
      continue;
    changed.push_back(&one);
    calls.push_back(arguments_of(exercise, inputs_seen(exercise, one, symbol, seen)));
  }
  if (changed.empty()) return true;
  const Limits limits = own_limits(exercise);
  std::vector<Outcome> given = runner.run_each(solution, std::move(calls), limits);
  if (given.size() < changed.size()) return true;  // it ended in one of them
  for (std::size_t i = 0; i < changed.size(); ++i) {
    if (bound.seen(changed[i]->sizes) == 0)  // it does nothing
      for (Tensor& result : given[i].results) std::ranges::fill(result.values, 0);
    if (judge(exercise, *changed[i], given[i], limits).verdict != Verdict::passed) return true;
  }
  return false;
}

}  // namespace

std::string check_shapes(const Grader& grader, const Exercise& exercise, unsigned seeds) {
  const auto program = recorded_solution(grader.bench, exercise);
  if (!program) return "";
  const Descriptor solution = opened_program(*program);
  const auto material = grader.library->of(grader.course, exercise);
  LaunchedRunner runner(grader.bench);
  Grader seeded = grader;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    if (seed > 0) seeded.options.secret = std::to_string(seed);
    const std::vector<Case> shapes = expected_shapes(seeded, exercise, "", runner);
    if (shapes.empty()) return "";
    for (const auto& [symbol, size] : shapes.front().sizes) {
      if (!has_size(exercise, symbol)) continue;
      for (const Bound& bound : bounds_of(symbol, material->cases)) {
        if (!is_killed(exercise, shapes, symbol, bound, runner, solution.get()))
          return "a program passes that is wrong in " + bound.name;
      }
    }
  }
  return "";
}

ExitCode verify_mutants(const Grader& grader, const std::vector<Exercise>& exercises,
                        unsigned jobs) {
  Grader limited = grader;
  limited.bench.tell = nullptr;  // the progress is that of all mutants
  std::cout << fmt::format("{:<28}{:>8}{:>8}{:>8}{:>10}{:>12}\n", "", "mutants", "killed",
                           "excused", "survived", "no compile");
  std::size_t all = 0, survived = 0;
  for (const Exercise& exercise : exercises) {
    if (exercise.catches) continue;  // other inputs may be as good
    const Trial trial = try_exercise(limited, exercise, jobs);
    const std::size_t stuck = trial.count(Status::does_not_compile);
    const std::size_t mutants = trial.tried.size() - stuck;
    all += mutants;
    survived += trial.count(Status::survived);
    const std::string bound = check_shapes(grader, exercise, seeds_of_bounds);
    survived += bound.empty() ? 0 : 1;
    std::cout << fmt::format("{:<28}{:>8}{:>8}{:>8}{:>10}{:>12}\n", exercise.folder, mutants,
                             trial.count(Status::killed), trial.count(Status::excused),
                             trial.count(Status::survived), stuck);
    if (!bound.empty()) std::cout << fmt::format("FAIL  {}\n", bound);
    print_failures(trial);
  }
  std::cout << fmt::format("{}, {} survived\n", count_text(all, "mutant"), survived);
  return survived == 0 ? ExitCode::all_passed : ExitCode::not_all_passed;
}

}  // namespace grader
