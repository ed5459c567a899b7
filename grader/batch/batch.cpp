#include "batch/batch.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/tokens.hpp"
#include "grade/conclude.hpp"
#include "grade/crash_lines.hpp"
#include "report/writers.hpp"
#include "system/parallel.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>

namespace grader {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

constexpr std::size_t most_unrecognised = 10;  // of a submission

/// Words that nobody can choose. The rest are names.
constexpr std::string_view keywords =
    " auto bool break case catch char class const constexpr continue default delete do double else "
    "enum explicit extern false float for friend if inline int long namespace new noexcept nullptr "
    "operator private public return short signed sizeof static struct switch template this throw "
    "true try typedef typename unsigned using virtual void while include define ";

/// Adds all files below `folder` but `left_out`, by their names and contents.
void add_files(const fs::path& folder, std::string& text, const fs::path& left_out = {}) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
    if (entry.is_regular_file() && entry.path() != left_out) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    text += fmt::format("{} {}\n", file.lexically_relative(folder).generic_string(),
                        hex(sha256(read_file(file))));
  }
}

json listed(const Frozen& frozen, const Frozen::Entry& entry) {
  json files = json::array();
  for (std::size_t i = 0; i < entry.works.size(); ++i) {
    const Work& work = frozen.works[entry.works[i]];
    json file = {{"exercise", frozen.exercises[i].folder}};
    if (!entry.files[i].empty()) file["file"] = entry.files[i];
    if (work.problem) file["problem"] = name_of(*work.problem);
    if (!work.problem) file["sha256"] = hex(work.digest);
    files.push_back(std::move(file));
  }
  json submission = {{"id", entry.submitter.id}, {"files_named", entry.submitter.name}};
  if (!entry.submitter.members.empty()) submission["members"] = entry.submitter.members;
  if (entry.submitter.late) submission["late"] = true;
  if (entry.submitter.due) submission["due"] = moment_text(*entry.submitter.due);
  if (entry.submitter.time) submission["time"] = moment_text(*entry.submitter.time);
  submission["handed_in"] = json::array();
  for (const SubmittedPart& part : entry.submitter.parts)
    submission["handed_in"].push_back(part.path.filename().string());
  submission["files"] = std::move(files);
  if (!entry.unrecognised.empty()) submission["unrecognised"] = entry.unrecognised;
  return submission;
}

/// The result of a work that no compiler was asked about.
StoredResult unbuilt(const Exercise& exercise, Verdict verdict, const std::string& finding) {
  StoredResult kept{ungraded(exercise), {}};
  kept.result.verdict = verdict;
  kept.result.finding = finding;
  return kept;
}

/// First all works are graded, and their results kept. Then all that is for people is written from
/// what is kept, so that a batch that went on ends with the same files as one that did not stop.
class Batch {
 public:
  Batch(const Frozen& frozen, Store& store, const BatchOptions& options, const GradeFile& grade,
        const std::string& machine)
      : frozen_(frozen), store_(store), options_(options), grade_(grade), machine_(machine) {
    rows_.resize(frozen.entries.size());
    noted_.resize(frozen.works.size());
  }

  BatchSummary run() {
    BatchSummary summary;
    summary.submissions = frozen_.entries.size();
    std::vector<std::uint32_t> works, again;
    for (std::uint32_t i = 0; i < frozen_.works.size(); ++i)
      if (!frozen_.works[i].problem) works.push_back(i);
    grade_all(works, jobs_);
    summary.distinct = works.size();
    summary.reused = reused_;
    for (const auto& [i, finding] : std::exchange(faults_, {})) again.push_back(i);
    grade_all(again, 1);
    for (const auto& [i, finding] : faults_) {
      const Work& work = frozen_.works[i];
      for (const std::uint32_t one : work.submissions)
        summary.failures.push_back(fmt::format("{} {}: {}",
                                               printable_name(frozen_.entries[one].submitter.id),
                                               exercise_of(work).folder, finding));
    }
    if (!options_.shard.empty()) return summary;
    std::atomic<std::size_t> written = 0;
    in_parallel(frozen_.entries.size(), jobs_, [&](std::size_t i) {
      check_interrupted();
      write_submission(i);
      tell_progress(fmt::format("{} of {} written", ++written,
                                count_text(frozen_.entries.size(), "submission")));
    });
    summary.left_out = write_gradebook();
    write_overview();
    remove_others();
    return summary;
  }

