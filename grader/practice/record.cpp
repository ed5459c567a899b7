#include "practice/record.hpp"

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
  return nlohmann::json::parse(text).at("exercises").get<DrillRecord>();
} catch (const std::exception&) {
  return std::nullopt;
}

std::string text_of(const DrillRecord& record) {
  const nlohmann::json root{{"format_version", 1}, {"exercises", record}};
  return root.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

unsigned count_done(const DrillRecord& record) {
  unsigned done = 0;
  for (const auto& [folder, drills] : record) done += std::min(drills.done, 1000U);
  return done;
}

}  // namespace grader
