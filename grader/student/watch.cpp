// watch: grades an exercise at each save, and listens to keys.

#include "student/commands.hpp"
#include "student/desk.hpp"
#include "student/submission.hpp"
#include "core/text.hpp"
#include "course/course.hpp"
#include "grade/grade.hpp"
#include "grade/crash_lines.hpp"
#include "report/account.hpp"
#include "report/writers.hpp"
#include "system/files.hpp"
#include "system/process.hpp"
#include "student/file_events.hpp"
#include "student/grading_thread.hpp"
#include "student/layout.hpp"
#include "student/terminal.hpp"

#include <fmt/format.h>

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iostream>
#include <set>
#include <utility>

namespace grader {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr const char* watch_help =
    "Save the file in your editor: it is graded at once, here.\n"
    "\n"
    "  n   the next exercise, once this one passes; nothing moves by itself\n"
    "  b   the exercise before this one\n"
    "  h   one more hint, first those of the first wrong step\n"
    "  c   the numbers of the failing case, the first wrong step first\n"
    "  p   the picture of the failing case, yours beside the expected one\n"
    "  s   the statement\n"
    "  v   the whole verdict, with all hints so far and all that was printed\n"
    "  l   the list of exercises; ./grade watch NN works on another one\n"
    "  o   another solution, once yours passes\n"
    "  f   find the bug: a copy of your file with one, once yours passes\n"
    "  d   a debugger, stopped in your function with the failing case\n"
    "  r   grade once more, without a change\n"
    "  x   the original stub back; it asks, and keeps a backup of yours\n"
    "  q   quit; so does Ctrl-C. Ctrl-Z stops, fg goes on\n"
    "\n"
    "Texts open in your pager (PAGER, else less): Space and b move, q goes back.\n";

constexpr std::size_t widest = 100;  // longer lines of words are hard to read

TextLook look_at(std::size_t columns) {
  return {.colour = wants_colour() ? Colour::yes : Colour::no,
          .width = std::clamp<std::size_t>(columns, 40, widest),
          .shows_all = "v"};
}

/// What `watch` shows, and what its keys do. Nothing here waits, or writes to a terminal.
class WatchSession {
 public:
  enum class Action { none, quit, other_exercise, grade, debug, drill, read };

  WatchSession(const Grader& grader, const Exercise& first)
      : grader_(grader), course_(grader.course), exercise_(&first) {
    const SavedProgress memory = load_saved_progress(course_);
    for (const Exercise& exercise : course_.exercises) {
      if (state_of(exercise, memory.exercises) == words_of(Verdict::passed))
        passed_.insert(exercise.folder);
    }
  }

  const Exercise& exercise() const { return *exercise_; }

  bool asks() const { return asks_; }

  /// The text to read, after the action `read`.
  const std::string& text() const { return text_; }

  /// Shows a line in place of the keys, until the next key.
  void notice(const std::string& words) { notice_ = printable_name(words); }

  /// The name of the case to debug: the first that failed; empty where none did.
  std::string case_to_debug() const {
    if (!graded_) return "";
    for (const CaseResult& one : graded_->result.cases) {
      if (one.verdict != Verdict::passed && one.verdict != Verdict::skipped) return one.name;
    }
    return "";
  }

  /// Another grading begins; one that goes on is of no interest any more.
  void begins() {
    previewed_ = false;  // a save during a second look: `judged` was not called again
    grading("");
  }

  void grading(const std::string& what) {
    const std::string usual = previewed_ ? "a second look" : "grading";
    state_ = fmt::format("run {}: {}", previewed_ ? runs_ : runs_ + 1,
                         what.empty() ? usual : printable_name(what));
  }

  /// Takes a verdict while a second look at the failure goes on; `judged` will be called again.
  void previewed(const ExerciseResult& result, const Intake& intake) {
    Graded early;
    early.result = result;
    judged(std::move(early), intake);
    previewed_ = true;
  }

