#include "batch/batch.hpp"

#include "batch/class_summary.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "grade/conclude.hpp"
#include "grade/crash_lines.hpp"
#include "report/writers.hpp"
#include "submission/layout.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <set>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// The result of a work that needs no compiler: there is no file.
StoredResult unbuilt(const Exercise& exercise, Verdict verdict, const std::string& finding) {
  StoredResult kept{ungraded(exercise), {}};
  kept.result.verdict = verdict;
  kept.result.finding = finding;
  return kept;
}

/// Where Moodle looks for the feedback of a student of that number; it reads no name.
fs::path moodle_folder(const Submitter& submitter) {
  return fs::path(moodle_feedback) /
         fmt::format("Participant_{}_assignsubmission_file_", submitter.people.front().number);
}

class BatchProgress {
 public:
  BatchProgress(std::size_t all, std::function<void(const std::string&)> tell)
      : all_(all), tell_(std::move(tell)) {}

  void step() {
    const std::size_t done = ++done_;
    if (!tell_ || all_ == 0) return;
    const double seconds = seconds_since(start_);
    const double left = seconds / static_cast<double>(done) * static_cast<double>(all_ - done);
    tell_(fmt::format("{} of {} graded, {:.0f} a minute, {} left", done, count_text(all_, "file"),
                      60 * static_cast<double>(done) / std::max(seconds, 1e-3), time_text(left)));
  }

 private:
  static std::string time_text(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} s", seconds);
    return fmt::format("{:.0f} min", seconds / 60);
  }

  std::size_t all_;
  std::function<void(const std::string&)> tell_;
  std::atomic<std::size_t> done_ = 0;
  Clock::time_point start_ = Clock::now();
};

class Batch {
 public:
  Batch(const Frozen& frozen, Store& store, const BatchSettings& settings, const GradeFile& grade)
      : frozen_(frozen),
        store_(store),
        settings_(settings),
        grade_(grade),
        book_{frozen.exercises, settings.seed, settings.due, {}},
        noted_(frozen.works.size()),
        waiting_(std::make_unique<std::atomic<std::uint32_t>[]>(frozen.entries.size())) {
    for (std::size_t i = 0; i < frozen.entries.size(); ++i)
      waiting_[i] = static_cast<std::uint32_t>(frozen.exercises.size());
  }

  BatchSummary run() {
    BatchSummary summary;
    summary.submissions = frozen_.entries.size();
    const std::vector<std::uint32_t> open = take_all_kept(summary);
    grade_all(open, settings_.jobs);
    std::vector<std::uint32_t> again;
    for (const auto& [i, finding] : std::exchange(failed_, {})) again.push_back(i);
    grade_all(again, 1);
    failed_twice_ = std::move(failed_);
    for (const auto& [i, finding] : failed_twice_) give_up(i, finding, summary);
    if (!settings_.only_grade) {
      summary.left_out = write_gradebook();
      write_class();
      remove_left_over(frozen_, store_, settings_.platform);
    }
    return summary;
  }

 private:
  const Exercise& exercise_of(const Work& work) const { return frozen_.exercises[work.exercise]; }

