#pragma once
// What makes a stub, and the parts of `verify`: each says what is wrong, or prints what it finds.

#include "core/error.hpp"
#include "course/course.hpp"
#include "grade/grader.hpp"
#include "run/runner.hpp"
#include "system/process.hpp"

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace grader {

/// Makes a stub from a solution with comments "// TODO n: …". The statement below a TODO is
/// replaced by a throw of NotImplemented with the comment's words up to a comma or full stop; the
/// name of a declaration stays. Calls of record() and statements without a TODO stay, too. Throws
/// InputError where no TODO stands above a statement.
std::string stub_of(std::string_view solution);

/// Many versions of an exercise's solution, called one at a time. They are compiled together, since
/// most of what a compiler takes for one of them is the same for all, and share launchers.
class Versions {
 public:
  using TextOf = std::function<std::string(std::size_t)>;
  using Use = std::function<void(Runner&, int program)>;

  /// `text_of(i)` is the text of version `i` of `count`; it may throw InputError. `grader` and
  /// `exercise` must outlive this. Nothing is built yet.
  Versions(const Grader& grader, const Exercise& exercise, std::size_t count, TextOf text_of);

  /// Every known mistake, in their order, is a version: in the program of replays, where the
  /// exercise has one, which is built now. `material` must outlive this, too.
  Versions(const Grader& grader, const Exercise& exercise, const Material& material);

  /// Whether all versions are in the program of replays: else none can be named.
  bool all_in_replays() const { return replays_.open(); }

  /// Lets `use` call version `i` as if it were a program of its own; from several threads at a
  /// time, once for each version. One that does not build with others is built alone, as a
  /// submission is. Returns what is wrong where that fails, too; then `use` is not called. Throws
  /// what `text_of` and `use` do, and GraderFault when the compiler cannot be started.
  std::string with(std::size_t i, const Use& use);

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
    explicit Worker(const Toolchain& bench) : runner(bench) {}
    LaunchedRunner runner;
    std::map<int, Descriptor> programs;  ///< opened for this launcher alone, by those of all
  };

  const Grader& grader_;
  const Exercise& exercise_;
  std::size_t count_;
  TextOf text_of_;
  Descriptor replays_;
  std::vector<Group> groups_;
  std::mutex guard_;  ///< of what follows
  std::map<std::thread::id, Worker> workers_;
  std::size_t left_ = count_;  ///< versions that have not been called

  void build(std::size_t first, Group& group) const;
  void call(int program, std::size_t number, const Use& use);
};

/// Draws the shapes with `seeds` seeds, and has the solution run on them as a program would that is
/// wrong for some sizes only: with a fixed buffer, or without the remainder of a block. The first
/// such that passes, in words; empty where none does.
std::string check_shapes(const Grader& grader, const Exercise& exercise, unsigned seeds);

/// Grades all small changes of the solutions, one at a time, and prints which pass. This holds
/// where each that passes has a reason in solutions/NN_name/equivalent.md.
ExitCode verify_mutants(const Grader& grader, const std::vector<Exercise>& exercises,
                        unsigned jobs);

}  // namespace grader