 private:
  const Exercise& exercise_of(const Work& work) const { return frozen_.exercises[work.exercise]; }

  void grade_all(const std::vector<std::uint32_t>& works, unsigned jobs) {
    const Clock::time_point start = Clock::now();
    std::atomic<std::size_t> graded = 0;
    in_parallel(works.size(), jobs, [&](std::size_t i) {
      check_interrupted();
      grade_one(works[i]);
      const std::size_t done = ++graded;
      const double seconds = seconds_since(start) / static_cast<double>(done);
      tell_progress(fmt::format("{} of {} graded, {:.0f} a minute, {:.1f} min left", done,
                                count_text(works.size(), "file"), 60 / std::max(seconds, 1e-3),
                                seconds / 60 * static_cast<double>(works.size() - done)));
    });
  }

  void grade_one(std::uint32_t i) {
    const Work& work = frozen_.works[i];
    const Exercise& exercise = exercise_of(work);
    if (store_.find(exercise.folder, work.digest)) {
      ++reused_;
      return;
    }
    auto [result, log] = grade_(exercise, store_.text(work.digest));
    const bool our_fault = result.verdict == Verdict::internal_error;
    const json line = {{"exercise", exercise.folder},
                       {"sha256", hex(work.digest)},
                       {"submission", frozen_.entries[work.submissions.front()].submitter.id},
                       {"verdict", name_of(result.verdict)},
                       {"compile_seconds", result.compile_seconds},
                       {"run_seconds", result.run_seconds},
                       {"our_fault", our_fault},
                       {"machine", machine_}};
    store_.append("run.jsonl", plain_json(line, -1));
    if (our_fault) {
      const std::lock_guard guard(mutex_);
      faults_[i] = result.finding;
      return;
    }
    // Kept without what depends on who handed it in, and when it was graded.
    result.file.clear();
    result.compile_seconds = result.run_seconds = 0;
    store_.keep(exercise.folder, work.digest, {std::move(result), std::move(log)});
  }

  StoredResult result_of(std::uint32_t i) const {
    const Work& work = frozen_.works[i];
    const Exercise& exercise = exercise_of(work);
    if (work.problem) return unbuilt(exercise, *work.problem, work.reason);
    if (const auto fault = faults_.find(i); fault != faults_.end())
      return unbuilt(exercise, Verdict::internal_error, fault->second);
    std::optional<StoredResult> kept = store_.find(exercise.folder, work.digest);
    if (kept) return *std::move(kept);
    throw TryAgain(store_.folder().string() + ": a result that was kept is gone",
                   "repeat the command: it goes on");
  }

  /// Remembers a result for the overview.
  ResultSummary note(std::uint32_t i, const ExerciseResult& result) {
    const std::lock_guard guard(mutex_);
    return noted_[i] = noted_in(result, remarks_);
  }

  void write(const fs::path& file, std::string_view text) {
    store_.write(file, text);
    const std::lock_guard guard(mutex_);
    written_.insert(file);
  }

