#include "batch/class_summary.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace grader {
namespace {

constexpr std::size_t longest_remark = 300;

/// A compiler's error without its place, which differs between files.
std::string complaint_in(const std::string& finding) {
  std::string_view text = finding;
  constexpr std::string_view start = "it does not compile: ";
  if (text.starts_with(start)) text.remove_prefix(start.size());
  // FILE:LINE:COLUMN: or FILE:LINE:
  const std::size_t file = text.substr(0, text.find(' ')).find(".cpp:");
  if (file != std::string_view::npos) {
    std::size_t end = file + 5;
    while (end < text.size() &&
           (std::isdigit(static_cast<unsigned char>(text[end])) != 0 || text[end] == ':'))
      ++end;
    if (end < text.size() && text[end] == ' ') text.remove_prefix(end + 1);
  }
  return cut(text, longest_remark);
}

/// Counts what happened, by its text, or by its name where it has no text. So mistakes that share a
/// message are counted as one.
class Happenings {
 public:
  using Text = const std::string*;

  void add(Text name, Text text, const std::vector<std::uint32_t>& who) {
    Group& group = groups_[text != nullptr ? std::pair<Text, Text>(nullptr, text)
                                           : std::pair<Text, Text>(name, nullptr)];
    if (name != nullptr) group.names.insert(*name);
    group.who.insert(group.who.end(), who.begin(), who.end());
  }

  /// The commonest first; of equals, by their texts.
  std::vector<Finding> sorted() && {
    std::vector<Finding> list;
    for (auto& [key, group] : groups_) {
      std::ranges::sort(group.who);
      list.push_back({fmt::format("{}", fmt::join(group.names, ", ")),
                      key.second != nullptr ? *key.second : "", std::move(group.who)});
    }
    std::ranges::sort(list, [](const Finding& a, const Finding& b) {
      if (a.who.size() != b.who.size()) return a.who.size() > b.who.size();
      return std::tie(a.name, a.text) < std::tie(b.name, b.text);
    });
    return list;
  }

 private:
  struct Group {
    std::set<std::string> names;
    std::vector<std::uint32_t> who;
  };
  std::map<std::pair<Text, Text>, Group> groups_;
};

/// Groups of at least two who handed in like files, one of them this time, the largest first.
std::vector<SimilarFiles> groups_of(std::map<Digest256, SimilarFiles> by_likeness) {
  std::vector<SimilarFiles> groups;
  for (auto& [likeness, group] : by_likeness) {
    if (group.count() + group.earlier.size() < 2) continue;
    std::ranges::sort(group.files);
    groups.push_back(std::move(group));
  }
  std::ranges::sort(groups, [](const SimilarFiles& a, const SimilarFiles& b) {
    if (a.count() != b.count()) return a.count() > b.count();
    return a.files < b.files;
  });
  return groups;
}

ClassExercise exercise_of(const Frozen& frozen, std::size_t which,
                          const std::vector<std::uint32_t>& works,
                          const std::vector<ResultSummary>& noted) {
  const Exercise& exercise = frozen.exercises[which];
  ClassExercise one;
  one.number = exercise.number;
  one.name = exercise.name;
  one.folder = exercise.folder;
  one.title = exercise.title;
  Happenings mistakes, steps, errors;
  std::map<Digest256, SimilarFiles> alike;
  for (const std::uint32_t i : works) {
    const Work& work = frozen.works[i];
    const ResultSummary& what = noted[i];
    one.verdicts[what.verdict] += work.submissions.size();
    if (what.mistake != nullptr || what.explanation != nullptr)
      mistakes.add(what.mistake, what.explanation, work.submissions);
    if (what.step != nullptr) steps.add(what.step, nullptr, work.submissions);
    if (what.error != nullptr) errors.add(what.error, nullptr, work.submissions);
    if (work.problem || what.verdict == Verdict::not_started) continue;
    SimilarFiles& group = alike[work.likeness];
    group.files.push_back(work.submissions);
    if (frozen.earlier.empty()) continue;
    const auto earlier = frozen.earlier[which].find(work.likeness);
    if (earlier != frozen.earlier[which].end()) group.earlier = earlier->second;
  }
  one.mistakes = std::move(mistakes).sorted();
  one.steps = std::move(steps).sorted();
  one.errors = std::move(errors).sorted();
  one.alike = groups_of(std::move(alike));
  return one;
}

ClassMember member_of(const Frozen& frozen, const Frozen::Entry& entry,
                      const std::vector<ResultSummary>& noted) {
  ClassMember member{entry.submitter.id, entry.submitter.name, who(entry.submitter), 0, 0, true};
  for (std::size_t i = 0; i < entry.works.size(); ++i) {
    const ResultSummary& what = noted[entry.works[i]];
    member.nothing = member.nothing && what.untouched;
    const Mark mark =
        mark_of(what.verdict, what.score, entry.submitter, frozen.exercises[i].number);
    if (is_open(mark)) continue;
    member.score += mark.score;
    member.most += frozen.exercises[i].points;
  }
  if (member.nothing) member.unrecognised = entry.unrecognised;
  if (!entry.submitter.time) member.no_time = entry.submitter.no_time;
  return member;
}

}  // namespace

