#include "cli/watch_session.hpp"

#include "cli/commands.hpp"
#include "core/text.hpp"
#include "report/writers.hpp"
#include "system/files.hpp"
#include "watch/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// What the keys of `watch` do.
constexpr const char* watch_help =
    "Save the file in your editor: it is graded at once, here.\n"
    "\n"
    "  n   the next exercise, once this one passes; nothing moves by itself\n"
    "  h   one more hint, first those of the first wrong step\n"
    "  c   the numbers of the failing case, the first wrong step first\n"
    "  p   the picture of the failing case, yours beside the expected one\n"
    "  s   the statement\n"
    "  v   the whole verdict, with all hints so far and all that was printed\n"
    "  l   the list of exercises; Enter there goes to one\n"
    "  o   another solution, once yours passes\n"
    "  d   a debugger, stopped in your function with the failing case\n"
    "  r   grade once more, without a change\n"
    "  x   the original stub back; it asks, and keeps a backup of yours\n"
    "  q   quit; so does Ctrl-C. Ctrl-Z stops, fg goes on\n"
    "\n"
    "In a text: arrows or j and k, Space and b, g and G move; q or Escape goes back.\n";

constexpr std::size_t widest = 100;  // longer lines of words are hard to read

const std::vector<KeyHelp> reading_keys = {{"Space", "page down"}, {"b", "page up"},
                                           {"g", "top"},           {"G", "end"},
                                           {"arrows", "scroll"},   {"q", "back"}};
const std::vector<KeyHelp> list_keys = {{"Enter", "work on it"}, {"arrows", "move"}, {"q", "back"}};

TextLook look_at(std::size_t columns) {
  return {.colour = wants_colour() ? Colour::yes : Colour::no,
          .width = std::clamp<std::size_t>(columns, 40, widest),
          .shows_all = "v"};
}

}  // namespace

WatchSession::WatchSession(const Grader& grader, const Exercise& first)
    : grader_(grader), course_(grader.course), exercise_(&first) {
  const Progress progress = load_progress(course_);
  for (const Exercise& exercise : course_.exercises) {
    if (state_of(exercise, progress) == words_of(Verdict::passed)) passed_.insert(exercise.folder);
  }
}

bool WatchSession::passed() const { return graded_ && graded_->result.verdict == Verdict::passed; }

const Exercise* WatchSession::next() const {
  return next_open(course_, load_progress(course_), exercise_);
}

void WatchSession::begins() {
  previewed_ = false;  // a save during a second look: `judged` was not called again
  grading("");
}

void WatchSession::grading(const std::string& what) {
  const std::string usual = previewed_ ? "a second look" : "grading";
  state_ = fmt::format("run {}: {}", previewed_ ? runs_ : runs_ + 1,
                       what.empty() ? usual : printable_name(what));
}

void WatchSession::judged(Graded graded, const Intake& intake) {
  const bool is_known = std::exchange(previewed_, false);
  if (!is_known) {
    ++runs_;
    notice_.clear();
    failure_.clear();
    asks_ = false;
    view_ = View::verdict;
  }
  state_ = fmt::format("run {}", runs_);
  graded_ = std::move(graded);
  if (passed()) {
    passed_.insert(exercise_->folder);
    hints_.clear();
  } else {
    passed_.erase(exercise_->folder);
  }
  Memory memory = load_memory(course_);
  note_verdict(*exercise_, intake, graded_->result, memory);
  memory.current = exercise_->folder;
  save_memory(course_, memory);
  next_ = passed() ? next() : nullptr;
}

void WatchSession::previewed(const ExerciseResult& result, const Intake& intake) {
  Graded early;
  early.result = result;
  judged(std::move(early), intake);
  previewed_ = true;
}

std::string WatchSession::case_to_debug() const {
  if (!graded_) return "";
  for (const CaseResult& one : graded_->result.cases) {
    if (one.verdict != Verdict::passed && one.verdict != Verdict::skipped) return one.name;
  }
  return "";
}

void WatchSession::failed(const std::string& what) {
  ++runs_;
  state_ = fmt::format("run {}", runs_);
  graded_.reset();
  view_ = View::verdict;
  failure_ = printable(what);
}

WatchSession::Action WatchSession::go_to(const Exercise& exercise) {
  view_ = View::verdict;
  if (&exercise == exercise_) return Action::none;
  exercise_ = &exercise;
  graded_.reset();
  failure_.clear();
  state_.clear();
  runs_ = 0;
  hints_.clear();
  return Action::other_exercise;
}

WatchSession::Action WatchSession::go_on() {
  if (!passed()) {
    notice_ = "n goes on once this one passes; l lists all exercises";
    return Action::none;
  }
  if (const Exercise* other = next()) return go_to(*other);
  notice_ = "nothing is left: every exercise passes";
  return Action::none;
}

void WatchSession::read(std::string title, const std::string& text, ScreenSize size) {
  reading_ = {std::move(title), folded_lines(text, size.columns)};
  reading_.keys = reading_keys;
  view_ = View::text;
}

void WatchSession::open_list(ScreenSize size) {
  const Progress progress = load_progress(course_);
  std::size_t name_width = 0;
  for (const Exercise& exercise : course_.exercises)
    name_width = std::max(name_width, exercise.name.size());
  reading_ = {"exercises", {}};
  reading_.keys = list_keys;
  for (const Exercise& exercise : course_.exercises) {
    const std::string start = fmt::format("{:02}  {:<{}}  {:<26}", exercise.number, exercise.name,
                                          name_width, state_of(exercise, progress));
    const std::size_t left = size.columns > start.size() + 5 ? size.columns - start.size() - 4 : 0;
    const std::vector<std::string> title = wrap(exercise.title, left);
    std::string line = start;
    if (left >= 12 && !title.empty()) line += title[0] + (title.size() > 1 ? " ..." : "");
    if (&exercise == exercise_) reading_.chosen = reading_.lines.size();
    reading_.lines.push_back(line);
  }
  view_ = View::list;
  scroll(reading_, 0, size);
}

