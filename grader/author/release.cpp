// release: the students' copy of the course, with everything that grading needs and no solution.

#include "student/commands.hpp"
#include "compile/prepared.hpp"
#include "core/text.hpp"
#include "course/cases.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <regex>
#include <set>

namespace grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct Release {
  Course course;                   ///< with the exercises that are handed out
  std::vector<Toolchain> benches;  ///< whose kits' objects go along
};

/// Writes the copy, file by file. Of a file's mode only whether it is a program is kept.
struct Writer {
  fs::path folder;

  void write(const fs::path& name, const std::string& content, bool program = false) const {
    const fs::path file = folder / name;
    fs::create_directories(file.parent_path());
    write_file(file, content);
    fs::permissions(file, fs::perms(program ? 0755 : 0644));
  }

  void file(const fs::path& from, const fs::path& name) const {
    const bool program =
        (fs::status(from).permissions() & fs::perms::owner_exec) != fs::perms::none;
    write(name, read_file(from), program);
  }

  /// Copies all files below `from`, but for hidden ones and Python's caches.
  void all(const fs::path& from, const fs::path& name) const {
    for (const auto& entry : fs::directory_iterator(from)) {
      const std::string part = entry.path().filename().string();
      if (part.starts_with(".") || part == "__pycache__") continue;
      if (entry.is_directory()) all(entry.path(), name / part);
      if (entry.is_regular_file()) file(entry.path(), name / part);
    }
  }
};

void copy_tool(const Writer& copy, const Release& release) {
  const Course& course = release.course;
  const fs::path tool = release.benches.front().kit.tool;
  for (const char* name :
       {"grade", "CMakeLists.txt", "CMakePresets.json", "LICENSE", ".gitignore", ".gitattributes",
        ".clangd", "docs/exercise.schema.json", ".dockerignore", "integrations/Containerfile"})
    copy.file(tool / name, name);
  for (const char* name : {"cmake", "grader", "exercises/include", "exercises/measures",
                           "docs/template", "integrations/shared", ".vscode", ".devcontainer"})
    copy.all(tool / name, name);
  for (const auto& entry : fs::directory_iterator(tool / "integrations")) {
    const fs::path name = entry.path().filename();
    if (name.extension() == ".jq") copy.file(entry.path(), "integrations" / name);
  }
  if (fs::exists(course.settings())) copy.file(course.settings(), course.settings().filename());
  for (const auto& [page, name] :
       {std::pair("students.md", "README.md"), std::pair("agents.md", "AGENTS.md")}) {
    const fs::path own = course.root / "docs" / page;
    const std::string text = read_file(fs::exists(own) ? own : tool / "docs" / page);
    // Commands in it are for an exercise that is handed out.
    const std::string there = fmt::format(" {:02} ", course.exercises.front().number);
    copy.write(name, std::regex_replace(text, std::regex(" 01 "), there));
  }
}

/// Copies what is handed out of an exercise's folder. The stub is the original one, since an author
/// may be trying something in the other. Files of other kinds are left out.
void copy_exercise(const Writer& copy, const Exercise& exercise) {
  const fs::path name = fs::path("exercises") / exercise.folder;
  for (const fs::path& needed : {exercise.statement(), exercise.contract(), exercise.original()}) {
    if (fs::exists(needed)) continue;
    throw InputError(fmt::format("{}: it is not there", needed.string()),
                     fmt::format("./grade verify {}", exercise.folder));
  }
  const std::set<fs::path> kinds{".md", ".json", ".hpp", ".svg", ".png"};
  for (const auto& entry : fs::directory_iterator(exercise.directory)) {
    const fs::path file = entry.path().filename();
    if (kinds.contains(file.extension()) || file == "given.cpp" || file == "measures.cpp")
      copy.file(entry.path(), name / file);
  }
  for (const fs::path& header : exercise.headers) {
    if (header.parent_path() == exercise.directory && header.extension() == ".original")
      copy.file(header, name / header.filename());
  }
  const std::string stub = read_file(exercise.original());
  copy.write(name / exercise.stub().filename(), stub);
  copy.write(name / exercise.original().filename(), stub);
}

std::vector<Demo> demos_of(const Course& course) {
  if (!fs::exists(course.root / "demos" / "demos.json")) return {};
  std::vector<Demo> demos = load_demos(load_course(course.root));
  std::erase_if(demos, [&](const Demo& demo) {
    return !std::ranges::all_of(demo.program.uses, [&](const std::string& name) {
      return std::ranges::find(course.exercises, name, &Exercise::name) != course.exercises.end();
    });
  });
  return demos;
}

