#pragma once
// Many versions of an exercise's solution, called one at a time. They are compiled together, since
// most of what a compiler takes for one of them is the same for all, and share launchers.

#include "core/case.hpp"
#include "grade/grader.hpp"
#include "run/runner.hpp"
#include "system/process.hpp"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace grader {

/// Where a mistake is written down, as FILE:LINE.
std::string place_of(const Mistake& mistake);

class Versions {
 public:
  using TextOf = std::function<std::string(std::size_t)>;

  /// `text_of(i)` is the text of version `i` of `count`; it may throw InputError. `grader` and
  /// `exercise` must outlive this. Nothing is built yet.
  Versions(const Grader& grader, const Exercise& exercise, std::size_t count, TextOf text_of);

  /// Every known mistake, in their order, is a version: in the program of replays, where the
  /// exercise has one, which is built now.
  Versions(const Grader& grader, const Exercise& exercise, const std::vector<Mistake>& mistakes);

  /// Whether all versions are in the program of replays: else none can be named.
  bool all_in_replays() const { return !groups_.empty() && groups_.front().program.open(); }

  /// Lets `use` call version `i` as if it were a program of its own; from several threads at a
  /// time, once for each version. One that does not build with others is built alone, as a
  /// submission is. Returns what is wrong where that fails, too; then `use` is not called. Throws
  /// what `text_of` and `use` do, and GraderFault when the compiler cannot be started.
  std::string with(std::size_t i, const std::function<void(Runner&, int program)>& use);

 private:
  /// Of n groups, group k has versions k, k + n, k + 2n, …: threads that take one after the other
  /// build different groups.
  struct Group {
    std::once_flag built;
    Descriptor program;                ///< not open where they do not build together
    std::vector<std::size_t> numbers;  ///< of each version in it; 0 where it is not one of them
  };

  /// What a thread makes its calls with. No other thread may: the kernel ends a launcher with the
  /// thread that started it.
  struct Worker {
    LaunchedRunner runner;
    std::map<const Group*, Descriptor> programs = {};  ///< opened for this launcher alone
  };

  const Grader& grader_;
  const Exercise& exercise_;
  std::size_t count_;
  TextOf text_of_;
  std::vector<Group> groups_;
  std::mutex guard_;  ///< of what follows
  std::map<std::thread::id, std::unique_ptr<Worker>> workers_;
  std::size_t left_ = count_;  ///< versions that have not been called

  void build(std::size_t first, Group& group) const;
  std::string alone(std::size_t i, const std::function<void(Runner&, int program)>& use) const;
  void call(const Group& group, std::size_t number,
            const std::function<void(Runner&, int program)>& use);
  std::unique_ptr<Worker> acquire_worker();
  void release_worker(std::unique_ptr<Worker> worker);
};

/// Makes calls of one version. Other programs are called as they are.
class OneVersion : public Runner {
 public:
  /// `program` takes one input more, in front: the number of a version. `all` must outlive this.
  /// The version has all the time for its calls, whatever was called before.
  OneVersion(Runner& all, int program, std::size_t version)
      : all_(all), program_(program), version_{{}, {static_cast<double>(version)}} {
    all.start_anew();
  }

  Outcome run_in_turn(int program, const std::vector<std::vector<Tensor>>& calls,
                      const Limits& limits) override {
    if (program != program_) return all_.run_in_turn(program, calls, limits);
    std::vector<std::vector<Tensor>> numbered = calls;
    for (std::vector<Tensor>& inputs : numbered) inputs.insert(inputs.begin(), version_);
    return all_.run_in_turn(program, numbered, limits);
  }
  std::vector<Outcome> replay(int program, const std::vector<std::vector<Tensor>>& inputs,
                              const Given& given, const Limits& limits) override {
    return all_.replay(program, inputs, given, limits);
  }

 private:
  Runner& all_;
  int program_;
  Tensor version_;
};

}  // namespace grader
