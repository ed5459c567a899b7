// list, show, hint, solution, reset, submit and update, and the progress that they keep.

#include "student/commands.hpp"
#include "core/text.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <ctime>
#include <iostream>

namespace grader {
namespace {

namespace fs = std::filesystem;

fs::path progress_file(const Course& course) { return course.root / ".softmark" / "progress.json"; }

/// The place of the hint to show next: the first one left of the first wrong step, else of all.
std::optional<std::size_t> next_hint(const Exercise& exercise, const ExerciseProgress& progress) {
  std::optional<std::size_t> next;
  for (std::size_t place = 0; place < exercise.hints.size(); ++place) {
    if (std::ranges::count(progress.hints_shown, place) > 0) continue;
    if (std::ranges::count(exercise.hints[place].steps, progress.wrong_step) > 0) return place;
    if (!next) next = place;
  }
  return next;
}

/// Whether it comes back by now.
bool is_due(const ExerciseProgress& progress) {
  constexpr std::int64_t days[] = {1, 3, 7, 21};
  return progress.passed_at != 0 && progress.reviews < std::size(days) &&
         std::time(nullptr) >= progress.passed_at + days[progress.reviews] * 24 * 3600;
}

/// Number, name in so many columns, a mark, title and state. A long title goes on in the next line.
std::string list_entry(const Exercise& exercise, std::size_t name_width, bool marked,
                       const std::string& state) {
  constexpr std::size_t title_width = 36;
  const std::vector<std::string> title = wrap(exercise.title, title_width);
  std::string lines =
      fmt::format("{:02}  {:<{}} {} {:<{}}  {}\n", exercise.number, exercise.name, name_width,
                  marked ? '*' : ' ', title.empty() ? "" : title[0], title_width, state);
  for (std::size_t i = 1; i < title.size(); ++i)
    lines += fmt::format("{:{}}{}\n", "", name_width + 7, title[i]);
  return lines;
}

/// An exercise's file in the lists of stubs of a released copy.
std::string name_in_lists(const Exercise& exercise) {
  return fmt::format("  exercises/{}/{}.cpp\n", exercise.folder, exercise.name);
}

/// The line there of the stub as it is now.
std::string line_of_stub(const Exercise& exercise) {
  return hex(sha256(read_file(exercise.original()))) + name_in_lists(exercise);
}

/// The list of the stubs that the student knows. Updates add those that they put there.
fs::path known_stubs(const Course& course) { return course.root / ".softmark" / "stubs.sha256"; }

std::string text_of(const fs::path& list) { return fs::exists(list) ? read_file(list) : ""; }

/// Notes that the student knows the stub as it is now, where an update has brought it.
void know_new_stub(const Course& course, const Exercise& exercise) {
  if (!has_new_stub(course, exercise)) return;
  fs::create_directories(known_stubs(course).parent_path());
  write_file(known_stubs(course), text_of(known_stubs(course)) + line_of_stub(exercise));
}

std::string progress_line(const Course& course, const Progress& progress, const std::string& of) {
  std::string line = fmt::format("{} of {} passed", count_passed(course, progress), of);
  if (const Exercise* next = next_open(course, progress))
    line += fmt::format("; next: ./grade show {:02}", next->number);
  return line + "\n";
}

}  // namespace

fs::path keep_backup(const Course& course, const Exercise& exercise, const std::string& text) {
  const fs::path folder = course.root / ".softmark" / "backups";
  std::error_code ignored;  // write_file tells
  fs::create_directories(folder, ignored);
  const std::time_t now = std::time(nullptr);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", std::localtime(&now));
  const std::string name = fmt::format("{}-{}", exercise.folder, stamp);
  fs::path backup = folder / (name + ".cpp");
  for (int i = 2; fs::exists(backup, ignored); ++i)
    backup = folder / fmt::format("{}-{}.cpp", name, i);
  write_file(backup, text);
  return backup;
}

std::string state_of(const Exercise& exercise, const Progress& progress) {
  const Intake intake = take_in(exercise.stub());
  if (intake.problem) return "missing";
  if (is_original_stub(exercise, intake.text)) return "not started";
  const auto entry = progress.find(exercise.folder);
  if (entry == progress.end() || entry->second.verdict.empty()) return "not graded yet";
  if (entry->second.file_hash != content_hash(intake.text)) return "changed since the last run";
  const std::optional<Verdict> verdict = verdict_named(entry->second.verdict);
  return verdict ? words_of(*verdict) : "not graded yet";
}

bool is_open(const Exercise& exercise, const Progress& progress) {
  const std::string state = state_of(exercise, progress);
  return state != words_of(Verdict::passed) && state != words_of(Verdict::skipped);
}

std::size_t count_passed(const Course& course, const Progress& progress) {
  return static_cast<std::size_t>(std::ranges::count_if(course.exercises, [&](const Exercise& one) {
    return state_of(one, progress) == words_of(Verdict::passed);
  }));
}

const Exercise* next_open(const Course& course, const Progress& progress, const Exercise* after) {
  const Exercise* first = nullptr;
  for (const Exercise& exercise : course.exercises) {
    if (!is_open(exercise, progress)) continue;
    if (after == nullptr || exercise.number > after->number) return &exercise;
    if (first == nullptr && exercise.number != after->number) first = &exercise;
  }
  return first;
}

CourseAndExercise choose_exercise(const fs::path& folder, const std::string& word) {
  if (!word.empty()) {
    Course course = load_course(folder, {word});
    Exercise exercise = find_exercise(course, word);
    return {std::move(course), std::move(exercise)};
  }
  Course course = load_course(folder, {}, OnBrokenExercise::skip);
  const SavedProgress memory = load_saved_progress(course);
  for (const Exercise& exercise : course.exercises) {
    if (exercise.folder == memory.current && is_open(exercise, memory.exercises))
      return {course, exercise};
  }
  const Exercise* open = next_open(course, memory.exercises);
  Exercise exercise = open != nullptr ? *open : course.exercises.front();
  return {std::move(course), std::move(exercise)};
}

std::vector<std::string> lines_after_pass(const Course& course, const Exercise& exercise) {
  std::vector<std::string> lines;
  if (fs::exists(course.solution(exercise)))
    lines.push_back(
        fmt::format("      ./grade solution {:02}   another way to do it", exercise.number));
  const Course all = load_course(course.root, {}, OnBrokenExercise::skip);
  if (const Exercise* next = next_open(all, load_progress(all), &exercise))
    lines.push_back(fmt::format("      ./grade show {:02}   the statement of \"{}\"", next->number,
                                next->title));
  if (course.practice.questions && !exercise.catches)
    lines.push_back(
        fmt::format("      ./grade ask {:02}   three questions on your file", exercise.number));
  if (course.practice.drills && !exercise.catches)
    lines.push_back(fmt::format("      ./grade drill {:02}   a bug to be found in a copy of it",
                                exercise.number));
  lines.push_back(
      fmt::format("      ./grade submit {:02}   packs it to be handed in", exercise.number));
  lines.front().replace(0, 5, "next:");
  return lines;
}

std::vector<const Exercise*> due_for_review(const Course& course, const Progress& progress) {
  std::vector<const Exercise*> due;
  if (!course.practice.review) return due;
  for (const Exercise& exercise : course.exercises) {
    const auto entry = progress.find(exercise.folder);
    if (entry != progress.end() && is_due(entry->second)) due.push_back(&exercise);
  }
  return due;
}

void note_review(ExerciseProgress& progress) {
  if (!is_due(progress)) return;
  progress.passed_at = std::time(nullptr);
  ++progress.reviews;
}

void note_verdict(const Exercise& exercise, const Intake& intake, const ExerciseResult& result,
                  SavedProgress& memory) {
  ExerciseProgress& entry = memory.exercises[exercise.folder];
  entry.verdict = name_of(result.verdict);
  entry.file_hash = content_hash(intake.text);
  entry.wrong_step = result.first_wrong_step.value_or(result.mistake_step);
  entry.mistake = result.explanation;
  if (result.verdict == Verdict::passed && entry.passed_at == 0)
    entry.passed_at = std::time(nullptr);
  const auto wrong = std::ranges::find(result.steps, StepVerdict::wrong, &StepResult::verdict);
  if (entry.wrong_step.empty() && wrong != result.steps.end()) entry.wrong_step = wrong->name;
}

ExerciseProgress keep_verdict(const Course& course, const Exercise& exercise, const Intake& intake,
                              const ExerciseResult& result) {
  SavedProgress memory = load_saved_progress(course);
  note_verdict(exercise, intake, result, memory);
  memory.current = exercise.folder;
  save_progress(course, memory);
  return memory.exercises[exercise.folder];
}

std::vector<std::string> shown_hints(const Exercise& exercise, const ExerciseProgress& progress) {
  std::vector<std::string> texts;
  for (const std::size_t place : progress.hints_shown)
    if (place < exercise.hints.size()) texts.push_back(exercise.hints[place].text);
  return texts;
}

std::vector<std::string> hint_lines(const std::vector<std::string>& hints, std::size_t columns) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < hints.size(); ++i) {
    std::string label = fmt::format("{}. ", i + 1);
    for (const std::string& line : wrap(hints[i], columns - label.size())) {
      lines.push_back(label + line);
      label.assign(label.size(), ' ');
    }
  }
  return lines;
}

