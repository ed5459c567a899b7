#include "compile/prepared.hpp"
#include "core/error.hpp"
#include "grade/grade.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

namespace grader {
namespace {

std::map<std::filesystem::path, std::string> headers_of(const Exercise& exercise) {
  std::map<std::filesystem::path, std::string> texts;
  for (const std::filesystem::path& header : exercise.headers) texts[header] = read_file(header);
  return texts;
}

}  // namespace

void Ready::prepare(const Grader& grader, const Exercise& exercise) {
  place_.reset();
  try {
    grader.library->of(grader.course, exercise);
    if (exercise.measures) measures_program(grader.bench, exercise);
    headers_ = headers_of(exercise);
    exercise_ = exercise.folder;
    place_ = std::make_unique<Workplace>(grader, exercise);
    place_->make_runner(grader);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {
    place_.reset();
  }
}

std::unique_ptr<Workplace> Ready::take(const Exercise& exercise) {
  std::unique_ptr<Workplace> place = std::move(place_);
  try {
    if (exercise.folder == exercise_ && headers_of(exercise) == headers_) return place;
  } catch (const Error&) {  // the grading tells of it
  }
  return nullptr;
}

}  // namespace grader
