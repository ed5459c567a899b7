// batch: grades the submissions of a class.

#include "batch/batch.hpp"
#include "core/text.hpp"
#include "course/course.hpp"
#include "grade/grade.hpp"
#include "student/questions.hpp"
#include "system/parallel.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <iostream>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_told = 20;  // in a note

std::string machine_name(const Toolchain& bench) {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return fmt::format("{}, {}", name, name_of(bench.isolation.tier));
}

/// Tells a note of these names, where there are some.
template <class... Values>
void tell_names(const std::vector<std::string>& names, fmt::format_string<const Values&...> format,
                const Values&... values) {
  if (names.empty()) return;
  tell(fmt::format("grade: note: {}: {}\n", fmt::format(format, values...),
                   names_text(names, most_told)));
}

/// Tells the first of these lines below a heading.
void tell_lines(const std::string& heading, const std::vector<std::string>& lines) {
  tell(heading + "\n");
  for (std::size_t i = 0; i < std::min(lines.size(), most_told); ++i)
    tell(fmt::format("  {}\n", lines[i]));
  if (lines.size() > most_told) tell(fmt::format("  and {} more\n", lines.size() - most_told));
}

/// Throws InputError where what an option says is wrong, or it lacks another one that it needs.
void check(const BatchOptions& options) {
  const GradingOptions& grading = options.grading;
  due_of(options);
  if (grading.grade.reveal_fresh_cases && grading.grade.fresh == 0 && grading.secret.empty())
    throw InputError("--open-fresh needs --fresh or --secret: there are no fresh cases to tell",
                     "leave --open-fresh out, or add what the class was graded with");
  if (options.shard.empty()) return;
  shard_in(options.shard);
  if (grading.grade.fresh > 0 && !grading.seed && grading.secret.empty())
    throw InputError("shards need --seed or --secret, so that all have the same fresh cases",
                     "add --seed 1, or any other number");
}

/// Throws InputError where most entries are called as the course's own: it is one submission.
void check_class(const fs::path& folder, const Roster& roster, const Course& course) {
  std::vector<std::string> own;
  for (const Submitter& one : roster.submitters) {
    const fs::path name = one.path.filename();
    if (fs::exists(course.root / name) || fs::exists(course.root / "exercises" / name))
      own.push_back(name);
  }
  if (2 * own.size() <= roster.submitters.size()) return;
  throw InputError(
      fmt::format("{}: expected a folder or archive for each submission, found those of the "
                  "course: {}",
                  printable_name(folder.string()), names_text(own, 5)),
      fmt::format("./grade run --submission {} grades one submission",
                  shell_word(folder.string())));
}

/// Throws InputError where the class is no export of the platform of --gradebook, or its own list
/// does not say who has which number: a file's name alone can be a group's.
void check_gradebook(const BatchOptions& options, const Roster& roster, const ClassList& list) {
  if (options.gradebook.empty()) return;
  const std::string asked = "--gradebook " + options.gradebook;
  const bool is_moodle = options.gradebook == "moodle";
  if (roster.platform != (is_moodle ? moodle : canvas))
    throw InputError(
        fmt::format("{}: {}: expected its export, whose names say whose points are whose, found {}",
                    asked, printable_name(options.folder),
                    roster.platform.empty() ? "other names" : roster.platform),
        "download the submissions from there, and name the folder that they unpack to");
  if (list.platform == roster.platform) return;
  throw InputError(
      fmt::format("{} needs --roster with the list of {}, which says who has which number", asked,
                  is_moodle ? "Moodle" : "Canvas"),
      is_moodle ? "on the assignment's page, choose \"Download grading worksheet\"; name that file"
                : "in the gradebook, choose Export; name that file");
}

/// Everybody by id, by those of a group's members, and as the platform's tables number them.
using ById = std::map<std::string, std::set<Submitter*>>;

