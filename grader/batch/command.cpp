// batch: grades the submissions of a class.

#include "batch/batch.hpp"
#include "batch/class_list.hpp"
#include "batch/shard.hpp"
#include "student/commands.hpp"
#include "core/text.hpp"
#include "course/course.hpp"
#include "grade/grade.hpp"
#include "submission/archive.hpp"
#include "batch/exports.hpp"
#include "submission/contents.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <map>
#include <set>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_told = 20;  // in a note

std::string machine_name(const Toolchain& bench) {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return fmt::format("{}, {}", name, name_of(bench.isolation.tier));
}

template <class... Values>
void tell_note(fmt::format_string<const Values&...> format, const Values&... values) {
  tell("grade: note: " + fmt::format(format, values...) + "\n");
}

/// The first of them in a line each.
void tell_lines(const std::vector<std::string>& lines, const std::string& where_others = "") {
  for (std::size_t i = 0; i < std::min(lines.size(), most_told); ++i)
    tell(fmt::format("  {}\n", lines[i]));
  if (lines.size() > most_told)
    tell(fmt::format("  and {} more{}\n", lines.size() - most_told, where_others));
}

/// When the batch is due. Throws InputError where an option lacks another one that it needs.
std::optional<Due> due_of(const BatchOptions& options) {
  if (!options.due.empty()) return due_in(options.due, options.late_per_day, options.grace);
  const std::string reveal_fresh_cases = options.reveal_fresh_cases ? "yes" : "";
  for (const auto& [name, value] :
       {std::pair("--late-per-day", &options.late_per_day), std::pair("--grace", &options.grace),
        std::pair("--due-of", &options.due_of), std::pair("--times", &options.times),
        std::pair("--open-fresh", &reveal_fresh_cases)}) {
    if (!value->empty())
      throw InputError(fmt::format("{} needs --due", name), "--due 2026-11-20T18:00:00+01:00");
  }
  return std::nullopt;
}

void check(const BatchOptions& options) {
  due_of(options);
  const GradingOptions& grading = options.grading;
  if (options.reveal_fresh_cases && grading.grade.fresh == 0 && grading.secret.empty())
    throw InputError("--open-fresh needs --fresh or --secret: there are no fresh cases to tell",
                     "leave --open-fresh out, or add what the class was graded with");
  if (!options.shard.empty() && grading.grade.fresh > 0 && !grading.seed &&
      grading.secret.empty()) {
    throw InputError("shards need --seed or --secret, so that all have the same fresh cases",
                     "add --seed 1, or any other number");
  }
}

void check_only(const std::vector<std::string>& only, const std::vector<Submitter>& submitters) {
  if (only.empty()) return;
  std::vector<std::string> ids;
  for (const Submitter& one : submitters) {
    ids.push_back(one.id);
    ids.insert(ids.end(), one.members.begin(), one.members.end());
  }
  for (const std::string& id : only) {
    if (std::ranges::find(ids, id) != ids.end()) continue;
    const bool several = id.find_first_of(", ") != std::string::npos;
    throw InputError(
        fmt::format("no submission has the id \"{}\"{}", printable_name(id), did_you_mean(id, ids)),
        several ? "write blanks between ids: --only ID ID; exercises stand before it"
                : "gradebook.csv has the ids");
  }
}

void forget(const Frozen& frozen, const BatchOptions& options, const Store& store) {
  for (const Frozen::Entry& entry : frozen.entries) {
    const auto meant = [&](const std::string& id) { return is_called(entry.submitter, id); };
    if (options.resume && std::ranges::none_of(options.only, meant)) continue;
    for (const std::uint32_t work : entry.works)
      store.forget(frozen.exercises[frozen.works[work].exercise].folder, frozen.works[work].digest);
  }
}

