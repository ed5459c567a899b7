#include "compile/prepared.hpp"

#include "compile/diagnostics.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// A source text of the course's own.
struct SourcePart {
  std::string name;  ///< of the object file, without the key
  std::string text;  ///< empty where this copy does not have it
  fs::path source;   ///< the file to name when it does not compile
  std::set<fs::path> headers;
  std::vector<std::string> Kit::*flags = &Kit::flags;
};

/// How objects are made of what compilers give: another number where that changes.
constexpr const char* form = "5";

/// Changes whenever the part must be compiled again.
std::string key_of(const Kit& kit, const SourcePart& part) {
  std::string text = part.text + '\0' + kit.compiler_version + '\0' + form;
  text += '\0' + fmt::format("{}", fmt::join(kit.*part.flags, " "));
  for (const fs::path& header : part.headers)
    text += '\0' + header_name(header).string() + '\0' + read_file(header);
  text += change_time(kit.launcher);
  return fmt::format("{}-{:016x}", part.name, content_hash(text));
}

/// Where `file` is, or is to be made.
fs::path kept(const Kit& kit, const std::string& file) {
  const fs::path folder = prepared_folder(kit) / kit.name;
  std::error_code error;
  fs::create_directories(folder, error);
  if (fs::exists(folder / file, error) || access(folder.c_str(), W_OK) == 0) return folder / file;
  // Somebody else built this copy, and it may be read only: then once for this run.
  static const TemporaryFolder for_this_run;
  return for_this_run.path() / file;
}

/// Removes what was made in the place of `file` more than a day ago, of other sources.
void remove_older(const fs::path& file) {
  constexpr std::size_t key_length = 16;
  const std::string name = file.filename().string(), stem = file.stem().string();
  const std::string_view start = std::string_view(stem).substr(0, stem.size() - key_length);
  const auto a_day_ago = fs::file_time_type::clock::now() - std::chrono::hours(24);
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(file.parent_path(), ignored)) {
    const std::string other = entry.path().filename().string();
    if (other.size() == name.size() && other.starts_with(start) &&
        entry.last_write_time(ignored) < a_day_ago)
      fs::remove(entry.path(), ignored);
  }
}

/// The same one for the same name: threads that need one object wait for the first, others do not.
std::mutex& mutex_of(const std::string& name) {
  static std::mutex guard;
  static std::map<std::string, std::mutex> mutexes;
  const std::lock_guard lock(guard);
  return mutexes[name];
}

/// The file `name` among those that are kept; where it is not there yet, `make` writes it to where
/// it is told.
fs::path made_once(const Kit& kit, const std::string& name,
                   const std::function<void(const fs::path&)>& make) {
  const std::lock_guard lock(mutex_of(name));
  const fs::path file = kept(kit, name);
  if (fs::exists(file)) return file;
  const TemporaryFolder scratch;
  make(scratch.path() / name);
  try {
    write_file(file, read_file(scratch.path() / name));
  } catch (const InputError& error) {
    throw TryAgain(error.what(), "free some space there, or set SOFTMARK_BUILD to another folder");
  }
  remove_older(file);
  return file;
}

/// `flags` for what is made beside `file`, without paths: a released copy has the same bytes
/// wherever it was made.
std::vector<std::string> without_paths(std::vector<std::string> flags, const Kit& kit,
                                       const fs::path& file) {
  std::ranges::copy(kit.runtime_flags(), std::back_inserter(flags));
  flags.insert(flags.end(), {"-ffile-prefix-map=" + file.parent_path().string() + "=.",
                             "-ffile-prefix-map=" + kit.tool + "=.",
                             "-fno-sanitize=undefined"});  // whose checks name the file
  return flags;
}

