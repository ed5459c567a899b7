#include "practice/record.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace grader {

std::filesystem::path drill_record_file(const std::filesystem::path& course) {
  return course / "drills" / "drills.json";
}

std::optional<DrillRecord> drill_record_in(std::string_view text) try {
  DrillRecord record;
  const nlohmann::json root = nlohmann::json::parse(text);
  for (const auto& [folder, entry] : root.at("exercises").items()) {
    ExerciseDrills& drills = record[folder];
    entry.at("repaired").get_to(drills.repaired);
    entry.at("rewritten").get_to(drills.rewritten);
    entry.at("tries").get_to(drills.tries);
    entry.at("known").get_to(drills.known);
    if (!entry.contains("open")) continue;
    const nlohmann::json& open = entry["open"];
    drills.open = {open.at("fresh_stub"), open.at("level"),   open.at("tries"),
                   open.at("last_file"),  open.at("started"), open.at("bug"),
                   open.at("line"),       open.at("before"),  open.at("after")};
  }
  return record;
} catch (const std::exception&) {
  return std::nullopt;
}

std::string text_of(const DrillRecord& record) {
  nlohmann::json exercises = nlohmann::json::object();
  for (const auto& [folder, drills] : record) {
    nlohmann::json& entry = exercises[folder];
    entry = {{"repaired", drills.repaired},
             {"rewritten", drills.rewritten},
             {"tries", drills.tries},
             {"known", drills.known}};
    if (!drills.open) continue;
    const OpenDrill& open = *drills.open;
    entry["open"] = {{"fresh_stub", open.fresh_stub},
                     {"level", open.level},
                     {"tries", open.tries},
                     {"last_file", open.last_file},
                     {"started", open.started},
                     {"bug", open.bug},
                     {"line", open.line},
                     {"before", open.before},
                     {"after", open.after}};
  }
  const nlohmann::json root{{"format_version", 1}, {"exercises", exercises}};
  return root.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

constexpr unsigned most_counted = 1000;  // of an exercise; a record can say anything

unsigned count_done(const DrillRecord& record) {
  unsigned done = 0;
  for (const auto& [folder, drills] : record)
    done += std::min(drills.repaired, most_counted) + std::min(drills.rewritten, most_counted);
  return done;
}

}  // namespace grader