void add_by_id(std::vector<Submitter>& submitters, ById& by_id) {
  for (Submitter& one : submitters) {
    std::vector<std::string> ids = one.members;
    ids.push_back(one.id);
    if (one.members.empty() && !one.people.empty()) {
      const std::string& number = one.people.front().number;
      ids.insert(ids.end(), {number, "Participant " + number});
    }
    for (const std::string& id : ids)
      if (!id.empty()) by_id[id].insert(&one);
  }
}

/// Notes whose submissions are graded anew. Throws InputError for an id that nobody has.
void note_only(const std::vector<std::string>& only, const ById& by_id) {
  for (const std::string& id : only) {
    const auto found = by_id.find(id);
    if (found == by_id.end()) {
      std::vector<std::string> ids;
      for (const auto& [other, submitters] : by_id) ids.push_back(other);
      throw InputError(fmt::format("no submission has the id \"{}\"{}", printable_name(id),
                                   did_you_mean(id, ids)),
                       "gradebook.csv has the ids; write blanks between several: --only ID ID");
    }
    for (Submitter* one : found->second) one->anew = true;
  }
}

/// Notes the times in the table of `file`, if there is one. Returns the last of them, of whomever;
/// 0 for none.
Moment note_times(const std::string& file, const ById& by_id,
                  std::optional<Moment> Submitter::*time) {
  Moment last = 0;
  if (file.empty()) return last;
  std::set<const Submitter*> noted;
  std::vector<std::string> others;
  const auto is_id = [&](const std::string& id) { return by_id.contains(id); };
  for (const auto& [id, moment] : times_in(table_in(read_file(file), file), is_id)) {
    last = std::max(last, moment);
    if (!is_id(id)) {
      others.push_back(id);
      continue;
    }
    for (Submitter* one : by_id.at(id)) {
      // Of a group's times the last counts; any of these more than what a platform says.
      one->*time = noted.insert(one).second ? moment : std::max(moment, *(one->*time));
    }
  }
  tell_names(others, "{}: {} without a submission", file, count_text(others.size(), "id"));
  return last;
}

/// Throws InputError while somebody may still hand in, who would read what is asked.
void check_opens(const Due& due, Moment last) {
  last = std::max(last, due.time) + due.grace;
  if (std::time(nullptr) > last) return;
  throw InputError(fmt::format("--open-fresh: somebody may hand in until {}, and would read what "
                               "is asked",
                               moment_text(last, due.zone)),
                   "the same command after that time, or now without --open-fresh");
}

/// Notes the points that the table of --overrides gives; for a group, to all of it.
void note_overrides(const std::string& file, const ById& by_id,
                    const std::vector<Exercise>& exercises) {
  if (file.empty()) return;
  std::vector<std::string> others;
  const auto is_id = [&](const std::string& id) { return by_id.contains(id); };
  const Table table = table_in(read_file(file), file);
  for (const Override& line : overrides_in(table, is_id)) {
    const auto exercise = std::ranges::find_if(exercises, [&](const Exercise& one) {
      const auto names = {one.folder, one.name, fmt::format("{}", one.number),
                          fmt::format("{:02}", one.number)};
      return std::ranges::find(names, line.exercise) != names.end();
    });
    if (!is_id(line.id) || exercise == exercises.end()) {
      others.push_back(line.id + " " + line.exercise);
      continue;
    }
    for (Submitter* one : by_id.at(line.id)) one->overrides[exercise->number] = line;
  }
  tell_names(others, "{}: {} without anybody of the class, or an exercise that is graded", file,
             count_text(others.size(), "line"));
}

