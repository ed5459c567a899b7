#include "compile/prepared.hpp"

#include "compile/compile.hpp"
#include "compile/diagnostics.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// How objects are made of what compilers give: another number where that changes.
constexpr const char* form = "4";

/// Changes whenever the part must be compiled again.
std::string key_of(const Kit& kit, const Part& part) {
  std::string text = part.text + '\0' + kit.compiler_version + '\0' + form;
  text += part.optimise ? "optimised" : "";
  for (const auto* flags : {&kit.flags, &kit.optimising_flags})
    text += '\0' + fmt::format("{}", fmt::join(*flags, " "));
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
  const std::string name = file.filename().string();
  const std::size_t stem = file.stem().string().size() - key_length;
  const auto a_day_ago = fs::file_time_type::clock::now() - std::chrono::hours(24);
  std::error_code ignored;
  std::vector<fs::path> older;
  for (const auto& entry : fs::directory_iterator(file.parent_path(), ignored)) {
    const std::string other = entry.path().filename().string();
    if (other.size() == name.size() && other.starts_with(name.substr(0, stem)) &&
        entry.path().extension() == file.extension() && entry.last_write_time(ignored) < a_day_ago)
      older.push_back(entry.path());
  }
  for (const fs::path& one : older) fs::remove(one, ignored);
}

void keep(const fs::path& made, const fs::path& file) {
  // Renamed into place whole, so that nobody finds a piece of it.
  const fs::path whole = unfinished_name(file);
  std::error_code error;
  fs::copy_file(made, whole, fs::copy_options::overwrite_existing, error);
  if (!error) fs::rename(whole, file, error);
  if (!error) return remove_older(file);
  std::error_code ignored;
  fs::remove(whole, ignored);
  throw TryAgain(fmt::format("{}: cannot be written: {}", file.string(), error.message()),
                 "free some space there, or set SOFTMARK_BUILD to another folder");
}

void compile_part(const Kit& kit, const Part& part, const fs::path& object) {
  const TemporaryFolder scratch;
  const fs::path source = scratch.path() / (part.name + ".cpp");
  write_temporary(source, part.text);
  copy_headers(part.headers, scratch.path());
  const fs::path compiled = scratch.path() / "part.o";
  // Without paths: a released copy has the same bytes wherever it was made.
  std::vector<std::string> flags = kit.runtime_flags();
  flags.insert(flags.end(),
               {"-ffile-prefix-map=" + scratch.path().string() + "=.",
                "-ffile-prefix-map=" + kit.tool + "=.",
                "-fno-sanitize=all"});  // whose checks name the file, which no map changes
  const BuildResult result = compile_alone(kit, source, compiled, flags, part.optimise);
  if (result.state != BuildResult::State::built) {
    check_room(scratch.path());
    const Digest digest = digest_errors(result.log, source.filename().string(), part.text);
    throw GraderFault(fmt::format("{} does not compile: {}\n{}", part.source.string(),
                                  digest.headline(), fmt::join(digest.lines, "\n")));
  }
  keep(compiled, object);
}

/// The same one for the same name: threads that need one object wait for the first, others do not.
std::mutex& mutex_of(const std::string& name) {
  static std::mutex guard;
  static std::map<std::string, std::mutex> mutexes;
  const std::lock_guard lock(guard);
  return mutexes[name];
}

}  // namespace

fs::path prepared(const Toolchain& bench, const Part& part) {
  const Kit& kit = bench.kit;
  const std::string key = key_of(kit, part);
  const std::lock_guard lock(mutex_of(key));
  const fs::path object = kept(kit, key + ".o");
  if (fs::exists(object)) return object;
  if (bench.tell) bench.tell(fmt::format("preparing {}, once", part.name));
  compile_part(kit, part, object);
  return object;
}