GradedFile grade_file(const Grader& grader, const Exercise& exercise, const std::string& text,
                      std::atomic<bool>& shortage) {
  GradedFile file;
  try {
    const Intake intake{exercise.stub(), std::nullopt, {}, text};
    Graded graded = grade_exercise(grader, exercise, intake, UnchangedStub::counts_as_not_started);
    file.our_fault = graded.result.verdict == Verdict::internal_error;
    file.kept = {std::move(graded.result), std::move(graded.log)};
  } catch (const TryAgain& error) {
    shortage = true;
    file.our_fault = true;
    file.kept.result.verdict = Verdict::internal_error;
    file.kept.result.finding = error.what();
  }
  return file;
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

Table table_of(const std::string& option, const std::string& file, const char* lines) {
  try {
    return table_in(read_file(file), file);
  } catch (const InputError& error) {
    throw InputError(error.what(),
                     fmt::format("name a table with lines {} behind {}", lines, option));
  }
}

using ById = std::map<std::string, std::set<Submitter*>>;

/// Each of them by id, by those of a group's members, and as the platform's tables number them.
ById by_id_of(std::initializer_list<std::vector<Submitter>*> all) {
  ById by_id;
  for (std::vector<Submitter>* submitters : all) {
    for (Submitter& one : *submitters) {
      by_id[one.id].insert(&one);
      for (const std::string& member : one.members) by_id[member].insert(&one);
      if (!one.members.empty() || one.people.empty()) continue;
      by_id[one.people.front().number].insert(&one);
      by_id["Participant " + one.people.front().number].insert(&one);
    }
  }
  by_id.erase("");
  return by_id;
}

void tell_unknown(const std::string& file, const std::vector<std::string>& lines, const char* what,
                  const char* lack) {
  if (lines.empty()) return;
  tell_note("{}: {} without {}: {}", file, count_text(lines.size(), what), lack,
            names_text(lines, most_told));
}

/// Notes the times in the table of an option. Returns the last of them, of whomever; 0 for none.
Moment note_times(const std::string& option, const std::string& file, const ById& by_id,
                  std::optional<Moment> Submitter::*time) {
  Moment last = 0;
  if (file.empty()) return last;
  std::set<const Submitter*> noted;
  std::vector<std::string> others;
  const auto is_id = [&](const std::string& id) { return by_id.contains(id); };
  for (const auto& [id, moment] : times_in(table_of(option, file, "ID,TIME"), is_id)) {
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
  tell_unknown(file, others, "id", "a submission");
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
  const Table table = table_of("--overrides", file, "ID,EXERCISE,POINTS,REASON");
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
  tell_unknown(file, others, "line", "anybody of the class, or an exercise that is graded");
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
  for (const Submitter& one : submitters) {
    const Late how = lateness(due_for(due, one.due), one.time, one.late);
    if (how.is_late().value_or(false)) ++late;
    if (!how.minutes) ++unknown;
  }
  std::cout << fmt::format("due {}: {} of {} late", moment_text(due.time, due.zone), late,
                           count_text(submitters.size(), "submission"));
  if (unknown > 0)
    std::cout << fmt::format("; the time of {} is not known: --times FILE says it", unknown);
  std::cout << '\n' << std::flush;
  std::vector<std::string> untold;
  for (const Submitter& one : submitters) {
    if (!one.time && !one.no_time.empty())
      untold.push_back(printable_name(one.id) + ": " + one.no_time);
  }
  if (untold.empty()) return;
  tell_note("{} of no usable date, so that lateness was not applied:",
            count_text(untold.size(), "commit"));
  tell_lines(untold, ", which class.html names");
}

/// Throws InputError where the folder is one submission: its entries are called as exercises, or it
/// is a checkout of the course, of which most have the names. A student may be called "exercises".
void check_class(const fs::path& folder, const Roster& roster, const Course& course) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(course.root / "exercises")) {
    if (fs::exists(entry.path() / "exercise.json")) names.insert(entry.path().filename().string());
  }
  bool checkout = false;
  std::size_t of_course = 0;
  std::vector<std::string> exercises;
  for (const Submitter& one : roster.submitters) {
    const bool has_exercises =
        one.id == "exercises" && std::ranges::any_of(names, [&](const std::string& name) {
          std::error_code ignored;
          return fs::is_directory(one.path / name, ignored);
        });
    if (has_exercises || names.contains(one.id)) exercises.push_back(one.id);
    checkout = checkout || has_exercises;
    if (fs::exists(course.root / one.path.filename())) ++of_course;
  }
  const std::size_t half = roster.submitters.size() / 2;
  if (exercises.size() <= half && !(checkout && of_course > half)) return;
  throw InputError(
      fmt::format(
          "{}: expected a folder or archive for each submission, found those of exercises: {}",
          printable_name(folder.string()), names_text(exercises, 5)),
      fmt::format("./grade run --submission {} grades one submission",
                  shell_word(folder.string())));
}

