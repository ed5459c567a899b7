// The overview of a class: what to teach next, as a page; and the same for programs.

#include "batch/class_summary.hpp"
#include "core/text.hpp"
#include "report/page.hpp"
#include "report/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {

namespace {

constexpr std::size_t most_in_sight = 6;  // of those who made a mistake; the rest are folded away
constexpr std::size_t most_folded[] = {200, 50, 10, 0};  // beyond these, class.json has them
constexpr std::size_t largest_page = 1'500'000;  // bytes; with fewer folded away, it is smaller
constexpr std::size_t most_happenings = 12;      // of each kind, in each exercise
constexpr std::size_t most_groups = 50;
constexpr std::size_t most_others = 200;
constexpr std::size_t most_files = 5;  // of one submission

std::string class_heading(const ClassExercise& one) {
  return fmt::format("{:02} {}", one.number, one.title.empty() ? one.name : one.title);
}

double share_of(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

/// A bar, hidden from screen readers: the number stands beside it.
std::string bar(double percent) {
  return fmt::format(
      "<span class=\"bar\" aria-hidden=\"true\"><i style=\"width:{:.1f}%\"></i></span>", percent);
}

std::string link_to(const ClassMember& member) {
  return fmt::format("<a href=\"feedback/{}.html\">{}</a>", member.name,
                     markup(printable_name(member.who)));
}

/// What the page shows. Each place folds away at most `folded` people.
struct Shown {
  const ClassSummary& summary;
  std::size_t folded;
};

std::string links(const Shown& shown, const std::vector<std::uint32_t>& who) {
  const auto some = [&](std::size_t from, std::size_t to) {
    std::string text;
    for (std::size_t i = from; i < to; ++i)
      text += (i > from ? ", " : "") + link_to(shown.summary.members[who[i]]);
    return text;
  };
  if (who.size() <= most_in_sight + 1) return some(0, who.size());
  const std::size_t end = std::min(who.size(), most_in_sight + shown.folded);
  std::string text = some(0, most_in_sight);
  if (end == most_in_sight)
    return text + fmt::format(" and {} more in class.json", who.size() - most_in_sight);
  text += fmt::format(" <details><summary>and {} more</summary>{}", who.size() - most_in_sight,
                      some(most_in_sight, end));
  if (end < who.size()) text += fmt::format(" and {} in class.json", who.size() - end);
  return text + "</details>";
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

std::string exercises_table(const ClassSummary& summary) {
  const std::size_t all = summary.members.size();
  std::string rows;
  for (const ClassExercise& one : summary.exercises) {
    const std::size_t passed = one.with(Verdict::passed);
    const std::string title = markup(class_heading(one));
    rows += fmt::format(
        "<tr><th scope=\"row\">{}</th><td>{}{} of {} passed</td><td>{}</td></tr>\n",
        has_happenings(one) ? fmt::format("<a href=\"#e{}\">{}</a>", one.number, title) : title,
        bar(share_of(passed, all)), passed, all, other_verdicts(one));
  }
  return "<h2>How many passed</h2>\n" + html_table({"exercise", "passed", "the others"}, rows);
}

std::string totals_table(const ClassSummary& summary) {
  const std::vector<std::size_t> counts = distribution(summary);
  const std::size_t largest = *std::ranges::max_element(counts);
  std::string rows;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::string range =
        i == 10 ? "100 %" : fmt::format("{} to below {} %", 10 * i, 10 * (i + 1));
    rows += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"n\">{}</td></tr>\n",
                        range, bar(share_of(counts[i], largest)), counts[i]);
  }
  return "<h2>Totals</h2>\n" +
         html_table({"share of the points", "as a bar", "#submissions"}, rows);
}

std::string happenings_table(const Shown& shown, const std::string& title,
                             const std::vector<Finding>& list) {
  if (list.empty()) return "";
  std::string rows;
  for (std::size_t i = 0; i < std::min(list.size(), most_happenings); ++i) {
    const Finding& one = list[i];
    rows += fmt::format("<tr><td class=\"n\">{}</td><td class=\"t\">{}", one.who.size(),
                        markup(one.text.empty() ? one.name : one.text));
    if (!one.text.empty() && !one.name.empty())
      rows += fmt::format("<small>{}</small>", markup(one.name));
    rows += "</td><td class=\"t\">" + links(shown, one.who) + "</td></tr>\n";
  }
  std::string text =
      fmt::format("<h3>{}</h3>\n", title) + html_table({"#how many", "what", "who"}, rows);
  if (list.size() > most_happenings)
    text += html_paragraph(
        fmt::format("{} more, which are rarer, are in class.json.", list.size() - most_happenings));
  return text;
}

std::string exercise_section(const Shown& shown, const ClassExercise& one) {
  if (!has_happenings(one)) return "";
  return fmt::format("<h2 id=\"e{}\">{}</h2>\n", one.number, markup(class_heading(one))) +
         happenings_table(shown, "Mistakes", one.mistakes) +
         happenings_table(shown, "First wrong steps", one.steps) +
         happenings_table(shown, "Errors of the compiler", one.errors);
}

std::string alike_row(const Shown& shown, const ClassExercise& one, const SimilarFiles& group) {
  std::string files;
  const std::size_t most = most_in_sight + shown.folded;
  for (std::size_t i = 0; i < std::min(group.files.size(), most); ++i)
    files += fmt::format("<p>{}</p>", links(shown, group.files[i]));
  if (group.files.size() > most)
    files += html_paragraph(
        fmt::format("and {} in class.json", count_text(group.files.size() - most, "more file")));
  if (!group.earlier.empty())
    files += html_paragraph("earlier: " + names_text(group.earlier, most));
  return fmt::format(
      "<tr><td>{:02} {}</td><td class=\"n\">{}</td><td>{}</td><td class=\"t\">{}</td></tr>\n",
      one.number, markup(one.name), group.count(),
      group.same_bytes() ? "byte for byte" : "but for comments and names", files);
}

/// Commands that compare further, for the first exercise that somebody handed in.
std::string comparison_advice(const ClassSummary& summary) {
  if (summary.exercises.empty()) return "";
  const ClassExercise& one = summary.exercises.front();
  return fmt::format(
      "<p>Dolos and JPlag compare more deeply. They read <code>sources/</code>, which has a folder "
      "for each exercise and the stubs that everybody began with; in the folder of this page, for "
      "example:</p>\n<pre tabindex=\"0\">"
      "dolos run -l cpp -f web -i sources/stubs/{0}/{1}.cpp sources/{0}/*.cpp\n"
      "java -jar jplag.jar -l cpp -bc sources/stubs/{0} sources/{0}\n</pre>\n",
      markup(one.folder), markup(one.name));
}

std::string alike_section(const Shown& shown) {
  std::string rows, text = "<h2>Files that are alike</h2>\n";
  std::size_t groups = 0;
  for (const ClassExercise& one : shown.summary.exercises) {
    for (const SimilarFiles& group : one.alike) {
      if (++groups <= most_groups) rows += alike_row(shown, one, group);
    }
  }
  if (groups == 0) {
    text += html_paragraph("No two files are equal, even without comments and names.");
  } else {
    text +=
        "<p><strong>Look before you judge.</strong> Short exercises have few right answers, and "
        "people who learn together write alike. Each paragraph lists those who handed in the same "
        "bytes.</p>\n" +
        html_table({"exercise", "#how many", "equal", "who"}, rows);
    if (groups > most_groups)
      text += html_paragraph(
          fmt::format("{} more are in class.json.", count_text(groups - most_groups, "group")));
  }
  return text + comparison_advice(shown.summary);
}

std::string nothing_section(const Shown& shown, const std::vector<std::uint32_t>& who) {
  return "<h2>Nothing handed in</h2>\n" +
         (who.empty() ? html_paragraph("Everybody handed in something.")
                      : html_paragraph("No file, or only stubs as they were handed out:") + "<p>" +
                            links(shown, who) + "</p>\n");
}

/// Members in a table, each with words.
template <class Words>
std::string members_table(const Shown& shown, const std::vector<std::uint32_t>& who,
                          const char* column, const Words& words) {
  std::string rows;
  const std::size_t most = std::min(who.size(), most_in_sight + shown.folded);
  for (std::size_t i = 0; i < most; ++i) {
    const ClassMember& member = shown.summary.members[who[i]];
    rows += fmt::format("<tr><td>{}</td><td class=\"t\">{}</td></tr>\n", link_to(member),
                        markup(words(member)));
  }
  std::string text = html_table({"who", column}, rows);
  if (most < who.size())
    text += html_paragraph(fmt::format("{} more are in class.json.", who.size() - most));
  return text;
}

/// Who has no file of an exercise, but others, which are listed.
std::string unrecognised_section(const Shown& shown, const std::vector<std::uint32_t>& who) {
  if (who.empty()) return "";
  return "<h2>Files that were not recognised</h2>\n" +
         html_paragraph(
             "No file of an exercise, or only stubs as they were handed out, "
             "but others: wrong names, wrong kinds, or too deep in folders.") +
         members_table(shown, who, "files", [](const ClassMember& member) {
           return names_text(member.unrecognised, most_files);
         });
}

/// Whose commit should tell when it was handed in, and does not.
std::string no_time_section(const Shown& shown, const std::vector<std::uint32_t>& who) {
  if (who.empty()) return "";
  return "<h2>Times that commits do not tell</h2>\n" +
         html_paragraph(
             "Being late costs them nothing, since it is not known. Ask them, and write "
             "the times into the file of --times:") +
         members_table(shown, who, "why", [](const ClassMember& member) { return member.no_time; });
}

/// What a list of the class says of those who handed in.
std::string enrolment_section(const std::optional<Enrolment>& enrolment) {
  if (!enrolment) return "";
  std::string text = "<h2>The roster</h2>\n";
  bool same = true;
  for (const auto& [names, what] :
       {std::pair(absent_in(*enrolment), "On it, and handed in nothing"),
        std::pair(enrolment->strangers, "Handed in, and not on it"),
        std::pair(enrolment->loose, loose_text)}) {
    if (!names.empty())
      text += html_paragraph(fmt::format("{}: {}", what, names_text(names, most_others)));
    same = same && names.empty();
  }
  return same ? text + html_paragraph("Those on the roster handed in, and nobody else.") : text;
}

/// Files that lie loose in the class's folder: somebody may have handed them in.
std::string others_section(const std::vector<std::string>& others) {
  if (others.empty()) return "";
  return "<h2>Entries that are no submissions</h2>\n" +
         html_paragraph(
             "Neither a folder nor an archive. Where somebody handed in one of these, put "
             "it into a folder, then grade again:") +
         html_paragraph(names_text(others, most_others));
}

}  // namespace