  /// Finishes all works that need no grading, and counts them. Returns the others.
  std::vector<std::uint32_t> take_all_kept(BatchSummary& summary) {
    std::vector<char> taken(frozen_.works.size());
    std::atomic<std::size_t> done = 0;
    in_parallel(taken.size(), settings_.jobs, [&](std::size_t i) {
      check_interrupted();
      taken[i] = take_kept(static_cast<std::uint32_t>(i)) ? 1 : 0;
      if (++done % 1000 == 0 && settings_.tell)
        settings_.tell(
            fmt::format("looked at {} of {}", done.load(), count_text(taken.size(), "file")));
    });
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < taken.size(); ++i) {
      const bool is_file = !frozen_.works[i].problem;
      if (is_file) ++summary.distinct;
      if (is_file && taken[i] != 0) ++summary.reused;
      if (taken[i] == 0) open.push_back(i);
    }
    return open;
  }

  /// Finishes a work that needs no grading: its result is kept, or there is no file.
  bool take_kept(std::uint32_t i) {
    const Work& work = frozen_.works[i];
    if (work.problem) {
      finish(i, unbuilt(exercise_of(work), *work.problem, work.reason).result);
      return true;
    }
    if (settings_.only_grade) return store_.has(exercise_of(work).folder, work.digest);
    std::optional<StoredResult> kept = store_.find(exercise_of(work).folder, work.digest);
    if (!kept) return false;
    const ExerciseResult result = kept->result;
    hold(i, *std::move(kept));
    finish(i, result);
    return true;
  }

  void grade_all(const std::vector<std::uint32_t>& works, unsigned jobs) {
    BatchProgress progress(works.size(), settings_.tell);
    in_parallel(works.size(), jobs, [&](std::size_t i) {
      check_interrupted();
      grade_one(works[i]);
      progress.step();
    });
  }

  void grade_one(std::uint32_t i) {
    const Work& work = frozen_.works[i];
    const Exercise& exercise = exercise_of(work);
    GradedFile graded = grade_(exercise, store_.text(work.digest));
    log_times(work, graded);
    if (graded.our_fault) {
      const std::lock_guard guard(mutex_);
      failed_[i] = graded.kept.result.finding;
      return;
    }
    // Kept without what depends on who handed it in, and when it was graded.
    graded.kept.result.file.clear();
    graded.kept.result.compile_seconds = graded.kept.result.run_seconds = 0;
    store_.keep(exercise.folder, work.digest, graded.kept);
    finish(i, graded.kept.result);
  }

  void log_times(const Work& work, const GradedFile& graded) {
    const nlohmann::ordered_json line = {
        {"exercise", exercise_of(work).folder},
        {"sha256", hex(work.digest)},
        {"submission", frozen_.entries[work.submissions.front()].submitter.id},
        {"verdict", name_of(graded.kept.result.verdict)},
        {"compile_seconds", graded.kept.result.compile_seconds},
        {"run_seconds", graded.kept.result.run_seconds},
        {"our_fault", graded.our_fault},
        {"machine", settings_.machine}};
    store_.append("run.jsonl", plain_json(line, -1));
  }

  void give_up(std::uint32_t i, const std::string& finding, BatchSummary& summary) {
    const Work& work = frozen_.works[i];
    for (const std::uint32_t submission : work.submissions) {
      summary.failures.push_back(
          fmt::format("{} {}: {}", printable_name(frozen_.entries[submission].submitter.id),
                      exercise_of(work).folder, finding));
    }
    finish(i, unbuilt(exercise_of(work), Verdict::internal_error, finding).result);
  }

  /// Notes that a work is done, and writes the submissions that are now complete.
  void finish(std::uint32_t i, const ExerciseResult& result) {
    if (settings_.only_grade) return;
    {
      const std::lock_guard guard(mutex_);
      noted_[i] = noted_in(result, remarks_);
    }
    for (const std::uint32_t submission : frozen_.works[i].submissions) {
      if (--waiting_[submission] == 0) write_submission(frozen_.entries[submission]);
    }
  }

  /// Keeps a result in memory for a while: the submissions that share a work often come close
  /// together.
  void hold(std::uint32_t i, StoredResult kept) {
    constexpr std::size_t most_at_hand = 512;
    const std::lock_guard guard(mutex_);
    if (at_hand_.size() > most_at_hand) at_hand_.clear();
    at_hand_.emplace(i, std::move(kept));
  }

  StoredResult kept_of(std::uint32_t i) {
    {
      const std::lock_guard guard(mutex_);
      if (const auto place = at_hand_.find(i); place != at_hand_.end()) return place->second;
    }
    const Work& work = frozen_.works[i];
    const Exercise& exercise = exercise_of(work);
    const auto fault = failed_twice_.find(i);
    StoredResult kept = work.problem ? unbuilt(exercise, *work.problem, work.reason)
                        : fault != failed_twice_.end()
                            ? unbuilt(exercise, Verdict::internal_error, fault->second)
                            : store_.find(exercise.folder, work.digest)
                                  .value_or(unbuilt(exercise, Verdict::internal_error,
                                                    "its result was kept, and cannot be read"));
    if (work.submissions.size() > 1) hold(i, kept);
    return kept;
  }

  void write_submission(const Frozen::Entry& entry) {
    Report report;
    report.submission = entry.submitter.id;
    report.who = who(entry.submitter);
    report.seed = settings_.seed;
    report.reproducible = true;
    const fs::path logs = fs::path("logs") / entry.submitter.name;
    for (std::size_t i = 0; i < entry.works.size(); ++i) {
      StoredResult kept = kept_of(entry.works[i]);
      name_file(frozen_.files[entry.files[i]], kept.result);
      if (std::string note = name_note(kept.result.file, frozen_.exercises[i]); !note.empty())
        kept.result.notes.push_back(std::move(note));
      const Mark mark =
          mark_of(kept.result.verdict, kept.result.score, entry.submitter, kept.result.number);
      kept.result.score = mark.score;
      if (!mark.by_hand.empty())
        kept.result.notes.push_back("the points were given by hand: " + mark.by_hand);
      const fs::path log = logs / fmt::format("{:02}.log", kept.result.number);
      if (!kept.log.empty()) {
        store_.write(log, harmless(kept.log));
      } else {
        store_.remove(log);
      }
      report.exercises.push_back(std::move(kept.result));
    }
    report.late = late_sentence(book_, row_of(entry));
    store_.write(fs::path("results") / (entry.submitter.name + ".json"), json_report(report));
    const std::string page = html_report(report);
    store_.write(fs::path("feedback") / (entry.submitter.name + ".html"), page);
    if (settings_.platform == moodle && !entry.submitter.people.empty())
      store_.write(moodle_folder(entry.submitter) / "feedback.html", page);
    const std::string head = fmt::format("# Feedback for {}\n\n", markdown_text(report.who));
    store_.write(fs::path("feedback") / (entry.submitter.name + ".md"),
                 without_orders(head) + markdown_report(report));
    write_sources(entry);
  }

  /// The row of a submission whose works are all done.
  GradebookRow row_of(const Frozen::Entry& entry) const {
    const Submitter& submitter = entry.submitter;
    GradebookRow row{submitter.id,   submitter.name, {},
                     submitter.time, submitter.late, submitter.due};
    for (std::size_t i = 0; i < entry.works.size(); ++i) {
      const ResultSummary& noted = noted_[entry.works[i]];
      row.marks.push_back(
          mark_of(noted.verdict, noted.score, submitter, frozen_.exercises[i].number));
    }
    return row;
  }

  /// Writes what was handed in to sources/, laid out for programs that compare whole classes.
  void write_sources(const Frozen::Entry& entry) const {
    for (const std::uint32_t i : entry.works) {
      const Work& work = frozen_.works[i];
      const fs::path file =
          fs::path("sources") / exercise_of(work).folder / (entry.submitter.name + ".cpp");
      if (noted_[i].untouched || work.problem) {
        store_.remove(file);
      } else {
        store_.write(file, store_.text(work.digest));
      }
    }
  }

  void write_class() const {
    for (const Exercise& exercise : frozen_.exercises) {
      if (!fs::exists(exercise.original())) continue;
      store_.write(fs::path("sources/stubs") / exercise.folder / (exercise.name + ".cpp"),
                   read_file(exercise.original()));
    }
    ClassSummary summary = summarise(frozen_, noted_);
    summary.enrolment = settings_.enrolment;
    store_.write("class.html", class_html(summary));
    store_.write("class.json", class_json(summary));
  }

  /// Returns the ids that the platform's gradebook does not have.
  std::vector<std::string> write_gradebook() const {
    Gradebook book = book_;
    std::vector<Submitter> absent;
    if (settings_.enrolment) absent = settings_.enrolment->absent;
    auto next = absent.begin();
    const auto add_absent = [&](const std::string* before) {
      for (; next != absent.end() && (before == nullptr || next->id < *before); ++next) {
        GradebookRow& row = book.rows.emplace_back(GradebookRow{next->id, "", {}});
        for (const Exercise& exercise : frozen_.exercises)
          row.marks.push_back(mark_of(Verdict::missing_file, 0, *next, exercise.number));
        const bool known = settings_.enrolment->complete || !next->overrides.empty();
        if (known && !next->people.empty()) row.person = next->people.front();
      }
    };
    for (const Frozen::Entry& entry : frozen_.entries) {
      add_absent(&entry.submitter.id);
      GradebookRow row = row_of(entry);
      const auto& [members, people] = std::tie(entry.submitter.members, entry.submitter.people);
      if (!people.empty()) row.person = people.front();
      for (std::size_t i = 0; i < members.size(); ++i) {
        row.id = members[i];
        if (!people.empty()) row.person = people[i];
        book.rows.push_back(row);
      }
      if (members.empty()) book.rows.push_back(std::move(row));
    }
    add_absent(nullptr);
    store_.write("gradebook.csv", gradebook_csv(book));
    store_.write("gradebook.json",
                 [&](std::ostream& stream) { write_gradebook_json(book, stream); });
    for (const char* platform : {moodle, canvas}) {
      if (platform != settings_.platform) store_.remove(platform_gradebook(platform));
    }
    if (settings_.platform.empty()) return {};
    PlatformTable table = platform_csv(book, settings_.platform, settings_.title);
    store_.write(platform_gradebook(settings_.platform), table.text);
    return std::move(table.left_out);
  }

  const Frozen& frozen_;
  Store& store_;
  const BatchSettings& settings_;
  const GradeFile& grade_;
  const Gradebook book_;              ///< without rows
  std::vector<ResultSummary> noted_;  ///< of each work
  Remarks remarks_;
  std::unique_ptr<std::atomic<std::uint32_t>[]> waiting_;  ///< works open, for each submission
  std::map<std::uint32_t, StoredResult> at_hand_;
  std::mutex mutex_;
  /// Works that failed by our own fault, with the reason: at the first try, and at the second.
  std::map<std::uint32_t, std::string> failed_, failed_twice_;
};

}  // namespace