Hints take_one_more_hint(const Course& course, const Exercise& exercise) {
  SavedProgress memory = load_saved_progress(course);
  ExerciseProgress& progress = memory.exercises[exercise.folder];
  const std::optional<std::size_t> next = next_hint(exercise, progress);
  if (next) progress.hints_shown.push_back(*next);
  if (next) save_progress(course, memory);
  return {shown_hints(exercise, progress), next.has_value(), progress.mistake};
}

bool is_untouched(const Exercise& exercise) {
  const Intake current = take_in(exercise.stub());
  return !current.problem && current.text == read_file(exercise.original());
}

std::optional<fs::path> put_stub_back(const Course& course, const Exercise& exercise) {
  const std::string original = read_file(exercise.original());
  const Intake current = take_in(exercise.stub());
  if (current.problem && *current.problem != Verdict::missing_file) {
    throw InputError(fmt::format("{}: {}", exercise.stub().string(), current.reason),
                     "move it away, then reset again");
  }
  std::optional<fs::path> backup;
  if (!current.problem && current.text != original)
    backup = keep_backup(course, exercise, current.text);
  know_new_stub(course, exercise);
  write_file(exercise.stub(), original);
  return backup;
}

bool has_new_stub(const Course& course, const Exercise& exercise) {
  const std::string all = text_of(course.released() / "stubs.sha256");
  const std::size_t first = all.find(name_in_lists(exercise));
  return first != all.rfind(name_in_lists(exercise)) && !is_untouched(exercise) &&
         text_of(known_stubs(course)).find(line_of_stub(exercise)) == std::string::npos;
}

