// watch: grades an exercise at each save, and listens to keys.

#include "student/commands.hpp"
#include "core/text.hpp"
#include "grade/crash_lines.hpp"
#include "system/files.hpp"
#include "system/process.hpp"
#include "student/file_events.hpp"
#include "student/grading_thread.hpp"
#include "student/terminal.hpp"

#include <fmt/format.h>

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>

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
    "  a   three questions on your file, once it passes\n"
    "  f   find the bug in a copy of your file, once yours passes; f grades it\n"
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

/// An exercise as the screen shows it.
struct Shown {
  const Exercise* exercise = nullptr;
  std::optional<Graded> graded = {};
  std::string failure = {};             ///< of ours or of the course's files, in place of a verdict
  const Exercise* next = nullptr;       ///< after a pass; null where nothing is left
  std::vector<std::string> hints = {};  ///< shown so far, the last one below the verdict
  std::size_t runs = 0;

  bool passed() const { return graded && graded->result.verdict == Verdict::passed; }
};

class Watch {
 public:
  Watch(const Grader& grader, const Exercise& first)
      : grader_(grader),
        course_(grader.course),
        shown_{&first},
        file_(std::in_place, first.stub()),
        thread_(grader) {
    const Progress progress = load_progress(course_);
    for (const Exercise& exercise : course_.exercises) {
      if (state_of(exercise, progress) == words_of(Verdict::passed))
        passed_.insert(exercise.folder);
    }
  }

  /// Until the user quits. Throws Interrupted on Ctrl-C and the like.
  void run() {
    begin(file_->now());
    while (!quits_) {
      draw();
      const bool typed = wait(STDIN_FILENO);
      check_interrupted();
      if (typed) read_keys();
      grade_saves();
    }
    interrupt();  // the threads end soon
  }

 private:
  /// What the thread does.
  enum class Work { none, grading, second_look };

  /// Writes the screen only where it changed: writing it again would clear the user's selection.
  void draw() {
    std::vector<std::string> lines = screen(terminal_.size());
    if (lines == drawn_) return;
    terminal_.draw(lines);
    drawn_ = std::move(lines);
  }

