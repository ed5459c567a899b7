// The overview of a class: what to teach next, as a page; and the same for programs. Pure.

#include "batch/batch.hpp"
#include "core/text.hpp"
#include "report/page.hpp"
#include "report/writers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>

namespace grader {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t longest_remark = 300;

/// A compiler's error without its place, which differs between files.
std::string complaint_in(const std::string& finding) {
  static const std::regex start(R"((it does not compile: )?(\S*\.cpp:[0-9:]* )?)");
  const std::string text = cut(finding, 2 * longest_remark);
  std::smatch found;
  std::regex_search(text, found, start, std::regex_constants::match_continuous);
  return cut(found.suffix().str(), longest_remark);
}

/// Counts what happened, by its text, or by its name where it has no text. So mistakes that share a
/// message are counted as one.
class Happenings {
 public:
  void add(const std::string* name, const std::string* text,
           const std::vector<std::uint32_t>& who) {
    auto& [names, members] = groups_[{text != nullptr, text != nullptr ? text : name}];
    if (name != nullptr) names.insert(*name);
    members.insert(members.end(), who.begin(), who.end());
  }

  /// The commonest first; of equals, by their texts.
  std::vector<Finding> sorted() && {
    std::vector<Finding> list;
    for (auto& [key, group] : groups_) {
      auto& [names, members] = group;
      std::ranges::sort(members);
      list.push_back({fmt::format("{}", fmt::join(names, ", ")), key.first ? *key.second : "",
                      std::move(members)});
    }
    std::ranges::sort(list, [](const Finding& a, const Finding& b) {
      if (a.who.size() != b.who.size()) return a.who.size() > b.who.size();
      return std::tie(a.name, a.text) < std::tie(b.name, b.text);
    });
    return list;
  }