void WatchSession::take_hint() {
  Hints hints = take_one_more_hint(course_, *exercise_);
  if (hints_ == hints.shown) notice_ = "there are no more hints; v shows them again";
  if (exercise_->hints.empty()) notice_ = "this exercise has no hints";
  hints_ = std::move(hints.shown);
}

/// The first public case that failed, or the first where none did, with what the program did there.
/// Where nothing was run, the first case alone.
Observation WatchSession::observation() const {
  if (!graded_->runs.empty())
    return observed(*exercise_, *graded_, chosen_run(*exercise_, *graded_, ""));
  Observation found;
  found.result = graded_->result;
  found.result.cases.clear();
  found.one = grader_.library->of(course_, *exercise_)->cases.front();
  return found;
}

/// The keys that show something else than the verdict.
WatchSession::Action WatchSession::show(int key, ScreenSize size) {
  const std::string name = fmt::format("{:02} {}", exercise_->number, exercise_->name);
  const fs::path solution = course_.solution(*exercise_);
  if (key == '?') read("keys", watch_help, size);
  if (key == 's') {
    const std::string statement = printable(read_file(exercise_->statement()));
    read(name + ": the statement", rewrapped(statement, std::min(size.columns, widest)), size);
  }
  if (key == 'l') open_list(size);
  if (key == 'o' && !passed()) notice_ = "o shows another solution once yours passes";
  if (key == 'o' && passed() && !fs::exists(solution))
    notice_ = "this copy of the course has no solutions";
  else if (key == 'o' && passed())
    read(name + ": another solution", printable(read_file(solution)), size);
  if (!graded_) return Action::none;
  if (key == 'p')
    read(name + ": the picture", picture_on_terminal(*exercise_, observation()), size);
  if (key == 'c') read(name + ": the case", case_numbers(grader_, *exercise_, *graded_, ""), size);
  if (key == 'v') {
    std::string text = whole_verdict(size.columns);
    for (const std::string& line : hint_lines(hints_, widest)) text += line + "\n";
    read(name + ": the whole verdict", text, size);
  }
  return Action::none;
}

WatchSession::Action WatchSession::press_in_verdict(int key, ScreenSize size) {
  switch (key) {
    case 'q':
      return Action::quit;
    case 'n':
      return go_on();
    case 'h':
      take_hint();
      return Action::none;
    case 'x':
      asks_ = true;
      return Action::none;
    case 'r':
      return Action::grade;
    case 'd':
      return Action::debug;
    default:
      return show(key, size);
  }
}

WatchSession::Action WatchSession::press_in_text(int key, ScreenSize size) {
  if (key == key_enter && view_ == View::list) return go_to(course_.exercises[reading_.chosen]);
  const bool back = key == 'q' || key == key_escape || key == key_left;
  if (back) view_ = View::verdict;
  if (!back) move_by_key(reading_, key, size);
  return Action::none;
}

WatchSession::Action WatchSession::answer_reset(int key) {
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

WatchSession::Action WatchSession::press(int key, ScreenSize size) {
  notice_.clear();
  try {
    if (asks_) return answer_reset(key);
    if (view_ != View::verdict) return press_in_text(key, size);
    return press_in_verdict(key < 128 ? std::tolower(key) : key, size);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    notice_ = printable_name(error.what());
    return Action::none;
  }
}

std::vector<std::string> WatchSession::body(std::size_t columns) const {
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

std::vector<KeyHelp> WatchSession::keys(bool cut) const {
  std::vector<KeyHelp> keys;
  if (passed()) {
    keys = {{"n", "next"}};
    if (fs::exists(course_.solution(*exercise_))) keys.push_back({"o", "solution"});
  } else {
    keys = {{"h", "hint"}};
  }
  if (cut) keys.push_back({"v", "all"});
  keys.insert(keys.end(), {{"c", "case"},
                           {"p", "picture"},
                           {"s", "statement"},
                           {"l", "list"},
                           {"x", "reset"},
                           {"q", "quit"},
                           {"?", "help"}});
  return keys;
}

std::string WatchSession::whole_verdict(std::size_t columns) const {
  TextLook look = look_at(columns);
  look.most_lines = 0;
  return text_exercise(graded_->result, look);
}

std::vector<std::string> WatchSession::lines(ScreenSize size) const {
  if (view_ != View::verdict) return lay_out(reading_, size);
  VerdictScreen screen;
  screen.title =
      fmt::format("softmark watch   isolation: {}", name_of(grader_.bench.isolation.tier));
  screen.state = state_;
  screen.body = body(size.columns);
  screen.passed = passed_.size();
  screen.exercises = course_.exercises.size();
  screen.file = printable_name(as_shown(exercise_->stub()).string());
  screen.question =
      asks_ ? "Put the original stub back? A backup of yours is kept. [y/N] " : notice_;
  const bool shortened = graded_ && whole_verdict(size.columns) !=
                                        text_exercise(graded_->result, look_at(size.columns));
  screen.keys = keys(shortened || is_cut(screen, size));
  return lay_out(screen, size);
}

}  // namespace grader