  /// Writes the report and the feedback of a submission, and what was handed in to sources/, laid
  /// out for programs that compare whole classes.
  void write_submission(std::size_t number) {
    const auto& [submitter, works, files, unrecognised] = frozen_.entries[number];
    const std::string &name = submitter.name, page_file = name + ".html";
    GradebookRow& row =
        rows_[number] = {submitter.id, name, {}, submitter.time, submitter.late, submitter.due};
    Report report;
    report.submission = submitter.id;
    report.who = who(submitter);
    report.seed = book_.seed;
    report.reproducible = true;
    for (std::size_t i = 0; i < works.size(); ++i) {
      const Exercise& exercise = frozen_.exercises[i];
      auto [result, log] = result_of(works[i]);
      const ResultSummary noted = note(works[i], result);
      name_file(files[i], result);
      if (std::string different = name_note(result.file, exercise); !different.empty())
        result.notes.push_back(std::move(different));
      const Mark& mark =
          row.marks.emplace_back(mark_of(noted.verdict, noted.score, submitter, exercise.number));
      result.score = mark.score;
      if (!mark.by_hand.empty())
        result.notes.push_back("the points were given by hand: " + mark.by_hand);
      if (!log.empty())
        write(fs::path("logs") / name / fmt::format("{:02}.log", exercise.number), harmless(log));
      const Work& work = frozen_.works[works[i]];
      if (!noted.untouched && !work.problem)
        write(fs::path("sources") / exercise.folder / (name + ".cpp"), store_.text(work.digest));
      report.exercises.push_back(std::move(result));
    }
    report.late = late_sentence(book_, row);
    write(fs::path("results") / (name + ".json"), json_report(report));
    const std::string page = html_report(report);
    write(fs::path("feedback") / page_file, page);
    if (platform_ == moodle && !submitter.people.empty()) {
      // Moodle looks for the student of that number, and reads no name.
      const std::string folder =
          fmt::format("Participant_{}_assignsubmission_file_", submitter.people.front().number);
      write(fs::path(moodle_feedback) / folder / "feedback.html", page);
    }
    const std::string head = fmt::format("# Feedback for {}\n\n", markdown_text(report.who));
    write(fs::path("feedback") / (name + ".md"), without_orders(head) + markdown_report(report));
  }

  void write_overview() {
    for (const Exercise& exercise : frozen_.exercises) {
      if (!fs::exists(exercise.original())) continue;
      write(fs::path("sources/stubs") / exercise.folder / (exercise.name + ".cpp"),
            read_file(exercise.original()));
    }
    ClassSummary summary = summarise(frozen_, noted_);
    summary.enrolment = frozen_.enrolment;
    store_.write("class.html", class_html(summary));
    store_.write("class.json", class_json(summary));
  }