namespace {

/// What the launcher calls, calling `function` in turn.
std::string call_of(const std::string& function) {
  return fmt::format(
      "#include \"harness/call.hpp\"\n"
      "extern \"C\" void softmark_call(grader::harness::Call& call) {{\n"
      "  grader::harness::invoke(&softmark::{}, call);\n}}\n",
      function);
}

Part binding_of(const ProgramSpec& spec) {
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

std::string name_of_reference(const fs::path& source) {
  return source.parent_path().filename().string() + "-" + source.stem().string();  // NN_name-name
}

/// What it records is not the student's.
Part reference_part(const Reference& reference) {
  const fs::path& source = reference.source;
  return {name_of_reference(source),
          text_around("#include <softmark/exercise.hpp>\n#define record silent_record\n", source),
          source, reference.headers, reference.optimise};
}

/// The solution with what it records.
Part recorded_part(const Reference& solution) {
  const fs::path& source = solution.source;
  return {name_of_reference(source) + "-recorded", text_around("", source), source,
          solution.headers, solution.optimise};
}

Part measures_part(const Kit& kit, const ProgramSpec& spec) {
  const fs::path& source = spec.measures_source;
  std::set<fs::path> headers = spec.headers;
  for (const auto& one : fs::directory_iterator(fs::path(kit.tool) / "exercises" / "measures"))
    headers.insert(one.path());
  return {spec.folder + "-measures", text_around("", source, call_of("measure")), source,
          std::move(headers), true};
}

/// Those of the course's own sources that the program and its measures need.
std::vector<Part> parts_of(const Kit& kit, const ProgramSpec& spec) {
  std::vector<Part> parts;
  for (const Reference& reference : spec.references) parts.push_back(reference_part(reference));
  if (!spec.measures_source.empty()) parts.push_back(measures_part(kit, spec));
  if (spec.solution) parts.push_back(reference_part(*spec.solution));
  return parts;
}

}  // namespace

fs::path released_object(const Kit& kit, const ProgramSpec& spec, const std::string& name) {
  const fs::path& released = spec.released;
  const fs::path object = released / kit.name / (name + ".o");
  if (released.empty() || !fs::exists(object) || !fs::exists(platform_file(kit, released)))
    return {};
  return trimmed(read_file(platform_file(kit, released))) == kit.platform ? object : fs::path{};
}

namespace {

/// In a released copy the one that it has.
fs::path object_of(const Toolchain& bench, const ProgramSpec& spec, const Part& part) {
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

}  // namespace

fs::path prepared_folder(const Kit& kit) { return kit.build_folder() / "prepared"; }

std::vector<fs::path> prepared_objects(const Toolchain& bench, const ProgramSpec& spec) {
  return with_references(bench, spec, {prepared(bench, binding_of(spec))});
}

std::vector<fs::path> with_references(const Toolchain& bench, const ProgramSpec& spec,
                                      std::vector<fs::path> objects) {
  for (const Reference& reference : spec.references)
    objects.push_back(object_of(bench, spec, reference_part(reference)));
  return objects;
}

std::vector<SourceObject> objects_of_sources(const Toolchain& bench, const ProgramSpec& spec,
                                             const fs::path& folder) {
  std::vector<SourceObject> objects;
  std::vector<Part> parts = parts_of(bench.kit, spec);
  if (spec.recorded) parts.push_back(recorded_part(*spec.recorded));
  for (const Part& part : parts) {
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
  for (const Part& part : parts_of(kit, spec)) {
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

fs::path linked(const Kit& kit, const ProgramSpec& spec, const std::vector<fs::path>& objects,
                const std::string& stem, const fs::path& blamed) {
  std::string key;
  for (const fs::path& object : objects) key += identity(spec, object);
  const std::string name = fmt::format("{}-{:016x}.so", stem, content_hash(key));
  const std::lock_guard lock(mutex_of(name));
  const fs::path program = kept(kit, name);
  if (fs::exists(program)) return program;
  const TemporaryFolder scratch;
  const BuildResult result = link_alone(kit, objects, scratch.path() / name);
  if (result.state != BuildResult::State::built) {
    check_room(scratch.path());
    throw GraderFault(fmt::format("{} does not link:\n{}", blamed.string(), result.log));
  }
  keep(scratch.path() / name, program);
  return program;
}

fs::path measures_program(const Toolchain& bench, const ProgramSpec& spec) {
  const Part measures = measures_part(bench.kit, spec);
  const auto objects = with_references(bench, spec, {object_of(bench, spec, measures)});
  return linked(bench.kit, spec, objects, measures.name, measures.source);
}

std::optional<fs::path> recorded_solution(const Toolchain& bench, const ProgramSpec& spec) {
  if (!spec.recorded) return std::nullopt;
  const Part part = recorded_part(*spec.recorded);
  if (part.text.empty() && released_object(bench.kit, spec, part.name).empty()) return std::nullopt;
  std::vector<fs::path> objects = prepared_objects(bench, spec);
  objects.push_back(object_of(bench, spec, part));
  return linked(bench.kit, spec, objects, spec.folder + "-recorded", part.source);
}

fs::path solution_program(const Toolchain& bench, const ProgramSpec& spec) {
  std::vector<fs::path> objects = prepared_objects(bench, spec);
  objects.push_back(object_of(bench, spec, reference_part(*spec.solution)));
  return linked(bench.kit, spec, objects, spec.folder + "-solution", spec.solution->source);
}

}  // namespace grader
