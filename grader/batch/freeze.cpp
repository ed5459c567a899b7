#include "batch/batch.hpp"
#include "core/text.hpp"
#include "core/tokens.hpp"
#include "report/writers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

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

}  // namespace grader