  /// Waits for whatever comes first. `keys`: the descriptor that gives them, or -1 while they are
  /// another's. Whether there are some.
  bool wait(int keys) {
    pollfd waiting[] = {{keys, POLLIN, 0},
                        {terminal_.wakeups(), POLLIN, 0},
                        {thread_.descriptor(), POLLIN, 0},
                        {file_->descriptor(), POLLIN, 0}};
    const milliseconds most = work_ != Work::none ? milliseconds(200) : file_->patience();
    poll(waiting, std::size(waiting), static_cast<int>(most.count()));
    if (terminal_.forget_wakeups()) drawn_.clear();  // another size, or back from the shell
    return (waiting[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0;
  }

  void grade_saves() {
    file_->listen();
    take_results();
    if (work_ != Work::none && file_->saved()) thread_.end_second_look();
    if (work_ != Work::none) return;
    if (const std::optional<Intake> saved = file_->due()) begin(*saved);
  }

  void begin(Intake intake) {
    intake_ = intake;
    begun_ = shown_.exercise;
    work_ = Work::grading;
    stops_ = terminal_.stops();
    thread_.begin(*begun_, std::move(intake));
  }

  void take_results() {
    while (std::optional<GradingThread::Found> found = thread_.found()) {
      const Work then = found->before_second_look ? Work::second_look : Work::none;
      const bool other_exercise = begun_ != shown_.exercise;
      // Time went by while we were stopped: what ran has met its limits.
      if (then == Work::none && (other_exercise || terminal_.stops() != stops_)) {
        begin_anew();
      } else if (!other_exercise && !file_->saved_over()) {
        take(*std::move(found));
        work_ = then;
      } else if (then == Work::none) {
        work_ = Work::none;
      }
    }
  }

  /// Grades the file of the exercise that is shown as it is now.
  void begin_anew() {
    if (begun_ != shown_.exercise) file_.emplace(shown_.exercise->stub());
    begin(file_->now());
  }

  /// Shows a verdict, and keeps it as progress.
  void take(GradingThread::Found found) {
    if (work_ != Work::second_look) {
      ++shown_.runs;
      notice_.clear();
    }
    shown_.failure = printable(found.failure);
    shown_.graded = std::move(found.graded);
    if (!shown_.graded) return;
    if (has_new_stub(course_, *shown_.exercise))
      shown_.graded->result.notes.push_back(new_stub_note(*shown_.exercise));
    if (shown_.passed()) {
      passed_.insert(shown_.exercise->folder);
      shown_.hints.clear();
    } else {
      passed_.erase(shown_.exercise->folder);
    }
    keep_verdict(course_, *shown_.exercise, intake_, shown_.graded->result);
    shown_.next = shown_.passed() ? next() : nullptr;
  }

  void read_keys() {
    char bytes[256];
    const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) return;
    if (count <= 0) throw Interrupted();  // the terminal is gone
    keys_ = keys_in({bytes, static_cast<std::size_t>(count)});
    while (!keys_.empty() && !quits_) {
      const char key = keys_.front();
      keys_.erase(0, 1);
      notice_.clear();
      try {
        perform(lower_case(std::string(1, key))[0]);
      } catch (const Interrupted&) {
        throw;
      } catch (const std::exception& error) {
        notice_ = printable_name(error.what());
      }
    }
  }

  void perform(char key) {
    const Exercise& exercise = *shown_.exercise;
    if (key == 'q') quits_ = true;
    if (key == 'n') go_on();
    if (key == 'b' && &exercise != &course_.exercises.front()) return go_to((&exercise)[-1]);
    if (key == 'b') notice_ = "this is the first exercise";
    if (key == 'r' && work_ == Work::none) begin(file_->now());
    if (key == 'd') return lend({"debug", exercise.stub()});
    if (key == 'x') return lend({"reset", exercise.stub()});
    if (key == 'f' && offers(course_.practice.drills)) return lend({"drill", exercise.folder});
    if (key == 'f') notice_ = "f sets a bug once yours passes, where the course has drills";
    if (key == 'a' && offers(course_.practice.questions)) return lend({"ask", exercise.folder});
    if (key == 'a')
      notice_ = "a asks about your file once it passes, where the course has questions";
    if (key == 'h') take_hint();
    if (key == '?') read_paged(watch_help);
    if (key == 's') read_paged(printable(read_file(exercise.statement())));
    if (key == 'l') read_paged(list_text(course_));
    if (key == 'o') read_solution();
    if (!shown_.graded) return;
    if (key == 'p') read_paged(picture_on_terminal(grader_, exercise, *shown_.graded));
    if (key == 'c') read_paged(case_numbers(grader_, exercise, *shown_.graded, ""));
    if (key == 'v') read_paged(whole_verdict());
  }

  const Exercise* next() const {
    return next_open(course_, load_progress(course_), shown_.exercise);
  }

  void go_to(const Exercise& exercise) {
    shown_ = {&exercise};
    if (work_ == Work::none) begin_anew();
  }

  void go_on() {
    if (!shown_.passed()) {
      notice_ = "n goes on once this one passes; l lists all exercises";
    } else if (const Exercise* other = next()) {
      go_to(*other);
    } else {
      notice_ = "nothing is left: every exercise passes";
    }
  }

  /// Whether the course has this practice for the file, which passes.
  bool offers(bool practice) const {
    return shown_.passed() && practice && !shown_.exercise->catches;
  }

  void take_hint() {
    Hints hints = take_one_more_hint(course_, *shown_.exercise);
    if (shown_.hints == hints.shown) notice_ = "there are no more hints; v shows them again";
    if (shown_.exercise->hints.empty()) notice_ = "this exercise has no hints";
    shown_.hints = std::move(hints.shown);
  }

  void read_solution() {
    const fs::path solution = course_.solution(*shown_.exercise);
    if (shown_.passed() && fs::exists(solution)) return read_paged(printable(read_file(solution)));
    notice_ = shown_.passed() ? "this copy of the course has no solutions"
                              : "o shows another solution once yours passes";
  }

  /// A command of this program has the terminal until it ends, in a process of its own.
  void lend(std::vector<std::string> words) {
    words.insert(words.begin(), {fs::read_symlink("/proc/self/exe"), "--course", course_.root,
                                 "--compiler", grader_.bench.kit.name});
    lend_to(words, Terminal::Return::on_enter);
  }

  /// The user's pager has the terminal. In less, a text of one screen stays, and colours are shown.
  void read_paged(const std::string& text) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "text";
    write_file(file, text);
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
    drawn_.clear();
    keys_.clear();  // what was typed before is not meant for what comes after
    return code;
  }

