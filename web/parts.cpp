// Makes what a page has of a course: web_parts COURSE BUILD FOLDER. BUILD/kit/clang is a kit whose
// compiler makes WebAssembly. FOLDER gets the course as students get it, which is everything but
// solutions, and for each exercise its statement and stub, what its programs are linked with, and
// its reference versions as programs.

#include "compile/prepared.hpp"
#include "core/error.hpp"
#include "report/page.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>

namespace fs = std::filesystem;
using namespace grader;

namespace {

void put(const fs::path& file, const fs::path& where) {
  fs::create_directories(where.parent_path());
  fs::copy_file(file, where, fs::copy_options::overwrite_existing);
}

void put_text(const std::string& text, const fs::path& where) {
  fs::create_directories(where.parent_path());
  write_file(where, text);
}

/// Why a page cannot grade an exercise; empty where it can.
std::string lack(const Exercise& exercise) {
  if (exercise.costs && exercise.costs->counts_threads())
    return "It starts threads, which a page has not.";
  if (exercise.measures && !exercise.measures->seed.empty())
    return "Its numbers are random, and come out otherwise in a page.";
  constexpr unsigned long_seconds = 8;
  if (!exercise.costs && exercise.limits.cpu_seconds >= long_seconds)
    return "It computes longer than is good for a page.";
  return "";
}

/// The reference data of an exercise, its reference versions, and what is told of them.
void write_versions(const Course& course, const Exercise& exercise, const Toolchain& bench,
                    const fs::path& out) {
  put(course.reference(exercise), out / "course/reference_data" / (exercise.folder + ".json"));
  if (!fs::exists(course.mistakes(exercise))) return;
  const fs::path programs = out / "course/programs" / exercise.folder;
  const std::vector<Mistake> mistakes = load_mistakes(course, exercise);
  const std::vector<MergedMistakes> merged = merged_mistakes(course, exercise, mistakes);
  put(replay_program(bench, course, exercise, mistakes), programs / "replay.wasm");
  if (!merged.empty())
    put(merged_program(bench, course, exercise, merged), programs / "merged.wasm");
  put_text(released_mistakes(mistakes, merged),
           out / "course/references/mistakes" / (exercise.folder + ".json"));
}

/// The parts of one exercise, below `out` in a folder of its own.
void write_parts(const Course& course, const Exercise& exercise, const Toolchain& bench,
                 const fs::path& out) {
  const std::string& name = exercise.folder;
  const fs::path programs = out / "course/programs" / name;
  write_versions(course, exercise, bench, out);
  if (exercise.catches)
    write_versions(course, find_exercise(course, exercise.catches->of), bench, out);
  if (exercise.measures && !exercise.catches)
    put(measures_program(bench, exercise), programs / "measures.wasm");
  if (const auto solution = recorded_solution(bench, exercise))
    put(*solution, programs / "recorded.wasm");
  for (const fs::path& object : prepared_objects(bench, exercise))
    put(object, out / "link" / object.filename());
  for (const fs::path& header : exercise.headers)
    put(header, out / "include" / header_name(header));
}

}  // namespace

int main(int, char** words) try {
  const fs::path root = words[1], out = words[3];
  const Course course = load_course(root);
  const Toolchain bench{load_kit(fs::path(words[2]) / "kit", "clang")};
  nlohmann::ordered_json list, entry;
  std::vector<const Exercise*> graded;
  for (const Exercise& exercise : course.exercises) {
    for (const CoursePart& part : course.parts)
      if (part.from <= exercise.number) entry["part"] = part.title;
    entry["number"] = exercise.number;
    entry["folder"] = exercise.folder;
    entry["name"] = exercise.name;
    entry["title"] = exercise.title;
    entry["lack"] = lack(exercise);
    entry["counted"] = exercise.costs.has_value();
    list.push_back(entry);
    if (lack(exercise).empty()) graded.push_back(&exercise);
    const fs::path own = out / "course/exercises" / exercise.folder;
    for (const auto& file : fs::directory_iterator(exercise.directory))
      if (file.path() != exercise.statement() && file.path() != exercise.stub())
        put(file.path(), own / file.path().filename());
    const std::string all = read_file(exercise.statement());
    const std::string statement = all.substr(0, all.find("\n## Run it\n"));  // a page has a button
    const nlohmann::ordered_json text{{"statement", html_of_markdown(statement).text()},
                                      {"stub", read_file(exercise.original())}};
    put_text(text.dump(), out / "texts" / (exercise.folder + ".json"));
  }
  put(course.settings(), out / "course/course.json");
  put_text(list.dump(1), out / "list.json");
  in_parallel(graded.size(), job_count(0), [&](std::size_t i) {
    std::fprintf(stderr, "%s\n", graded[i]->folder.c_str());
    write_parts(course, *graded[i], bench, out / "parts" / graded[i]->folder);
  });
} catch (const std::exception& error) {
  std::fprintf(stderr, "web_parts: %s\n", error.what());
  return 1;
}