void compile_part(const Kit& kit, const SourcePart& part, const fs::path& object) {
  const fs::path folder = object.parent_path(), source = folder / (part.name + ".cpp");
  write_temporary(source, part.text);
  copy_headers(part.headers, folder);
  const BuildResult result =
      compile_alone(kit, source, object, without_paths(kit.*part.flags, kit, source));
  if (result.state == BuildResult::State::built) return;
  check_room(folder);
  const Digest digest = digest_errors(result.log, source.filename().string(), part.text);
  throw GraderFault(fmt::format("{} does not compile: {}\n{}", part.source.string(),
                                digest.headline(), fmt::join(digest.lines, "\n")));
}

/// The object of `part`, compiled when it is not there yet. Throws GraderFault when it does not
/// compile.
fs::path prepared(const Toolchain& bench, const SourcePart& part) {
  return made_once(bench.kit, key_of(bench.kit, part) + ".o", [&](const fs::path& object) {
    if (bench.tell) bench.tell(fmt::format("preparing {}, once", part.name));
    compile_part(bench.kit, part, object);
  });
}

/// What the launcher calls, calling `function` in turn.
std::string call_of(const std::string& function) {
  return fmt::format(
      "#include \"harness/call.hpp\"\n"
      "extern \"C\" void softmark_call(grader::harness::Call& call) {{\n"
      "  grader::harness::invoke(&softmark::{}, call);\n}}\n",
      function);
}

SourcePart binding_of(const ProgramSpec& spec) {
  const fs::path contract = spec.contract();
  return {spec.folder,
          fmt::format("#include \"{}\"\n", contract.filename().string()) + call_of(spec.name),
          contract, spec.headers};
}

/// The text of a source between two others; empty where a released copy lacks it.
std::string text_around(const std::string& before, const fs::path& source,
                        const std::string& after = {}) {
  return fs::exists(source) ? before + read_file(source) + after : "";
}

/// Another source of the course, with `before` in front; its object's name has this ending.
SourcePart part_of(const Reference& one, std::vector<std::string> Kit::*flags,
                   const std::string& ending, const std::string& before = {}) {
  const fs::path& source = one.source;
  const std::string folder = source.parent_path().filename().string();  // NN_name
  return {folder + "-" + source.stem().string() + ending, text_around(before, source), source,
          one.headers, flags};
}

/// What it records is not the student's.
SourcePart reference_part(const Reference& one) {
  return part_of(one, one.optimise ? &Kit::optimising_flags : &Kit::flags, "",
                 "#include <softmark/exercise.hpp>\n#define record silent_record\n");
}

/// The solution as a student's program, whose costs are counted.
SourcePart counted_part(const Reference& solution) {
  return part_of(solution, &Kit::counted_flags, "-counted");
}

/// The solution with what it records.
SourcePart recorded_part(const Reference& solution) {
  return part_of(solution, &Kit::flags, "-recorded");
}

SourcePart measures_part(const Kit& kit, const ProgramSpec& spec) {
  const fs::path& source = spec.measures_source;
  std::set<fs::path> headers = spec.headers;
  for (const auto& one : fs::directory_iterator(fs::path(kit.tool) / "exercises" / "measures"))
    headers.insert(one.path());
  return {spec.folder + "-measures", text_around("", source, call_of("measure")), source,
          std::move(headers), &Kit::optimising_flags};
}

/// Those of the course's own sources that the program and its measures need.
std::vector<SourcePart> parts_of(const Kit& kit, const ProgramSpec& spec) {
  std::vector<SourcePart> parts;
  for (const Reference& reference : spec.references) parts.push_back(reference_part(reference));
  if (!spec.measures_source.empty()) parts.push_back(measures_part(kit, spec));
  if (spec.solution) parts.push_back(counted_part(*spec.solution));
  return parts;
}

/// The object NAME.o that a released copy has in place of a source; empty where it has none that
/// fits the kit.
fs::path released_object(const Kit& kit, const ProgramSpec& spec, const std::string& name) {
  const fs::path& released = spec.released;
  const fs::path object = released / kit.name / (name + ".o");
  if (released.empty() || !fs::exists(object) || !fs::exists(platform_file(kit, released)))
    return {};
  return trimmed(read_file(platform_file(kit, released))) == kit.platform ? object : fs::path{};
}

