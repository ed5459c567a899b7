#include "staff/versions.hpp"

#include "compile/program.hpp"
#include "compile/replay_program.hpp"
#include "compile/versions.hpp"
#include "core/error.hpp"
#include "course/patch.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace grader {
namespace {

/// Beyond this many the compiler gains little, and others wait for it.
constexpr std::size_t in_a_group = 32;

}  // namespace

Versions::Versions(const Grader& grader, const Exercise& exercise, std::size_t count,
                   TextOf text_of)
    : grader_(grader),
      exercise_(exercise),
      count_(count),
      text_of_(std::move(text_of)),
      groups_((count + in_a_group - 1) / in_a_group) {}

Versions::Versions(const Grader& grader, const Exercise& exercise,
                   const std::vector<Mistake>& mistakes)
    : grader_(grader),
      exercise_(exercise),
      count_(mistakes.size()),
      text_of_([&grader, &exercise, mistakes](std::size_t i) {
        return apply_mistake(grader.course, exercise, mistakes[i]);
      }),
      groups_(mistakes.empty() ? 0 : 1) {
  if (groups_.empty()) return;
  Group& all = groups_.front();
  std::call_once(all.built, [&] {
    if (exercise.measures) return build(0, all);
    try {
      all.program = opened_program(replay_program(grader.bench, grader.course, exercise, mistakes));
      all.numbers.resize(count_);
      std::iota(all.numbers.begin(), all.numbers.end(), 1);
    } catch (const GraderFault&) {  // one does not compile: which, is seen when it is built alone
    } catch (const InputError&) {   // of a text; who takes that one will hear of it
    }
  });
}

void Versions::build(std::size_t first, Group& group) const {
  try {
    std::vector<std::string> texts{read_file(grader_.course.solution(exercise_))};
    for (std::size_t i = first; i < count_; i += groups_.size()) {
      std::string text = text_of_(i);
      group.numbers.push_back(can_follow_others(text) ? texts.size() : 0);
      if (group.numbers.back() != 0) texts.push_back(std::move(text));
    }
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "versions.so";
    const std::vector<bool> compiles = link_numbered(grader_.bench, exercise_, texts, file);
    for (std::size_t& number : group.numbers) {
      if (!compiles[number]) number = 0;
    }
    group.program = opened_program(file);
  } catch (const GraderFault&) {
  } catch (const InputError&) {
  }
}

std::string place_of(const Mistake& mistake) {
  return fmt::format("{}:{}", mistake.file, mistake.line);
}

std::string Versions::with(std::size_t i, const std::function<void(Runner&, int program)>& use) {
  const std::size_t first = i % groups_.size();
  Group& group = groups_[first];
  std::call_once(group.built, [&] { build(first, group); });
  const std::size_t number = group.program.open() ? group.numbers[i / groups_.size()] : 0;
  std::string problem;
  if (number == 0) {
    problem = alone(i, use);
  } else {
    call(group, number, use);
  }
  const std::lock_guard lock(guard_);
  if (--left_ == 0) workers_.clear();
  return problem;
}

void Versions::call(const Group& group, std::size_t number,
                    const std::function<void(Runner&, int program)>& use) {
  auto worker = acquire_worker();
  Descriptor& program = worker->programs[&group];
  if (!program.open()) program = opened_again(group.program.get());
  OneVersion version(worker->runner, program.get(), number);
  use(version, program.get());
  release_worker(std::move(worker));
}

std::string Versions::alone(std::size_t i,
                            const std::function<void(Runner&, int program)>& use) const {
  const Program program = ProgramBuild(grader_.bench, exercise_, text_of_(i)).finish();
  if (program.problem) return program.message;
  LaunchedRunner runner(grader_.bench);
  use(runner, program.file.get());
  return "";
}

std::unique_ptr<Versions::Worker> Versions::acquire_worker() {
  {
    const std::lock_guard lock(guard_);
    if (auto taken = workers_.extract(std::this_thread::get_id())) return std::move(taken.mapped());
  }
  return std::unique_ptr<Worker>(new Worker{LaunchedRunner(grader_.bench)});
}

void Versions::release_worker(std::unique_ptr<Worker> worker) {
  const std::lock_guard lock(guard_);
  workers_[std::this_thread::get_id()] = std::move(worker);
}

}  // namespace grader
