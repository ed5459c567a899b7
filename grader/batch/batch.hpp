#pragma once
// Grades many submissions: each distinct file once, and what is finished is kept.

#include "batch/class_list.hpp"
#include "batch/gradebook.hpp"
#include "core/exercise.hpp"
#include "core/report.hpp"
#include "grade/grader.hpp"
#include "grade/intake.hpp"
#include "student/commands.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

namespace grader {

// The output folder of a batch. Each file in it is whole, whenever the batch is ended.

/// A graded file, as it is kept.
struct StoredResult {
  ExerciseResult result;
  std::string log;  ///< of the compiler, where it did not build
};

/// The seed of the fresh cases of the batch in `folder`, where there has been one.
std::optional<std::uint64_t> seed_of_batch(const std::filesystem::path& folder);

/// How many batches may work in a folder: one, which locks it, or several at once, which write the
/// same bytes: the shards of a class.
enum class Workers { one, several };

class Store {
 public:
  /// Makes `folder` where it is missing, and locks it for one worker. Throws InputError where
  /// another batch works there, or where it holds something else. Results are found again under the
  /// same `fingerprint` only, which stands for all that they depend on besides the graded file.
  Store(std::filesystem::path folder, const std::string& fingerprint,
        Workers workers = Workers::one);

  const std::filesystem::path& folder() const { return folder_; }
  /// Whether a batch was here before, of which no result is kept under this fingerprint.
  bool grades_anew() const { return grades_anew_; }

  /// Keeps the seed of fresh cases, for the batch to go on with.
  void remember_seed(std::uint64_t seed) const;

  /// A submitted text, by its SHA-256, for as long as the batch is not finished.
  void keep_text(const Digest256& digest, std::string_view text);
  std::string text(const Digest256& digest) const;

  /// The result for a text in an exercise (its folder's name).
  void keep(const std::string& exercise, const Digest256& digest, const StoredResult& kept);
  std::optional<StoredResult> find(const std::string& exercise, const Digest256& digest) const;
  void forget(const std::string& exercise, const Digest256& digest) const;

  /// Writes `text` to a file below the folder, whole or not at all, unless it has that text
  /// already. Throws TryAgain where there is no room.
  void write(const std::filesystem::path& file, std::string_view text) const;
  /// The same piece by piece, for what is too long for one text.
  void write(const std::filesystem::path& file,
             const std::function<void(std::ostream&)>& fill) const;
  /// Removes a file below the folder that an earlier run may have left.
  void remove(const std::filesystem::path& file) const;
  /// Adds a line to a file below the folder.
  void append(const std::filesystem::path& file, const std::string& line) const;

 private:
  std::filesystem::path kept_file(const std::string& exercise, const Digest256& digest) const;