/// The platform of --gradebook. Throws InputError where the folder is no export of it, or its own
/// list does not say who has which number: a file's name alone can be a group's.
std::string gradebook_platform(const BatchOptions& options, const Roster& roster,
                               const ClassList& list) {
  if (options.gradebook.empty()) return "";
  const bool is_export = lower_case(roster.platform).starts_with(options.gradebook);
  if (is_export && list.platform == roster.platform) return roster.platform;
  const std::string asked = "--gradebook " + options.gradebook;
  if (is_export) {
    throw InputError(
        fmt::format("{} needs --roster with the list of {}, which says who has which number", asked,
                    options.gradebook == "moodle" ? "Moodle" : "Canvas"),
        options.gradebook == "moodle"
            ? "on the assignment's page, choose \"Download grading worksheet\"; name that file"
            : "in the gradebook, choose Export; name that file");
  }
  throw InputError(
      fmt::format("{}: {}: expected its export, whose names say whose points are whose, found {}",
                  asked, printable_name(options.folder),
                  roster.platform.empty() ? "other names" : roster.platform),
      "download the submissions from there, and name the folder that they unpack to");
}

/// Says which entries of the class's folder are no submissions: somebody may have handed them in.
void tell_others(const std::vector<std::string>& others) {
  if (others.empty()) return;
  tell_note("{}: {}",
            others.size() == 1 ? std::string("1 entry is no submission")
                               : fmt::format("{} entries are no submissions", others.size()),
            names_text(others, most_told));
}

/// Says which submissions of before are gone, since their reports go, too. Throws InputError where
/// that is all of them: the folder has another class.
void tell_gone(const fs::path& out, const std::vector<Submitter>& submitters) {
  const Earlier earlier = earlier_in(out, submitters);
  if (earlier.gone.empty()) return;
  const std::string names = names_text(earlier.gone, most_told);
  if (earlier.gone.size() == earlier.count) {
    throw InputError(
        fmt::format("{}: it has the reports of another class, which would be removed: {}",
                    out.string(), names),
        fmt::format("name another folder with --out, or remove {} first", out.string()));
  }
  tell_note("{} of before {} no longer there; reports that are removed from {}: {}",
            count_text(earlier.gone.size(), "submission"), earlier.gone.size() == 1 ? "is" : "are",
            out.string(), names);
}

Frozen taken_in(const Grader& grader, const std::vector<Exercise>& exercises,
                const BatchOptions& options, const std::optional<Shard>& shard, Roster roster,
                Store& store) {
  if (shard) {
    keep_part(*shard, roster.submitters);
  } else {
    tell_gone(options.out, roster.submitters);
    tell_others(roster.others);
  }
  if (!roster.platform.empty()) {
    std::cout << fmt::format("{}: {}\n", roster.platform,
                             count_text(roster.submitters.size(), "submission"))
              << std::flush;
  }
  if (const auto due = shard ? std::nullopt : due_of(options)) {
    note_commits(*due, grader.course, grader.bench, roster.submitters);
    tell_late(*due, roster.submitters);
  }
  return freeze(exercises, std::move(roster),
                taking_in(grader.course, grader.bench, options.folder), store);
}

