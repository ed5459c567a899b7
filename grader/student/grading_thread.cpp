#include "student/grading_thread.hpp"

#include "core/error.hpp"
#include "grade/conclude.hpp"
#include "explain/replayer.hpp"
#include "grade/crash_lines.hpp"
#include "system/files.hpp"
#include "student/terminal.hpp"

#include <sys/resource.h>
#include <unistd.h>

namespace grader {
namespace {

constexpr std::string_view one_byte("\0", 1);

}  // namespace

GradingThread::GradingThread(const Grader& grader)
    : grader_(grader),
      thread_(&GradingThread::work, this),
      preparing_(&GradingThread::prepare_exercises, this) {}

GradingThread::~GradingThread() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
  preparing_.join();
}

void GradingThread::begin(const Exercise& exercise, Intake intake) {
  {
    const std::lock_guard lock(mutex_);
    job_ = Job{&exercise, std::move(intake)};
    progress_.clear();
  }
  changed_.notify_all();
}

std::string GradingThread::progress() {
  const std::lock_guard lock(mutex_);
  return progress_;
}

void GradingThread::forget_byte() {
  char byte = 0;
  while (read(done_.read_end.get(), &byte, 1) < 0) {
  }
}

void GradingThread::end_second_look() {
  const std::lock_guard lock(mutex_);
  if (shown_early_) look_is_over_ = true;
}

std::optional<ExerciseResult> GradingThread::early() {
  const std::lock_guard lock(mutex_);
  if (early_) forget_byte();
  return std::exchange(early_, std::nullopt);
}

void GradingThread::show_early(const Job& job, ExerciseResult result) {
  cut_long_texts(result);
  name_file(as_shown(job.intake.file).string(), result);
  const std::lock_guard lock(mutex_);
  shown_early_ = early_ = std::move(result);
  write_all(done_.write_end.get(), one_byte);
}

std::optional<Graded> GradingThread::result() {
  const std::lock_guard lock(mutex_);
  if (!graded_ && !failure_) return std::nullopt;
  forget_byte();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return std::exchange(graded_, std::nullopt);
}

std::optional<GradingThread::Job> GradingThread::next_job() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ending_ || job_; });
  if (ending_) return std::nullopt;
  return std::exchange(job_, std::nullopt);
}

void GradingThread::grade(Grader& grader, const Job& job) {
  std::optional<Graded> graded;
  std::exception_ptr failure;
  grader.options.before_second_look = [&](const ExerciseResult& result) {
    show_early(job, result);
  };
  try {
    graded = grade_exercise(grader, *job.exercise, job.intake, UnchangedStub::counts_as_not_started,
                            ready_.take(*job.exercise));
    name_file(as_shown(job.intake.file).string(), graded->result);
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  if (look_is_over_ && failure) {
    graded.emplace().result = *std::move(shown_early_);
    failure = nullptr;
  }
  look_is_over_ = false;
  shown_early_.reset();
  graded_ = std::move(graded);
  failure_ = failure;
  write_all(done_.write_end.get(), one_byte);
}

void GradingThread::work() {
  begin_helper_thread();
  interrupt_thread_by(look_is_over_);
  Grader grader = grader_;
  grader.bench.tell = [&](const std::string& text) {
    const std::lock_guard lock(mutex_);
    progress_ = text;
  };
  try {
    while (const std::optional<Job> job = next_job()) {
      grade(grader, *job);
      ready_.prepare(grader, *job->exercise);
      {
        const std::lock_guard lock(mutex_);
        shown_ = job->exercise;
      }
      changed_.notify_all();
    }
  } catch (const Interrupted&) {
    return;  // the loop has been told, too
  }
}

void GradingThread::prepare_exercises() {
  begin_helper_thread();
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 5);  // the compiler of a save goes first
  Grader grader = grader_;
  grader.bench.tell = {};  // nobody waits for it
  for (const Exercise* prepared = nullptr;;) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return ending_ || shown_ != prepared; });
      if (ending_) return;
      prepared = shown_;
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

}  // namespace grader
