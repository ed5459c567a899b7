// drill and review: exercises that passed come back, with a bug in them or as a fresh stub.

#include "student/mutants.hpp"

#include "core/text.hpp"
#include "core/tokens.hpp"
#include "grade/conclude.hpp"
#include "grade/crash_lines.hpp"
#include "report/writers.hpp"
#include "student/commands.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <ctime>
#include <iostream>
#include <random>

namespace grader {
namespace {

/// The text with the change, and without what shows where something was left out: spaces, or a line
/// of which nothing else is left.
Bug seamless(std::string_view text, Mutant change) {
  ChangedLines lines = changed_lines(text, change);
  if (change.replacement.empty()) {
    const std::size_t line = text.rfind('\n', change.begin) + 1;  // 0 where there is none
    const std::size_t end = std::min(text.find('\n', change.end), text.size());
    const std::string_view rest = trimmed(text.substr(change.end, end - change.end));
    const bool alone = trimmed(text.substr(line, change.begin - line)).empty();
    const std::string_view comment = trimmed(rest.substr(std::min<std::size_t>(rest.size(), 1)));
    const std::vector<Token> before = tokens_of(text.substr(0, line));
    const bool ends = before.empty() || before.back().is(";") || before.back().is("{") ||
                      before.back().is("}");  // so that it can lose the line behind it
    if (alone && ends && rest.starts_with(";") && (comment.empty() || comment.starts_with("//"))) {
      change.begin = line;
      change.end = std::min(end + 1, text.size());
      lines.after.clear();
    }
    while (!alone && text[change.begin - 1] == ' ') --change.begin;
    if (!alone) lines = changed_lines(text, change);
  }
  return {changed_text(text, change), std::move(lines),
          change.kind.substr(0, change.kind.find(':'))};
}

namespace fs = std::filesystem;

/// How much a drill tells of what is wrong: the first wrong step and the case, the case alone, or
/// nothing.
constexpr unsigned drill_levels = 3;

/// Names a bug among those of one exercise, wherever in the file it is.
std::uint64_t identity(const Bug& bug) {
  return content_hash(bug.lines.before + "\n" + bug.lines.after);
}

/// The first of the bugs that compiles and gives another result than is expected in some case, or
/// else one that throws; of those in `known` one only where there is no other. Nothing where none
/// does. Throws as grade_exercise does.
std::optional<Bug> bug_that_fails(const Grader& grader, const Exercise& exercise,
                                  const std::string& right, std::uint64_t seed,
                                  const std::set<std::uint64_t>& known) {
  constexpr unsigned call_seconds = 1;  // what takes longer is in an endless loop
  // Of a program that a case can fail at all, most bugs fail one.
  constexpr std::size_t most_tries = 40, most_until_one_throws = 6;
  Grader quick = grader;
  quick.options = {.crash_lines = CrashLines::none};
  if (!exercise.measures) quick.options.cpu_seconds = call_seconds;
  quick.bench.keeps_programs = false;
  std::vector<Bug> bugs = bugs_of(right, seed);
  std::stable_partition(bugs.begin(), bugs.end(),
                        [&](const Bug& bug) { return !known.contains(identity(bug)); });
  std::optional<Bug> thrown;
  for (std::size_t i = 0; i < std::min(bugs.size(), most_tries); ++i) {
    if (thrown && i >= most_until_one_throws) break;
    const Intake intake{exercise.stub(), std::nullopt, {}, bugs[i].text};
    Graded graded = grade_exercise(quick, exercise, intake, UnchangedStub::is_compiled);
    const Verdict verdict = graded.result.verdict;
    bugs[i].result = std::move(graded.result);
    if (is_of_results(verdict)) return std::move(bugs[i]);
    // What throws is found too easily, and what crashes may not do so each time.
    if (verdict == Verdict::exception && !thrown) thrown = std::move(bugs[i]);
  }
  return thrown;
}

/// What it tells of a file whose result is wrong, in lines of 80 columns: never what the bug is.
std::string told_at_level(const ExerciseResult& result, unsigned level) {
  const CaseResult* failed = first_failed(result.cases);
  std::string told = "Something is wrong.";
  if (level < drill_levels && failed != nullptr)
    told = fmt::format("In case {}: {}.", failed->name, failed->message);
  if (level == 1 && result.first_wrong_step) {
    const auto remark =
        std::ranges::find(result.details, RemarkKind::first_wrong_step, &Remark::kind);
    const std::string words = remark == result.details.end() ? "" : ", " + remark->words;
    told += fmt::format(" First wrong step: {}{}.", *result.first_wrong_step, words);
  }
  return fmt::format("  {}\n", fmt::join(wrap(told, 78), "\n  "));
}

/// The drills of a course, as one command sees them.
class Drills {
 public:
  Drills(const Setup& setup, const ExerciseOptions& options, const Course& course)
      : course_(course), grader_{course, bench_for(setup, course, options)} {
    record_ = drill_record_in(text_in(record_file()));
    random_.seed(options.seed ? *options.seed : std::random_device()());
  }

