#include "batch/batch.hpp"

#include "batch/likeness.hpp"
#include "core/escape.hpp"
#include "core/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace grader {
namespace {

using json = nlohmann::ordered_json;

/// Numbers that stand for things that are often equal.
template <class Key>
class Numbers {
 public:
  /// The number of `key`, and whether it is new.
  std::pair<std::uint32_t, bool> of(const Key& key) {
    const auto [place, fresh] = numbers_.try_emplace(key, numbers_.size());
    return {place->second, fresh};
  }

 private:
  std::map<Key, std::uint32_t> numbers_;
};

struct Collector {
  Frozen frozen;
  Store& store;
  Numbers<std::pair<std::size_t, Digest256>> works = {};
  Numbers<std::string> files = {};

  void take(Frozen::Entry& entry, std::size_t exercise, const Intake& intake) {
    const std::string said =
        intake.problem ? std::string(name_of(*intake.problem)) + '\0' + intake.reason : "";
    const Digest256 digest = sha256(intake.problem ? said : intake.text);
    const auto [work, is_new] = works.of({exercise, digest});
    if (is_new) {
      const Digest256 like = intake.problem ? Digest256{} : likeness(intake.text);
      frozen.works.push_back({exercise, digest, like, intake.problem, intake.reason, {}});
      if (!intake.problem) store.keep_text(digest, intake.text);
    }
    frozen.works[work].submissions.push_back(static_cast<std::uint32_t>(frozen.entries.size()));
    entry.works.push_back(work);
    const std::string file =
        intake.file.empty() ? ""
                            : intake.file.lexically_relative(entry.submitter.path).generic_string();
    const auto [name, is_new_name] = files.of(file);
    if (is_new_name) frozen.files.push_back(file);
    entry.files.push_back(name);
  }
};

json list_of(const Frozen& frozen) {
  json submissions = json::array();
  for (const Frozen::Entry& entry : frozen.entries) {
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
    submissions.push_back(std::move(submission));
  }
  return {{"format_version", 1}, {"submissions", submissions}};
}

}  // namespace

Frozen freeze(const std::vector<Exercise>& exercises, std::vector<Submitter> submitters,
              const TakeIn& take_in, Store& store) {
  Collector collector{{}, store};
  collector.frozen.exercises = exercises;
  for (Submitter& submitter : submitters) {
    check_interrupted();
    Frozen::Entry entry{std::move(submitter), {}, {}};
    const std::vector<Intake> intakes = take_in(entry.submitter, exercises);
    for (std::size_t i = 0; i < exercises.size(); ++i) collector.take(entry, i, intakes[i]);
    collector.frozen.entries.push_back(std::move(entry));
  }
  const std::string list =
      list_of(collector.frozen).dump(1, ' ', true, json::error_handler_t::replace);
  store.write("submissions.json", json_without_orders(list) + "\n");
  return std::move(collector.frozen);
}

}  // namespace grader