ResultSummary noted_in(const ExerciseResult& result, Remarks& remarks) {
  ResultSummary noted;
  noted.verdict = result.verdict;
  noted.score = result.score;
  noted.untouched = result.verdict == Verdict::missing_file ||
                    (result.verdict == Verdict::not_started && result.cases.empty());
  const auto remark = [&](const std::string& text) {
    return text.empty() ? nullptr : &*remarks.insert(text).first;
  };
  noted.mistake = remark(result.mistake.value_or(""));
  noted.explanation = remark(cut(result.explanation, longest_remark));
  noted.step = remark(result.first_wrong_step.value_or(""));
  if (result.verdict == Verdict::build_failed || result.verdict == Verdict::build_limit)
    noted.error = remark(complaint_in(result.finding));
  return noted;
}

std::size_t SimilarFiles::count() const {
  std::size_t sum = 0;
  for (const auto& who : files) sum += who.size();
  return sum;
}

std::size_t ClassExercise::with(Verdict verdict) const {
  const auto place = verdicts.find(verdict);
  return place == verdicts.end() ? 0 : place->second;
}

ClassSummary summarise(const Frozen& frozen, const std::vector<ResultSummary>& noted) {
  std::vector<std::vector<std::uint32_t>> works(frozen.exercises.size());
  for (std::uint32_t i = 0; i < frozen.works.size(); ++i)
    works[frozen.works[i].exercise].push_back(i);
  ClassSummary summary;
  for (std::size_t i = 0; i < works.size(); ++i)
    summary.exercises.push_back(exercise_of(frozen, i, works[i], noted));
  for (const Frozen::Entry& entry : frozen.entries)
    summary.members.push_back(member_of(frozen, entry, noted));
  summary.others = frozen.others;
  return summary;
}

std::vector<std::size_t> distribution(const ClassSummary& summary) {
  std::vector<std::size_t> counts(11);
  for (const ClassMember& member : summary.members) {
    if (member.most <= 0) continue;
    const double tenths = 10 * member.score / member.most + 1e-9;  // 3 of 10 points are 30 %
    ++counts[static_cast<std::size_t>(std::clamp(tenths, 0.0, 10.0))];
  }
  return counts;
}

std::optional<double> median_percent(const ClassSummary& summary) {
  std::vector<double> percents;
  for (const ClassMember& member : summary.members) {
    if (member.most > 0) percents.push_back(100 * member.score / member.most);
  }
  if (percents.empty()) return std::nullopt;
  std::ranges::sort(percents);
  const std::size_t half = percents.size() / 2;
  return percents.size() % 2 == 1 ? percents[half] : (percents[half - 1] + percents[half]) / 2;
}

}  // namespace grader