  std::vector<std::string> screen(ScreenSize size) {
    const std::optional<Graded>& graded = shown_.graded;
    return lay_out({.title = fmt::format("softmark watch   isolation: {}",
                                         name_of(grader_.bench.isolation.tier)),
                    .state = state(),
                    .body = body(size.columns),
                    .passed = passed_.size(),
                    .exercises = course_.exercises.size(),
                    .file = graded ? file_and_line(graded->result)
                                   : printable_name(as_shown(shown_.exercise->stub()).string()),
                    .keys = keys(),
                    .notice = notice_},
                   size);
  }

  /// What goes on.
  std::string state() {
    if (work_ == Work::none) return fmt::format("run {}", shown_.runs);
    const bool second_look = work_ == Work::second_look;
    const std::string progress = thread_.progress(),
                      usual = second_look ? "a second look" : "grading";
    return fmt::format("run {}: {}", shown_.runs + (second_look ? 0 : 1),
                       progress.empty() ? usual : printable_name(progress));
  }

  std::vector<std::string> body(std::size_t columns) const {
    if (!shown_.failure.empty()) return folded_lines("grade: error: " + shown_.failure, columns);
    if (!shown_.graded) return {"grading ..."};
    const ExerciseResult& result = shown_.graded->result;
    const TextLook look = look_at(columns);
    std::vector<std::string> lines = folded_lines(text_exercise(result, look), columns);
    if (result.verdict == Verdict::not_started && result.cases.empty()) {
      lines.insert(lines.end(), {"", "  " + shown_.exercise->title + ".",
                                 "  s shows the statement. Edit the file below, and save."});
    }
    if (shown_.passed()) {
      const Exercise* next = shown_.next;
      lines.insert(lines.end(),
                   {"", next == nullptr ? "  Every exercise passes."
                                        : fmt::format("  n goes on to {:02} {}: {}", next->number,
                                                      next->name, next->title)});
    }
    if (shown_.hints.empty()) return lines;
    lines.insert(lines.end(), {"", fmt::format("  hint {} of {}", shown_.hints.size(),
                                               shown_.exercise->hints.size())});
    for (const std::string& line : wrap(shown_.hints.back(), look.width - 10))
      lines.push_back(std::string(10, ' ') + line);
    return lines;
  }

  /// What the keys of the bar do, each behind its letter.
  std::vector<std::string> keys() const {
    std::vector<std::string> keys = {shown_.passed() ? "n next" : "h hint"};
    if (shown_.passed() && fs::exists(course_.solution(*shown_.exercise)))
      keys.push_back("o solution");
    if (offers(course_.practice.questions)) keys.push_back("a ask me");
    if (offers(course_.practice.drills)) keys.push_back("f find a bug");
    keys.insert(keys.end(), {"c case", "p picture", "d debug", "v all", "s statement", "l list",
                             "b before", "x reset", "q quit", "? help"});
    return keys;
  }

  std::string whole_verdict() const {
    TextLook look = look_at(terminal_.size().columns);
    look.most_lines = 0;
    std::string text = text_exercise(shown_.graded->result, look);
    for (const std::string& line : hint_lines(shown_.hints, look.width)) text += line + "\n";
    return text;
  }

  const Grader& grader_;
  const Course& course_;
  std::set<std::string> passed_;  ///< folders
  Shown shown_;
  std::string notice_;  ///< in place of the keys, until the next one
  bool quits_ = false;
  std::string keys_;  ///< that were typed and are not yet obeyed
  std::optional<SavedFile> file_;
  GradingThread thread_;
  Terminal terminal_;  // given back before the thread is waited for
  Work work_ = Work::none;
  const Exercise* begun_ = nullptr;  ///< what is being graded, or was, and its file
  Intake intake_;
  unsigned stops_ = 0;  ///< of the program when that began
  std::vector<std::string> drawn_;
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

ExitCode watch_command(const Setup& setup, const ExerciseOptions& options) {
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
    Watch(grader, first).run();
  } catch (const Interrupted&) {
    return ExitCode::interrupted;  // the way out of watch that needs no words
  }
  return ExitCode::all_passed;
}

}  // namespace grader