  /// When the drill began that is not done; 0 where there is none.
  std::int64_t begun(const Exercise& exercise) {
    OpenDrill& drill = record_[exercise.folder].open;
    std::error_code none;
    if (!fs::exists(file_of(exercise), none)) drill = {};
    return drill.started;
  }

  /// The exercise that a word names. Without a word the one whose drill began last, or the one that
  /// was graded last.
  const Exercise& choose(const std::string& word) {
    if (!word.empty()) return find_exercise(course_, word);
    const Exercise* last = nullptr;
    for (const Exercise& exercise : course_.exercises)
      if (begun(exercise) > (last == nullptr ? 0 : begun(*last))) last = &exercise;
    if (last != nullptr) return *last;
    const std::string current = load_saved_progress(course_).current;
    if (current.empty())
      throw InputError("no exercise was graded yet: a drill is made of one that passes",
                       "./grade run");
    return find_exercise(course_, current);
  }

  /// Puts a bug into a copy of the exercise's file, which passes. False where none makes a case
  /// fail.
  bool begin_with_bug(const Exercise& exercise) {
    const std::string right = take_in(exercise.stub()).text;
    ExerciseDrills& drills = record_[exercise.folder];
    const unsigned level = std::min(drills.done, drill_levels - 1) + 1;
    const auto bug = bug_that_fails(grader_, exercise, right, random_(), drills.known);
    if (!bug) return false;
    drills.known.insert(identity(*bug));
    begin(exercise, bug->text,
          {.level = level,
           .line = bug->lines.first,
           .before = bug->lines.before,
           .after = bug->lines.after,
           .kind = bug->kind,
           .step = bug->result.first_wrong_step.value_or("result")},
          bug->result);
    return true;
  }

  void begin_with_stub(const Exercise& exercise) {
    ExerciseResult result = ungraded(exercise);
    result.verdict = Verdict::not_started;
    begin(exercise, read_file(exercise.original()), {.fresh_stub = true}, result);
  }

  /// Grades the drill's file as it is, and says how it went.
  ExitCode grade(const Exercise& exercise) {
    const Intake intake = take_in(file_of(exercise), course_.root);
    ExerciseDrills& drills = record_[exercise.folder];
    OpenDrill& drill = drills.open;
    Graded graded = grade_exercise(grader_, exercise, intake, UnchangedStub::counts_as_not_started);
    name_file(as_shown(intake.file).string(), graded.result);
    drill.last_file = content_hash(intake.text);
    drill.graded = true;
    tell(exercise, graded.result);
    const bool passed = graded.result.verdict == Verdict::passed;
    if (passed) {
      ++drills.done;
      drill = {};
      SavedProgress memory = load_saved_progress(course_);
      note_review(memory.exercises[exercise.folder]);
      save_progress(course_, memory);
    }
    save();
    return passed ? ExitCode::all_passed : ExitCode::not_all_passed;
  }

 private:
  fs::path file_of(const Exercise& exercise) const {
    return course_.root / "drills" / exercise.folder / (exercise.name + ".cpp");
  }