  /// Takes the verdict of a file with this content, and keeps it as progress.
  void judged(Graded graded, const Intake& intake) {
    const bool is_known = std::exchange(previewed_, false);
    if (!is_known) {
      ++runs_;
      notice_.clear();
      failure_.clear();
      asks_ = false;
    }
    state_ = fmt::format("run {}", runs_);
    graded_ = std::move(graded);
    if (passed()) {
      passed_.insert(exercise_->folder);
      hints_.clear();
    } else {
      passed_.erase(exercise_->folder);
    }
    keep_verdict(course_, *exercise_, intake, graded_->result);
    next_ = passed() ? next() : nullptr;
  }

  /// Takes a failure of ours or of the course's files, in place of a verdict.
  void failed(const std::string& what) {
    ++runs_;
    state_ = fmt::format("run {}", runs_);
    graded_.reset();
    failure_ = printable(what);
  }

  /// Does what a key means. Throws nothing: failures are told on the screen.
  Action press(char key, ScreenSize size) {
    notice_.clear();
    try {
      return asks_ ? answer_reset(key) : perform(lower_case(std::string(1, key))[0], size);
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      notice(error.what());
      return Action::none;
    }
  }

  /// The screen now, as `lay_out` gives it.
  std::vector<std::string> lines(ScreenSize size) const {
    const VerdictScreen screen{
        .title =
            fmt::format("softmark watch   isolation: {}", name_of(grader_.bench.isolation.tier)),
        .state = state_,
        .body = body(size.columns),
        .passed = passed_.size(),
        .exercises = course_.exercises.size(),
        .file = graded_ ? file_and_line(graded_->result)
                        : printable_name(as_shown(exercise_->stub()).string()),
        .keys = keys(),
        .question =
            asks_ ? "Put the original stub back? A backup of yours is kept. [y/N] " : notice_};
    std::vector<std::string> lines = lay_out(screen, size);
    for (std::string& line : lines) line = graded_ ? with_links(line, graded_->result) : line;
    return lines;
  }

 private:
  bool passed() const { return graded_ && graded_->result.verdict == Verdict::passed; }

  const Exercise* next() const { return next_open(course_, load_progress(course_), exercise_); }

  Action go_to(const Exercise& exercise) {
    exercise_ = &exercise;
    graded_.reset();
    failure_.clear();
    state_.clear();
    runs_ = 0;
    hints_.clear();
    return Action::other_exercise;
  }

  Action go_on() {
    if (!passed()) {
      notice_ = "n goes on once this one passes; l lists all exercises";
      return Action::none;
    }
    if (const Exercise* other = next()) return go_to(*other);
    notice_ = "nothing is left: every exercise passes";
    return Action::none;
  }

  Action go_back() {
    if (exercise_ != &course_.exercises.front()) return go_to(exercise_[-1]);
    notice_ = "this is the first exercise";
    return Action::none;
  }

  bool offers_drill() const { return passed() && course_.practice.drills && !exercise_->catches; }

  void take_hint() {
    Hints hints = take_one_more_hint(course_, *exercise_);
    if (hints_ == hints.shown) notice_ = "there are no more hints; v shows them again";
    if (exercise_->hints.empty()) notice_ = "this exercise has no hints";
    hints_ = std::move(hints.shown);
  }

  Action read(std::string text) {
    text_ = std::move(text);
    return Action::read;
  }

  Action read_solution() {
    const fs::path solution = course_.solution(*exercise_);
    if (passed() && fs::exists(solution)) return read(printable(read_file(solution)));
    notice_ = passed() ? "this copy of the course has no solutions"
                       : "o shows another solution once yours passes";
    return Action::none;
  }

  Action perform(char key, ScreenSize size) {
    if (key == 'q') return Action::quit;
    if (key == 'n') return go_on();
    if (key == 'b') return go_back();
    if (key == 'r') return Action::grade;
    if (key == 'd') return Action::debug;
    if (key == 'f' && offers_drill()) return Action::drill;
    if (key == 'f') notice_ = "f sets a bug once yours passes, where the course has drills";
    if (key == 'h') take_hint();
    if (key == 'x') asks_ = true;
    if (key == '?') return read(watch_help);
    if (key == 's') return read(printable(read_file(exercise_->statement())));
    if (key == 'l') return read(list_text(course_));
    if (key == 'o') return read_solution();
    if (!graded_) return Action::none;
    if (key == 'p') return read(picture_on_terminal(grader_, *exercise_, *graded_));
    if (key == 'c') return read(case_numbers(grader_, *exercise_, *graded_, ""));
    if (key == 'v') return read(whole_verdict(size.columns));
    return Action::none;
  }