BatchSummary run_batch(const Frozen& frozen, Store& store, const BatchSettings& settings,
                       const GradeFile& grade) {
  return Batch(frozen, store, settings, grade).run();
}

namespace {

using Names = std::set<std::string>;

std::vector<fs::path> names_below(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    entries.push_back(entry.path().filename());
  return entries;
}

/// Removes the files of `folder` with one of these endings that are not called by one of `names`.
void keep_only(const Store& store, const fs::path& folder, const Names& names,
               const std::vector<std::string>& endings) {
  for (const fs::path& file : names_below(store.folder() / folder)) {
    const bool ours = std::ranges::find(endings, file.extension().string()) != endings.end();
    if (ours && !names.contains(file.stem().string())) store.remove(folder / file);
  }
}

}  // namespace

Earlier earlier_in(const fs::path& out, const std::vector<Submitter>& now) {
  Names people;
  for (const Submitter& one : now) people.insert(one.name);
  Earlier earlier;
  for (const fs::path& file : names_below(out / "results")) {
    if (file.extension() != ".json") continue;
    ++earlier.count;
    if (!people.contains(file.stem().string())) earlier.gone.push_back(file.stem().string());
  }
  std::ranges::sort(earlier.gone);
  return earlier;
}

fs::path platform_gradebook(const std::string& platform) {
  return fmt::format("gradebook-{}.csv", lower_case(platform.substr(0, platform.find(' '))));
}