bool tell_unread(const Frozen& frozen) {
  const std::vector<std::string> unread = unread_in(frozen);
  if (unread.empty()) return false;
  tell(
      fmt::format("grade: error: {} of the submissions cannot be read here; they cost nobody "
                  "points:\n",
                  count_text(unread.size(), "place")));
  tell_lines(unread);
  tell(
      "fix: let this account read them (chmod -R u+rwX, or chown), then the same command: the rest "
      "is kept\n");
  return true;
}

/// Says what to import, and who is not in it.
void tell_platform(const BatchSettings& settings, const std::vector<std::string>& left_out,
                   const fs::path& out) {
  if (settings.platform.empty()) return;
  std::cout << fmt::format("to import: {}", (out / platform_gradebook(settings.platform)).string());
  if (settings.platform == canvas)
    std::cout << fmt::format(", into the assignment \"{}\"", printable_name(settings.title));
  if (settings.platform == moodle)
    std::cout << fmt::format("\nfeedback to import, as a zip: cd {} && zip -r ../{}.zip .",
                             shell_word((out / moodle_feedback).string()), moodle_feedback);
  std::cout << '\n' << std::flush;
  if (left_out.empty()) return;
  tell_note("{}: without {}, whom the export does not name or who could not be graded: {}",
            platform_gradebook(settings.platform).string(), left_out.size(),
            names_text(left_out, most_told));
}

/// `out` is empty where only a part was graded.
ExitCode tell_summary(const BatchSummary& summary, const fs::path& out, bool shortage) {
  std::cout << fmt::format("{}: {} different files, of which {} were kept from before\n",
                           count_text(summary.submissions, "submission"), summary.distinct,
                           summary.reused);
  if (!out.empty())
    std::cout << fmt::format("gradebook: {}\noverview: {}\n", (out / "gradebook.csv").string(),
                             (out / "class.html").string());
  std::cout << std::flush;
  if (summary.failures.empty()) return ExitCode::all_passed;
  tell(fmt::format("grade: error: {} could not be graded, by the grader's own fault:\n",
                   count_text(summary.failures.size(), "file")));
  for (const std::string& failure : summary.failures) tell(fmt::format("  {}\n", failure));
  tell("fix: ./grade doctor, then the same command once more: the rest is kept\n");
  return shortage ? ExitCode::try_again : ExitCode::grader_fault;
}

std::vector<std::string> lines_of(const std::vector<std::size_t>& numbers) {
  std::vector<std::string> lines;
  for (const std::size_t number : numbers) lines.push_back(std::to_string(number));
  return lines;
}

void tell_enrolment(const Enrolment& enrolment, const Roster& roster, const ClassList& list,
                    const std::string& file) {
  std::vector<std::string> without_points;
  for (const Submitter& one : enrolment.absent)
    if (one.overrides.empty()) without_points.push_back(one.id);
  for (const auto& [who, what] :
       {std::pair(without_points, enrolment.complete
                                      ? "on it handed in nothing, and get 0 points"
                                      : "on it handed in nothing, unless with others, and get 0 "
                                        "points, but no row to import"),
        std::pair(enrolment.strangers, "not on it handed in"),
        std::pair(lines_of(list.without_id), "rows have no id, and are nobody's: in line"),
        std::pair(enrolment.loose,
                  "on it have an entry that is neither a folder nor an archive, "
                  "and get no row: put it into a folder"),
        std::pair(roster.unclear,
                  "whom it does not have by name and number, or that are there "
                  "twice, get no row to import")}) {
    if (!who.empty())
      tell_note("{}: {} {}: {}", file, who.size(), what, names_text(who, most_told));
  }
}