  void begin(const Exercise& exercise, const std::string& text, OpenDrill drill,
             const ExerciseResult& result) {
    const OpenDrill& old = record_[exercise.folder].open;
    const std::string last = text_in(file_of(exercise));
    if (!last.empty() && old.started != 0 && (old.graded || old.last_file != content_hash(last)))
      std::cout << fmt::format("your version of the last drill is kept as {}\n\n",
                               as_shown(keep_backup(course_, exercise, last)).string());
    drill.last_file = content_hash(text);
    drill.started = std::time(nullptr);
    write(file_of(exercise), text);
    if (!drill.fresh_stub && isatty(STDIN_FILENO) != 0) drill.guess = read_guess(exercise);
    record_[exercise.folder].open = std::move(drill);
    save();
    tell(exercise, result);
  }

  /// What the user takes for wrong, before anything is told of it; empty where that is skipped.
  std::string read_guess(const Exercise& exercise) const {
    clear_progress();
    const std::string asked = fmt::format(
        "One line of {} is wrong. Read it, and guess before you see numbers: which array comes out "
        "wrong first ({}), and is it a mistake of axis, scale, order, bound, sign or of other "
        "kind? Such as \"result axis\". Enter skips.",
        as_shown(file_of(exercise)).string(), fmt::join(exercise.places(), ", "));
    std::cout << fmt::format("{}\n> ", fmt::join(wrap(asked, 80), "\n")) << std::flush;
    std::string guess;
    std::getline(std::cin, guess);
    check_interrupted();
    std::cout << "\n";
    return lower_case(printable_name(trimmed(guess)));
  }

  fs::path record_file() const { return course_.root / "drills" / "drills.json"; }

  void save() const { write(record_file(), text_of(record_)); }

  /// The text of a file below drills/; empty where there is none. Throws InputError where something
  /// else is in its place, such as a link to the student's own file.
  std::string text_in(const fs::path& file) const {
    const Intake found = take_in(file, course_.root);
    if (!found.problem || found.problem == Verdict::missing_file) return found.text;
    const std::string shown = as_shown(file).string();
    throw InputError(fmt::format("{}: {}", printable_name(shown), found.reason),
                     fmt::format("move {} away", shell_word((course_.root / "drills").string())));
  }

  void write(const fs::path& file, const std::string& text) const {
    text_in(file);
    std::error_code ignored;  // write_file tells
    fs::create_directories(file.parent_path(), ignored);
    write_file(file, text);
  }

  void tell(const Exercise& exercise, const ExerciseResult& result) const {
    const OpenDrill& drill = record_.at(exercise.folder).open;
    const std::string file = as_shown(file_of(exercise)).string();
    clear_progress();
    std::cout << fmt::format("drill {:02} {}", exercise.number, exercise.name);
    if (result.verdict == Verdict::passed) {
      tell_done(exercise, drill);
    } else if (drill.fresh_stub) {
      std::cout << fmt::format(": once more from the stub, in\n  {}\n\n{}", file,
                               text_exercise(result, {}));
      tell_commands(exercise);
    } else {
      std::cout << fmt::format(", level {} of {}: one line of your program is {}, in\n  {}\n\n",
                               drill.level, drill_levels, drill.graded ? "still wrong" : "wrong",
                               file);
      // Without cases what was edited since does not compile.
      std::cout << (result.cases.empty() ? text_exercise(result, {})
                                         : told_at_level(result, drill.level));
      tell_commands(exercise);
    }
    std::cout << std::flush;
  }

  static void tell_done(const Exercise& exercise, const OpenDrill& drill) {
    const std::string wrong = one_line(printable(drill.after));
    if (drill.fresh_stub)
      std::cout << ": it passes again\n";
    else
      std::cout << fmt::format(
          ": repaired\n\n  line {} was {}    + {}\n", drill.line,
          wrong.empty() ? "left out:\n" : fmt::format("wrong:\n    - {}\n  and had been\n", wrong),
          one_line(printable(drill.before)));
    const auto verdict = [&](const std::string& right) {
      return drill.guess.find(lower_case(right)) == drill.guess.npos ? "not guessed" : "guessed";
    };
    if (!drill.guess.empty())
      std::cout << fmt::format("  wrong first: {}, {}; kind: {}, {}\n", drill.step,
                               verdict(drill.step), drill.kind, verdict(drill.kind));
    std::cout << fmt::format(
        "\nnext: ./grade drill {:02}   another one; ./grade list says what is due\n",
        exercise.number);
  }