void remove_left_over(const Frozen& frozen, const Store& store, const std::string& platform) {
  Names people, numbers, folders, on_moodle;
  for (const Frozen::Entry& entry : frozen.entries) {
    people.insert(entry.submitter.name);
    if (platform == moodle && !entry.submitter.people.empty())
      on_moodle.insert(moodle_folder(entry.submitter).filename());
  }
  for (const Exercise& exercise : frozen.exercises) {
    numbers.insert(fmt::format("{:02}", exercise.number));
    folders.insert(exercise.folder);
  }
  keep_only(store, "results", people, {".json"});
  keep_only(store, "feedback", people, {".html", ".md"});
  for (const fs::path& name : names_below(store.folder() / "logs")) {
    keep_only(store, "logs" / name, people.contains(name.string()) ? numbers : Names{}, {".log"});
    store.remove("logs" / name);  // where it is empty
  }
  for (const fs::path& name : names_below(store.folder() / moodle_feedback)) {
    if (on_moodle.contains(name)) continue;
    store.remove(moodle_feedback / name / "feedback.html");
    store.remove(moodle_feedback / name);
  }
  store.remove(moodle_feedback);
  for (const fs::path& name : names_below(store.folder() / "sources")) {
    if (name == "stubs") continue;
    keep_only(store, "sources" / name, folders.contains(name.string()) ? people : Names{},
              {".cpp"});
    store.remove("sources" / name);
  }
}

}  // namespace grader