void tell_enrolment(const Enrolment& enrolment, const Roster& roster, const ClassList& list) {
  std::vector<std::string> without_points;
  for (const Submitter& one : enrolment.absent)
    if (one.overrides.empty()) without_points.push_back(one.id);
  for (const auto& [who, what] :
       {std::pair(without_points, enrolment.complete
                                      ? "on it handed in nothing, and get 0 points"
                                      : "on it handed in nothing, unless with others, and get 0 "
                                        "points, but no row to import"),
        std::pair(enrolment.strangers, "not on it handed in"),
        std::pair(enrolment.loose,
                  "on it have an entry that is neither a folder nor an archive, "
                  "and get no row: put it into a folder"),
        std::pair(roster.unclear,
                  "whom it does not have by name and number, or that are there "
                  "twice, get no row to import")})
    tell_names(who, "{}: {} {}", list.table.file, who.size(), what);
}

/// Who is in the class, and what tables say of them.
struct People {
  Roster roster;
  std::optional<Enrolment> enrolment;  ///< where there is a list
  Roster earlier;                      ///< of an earlier class
};

/// Reads who is in the class, and all tables. Throws InputError where any of it is wrong.
People people_of(const Course& course, const std::vector<Exercise>& exercises,
                 const BatchOptions& options) {
  People people;
  Roster& roster = people.roster;
  ClassList list;
  if (!options.roster.empty())
    list = class_list_in(table_in(read_file(options.roster), options.roster));
  roster = roster_of(options.folder, known_in(list));
  check_class(options.folder, roster, course);
  if (!options.roster.empty()) find_ids(list, roster);
  check_people(roster, list);
  if (!options.roster.empty()) people.enrolment = enrolment_of(list, roster);
  if (!options.earlier.empty()) {
    people.earlier = roster_of(options.earlier);
    check_class(options.earlier, people.earlier, course);
  }
  check_gradebook(options, roster, list);
  ById by_id;
  add_by_id(roster.submitters, by_id);
  note_only(options.only, by_id);
  if (people.enrolment) add_by_id(people.enrolment->absent, by_id);
  note_times(options.times, by_id, &Submitter::time);
  const Moment last = note_times(options.due_of, by_id, &Submitter::due);
  if (options.grading.grade.reveal_fresh_cases) check_opens(*due_of(options), last);
  note_overrides(options.overrides, by_id, exercises);
  if (people.enrolment && options.shard.empty()) tell_enrolment(*people.enrolment, roster, list);
  return people;
}

/// The grader of a batch. Without a seed its fresh cases are those that the batch began with.
Grader grader_of(const Setup& setup, const Course& course, BatchOptions& options) {
  GradingOptions& grading = options.grading;
  if (grading.grade.fresh > 0 && grading.secret.empty() && !grading.seed)
    grading.seed = seed_of_batch(options.out);
  Grader grader = grader_for(
      course, bench_for(setup, course, options.isolation.value_or(IsolationPolicy::required)),
      grading);
  grader.options.crash_lines = CrashLines::except_timeouts;
  grader.bench.keeps_programs = false;  // a class has each text once
  grading.seed = grader.options.shared_seed();
  return grader;
}

Store store_of(const Grader& grader, const std::vector<Exercise>& exercises,
               const BatchOptions& options) {
  Store store(options.out, fingerprint_of(grader, exercises),
              options.shard.empty() ? Workers::one : Workers::several);
  if (options.resume && store.grades_anew())
    tell(fmt::format(
        "grade: note: all files are graded anew{}: since the last time, the grader, the compiler, "
        "the options or the exercises changed\n",
        options.only.empty() ? "" : ", not only those of --only"));
  if (options.grading.seed) store.remember_seed(*options.grading.seed);
  return store;
}

