#include "author/verify.hpp"

#include "compile/program.hpp"
#include "compile/prepared.hpp"
#include "course/cases.hpp"
#include "explain/replayer.hpp"
#include "system/files.hpp"

#include <utility>

namespace grader {
namespace {

/// Beyond this many the compiler gains little, and others wait for it.
constexpr std::size_t in_a_group = 32;

/// Makes calls of one version. Other programs are called as they are.
class OneVersion : public Runner {
 public:
  /// `program` takes one input more, in front: the number of a version. `all` must outlive this.
  /// The version has all the time for its calls, whatever was called before.
  OneVersion(LaunchedRunner& all, int program, std::size_t version)
      : all_(all), program_(program), version_{{}, {static_cast<double>(version)}} {
    all.start_anew();
  }

  std::vector<Outcome> make(int program, CallList calls, const Limits& limits) override {
    if (program == program_ && !calls.given) {
      for (std::vector<Tensor>& inputs : calls.inputs) inputs.insert(inputs.begin(), version_);
    }
    return all_.make(program, std::move(calls), limits);
  }

 private:
  LaunchedRunner& all_;
  int program_;
  Tensor version_;
};

}  // namespace

Versions::Versions(const Grader& grader, const Exercise& exercise, std::size_t count,
                   TextOf text_of)
    : grader_(grader),
      exercise_(exercise),
      count_(count),
      text_of_(std::move(text_of)),
      groups_((count + in_a_group - 1) / in_a_group) {}

Versions::Versions(const Grader& grader, const Exercise& exercise, const Material& material)
    : Versions(grader, exercise, material.mistakes().size(), [&](std::size_t i) {
        return apply_mistake(grader.course, exercise, material.mistakes()[i]);
      }) {
  if (count_ > 0 && !exercise.costs)
    replays_ = open_versions(grader.bench, grader.course, exercise, material);
}

void Versions::build(std::size_t first, Group& group) const {
  try {
    std::vector<std::string> texts{read_file(grader_.course.solution(exercise_))};
    for (std::size_t i = first; i < count_; i += groups_.size()) texts.push_back(text_of_(i));
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "versions.so";
    const std::vector<bool> linked = link_numbered(grader_.bench, exercise_, texts, file);
    for (std::size_t number = 1; number < texts.size(); ++number)
      group.numbers.push_back(linked[number] ? number : 0);
    group.program = opened_program(file);
  } catch (const GraderFault&) {  // which one does not compile is seen when it is built alone
  } catch (const InputError&) {   // of a text; who takes that one will hear of it
  }
}

std::string Versions::with(std::size_t i, const Use& use) {
  std::string problem;
  if (replays_.open()) {
    call(replays_.get(), i + 1, use);
  } else {
    const std::size_t first = i % groups_.size();
    Group& group = groups_[first];
    // Where costs are counted each is alone, as a student's program is.
    if (!exercise_.costs) std::call_once(group.built, [&] { build(first, group); });
    const std::size_t number = group.program.open() ? group.numbers[i / groups_.size()] : 0;
    if (number == 0) {
      const Program alone = ProgramBuild(grader_.bench, exercise_, text_of_(i)).finish();
      problem = alone.problem ? alone.message : "";
      LaunchedRunner runner(grader_.bench);
      if (!alone.problem) use(runner, alone.file.get());
    } else {
      call(group.program.get(), number, use);
    }
  }
  const std::lock_guard lock(guard_);
  if (--left_ == 0) workers_.clear();
  return problem;
}

void Versions::call(int program, std::size_t number, const Use& use) {
  Worker* worker = nullptr;
  {
    const std::lock_guard lock(guard_);
    worker = &workers_.try_emplace(std::this_thread::get_id(), grader_.bench).first->second;
  }
  Descriptor& opened = worker->programs[program];
  if (!opened.open()) opened = opened_again(program);
  OneVersion version(worker->runner, opened.get(), number);
  use(version, opened.get());
}

}  // namespace grader
