#pragma once
// Grades in a thread, so that a loop can go on reading keys.

#include "grade/grade.hpp"
#include "system/process.hpp"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace grader {

/// One thread for as long as the object lives, and one that makes, beside the gradings, what a
/// wrong answer to the exercise will need. Programs that they start end with them.
class GradingThread {
 public:
  explicit GradingThread(const Grader& grader);
  /// Waits for what is under way; `interrupt` makes that short.
  ~GradingThread();
  GradingThread(const GradingThread&) = delete;
  GradingThread& operator=(const GradingThread&) = delete;

  /// Begins to grade. Nothing else may be under way. `exercise` must outlive it.
  void begin(const Exercise& exercise, Intake intake);

  /// Readable once there is a result.
  int descriptor() const { return done_.read_end.get(); }

  /// The last message about what is under way; may be empty.
  std::string progress();

  /// The verdict, once there is one while a second look at the failure goes on.
  std::optional<ExerciseResult> early();

  /// Ends a second look that goes on: the verdict that was shown is the result.
  void end_second_look();

  /// The result, where there is one. Throws what grading threw.
  std::optional<Graded> result();

 private:
  struct Job {
    const Exercise* exercise;
    Intake intake;
  };

  void work();
  void prepare_exercises();
  std::optional<Job> next_job();
  void grade(Grader& grader, const Job& job);
  void show_early(const Job& job, ExerciseResult result);
  void forget_byte();

  const Grader& grader_;
  Pipe done_ = make_pipe();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Job> job_;
  const Exercise* shown_ = nullptr;  ///< the one that was graded last
  bool ending_ = false;
  std::string progress_;
  std::optional<ExerciseResult> early_;
  std::optional<ExerciseResult> shown_early_;  ///< of the grading that is under way
  std::atomic<bool> look_is_over_ = false;
  std::optional<Graded> graded_;
  std::exception_ptr failure_;
  PreparedSandbox ready_;           ///< used by the first thread alone
  std::thread thread_, preparing_;  // last: they use all others
};

}  // namespace grader