std::string class_html(const ClassSummary& summary) {
  std::vector<std::uint32_t> nothing, unrecognised, no_time;
  for (std::uint32_t i = 0; i < summary.members.size(); ++i) {
    const ClassMember& member = summary.members[i];
    if (!member.no_time.empty()) no_time.push_back(i);
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
  const std::string start = "<h1>The class: what to teach next</h1>\n" + html_paragraph(head) +
                            exercises_table(summary) + totals_table(summary);
  std::string page;
  for (const std::size_t folded : most_folded) {
    const Shown shown{summary, folded};
    std::string body = start;
    for (const ClassExercise& one : summary.exercises) body += exercise_section(shown, one);
    body += alike_section(shown) + nothing_section(shown, nothing) +
            unrecognised_section(shown, unrecognised) + no_time_section(shown, no_time) +
            enrolment_section(summary.enrolment) + others_section(summary.others);
    page = html_page("The class: what to teach next", body);
    if (page.size() <= largest_page) break;
  }
  return page;
}

namespace {

using json = nlohmann::ordered_json;

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
          {"passed", one.with(Verdict::passed)},
          {"verdicts", verdicts},
          {"mistakes", happenings_json(summary, one.mistakes, "mistake", "explanation")},
          {"first_wrong_steps", happenings_json(summary, one.steps, "step", "")},
          {"build_errors", happenings_json(summary, one.errors, "error", "")},
          {"alike", alike_json(summary, one.alike)}};
}

}  // namespace

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
    root["absent"] = absent_in(*summary.enrolment);
    root["not_on_roster"] = summary.enrolment->strangers;
    root["not_taken_in"] = summary.enrolment->loose;
  }
  return plain_json(root) + "\n";
}

}  // namespace grader