std::string new_stub_note(const Exercise& exercise) {
  return fmt::format(
      "There is a new stub. ./grade show {0:02} --changes says what has changed; ./grade reset "
      "{0:02} takes it, and keeps your file as a backup.",
      exercise.number);
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ExerciseProgress, verdict, file_hash, wrong_step,
                                                mistake, hints_shown, passed_at, reviews, answered,
                                                answered_right)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(SavedProgress, exercises, current)

SavedProgress load_saved_progress(const Course& course) try {
  return nlohmann::json::parse(read_file(progress_file(course))).get<SavedProgress>();
} catch (const Error&) {
  return {};                       // it is only a memory
} catch (const std::exception&) {  // it is damaged: somebody may know how to read it
  const std::filesystem::path file = progress_file(course);
  std::error_code ignored;
  std::filesystem::rename(file, file.string() + ".damaged", ignored);
  return {};
}

void save_progress(const Course& course, const SavedProgress& memory) {
  nlohmann::json root = memory;
  root["format_version"] = 1;
  std::error_code ignored;  // write_file tells
  fs::create_directories(progress_file(course).parent_path(), ignored);
  try {
    write_file(progress_file(course), root.dump(2) + "\n");
  } catch (const Error&) {  // it is only a memory
  }
}

void tell_copies(const Course& course) {
  for (const fs::path& copy : course.copies)
    tell(fmt::format("grade: {} is a copy of an exercise, and left alone\n",
                     as_shown(copy).string()));
}

