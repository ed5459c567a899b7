#pragma once
// Grades many submissions: each distinct file once, and what is finished is kept.

#include "batch/class_list.hpp"
#include "batch/gradebook.hpp"
#include "batch/store.hpp"
#include "core/exercise.hpp"
#include "grade/grader.hpp"
#include "grade/intake.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

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

/// What everybody handed in, frozen before any of it is graded.
struct Frozen {
  struct Entry {
    Submitter submitter;
    std::vector<std::uint32_t> works;            ///< one for each exercise
    std::vector<std::uint32_t> files;            ///< places in `files`
    std::vector<std::string> unrecognised = {};  ///< other files that came with them, the first few
  };
  std::vector<Exercise> exercises;
  std::vector<Entry> entries;
  std::vector<Work> works;
  std::vector<std::string> files;         ///< paths below a submission's folder; empty for none
  std::vector<std::string> others;        ///< entries of the class's folder that are no submissions
  std::vector<LikeEarlier> earlier = {};  ///< one for each exercise, where there is such a class
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

/// What we could not read, with the reason: a line for each submission and reason.
std::vector<std::string> unread_in(const Frozen& frozen);

/// What results depend on besides the graded files, a digest of each, by name: the grader's build,
/// the compiler, the options, and the course. None changes with the machine, the place of the
/// course, or what students write there.
std::map<std::string, std::string> basis_of(const Grader& grader,
                                            const std::vector<Exercise>& exercises);

/// 16 digits that change with any of them.
std::string fingerprint(const std::map<std::string, std::string>& basis);

/// How a file was graded.
struct GradedFile {
  StoredResult kept;
  bool our_fault = false;  ///< nothing to keep: to be tried again; `kept.result.finding` says why
};
using GradeFile = std::function<GradedFile(const Exercise&, const std::string& text)>;

struct BatchSettings {
  unsigned jobs = 1;
  std::optional<std::uint64_t> seed;             ///< of fresh cases, for the reports
  std::optional<Due> due;                        ///< for the gradebook
  std::optional<Enrolment> enrolment;            ///< for the gradebook and the overview
  std::string platform = {};                     ///< to write a gradebook for; empty: none
  std::string title = {};                        ///< of the class's column there
  bool only_grade = false;                       ///< write nothing for people: the whole will
  std::string machine;                           ///< for the log of times: host and tier
  std::function<void(const std::string&)> tell;  ///< progress; may be empty
};

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

/// Grades what is not yet kept. Writes results/, feedback/, logs/ and sources/ as submissions
/// become complete, and at the end the gradebook and the overview. Files of submissions that are no
/// longer there are removed. What fails by our own fault is tried once more at the end. Throws
/// TryAgain and Interrupted; the same call then goes on where this one stopped.
BatchSummary run_batch(const Frozen& frozen, Store& store, const BatchSettings& settings,
                       const GradeFile& grade);

/// The submissions whose results an earlier batch has left, by the names of their files.
struct Earlier {
  std::size_t count = 0;
  std::vector<std::string> gone;  ///< those that are not among the submitters of now
};
Earlier earlier_in(const std::filesystem::path& out, const std::vector<Submitter>& now);

/// Removes from results/, feedback/, logs/ and sources/ the files of submissions and exercises that
/// are not in `frozen`, and Moodle's feedback where that is not the platform. Files whose endings a
/// batch never writes stay.
void remove_left_over(const Frozen& frozen, const Store& store, const std::string& platform);

}  // namespace grader