/// In a released copy the one that it has.
fs::path object_of(const Toolchain& bench, const ProgramSpec& spec, const SourcePart& part) {
  if (!part.text.empty()) return prepared(bench, part);
  if (fs::path object = released_object(bench.kit, spec, part.name); !object.empty()) return object;
  throw GraderFault(fmt::format("{}: {} is graded with it, and it is not there",
                                part.source.string(), spec.folder),
                    "use a copy of the course with solutions");
}

/// Changes with the object. The name of a released one does not tell its contents.
std::string identity(const ProgramSpec& spec, const fs::path& object) {
  const bool released = object.parent_path().parent_path() == spec.released;
  return object.filename().string() + '\0' + (released ? read_file(object) : "") + '\0';
}

/// `objects`, then those of the references, each prepared where it is missing.
std::vector<fs::path> with_references(const Toolchain& bench, const ProgramSpec& spec,
                                      std::vector<fs::path> objects) {
  for (const Reference& reference : spec.references)
    objects.push_back(object_of(bench, spec, reference_part(reference)));
  return objects;
}

/// The shared object that these objects make, linked when it is not there yet. Its name begins with
/// `stem`. Throws GraderFault, naming `source`, when it does not link.
fs::path linked(const Kit& kit, const ProgramSpec& spec, const std::vector<fs::path>& objects,
                const std::string& stem, const fs::path& source,
                const std::vector<std::string>& flags = {}) {
  std::string key;
  for (const fs::path& object : objects) key += identity(spec, object);
  const std::string name = fmt::format("{}-{:016x}.so", stem, content_hash(key));
  return made_once(kit, name, [&](const fs::path& program) {
    const BuildResult result = link_alone(kit, objects, program, flags);
    if (result.state == BuildResult::State::built) return;
    check_room(program.parent_path());
    throw GraderFault(fmt::format("{} does not link:\n{}", source.string(), result.log));
  });
}

}  // namespace

fs::path prepared_folder(const Kit& kit) { return kit.build_folder() / "prepared"; }

std::vector<fs::path> prepared_objects(const Toolchain& bench, const ProgramSpec& spec) {
  return with_references(bench, spec, {prepared(bench, binding_of(spec))});
}

std::vector<SourceObject> objects_of_sources(const Toolchain& bench, const ProgramSpec& spec,
                                             const fs::path& folder) {
  std::vector<SourceObject> objects;
  std::vector<SourcePart> parts = parts_of(bench.kit, spec);
  if (spec.recorded) parts.push_back(recorded_part(*spec.recorded));
  for (const SourcePart& part : parts) {
    if (lies_below(part.source, folder))
      objects.push_back({part.name, object_of(bench, spec, part)});
  }
  return objects;
}

fs::path platform_file(const Kit& kit, const fs::path& released) {
  return released / kit.name / "platform";
}

std::vector<fs::path> missing_sources(const Kit& kit, const ProgramSpec& spec) {
  std::vector<fs::path> missing;
  for (const SourcePart& part : parts_of(kit, spec)) {
    if (part.text.empty() && released_object(kit, spec, part.name).empty())
      missing.push_back(part.source);
  }
  return missing;
}

std::string released_for(const Kit& kit, const ProgramSpec& spec) {
  std::vector<std::string> platforms;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(spec.released, ignored)) {
    const fs::path file = entry.path() / "platform";
    if (fs::exists(file)) platforms.emplace_back(trimmed(read_file(file)));
  }
  std::ranges::sort(platforms);
  if (std::ranges::find(platforms, kit.platform) != platforms.end()) return "lacks its object";
  return fmt::format(
      "has objects for {} only, which do not fit {}",
      platforms.empty() ? "no compiler" : fmt::format("{}", fmt::join(platforms, "; ")),
      kit.platform);
}