void copy_demos(const Writer& copy, const Course& course, const std::vector<Demo>& demos) {
  if (demos.empty()) return;
  const fs::path folder = course.root / "demos";
  ordered_json list = ordered_json::parse(read_file(folder / "demos.json"));
  ordered_json kept = ordered_json::array();
  for (const ordered_json& entry : list["demos"]) {
    if (std::ranges::find(demos, entry["name"].get<std::string>(), &Demo::name) != demos.end())
      kept.push_back(entry);
  }
  list["demos"] = kept;
  copy.write("demos/demos.json", list.dump(2) + "\n");
  copy.file(folder / "demo.hpp", "demos/demo.hpp");
  for (const Demo& demo : demos)
    copy.file(folder / (demo.name + ".cpp"), fs::path("demos") / (demo.name + ".cpp"));
}

constexpr const char* page_on_references =
    "# What grading needs of the solutions\n\nCompiled reference versions, which later exercises "
    "are linked with, a folder for each compiler, and the\nnames and messages of known mistakes. "
    "Edit nothing here.\n";

void write_references(const Writer& copy, const Release& release, const std::vector<Demo>& demos) {
  const Course& course = release.course;
  const fs::path solutions = course.root / "solutions";
  const fs::path references = course.released().filename();
  copy.write(references / "README.md", page_on_references);
  std::vector<ProgramSpec> programs(course.exercises.begin(), course.exercises.end());
  for (const Demo& demo : demos) programs.push_back(demo.program);
  for (const Toolchain& bench : release.benches) {
    const Kit& kit = bench.kit;
    std::set<std::string> written;
    for (const ProgramSpec& program : programs) {
      for (const SourceObject& one : objects_of_sources(bench, program, solutions)) {
        if (!written.insert(one.name).second) continue;
        copy.write(references / kit.name / (one.name + ".o"), read_file(one.object));
      }
    }
    for (const Exercise& exercise : course.exercises) {
      if (exercise.measures) continue;  // none of its steps is replayed
      const std::vector<Mistake> mistakes = load_mistakes(course, exercise);
      for (const SourceObject& one :
           {replay_object(bench, course, exercise, mistakes),
            merged_object(bench, course, exercise, merged_mistakes(course, exercise, mistakes))}) {
        if (written.insert(one.name).second)
          copy.write(references / kit.name / (one.name + ".o"), read_file(one.object));
      }
    }
    if (!written.empty()) copy.write(platform_file(kit, references), kit.platform + "\n");
  }
  for (const Exercise& exercise : course.exercises) {
    if (exercise.measures) continue;  // its messages are those of exercise.json
    const std::vector<Mistake> mistakes = load_mistakes(course, exercise);
    copy.write(references / "mistakes" / course.released_mistakes(exercise).filename(),
               released_mistakes(mistakes, merged_mistakes(course, exercise, mistakes)));
  }
}

void write_all(const Writer& copy, const Release& release) {
  const Course& course = release.course;
  copy_tool(copy, release);
  for (const Exercise& exercise : course.exercises) {
    copy_exercise(copy, exercise);
    copy.file(course.reference(exercise),
              fs::path("reference_data") / course.reference(exercise).filename());
  }
  const std::vector<Demo> demos = demos_of(course);
  copy_demos(copy, course, demos);
  write_references(copy, release, demos);
}

