// Classroom 50's result.json: a test for each exercise, scores as integers.

#include "core/text.hpp"
#include "report/account.hpp"
#include "report/json_text.hpp"
#include "report/writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace grader {
namespace {

/// The factor that makes all points integers: 1, 2, 4, 10 or 100.
double scale_of(const Report& report) {
  for (const double scale : {1.0, 2.0, 4.0, 10.0}) {
    const auto whole = [&](double points) {
      return std::abs(points * scale - std::round(points * scale)) < 1e-9;
    };
    if (std::ranges::all_of(report.exercises, [&](const ExerciseResult& one) {
          return whole(one.score) && whole(one.max_score);
        })) {
      return scale;
    }
  }
  return 100;
}

}  // namespace

std::string classroom50_report(const Report& report, const Handin& handin) {
  const double scale = scale_of(report);
  const auto integer = [&](double points) {
    return static_cast<std::int64_t>(std::llround(points * scale));
  };
  nlohmann::ordered_json root{{"schema", "classroom50/result/v1"},
                              {"classroom", handin.classroom},
                              {"assignment", handin.assignment},
                              {"submission", handin.submission},
                              {"commit", handin.commit},
                              {"release", handin.release},
                              {"review", handin.review.empty() ? handin.commit : handin.review},
                              {"datetime", handin.datetime}};
  // Sums of what is written, so that they agree with it.
  std::int64_t score = 0, max_score = 0;
  nlohmann::ordered_json tests = nlohmann::ordered_json::array();
  if (!report.error.empty()) {
    tests.push_back({{"test-name", "the grader"},
                     {"passed", false},
                     {"score", 0},
                     {"max-score", 0},
                     {"verdict", name_of(Verdict::internal_error)},
                     {"message", printable(report.error)}});
  }
  for (const ExerciseResult& exercise : report.exercises) {
    // A failure of ours is left out, rather than counted as 0 points.
    const bool ours = standing_of(exercise.verdict) == Standing::ours;
    const std::int64_t most = ours ? 0 : integer(exercise.max_score);
    score += integer(exercise.score);
    max_score += most;
    tests.push_back({{"test-name", short_name(exercise)},
                     {"passed", exercise.verdict == Verdict::passed},
                     {"score", integer(exercise.score)},
                     {"max-score", most},
                     {"verdict", name_of(exercise.verdict)},
                     {"message", account_text(exercise)}});
  }
  root["score"] = score;
  root["max-score"] = max_score;
  root["tests"] = tests;
  return json_text(root);
}

}  // namespace grader