  std::filesystem::path folder_;
  std::string fingerprint_;
  bool grades_anew_ = false;
  Descriptor lock_;
};

/// One file to grade, or one reason for which there is none, in one exercise.
struct Work {
  std::size_t exercise = 0;        ///< which of the batch's
  Digest256 digest{};              ///< of the text, or of the reason
  Digest256 likeness{};            ///< of the text without comments, white space and names
  std::optional<Verdict> problem;  ///< as of an Intake
  std::string reason;
  std::vector<std::uint32_t> submissions;  ///< those that wait for it, by number
};

/// The tokens of `code`, one a line, without comments and white space. Each name becomes a number,
/// in the order in which names appear; keywords, numbers, string literals and punctuation stay.
std::string plain_form(std::string_view code);

/// A digest that is equal for files that differ in comments, white space and names alone.
Digest256 likeness(std::string_view code);

/// The ids of who handed in a file of that likeness in an earlier class.
using LikeEarlier = std::map<Digest256, std::vector<std::string>>;

/// The class, and what everybody handed in, frozen before any of it is graded.
struct Frozen {
  struct Entry {
    Submitter submitter;
    std::vector<std::uint32_t> works;  ///< one for each exercise
    std::vector<std::string> files;    ///< paths below the submission's folder; empty for none
    std::vector<std::string> unrecognised = {};  ///< other files that came with them, the first few
  };
  std::vector<Exercise> exercises;
  std::vector<Entry> entries;  ///< by their ids
  std::vector<Work> works;
  std::vector<std::string> others;        ///< entries of the class's folder that are no submissions
  std::string platform;                   ///< as in Roster
  std::vector<LikeEarlier> earlier = {};  ///< one for each exercise, where there is such a class
  std::optional<Enrolment> enrolment = {};  ///< where there is a list of the class
};

/// The file of each exercise that a submission has, and the paths of those that are none.
struct FoundFiles {
  std::vector<Intake> intakes;
  std::vector<std::string> unrecognised = {};
};
using TakeIn = std::function<FoundFiles(const Submitter&, const std::vector<Exercise>&)>;

/// What these handed in, in an earlier class: one for each exercise.
std::vector<LikeEarlier> likenesses_in(const std::vector<Exercise>& exercises,
                                       const std::vector<Submitter>& submitters,
                                       const TakeIn& take_in);

/// Takes in all files and keeps their texts. Writes submissions.json: who handed in which files,
/// with the SHA-256 of each.
Frozen freeze(const std::vector<Exercise>& exercises, Roster roster, const TakeIn& take_in,
              Store& store);

/// 16 digits that change with whatever results depend on besides the graded files: the grader's
/// build, the compiler, the options, and the course. They do not change with the machine, the place
/// of the course, or what students write there.
std::string fingerprint_of(const Grader& grader, const std::vector<Exercise>& exercises);

/// When the batch is due, where it is. Throws InputError.
std::optional<Due> due_of(const BatchOptions& options);

/// Grades a text. A result with the verdict internal_error is not kept: it is to be tried again.
using GradeFile = std::function<StoredResult(const Exercise&, const std::string& text)>;

struct BatchSummary {
  std::size_t submissions = 0;
  std::size_t distinct = 0;           ///< files to grade
  std::size_t reused = 0;             ///< of these, kept from before
  std::vector<std::string> failures;  ///< what could not be graded, in a line each
  std::vector<std::string> left_out;  ///< ids that the platform's gradebook does not have
};

/// The gradebook for a platform, and the folder of feedback that Moodle takes, below the output.
std::filesystem::path platform_gradebook(const std::string& platform);
inline constexpr const char* moodle_feedback = "feedback-moodle";

/// Grades what is not yet kept; what fails by our own fault once more at the end. Then writes, but
/// for a shard, all that is for people, and removes what is there of submissions and exercises that
/// are gone. Throws TryAgain and Interrupted; the same call then goes on. `machine` stands in the
/// log of times.
BatchSummary run_batch(const Frozen& frozen, Store& store, const BatchOptions& options,
                       const GradeFile& grade, const std::string& machine = {});

// The overview of a class: counts of verdicts, mistakes and errors.

/// Texts that many results share.
using Remarks = std::set<std::string>;

/// What is remembered of a graded file. The texts are among the remarks; null for none.
struct ResultSummary {
  Verdict verdict = Verdict::skipped;
  double score = 0;
  bool untouched = false;                    ///< no file, or the stub as it was handed out
  const std::string* mistake = nullptr;      ///< its name
  const std::string* explanation = nullptr;  ///< what the student did
  const std::string* step = nullptr;         ///< the first wrong one
  const std::string* error = nullptr;        ///< of the compiler
};

ResultSummary noted_in(const ExerciseResult& result, Remarks& remarks);

/// A mistake, wrong step or compile error, and the members who have it.
struct Finding {
  std::string name;  ///< several names, where mistakes share a message
  std::string text;
  std::vector<std::uint32_t> who;
};

/// Files that are equal but for comments, white space and names. Each element of `files` lists the
/// members who handed in the same bytes.
struct SimilarFiles {
  std::vector<std::vector<std::uint32_t>> files;
  std::vector<std::string> earlier = {};  ///< ids of an earlier class
  std::size_t count() const;
  bool same_bytes() const { return files.size() == 1 && earlier.empty(); }  ///< as far as known
};

struct ClassExercise {
  unsigned number = 0;
  std::string name, title;
  std::map<Verdict, std::size_t> verdicts;
  std::vector<Finding> mistakes, steps, errors;  ///< the commonest first
  std::vector<SimilarFiles> alike;               ///< the largest first
  std::size_t passed = 0;
};

struct ClassMember {
  std::string id;
  std::string name;  ///< of the files
  std::string who;   ///< for people
  double score = 0;
  double most = 0;                             ///< the points of the exercises that could be graded
  bool nothing = false;                        ///< handed in nothing, or untouched stubs only
  std::vector<std::string> unrecognised = {};  ///< files that came instead; only where `nothing`
  std::string no_time = {};  ///< why it is not known when it came, where a commit should tell it
};

struct ClassSummary {
  std::vector<ClassExercise> exercises;
  std::vector<ClassMember> members;
  std::optional<Enrolment> enrolment = {};  ///< where there is a list of the class
  std::vector<std::string> others = {};  ///< entries of the class's folder that are no submissions
};

/// Counts the results of a class; `noted` has one for each work.
ClassSummary summarise(const Frozen& frozen, const std::vector<ResultSummary>& noted);

/// A histogram of the members' percentages: ten bins of ten percent, then one for all points.
/// Members of whom nothing could be graded are left out.
std::vector<std::size_t> distribution(const ClassSummary& summary);

/// The median of those percentages, if there is one.
std::optional<double> median_percent(const ClassSummary& summary);

/// A page with links to feedback/, and the same as JSON, complete.
std::string class_html(const ClassSummary& summary);
std::string class_json(const ClassSummary& summary);

}  // namespace grader
