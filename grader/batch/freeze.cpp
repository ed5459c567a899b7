#include "batch/batch.hpp"
#include "batch/json_list.hpp"
#include "batch/likeness.hpp"
#include "core/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>

namespace grader {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t most_unrecognised = 10;  // of a submission

/// A submission's file of one exercise, or why there is none.
struct TakenIn {
  std::string file;                ///< its path below the submission's folder; may be empty
  std::optional<Verdict> problem;  ///< as of an Intake
  std::string reason;
  Digest256 digest{};    ///< of the text, or of the reason
  Digest256 likeness{};  ///< of the text, where it is the first of its kind
};

/// Gathers what everybody handed in. Equal files become one work; so do equal reasons for having
/// none.
class Collector {
 public:
  explicit Collector(const std::vector<Exercise>& exercises) { frozen_.exercises = exercises; }

  /// Whether a file with this digest was there before.
  bool knows(std::size_t exercise, const Digest256& digest) const {
    return works_.contains({exercise, digest});
  }

  /// The next submission, with a file for each exercise, and the paths of those that are none.
  void add(Submitter submitter, const std::vector<TakenIn>& files,
           std::vector<std::string> unrecognised) {
    Frozen::Entry entry{std::move(submitter), {}, {}, std::move(unrecognised)};
    for (std::size_t exercise = 0; exercise < files.size(); ++exercise) {
      const TakenIn& file = files[exercise];
      const auto [work, is_new] =
          works_.try_emplace({exercise, file.digest}, static_cast<std::uint32_t>(works_.size()));
      if (is_new)
        frozen_.works.push_back(
            {exercise, file.digest, file.likeness, file.problem, file.reason, {}});
      frozen_.works[work->second].submissions.push_back(
          static_cast<std::uint32_t>(frozen_.entries.size()));
      entry.works.push_back(work->second);
      const auto [name, is_new_name] =
          files_.try_emplace(file.file, static_cast<std::uint32_t>(files_.size()));
      if (is_new_name) frozen_.files.push_back(file.file);
      entry.files.push_back(name->second);
    }
    frozen_.entries.push_back(std::move(entry));
  }

  Frozen frozen() && { return std::move(frozen_); }

 private:
  Frozen frozen_;
  std::map<std::pair<std::size_t, Digest256>, std::uint32_t> works_;
  std::map<std::string, std::uint32_t> files_;
};

/// Keeps the text of an intake, where it is the first of its kind.
TakenIn taken_in(const Intake& intake, std::size_t exercise, const Submitter& submitter,
                 const Collector& collector, Store& store) {
  TakenIn taken;
  if (!intake.file.empty())
    taken.file = intake.file.lexically_relative(submitter.path).generic_string();
  taken.problem = intake.problem;
  taken.reason = intake.reason;
  if (intake.problem) {
    taken.digest = sha256(std::string(name_of(*intake.problem)) + '\0' + intake.reason);
  } else {
    taken.digest = sha256(intake.text);
    if (collector.knows(exercise, taken.digest)) return taken;
    taken.likeness = likeness(intake.text);
    store.keep_text(taken.digest, intake.text);
  }
  return taken;
}

json listed(const Frozen& frozen, const Frozen::Entry& entry) {
  json files = json::array();
  for (std::size_t i = 0; i < entry.works.size(); ++i) {
    const Work& work = frozen.works[entry.works[i]];
    json file = {{"exercise", frozen.exercises[i].folder}};
    if (!frozen.files[entry.files[i]].empty()) file["file"] = frozen.files[entry.files[i]];
    if (work.problem) {
      file["problem"] = name_of(*work.problem);
    } else {
      file["sha256"] = hex(work.digest);
    }
    files.push_back(std::move(file));
  }
  json submission = {{"id", entry.submitter.id}, {"files_named", entry.submitter.name}};
  if (!entry.submitter.members.empty()) submission["members"] = entry.submitter.members;
  if (entry.submitter.late) submission["late"] = true;
  if (entry.submitter.time) submission["time"] = moment_text(*entry.submitter.time);
  submission["handed_in"] = json::array();
  for (const SubmittedPart& part : entry.submitter.parts)
    submission["handed_in"].push_back(part.path.filename().string());
  submission["files"] = std::move(files);
  if (!entry.unrecognised.empty()) submission["unrecognised"] = entry.unrecognised;
  return submission;
}

/// Writes submissions.json: who handed in which files, with the SHA-256 of each.
void write_submissions(const Frozen& frozen, const Store& store) {
  store.write("submissions.json", [&](std::ostream& stream) {
    json head = {{"format_version", 1}};
    if (!frozen.others.empty()) head["no_submissions"] = frozen.others;
    JsonList list(stream, head, "submissions");
    for (const Frozen::Entry& entry : frozen.entries) list.add(listed(frozen, entry));
  });
}

}  // namespace

std::vector<std::string> unread_in(const Frozen& frozen) {
  std::vector<std::string> unread;
  for (const Frozen::Entry& entry : frozen.entries) {
    const Submitter& one = entry.submitter;
    std::set<std::string> lines;
    for (std::size_t i = 0; i < entry.works.size(); ++i) {
      const Work& work = frozen.works[entry.works[i]];
      if (work.problem != Verdict::internal_error) continue;
      const std::string& file = frozen.files[entry.files[i]];
      lines.insert(fmt::format("{}: {}",
                               printable_name((file.empty() ? one.path : one.path / file).string()),
                               work.reason));
    }
    unread.insert(unread.end(), lines.begin(), lines.end());
  }
  return unread;
}

Frozen freeze(const std::vector<Exercise>& exercises, Roster roster, const TakeIn& take_in,
              Store& store) {
  Collector collector(exercises);
  for (Submitter& submitter : roster.submitters) {
    check_interrupted();
    std::vector<TakenIn> files;
    Taken taken = take_in(submitter, exercises);
    for (const Intake& intake : taken.intakes)
      files.push_back(taken_in(intake, files.size(), submitter, collector, store));
    if (taken.unrecognised.size() > most_unrecognised) taken.unrecognised.resize(most_unrecognised);
    collector.add(std::move(submitter), files, std::move(taken.unrecognised));
  }
  Frozen frozen = std::move(collector).frozen();
  frozen.others = std::move(roster.others);
  write_submissions(frozen, store);
  return frozen;
}

}  // namespace grader