  void tell_commands(const Exercise& exercise) const {
    const std::string place = shell_word(as_shown(file_of(exercise)).parent_path().string());
    std::cout << fmt::format(
        "\nnext: ./grade drill {0:02}   grades what you mended\n"
        "      ./grade debug {0:02} --submission {1}   a debugger; run tells what is wrong\n",
        exercise.number, place);
  }

  const Course& course_;
  Grader grader_;
  DrillRecord record_;
  std::mt19937_64 random_;
};

}  // namespace

std::vector<Bug> bugs_of(std::string_view right, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::map<std::string, std::vector<Mutant>> kinds;
  for (Mutant& mutant : mutants_of(right)) kinds[mutant.kind].push_back(std::move(mutant));
  for (auto& [kind, mutants] : kinds) std::ranges::shuffle(mutants, random);
  std::vector<Bug> bugs;
  while (!kinds.empty()) {
    const auto kind =
        std::next(kinds.begin(), static_cast<std::ptrdiff_t>(random() % kinds.size()));
    bugs.push_back(seamless(right, kind->second.back()));
    kind->second.pop_back();
    if (kind->second.empty()) kinds.erase(kind);
  }
  return bugs;
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(OpenDrill, started, fresh_stub, level, graded,
                                                last_file, line, before, after, kind, step, guess)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ExerciseDrills, done, known, open)

DrillRecord drill_record_in(std::string_view text) try {
  auto record = nlohmann::json::parse(text).at("exercises").get<DrillRecord>();
  for (auto& [folder, drills] : record) drills.open.level = std::clamp(drills.open.level, 1U, 3U);
  return record;
} catch (const std::exception&) {
  return {};
}

std::string text_of(DrillRecord record) {
  std::erase_if(record, [](const auto& entry) {
    return entry.second.done == 0 && entry.second.known.empty() && entry.second.open.started == 0;
  });
  const nlohmann::json root{{"format_version", 1}, {"exercises", record}};
  return root.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

ExitCode drill_command(const Setup& setup, const ExerciseOptions& options) {
  const Course course = load_course(setup.course, {}, OnBrokenExercise::skip);
  if (!course.practice.drills)
    throw InputError("this course has no drills: its course.json says so");
  Drills drills(setup, options, course);
  const Exercise& exercise = drills.choose(options.exercise);
  const bool begins = drills.begun(exercise) == 0 || options.another;
  if (begins) {
    if (run_now(setup, course, exercise).verdict != name_of(Verdict::passed))
      throw InputError(fmt::format("{:02} {}: a drill is made of your file once that passes",
                                   exercise.number, exercise.name),
                       fmt::format("./grade run {:02}", exercise.number));
    if (!drills.begin_with_bug(exercise))
      throw InputError(fmt::format("{:02} {}: no small change of your file makes a case fail",
                                   exercise.number, exercise.name),
                       "take another exercise that passes: ./grade list");
  }
  return begins ? ExitCode::all_passed : drills.grade(exercise);
}

ExitCode review_command(const Setup& setup, const ExerciseOptions& options) {
  const Course course = load_course(setup.course, {}, OnBrokenExercise::skip);
  if (!course.practice.review)
    throw InputError("this course has no reviews: its course.json says so");
  const Progress progress = load_progress(course);
  const std::vector<const Exercise*> due = due_for_review(course, progress);
  if (due.empty()) {
    std::cout << "nothing is due: what passed comes back after 1, 3, 7 and 21 days\n"
                 "next: ./grade drill   a bug to be found in an exercise that passes\n";
    return ExitCode::all_passed;
  }
  Drills drills(setup, options, course);
  const Exercise& exercise = *due.front();
  std::cout << fmt::format("{} due for review\n\n", due.size());
  if (drills.begun(exercise) != 0) return drills.grade(exercise);
  constexpr std::size_t from_stub = 2;  // of the reviews, counted from 0
  const bool bug = course.practice.drills && progress.at(exercise.folder).reviews != from_stub &&
                   run_now(setup, course, exercise).verdict == name_of(Verdict::passed);
  if (!bug || !drills.begin_with_bug(exercise)) drills.begin_with_stub(exercise);
  return ExitCode::all_passed;
}

}  // namespace grader