fs::path measures_program(const Toolchain& bench, const ProgramSpec& spec) {
  const SourcePart measures = measures_part(bench.kit, spec);
  const auto objects = with_references(bench, spec, {object_of(bench, spec, measures)});
  return linked(bench.kit, spec, objects, measures.name, measures.source);
}

std::optional<fs::path> recorded_solution(const Toolchain& bench, const ProgramSpec& spec) {
  if (!spec.recorded) return std::nullopt;
  const SourcePart part = recorded_part(*spec.recorded);
  if (part.text.empty() && released_object(bench.kit, spec, part.name).empty()) return std::nullopt;
  std::vector<fs::path> objects = prepared_objects(bench, spec);
  objects.push_back(object_of(bench, spec, part));
  return linked(bench.kit, spec, objects, spec.folder + "-recorded", part.source);
}

fs::path solution_program(const Toolchain& bench, const ProgramSpec& spec) {
  std::vector<fs::path> objects = prepared_objects(bench, spec);
  objects.insert(objects.begin(), object_of(bench, spec, counted_part(*spec.solution)));
  return linked(bench.kit, spec, objects, spec.folder + "-solution", spec.solution->source,
                bench.kit.counted_link_flags);
}

namespace {

bool has_macros(const std::string& text) {
  return std::ranges::any_of(split_lines(text), [](std::string_view line) {
    line = trimmed(line);
    return line.starts_with("#") && !line.starts_with("#include");
  });
}

/// One source of all versions, each in a namespace of its own, in which everything of the course is
/// in sight, too. What they include comes first, what has macros last.
std::string joined(const ProgramSpec& spec, const std::vector<std::string>& texts) {
  std::string headers, plain, others, names;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const std::string& line : split_lines(texts[i])) {
      if (trimmed(line).starts_with("#include")) headers += line + '\n';
    }
    (has_macros(texts[i]) ? others : plain) += fmt::format(
        "namespace version_{0} {{\nnamespace softmark {{\nusing namespace ::softmark;\n}}\n"
        "#line 1 \"version_{0}\"\n{1}\n}}\n",
        i, texts[i]);
    names +=
        fmt::format("#line 1 \"version_{0}\"\n      &version_{0}::softmark::{1},\n", i, spec.name);
  }
  return fmt::format(
      "{}\n#include \"harness/replay.hpp\"\n#define record replay_record\n{}{}"
      "extern \"C\" void softmark_replay(unsigned version, grader::harness::Call& call) {{\n"
      "  static constexpr decltype(&version_0::softmark::{}) versions[] = {{\n{}  }};\n"
      "  if (version < {}) grader::harness::invoke(versions[version], call);\n}}\n"
      "extern \"C\" void softmark_call(grader::harness::Call& call) {{\n"
      "  softmark_replay(static_cast<unsigned>(call.inputs.next(0).values[0]), call);\n}}\n",
      headers, plain, others, spec.name, names, texts.size());
}

/// The numbers of the versions that a compiler's errors, and the notes to them, speak of.
std::set<std::size_t> versions_with_errors(const std::string& log) {
  constexpr std::string_view name = "version_";
  std::set<std::size_t> found;
  bool error = false;
  for (const std::string& line : split_lines(log)) {
    if (line.find("error: ") != std::string::npos) error = true;
    if (line.find("warning: ") != std::string::npos) error = false;
    const std::size_t at = line.find(name);
    if (!error || at == std::string::npos) continue;
    std::string_view rest = std::string_view(line).substr(at + name.size());
    const std::optional<unsigned> number = take_number(rest);
    if (number && rest.starts_with(':')) found.insert(*number);
  }
  return found;
}

