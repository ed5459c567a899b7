#include "batch/batch.hpp"
#include "core/text.hpp"
#include "core/tokens.hpp"
#include "report/writers.hpp"
#include "system/files.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace grader {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t most_unrecognised = 10;  // of a submission

/// Gathers what everybody handed in. Equal files become one work; so do equal reasons for having
/// none.
class Collector {
 public:
  Collector(const std::vector<Exercise>& exercises, Store& store) : store_(store) {
    frozen_.exercises = exercises;
  }

  void add(Submitter submitter, FoundFiles taken) {
    if (taken.unrecognised.size() > most_unrecognised) taken.unrecognised.resize(most_unrecognised);
    Frozen::Entry entry{std::move(submitter), {}, {}, std::move(taken.unrecognised)};
    for (const Intake& intake : taken.intakes) {
      entry.works.push_back(work_of(entry.works.size(), intake));
      frozen_.works[entry.works.back()].submissions.push_back(
          static_cast<std::uint32_t>(frozen_.entries.size()));
      entry.files.push_back(
          file_of(intake.file.empty()
                      ? ""
                      : intake.file.lexically_relative(entry.submitter.path).generic_string()));
    }
    frozen_.entries.push_back(std::move(entry));
  }

  Frozen frozen() && { return std::move(frozen_); }

 private:
  /// The text of a work is kept when it is new.
  std::uint32_t work_of(std::size_t exercise, const Intake& intake) {
    const Digest256 digest =
        sha256(intake.problem ? std::string(name_of(*intake.problem)) + '\0' + intake.reason
                              : intake.text);
    const auto [work, is_new] =
        works_.try_emplace({exercise, digest}, static_cast<std::uint32_t>(works_.size()));
    if (!is_new) return work->second;
    Work& made =
        frozen_.works.emplace_back(Work{exercise, digest, {}, intake.problem, intake.reason, {}});
    if (!intake.problem) {
      made.likeness = likeness(intake.text);
      store_.keep_text(digest, intake.text);
    }
    return work->second;
  }

  std::uint32_t file_of(const std::string& name) {
    const auto [file, is_new] = files_.try_emplace(name, static_cast<std::uint32_t>(files_.size()));
    if (is_new) frozen_.files.push_back(name);
    return file->second;
  }

  Store& store_;
  Frozen frozen_;
  std::map<std::pair<std::size_t, Digest256>, std::uint32_t> works_;
  std::map<std::string, std::uint32_t> files_;
};

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
  Collector collector(exercises, store);
  for (Submitter& submitter : roster.submitters) {
    check_interrupted();
    FoundFiles taken = take_in(submitter, exercises);
    collector.add(std::move(submitter), std::move(taken));
  }
  Frozen frozen = std::move(collector).frozen();
  frozen.others = std::move(roster.others);
  json head = {{"format_version", 1}};
  if (!frozen.others.empty()) head["no_submissions"] = frozen.others;
  store.write("submissions.json", [&](std::ostream& stream) {
    write_json_list(stream, head, "submissions", frozen.entries,
                    [&](const Frozen::Entry& entry) { return listed(frozen, entry); });
  });
  return frozen;
}

namespace {

namespace fs = std::filesystem;

/// Adds all files below `folder` but `left_out`, by their names and contents.
void add_files(const fs::path& folder, const fs::path& left_out, std::string& text) {
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

template <class T>
std::string option(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

}  // namespace

std::map<std::string, std::string> basis_of(const Grader& grader,
                                            const std::vector<Exercise>& exercises) {
  const GradeOptions& options = grader.options;
  const std::string compiler =
      fmt::format("{} {}", grader.bench.kit.name, grader.bench.kit.compiler_version);
  const std::string given =
      fmt::format("{} {} {} {} {} {} {} {} {}", static_cast<int>(options.marks), options.fresh,
                  options.reveal_fresh_cases, options.seed, hex(sha256(options.secret)),
                  option(options.cpu_seconds), option(options.memory_mib),
                  option(options.run_seconds), grader.bench.build_cpu_seconds);
  const fs::path& root = grader.course.root;
  std::string course;
  add_files(root / "exercises" / "include", "", course);
  for (const Exercise& exercise : exercises) {
    add_files(exercise.directory, exercise.stub(), course);
    const fs::path reference = grader.course.reference(exercise);
    course += fmt::format("{} {}\n", exercise.folder, hex(sha256(read_file(reference))));
  }
  add_files(root / "solutions", "", course);
  add_files(grader.course.released(), "", course);
  return {{"the grader's build", hex(sha256(read_file("/proc/self/exe")))},
          {"the compiler", hex(sha256(compiler))},
          {"the options", hex(sha256(given))},
          {"the exercises or their files", hex(sha256(course))}};
}

std::string fingerprint(const std::map<std::string, std::string>& basis) {
  std::string text;
  for (const auto& [name, digest] : basis) text += digest;
  return hex(sha256(text)).substr(0, 16);
}

namespace {

/// Keywords: words that nobody can choose. The rest are names.
constexpr std::array cpp_keywords = std::to_array<std::string_view>(
    {"auto",      "bool",     "break",     "case",   "catch",    "char",    "class",    "const",
     "constexpr", "continue", "default",   "delete", "do",       "double",  "else",     "enum",
     "explicit",  "extern",   "false",     "float",  "for",      "friend",  "if",       "inline",
     "int",       "long",     "namespace", "new",    "noexcept", "nullptr", "operator", "private",
     "public",    "return",   "short",     "signed", "sizeof",   "static",  "struct",   "switch",
     "template",  "this",     "throw",     "true",   "try",      "typedef", "typename", "unsigned",
     "using",     "virtual",  "void",      "while",  "include",  "define"});

}  // namespace

std::string plain_form(std::string_view code) {
  if (code.starts_with("\xef\xbb\xbf")) code.remove_prefix(3);  // a byte order mark
  std::map<std::string_view, std::size_t> names;
  std::string form;
  for (const Token& token : tokens_of(code, Directives::read)) {
    const bool chosen = token.kind == Token::Kind::word &&
                        std::ranges::find(cpp_keywords, token.text) == cpp_keywords.end();
    form +=
        chosen ? fmt::format("name {}\n", names.try_emplace(token.text, names.size()).first->second)
               : fmt::format("{}\n", token.text);
  }
  return form;
}

Digest256 likeness(std::string_view code) { return sha256(plain_form(code)); }

}  // namespace grader
