#include "student/drill_record.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace grader {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(OpenDrill, started, fresh_stub, level, tries, last_file, line,
                                   before, after)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ExerciseDrills, done, known, open)

std::filesystem::path drill_record_file(const std::filesystem::path& course) {
  return course / "drills" / "drills.json";
}

std::optional<DrillRecord> drill_record_in(std::string_view text) try {
  auto record = nlohmann::json::parse(text).at("exercises").get<DrillRecord>();
  for (auto& [folder, drills] : record) drills.open.level = std::clamp(drills.open.level, 1U, 3U);
  return record;
} catch (const std::exception&) {
  return std::nullopt;
}

std::string text_of(DrillRecord record) {
  std::erase_if(record, [](const auto& entry) {
    return entry.second.done == 0 && entry.second.known.empty() && entry.second.open.started == 0;
  });
  const nlohmann::json root{{"format_version", 1}, {"exercises", record}};
  return root.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace grader