/// Says which submissions of before are gone, since their reports go, too. Throws InputError where
/// that is all of them: the folder has another class.
void tell_gone(const fs::path& out, const std::vector<Submitter>& submitters) {
  std::set<std::string> people;
  for (const Submitter& one : submitters) people.insert(one.name);
  std::vector<std::string> gone;
  std::size_t before = 0;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(out / "results", none)) {
    if (entry.path().extension() != ".json") continue;
    ++before;
    const std::string name = entry.path().stem();
    if (!people.contains(name)) gone.push_back(name);
  }
  std::ranges::sort(gone);
  if (before > 0 && gone.size() == before) {
    throw InputError(
        fmt::format("{}: it has the reports of another class, which would be removed: {}",
                    out.string(), names_text(gone, most_told)),
        fmt::format("name another folder with --out, or remove {} first", out.string()));
  }
  tell_names(gone, "{} of before {} no longer there; reports that are removed from {}",
             count_text(gone.size(), "submission"), gone.size() == 1 ? "is" : "are", out.string());
}

/// Notes when the commit of a checkout was made, where no other time is known and no platform calls
/// it late; else why that is not known. A time more than a year before it was due is none.
void note_commits(const Due& due, const Course& course, const Toolchain& bench,
                  std::vector<Submitter>& submitters) {
  for (Submitter& one : submitters) {
    check_interrupted();
    if (one.time || one.late || one.parts.size() != 1) continue;
    tell_progress(fmt::format("looking when {} was committed", printable_name(one.id)));
    const CommitTime read = commit_time(bench, course.root, one.path);
    constexpr Moment year = 365 * 24 * 60 * 60;
    if (read.moment && *read.moment < one.due.value_or(due.time) - year) {
      one.no_time = fmt::format("its commit says {}, more than a year before it was due",
                                moment_text(*read.moment, due.zone));
    } else {
      one.time = read.moment;
      one.no_time = read.problem;
    }
  }
}

void tell_late(const Due& due, const std::vector<Submitter>& submitters) {
  std::size_t late = 0, unknown = 0;
  std::vector<std::string> undated;
  for (const Submitter& one : submitters) {
    const Late how = lateness(due_for(due, one.due), one.time, one.late);
    if (how.is_late().value_or(false)) ++late;
    if (!how.minutes) ++unknown;
    if (!one.time && !one.no_time.empty())
      undated.push_back(printable_name(one.id) + ": " + one.no_time);
  }
  std::cout << fmt::format("due {}: {} of {} late", moment_text(due.time, due.zone), late,
                           count_text(submitters.size(), "submission"));
  if (unknown > 0)
    std::cout << fmt::format("; the time of {} is not known: --times FILE says it", unknown);
  std::cout << '\n' << std::flush;
  if (undated.empty()) return;
  tell_lines(fmt::format("grade: note: {} of no usable date, so that lateness was not applied:",
                         count_text(undated.size(), "commit")),
             undated);
}

/// Takes in one submission after the other; of archives none stays unpacked.
TakeIn taking_in(const Course& course, const Toolchain& bench, const fs::path& folder) {
  return [&course, &bench, folder](const Submitter& submitter, const std::vector<Exercise>& all) {
    tell_progress(fmt::format("taking in {}", printable_name(submitter.id)));
    Contents contents = contents_of(submitter.path, submitter.parts, folder,
                                    course.root / "exercises", unpacking(bench, course.root));
    FoundFiles taken;
    for (const Exercise& exercise : all) taken.intakes.push_back(take_in(contents, exercise));
    taken.unrecognised = std::move(contents.unrecognised);
    return taken;
  };
}

/// Takes in what everybody handed in; of a shard, its part.
Frozen take_in_class(const Grader& grader, const std::vector<Exercise>& exercises,
                     const BatchOptions& options, People people, Store& store) {
  Roster& roster = people.roster;
  const bool whole = options.shard.empty();
  if (whole) {
    tell_gone(options.out, roster.submitters);
    tell_names(roster.others, "{}",
               roster.others.size() == 1
                   ? std::string("1 entry is no submission")
                   : fmt::format("{} entries are no submissions", roster.others.size()));
  } else {
    const Shard shard = shard_in(options.shard);
    std::erase_if(roster.submitters, [&](const Submitter& one) {
      return shard_of(one.id, shard.count) != shard.index;
    });
  }
  if (!roster.platform.empty())
    std::cout << fmt::format("{}: {}\n", roster.platform,
                             count_text(roster.submitters.size(), "submission"))
              << std::flush;
  if (const auto due = due_of(options); due && whole) {
    note_commits(*due, grader.course, grader.bench, roster.submitters);
    tell_late(*due, roster.submitters);
  }
  Frozen frozen = freeze(exercises, std::move(roster),
                         taking_in(grader.course, grader.bench, options.folder), store);
  if (whole && !options.earlier.empty())
    frozen.earlier = likenesses_in(exercises, people.earlier.submitters,
                                   taking_in(grader.course, grader.bench, options.earlier));
  frozen.enrolment = std::move(people.enrolment);
  return frozen;
}

