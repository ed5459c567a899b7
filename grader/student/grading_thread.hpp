#pragma once
// Grades in a thread, so that a loop can go on reading keys.

#include "explain/replayer.hpp"
#include "grade/conclude.hpp"
#include "grade/crash_lines.hpp"
#include "grade/grade.hpp"
#include "student/terminal.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <queue>
#include <stop_token>
#include <thread>

namespace grader {

/// One thread for as long as the object lives, and one that makes, beside the gradings, what a
/// wrong answer to the exercise will need. Programs that they start end with them. Its end waits
/// for what is under way; `interrupt` makes that short.
class GradingThread {
 public:
  explicit GradingThread(const Grader& grader)
      : grader_(grader),
        thread_([this](const std::stop_token& ending) { work(ending); }),
        preparing_([this](const std::stop_token& ending) { prepare_exercises(ending); }) {}

  /// Begins to grade. Nothing else may be under way. `exercise` must outlive it.
  void begin(const Exercise& exercise, Intake intake) {
    {
      const std::lock_guard lock(mutex_);
      job_ = Job{&exercise, std::move(intake)};
      progress_.clear();
    }
    changed_.notify_all();
  }

  /// Readable once something is found.
  int descriptor() const { return found_pipe_.read_end.get(); }

  /// The last message about what is under way; may be empty.
  std::string progress() {
    const std::lock_guard lock(mutex_);
    return progress_;
  }

  /// A verdict, or why there is none: a failure of ours or of the course's files.
  struct Found {
    std::optional<Graded> graded;
    std::string failure = {};
    bool before_second_look = false;  ///< a second look at the failure goes on
  };
  /// What was found and not yet taken, if anything.
  std::optional<Found> found() {
    const std::lock_guard lock(mutex_);
    if (found_.empty()) return std::nullopt;
    char byte = 0;
    while (read(found_pipe_.read_end.get(), &byte, 1) < 0) {
    }
    Found first = std::move(found_.front());
    found_.pop();
    return first;
  }

  /// Ends a second look that goes on: the verdict that was shown is the result.
  void end_second_look() {
    const std::lock_guard lock(mutex_);
    if (early_) look_is_over_ = true;
  }

 private:
  struct Job {
    const Exercise* exercise;
    Intake intake;
  };

  /// The mutex must be held.
  void put(Found found) {
    found_.push(std::move(found));
    write_all(found_pipe_.write_end.get(), std::string_view("\0", 1));
  }

  std::optional<Job> next_job(const std::stop_token& ending) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, ending, [&] { return job_.has_value(); });
    return ending.stop_requested() ? std::nullopt : std::exchange(job_, std::nullopt);
  }

  void grade(Grader& grader, const Job& job) {
    const std::string file = as_shown(job.intake.file).string();
    grader.options.before_second_look = [&](ExerciseResult result) {
      cut_long_texts(result);
      name_file(file, result);
      const std::lock_guard lock(mutex_);
      early_.emplace().result = std::move(result);
      put({early_, "", true});
    };
    Found found;
    try {
      found.graded =
          grade_exercise(grader, *job.exercise, job.intake, UnchangedStub::counts_as_not_started,
                         ready_.take(*job.exercise));
      name_file(file, found.graded->result);
    } catch (const std::exception& error) {
      found.failure = error.what();
    }
    const std::lock_guard lock(mutex_);
    if (look_is_over_ && !found.graded) found = {std::move(early_)};
    look_is_over_ = false;
    early_.reset();
    put(std::move(found));
  }

  void work(const std::stop_token& ending) {
    begin_helper_thread();
    interrupt_thread_by(look_is_over_);
    Grader grader = grader_;
    grader.bench.tell = [&](const std::string& text) {
      const std::lock_guard lock(mutex_);
      progress_ = text;
    };
    try {
      while (const std::optional<Job> job = next_job(ending)) {
        grade(grader, *job);
        ready_.prepare(grader, *job->exercise);
        {
          const std::lock_guard lock(mutex_);
          graded_last_ = job->exercise;
        }
        changed_.notify_all();
      }
    } catch (const Interrupted&) {
      return;  // the loop has been told, too
    }
  }

  void prepare_exercises(const std::stop_token& ending) {
    begin_helper_thread();
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 5);  // the compiler of a save goes first
    Grader grader = grader_;
    grader.bench.tell = {};  // nobody waits for it
    for (const Exercise* prepared = nullptr;;) {
      {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, ending, [&] { return graded_last_ != prepared; })) return;
        prepared = graded_last_;
      }
      try {
        open_versions(grader.bench, grader.course, *prepared,
                      *grader.library->of(grader.course, *prepared));
        with_sanitized_kit(grader.bench, Finds::faults);
      } catch (const Interrupted&) {
        return;
      } catch (const std::exception&) {  // the grading tells of it
      }
    }
  }

  const Grader& grader_;
  Pipe found_pipe_ = make_pipe();
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Job> job_;
  const Exercise* graded_last_ = nullptr;
  std::string progress_;
  std::optional<Graded> early_;  ///< of the grading that is under way
  std::atomic<bool> look_is_over_ = false;
  std::queue<Found> found_;          ///< as many as there are bytes in the pipe
  PreparedSandbox ready_;            ///< used by the first thread alone
  std::jthread thread_, preparing_;  // last: they use all others
};

}  // namespace grader