/// Writes what cmake/update.sh goes by: the hash of each file, but that of a stub apart, since its
/// file belongs to who works in it.
void write_lists(const Writer& copy, const Release& release) {
  std::map<std::string, std::string> lines;
  for (const auto& entry : fs::recursive_directory_iterator(copy.folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().lexically_relative(copy.folder).string();
    lines[name] = fmt::format("{}  {}\n", hex(sha256(read_file(entry.path()))), name);
  }
  std::string files, stubs;
  for (const Exercise& exercise : release.course.exercises)
    stubs += lines.extract(("exercises" / (exercise.folder / exercise.stub().filename())).string())
                 .mapped();
  for (const auto& [name, line] : lines) files += line;
  const fs::path references = release.course.released().filename();
  copy.write(references / "stubs.sha256", stubs);
  copy.write(references / "files.sha256", files);
}

/// The folders of the exercises that an earlier release wrote to `folder`. Throws InputError where
/// none did.
std::vector<std::string> released_before(const fs::path& folder) {
  const fs::path list = folder / "references" / "stubs.sha256";
  if (!fs::exists(list)) {
    throw InputError(
        fmt::format("{}: expected a folder that ./grade release wrote, with references/{}",
                    printable_name(folder.string()), list.filename().string()),
        "release into a new folder, without --update");
  }
  std::vector<std::string> folders;
  for (const std::string& line : split_lines(read_file(list)))
    folders.push_back(fs::path(line).parent_path().filename());
  return folders;
}

/// Writes the copy into `folder`, which must be new or empty; with `update` lays it over the one
/// that is there. If this fails, nothing is left, or the next update goes on. The same course gives
/// the same bytes.
void write_release(const Release& release, const fs::path& folder, bool update) {
  std::error_code error;
  if (!update && fs::exists(fs::symlink_status(folder, error)) &&
      !(fs::is_directory(folder, error) && fs::is_empty(folder, error)))
    throw InputError(fmt::format("{}: expected a new or empty folder", folder.string()),
                     "name another one, or --update for one that ./grade release wrote");
  for (const Exercise& exercise : release.course.exercises) {
    const fs::path solution = release.course.solution(exercise);
    if (fs::exists(solution) && fs::exists(release.course.mistakes(exercise))) continue;
    throw InputError(fmt::format("{}: the solution or mistakes.md is not there",
                                 solution.parent_path().string()),
                     "release from the full course");
  }
  const fs::path target = fs::absolute(folder).lexically_normal();
  const fs::path parent =
      target.has_filename() ? target.parent_path() : target.parent_path().parent_path();
  const fs::path unfinished = parent / fmt::format(".release-{}", getpid());
  fs::create_directories(unfinished, error);
  if (error) {
    throw InputError(
        fmt::format("{}: cannot be written: {}", printable_name(folder.string()), error.message()),
        "use a folder that you can write to");
  }
  try {
    write_all(Writer{unfinished}, release);
    write_lists(Writer{unfinished}, release);
    if (!update) {
      fs::rename(unfinished, target);
      return;
    }
    clear_progress();
    const int code = run_in_foreground(
        {"/bin/sh", (unfinished / "cmake" / "update.sh").string(), target, unfinished, "release"});
    check_interrupted();
    if (code != 0) throw GraderFault(fmt::format("{}: it is not up to date", folder.string()));
    fs::remove_all(unfinished, error);
  } catch (...) {
    fs::remove_all(unfinished, error);
    throw;
  }
}

std::vector<Toolchain> benches_of(const Setup& setup) {
  std::vector<Toolchain> benches;
  for (const std::string& name : kit_names(setup.kits)) {
    if (setup.compiler != "auto" && setup.compiler != name) continue;
    benches.push_back({.kit = load_kit(setup.kits, name), .tell = show_progress});
  }
  if (benches.empty()) load_kit(setup.kits, setup.compiler);  // says what is missing
  return benches;
}

}  // namespace

ExitCode release_command(const Setup& setup, const ReleaseOptions& options) {
  umask(022);  // others are to read what is handed out
  Release release{load_course(setup.course), {}};
  std::vector<std::string> asked;
  if (options.update) asked = released_before(options.folder);
  if (!options.exercises.empty()) asked.push_back(options.exercises);
  if (!asked.empty()) asked = folders_meant(release.course, asked);
  release.course = load_course(setup.course, asked);
  release.benches = benches_of(setup);
  write_release(release, options.folder, options.update);
  clear_progress();
  std::string numbers;
  for (const Exercise& exercise : release.course.exercises) {
    numbers += fmt::format(" {:02}", exercise.number);
    if (!asked.empty() && std::ranges::find(asked, exercise.folder) == asked.end())
      std::cout << fmt::format("{} goes along: another one uses it\n", exercise.folder);
  }
  for (const Toolchain& bench : release.benches)
    std::cout << fmt::format("references for {}\n", bench.kit.platform);
  const std::string there = shell_word((fs::path(options.folder) / "grade").string());
  std::cout << fmt::format(
                   "{}: {} released:{}\nto check it: {} verify\nto hand it out: push it as a "
                   "repository, or pack it; students type ./grade{}\n",
                   options.folder, count_text(release.course.exercises.size(), "exercise"), numbers,
                   there, options.update ? " update" : ", and to hand in ./grade submit NN")
            << std::flush;
  return ExitCode::all_passed;
}

}  // namespace grader