std::string list_text(const Course& course) {
  const Progress progress = load_progress(course);
  Course fast = course;
  std::erase_if(fast.exercises, [&](const Exercise& exercise) {
    return std::ranges::count(course.fast_track, exercise.name) == 0;
  });
  std::size_t name_width = 0;
  for (const Exercise& exercise : course.exercises)
    name_width = std::max(name_width, exercise.name.size());
  std::string text, due, part;
  for (const Exercise& exercise : course.exercises) {
    std::string title;
    for (const CoursePart& one : course.parts)
      if (one.from <= exercise.number) title = one.title;
    if (title != part) text += fmt::format("{}{}\n", text.empty() ? "" : "\n", part = title);
    text +=
        list_entry(exercise, name_width, std::ranges::count(course.fast_track, exercise.name) > 0,
                   state_of(exercise, progress));
  }
  text += "\n" + progress_line(course, progress, count_text(course.exercises.size(), "exercise"));
  if (!fast.exercises.empty())
    text += progress_line(fast, progress,
                          fmt::format("{} on the fast track (*)", fast.exercises.size()));
  std::size_t answered = 0, right = 0;
  for (const auto& [folder, entry] : progress)
    answered += entry.answered, right += entry.answered_right;
  if (answered > 0)
    text += fmt::format("questions: {} of {} answers right; ./grade ask NN\n", right, answered);
  for (const Exercise* exercise : due_for_review(course, progress))
    due += fmt::format("{}{:02}", due.empty() ? "" : ", ", exercise->number);
  if (!due.empty()) text += fmt::format("due for review: {}; ./grade review\n", due);
  for (const Exercise& exercise : course.exercises)
    if (has_new_stub(course, exercise))
      text +=
          fmt::format("{0:02} has a new stub: ./grade show {0:02} --changes\n", exercise.number);
  return text;
}

ExitCode list_command(const Setup& setup, const ExerciseOptions&) {
  const Course course = load_course(setup.course, {}, OnBrokenExercise::skip);
  tell_copies(course);
  std::cout << list_text(course) << std::flush;
  if (course.broken.empty()) return ExitCode::all_passed;
  for (const BrokenExercise& broken : course.broken)
    tell(fmt::format("grade: error: {:02} {}: {}\n", broken.number, broken.name, broken.reason));
  return ExitCode::usage;
}

ExitCode show_command(const Setup& setup, const ExerciseOptions& options) {
  const auto [course, exercise] = choose_exercise(setup.course, options.exercise);
  const fs::path changes = exercise.directory / "changes.diff";
  if (!options.changes) {
    show_paged(read_file(exercise.statement()));
  } else if (fs::exists(changes)) {
    show_paged(read_file(changes));
    know_new_stub(course, exercise);
  } else {
    std::cout << fmt::format("no update has changed {:02} {}\n", exercise.number, exercise.name);
  }
  return ExitCode::all_passed;
}

ExitCode solution_command(const Setup& setup, const std::string& word) {
  const CourseAndExercise chosen = choose_exercise(setup.course, word);
  const Exercise& exercise = chosen.exercise;
  const std::string name = fmt::format("{:02} {}", exercise.number, exercise.name);
  const fs::path file = chosen.course.solution(exercise);
  if (!fs::exists(file))
    throw InputError(fmt::format("{}: this copy of the course has no solution of it", name));
  if (is_open(exercise, load_progress(chosen.course))) {
    throw InputError(fmt::format("{}: its solution is shown once yours passes", name),
                     fmt::format("./grade run {:02}", exercise.number));
  }
  show_paged(read_file(file));
  return ExitCode::all_passed;
}

ExitCode hint_command(const Setup& setup, const ExerciseOptions& options) {
  const CourseAndExercise chosen = choose_exercise(setup.course, options.exercise);
  const auto& [course, exercise] = chosen;
  ExerciseProgress run;
  if (options.for_agent) run = run_now(setup, course, exercise);
  if (options.exercise.empty())
    std::cout << fmt::format("{:02} {}\n", exercise.number, exercise.name);
  Hints hints;
  // What does not compile says why; a hint would be wasted on it.
  if (run.verdict != name_of(Verdict::passed) && run.verdict != name_of(Verdict::build_failed))
    hints = take_one_more_hint(course, exercise);
  if (options.for_agent) {  // no message of a mistake, and no number that is expected
    std::cout << fmt::format("verdict: {}\n", words_of(*verdict_named(run.verdict)));
    if (!run.wrong_step.empty()) std::cout << "first wrong step: " << run.wrong_step << "\n";
    if (hints.one_more) std::cout << "hint: " << one_line(hints.shown.back()) << "\n";
  } else {
    for (const std::string& line : wrap(hints.mistake, 80)) std::cout << line << '\n';
    for (const std::string& line : hint_lines(hints.shown, 80)) std::cout << line << '\n';
    std::cout << fmt::format("({} of {})\n", count_text(hints.shown.size(), "hint"),
                             exercise.hints.size());
  }
  std::cout << std::flush;
  return ExitCode::all_passed;
}