/// Has the results that are to be made anew forgotten.
void forget(const Frozen& frozen, const BatchOptions& options, const Store& store) {
  for (const Frozen::Entry& entry : frozen.entries) {
    if (options.resume && !entry.submitter.anew) continue;
    for (const std::uint32_t work : entry.works)
      store.forget(frozen.exercises[frozen.works[work].exercise].folder, frozen.works[work].digest);
  }
}

StoredResult grade_file(const Grader& grader, const Exercise& exercise, const std::string& text,
                        std::atomic<bool>& shortage) try {
  const Intake intake{exercise.stub(), std::nullopt, {}, text};
  Graded graded = grade_exercise(grader, exercise, intake, UnchangedStub::counts_as_not_started);
  return {std::move(graded.result), std::move(graded.log)};
} catch (const TryAgain& error) {
  shortage = true;
  StoredResult failed;
  failed.result.verdict = Verdict::internal_error;
  failed.result.finding = error.what();
  return failed;
}

/// Tells which submissions cannot be read here, if there are such.
bool tell_unread(const Frozen& frozen) {
  std::vector<std::string> lines;
  for (const auto& [submitter, works, files, unrecognised] : frozen.entries) {
    std::set<std::string> of_one;
    for (std::size_t i = 0; i < works.size(); ++i) {
      const Work& work = frozen.works[works[i]];
      if (work.problem != Verdict::internal_error) continue;
      const fs::path place = files[i].empty() ? submitter.path : submitter.path / files[i];
      of_one.insert(printable_name(place.string()) + ": " + work.reason);
    }
    lines.insert(lines.end(), of_one.begin(), of_one.end());
  }
  if (lines.empty()) return false;
  tell_lines(fmt::format("grade: error: {} of the submissions cannot be read here; they cost "
                         "nobody points:",
                         count_text(lines.size(), "place")),
             lines);
  tell(
      "fix: let this account read them (chmod -R u+rwX, or chown), then the same command: the rest "
      "is kept\n");
  return true;
}

/// Says what to import, and who is not in it.
void tell_platform(const std::string& platform, const std::vector<std::string>& left_out,
                   const BatchOptions& options) {
  const fs::path table = platform_gradebook(platform), out = options.out;
  std::cout << fmt::format("to import: {}", (out / table).string());
  if (platform == canvas)
    std::cout << fmt::format(", into the assignment \"{}\"",
                             printable_name(fs::canonical(options.folder).filename().string()));
  if (platform == moodle)
    std::cout << fmt::format("\nfeedback to import, as a zip: cd {} && zip -r ../{}.zip .",
                             shell_word((out / moodle_feedback).string()), moodle_feedback);
  std::cout << '\n' << std::flush;
  tell_names(left_out, "{}: without {}, whom the export does not name or who could not be graded",
             table.string(), left_out.size());
}