  /// The rows of those who handed in, one for each member of a group, and of the absent.
  std::vector<GradebookRow> all_rows() const {
    std::vector<std::pair<std::string, GradebookRow>> rows;  // by the ids of submissions
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto& [id, members, people] = std::tie(
          rows_[i].id, frozen_.entries[i].submitter.members, frozen_.entries[i].submitter.people);
      for (std::size_t who = 0; who < std::max<std::size_t>(members.size(), 1); ++who) {
        GradebookRow& row = rows.emplace_back(id, rows_[i]).second;
        if (!members.empty()) row.id = members[who];
        if (!people.empty()) row.person = people[who];
      }
    }
    const Enrolment enrolment = frozen_.enrolment.value_or(Enrolment{});
    for (const Submitter& absent : enrolment.absent) {
      GradebookRow& row = rows.emplace_back(absent.id, GradebookRow{absent.id, "", {}}).second;
      for (const Exercise& exercise : frozen_.exercises)
        row.marks.push_back(mark_of(Verdict::missing_file, 0, absent, exercise.number));
      const bool known = enrolment.complete || !absent.overrides.empty();
      if (known && !absent.people.empty()) row.person = absent.people.front();
    }
    std::ranges::stable_sort(rows, {}, &std::pair<std::string, GradebookRow>::first);
    std::vector<GradebookRow> sorted;
    for (auto& [id, row] : rows) sorted.push_back(std::move(row));
    return sorted;
  }

  /// Returns the ids that the platform's gradebook does not have.
  std::vector<std::string> write_gradebook() {
    Gradebook book = book_;
    book.rows = all_rows();
    store_.write("gradebook.csv", gradebook_csv(book));
    store_.write("gradebook.json",
                 [&](std::ostream& stream) { write_gradebook_json(book, stream); });
    for (const char* platform : {moodle, canvas}) {
      if (platform != platform_) store_.remove(platform_gradebook(platform));
    }
    if (platform_.empty()) return {};
    const fs::path title = fs::canonical(options_.folder).filename();
    PlatformTable table = platform_csv(book, platform_, title);
    store_.write(platform_gradebook(platform_), table.text);
    return std::move(table.left_out);
  }

  /// Removes what an earlier batch has left that this one did not write. Files whose endings a
  /// batch never writes are somebody's own.
  void remove_others() const {
    using Endings = std::set<fs::path>;
    for (const auto& [folder, endings] :
         {std::pair("results", Endings{".json"}), std::pair("feedback", Endings{".html", ".md"}),
          std::pair(moodle_feedback, Endings{".html"}), std::pair("logs", Endings{".log"}),
          std::pair("questions", Endings{".md"}), std::pair("sources", Endings{".cpp"})}) {
      std::vector<fs::path> folders{folder};
      std::error_code none;
      for (const auto& entry : fs::recursive_directory_iterator(store_.folder() / folder, none)) {
        const fs::path path = entry.path().lexically_relative(store_.folder());
        if (entry.is_directory()) folders.push_back(path);
        if (!entry.is_directory() && endings.contains(path.extension()) && !written_.contains(path))
          store_.remove(path);
      }
      std::ranges::reverse(folders);
      for (const fs::path& one : folders) store_.remove(one);  // where it is empty
    }
  }

  const Frozen& frozen_;
  Store& store_;
  const BatchOptions& options_;
  const GradeFile& grade_;
  const std::string& machine_;
  const unsigned jobs_ = job_count(options_.grading.jobs);
  /// To write a gradebook for; empty: none.
  const std::string platform_ = options_.gradebook.empty() ? "" : frozen_.platform;
  /// Without rows.
  const Gradebook book_{frozen_.exercises, options_.grading.seed, due_of(options_), {}};
  std::vector<GradebookRow> rows_;    ///< of each submission
  std::vector<ResultSummary> noted_;  ///< of each work
  Remarks remarks_;
  std::map<std::uint32_t, std::string> faults_;  ///< our own, with the reason, by works
  std::set<fs::path> written_;                   ///< files below the output
  std::atomic<std::size_t> reused_ = 0;          ///< works whose results were kept
  std::mutex mutex_;
};

}  // namespace

std::vector<LikeEarlier> likenesses_in(const std::vector<Exercise>& exercises,
                                       const std::vector<Submitter>& submitters,
                                       const TakeIn& take_in) {
  std::vector<LikeEarlier> all(exercises.size());
  for (const Submitter& submitter : submitters) {
    check_interrupted();
    const std::vector<Intake> intakes = take_in(submitter, exercises).intakes;
    for (std::size_t i = 0; i < intakes.size(); ++i)
      if (!intakes[i].problem) all[i][likeness(intakes[i].text)].push_back(submitter.id);
  }
  return all;
}