void tell_changed(const std::vector<std::string>& changed, const BatchOptions& options) {
  if (changed.empty() || !options.resume) return;
  tell_note("all files are graded anew{}: since the last time, {} changed",
            options.only.empty() ? "" : ", not only those of --only",
            names_text(changed, changed.size()));
}

ExitCode grade_class(const Setup& setup, const BatchOptions& options) {
  check(options);
  ClassList list;
  if (!options.roster.empty())
    list = class_list_in(table_in(read_file(options.roster), options.roster));
  const Course course = load_course(setup.course, options.exercises);
  const std::vector<Exercise> exercises = find_exercises(course, options.exercises);
  std::optional<Shard> shard;
  if (!options.shard.empty()) shard = shard_in(options.shard);
  const fs::path out = options.out;
  Roster roster = roster_of(options.folder, known_in(list));
  check_class(options.folder, roster, course);
  if (!options.roster.empty()) find_ids(list, roster);
  check_people(roster, list);
  std::optional<Enrolment> enrolment;
  if (!options.roster.empty()) enrolment = enrolment_of(list, roster);
  const Roster earlier = options.earlier.empty() ? Roster{} : roster_of(options.earlier);
  if (!options.earlier.empty()) check_class(options.earlier, earlier, course);
  check_only(options.only, roster.submitters);
  const std::string platform = gradebook_platform(options, roster, list);
  std::vector<Submitter> nobody;
  const ById by_id = by_id_of({&roster.submitters, enrolment ? &enrolment->absent : &nobody});
  note_times("--times", options.times, by_id, &Submitter::time);
  const Moment last = note_times("--due-of", options.due_of, by_id, &Submitter::due);
  if (options.reveal_fresh_cases) check_opens(*due_of(options), last);
  note_overrides(options.overrides, by_id, exercises);
  if (enrolment && !shard) tell_enrolment(*enrolment, roster, list, options.roster);
  Grader grader = grader_for(
      course, bench_for(setup, course, options.isolation.value_or(IsolationPolicy::required)),
      options.grading);
  grader.bench.keeps_programs = false;  // a class has each text once
  // The fresh cases of a batch that goes on are those that it began with.
  if (!options.grading.seed && grader.options.shared_seed())
    grader.options.seed = seed_of_batch(out).value_or(grader.options.seed);
  grader.options.crash_lines = CrashLines::except_timeouts;
  grader.options.reveal_fresh_cases = options.reveal_fresh_cases;
  const auto basis = basis_of(grader, exercises);
  Store store(out, fingerprint(basis), shard ? Workers::several : Workers::one);
  tell_changed(store.note_basis(basis), options);
  if (const auto seed = grader.options.shared_seed()) store.remember_seed(*seed);

  Frozen frozen = taken_in(grader, exercises, options, shard, std::move(roster), store);
  if (!options.earlier.empty() && !shard)
    frozen.earlier = likenesses_in(exercises, earlier.submitters,
                                   taking_in(course, grader.bench, options.earlier));
  forget(frozen, options, store);
  BatchSettings settings{.jobs = job_count(options.grading.jobs),
                         .seed = grader.options.shared_seed(),
                         .due = due_of(options),
                         .enrolment = std::move(enrolment),
                         .platform = platform,
                         .title = fs::canonical(options.folder).filename(),
                         .only_grade = shard.has_value(),
                         .machine = machine_name(grader.bench),
                         .tell = tell_progress};
  std::atomic<bool> shortage = false;
  const BatchSummary summary =
      run_batch(frozen, store, settings, [&](const Exercise& exercise, const std::string& text) {
        return grade_file(grader, exercise, text, shortage);
      });
  clear_progress();
  const ExitCode code = tell_summary(summary, shard ? fs::path() : out, shortage);
  if (shard) return code;  // the whole says what could not be read
  tell_platform(settings, summary.left_out, out);
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
                options.resume
                    ? "the same command goes on; what is finished is kept"
                    : "the same command without --no-resume goes on; what is finished is kept");
  }
}

}  // namespace grader
