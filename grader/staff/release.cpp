// release: the students' copy of the course.

#include "release/release.hpp"

#include "cli/commands.hpp"
#include "core/text.hpp"
#include "course/course.hpp"
#include "explain/replayer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

namespace grader {
namespace {

namespace fs = std::filesystem;

std::vector<Workbench> benches_of(const Setup& setup) {
  std::vector<Workbench> benches;
  for (const std::string& name : kit_names(setup.kits)) {
    if (setup.compiler != "auto" && setup.compiler != name) continue;
    benches.push_back({.kit = load_kit(setup.kits, name), .tell = show_progress});
  }
  if (benches.empty()) load_kit(setup.kits, setup.compiler);  // says what is missing
  return benches;
}

void tell_compilers(const Release& release) {
  for (const Workbench& bench : release.benches)
    std::cout << fmt::format("references for {}\n", bench.kit.platform);
  if (release.benches.size() > 1) return;
  const char* other = release.benches.front().kit.name == "clang" ? "gcc" : "clang";
  std::cout << fmt::format(
      "with {} alone, exercises that use earlier ones are skipped there: ./grade list --compiler "
      "{} "
      "builds its kit, then release again\n",
      other, other);
}

}  // namespace

ExitCode release_command(const Setup& setup, const ReleaseOptions& options) {
  Course course = load_course(setup.course);
  Release release;
  if (!options.over.empty()) release.over = folders_meant(course, {options.over});
  std::vector<std::string> asked;
  if (!options.exercises.empty()) asked = folders_meant(course, {options.exercises});
  course = load_course(setup.course, asked);
  for (const std::string& folder : release.over) find_exercise(course, folder);
  release.benches = benches_of(setup);
  release.tool = fs::path(release.benches.front().kit.harness_include).parent_path();
  const Grader grader{course, release.benches.front()};
  release.sealed = [&](const Exercise& exercise) {
    return sealed_file(grader.bench, grader.course, exercise,
                       *grader.library->of(grader.course, exercise));
  };
  write_release(course, release, options.folder);
  if (options.git) commit_release(options.folder);
  clear_progress();
  std::string numbers;
  for (const Exercise& exercise : course.exercises) {
    numbers += fmt::format(" {:02}", exercise.number);
    if (!asked.empty() && std::ranges::find(asked, exercise.folder) == asked.end())
      std::cout << fmt::format("{} goes along: another one uses it\n", exercise.folder);
  }
  tell_compilers(release);
  const std::string there = shell_word((fs::path(options.folder) / "grade").string());
  std::cout << fmt::format("{}: {} released:{}{}\nto check it: {} verify\n", options.folder,
                           count_text(course.exercises.size(), "exercise"), numbers,
                           options.git ? ", in one commit" : "", there)
            << std::flush;
  return ExitCode::all_passed;
}

}  // namespace grader