  Action answer_reset(char key) {
    asks_ = false;
    if (key != 'y' && key != 'Y') {
      notice_ = "nothing changed";
    } else if (is_untouched(*exercise_)) {
      notice_ = "it is the original stub already";
    } else if (const auto backup = put_stub_back(course_, *exercise_)) {
      notice_ = fmt::format("your version is kept as {}", printable_name(backup->string()));
    } else {
      notice_ = "the original stub is back";
    }
    return Action::none;  // a new file is graded like any save
  }

  std::vector<std::string> body(std::size_t columns) const {
    if (!failure_.empty()) return folded_lines("grade: error: " + failure_, columns);
    if (!graded_) return {"grading ..."};
    const TextLook look = look_at(columns);
    std::vector<std::string> lines = folded_lines(text_exercise(graded_->result, look), columns);
    if (graded_->result.verdict == Verdict::not_started && graded_->result.cases.empty()) {
      lines.insert(lines.end(), {"", "  " + exercise_->title + ".",
                                 "  s shows the statement. Edit the file below, and save."});
    }
    if (passed()) {
      lines.emplace_back();
      lines.push_back(next_ == nullptr ? "  Every exercise passes."
                                       : fmt::format("  n goes on to {:02} {}: {}", next_->number,
                                                     next_->name, next_->title));
    }
    if (hints_.empty()) return lines;
    lines.emplace_back();
    lines.push_back(fmt::format("  hint {} of {}", hints_.size(), exercise_->hints.size()));
    for (const std::string& line : wrap(hints_.back(), look.width - 10))
      lines.push_back(std::string(10, ' ') + line);
    return lines;
  }

  /// What the keys of the bar do, each behind its letter.
  std::vector<std::string> keys() const {
    std::vector<std::string> keys = {passed() ? "n next" : "h hint"};
    if (passed() && fs::exists(course_.solution(*exercise_))) keys.push_back("o solution");
    if (offers_drill()) keys.push_back("f find a bug");
    for (const char* key : {"c case", "p picture", "d debug", "v all", "s statement", "l list",
                            "b before", "x reset", "q quit", "? help"})
      keys.push_back(key);
    return keys;
  }

  std::string whole_verdict(std::size_t columns) const {
    TextLook look = look_at(columns);
    look.most_lines = 0;
    std::string text = text_exercise(graded_->result, look);
    for (const std::string& line : hint_lines(hints_, look.width)) text += line + "\n";
    return text;
  }

  const Grader& grader_;
  const Course& course_;
  const Exercise* exercise_;
  std::set<std::string> passed_;  ///< folders
  std::optional<Graded> graded_;
  const Exercise* next_ = nullptr;  ///< after a pass; null where nothing is left
  std::string failure_;             ///< in place of a verdict
  std::string state_;
  std::string notice_;
  std::size_t runs_ = 0;
  std::vector<std::string> hints_;  ///< shown so far, the last one below the verdict
  bool previewed_ = false;
  bool asks_ = false;  ///< whether to reset
  std::string text_;   ///< to read
};

class WatchLoop {
 public:
  WatchLoop(const Grader& grader, const Exercise& first)
      : grader_(grader),
        session_(grader, first),
        file_(std::in_place, first.stub()),
        thread_(grader) {}