 private:
  /// Names and members, by whether there is a text, and by that or the name.
  std::map<std::pair<bool, const std::string*>,
           std::pair<std::set<std::string>, std::vector<std::uint32_t>>>
      groups_;
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
  one.title = exercise.title;
  Happenings mistakes, steps, errors;
  std::map<Digest256, SimilarFiles> alike;
  for (const std::uint32_t i : works) {
    const Work& work = frozen.works[i];
    const ResultSummary& what = noted[i];
    one.verdicts[what.verdict] += work.submissions.size();
    if (what.verdict == Verdict::passed) one.passed += work.submissions.size();
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

constexpr std::size_t most_in_sight = 6;  // of those who made a mistake; the rest are folded away
constexpr std::size_t most_folded[] = {200, 50, 10, 0};  // beyond these, class.json has them
constexpr std::size_t largest_page = 1'500'000;  // bytes; with fewer folded away, it is smaller
constexpr std::size_t most_happenings = 12;      // of each kind, in each exercise
constexpr std::size_t most_groups = 50;
constexpr std::size_t most_files = 5;  // of one submission

std::string class_heading(const ClassExercise& one) {
  return fmt::format("{:02} {}", one.number, one.title.empty() ? one.name : one.title);
}

/// A bar, hidden from screen readers: the number stands beside it.
Html bar(std::size_t part, std::size_t whole) {
  const double percent =
      whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  return html("<span class=\"bar\" aria-hidden=\"true\"><i style=\"width:{:.1f}%\"></i></span>",
              percent);
}

/// A table that scrolls by itself where it is too wide. A head that begins with '#' is one of
/// numbers, in cells of class "n"; long texts go into cells of class "t".
Html table(const std::vector<std::string>& heads, const Html& rows) {
  Html row;
  for (const std::string& head : heads) {
    const bool numbers = head.starts_with('#');
    row += html("<th scope=\"col\"{}>{}</th>", numbers ? Html(" class=\"n\"") : "",
                head.substr(numbers ? 1 : 0));
  }
  return html(
      "<div class=\"wide\" tabindex=\"0\">\n<table>\n<thead><tr>{}</tr></thead>\n"
      "<tbody>\n{}</tbody>\n</table>\n</div>\n",
      row, rows);
}

Html link_to(const ClassMember& member) {
  return html("<a href=\"feedback/{}.html\">{}</a>", member.name, printable_name(member.who));
}

/// What the page shows. Each place folds away at most `folded` people.
struct Shown {
  const ClassSummary& summary;
  std::size_t folded;
};

Html links(const Shown& shown, const std::vector<std::uint32_t>& who) {
  const auto some = [&](std::size_t from, std::size_t to) {
    Html text;
    for (std::size_t i = from; i < to; ++i)
      text += html("{}{}", i > from ? ", " : "", link_to(shown.summary.members[who[i]]));
    return text;
  };
  if (who.size() <= most_in_sight + 1) return some(0, who.size());
  const std::size_t end = std::min(who.size(), most_in_sight + shown.folded);
  const std::size_t more = who.size() - most_in_sight;
  if (end == most_in_sight)
    return html("{} and {} more in class.json", some(0, most_in_sight), more);
  const Html rest = end < who.size() ? html(" and {} in class.json", who.size() - end) : Html();
  return html("{} <details><summary>and {} more</summary>{}{}</details>", some(0, most_in_sight),
              more, some(most_in_sight, end), rest);
}

/// "wrong value: 3, build failed: 1": all but those who passed.
std::string other_verdicts(const ClassExercise& one) {
  std::vector<std::string> parts;
  for (const auto& [verdict, count] : one.verdicts) {
    if (verdict != Verdict::passed)
      parts.push_back(fmt::format("{}: {}", words_of(verdict), count));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

bool has_happenings(const ClassExercise& one) {
  return !one.mistakes.empty() || !one.steps.empty() || !one.errors.empty();
}

Html exercises_table(const ClassSummary& summary) {
  const std::size_t all = summary.members.size();
  Html rows;
  for (const ClassExercise& one : summary.exercises) {
    const std::string title = class_heading(one);
    rows += html("<tr><th scope=\"row\">{}</th><td>{}{} of {} passed</td><td>{}</td></tr>\n",
                 has_happenings(one) ? html("<a href=\"#e{}\">{}</a>", one.number, title)
                                     : html("{}", title),
                 bar(one.passed, all), one.passed, all, other_verdicts(one));
  }
  return "<h2>How many passed</h2>\n" + table({"exercise", "passed", "the others"}, rows);
}

Html totals_table(const ClassSummary& summary) {
  const std::vector<std::size_t> counts = distribution(summary);
  const std::size_t largest = *std::ranges::max_element(counts);
  Html rows;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::string range =
        i == 10 ? "100 %" : fmt::format("{} to below {} %", 10 * i, 10 * (i + 1));
    rows += html("<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"n\">{}</td></tr>\n", range,
                 bar(counts[i], largest), counts[i]);
  }
  return "<h2>Totals</h2>\n" + table({"share of the points", "as a bar", "#submissions"}, rows);
}

Html happenings_table(const Shown& shown, const std::string& title,
                      const std::vector<Finding>& list) {
  if (list.empty()) return "";
  Html rows;
  for (std::size_t i = 0; i < std::min(list.size(), most_happenings); ++i) {
    const Finding& one = list[i];
    const bool both = !one.text.empty() && !one.name.empty();
    rows +=
        html("<tr><td class=\"n\">{}</td><td class=\"t\">{}{}</td><td class=\"t\">{}</td></tr>\n",
             one.who.size(), one.text.empty() ? one.name : one.text,
             both ? html("<small>{}</small>", one.name) : Html(), links(shown, one.who));
  }
  Html text = html("<h3>{}</h3>\n", title) + table({"#how many", "what", "who"}, rows);
  if (list.size() > most_happenings)
    text += html("<p>{} more, which are rarer, are in class.json.</p>\n",
                 list.size() - most_happenings);
  return text;
}

Html exercise_section(const Shown& shown, const ClassExercise& one) {
  if (!has_happenings(one)) return "";
  return html("<h2 id=\"e{}\">{}</h2>\n", one.number, class_heading(one)) +
         happenings_table(shown, "Mistakes", one.mistakes) +
         happenings_table(shown, "First wrong steps", one.steps) +
         happenings_table(shown, "Errors of the compiler", one.errors);
}

Html alike_row(const Shown& shown, const ClassExercise& one, const SimilarFiles& group) {
  Html files;
  const std::size_t most = most_in_sight + shown.folded;
  for (std::size_t i = 0; i < std::min(group.files.size(), most); ++i)
    files += html("<p>{}</p>", links(shown, group.files[i]));
  if (group.files.size() > most)
    files +=
        html("<p>and {} in class.json</p>\n", count_text(group.files.size() - most, "more file"));
  if (!group.earlier.empty())
    files += html("<p>earlier: {}</p>\n", names_text(group.earlier, most));
  return html(
      "<tr><td>{:02} {}</td><td class=\"n\">{}</td><td>{}</td><td class=\"t\">{}</td></tr>\n",
      one.number, one.name, group.count(),
      group.same_bytes() ? "byte for byte" : "but for comments and names", files);
}

Html alike_section(const Shown& shown) {
  Html rows, text = "<h2>Files that are alike</h2>\n";
  std::size_t groups = 0;
  for (const ClassExercise& one : shown.summary.exercises) {
    for (const SimilarFiles& group : one.alike) {
      if (++groups <= most_groups) rows += alike_row(shown, one, group);
    }
  }
  if (groups == 0) {
    text += "<p>No two files are equal, even without comments and names.</p>\n";
  } else {
    text +=
        "<p><strong>Look before you judge.</strong> Short exercises have few right answers, and "
        "people who learn together write alike. Each paragraph lists those who handed in the same "
        "bytes.</p>\n" +
        table({"exercise", "#how many", "equal", "who"}, rows);
    if (groups > most_groups)
      text +=
          html("<p>{} more are in class.json.</p>\n", count_text(groups - most_groups, "group"));
  }
  return text;
}

Html nothing_section(const Shown& shown, const std::vector<std::uint32_t>& who) {
  if (who.empty()) return "<h2>Nothing handed in</h2>\n<p>Everybody handed in something.</p>\n";
  return html(
      "<h2>Nothing handed in</h2>\n<p>No file, or only stubs as they were handed out:</p>\n"
      "<p>{}</p>\n",
      links(shown, who));
}

/// Those whose files are no exercise's.
Html unrecognised_section(const Shown& shown, const std::vector<std::uint32_t>& who) {
  if (who.empty()) return "";
  Html rows;
  const std::size_t most = std::min(who.size(), most_in_sight + shown.folded);
  for (std::size_t i = 0; i < most; ++i) {
    const ClassMember& member = shown.summary.members[who[i]];
    rows += html("<tr><td>{}</td><td class=\"t\">{}</td></tr>\n", link_to(member),
                 names_text(member.unrecognised, most_files));
  }
  Html text =
      "<h2>Files that were not recognised</h2>\n<p>No file of an exercise, or only stubs as they "
      "were handed out, but others: wrong names, wrong kinds, or too deep in folders.</p>\n" +
      table({"who", "files"}, rows);
  if (most < who.size()) text += html("<p>{} more are in class.json.</p>\n", who.size() - most);
  return text;
}

json ids_json(const ClassSummary& summary, const std::vector<std::uint32_t>& who) {
  json ids = json::array();
  for (const std::uint32_t i : who) ids.push_back(summary.members[i].id);
  return ids;
}

/// `text_key` names the text; where it is empty, the text is left out.
json happenings_json(const ClassSummary& summary, const std::vector<Finding>& list,
                     const char* name_key, const char* text_key) {
  json all = json::array();
  for (const Finding& one : list) {
    json each = {{name_key, one.name.empty() ? json(nullptr) : json(one.name)}};
    if (*text_key != '\0') each[text_key] = one.text.empty() ? json(nullptr) : json(one.text);
    each["count"] = one.who.size();
    each["submissions"] = ids_json(summary, one.who);
    all.push_back(std::move(each));
  }
  return all;
}

json alike_json(const ClassSummary& summary, const std::vector<SimilarFiles>& groups) {
  json all = json::array();
  for (const SimilarFiles& group : groups) {
    json files = json::array();
    for (const auto& who : group.files) files.push_back(ids_json(summary, who));
    all.push_back({{"equal", group.same_bytes() ? "bytes" : "without_comments_and_names"},
                   {"count", group.count()},
                   {"files", std::move(files)}});
    if (!group.earlier.empty()) all.back()["earlier"] = group.earlier;
  }
  return all;
}

json class_exercise_json(const ClassSummary& summary, const ClassExercise& one) {
  json verdicts = json::object();
  for (const auto& [verdict, count] : one.verdicts) verdicts[std::string(name_of(verdict))] = count;
  return {{"number", one.number},
          {"name", one.name},
          {"title", one.title},
          {"passed", one.passed},
          {"verdicts", verdicts},
          {"mistakes", happenings_json(summary, one.mistakes, "mistake", "explanation")},
          {"first_wrong_steps", happenings_json(summary, one.steps, "step", "")},
          {"build_errors", happenings_json(summary, one.errors, "error", "")},
          {"alike", alike_json(summary, one.alike)}};
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

std::string class_html(const ClassSummary& summary) {
  std::vector<std::uint32_t> nothing, unrecognised;
  for (std::uint32_t i = 0; i < summary.members.size(); ++i) {
    const ClassMember& member = summary.members[i];
    if (member.nothing) (member.unrecognised.empty() ? nothing : unrecognised).push_back(i);
  }
  std::string head = fmt::format("{}, {}.", count_text(summary.members.size(), "submission"),
                                 count_text(summary.exercises.size(), "exercise"));
  if (const auto median = median_percent(summary))
    head += fmt::format(" The median is {:.0f} % of the points.", *median);
  if (!nothing.empty()) head += fmt::format(" {} handed in nothing.", nothing.size());
  if (summary.enrolment && !summary.enrolment->absent.empty())
    head +=
        fmt::format(" Of the roster, {} sent nothing at all.", summary.enrolment->absent.size());
  if (!unrecognised.empty())
    head += fmt::format(" {} handed in files that were not recognised.", unrecognised.size());
  const Html start = html("<p>{}</p>\n", head) + exercises_table(summary) + totals_table(summary);
  std::string page;
  for (const std::size_t folded : most_folded) {
    const Shown shown{summary, folded};
    Html body = start;
    for (const ClassExercise& one : summary.exercises) body += exercise_section(shown, one);
    body += alike_section(shown) + nothing_section(shown, nothing);
    body += unrecognised_section(shown, unrecognised);
    page = html_page("The class: what to teach next", body);
    if (page.size() <= largest_page) break;
  }
  return page;
}

std::string class_json(const ClassSummary& summary) {
  json exercises = json::array(), totals = json::array(), nothing = json::array();
  json unrecognised = json::array(), no_time = json::array();
  for (const ClassExercise& one : summary.exercises)
    exercises.push_back(class_exercise_json(summary, one));
  const std::vector<std::size_t> counts = distribution(summary);
  for (std::size_t i = 0; i < counts.size(); ++i)
    totals.push_back({{"from_percent", 10 * i}, {"submissions", counts[i]}});
  for (const ClassMember& member : summary.members) {
    if (!member.no_time.empty()) no_time.push_back({{"id", member.id}, {"reason", member.no_time}});
    if (!member.nothing) continue;
    if (member.unrecognised.empty()) {
      nothing.push_back(member.id);
    } else {
      unrecognised.push_back({{"id", member.id}, {"files", member.unrecognised}});
    }
  }
  const std::optional<double> median = median_percent(summary);
  json root = {{"format_version", 1},
               {"submissions", summary.members.size()},
               {"median_percent", median ? json(*median) : json(nullptr)},
               {"totals", totals},
               {"exercises", exercises},
               {"nothing_handed_in", nothing},
               {"unrecognised", unrecognised},
               {"times_not_told", no_time},
               {"no_submissions", summary.others}};
  if (summary.enrolment) {
    root["absent"] = json::array();
    for (const Submitter& one : summary.enrolment->absent) root["absent"].push_back(one.id);
    root["not_on_roster"] = summary.enrolment->strangers;
    root["not_taken_in"] = summary.enrolment->loose;
  }
  return plain_json(root) + "\n";
}

}  // namespace grader