/// Compiles a source of all versions, and says which are in it: where one does not compile, or has
/// macros, which the others would see, the first stands in its place. Throws GraderFault where that
/// does not compile either.
std::vector<bool> compile_numbered(const Kit& kit, const ProgramSpec& spec,
                                   std::vector<std::string> texts,
                                   const std::vector<std::string>& flags, const fs::path& object) {
  std::vector<bool> compiles(texts.size(), true);
  const auto leave_out = [&](std::size_t version) {
    texts.at(version) = texts.front();
    compiles.at(version) = false;
  };
  for (std::size_t i = 1; i < texts.size(); ++i) {
    if (has_macros(texts[i])) leave_out(i);
  }
  const fs::path source = object.parent_path() / "versions.cpp";
  copy_headers(spec.headers, object.parent_path());
  for (;;) {
    write_temporary(source, joined(spec, texts));
    const BuildResult result = compile_alone(kit, source, object, flags);
    if (result.state == BuildResult::State::built) return compiles;
    const std::set<std::size_t> wrong = versions_with_errors(result.log);
    if (wrong.empty() || wrong.contains(0))
      throw GraderFault(fmt::format("{}: versions of it do not compile:\n{}", spec.folder,
                                    result.log.substr(0, 2000)));
    for (const std::size_t version : wrong) leave_out(version);
  }
}

/// The program of an object of versions, which has this name; nothing without an object.
fs::path program_of(const Toolchain& bench, const Course& course, const Exercise& exercise,
                    const SourceObject& versions) {
  if (versions.object.empty()) return {};
  return linked(bench.kit, exercise, with_references(bench, exercise, {versions.object}),
                versions.name, course.solution(exercise));
}

}  // namespace

SourceObject replay_object(const Toolchain& bench, const Course& course, const Exercise& exercise,
                           const std::vector<Mistake>& mistakes) {
  const std::string name = exercise.folder + "-replay";
  const fs::path source = course.solution(exercise);
  if (!fs::exists(source) || !fs::exists(course.mistakes(exercise)))
    return {name, released_object(bench.kit, exercise, name)};
  std::vector<std::string> texts{read_file(source)};
  for (const Mistake& mistake : mistakes) texts.push_back(apply_mistake(course, exercise, mistake));
  return {name, prepared(bench, {name, joined(exercise, texts), source, exercise.headers})};
}

fs::path replay_program(const Toolchain& bench, const Course& course, const Exercise& exercise,
                        const std::vector<Mistake>& mistakes) {
  return program_of(bench, course, exercise, replay_object(bench, course, exercise, mistakes));
}

SourceObject merged_object(const Toolchain& bench, const Course& course, const Exercise& exercise,
                           const std::vector<MergedMistakes>& merged) {
  const std::string name = exercise.folder + "-merged";
  const fs::path source = course.solution(exercise);
  if (!fs::exists(source) || !fs::exists(course.mistakes(exercise)))
    return {name, released_object(bench.kit, exercise, name)};
  std::vector<std::string> texts{read_file(source)};
  for (const MergedMistakes& each : merged) texts.push_back(each.text);
  const SourcePart part{name, joined(exercise, texts), source, exercise.headers};
  return {name, made_once(bench.kit, key_of(bench.kit, part) + ".o", [&](const fs::path& object) {
            compile_numbered(bench.kit, exercise, texts,
                             without_paths(bench.kit.flags, bench.kit, object), object);
          })};
}

fs::path merged_program(const Toolchain& bench, const Course& course, const Exercise& exercise,
                        const std::vector<MergedMistakes>& merged) {
  return program_of(bench, course, exercise, merged_object(bench, course, exercise, merged));
}

std::vector<bool> link_numbered(const Toolchain& bench, const ProgramSpec& spec,
                                std::vector<std::string> texts, const fs::path& program) {
  const TemporaryFolder scratch;
  const fs::path object = scratch.path() / "versions.o";
  std::vector<std::string> flags = bench.kit.flags;
  std::ranges::copy(bench.kit.runtime_flags(), std::back_inserter(flags));
  std::vector<bool> compiles = compile_numbered(bench.kit, spec, std::move(texts), flags, object);
  const BuildResult result = link_alone(bench.kit, with_references(bench, spec, {object}), program);
  if (result.state != BuildResult::State::built)
    throw GraderFault(fmt::format("{}: versions of it do not link", spec.folder));
  return compiles;
}

}  // namespace grader