ExitCode reset_command(const Setup& setup, const ExerciseOptions& options) {
  const auto [course, exercise] = choose_exercise(setup.course, options.exercise);
  const std::string stub = exercise.stub().string();
  if (is_untouched(exercise)) {
    std::cout << fmt::format("{} is the original stub already\n", stub);
    return ExitCode::all_passed;
  }
  if (!options.without_asking && fs::exists(exercise.stub())) {
    if (isatty(STDIN_FILENO) == 0) {
      throw InputError("reset asks before it replaces a file, and there is no terminal to ask on",
                       fmt::format("./grade reset {} --yes", shell_word(options.exercise)));
    }
    std::cout << fmt::format("Replace {} by the original stub? A backup is kept. [y/N] ", stub)
              << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    check_interrupted();
    if (answer != "y" && answer != "Y" && answer != "yes") {
      std::cout << "nothing changed\n";
      return ExitCode::not_all_passed;
    }
  }
  if (const auto backup = put_stub_back(course, exercise))
    std::cout << fmt::format("your version is kept as {}\n", backup->string());
  std::cout << fmt::format("{} is the original stub again\n", stub);
  return ExitCode::all_passed;
}

ExitCode submit_command(const Setup& setup, const SubmitOptions& options) {
  const Course course = load_course(setup.course, options.exercises, OnBrokenExercise::skip);
  const Progress progress = load_progress(course);
  const TemporaryFolder folder;
  std::string packed;
  for (const Exercise& exercise : find_exercises(course, options.exercises)) {
    const Intake intake = take_in(exercise.stub());
    const bool begun = !intake.problem && !is_original_stub(exercise, intake.text);
    if (!begun && options.exercises.empty()) continue;
    if (!begun) {
      throw InputError(
          fmt::format("{}: {}", as_shown(exercise.stub()).string(),
                      intake.problem ? intake.reason : "it is the stub, not begun yet"),
          "name exercises that you have begun");
    }
    const fs::path file =
        folder.path() / "exercises" / exercise.folder / exercise.stub().filename();
    fs::create_directories(file.parent_path());
    write_temporary(file, intake.text);
    packed += fmt::format("  {:02} {:<24} {}\n", exercise.number,
                          exercise.stub().filename().string(), state_of(exercise, progress));
  }
  if (packed.empty()) throw InputError("no exercise has been begun", "./grade list");
  const fs::path output = fs::absolute(options.output), unfinished = unfinished_name(output);
  const std::vector<fs::path> cmake = programs_named("cmake");
  if (cmake.empty())
    throw GraderFault("cmake is not there, which packs archives", "./grade doctor");
  const Captured run = CapturedProcess({.arguments = {cmake.front(), "-E", "tar", "cf", unfinished,
                                                      "--format=zip", "exercises"},
                                        .folder = folder.path()})
                           .finish(60);
  std::error_code error;
  if (run.exit_code == 0) fs::rename(unfinished, output, error);
  if (run.exit_code != 0 || error)
    throw InputError(fmt::format("{}: cannot be written: {}", options.output, one_line(run.output)),
                     "name another file with --output");
  std::cout << fmt::format("{} has\n{}Hand it in as it is. No other file counts.\n", options.output,
                           packed)
            << std::flush;
  return ExitCode::all_passed;
}

ExitCode update_command(const Setup& setup, const UpdateOptions& options) {
  const std::string script = setup.course / "cmake" / "update.sh";
  if (!fs::exists(script))
    throw InputError(fmt::format("{}: it is no copy that ./grade release wrote",
                                 printable_name(setup.course.string())),
                     "git pull, where it is a clone");
  std::vector<const char*> words{"sh", script.c_str(), setup.course.c_str()};
  if (!options.from.empty()) words.push_back(options.from.c_str());
  words.push_back(nullptr);
  execv("/bin/sh", const_cast<char**>(words.data()));
  throw GraderFault("/bin/sh cannot be started");
}

}  // namespace grader