  /// Until the user quits. Throws Interrupted on Ctrl-C and the like.
  void run() {
    begin(file_->now());
    while (!quit_) {
      draw();
      wait(STDIN_FILENO);
      check_interrupted();
      read_keys();
      grade_saves();
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

  /// `keys`: the descriptor that gives them, or -1 while they are another's.
  void wait(int keys) {
    pollfd waiting[] = {{keys, POLLIN, 0},
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

  void grade_saves() {
    file_->listen();
    take_result();
    if (grading_ && file_->saved_over()) thread_.end_second_look();
    if (grading_) return;
    if (const std::optional<Intake> saved = file_->due()) begin(*saved);
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

  bool is_wanted() const { return !other_exercise_ && !file_->saved_over(); }

  void change_exercise() {
    other_exercise_ = false;
    file_.emplace(session_.exercise().stub());
    begin(file_->now());
  }

  /// Handles all that was typed. Keys typed before a question or a text was shown are not meant for
  /// what comes after.
  void read_keys() {
    if (!keys_waiting_) return;
    char bytes[256];
    const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) return;
    if (count <= 0) throw Interrupted();  // the terminal is gone
    for (const char key : keys_in({bytes, static_cast<std::size_t>(count)})) {
      perform(session_.press(key, terminal_.size()));
      if (quit_ || session_.asks() || !keys_waiting_) return;
    }
  }

  void perform(WatchSession::Action action) {
    using Action = WatchSession::Action;
    if (action == Action::quit) quit_ = true;
    if (action == Action::other_exercise) other_exercise_ = true;
    if (action == Action::other_exercise && !grading_) change_exercise();
    if (action == Action::grade && !grading_) begin(file_->now());
    if (action == Action::debug) debug();
    if (action == Action::drill) lend({"drill", "--watch", session_.exercise().folder});
    if (action == Action::read) read_paged();
  }

  void debug() {
    std::vector<std::string> words{"debug", session_.exercise().stub()};
    if (const std::string name = session_.case_to_debug(); !name.empty())
      words.insert(words.end(), {"--case", name});
    lend(std::move(words));
  }

  /// A command of this program has the terminal until it ends, in a process of its own.
  void lend(std::vector<std::string> words) {
    words.insert(words.begin(), {std::filesystem::read_symlink("/proc/self/exe"), "--course",
                                 grader_.course.root, "--compiler", grader_.bench.kit.name});
    lend_to(words, Terminal::Return::on_enter);
  }

  /// The user's pager has the terminal. In less, a text of one screen stays, and colours are shown.
  void read_paged() {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "text";
    write_file(file, session_.text());
    const Pager pager = pager_of(file, "-R -+F");
    const int code =
        lend_to(pager.words, pager.waits ? Terminal::Return::at_once : Terminal::Return::on_enter);
    if (code == 127) lend_to({"/bin/cat", file.string()}, Terminal::Return::on_enter);
  }

  int lend_to(const std::vector<std::string>& words, Terminal::Return way) {
    const int code = terminal_.lend(words, way, [&] {
      wait(-1);
      grade_saves();
    });
    shown_.clear();
    keys_waiting_ = false;
    return code;
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
  SavedFile file(exercise.stub());
  PreparedSandbox ready;
  for (Intake intake = file.now();; intake = wait_for_save(file)) {
    Graded graded = grade_exercise(grader, exercise, intake, UnchangedStub::counts_as_not_started,
                                   ready.take(exercise));
    name_file(as_shown(intake.file).string(), graded.result);
    clear_progress();
    if (!(std::cout << text_exercise(graded.result, {}) << std::flush)) return;
    keep_verdict(grader.course, exercise, intake, graded.result);
    ready.prepare(grader, exercise);
  }
}

const Exercise& exercise_to_watch(const Course& course, const std::string& word) {
  if (!word.empty()) return find_exercise(course, word);
  const Exercise* open = next_open(course, load_progress(course));
  return open != nullptr ? *open : course.exercises.front();
}

}  // namespace

ExitCode watch_command(const Setup& setup, const WatchOptions& options) {
  const Course course = load_course(setup.course, {}, OnBrokenExercise::skip);
  const Exercise& first = exercise_to_watch(course, options.exercise);
  Grader grader{course, bench_for(setup, course, options)};
  grader.options.second_look = second_look_mode(options);
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