ExitCode tell_summary(const BatchSummary& summary, const BatchOptions& options, bool shortage) {
  const fs::path out = options.out;
  std::cout << fmt::format("{}: {} different files, of which {} were kept from before\n",
                           count_text(summary.submissions, "submission"), summary.distinct,
                           summary.reused);
  if (options.shard.empty())
    std::cout << fmt::format("gradebook: {}\noverview: {}\n", (out / "gradebook.csv").string(),
                             (out / "class.html").string());
  std::cout << std::flush;
  if (summary.failures.empty()) return ExitCode::all_passed;
  tell_lines(fmt::format("grade: error: {} could not be graded, by the grader's own fault:",
                         count_text(summary.failures.size(), "file")),
             summary.failures);
  tell("fix: ./grade doctor, then the same command once more: the rest is kept\n");
  return shortage ? ExitCode::try_again : ExitCode::grader_fault;
}

/// Writes a sheet of questions for each submission, on each file of it that passes, and their keys
/// apart.
void write_questions(const Grader& grader, const Frozen& frozen, const Store& store,
                     const BatchOptions& options) {
  std::vector<std::string> keys(frozen.entries.size());
  const auto write_sheet = [&](std::size_t i) {
    const std::string& name = frozen.entries[i].submitter.name;
    std::string sheet;
    for (const std::uint32_t number : frozen.entries[i].works) {
      const Work& work = frozen.works[number];
      const Exercise& exercise = frozen.exercises[work.exercise];
      const auto graded = store.find(exercise.folder, work.digest);
      if (!graded || graded->result.verdict != Verdict::passed) continue;
      const std::string text = store.text(work.digest);
      const std::uint64_t seed = content_hash(
          hex(sha256(grader.options.secret + '\0' + exercise.folder + '\0' + name + '\0' + text)));
      std::size_t question = 0;
      for (const Question& one : questions_on(grader, exercise, text, seed, options.questions)) {
        sheet += fmt::format("\n## {}, question {}\n\n````text\n{}````\n", exercise.folder,
                             ++question, one.text);
        keys[i] +=
            fmt::format("{},{},{},{}\r\n", csv_cell(name), exercise.folder, question, one.key);
      }
    }
    if (!sheet.empty())
      store.write(fs::path("questions") / (name + ".md"),
                  harmless(fmt::format("# Questions for {}\n{}", name, sheet)));
  };
  in_parallel_shown("questions: {} of {} sheets", keys.size(), job_count(options.grading.jobs),
                    write_sheet);
  store.write("keys.csv", fmt::format("sheet,exercise,question,key\r\n{}", fmt::join(keys, "")));
}

ExitCode grade_class(const Setup& setup, BatchOptions options) {
  check(options);
  const Course course = load_course(setup.course, options.exercises);
  const std::vector<Exercise> exercises = find_exercises(course, options.exercises);
  People people = people_of(course, exercises, options);
  const Grader grader = grader_of(setup, course, options);
  Store store = store_of(grader, exercises, options);
  const Frozen frozen = take_in_class(grader, exercises, options, std::move(people), store);
  forget(frozen, options, store);
  std::atomic<bool> shortage = false;
  const auto grade = [&](const Exercise& exercise, const std::string& text) {
    return grade_file(grader, exercise, text, shortage);
  };
  const BatchSummary summary = run_batch(frozen, store, options, grade, machine_name(grader.bench));
  clear_progress();
  const ExitCode code = tell_summary(summary, options, shortage);
  if (!options.shard.empty()) return code;  // the whole says what could not be read
  store.remove("keys.csv");
  if (options.questions > 0) write_questions(grader, frozen, store, options);
  if (!options.gradebook.empty()) tell_platform(frozen.platform, summary.left_out, options);
  return tell_unread(frozen) && code == ExitCode::all_passed ? ExitCode::grader_fault : code;
}

}  // namespace

ExitCode batch_command(const Setup& setup, const BatchOptions& given) {
  BatchOptions options = given;
  for (std::string& id : options.only) id = composed(id);
  try {
    return grade_class(setup, options);
  } catch (const Interrupted& error) {
    throw Error(error.code, error.what(),
                "the same command, without --no-resume, goes on; what is finished is kept");
  }
}

}  // namespace grader
