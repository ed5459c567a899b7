// watch: grades an exercise at each save, and listens to keys.

#include "cli/commands.hpp"
#include "cli/submission.hpp"
#include "cli/watch_session.hpp"
#include "core/text.hpp"
#include "course/course.hpp"
#include "grade/grade.hpp"
#include "grade/whereabouts.hpp"
#include "report/writers.hpp"
#include "system/files.hpp"
#include "system/process.hpp"
#include "watch/grading_thread.hpp"
#include "watch/terminal.hpp"
#include "watch/file_events.hpp"

#include <fmt/format.h>

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iostream>

namespace grader {
namespace {

using std::chrono::milliseconds;

class WatchLoop {
 public:
  WatchLoop(const Grader& grader, const Exercise& first)
      : grader_(grader), session_(grader, first), file_(std::in_place, first), thread_(grader) {}

  /// Until the user quits. Throws Interrupted on Ctrl-C and the like.
  void run() {
    begin(file_->now());
    while (!quit_) {
      draw();
      wait();
      check_interrupted();
      read_keys();
      file_->listen();
      take_result();
      if (grading_) continue;
      if (const std::optional<Intake> saved = file_->due()) begin(*saved);
    }
    interrupt();  // the threads end soon
  }

 private:
  /// Writes the screen only where it changed: writing it again would clear the user's selection.
  void draw() {
    std::vector<std::string> lines = session_.lines(terminal_.size());
    if (lines == shown_) return;
    terminal_.draw(lines);
    shown_ = std::move(lines);
  }

  void wait() {
    pollfd waiting[] = {{STDIN_FILENO, POLLIN, 0},
                        {terminal_.wakeups(), POLLIN, 0},
                        {thread_.descriptor(), POLLIN, 0},
                        {file_->descriptor(), POLLIN, 0}};
    const milliseconds most = grading_ ? milliseconds(200) : file_->patience();
    poll(waiting, std::size(waiting), static_cast<int>(most.count()));
    if (terminal_.forget_wakeups()) shown_.clear();  // the screen may be another's by now
    if (waiting[1].revents != 0) shown_.clear();     // another size, or back from the shell
    keys_waiting_ = (waiting[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0;
    if (grading_) session_.grading(thread_.progress());
  }

  void begin(Intake intake) {
    intake_ = intake;
    grading_ = true;
    stops_ = terminal_.stops();
    session_.begins();
    thread_.begin(session_.exercise(), std::move(intake));
  }

  void take_result() {
    try {
      if (const std::optional<ExerciseResult> early = thread_.early(); early && is_wanted())
        session_.previewed(*early, intake_);
      std::optional<Graded> graded = thread_.result();
      if (!graded) return;
      grading_ = false;
      // Time went by while we were stopped: what ran has met its limits.
      if (terminal_.stops() != stops_) return begin(file_->now());
      if (other_exercise_) return change_exercise();
      if (is_wanted()) session_.judged(std::move(*graded), intake_);
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      grading_ = false;
      if (other_exercise_) return change_exercise();
      session_.failed(error.what());
    }
  }

  /// Whether the verdict under way is to be shown.
  bool is_wanted() const { return !other_exercise_ && !file_->saved_over(); }

  void change_exercise() {
    other_exercise_ = false;
    file_.emplace(session_.exercise());
    begin(file_->now());
  }

  /// Handles all that was typed. Keys typed before a question was shown are not taken as its
  /// answer.
  void read_keys() {
    if (!keys_waiting_) return;
    char bytes[256];
    const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) return;
    if (count <= 0) throw Interrupted();  // the terminal is gone
    for (const int key : keys_in({bytes, static_cast<std::size_t>(count)})) {
      perform(session_.press(key, terminal_.size()));
      if (quit_ || session_.asks()) return;
    }
  }

  void perform(WatchSession::Action action) {
    switch (action) {
      case WatchSession::Action::none:
        return;
      case WatchSession::Action::quit:
        quit_ = true;
        return;
      case WatchSession::Action::other_exercise:
        other_exercise_ = true;
        if (!grading_) change_exercise();
        return;
      case WatchSession::Action::grade:
        if (!grading_) begin(file_->now());
        return;
      case WatchSession::Action::debug:
        return debug();
    }
  }

  /// The debugger has the terminal until it ends: `grade debug` in a process of its own.
  void debug() {
    std::vector<std::string> words{std::filesystem::read_symlink("/proc/self/exe"),
                                   "--course",
                                   grader_.course.root,
                                   "--compiler",
                                   grader_.bench.kit.name,
                                   "debug",
                                   session_.exercise().stub()};
    if (const std::string name = session_.case_to_debug(); !name.empty())
      words.insert(words.end(), {"--case", name});
    terminal_.lend(words);
    shown_.clear();
  }

  const Grader& grader_;
  WatchSession session_;
  std::optional<SavedFile> file_;
  GradingThread thread_;
  Terminal terminal_;  // given back before the thread is waited for
  Intake intake_;      ///< what is being graded, or was
  std::vector<std::string> shown_;
  unsigned stops_ = 0;
  bool grading_ = false;
  bool other_exercise_ = false;
  bool keys_waiting_ = false;
  bool quit_ = false;
};

/// Without a terminal: prints one verdict below the other, until it is interrupted or nobody reads.
void watch_plainly(const Grader& grader, const Exercise& exercise) {
  SavedFile file(exercise);
  std::optional<Intake> intake = file.now();
  Ready ready;
  for (;;) {
    if (intake) {
      Graded graded = grade_exercise(grader, exercise, *intake, Untouched::is_not_started,
                                     ready.take(exercise));
      name_file(as_shown(intake->file).string(), graded.result);
      clear_progress();
      if (!(std::cout << text_exercise(graded.result, {}) << std::flush)) return;
      Memory memory = load_memory(grader.course);
      note_verdict(exercise, *intake, graded.result, memory);
      save_memory(grader.course, memory);
      ready.prepare(grader, exercise);
    }
    pollfd waiting{file.descriptor(), POLLIN, 0};
    poll(&waiting, 1,
         static_cast<int>(std::min(file.patience(), milliseconds(interrupt_turn)).count()));
    check_interrupted();
    file.listen();
    intake = file.due();
  }
}

const Exercise& exercise_to_watch(const Course& course, const std::string& word) {
  if (!word.empty()) return find_exercise(course, word);
  const Exercise* open = next_open(course, load_progress(course));
  return open != nullptr ? *open : course.exercises.front();
}

}  // namespace

ExitCode watch_command(const Setup& setup, const WatchOptions& options) {
  const Course course = load_course(setup.course, {}, Broken::is_left_out);
  const Exercise& first = exercise_to_watch(course, options.exercise);
  Grader grader{course, bench_for(setup, course, walls_for(options.isolation, {}))};
  grader.options.second_look = second_look_mode(options.sanitizers, "");
  if (!Terminal::usable()) {
    watch_plainly(grader, first);
    return ExitCode::all_passed;
  }
  clear_progress();
  try {
    WatchLoop(grader, first).run();
  } catch (const Interrupted&) {
    return ExitCode::interrupted;  // the way out of watch that needs no words
  }
  return ExitCode::all_passed;
}

}  // namespace grader