Frozen freeze(const std::vector<Exercise>& exercises, Roster roster, const TakeIn& take_in,
              Store& store) {
  Frozen frozen{exercises, {}, {}, std::move(roster.others), roster.platform};
  // Equal files become one work; so do equal reasons for having none.
  std::map<std::pair<std::size_t, Digest256>, std::uint32_t> known;
  for (Submitter& submitter : roster.submitters) {
    check_interrupted();
    FoundFiles found = take_in(submitter, exercises);
    if (found.unrecognised.size() > most_unrecognised) found.unrecognised.resize(most_unrecognised);
    Frozen::Entry entry{std::move(submitter), {}, {}, std::move(found.unrecognised)};
    for (std::size_t i = 0; i < exercises.size(); ++i) {
      const Intake& intake = found.intakes[i];
      const Digest256 digest =
          sha256(intake.problem ? std::string(name_of(*intake.problem)) + '\0' + intake.reason
                                : intake.text);
      const auto next = static_cast<std::uint32_t>(frozen.works.size());
      const auto [work, is_new] = known.try_emplace({i, digest}, next);
      if (is_new) frozen.works.push_back({i, digest, {}, intake.problem, intake.reason, {}});
      if (is_new && !intake.problem) {
        frozen.works.back().likeness = likeness(intake.text);
        store.keep_text(digest, intake.text);
      }
      frozen.works[work->second].submissions.push_back(
          static_cast<std::uint32_t>(frozen.entries.size()));
      entry.works.push_back(work->second);
      const fs::path file = intake.file.lexically_relative(entry.submitter.path);
      entry.files.push_back(intake.file.empty() ? "" : file.generic_string());
    }
    frozen.entries.push_back(std::move(entry));
  }
  json head = {{"format_version", 1}};
  if (!frozen.others.empty()) head["no_submissions"] = frozen.others;
  store.write("submissions.json", [&](std::ostream& stream) {
    write_json_list(stream, head, "submissions", frozen.entries,
                    [&](const Frozen::Entry& entry) { return listed(frozen, entry); });
  });
  return frozen;
}

std::string fingerprint_of(const Grader& grader, const std::vector<Exercise>& exercises) {
  const GradeOptions& options = grader.options;
  std::string text = fmt::format(
      "{} {} {} {} {} {} {} {} {} {} {} {}\n", hex(sha256(read_file("/proc/self/exe"))),
      grader.bench.kit.name, grader.bench.kit.compiler_version, static_cast<int>(options.marks),
      options.fresh, options.reveal_fresh_cases, options.seed, options.secret,
      options.cpu_seconds.value_or(0), options.memory_mib.value_or(0),
      options.run_seconds.value_or(0), grader.bench.build_cpu_seconds);
  const fs::path& root = grader.course.root;
  add_files(root / "exercises" / "include", text);
  for (const Exercise& exercise : exercises) {
    add_files(exercise.directory, text, exercise.stub());
    text += fmt::format("{} {}\n", exercise.folder,
                        hex(sha256(read_file(grader.course.reference(exercise)))));
  }
  add_files(root / "solutions", text);
  add_files(grader.course.released(), text);
  return hex(sha256(text)).substr(0, 16);
}

std::string plain_form(std::string_view code) {
  if (code.starts_with("\xef\xbb\xbf")) code.remove_prefix(3);  // a byte order mark
  std::map<std::string_view, std::size_t> names;
  std::string form;
  for (const Token& token : tokens_of(code, Directives::read)) {
    const bool chosen = token.kind == Token::Kind::word &&
                        keywords.find(fmt::format(" {} ", token.text)) == keywords.npos;
    form +=
        chosen ? fmt::format("name {}\n", names.try_emplace(token.text, names.size()).first->second)
               : fmt::format("{}\n", token.text);
  }
  return form;
}

Digest256 likeness(std::string_view code) { return sha256(plain_form(code)); }

std::optional<Due> due_of(const BatchOptions& options) {
  if (options.due.empty()) return std::nullopt;
  return due_in(options.due, options.late_per_day, options.grace);
}

BatchSummary run_batch(const Frozen& frozen, Store& store, const BatchOptions& options,
                       const GradeFile& grade, const std::string& machine) {
  return Batch(frozen, store, options, grade, machine).run();
}

fs::path platform_gradebook(const std::string& platform) {
  return fmt::format("gradebook-{}.csv", lower_case(platform.substr(0, platform.find(' '))));
}

}  // namespace grader
