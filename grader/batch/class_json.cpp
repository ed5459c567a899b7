// The overview of a class for programs.

#include "batch/class_summary.hpp"
#include "batch/json_list.hpp"

namespace grader {
namespace {

using json = nlohmann::ordered_json;

json ids_json(const ClassSummary& summary, const std::vector<std::uint32_t>& who) {
  json ids = json::array();
  for (const std::uint32_t i : who) ids.push_back(summary.members[i].id);
  return ids;
}

/// `text_key` names the text; where it is empty, the text is left out.
json happenings_json(const ClassSummary& summary, const std::vector<Happening>& list,
                     const char* name_key, const char* text_key) {
  json all = json::array();
  for (const Happening& one : list) {
    json each = {{name_key, one.name.empty() ? json(nullptr) : json(one.name)}};
    if (*text_key != '\0') each[text_key] = one.text.empty() ? json(nullptr) : json(one.text);
    each["count"] = one.who.size();
    each["submissions"] = ids_json(summary, one.who);
    all.push_back(std::move(each));
  }
  return all;
}

json alike_json(const ClassSummary& summary, const std::vector<Alike>& groups) {
  json all = json::array();
  for (const Alike& group : groups) {
    json files = json::array();
    for (const auto& who : group.files) files.push_back(ids_json(summary, who));
    all.push_back({{"equal", group.files.size() == 1 ? "bytes" : "without_comments_and_names"},
                   {"count", group.count()},
                   {"files", std::move(files)}});
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
    root["absent"] = summary.enrolment->absent;
    root["not_on_roster"] = summary.enrolment->strangers;
  }
  return plain_json(root) + "\n";
}

}  // namespace grader
